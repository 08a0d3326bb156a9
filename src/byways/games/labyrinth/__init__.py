"""Labyrinth: a sliding maze, a secret treasure, and the way back home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from byways.game import Game, Options, Preset

if TYPE_CHECKING:
    from byways.games.labyrinth.components import Components

Size = Annotated[int, Meta(ge=3, le=15)]


class LabyrinthOptions(Options, frozen=True):
    """The board size, the treasures per player, the round limit, and `classic` for the boxed family game.

    `shortest` is the fewest of its own turns in which a seat can win, unless two others together open a way before its first. 0 deals
    without regard to that.
    """

    rows: Size = 7
    columns: Size = 7
    treasures: Annotated[int, Meta(ge=1, le=12)] = 1
    rounds: Annotated[int, Meta(ge=1, le=1000)] = 1000
    classic: bool = False
    shortest: Annotated[int, Meta(ge=0, le=14)] = 0


GAME: Game[Components] = Game(
    name="labyrinth",
    title="Labyrinth",
    summary="Slide the maze, find your secret treasure, and be the first back home.",
    credit="The game of Northeastern University's Software Development course (Fall 2022).",
    seats=(2, 6),
    minutes=(5, 10),
    kinds=("race", "secret treasure"),
    version=1,
    room=__name__,
    seat_names=("Red", "Blue", "Green", "Orange", "Purple", "Black"),
    bot_names=("random", "riemann", "euclid", "easy", "medium", "hard"),
    compiled=(f"{__name__}.bots.kernel",),
    options=LabyrinthOptions,
    presets=(
        Preset("quick", "Quick", LabyrinthOptions(treasures=2, shortest=4), 4, "two treasures each"),  # nine hiding places
        Preset(
            "longer",
            "Longer",
            LabyrinthOptions(rows=9, columns=9, treasures=2, shortest=4),
            about="a larger maze, two treasures each",
            minutes=(5, 15),
        ),  # has room for six players
        Preset(
            "family", "Family", LabyrinthOptions(treasures=3, classic=True, shortest=5), 4, "as in the box, three treasures each"
        ),  # a home in each corner
    ),
    seating="Seats go by age: the youngest is Red and begins, the next youngest is Blue, and so on.",
    commands="byways.games.labyrinth.course.command:app",
    older_digests=("a22948347b227ac5",),
)
