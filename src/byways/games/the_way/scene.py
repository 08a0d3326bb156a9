"""What lies where as one seat sees it, its own unfinished turn included, for drawing and text alike."""

from __future__ import annotations

from copy import copy

from byways.game import put
from byways.games.the_way import GAME
from byways.games.the_way.faces import ENTER, EXITS, LEAVE, OPPOSITE
from byways.games.the_way.state import CELLS, MIDPOINTS, NEIGHBOURS, PIECES, PLACES, SIZE, STARTS, Card, Place, Turn, altered
from byways.games.the_way.view import View


class Scene:
    """The board after this seat's own tentative steps. `pending` is the cell that they alter, `ghost` a card whose orientation is still to
    be chosen, `taken` the place of the hand from which it comes."""

    def __init__(self, view: View) -> None:
        self.view, self.table = view, view.table
        board = altered(view.table, view.act)
        self.cards, self.piles, self.locked = board.cards, board.piles, board.locked
        self.pending: int | None = None
        self.ghost = ""
        self.taken: int | None = None
        for step in view.act:
            match step:
                case Turn(place) | Place(place):
                    self.pending = CELLS[place]
                case Card(card):
                    self.taken = view.hand.index(card)
                    self.ghost = card
        if board.played or self.pending is None:
            self.ghost = ""

    @property
    def own(self) -> int | None:
        """The piece of this seat: 0 is Circle, 1 is Square."""
        settled = self.view.seat is not None and self.table.circle is not None
        return self.table.piece(self.view.seat) if settled and self.view.seat is not None else None

    def passes(self, cell: int, side: int, beside: int) -> bool:
        """Whether one may go from a card over a side to the next."""
        leave, enter = (LEAVE, ENTER) if self.table.variations.arrows else (EXITS, EXITS)
        return bool(leave[self.cards[cell]] & side and enter[self.cards[beside]] & OPPOSITE[side])

    def joined(self) -> list[tuple[int, int, int]]:
        """Every border that can be crossed, at least in one direction: cell, side (east or south) and the cell beyond."""
        return [
            (cell, side, beside)
            for cell in range(SIZE * SIZE)
            for side, beside in NEIGHBOURS[cell]
            if beside > cell and (self.passes(cell, side, beside) or self.passes(beside, OPPOSITE[side], cell))
        ]

    def reach(self) -> list[int]:
        """The cards that this seat's token could walk to on the board as it is, its own among them."""
        if self.own is None or self.view.outcome is not None:
            return []
        found = [self.table.tokens[self.own]]
        for cell in found:
            found += [beside for side, beside in NEIGHBOURS[cell] if beside not in found and self.passes(cell, side, beside)]
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

    def errand(self, piece: int) -> str:
        """Where a piece has to go."""
        if self.table.reached[piece]:
            return f"back to Start {PLACES[STARTS[piece]]}"
        return f"to Midpoint {PLACES[MIDPOINTS[piece]]}"

    def status(self, piece: int) -> str:
        """A piece in a line: who plays it, where it goes, how many cards are in that hand."""
        seat = self.player(piece)
        name = PIECES[piece].capitalize()
        if seat is None:
            return f"{name}: {self.errand(piece)}"
        who = f"{name_of(seat)} (you)" if seat == self.view.seat else name_of(seat)
        return f"{name}, {who}: {self.errand(piece)}, {cards(self.view.sizes[seat])}"


def cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def name_of(seat: int) -> str:
    return GAME.seat_names[seat]


def heading(view: View) -> str:
    """Which game of the set this is, and how far."""
    table = view.table
    number = table.game or 1
    game = "A single game" if table.single else f"Game {number} of 3"
    return f"{game}, turn {table.turn // 2 + 1}" if table.phase == "play" else game


def score(view: View) -> str:
    """The finished games of a set in a few words."""
    if view.table.single or not view.table.results:
        return ""
    mine, theirs = view.table.won
    drawn = view.table.results.count(None)
    return f"{name_of(0)} {mine}, {name_of(1)} {theirs}" + (f", {drawn} drawn" if drawn else "")


def rules(view: View) -> str:
    """The variations in force, in a few words."""
    variations = view.table.variations
    return ", ".join(name for name in ("arrows", "clockwise", "replace") if getattr(variations, name))


def verdict(view: View) -> str:
    """What is expected now, or how it ended in this seat's own words."""
    outcome = view.outcome
    if outcome is None:
        return GAME.say(view.prompt)
    if view.seat is None or not outcome.title or outcome.title == "Draw":
        return " ".join(filter(None, (f"{outcome.title}." if outcome.title else "", GAME.say(outcome.reason))))
    title = outcome.title if view.seat in outcome.winners else {"Victory": "Defeat", "Win": "Loss"}[str(outcome.title)]
    return f"{title}. {GAME.say(outcome.reason)}"
