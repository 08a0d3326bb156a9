"""What is right in a puzzle of The Way, by trying all turns with the rules and all cards that the other player may hold.

Knows nothing but the contract of games, and that a hidden hand may be any part of the unseen cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from byways.game import put
from byways.games.the_way.state import AnyChoice, Position

Act = tuple[AnyChoice, ...]


def turns(position: Position, seat: int) -> Iterator[tuple[Act, Position]]:
    """Yield all turns of a seat, one for each result, with the positions after them."""
    seen = set()
    for act, then in unfold(position, seat, ()):
        result = then.table.cards, then.table.locked, then.table.tokens, then.hands
        if result not in seen:
            seen.add(result)
            yield act, then


def unfold(position: Position, seat: int, act: Act) -> Iterator[tuple[Act, Position]]:
    for choice in position.choices(seat):
        then = position.choose(seat, choice)
        if then.acts[seat]:
            yield from unfold(then, seat, (*act, choice))
        else:
            yield (*act, choice), then


def guarded(position: Position, seat: int) -> Position:
    """The position with a seat that holds every unseen card, as far as it has any."""
    hand = tuple(sorted((*position.hands[seat], *position.left))) if position.hands[seat] else ()
    return replace(position, hands=put(position.hands, seat, hand), left=() if hand else position.left)


def wins(position: Position, seat: int, moves: int) -> bool:
    """Whether a seat, to move, wins within some turns, whatever the other does."""
    return any(is_sure(then, seat, moves) for _, then in turns(position, seat))


def is_sure(then: Position, seat: int, moves: int) -> bool:
    """Whether a seat that has just moved has won or wins within its other turns, whatever the other does."""
    if then.outcome is not None:
        return then.outcome.winners == (seat,)
    return moves > 1 and all(reply.outcome is None and wins(reply, seat, moves - 1) for _, reply in turns(then, 1 - seat))
