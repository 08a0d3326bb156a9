"""Helpers shared by turns and sales: money, weapons, cards, and lines of characters."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar, cast

from msgspec.structs import replace

from byways.game import Choice, Move, Tell, happened, put
from byways.games.long_road.box import Box
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.rules.events import tell_unmasked
from byways.games.long_road.state import Arms, Cards, Placed, Position, Road, Task

C = TypeVar("C", bound=AnyChoice)
Action: TypeAlias = Callable[[Position, int, Task, C, Tell], Position]  # applies a seat's choice at a task
Actions: TypeAlias = dict[type[Choice], Action[AnyChoice]]

ONE_WEAPON: tuple[Arms, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def on(choice: type[C], action: Action[C]) -> Actions:
    """Bind an action to a choice type. The cast is safe, because actions are looked up by the choice's type."""
    return {choice: cast(Action[AnyChoice], action)}


def add_to_act(position: Position, seat: int, task: Task, choice: AnyChoice, tell: Tell) -> Position:
    return replace(position, acts=put(position.acts, seat, (*position.acts[seat], choice)))


def pop_task(position: Position) -> Position:
    return replace(position, todo=position.todo[1:])


def place_name(box: Box, card: int) -> str:
    """Return the key of a card's place, which names the card in events."""
    return box.places[box.place[card]].name


# Cards


def reveal_cards(position: Position, cards: Cards) -> Position:
    """Show these cards to everyone. Once no card of the pool is hidden, the contents of the discard are public again."""
    pool = tuple(card for card in position.pool if card not in cards)
    traces = tuple(trace for trace in position.traces if trace.card not in cards)
    return replace(position, pool=pool if set(pool) - set(position.discard) else (), traces=traces)


def without_card(cards: Cards, card: int) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def with_cards(cards: Cards, extra: Iterable[int]) -> Cards:
    return tuple(sorted((*cards, *extra)))


def with_card(cards: Cards, card: int) -> Cards:
    at = bisect(cards, card)
    return cards[:at] + (card,) + cards[at:]  # noqa: RUF005  (concatenation is faster here)


# Money and weapons


def add_arms(one: Arms, other: Arms, sign: int = 1) -> Arms:
    return (one[0] + sign * other[0], one[1] + sign * other[1], one[2] + sign * other[2])


def add_money(position: Position, seat: int, money: int) -> Position:
    return replace(position, money=put(position.money, seat, position.money[seat] + money)) if money else position


def rob(position: Position, seat: int, victim: int, amount: int, tell: Tell) -> Position:
    """R30: take at most what the victim has."""
    stolen = min(amount, position.money[victim])
    if tell is not None:
        coin = Move(f"purse-{victim}", (f"purse-{victim}", f"purse-{seat}"))
        happened(tell, "rob", coin, f"money-{victim}", f"money-{seat}", seat=seat, victim=victim, amount=stolen)
    return add_money(add_money(position, seat, stolen), victim, -stolen)


def from_reserve(position: Position, seat: int, weapon: int) -> Position:
    arms = put(position.arms, seat, add_arms(position.arms[seat], ONE_WEAPON[weapon]))
    return replace(position, arms=arms, reserve=add_arms(position.reserve, ONE_WEAPON[weapon], -1))


# Roads and lines of characters


def replace_road(position: Position, number: int, road: Road) -> tuple[Road, Road, Road]:
    first, second, third = position.roads
    return (road, second, third) if number == 0 else (first, road, third) if number == 1 else (first, second, road)


def value_of(position: Position, placed: Placed, number: int) -> int:
    return value_in(position.box, position.roads[number].cards, placed)


def value_in(box: Box, caravan: Cards, placed: Placed) -> int:
    """A character's activation value: the printed number, weapons, and the plus for each card of its place still in the caravan (R18)."""
    arms = placed.arms
    dagger, pistol, rifle = box.values
    value = box.value[placed.character] + arms[0] * dagger + arms[1] * pistol + arms[2] * rifle
    plus = box.plus[placed.character]
    if plus:
        place, step = plus
        value += step * sum(box.place[card] == place for card in caravan)
    return value


def find_in_line(road: Road, character: int) -> tuple[int, Placed]:
    for place, placed in enumerate(road.line):
        if placed.character == character:
            return place, placed
    raise AssertionError(character)


def turn_up_characters(position: Position, characters: int) -> Position:
    """Turn these characters (a bit set) face up wherever they are, and rule them out for all that stay face down."""
    roads, known = list(position.roads), list(position.known)
    for number, road in enumerate(roads):
        if any(not placed.up for placed in road.line):
            roads[number] = replace(road, line=tuple(after_turning_up(placed, characters, known) for placed in road.line))
    return replace(position, roads=tuple(roads), known=tuple(known), seen=position.seen | characters)


def after_turning_up(placed: Placed, characters: int, known: list[int]) -> Placed:
    if placed.up:
        return placed
    if characters >> placed.character & 1:
        # `known` has characters in hand or face down, but this one is now face up.
        known[placed.seat] &= ~(1 << placed.character)
        return Placed(placed.character, placed.seat, placed.arms, True, 0)
    return Placed(placed.character, placed.seat, placed.arms, False, placed.could & ~characters)


def join_line(position: Position, number: int, newcomer: Placed, moved: bool, tell: Tell) -> Position:
    """Add a character at the left end of a line. R10, R11: the Reverend unmasks his new left neighbour or, when he moves, his neighbour."""
    road, unmasks = position.roads[number], position.box.unmasks
    if not road.line:
        return replace(position, roads=replace_road(position, number, replace(road, line=(newcomer,))))
    beside = road.line[-1]
    unmasked = (not newcomer.up and unmasks >> beside.character & 1) or (moved and not beside.up and unmasks >> newcomer.character & 1)
    if not unmasked:
        beside, newcomer = rule_out_unmasking(beside, newcomer, moved, ~unmasks)
    line = (*road.line[:-1], beside, newcomer)
    position = replace(position, roads=replace_road(position, number, replace(road, line=line)))
    if not unmasked:
        return position
    tell_unmasked(position, number, beside, newcomer, tell)
    return turn_up_characters(position, 1 << newcomer.character | 1 << beside.character)


def rule_out_unmasking(beside: Placed, newcomer: Placed, moved: bool, others: int) -> tuple[Placed, Placed]:
    """Record that neither character unmasks, which everyone knows because nothing was turned up."""
    if not newcomer.up and moved and not beside.up:
        newcomer = replace(newcomer, could=newcomer.could & others)
    if not beside.up and not newcomer.up:
        beside = replace(beside, could=beside.could & others)
    return beside, newcomer


def leave_line(position: Position, number: int, place: int) -> tuple[Placed, Position]:
    road = position.roads[number]
    line = road.line[:place] + road.line[place + 1 :]
    return road.line[place], replace(position, roads=replace_road(position, number, replace(road, line=line)))
