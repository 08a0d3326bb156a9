"""The Long Road: cattle drives, hired guns, and shares of the sale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from byways.game import Game, Options

if TYPE_CHECKING:
    from byways.games.long_road.components import Components


class LongRoadOptions(Options, frozen=True):
    """`draft` replaces the dealt packs; `open` and `companeros` are the two variants in the rules."""

    draft: bool = False
    open: bool = False
    companeros: bool = False


GAME: Game[Components] = Game(
    name="long_road",
    title="The Long Road",
    summary="Drive the herds, hire guns, and be quickest when the money is shared out.",
    credit="The Long Road by Stefania Niccolini and Marco Canetta (uplay.it edizioni, 2018).",
    seats=(2, 4),
    minutes=(30, 45),
    kinds=("hidden cards", "bluff"),
    version=3,
    room=__name__,
    seat_names=("Red", "Black", "Yellow", "Green"),
    bot_names=("random", "greedy", "easy", "medium", "hard"),
    options=LongRoadOptions,
    older_digests=("8d61b053f996eac7",),
)
