"""The judge of The Way's puzzles. It searches all turns of both players, with every unseen card, in a single game without variations.

`two` and `three`: come home in that many turns, whatever the other player does or holds. `block`: make a turn after which the other player
has no forced win in two turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from msgspec.structs import replace

from byways.game import put
from byways.games.the_way.cards import shape
from byways.games.the_way.puzzles.duel import CELLS, Duel, State, WholeTurn, after, relevant, state_of, steps, whole_turns
from byways.games.the_way.puzzles.reasons import Proof
from byways.games.the_way.rules import in_order
from byways.games.the_way.state import CELLS as CELL_OF
from byways.games.the_way.state import PLACES, AnyChoice, Card, Cards, Lay, Move, Place, Position, Turn, altered
from byways.games.the_way.view import View
from byways.i18n import Message, Value
from byways.puzzle import Hint, Puzzle, Solution, Verdict

KINDS = ("two", "three", "block")
SOON = 2  # turns: a block must prevent a forced win within this number
EVERYWHERE = frozenset(CELLS)


def piece_of(view: View) -> int:
    assert view.seat is not None
    return view.table.piece(view.seat)


def duel(puzzle: Puzzle, view: View) -> Duel:
    """Return the search for the viewer's forced wins or, in a `block`, for the other player's."""
    piece, reached = piece_of(view), view.table.reached
    return Duel(1 - piece, reached[piece]) if puzzle.kind == "block" else Duel(piece, reached[1 - piece])


def turn_of(view: View, act: tuple[AnyChoice, ...]) -> WholeTurn:
    """Return an act as a `WholeTurn`."""
    piece, board = piece_of(view), altered(view.table, act)
    cells = [CELL_OF[step.place] for step in act if isinstance(step, Turn | Place)]
    end = next((CELL_OF[step.place] for step in act if isinstance(step, Move)), view.table.tokens[piece])
    return WholeTurn(cells[0], board.cards[cells[0]], board.played, end) if cells else WholeTurn(-1, "", "", end)


def is_right(puzzle: Puzzle, search: Duel, state: State, turn: WholeTurn, piece: int) -> bool:
    if puzzle.kind == "block":
        return not search.wins(after(state, piece, turn), SOON)
    return search.is_right(state, turn, puzzle.turns)


def solve(puzzle: Puzzle, view: View) -> Solution:
    search, state, piece = duel(puzzle, view), state_of(view), piece_of(view)
    results = {after(state, piece, turn): turn for turn in whole_turns(state, piece, EVERYWHERE)}
    right = [turn for turn in results.values() if is_right(puzzle, search, state, turn, piece)]
    return Solution(tuple(steps(state, turn, piece) for turn in right), len(results))


def judge(puzzle: Puzzle, view: View, act: tuple[AnyChoice, ...]) -> Verdict:
    search, state, piece, turn = duel(puzzle, view), state_of(view), piece_of(view), turn_of(view, act)
    then = after(state, piece, turn)
    if is_right(puzzle, search, state, turn, piece):
        return praise(puzzle, view, search, then, turn)
    if puzzle.kind == "block":
        return threatened(puzzle, view, search, then)
    if puzzle.turns == 1:
        return Verdict(False, Message("puzzle.not-there", values(puzzle)))
    refutation = next(search.refutations(then, puzzle.turns - 1))
    return refuted(puzzle, view, search, then, refutation)


def values(puzzle: Puzzle) -> dict[str, Value]:
    return {**puzzle.values, "turns": puzzle.turns, "more": puzzle.turns - 1}


def praise(puzzle: Puzzle, view: View, search: Duel, then: State, turn: WholeTurn) -> Verdict:
    if then.tokens[search.runner] == search.home:
        return Verdict(True, Message("puzzle.home.right", values(puzzle)), 1, 1)
    proof = Proof(search, then, SOON if puzzle.kind == "block" else puzzle.turns - 1, 1 - piece_of(view), values(puzzle))
    if puzzle.kind == "block":
        return Verdict(True, Message("puzzle.block.right", {**values(puzzle), "reasons": proof.of_block(turn)}))
    reply = hardest(view, search, then, puzzle.turns - 1)
    why = Message("puzzle.sure.right", {**values(puzzle), "reasons": proof.of_run(turn, reply)})
    return Verdict(True, why, puzzle.turns, puzzle.turns, entries(view, then, reply))


def refuted(puzzle: Puzzle, view: View, search: Duel, then: State, reply: WholeTurn) -> Verdict:
    """Return the verdict on a turn that the other player's reply refutes."""
    line = entries(view, then, reply)
    if search.comes_home(then, reply):
        why = with_card("puzzle.rival-home", puzzle, reply)
    elif reply.card:
        why = Message("puzzle.refuted-card", {**values(puzzle), "shape": shape(reply.card), "place": PLACES[reply.cell]})
    elif reply.cell >= 0:
        why = Message("puzzle.refuted-turn", {**values(puzzle), "place": PLACES[reply.cell]})
    else:
        why = Message("puzzle.refuted", values(puzzle))
    return Verdict(False, why, line=line, world=world(view, reply))


def threatened(puzzle: Puzzle, view: View, search: Duel, then: State) -> Verdict:
    """Return the verdict on a turn that does not stop the other player, with its best winning turn: without a card, then home at once."""
    winning = [turn for turn in whole_turns(then, search.runner, EVERYWHERE) if search.is_right(then, turn, SOON)]
    reply = min(winning, key=lambda turn: (bool(turn.card), turn.end != search.home))
    why = with_card("puzzle.rival-home" if reply.end == search.home else "puzzle.wins", puzzle, reply)
    return Verdict(False, why, line=entries(view, then, reply), world=world(view, reply))


def with_card(name: str, puzzle: Puzzle, reply: WholeTurn) -> Message:
    """Return a message about the other player's reply or, if the reply plays a card, the message that begins with this condition."""
    return Message(f"{name}-card", {**values(puzzle), "shape": shape(reply.card)}) if reply.card else Message(name, values(puzzle))


def entries(view: View, then: State, reply: WholeTurn) -> tuple[str, ...]:
    """Return the other player's turn as entries."""
    assert view.seat is not None
    return tuple(f"{1 - view.seat}: {step}" for step in steps(then, reply, 1 - piece_of(view)))


def hardest(view: View, search: Duel, then: State, turns: int) -> WholeTurn:
    """Return the other player's reply that holds the runner up longest and, among these, leaves it the fewest right turns.

    The reply may play a card only if the other player is sure to hold it.
    """
    cells = relevant(search.runner, then.tokens, turns, turns, search.threatens)
    replies = whole_turns(then._replace(hands=put(then.hands, search.other, sure_cards(view))), search.other, cells)

    def ease(reply: WholeTurn) -> tuple[int, int]:
        state = after(then, search.other, reply)
        needed = next(number for number in range(1, turns + 1) if search.wins(state, number))
        return -needed, right_turns(search, state, turns)

    return min(replies, key=ease)


def sure_cards(view: View) -> Cards:
    """Return the cards that the other player holds in every position that fits the view."""
    assert view.seat is not None
    known = view.table.known[1 - view.seat]
    elsewhere = len(view.unseen) + len(known) - view.sizes[1 - view.seat]
    return (*known, *(card for card in dict.fromkeys(view.unseen) for _ in range(view.unseen.count(card) - elsewhere)))


def right_turns(search: Duel, state: State, turns: int) -> int:
    return sum(search.is_right(state, turn, turns) for turn in whole_turns(state, search.runner, EVERYWHERE))


def world(view: View, reply: WholeTurn) -> Position | None:
    """Return a position in which the other player holds the card that its reply plays, or None if the reply plays no card."""
    assert view.seat is not None
    position, other = cast(Position, view.imagine(Random(0))), 1 - view.seat
    if not reply.card:
        return None
    if reply.card in position.hands[other]:
        return position
    hand = list(position.hands[other])
    given = next(card for card in hand if card in view.unseen)
    hand.remove(given)
    left = put(position.left, position.left.index(reply.card), given)
    return replace(position, hands=put(position.hands, other, in_order([*hand, reply.card])), left=left)


def hints(puzzle: Puzzle, view: View, act: tuple[AnyChoice, ...]) -> tuple[Hint, Hint]:
    first, *_ = act
    match act:
        case (Card(card), Place(place), Lay(), *_):
            name = Hint(Message("puzzle.hint-card", {"shape": shape(card)}), (str(first),))
            return name, Hint(Message("puzzle.hint-place", {"shape": shape(card), "place": place}), (str(first), f"card-{place}"))
        case (Turn(place, way), *_):
            name = Hint(Message("puzzle.hint-turn"), tuple(notations(view)))
            return name, Hint(Message("puzzle.hint-turn-place", {"place": place, "way": way}), (str(first),))
    return Hint(Message("puzzle.hint-none")), Hint(Message("puzzle.hint-move", {"choice": first.sentence}), (str(first),))


def notations(view: View) -> Iterator[str]:
    return (str(choice) for choice in view.choices if isinstance(choice, Turn))
