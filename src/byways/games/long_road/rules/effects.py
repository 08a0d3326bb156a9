"""Effects of activated characters: what each offers its player, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from byways.game import Move, Tell, happened, put
from byways.games.long_road import choices as c
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.components import AnyEffect, Call, Earn, Rob, Seize, Take, TakeWeapon, Unload
from byways.games.long_road.rules.common import (
    ONE_WEAPON,
    add_arms,
    add_money,
    add_to_act,
    find_in_line,
    from_reserve,
    leave_line,
    on,
    place_name,
    pop_task,
    replace_road,
    rob,
    turn_up_characters,
    value_of,
    with_cards,
    without_card,
)
from byways.games.long_road.rules.events import weapons_returned
from byways.games.long_road.state import UNARMED, Placed, Position, Road, Sale, Task

DECLINE, DONE = c.Decline(), c.Done()
ROBS = tuple(map(c.Rob, range(4)))
Loot: TypeAlias = list[tuple[int, int]]  # cards, each with the road from which it is taken
E = TypeVar("E", bound=AnyEffect)


def sale_of(position: Position) -> Sale:
    assert position.sale is not None
    return position.sale


def effect_of(box: Box, task: Task) -> AnyEffect:
    return box.characters[task.item].effects[task.stage]


def effect_as(box: Box, task: Task, kind: type[E]) -> E:
    """Return a task's effect, whose type follows from the current choice."""
    effect = effect_of(box, task)
    assert isinstance(effect, kind)
    return effect


def to_come(position: Position, task: Task) -> list[Placed]:
    """Return the characters still to be activated after this one."""
    done = sale_of(position).done | 1 << task.item
    return [placed for placed in position.roads[task.road].line if not done >> placed.character & 1]


# Earn


def earn(position: Position, task: Task, effect: Earn, tell: Tell) -> Position:
    times = min(count(position, task, effect), effect.most)
    money = effect.amount * times
    if money:
        pieces, values = (f"who-{task.item}", f"money-{task.seat}"), {"money": money, "each": effect.amount, "times": times}
        happened(tell, "earn", *pieces, seat=task.seat, character=position.box.keys[task.item], **values)
    return add_money(position, task.seat, money)


def count(position: Position, task: Task, effect: Earn) -> int:
    """Count the things that an effect pays for."""
    box, cards = position.box, position.roads[task.road].cards
    match effect.per:
        case "":
            return 1
        case "activated":
            return sale_of(position).count
        case "first":
            return int(sale_of(position).count == 1)
        case "cards":
            return len(cards)
        case "place":
            return sum(box.place[card] == box.place_of[effect.place] for card in cards)
        case "herds":
            return max((box.herds[card] for card in cards), default=0)
    return count_characters(position, task, effect)


def count_characters(position: Position, task: Task, effect: Earn) -> int:
    line = to_come(position, task)
    opponents = [placed for placed in line if placed.seat != task.seat]
    match effect.per:
        case "armed":
            return sum(placed.arms != UNARMED for placed in line)  # R20: allies too
        case "unarmed opponents":
            return sum(placed.arms == UNARMED for placed in opponents)
        case "strong opponents":
            return sum(value_of(position, placed, task.road) >= effect.value for placed in opponents)
        case "nobody armed":
            return int(all(placed.arms == UNARMED for placed in line))
    return len(opponents)


# Take and sell


def reachable_cards(position: Position, task: Task, effect: Take) -> Loot:
    """Return the cards that an effect may take."""
    box = position.box
    roads = range(3) if effect.anywhere else (task.road,)
    if not effect.places:
        return [(card, road) for road in roads for card in position.roads[road].cards]
    places = {box.place_of[place] for place in effect.places}
    return [(card, road) for road in roads for card in position.roads[road].cards if box.place[card] in places]


def split_chosen(position: Position, act: tuple[AnyChoice, ...], cards: Loot) -> tuple[Loot, Loot]:
    """Split cards into those that the act takes and the rest."""
    box, taken, left = position.box, [], list(cards)
    for choice in act:
        if isinstance(choice, c.Take):
            kind, road = box.kind_of[choice.card], ROADS.index(choice.road)
            for nth, (card, here) in enumerate(left):
                # Every deck has the same kinds in the same order, so the remainder is the kind.
                if here == road and card % box.kinds == kind:
                    taken.append(left.pop(nth))
                    break
    return taken, left


def offer_take(position: Position, task: Task, effect: Take) -> tuple[AnyChoice, ...]:
    cards = reachable_cards(position, task, effect)
    taken, left = split_chosen(position, position.acts[task.seat], cards)
    if effect.herds:
        return offer_few_herds(position, effect, taken, left)
    choices = take_choices(position, cards)
    # All are taken, or all are alike, so at most the card to keep is left to choose.
    if len(cards) <= effect.count or len(choices) == 1:
        return offer_keep(position, effect, cards)
    if len(taken) >= effect.count:
        return offer_keep(position, effect, taken)
    return take_choices(position, left) if taken else choices


def take_choices(position: Position, cards: Loot) -> tuple[AnyChoice, ...]:
    kinds, takes = position.box.kinds, position.box.takes
    return tuple([takes[kind][road] for kind, road in sorted({(card % kinds, road) for card, road in cards})])


def offer_keep(position: Position, effect: Take, cards: Loot) -> tuple[AnyChoice, ...]:
    """Offer the card to keep, if the character keeps only one."""
    kinds = sorted({card % position.box.kinds for card, _ in cards})
    return tuple(position.box.keeps[kind] for kind in kinds) if effect.keep and len(kinds) > 1 else ()


def offer_few_herds(position: Position, effect: Take, taken: Loot, left: Loot) -> tuple[AnyChoice, ...]:
    """R16: offer any set of at least one card within the limit of herds."""
    herds = position.box.herds
    room = effect.herds - sum(herds[card] for card, _ in taken)
    fitting = [(card, road) for card, road in left if herds[card] <= room]
    if not taken and len(fitting) <= 1:
        return ()
    return (*((DONE,) if taken else ()), *take_choices(position, fitting))


def do_take(position: Position, seat: int, task: Task, choice: c.Take, tell: Tell) -> Position:
    """Take a card. This is tentative while another choice may follow."""
    effect = effect_as(position.box, task, Take)
    taken, _ = split_chosen(position, (*position.acts[seat], choice), reachable_cards(position, task, effect))
    if effect.herds or len(taken) < effect.count or offer_keep(position, effect, taken):
        return add_to_act(position, seat, task, choice, tell)
    return sell_chosen(position, task, effect, taken, None, tell)


def do_done(position: Position, seat: int, task: Task, choice: c.Done, tell: Tell) -> Position:
    effect = effect_as(position.box, task, Take)
    taken, _ = split_chosen(position, position.acts[seat], reachable_cards(position, task, effect))
    return sell_chosen(position, task, effect, taken, None, tell)


def do_keep(position: Position, seat: int, task: Task, choice: c.Keep, tell: Tell) -> Position:
    effect = effect_as(position.box, task, Take)
    cards = reachable_cards(position, task, effect)
    loot = cards if len(cards) <= effect.count else split_chosen(position, position.acts[seat], cards)[0]
    return sell_chosen(position, task, effect, loot, position.box.kind_of[choice.card], tell)


def sell_chosen(position: Position, task: Task, effect: Take, loot: Loot, keep: int | None, tell: Tell) -> Position:
    """Make the act final and sell the cards."""
    return sell_cards(replace(position, acts=put(position.acts, task.seat, ()), todo=position.todo[1:]), task, effect, loot, keep, tell)


def take_unasked(position: Position, task: Task, effect: Take, tell: Tell) -> Position:
    """R15: taking is compulsory while there is a card. Take without asking if there is nothing to choose."""
    cards = reachable_cards(position, task, effect)
    if effect.herds:
        cards = [(card, road) for card, road in cards if position.box.herds[card] <= effect.herds]
    return sell_cards(position, task, effect, cards[: effect.count], None, tell) if cards else position


def prices(sale: Sale, effect: Take) -> tuple[int, int]:
    white, black = (max(sale.white, sale.black),) * 2 if effect.best else (sale.white, sale.black)
    if effect.discount:
        white, black = max(1, white - effect.discount), max(1, black - effect.discount)
    return white + effect.white, black + effect.black


def pay_for(box: Box, sale: Sale, effect: Take, card: int) -> int:
    return box.pay(card, *prices(sale, effect)) + (effect.both if box.white[card] and box.black[card] else 0)


def sell_cards(position: Position, task: Task, effect: Take, loot: Loot, keep: int | None, tell: Tell) -> Position:
    """Take cards out of their caravans and get paid for them; keep all of them, or keep one and discard the rest."""
    cards, seat, box = [card for card, _ in loot], task.seat, position.box
    paid = [pay_for(box, sale_of(position), effect, card) for card in cards]
    money = max(paid) if effect.sell == "one" else sum(paid)
    roads: tuple[Road, ...] = position.roads
    for card, number in loot:
        roads = put(roads, number, replace(roads[number], cards=without_card(roads[number].cards, card)))
    kept, lost = split_kept(cards, effect, keep, box.kinds)
    if tell is not None:
        names = tuple(place_name(box, card) for card in cards)
        sold = tuple(paid) if effect.sell == "all" else tuple(money if nth == paid.index(money) else 0 for nth in range(len(paid)))
        moves = (Move(f"card-{card}") for card in cards)
        happened(tell, "sell", *moves, f"money-{seat}", seat=seat, places=names, cards=tuple(cards), money=money, paid=sold)
        if lost:
            happened(tell, "keep", *(f"card-{card}" for card in kept), f"taken-{seat}", seat=seat, place=place_name(box, kept[0]))
    taken = put(position.taken, seat, with_cards(position.taken[seat], kept))
    discard = with_cards(position.discard, lost) if lost else position.discard
    return replace(position, roads=roads, taken=taken, discard=discard, money=put(position.money, seat, position.money[seat] + money))


def split_kept(cards: Sequence[int], effect: Take, keep: int | None, kinds: int) -> tuple[list[int], list[int]]:
    if not effect.keep:
        return list(cards), []
    best = next((card for card in cards if card % kinds == keep), cards[0])
    return [best], [card for card in cards if card != best]


# Weapons, money, reinforcements


def take_weapon(position: Position, task: Task, effect: TakeWeapon, tell: Tell) -> Position:
    """R23: nothing happens if the reserve has none."""
    weapon = WEAPONS.index(effect.weapon)
    if not position.reserve[weapon]:
        return position
    happened(tell, "weapon", f"reserve-{weapon}", f"arms-{task.seat}", seat=task.seat, weapon=effect.weapon)
    return from_reserve(position, task.seat, weapon)


def offer_seize(position: Position, task: Task) -> tuple[AnyChoice, ...]:
    keys = position.box.keys
    victims = [placed for placed in to_come(position, task) if placed.seat != task.seat]
    return tuple(c.Seize(WEAPONS[nth], keys[placed.character]) for placed in victims for nth in range(3) if placed.arms[nth])


def do_seize(position: Position, seat: int, task: Task, choice: c.Seize, tell: Tell) -> Position:
    character, weapon = position.box.character_of[choice.character], ONE_WEAPON[WEAPONS.index(choice.weapon)]
    happened(tell, "seize", f"who-{character}", f"arms-{seat}", seat=seat, weapon=choice.weapon, character=choice.character)
    road = position.roads[task.road]
    place, placed = find_in_line(road, character)
    line = put(road.line, place, replace(placed, arms=add_arms(placed.arms, weapon, -1)))
    arms = put(position.arms, seat, add_arms(position.arms[seat], weapon))
    return pop_task(replace(position, arms=arms, roads=replace_road(position, task.road, replace(road, line=line))))


def unload(position: Position, task: Task, tell: Tell) -> Position:
    road = position.roads[task.road]
    place, placed = find_in_line(road, task.item)
    if tell is not None and placed.arms != UNARMED:
        pieces, key = (f"who-{task.item}", f"arms-{task.seat}"), position.box.keys[task.item]
        tell.append(weapons_returned("recover", pieces, placed.arms, seat=task.seat, character=key))
    arms = put(position.arms, task.seat, add_arms(position.arms[task.seat], placed.arms))
    line = put(road.line, place, replace(placed, arms=UNARMED))
    return replace(position, arms=arms, roads=replace_road(position, task.road, replace(road, line=line)))


def offer_rob(position: Position, task: Task) -> tuple[AnyChoice, ...]:
    victims = sorted({placed.seat for placed in to_come(position, task)} - {task.seat})
    return tuple(ROBS[seat] for seat in victims if position.money[seat])


def do_rob(position: Position, seat: int, task: Task, choice: c.Rob, tell: Tell) -> Position:
    return pop_task(rob(position, seat, choice.seat, effect_as(position.box, task, Rob).amount, tell))


def offer_call(position: Position, task: Task) -> tuple[AnyChoice, ...]:
    others = [road for number, road in enumerate(position.roads) if number != task.road]
    mine = [placed.character for road in others for placed in road.line if placed.seat == task.seat]
    return (DECLINE, *(position.box.calls[character] for character in mine)) if mine else ()


def do_decline(position: Position, seat: int, task: Task, choice: c.Decline, tell: Tell) -> Position:
    happened(tell, "decline", seat=seat)
    return pop_task(position)


def do_call(position: Position, seat: int, task: Task, choice: c.Call, tell: Tell) -> Position:
    """R21: bring a character face up, with its weapons, to the end of the line, still to be activated."""
    character = position.box.character_of[choice.character]
    position = turn_up_characters(pop_task(position), 1 << character)
    number = next(number for number, road in enumerate(position.roads) if any(one.character == character for one in road.line))
    place, _ = find_in_line(position.roads[number], character)
    if tell is not None:
        way = Move(f"who-{character}", (f"line-{number}", f"line-{task.road}"))
        happened(tell, "call", f"placed-{number}-{place}", way, seat=seat, character=choice.character)
    called, position = leave_line(position, number, place)
    road = position.roads[task.road]
    return replace(position, roads=replace_road(position, task.road, replace(road, line=(*road.line, called))))


# All effects


def offer_effect(position: Position, seat: int, task: Task) -> tuple[AnyChoice, ...]:
    match effect_of(position.box, task):
        case Take() as effect:
            return offer_take(position, task, effect)
        case Seize():
            return offer_seize(position, task)
        case Rob():
            return offer_rob(position, task)
        case Call():
            return offer_call(position, task)
    return ()


def run_effect(position: Position, task: Task, tell: Tell) -> Position | None:
    """Apply an effect that leaves nothing to choose, or return None to ask. Taking a card with further choices always asks."""
    # Cards are being taken, and the rest of the choice is still open.
    if position.acts[task.seat]:
        return None
    choices, effect = offer_effect(position, task.seat, task), effect_of(position.box, task)
    if len(choices) > 1 or (choices and isinstance(effect, Take)):
        return None
    if choices:
        return ACTIONS[type(choices[0])](position, task.seat, task, choices[0], tell)
    return apply_effect(pop_task(position), task, effect, tell)


def apply_effect(position: Position, task: Task, effect: AnyEffect, tell: Tell) -> Position:
    match effect:
        case Take():
            return take_unasked(position, task, effect, tell)
        case Earn():
            return earn(position, task, effect, tell)
        case TakeWeapon():
            return take_weapon(position, task, effect, tell)
        case Unload():
            return unload(position, task, tell)
    return position


ACTIONS = (
    on(c.Take, do_take)
    | on(c.Keep, do_keep)
    | on(c.Done, do_done)
    | on(c.Seize, do_seize)
    | on(c.Rob, do_rob)
    | on(c.Call, do_call)
    | on(c.Decline, do_decline)
)
