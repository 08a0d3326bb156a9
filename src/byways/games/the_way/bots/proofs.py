"""Prove a turn's result: a decided set, or a player who can come home next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from byways.bots.proofs import LOSES, WINS, imagined
from byways.event import Proof
from byways.game import Choice, put
from byways.games.the_way.cards import FACES, LEFT, RIGHT
from byways.games.the_way.rules import possible_moves, possible_places, possible_turns
from byways.games.the_way.state import CELLS, MOVE, STARTS, Cards, OpenState, Position
from byways.games.the_way.view import View
from byways.i18n import Message

GAMES = 3  # games in a set
SET_WON = Proof(won=True, why=Message("why.set-won"))
SET_LOST = Proof(won=False, why=Message("why.set-lost"))


def proof(view: View, act: Sequence[Choice]) -> Proof | None:
    after, seat = cast(Position, imagined(view, act)), view.seat
    assert seat is not None
    if decided := winner(view.table, ()):
        return SET_WON if decided == (seat,) else SET_LOST
    if decided := winner(after.table, ()):
        return WINS if decided == (seat,) else LOSES
    other = 1 - seat
    if after.table.phase == "play" and winner(after.table, (other,)) == (other,) and can_come_home(after.table, other):
        return Proof(won=False, why=Message("why.loses-home", {"seat": other}))
    return None


def winner(table: OpenState, more: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seat certain to win the set once the games in `more` are added, or nothing."""
    results = (*table.results, *more)
    won, left = (results.count(0), results.count(1)), 0 if table.single else GAMES - len(results)
    if table.single and not results:
        return ()
    return tuple(seat for seat in (0, 1) if won[seat] > won[1 - seat] + left)


def can_come_home(table: OpenState, seat: int) -> bool:
    """Whether a player can win in one turn without using a hidden card."""
    piece = table.piece(seat)
    home = MOVE[STARTS[piece]]
    return table.reached[piece] and any(home in possible_moves(table, cards, piece) for cards in boards(table, seat))


def boards(table: OpenState, seat: int) -> Iterator[Cards]:
    """Yield the board's cards as they are, and after each alteration that needs no hidden card."""
    other = table.tokens[1 - table.piece(seat)]
    yield table.cards
    for turn in possible_turns(table, other):
        cell = CELLS[turn.place]
        yield put(table.cards, cell, (RIGHT if turn.way == "right" else LEFT)[table.cards[cell]])
    for card in table.known[seat]:
        yield from (put(table.cards, CELLS[place.place], face) for place in possible_places(other) for face in FACES[card])


result = imagined  # the position after a turn
