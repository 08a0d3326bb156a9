"""The table as one seat sees it, including its own unfinished turn, for drawing and text."""

from __future__ import annotations

from copy import copy
from typing import Literal, TypeAlias
from xml.etree.ElementTree import Element

from byways.drawing import Say, token
from byways.game import put
from byways.games.the_way.cards import ENTER, EXITS, LEAVE, OPPOSITE
from byways.games.the_way.state import (
    CELLS,
    MIDPOINTS,
    NEIGHBOURS,
    PIECES,
    PLACES,
    SIZE,
    STARTS,
    VARIATION_NAMES,
    Card,
    Lay,
    Place,
    Turn,
    altered,
)
from byways.games.the_way.view import View
from byways.i18n import Message, Sentence, Value

Arrows: TypeAlias = Literal["hidden", "idle", "counting"]

LOST: dict[Sentence, Sentence] = {Message("title.victory"): Message("title.defeat"), Message("title.win"): Message("title.loss")}
BORDERS = [(cell, side, beside, OPPOSITE[side]) for cell in range(SIZE * SIZE) for side, beside in NEIGHBOURS[cell] if beside > cell]


class Scene:
    """The board after this seat's tentative steps.

    `pending` is the cell that the steps alter, and `ghost` a card whose orientation is not chosen yet. `taken` is the chosen card's
    position in the hand; `laid` is the same once the card is on the board.
    """

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
                    self.taken = view.hand.index(card) + view.hand.count(card) - 1  # the last of equal cards
                    self.ghost = card
        if board.played or self.pending is None:
            self.ghost = ""
        if board.played:
            self.laid = self.taken

    @property
    def own(self) -> int | None:
        """This seat's piece: 0 is Circle, 1 is Square. None before pieces are chosen, and for spectators."""
        seat = self.view.seat
        return None if seat is None or self.table.circle is None else self.table.piece(seat)

    @property
    def arrows(self) -> Arrows:
        """How arrows are drawn."""
        return "counting" if self.table.variations.arrows else "idle" if self.table.various else "hidden"

    @property
    def ways(self) -> tuple[list[int], list[int]]:
        """The sides by which a piece may leave each card, and those by which it may enter."""
        leave, enter = (LEAVE, ENTER) if self.table.variations.arrows else (EXITS, EXITS)
        return [leave[face] for face in self.cards], [enter[face] for face in self.cards]

    def joined(self) -> list[tuple[int, int, int]]:
        """Return every border that can be crossed in at least one direction: cell, side (east or south) and the cell beyond."""
        leave, enter = self.ways
        return [
            (cell, side, beside)
            for cell, side, beside, back in BORDERS
            if (leave[cell] & side and enter[beside] & back) or (leave[beside] & back and enter[cell] & side)
        ]

    def reach(self) -> list[int]:
        """Return the cells that this seat's token can reach along open ways, including its own."""
        if self.own is None or self.is_over:
            return []
        found, (leave, enter) = [self.table.tokens[self.own]], self.ways
        for cell in found:
            found += [
                beside for side, beside in NEIGHBOURS[cell] if leave[cell] & side and enter[beside] & OPPOSITE[side] and beside not in found
            ]
        return sorted(found)

    def connected(self, start: int) -> list[int]:
        """Return the cells connected to a cell, in either direction, nearest first."""
        found, joined = [start], self.joined()
        for cell in found:
            pairs = [(one, other) if one == cell else (other, one) for one, _, other in joined if cell in (one, other)]
            found += [other for _, other in pairs if other not in found]
        return found

    def imagined(self, cell: int, face: str) -> Scene:
        """Return the scene with another face at one place."""
        other = copy(self)
        other.cards = put(self.cards, cell, face)
        return other

    def player(self, piece: int) -> int | None:
        """Return the seat that plays a piece, or None before pieces are chosen."""
        circle = self.table.circle
        return None if circle is None else circle if piece == 0 else 1 - circle

    def named(self, piece: int) -> Message:
        """Name the player of a piece, or the piece itself before pieces are chosen."""
        seat = self.player(piece)
        if seat is None:
            return Message("draw.piece", {"piece": PIECES[piece]})
        return Message("draw.you") if seat == self.view.seat else Message("seat.name", {"seat": seat})

    @property
    def is_over(self) -> bool:
        """Whether the game on the board is over, even if the set continues."""
        return self.view.outcome is not None or self.table.phase == "gather"

    @property
    def shows_unseen(self) -> bool:
        """Whether the unseen cards are shown. The orientations of a card to be laid take their place."""
        is_laying = any(isinstance(choice, Lay) for choice in self.view.choices)
        return bool(self.view.unseen) and not is_laying and self.table.phase in ("play", "gather", "over")

    def has_won(self, piece: int) -> bool:
        """Whether a piece has won the game on the board."""
        seat, results = self.player(piece), self.table.results
        return self.is_over and seat is not None and results[-1:] == (seat,)

    def goal(self, piece: int) -> int:
        """Return the place where a piece has to go next."""
        return STARTS[piece] if self.table.reached[piece] else MIDPOINTS[piece]

    def errand(self, piece: int) -> Message:
        return Message("errand.back" if self.table.reached[piece] else "errand.out", {"place": PLACES[self.goal(piece)]})

    def status(self, piece: int) -> Message:
        """Describe a piece: its player, where it has to go, and the number of cards in the player's hand."""
        seat = self.player(piece)
        if seat is None:
            return Message("status.free", {"piece": PIECES[piece], "errand": self.errand(piece)})
        values: dict[str, Value] = {"piece": PIECES[piece], "seat": seat, "errand": self.errand(piece), "cards": self.view.sizes[seat]}
        return Message("status.own" if seat == self.view.seat else "status.other", values)


def heading(view: View) -> Message:
    """Name the game within the set, and the turn."""
    table = view.table
    values: dict[str, Value] = {"game": table.game or 1, "turn": table.turn // 2 + 1}
    if table.phase == "play":
        return Message("heading.single-turn" if table.single else "heading.set-turn", values)
    return Message("heading.single" if table.single else "heading.set", values)


def in_force(view: View) -> tuple[str, ...]:
    """Return the names of the variations in this game."""
    return tuple(name for name in VARIATION_NAMES if getattr(view.table.variations, name))


def verdict(view: View, say: Say) -> str:
    """Say what is expected now, or how the game ended, with the result's title for this seat."""
    outcome = view.outcome
    if outcome is None or not outcome.title:
        return say(view.prompt)
    lost = view.seat is not None and view.seat not in outcome.winners
    title = LOST.get(outcome.title, outcome.title) if lost else outcome.title
    return f"{say(title)}. {say(outcome.reason)}"


def seat_mark(view: View, parent: Element, seat: int) -> None:
    """Draw a player in their piece's colour, with their own initial, because the piece may change during a set."""
    token(parent, view.token(seat), "AR"[seat])
