"""The Long Way: build a store in which even the shortest way through is long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from byways.game import Game

if TYPE_CHECKING:
    from byways.games.long_way.components import Components

GAME: Game[Components] = Game(
    name="long_way",
    title="The Long Way",
    summary="Roll, build, and make the shoppers' way through your store as long as you can.",
    credit="A game by Karl Hanf (version 0.5). The tile chart is a reconstruction made for Byways.",
    seats=(1, 8),
    minutes=(15, 40),
    kinds=("dice", "all at once"),
    version=2,
    room=__name__,
    seat_names=("Red", "Blue", "Green", "Orange", "Purple", "Black", "Teal", "Pink"),
    bot_names=("random", "greedy", "planner", "easy", "medium", "hard"),
    compiled=(f"{__name__}.bots.kernel",),
    compiled_bots=("medium", "hard"),
    older_digests=("860c852bef7a5d40",),
)
