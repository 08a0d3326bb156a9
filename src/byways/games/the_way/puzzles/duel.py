"""Search for forced wins in The Way without variations. The runner heads home; its opponent may do anything and hold any unseen card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from byways.game import put
from byways.games.the_way.cards import EXITS, FACES, LEFT, OPPOSITE, RIGHT
from byways.games.the_way.rules.aim import least_steps
from byways.games.the_way.state import CARDS, CORNERS, LAY, MOVE, NEIGHBOURS, PLACE, SIZE, STARTS, STAY, TURNS, AnyChoice, Cards
from byways.games.the_way.view import View

CELLS = range(SIZE * SIZE)
Pair: TypeAlias = tuple[int, int]


FAR = tuple(tuple(least_steps(cell, other) for other in CELLS) for cell in CELLS)


class State(NamedTuple):
    """The cards on the board, the locked cells and, for each piece, its token, its possible cards and the number of cards it holds.

    `hands` lists every card that a piece may hold, so a hand can be longer than its size.
    """

    cards: Cards
    locked: frozenset[int]
    tokens: Pair
    hands: tuple[Cards, Cards]
    sizes: Pair


class WholeTurn(NamedTuple):
    """A turn: the cell altered (-1 for none), its new face, the card played if any, and where the token ends."""

    cell: int
    face: str
    card: str
    end: int


def state_of(view: View) -> State:
    assert view.seat is not None
    piece, seats = view.table.piece(view.seat), (view.seat, 1 - view.seat)
    theirs = tuple(sorted((*view.unseen, *view.table.known[1 - view.seat])))
    hands, sizes = (view.hand, theirs), tuple(view.sizes[seat] for seat in seats)
    ordered = (hands, sizes) if piece == 0 else (hands[::-1], sizes[::-1])
    return State(view.table.cards, frozenset(view.table.locked), view.table.tokens, ordered[0], (ordered[1][0], ordered[1][1]))


def moves(cards: Cards, at: int) -> list[int]:
    out = EXITS[cards[at]]
    return [cell for side, cell in NEIGHBOURS[at] if out & side and EXITS[cards[cell]] & OPPOSITE[side]]


def alterations(state: State, piece: int, cells: frozenset[int]) -> Iterator[tuple[int, str, str]]:
    """Yield the alterations of these cells: the cell, its new face and the card played, if any."""
    yield -1, "", ""
    held = state.tokens[1 - piece]
    hand = dict.fromkeys(state.hands[piece]) if state.sizes[piece] else ()
    for cell in sorted(cells - {held}):
        face = state.cards[cell]
        if cell not in state.locked:
            for turn in TURNS[False][cell][face]:
                yield cell, (RIGHT if turn.way == "right" else LEFT)[face], ""
        if cell not in CORNERS:
            for card in hand:
                yield from ((cell, lain, card) for lain in FACES[card])


def whole_turns(state: State, piece: int, cells: frozenset[int]) -> Iterator[WholeTurn]:
    """Yield all turns that alter nothing or one of these cells."""
    at = state.tokens[piece]
    for cell, face, card in alterations(state, piece, cells):
        ends = moves(put(state.cards, cell, face) if cell >= 0 else state.cards, at)
        yield from (WholeTurn(cell, face, card, end) for end in (*ends, at))


def after(state: State, piece: int, turn: WholeTurn) -> State:
    cards, locked, hands, sizes = state.cards, state.locked, state.hands, state.sizes
    if turn.cell >= 0:
        cards = put(cards, turn.cell, turn.face)
    if turn.card:
        hand = list(hands[piece])
        hand.remove(turn.card)
        locked, hands, sizes = locked | {turn.cell}, put(hands, piece, tuple(hand)), put(sizes, piece, sizes[piece] - 1)
    return State(cards, locked, put(state.tokens, piece, turn.end), hands, sizes)


def steps(state: State, turn: WholeTurn, piece: int) -> tuple[AnyChoice, ...]:
    """The choices that make a turn."""
    move = STAY if turn.end == state.tokens[piece] else MOVE[turn.end]
    if turn.card:
        return CARDS[turn.card], PLACE[turn.cell], LAY[turn.face], move
    for choice in TURNS[False][turn.cell][state.cards[turn.cell]] if turn.cell >= 0 else ():
        if (RIGHT if choice.way == "right" else LEFT)[state.cards[turn.cell]] == turn.face:
            return choice, move
    return (move,)


@lru_cache(maxsize=4096)
def relevant(runner: int, tokens: Pair, turns: int, replies: int, threatens: bool) -> frozenset[int]:
    """Return the cells whose cards matter: those on the runner's paths home and on the opponent's paths to them.

    If the opponent threatens to win, the cells on its own paths home matter too.
    """
    at, other = tokens[runner], tokens[1 - runner]
    way = [cell for cell in CELLS if FAR[at][cell] + FAR[cell][STARTS[runner]] <= turns]
    goals = [*way, *[STARTS[1 - runner]] * threatens]
    return frozenset((*way, *(cell for cell in CELLS if any(FAR[other][cell] + FAR[cell][goal] <= replies for goal in goals))))


class Duel:
    """The search for one runner's forced wins. The runner has reached its Midpoint; `threatens` says whether its opponent has, too."""

    def __init__(self, runner: int, threatens: bool) -> None:
        self.runner, self.other, self.home, self.threatens = runner, 1 - runner, STARTS[runner], threatens
        self.known: dict[tuple[object, ...], bool] = {}

    def wins(self, state: State, turns: int) -> bool:
        """Whether the runner, who is to move, can force its way home within this number of turns, whatever the opponent does or holds."""
        return FAR[state.tokens[self.runner]][self.home] <= turns and self._remember(state, turns, True)

    def holds(self, state: State, turns: int) -> bool:
        """Whether the runner can force its way home within this number of turns if the opponent moves first."""
        return FAR[state.tokens[self.runner]][self.home] <= turns and self._remember(state, turns, False)

    def _remember(self, state: State, turns: int, moves: bool) -> bool:
        cells = relevant(self.runner, state.tokens, turns, turns - moves, self.threatens)
        key = (turns, moves, state.tokens, state.hands, state.sizes, *((state.cards[cell], cell in state.locked) for cell in sorted(cells)))
        if key not in self.known:
            self.known[key] = self._wins(state, turns, cells) if moves else next(self.refutations(state, turns, cells), None) is None
        return self.known[key]

    def _wins(self, state: State, turns: int, cells: frozenset[int]) -> bool:
        return any(self.is_right(state, turn, turns) for turn in whole_turns(state, self.runner, cells))

    def is_right(self, state: State, turn: WholeTurn, turns: int) -> bool:
        """Whether a turn brings the runner home, or leaves it a forced win within its remaining turns."""
        if turn.end == self.home and state.tokens[self.runner] != self.home:
            return True
        return turns > 1 and FAR[turn.end][self.home] < turns and self.holds(after(state, self.runner, turn), turns - 1)

    def refutations(self, state: State, turns: int, cells: frozenset[int] | None = None) -> Iterator[WholeTurn]:
        """Yield the opponent's turns that keep the runner from home, those without a card first."""
        cells = relevant(self.runner, state.tokens, turns, turns, self.threatens) if cells is None else cells
        for turn in sorted(whole_turns(state, self.other, cells), key=lambda turn: bool(turn.card)):
            if self.comes_home(state, turn) or not self.wins(after(state, self.other, turn), turns):
                yield turn

    def comes_home(self, state: State, turn: WholeTurn) -> bool:
        """Whether the opponent wins with this turn."""
        return self.threatens and turn.end == STARTS[self.other] != state.tokens[self.other]
