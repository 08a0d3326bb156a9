"""The Way: a duel of turning and covering cards, to the Midpoint and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from byways.game import Game, Options

if TYPE_CHECKING:
    from byways.games.the_way.components import Components


class TheWayOptions(Options, frozen=True):
    """A single game or a set of three, the printed variations, and the turn limit per player and game."""

    single: bool = False
    arrows: bool = False
    clockwise: bool = False
    replace: bool = False
    various: bool = False
    turns: Annotated[int, Meta(ge=1, le=1000)] = 150


GAME: Game[Components] = Game(
    name="the_way",
    title="The Way",
    summary="Turn and cover cards to get there and back, and to block your rival's way.",
    credit="By Joshua Howard, published by BoneGames (version 2.1, 1996).",
    seats=(2, 2),
    minutes=(20, 60),
    consists="a set of three games",
    kinds=("cards", "block"),
    version=2,
    room=__name__,
    seat_names=("Ash", "Rowan"),
    bot_names=("random", "greedy", "wary", "easy", "medium", "hard"),
    options=TheWayOptions,
    repeats=True,
    older_digests=("f1c9df51ab897cb7",),
)
