"""The Way: a duel of turning and covering cards, there and back again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from byways.game import Game, Options

if TYPE_CHECKING:
    from byways.games.the_way.components import Components


class TheWayOptions(Options, frozen=True):
    """One game instead of a set of three, the printed variations, and the limit of turns that each player has in a game."""

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
    kinds=("cards", "block"),
    version=1,
    room=__name__,
    seat_names=("Ash", "Rowan"),
    bot_names=("random", "greedy", "wary", "easy", "medium", "hard"),
    options=TheWayOptions,
    repeats=True,
    older_digests=("f1c9df51ab897cb7",),
)
