"""What lies where as one seat sees it, its own unfinished turn included, for drawing and text alike."""

from __future__ import annotations

from copy import copy
from xml.etree.ElementTree import Element

from byways.drawing import Say, token
from byways.game import put
from byways.games.the_way.cards import ENTER, EXITS, LEAVE, OPPOSITE
from byways.games.the_way.state import CELLS, MIDPOINTS, NEIGHBOURS, PIECES, PLACES, SIZE, STARTS, VARIED, Card, Place, Turn, altered
from byways.games.the_way.view import View
from byways.i18n import Message, Sentence, Value

LOST: dict[Sentence, Sentence] = {Message("title.victory"): Message("title.defeat"), Message("title.win"): Message("title.loss")}


BORDERS = [(cell, side, beside, OPPOSITE[side]) for cell in range(SIZE * SIZE) for side, beside in NEIGHBOURS[cell] if beside > cell]


class Scene:
    """The board after this seat's own tentative steps. `pending` is the cell that they alter, `ghost` a card whose orientation is still to
    be chosen, `taken` the place of the hand from which it comes, `laid` the same when it lies on the board."""

    def __init__(self, view: View) -> None:
        self.view, self.table = view, view.table
        board = altered(view.table, view.act)
        self.cards, self.piles, self.locked = board.cards, board.piles, board.locked
        self.pending: int | None = None
        self.ghost = ""
        self.taken: int | None = None
        self.laid: int | None = None
        for step in view.act:
            match step:
                case Turn(place) | Place(place):
                    self.pending = CELLS[place]
                case Card(card):
                    self.taken = view.hand.index(card) + view.hand.count(card) - 1  # the last of equal ones
                    self.ghost = card
        if board.played or self.pending is None:
            self.ghost = ""
        if board.played:
            self.laid = self.taken

    @property
    def own(self) -> int | None:
        """The piece of this seat: 0 is Circle, 1 is Square."""
        settled = self.view.seat is not None and self.table.circle is not None
        return self.table.piece(self.view.seat) if settled and self.view.seat is not None else None

    @property
    def ways(self) -> tuple[list[int], list[int]]:
        """The sides over which a piece may leave each card, and those over which it may enter it."""
        leave, enter = (LEAVE, ENTER) if self.table.variations.arrows else (EXITS, EXITS)
        return [leave[face] for face in self.cards], [enter[face] for face in self.cards]

    def joined(self) -> list[tuple[int, int, int]]:
        """Every border that can be crossed, at least in one direction: cell, side (east or south) and the cell beyond."""
        leave, enter = self.ways
        return [
            (cell, side, beside)
            for cell, side, beside, back in BORDERS
            if (leave[cell] & side and enter[beside] & back) or (leave[beside] & back and enter[cell] & side)
        ]

    def reach(self) -> list[int]:
        """The cards that this seat's token could walk to on the board as it is, its own among them."""
        if self.own is None or self.is_over:
            return []
        found, (leave, enter) = [self.table.tokens[self.own]], self.ways
        for cell in found:
            found += [
                beside for side, beside in NEIGHBOURS[cell] if leave[cell] & side and enter[beside] & OPPOSITE[side] and beside not in found
            ]
        return sorted(found)

    def imagined(self, cell: int, face: str) -> Scene:
        """The same with another card, or the card turned, at one place."""
        other = copy(self)
        other.cards = put(self.cards, cell, face)
        return other

    def player(self, piece: int) -> int | None:
        """The seat that plays a piece, once that is settled."""
        circle = self.table.circle
        return None if circle is None else circle if piece == 0 else 1 - circle

    def named(self, piece: int) -> Message:
        """Who plays a piece in a word, or its own name before that is settled."""
        seat = self.player(piece)
        if seat is None:
            return Message("draw.piece", {"piece": PIECES[piece]})
        return Message("draw.you") if seat == self.view.seat else Message("seat.name", {"seat": seat})

    @property
    def is_over(self) -> bool:
        """Whether the game on the board is over, be it within a set or the last one."""
        return self.view.outcome is not None or self.table.phase == "gather"

    def has_won(self, piece: int) -> bool:
        """Whether a piece has won the game that is still on the board."""
        seat, results = self.player(piece), self.table.results
        return self.is_over and seat is not None and results[-1:] == (seat,)

    def goal(self, piece: int) -> int:
        """The place where a piece has to go next."""
        return STARTS[piece] if self.table.reached[piece] else MIDPOINTS[piece]

    def printed(self, face: str) -> str:
        """A face as far as it counts: without arrows where they do not."""
        return self.table.printed(face)

    def errand(self, piece: int) -> Message:
        return Message("errand.back" if self.table.reached[piece] else "errand.out", {"place": PLACES[self.goal(piece)]})

    def status(self, piece: int) -> Message:
        """A piece in a line: who plays it, where it goes, how many cards are in that hand."""
        seat = self.player(piece)
        if seat is None:
            return Message("status.free", {"piece": PIECES[piece], "errand": self.errand(piece)})
        values: dict[str, Value] = {"piece": PIECES[piece], "seat": seat, "errand": self.errand(piece), "cards": self.view.sizes[seat]}
        return Message("status.own" if seat == self.view.seat else "status.other", values)


def heading(view: View) -> Message:
    """Which game of the set this is, and how far."""
    table = view.table
    values: dict[str, Value] = {"game": table.game or 1, "turn": table.turn // 2 + 1}
    if table.phase == "play":
        return Message("heading.single-turn" if table.single else "heading.set-turn", values)
    return Message("heading.single" if table.single else "heading.set", values)


def in_force(view: View) -> tuple[str, ...]:
    """The variations that are played."""
    return tuple(name for name in VARIED if getattr(view.table.variations, name))


def verdict(view: View, say: Say) -> str:
    """What is expected now, or how it ended, with the title that it has for this seat."""
    outcome = view.outcome
    if outcome is None or not outcome.title:
        return say(view.prompt)
    lost = view.seat is not None and view.seat not in outcome.winners
    title = LOST.get(outcome.title, outcome.title) if lost else outcome.title
    return f"{say(title)}. {say(outcome.reason)}"


def seat_mark(view: View, parent: Element, seat: int) -> None:
    """The piece that a seat plays in this game."""
    piece = view.table.piece(seat)
    token(parent, piece, "CS"[piece])
