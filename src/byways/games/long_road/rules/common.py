"""What turns and sales share: money, weapons, lines of characters, and the names of cards and weapons."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar, cast

from msgspec.structs import replace

from byways.game import Choice, Move, Tell, happened, put
from byways.games.long_road.box import Box
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.rules.decks import laid_open
from byways.games.long_road.rules.events import tell_turned
from byways.games.long_road.state import Arms, Cards, Placed, Position, Road, Step

C = TypeVar("C", bound=AnyChoice)
Deed: TypeAlias = Callable[[Position, int, Step, C, Tell], Position]  # what a choice of a seat does at a step
Deeds: TypeAlias = dict[type[Choice], Deed[AnyChoice]]

ONES: tuple[Arms, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def on(choice: type[C], deed: Deed[C]) -> Deeds:
    """A choice of this type does this. Deeds are found by the type of the choice, so none is ever given another."""
    return {choice: cast(Deed[AnyChoice], deed)}


def tentative(position: Position, seat: int, step: Step, choice: AnyChoice, tell: Tell) -> Position:
    return replace(position, acts=put(position.acts, seat, (*position.acts[seat], choice)))


def popped(position: Position) -> Position:
    """The step at the head of the agenda is done."""
    return replace(position, todo=position.todo[1:])


def place_name(box: Box, card: int) -> str:
    """The key of the place that a card shows: enough to tell people which card it is."""
    return box.places[box.place[card]].name


def reveal(position: Position, cards: Cards) -> Position:
    """All see these cards. Once nothing of the discard is hidden elsewhere, all know again what lies in it."""
    pool = tuple(card for card in position.pool if card not in cards)
    traces = laid_open(position.traces, cards)
    return replace(position, pool=pool if set(pool) - set(position.discard) else (), traces=traces)


def less(cards: Cards, card: int) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def more(cards: Cards, extra: Iterable[int]) -> Cards:
    return tuple(sorted((*cards, *extra)))


def one_more(cards: Cards, card: int) -> Cards:
    at = bisect(cards, card)
    return cards[:at] + (card,) + cards[at:]  # noqa: RUF005  (as `put`)


def add_arms(one: Arms, other: Arms, sign: int = 1) -> Arms:
    return (one[0] + sign * other[0], one[1] + sign * other[1], one[2] + sign * other[2])


def one_of(weapon: int) -> Arms:
    return ONES[weapon]


def gain(position: Position, seat: int, money: int) -> Position:
    return replace(position, money=put(position.money, seat, position.money[seat] + money)) if money else position


def rob(position: Position, seat: int, victim: int, amount: int, tell: Tell) -> Position:
    """Taking takes what is there."""
    sum_taken = min(amount, position.money[victim])
    if tell is not None:
        coin = Move(f"purse-{victim}", (f"purse-{victim}", f"purse-{seat}"))
        happened(tell, "rob", coin, f"money-{victim}", f"money-{seat}", seat=seat, victim=victim, amount=sum_taken)
    return gain(gain(position, seat, sum_taken), victim, -sum_taken)


def from_reserve(position: Position, seat: int, weapon: int) -> Position:
    arms = put(position.arms, seat, add_arms(position.arms[seat], one_of(weapon)))
    return replace(position, arms=arms, reserve=add_arms(position.reserve, one_of(weapon), -1))


def with_road(position: Position, number: int, road: Road) -> tuple[Road, Road, Road]:
    first, second, third = position.roads
    return (road, second, third) if number == 0 else (first, road, third) if number == 1 else (first, second, road)


# Lines of characters


def value_of(position: Position, placed: Placed, number: int) -> int:
    return value_in(position.box, position.roads[number].cards, placed)


def value_in(box: Box, caravan: Cards, placed: Placed) -> int:
    """Activation value: the printed number, the weapons, and the plus for each card of a place still in the caravan."""
    arms = placed.arms
    dagger, pistol, rifle = box.values
    value = box.value[placed.character] + arms[0] * dagger + arms[1] * pistol + arms[2] * rifle
    plus = box.plus[placed.character]
    if plus:
        place, step = plus
        value += step * sum(box.place[card] == place for card in caravan)
    return value


def uncover(position: Position, characters: int) -> Position:
    """Turn up these characters (a bit set), wherever they lie: all see them, and that no other face-down one is any of them."""
    roads, known = list(position.roads), list(position.known)
    for number, road in enumerate(roads):
        if any(not placed.up for placed in road.line):
            roads[number] = replace(road, line=tuple(turned(placed, characters, known) for placed in road.line))
    return replace(position, roads=tuple(roads), known=tuple(known), seen=position.seen | characters)


def turned(placed: Placed, characters: int, known: list[int]) -> Placed:
    if placed.up:
        return placed
    if characters >> placed.character & 1:
        known[placed.seat] &= ~(1 << placed.character)
        return Placed(placed.character, placed.seat, placed.arms, True, 0)
    return Placed(placed.character, placed.seat, placed.arms, False, placed.could & ~characters)


def join(position: Position, number: int, newcomer: Placed, moved: bool, tell: Tell) -> Position:
    """A character comes to the left end of a line. Who unmasks turns up who comes to its left, and whom it lands beside when it moves."""
    road, unmasks = position.roads[number], position.box.unmasks
    if not road.line:
        return replace(position, roads=with_road(position, number, replace(road, line=(newcomer,))))
    beside, turn = road.line[-1], 0
    if not newcomer.up and unmasks >> beside.character & 1:
        turn = 1 << newcomer.character | 1 << beside.character
    if moved and not beside.up and unmasks >> newcomer.character & 1:
        turn = 1 << newcomer.character | 1 << beside.character
    if not turn:
        beside, newcomer = unmasked(beside, newcomer, moved, ~unmasks)
    line = (*road.line[:-1], beside, newcomer)
    position = replace(position, roads=with_road(position, number, replace(road, line=line)))
    if turn:
        tell_turned(position, number, beside, newcomer, tell)
    return uncover(position, turn) if turn else position


def unmasked(beside: Placed, newcomer: Placed, moved: bool, others: int) -> tuple[Placed, Placed]:
    """Where nothing is turned up, everyone knows that no character there turns others up."""
    if not newcomer.up and moved and not beside.up:
        newcomer = replace(newcomer, could=newcomer.could & others)
    if not beside.up and not newcomer.up:
        beside = replace(beside, could=beside.could & others)
    return beside, newcomer


def leave_line(position: Position, number: int, place: int) -> tuple[Placed, Position]:
    road = position.roads[number]
    line = road.line[:place] + road.line[place + 1 :]
    return road.line[place], replace(position, roads=with_road(position, number, replace(road, line=line)))
