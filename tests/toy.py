"""Tuck: a tiny game with everything that is hard in the contract.

Cards from 1 to 4, two in each hand. Each round one card is burned unseen and each seat draws one secretly; then all pick one or two cards
at once, in secret, and reveal them together. Seat after seat scores the cards it showed; a 1 makes the next seat tuck a card under the
deck, and a pair lets its owner trade (tuck a card, then draw one) or pass for a point. When only tucked cards are left in the deck, they
are drawn openly and score at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Annotated, ClassVar, TypeAlias
from xml.etree import ElementTree as ET

import msgspec
from msgspec.structs import astuple, replace

from byways import game
from byways.bots import RandomPlayer
from byways.game import Chance, Game, Malformed, Outcome, Refused, Tally, Tell, places, put, say
from byways.room import Hooks
from byways.sprite import disc, symbol

Cards: TypeAlias = tuple[int, ...]
Step: TypeAlias = tuple[str, int]  # what is still to do, and by which seat (-1: none or all)


class Components(game.Components, frozen=True):
    highest: Annotated[int, msgspec.Meta(ge=2, le=9)] = 4
    copies: Annotated[int, msgspec.Meta(ge=4, le=9)] = 4


class Options(game.Options, frozen=True):
    rounds: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2


class Setup(game.Setup, frozen=True):
    rounds: int
    hands: tuple[Cards, ...]
    deck: Cards


class Said(game.Choice, frozen=True):
    @property
    def sentence(self) -> str:
        return SENTENCES[type(self).__name__].format(*astuple(self))


class Pick(Said, frozen=True):
    card: int


class Tuck(Said, frozen=True):
    card: int


class Done(Said, frozen=True): ...


class Trade(Said, frozen=True): ...


class Pass(Said, frozen=True): ...


SENTENCES = {"Pick": "Pick a {}", "Tuck": "Tuck a {}", "Done": "Done picking", "Trade": "Trade a card", "Pass": "Pass for a point"}
AnyChoice: TypeAlias = Pick | Done | Tuck | Trade | Pass
EVERY: tuple[AnyChoice, ...] = (Done(), Trade(), Pass(), *map(Pick, range(1, 10)), *map(Tuck, range(1, 10)))
READ: dict[str, AnyChoice] = {str(choice): choice for choice in EVERY}


class Position(game.Position[AnyChoice], frozen=True, kw_only=True):
    room: ClassVar[str] = __name__

    cards: Cards  # the whole deck
    hands: tuple[Cards, ...]
    deck: Cards  # unordered, on top of the tail
    tail: tuple[tuple[int, int], ...] = ()  # who tucked, and what
    burned: Cards = ()
    picked: tuple[Cards, ...]
    pile: Cards = ()
    score: tuple[int, ...]
    todo: tuple[Step, ...]

    @property
    def chance(self) -> Chance | None:
        what, seat = self.todo[0] if self.todo else ("", -1)
        if what == "turn":
            return Chance("the next turn", (f"turn {seat}",), (1,))
        if what not in ("burn", "draw"):
            return None
        if not self.deck:
            return Chance("a tucked card", (str(self.tail[0][1]),), (1,))
        left = Counter(self.deck)
        return Chance("a card", tuple(map(str, left)), tuple(left.values()), (seat,) if what == "draw" else ())


class View(game.View[AnyChoice], frozen=True, kw_only=True):
    room: ClassVar[str] = __name__

    cards: Cards
    hand: Cards = ()
    sizes: tuple[int, ...]
    deck: int
    tail: tuple[tuple[int, int], ...]  # 0 for a card that this seat did not tuck
    burned: int
    picked: tuple[Cards, ...]
    pile: Cards
    score: tuple[int, ...]
    todo: tuple[Step, ...]

    @property
    def expected(self) -> str:
        return {"pick": "Pick one or two cards.", "tuck": "Tuck a card.", "bonus": "Trade or pass."}[self.todo[0][0]]

    @property
    def due(self) -> str:
        return "Waiting for the cards."


def take(cards: Iterable[int], size: int | None = None) -> Cards:
    return tuple(sorted(islice(cards, size)))


def less(cards: Iterable[int], gone: Iterable[int]) -> Cards:
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


def all_cards(components: Components) -> Cards:
    return tuple(sorted([*range(1, components.highest + 1)] * components.copies))


def deal(components: Components, options: Options, seats: int, rng: Random) -> Setup:
    cards = all_cards(components)
    shuffled = iter(rng.sample(cards, len(cards)))
    return Setup(options.rounds, tuple(take(shuffled, 2) for _ in range(seats)), take(shuffled))


def redeal(components: Components, setup: Setup, seat: int | None, rng: Random) -> Setup:
    hidden = [card for other, hand in enumerate(setup.hands) if other != seat for card in hand] + list(setup.deck)
    cards = iter(rng.sample(hidden, len(hidden)))
    hands = tuple(hand if other == seat else take(cards, len(hand)) for other, hand in enumerate(setup.hands))
    return Setup(setup.rounds, hands, take(cards))


def start(components: Components, setup: Setup) -> Position:
    cards, seats = all_cards(components), range(len(setup.hands))
    if take([*setup.deck, *(card for hand in setup.hands for card in hand)]) != cards:
        raise Refused("Hands and deck of this set-up are not all the cards there are.")
    a_round = (("burn", -1), *(("draw", seat) for seat in seats), ("pick", -1), *(("turn", seat) for seat in seats))
    none = ((),) * len(seats)
    zero, todo = (0,) * len(seats), a_round * setup.rounds
    return settle(Position(acts=none, awaited=(), cards=cards, hands=setup.hands, deck=setup.deck, picked=none, score=zero, todo=todo))


def parse(text: str) -> AnyChoice:
    if text not in READ:
        raise Malformed(f"'{text}' is no choice of Tuck: write done, trade, pass, pick 3 or tuck 3.")
    return READ[text]


def present(position: Position) -> list[int]:
    return [seat for seat in range(len(position.hands)) if seat not in position.removed]


def settle(position: Position, tell: Tell = None) -> Position:
    """Skip impossible steps, then await the next seat, reveal the picked cards, or end the game."""
    todo = position.todo
    while todo and not possible(position, *todo[0]):
        todo = todo[1:]
    if not todo:
        return replace(position, todo=(), awaited=(), outcome=ended(position))
    awaited = waiting(position, *todo[0])
    position = replace(position, todo=todo, awaited=awaited)
    return show(position, tell) if todo[0][0] == "pick" and not awaited else position


def possible(position: Position, what: str, seat: int) -> bool:
    if what in ("burn", "draw"):
        return bool(position.deck or position.tail)
    return what != "tuck" or bool(position.hands[seat])


def waiting(position: Position, what: str, seat: int) -> tuple[int, ...]:
    if what == "pick":
        return tuple(other for other in present(position) if Done() not in position.acts[other])
    return (seat,) if what in ("tuck", "bonus") else ()


def show(position: Position, tell: Tell) -> Position:
    picked = tuple(take(step.card for step in act if isinstance(step, Pick)) for act in position.acts)
    for seat in present(position):
        say(tell, "show", f"{{{seat}}} shows {' and '.join(map(str, picked[seat])) or 'nothing'}.")
    hands = tuple(map(less, position.hands, picked))
    return settle(replace(position, acts=((),) * len(hands), hands=hands, picked=picked, todo=position.todo[1:]), tell)


def ended(position: Position) -> Outcome:
    ranks, scores = places(position.score, position.removed), tuple(map(float, position.score))
    points = Tally("Points for cards", scores)
    return Outcome(ranks, "All rounds are played.", "Victory", scores, position.removed, (points,))


def offer(position: Position, seat: int) -> tuple[AnyChoice, ...]:
    what, act, hand = position.todo[0][0], position.acts[seat], position.hands[seat]
    if what == "pick":
        left = less(hand, (step.card for step in act if isinstance(step, Pick))) if len(act) < 2 else ()
        return (*((Done(),) if act or not hand else ()), *map(Pick, sorted(set(left))))
    if what == "tuck" or act:
        return tuple(map(Tuck, sorted(set(hand))))
    return (Pass(), Trade()) if hand else (Pass(),)


def after(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    match choice:
        case Pass():
            say(tell, "pass", f"{{{seat}}} passes for a point.")
            return settle(replace(gain(position, seat, 1), todo=position.todo[1:]), tell)
        case Tuck(card):
            return tuck(position, seat, card, tell)
    return settle(replace(position, acts=put(position.acts, seat, (*position.acts[seat], choice))), tell)


def tuck(position: Position, seat: int, card: int, tell: Tell) -> Position:
    say(tell, "tuck", f"You tuck a {card}.", to=(seat,), otherwise=f"{{{seat}}} tucks a card.")
    then = (("draw", seat),) if position.acts[seat] else ()
    hands, tail = put(position.hands, seat, less(position.hands[seat], [card])), (*position.tail, (seat, card))
    return settle(replace(position, acts=put(position.acts, seat, ()), hands=hands, tail=tail, todo=then + position.todo[1:]), tell)


def shown(position: Position, seat: int, choice: AnyChoice, to: int | None) -> str | None:
    return "tuck ?" if isinstance(choice, Tuck) and to != seat else str(choice)


def gain(position: Position, seat: int, points: int) -> Position:
    return replace(position, score=put(position.score, seat, position.score[seat] + points))


def came(position: Position, what: str, tell: Tell) -> Position:
    (step, seat), todo = position.todo[0], position.todo[1:]
    if step == "turn":
        return turn(position, seat, tell)
    card, position = int(what), replace(position, todo=todo)
    if not position.deck:
        say(tell, "open", f"A {card} comes from under the deck.")
        position = gain(position, seat, card) if step == "draw" else position
        return settle(replace(position, tail=position.tail[1:], pile=take([*position.pile, card])), tell)
    position = replace(position, deck=less(position.deck, [card]))
    if step == "burn":
        say(tell, "burn", "A card is burned.")
        return settle(replace(position, burned=take([*position.burned, card])), tell)
    say(tell, "draw", f"You draw a {card}.", to=(seat,), otherwise=f"{{{seat}}} draws a card.")
    return settle(replace(position, hands=put(position.hands, seat, take([*position.hands[seat], card]))), tell)


def turn(position: Position, seat: int, tell: Tell) -> Position:
    """A seat scores the cards it showed. Consequences of a 1 and of a pair come before all other steps."""
    cards, seats = position.picked[seat], present(position)
    neighbour = seats[(seats.index(seat) + 1) % len(seats)]
    say(tell, "score", f"{{{seat}}} scores {sum(cards)}.", f"pawn-{seat}")
    follows = (("tuck", neighbour),) * (1 in cards) + (("bonus", seat),) * (len(cards) > len(set(cards)))
    picked, pile = put(position.picked, seat, ()), take([*position.pile, *cards])
    return settle(replace(gain(position, seat, sum(cards)), picked=picked, pile=pile, todo=follows + position.todo[1:]), tell)


def without(position: Position, seat: int, tell: Tell) -> Position:
    """A player who leaves reveals their cards."""
    say(tell, "leave", f"{{{seat}}} leaves.")
    pile = take([*position.pile, *position.hands[seat], *position.picked[seat]])
    hands, picked = put(position.hands, seat, ()), put(position.picked, seat, ())
    todo = tuple(step for step in position.todo if step[1] != seat) if len(present(position)) > 1 else ()
    acts = position.acts if todo else ((),) * len(hands)
    return settle(replace(position, acts=acts, hands=hands, picked=picked, pile=pile, todo=todo), tell)


def view(position: Position, seat: int | None) -> View:
    return View(
        *position.header(seat),
        cards=position.cards,
        hand=() if seat is None else position.hands[seat],
        sizes=tuple(map(len, position.hands)),
        deck=len(position.deck),
        tail=tuple((owner, card if owner == seat else 0) for owner, card in position.tail),
        burned=len(position.burned),
        picked=position.picked,
        pile=position.pile,
        score=position.score,
        todo=position.todo,
    )


OPEN = ("awaited", "removed", "outcome", "cards", "picked", "pile", "score", "todo")


def imagine(view: View, rng: Random) -> Position:
    """Choices reveal nothing about hidden cards, so all arrangements of the unseen cards are equally likely."""
    seen = [*view.hand, *view.pile, *(card for cards in view.picked for card in cards), *(card for _, card in view.tail)]
    unseen = less(view.cards, seen)
    cards = iter(rng.sample(unseen, len(unseen)))
    hands = tuple(view.hand if seat == view.seat else take(cards, size) for seat, size in enumerate(view.sizes))
    acts = tuple(view.act if seat == view.seat else guess(view, seat, hand, rng) for seat, hand in enumerate(hands))
    tail = tuple((seat, card or next(cards)) for seat, card in view.tail)
    burned, deck = take(cards, view.burned), take(cards)
    return Position(acts=acts, hands=hands, tail=tail, burned=burned, deck=deck, **{name: getattr(view, name) for name in OPEN})


def guess(view: View, seat: int, hand: Cards, rng: Random) -> tuple[AnyChoice, ...]:
    """Return tentative steps that another seat may have taken."""
    what = view.todo[0][0] if view.todo and seat not in view.removed else ""
    if what == "bonus" and seat in view.awaited and hand:
        return rng.choice(((), (Trade(),)))
    if what != "pick":
        return ()
    done = seat not in view.awaited
    size = rng.randint(min(done, len(hand)), min(2, len(hand)))
    return (*map(Pick, rng.sample(hand, size)), *((Done(),) if done else ()))


ART = {"card": symbol("card", "0 0 20 20", disc(10, 10, 8, "currentColor")), "coin": symbol("coin", "0 0 20 20", disc(10, 10, 5, "#c90"))}


def draw(view: View, name: str, language: str = "en", tall: bool = False) -> str:
    """Draw a row with a pawn for each seat, and a button for each choice."""
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 400 200", "id": name})
    ET.SubElement(root, "style").text = "text { font: 14px 'Source Sans Pro' } rect, circle { fill: none; stroke: currentColor }"
    board, pieces, options, labels = (
        ET.SubElement(root, "g", {"id": f"{name}-{layer}"}) for layer in ("board", "pieces", "options", "labels")
    )
    ET.SubElement(board, "rect", {"width": "400", "height": "160"})
    ET.SubElement(board, "use", {"href": "#art-card", "x": "380", "width": "20", "height": "20"})
    for seat, (size, score) in enumerate(zip(view.sizes, view.score, strict=True)):
        place = f"translate({20 + 10 * score} {20 + 40 * seat})"
        ET.SubElement(pieces, "circle", {"id": f"{name}-pawn-{seat}", "r": "8", "transform": place})
        label = ET.SubElement(labels, "text", {"id": f"{name}-score-{seat}", "transform": f"translate(2 {12 + 40 * seat})"})
        label.text = f"{seat}: {size} cards, {score} points"
    for column, choice in enumerate(view.choices):
        says = {"role": "button", "tabindex": "0", "data-choice": str(choice), "aria-label": choice.sentence}
        option = ET.SubElement(options, "g", {**says, "transform": f"translate({60 * column} 170)"})
        ET.SubElement(option, "rect", {"width": "55", "height": "25"})
        ET.SubElement(option, "text", {"y": "18"}).text = str(choice)
    return ET.tostring(root, encoding="unicode")


def text(view: View, language: str = "en") -> str:
    tail = " ".join(str(card or "?") for _, card in view.tail)
    lines = [f"seat {seat}: {size} cards, {score} points" for seat, (size, score) in enumerate(zip(view.sizes, view.score, strict=True))]
    return "\n".join([f"deck {view.deck}, tail {tail or '-'}, hand {' '.join(map(str, view.hand)) or '-'}", *lines])


HOOKS: Hooks[Position, AnyChoice, Setup, Components] = Hooks(came=came, shown=shown, redeal=redeal)
BOTS: dict[str, game.Bot] = {"random": RandomPlayer}

GAME: Game[Components] = Game(
    name="tuck",
    title="Tuck",
    summary="Pick cards together, tuck cards in secret.",
    credit="Made for the tests of Byways.",
    seats=(2, 4),
    minutes=(1, 5),
    version=1,
    room=__name__,
    seat_names=("Ann", "Bob", "Cid", "Dot"),
    bot_names=("random",),
    options=Options,
)


def first_pick() -> Position:
    """Seats 0 and 1 hold three known cards each and must pick."""
    position = GAME.start(Setup(1, ((2, 2), (3, 4)), (1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4)))
    for card in ("1", "3", "4"):
        position = position.happen(card)
    assert isinstance(position, Position)
    return position
