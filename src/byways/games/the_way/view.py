"""A seat's view of The Way, and determinization of the rest."""

from __future__ import annotations

from random import Random

from byways import game
from byways.games.the_way.rules import in_order
from byways.games.the_way.rules.aim import aim
from byways.games.the_way.state import AnyChoice, Card, Cards, Lay, OpenState, Phase, Place, Position, Turn
from byways.i18n import Message, Sentence

LONGEST = 3  # tentative steps of an act: card, place, face
ARRANGING: dict[Phase, Message] = {"choose": Message("prompt.choose"), "vary": Message("prompt.vary"), "piece": Message("prompt.piece")}


class View(game.View[AnyChoice], frozen=True, kw_only=True):
    """`hand` is this seat's own; `sizes` counts both hands.

    `unseen` has the cards in the other hand, left out or undealt, except those that this seat knows to be in the other hand. `stock` of
    them are undealt.
    """

    table: OpenState
    hand: Cards
    sizes: tuple[int, int]
    unseen: Cards
    stock: int

    @property
    def when(self) -> Message:
        turn, game = self.table.turn // 2 + 1, self.table.game
        return Message("when.turn", {"turn": turn}) if self.table.single else Message("when.game-turn", {"turn": turn, "game": game})

    @property
    def aim(self) -> Sentence:
        return "" if self.outcome else aim(self.table, self.act, self.seat)

    def token(self, seat: int) -> int:
        """Return a seat's piece. Before pieces are chosen, seat 0 has Circle's token."""
        return seat if self.table.circle is None else self.table.piece(seat)

    @property
    def due(self) -> Message:
        table = self.table
        if table.phase != "gather":
            return Message("prompt.deal")
        if table.results[-1] is None:
            return Message("prompt.drawn", {"game": table.game})
        return Message("prompt.won", {"seat": table.results[-1], "game": table.game})

    @property
    def waiting(self) -> Message:
        return Message("prompt.other", {"seat": self.awaited[0]})

    @property
    def expected(self) -> Message:
        if self.table.phase != "play":
            return ARRANGING[self.table.phase]
        if not self.act:
            return Message("prompt.turn")
        match self.act[-1]:
            case Card():
                return Message("prompt.place")
            case Place():
                return Message("prompt.lay")
        return Message("prompt.move")


def view(position: Position, seat: int | None) -> View:
    hands = position.hands
    return View(
        *position.header(seat),
        table=position.table,
        hand=() if seat is None else hands[seat],
        sizes=(len(hands[0]), len(hands[1])),
        unseen=unseen(position, seat),
        stock=len(position.stock),
    )


def unseen(position: Position, seat: int | None) -> Cards:
    hidden = [*position.left, *position.stock]
    for owner, hand in enumerate(position.hands):
        if owner != seat:
            hidden += hand
            for card in position.table.known[owner]:
                hidden.remove(card)
    # Sorted, so that the order does not reveal where a card is.
    hidden.sort()
    return tuple(hidden)


def imagine(view: View, rng: Random) -> Position:
    """Deal the unseen cards at random. All deals are equally likely, because the cards played reveal nothing about the cards kept."""
    cards = rng.sample(view.unseen, len(view.unseen))
    hands = [view.hand if seat == view.seat else fill(view, seat, cards) for seat in (0, 1)]
    stock = in_order([cards.pop() for _ in range(view.stock)])
    position = Position(
        acts=(view.act if view.seat == 0 else (), view.act if view.seat == 1 else ()),
        awaited=view.awaited,
        removed=view.removed,
        outcome=view.outcome,
        table=view.table,
        hands=(hands[0], hands[1]),
        stock=stock,
        left=tuple(cards),
    )
    return begun(position, view, rng)


def fill(view: View, seat: int, cards: list[str]) -> Cards:
    known = view.table.known[seat]
    return in_order([*known, *(cards.pop() for _ in range(view.sizes[seat] - len(known)))])


def begun(position: Position, view: View, rng: Random) -> Position:
    """Take some random tentative steps for another awaited seat."""
    for seat in view.awaited:
        for _ in range(rng.randint(0, LONGEST) if seat != view.seat else 0):
            steps = [choice for choice in position.choices(seat) if isinstance(choice, Turn | Card | Place | Lay)]
            if steps:
                position = position.choose(seat, rng.choice(steps))
    return position
