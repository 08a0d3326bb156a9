"""Traxx: all players draw one line each over coloured hexagons, at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from byways.game import Game

if TYPE_CHECKING:
    from byways.games.traxx.components import Components

GAME: Game[Components] = Game(
    name="traxx",
    title="Traxx",
    summary="Draw one line over the colours, and be first on the high numbers.",
    credit="By Steffen Benndorf and Reinhard Staupe, published by Nürnberger-Spielkarten-Verlag (2015).",
    seats=(1, 4),
    minutes=(10, 20),
    kinds=("draw", "all at once"),
    version=1,
    room=__name__,
    seat_names=("Otter", "Fox", "Heron", "Lynx"),
    bot_names=("random", "greedy", "easy", "medium", "hard"),
    compiled=(f"{__name__}.bots.kernel",),
    older_digests=("860f6313c9ed91e9", "3cf7f13e0c5c1723"),
)
