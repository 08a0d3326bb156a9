"""What an activated character does: each primitive of the data offers choices where there are any, and does its work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from byways.game import Move, Tell, happened, put
from byways.games.long_road import choices as c
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.components import AnyEffect, Call, Earn, Rob, Seize, Take, TakeWeapon, Unload
from byways.games.long_road.rules.common import (
    add_arms,
    from_reserve,
    gain,
    leave_line,
    less,
    more,
    on,
    one_of,
    place_name,
    popped,
    rob,
    tentative,
    uncover,
    value_of,
    with_road,
)
from byways.games.long_road.rules.events import weapons_back
from byways.games.long_road.state import BARE, Placed, Position, Road, Sale, Step

DECLINE, DONE = c.Decline(), c.Done()
ROBS = tuple(map(c.Rob, range(4)))
Loot: TypeAlias = list[tuple[int, int]]  # cards, each with the road it is taken from


E = TypeVar("E", bound=AnyEffect)


def sale_of(position: Position) -> Sale:
    assert position.sale is not None
    return position.sale


def effect_of(box: Box, step: Step) -> AnyEffect:
    return box.characters[step.item].effects[step.stage]


def ability(box: Box, step: Step, primitive: type[E]) -> E:
    """The effect of a step that is known to be of this primitive, by what is being chosen."""
    effect = effect_of(box, step)
    assert isinstance(effect, primitive)
    return effect


def to_come(position: Position, step: Step) -> list[Placed]:
    """Who is still to be activated after this one."""
    done = sale_of(position).done | 1 << step.item
    return [placed for placed in position.roads[step.road].line if not done >> placed.character & 1]


# Earn


def earn(position: Position, step: Step, effect: Earn, tell: Tell) -> Position:
    times = COUNTS[effect.per](position, step, effect) if effect.per else 1
    money = effect.amount * min(times, effect.most)
    if money:
        happened(
            tell, "earn", f"who-{step.item}", f"money-{step.seat}", seat=step.seat, money=money, character=position.box.keys[step.item]
        )
    return gain(position, step.seat, money)


def armed(position: Position, step: Step, effect: Earn) -> int:
    return sum(placed.arms != BARE for placed in to_come(position, step))


def unarmed_opponents(position: Position, step: Step, effect: Earn) -> int:
    return sum(placed.arms == BARE and placed.seat != step.seat for placed in to_come(position, step))


def opponents(position: Position, step: Step, effect: Earn) -> int:
    return sum(placed.seat != step.seat for placed in to_come(position, step))


def strong_opponents(position: Position, step: Step, effect: Earn) -> int:
    others = [placed for placed in to_come(position, step) if placed.seat != step.seat]
    return sum(value_of(position, placed, step.road) >= effect.value for placed in others)


def activated(position: Position, step: Step, effect: Earn) -> int:
    return sale_of(position).count


def cards_left(position: Position, step: Step, effect: Earn) -> int:
    return len(position.roads[step.road].cards)


def of_place(position: Position, step: Step, effect: Earn) -> int:
    box = position.box
    return sum(box.place[card] == box.place_of[effect.place] for card in position.roads[step.road].cards)


def herds_on_one(position: Position, step: Step, effect: Earn) -> int:
    return max((position.box.herds[card] for card in position.roads[step.road].cards), default=0)


def is_first(position: Position, step: Step, effect: Earn) -> int:
    return int(sale_of(position).count == 1)


def nobody_armed(position: Position, step: Step, effect: Earn) -> int:
    return int(not armed(position, step, effect))


COUNTS: dict[str, Callable[[Position, Step, Earn], int]] = {
    "armed": armed,
    "unarmed opponents": unarmed_opponents,
    "opponents": opponents,
    "strong opponents": strong_opponents,
    "activated": activated,
    "cards": cards_left,
    "place": of_place,
    "herds": herds_on_one,
    "first": is_first,
    "nobody armed": nobody_armed,
}


# Take and sell


def within_reach(position: Position, step: Step, effect: Take) -> Loot:
    """The cards that may be taken: of this caravan or of any, of some places or of all."""
    box = position.box
    roads = range(3) if effect.anywhere else (step.road,)
    if not effect.places:
        return [(card, road) for road in roads for card in position.roads[road].cards]
    places = {box.place_of[place] for place in effect.places}
    return [(card, road) for road in roads for card in position.roads[road].cards if box.place[card] in places]


def chosen(position: Position, act: tuple[AnyChoice, ...], cards: Loot) -> tuple[Loot, Loot]:
    """What a tentative act takes of these cards, and what it leaves."""
    box, taken, left = position.box, [], list(cards)
    for choice in act:
        if isinstance(choice, c.Take):
            kind, road = box.kind_of[choice.card], ROADS.index(choice.road)
            for nth, (card, here) in enumerate(left):
                if here == road and card % box.kinds == kind:
                    taken.append(left.pop(nth))
                    break
    return taken, left


def offer_take(position: Position, step: Step, effect: Take) -> tuple[AnyChoice, ...]:
    cards = within_reach(position, step, effect)
    taken, left = chosen(position, position.acts[step.seat], cards)
    if effect.herds:
        return offer_few_herds(position, effect, taken, left)
    choices = take_choices(position, cards)
    if len(cards) <= effect.count or len(choices) == 1:
        return offer_keep(position, effect, cards)
    if len(taken) >= effect.count:
        return offer_keep(position, effect, taken)
    return take_choices(position, left) if taken else choices


def take_choices(position: Position, cards: Loot) -> tuple[AnyChoice, ...]:
    kinds, takes = position.box.kinds, position.box.takes
    return tuple([takes[kind][road] for kind, road in sorted({(card % kinds, road) for card, road in cards})])


def offer_keep(position: Position, effect: Take, cards: Loot) -> tuple[AnyChoice, ...]:
    """Which one is kept, if not all are; a character that takes all cards leaves nothing else to choose."""
    kinds = sorted({card % position.box.kinds for card, _ in cards})
    return tuple(position.box.keeps[kind] for kind in kinds) if effect.keep and len(kinds) > 1 else ()


def offer_few_herds(position: Position, effect: Take, taken: Loot, left: Loot) -> tuple[AnyChoice, ...]:
    """R16: any set of at least one card with so many herds at most."""
    herds = position.box.herds
    room = effect.herds - sum(herds[card] for card, _ in taken)
    fitting = [(card, road) for card, road in left if herds[card] <= room]
    if not taken and len(fitting) <= 1:
        return ()
    return (*((DONE,) if taken else ()), *take_choices(position, fitting))


def do_take(position: Position, seat: int, step: Step, choice: c.Take, tell: Tell) -> Position:
    """A card taken is tentative while more may follow."""
    effect = ability(position.box, step, Take)
    taken, _ = chosen(position, (*position.acts[seat], choice), within_reach(position, step, effect))
    if effect.herds or len(taken) < effect.count or offer_keep(position, effect, taken):
        return tentative(position, seat, step, choice, tell)
    return sell_chosen(position, step, effect, taken, None, tell)


def do_done(position: Position, seat: int, step: Step, choice: c.Done, tell: Tell) -> Position:
    effect = ability(position.box, step, Take)
    taken, _ = chosen(position, position.acts[seat], within_reach(position, step, effect))
    return sell_chosen(position, step, effect, taken, None, tell)


def do_keep(position: Position, seat: int, step: Step, choice: c.Keep, tell: Tell) -> Position:
    effect = ability(position.box, step, Take)
    cards = within_reach(position, step, effect)
    loot = cards if len(cards) <= effect.count else chosen(position, position.acts[seat], cards)[0]
    return sell_chosen(position, step, effect, loot, position.box.kind_of[choice.card], tell)


def sell_chosen(position: Position, step: Step, effect: Take, loot: Loot, keep: int | None, tell: Tell) -> Position:
    """The act becomes final."""
    return sell(replace(position, acts=put(position.acts, step.seat, ()), todo=position.todo[1:]), step, effect, loot, keep, tell)


def take(position: Position, step: Step, effect: Take, tell: Tell) -> Position:
    """R15: taking is compulsory while a card is there; here there is nothing to choose."""
    cards = within_reach(position, step, effect)
    if effect.herds:
        cards = [(card, road) for card, road in cards if position.box.herds[card] <= effect.herds]
    return sell(position, step, effect, cards[: effect.count], None, tell) if cards else position


def prices(sale: Sale, effect: Take) -> tuple[int, int]:
    white, black = (max(sale.white, sale.black),) * 2 if effect.best else (sale.white, sale.black)
    if effect.discount:
        white, black = max(1, white - effect.discount), max(1, black - effect.discount)
    return white + effect.white, black + effect.black


def pay_for(box: Box, sale: Sale, effect: Take, card: int) -> int:
    return box.pay(card, *prices(sale, effect)) + (effect.both if box.white[card] and box.black[card] else 0)


def sell(position: Position, step: Step, effect: Take, loot: Loot, keep: int | None, tell: Tell) -> Position:
    """Take cards out of their caravans, cash in, keep them, or one of them and discard the rest."""
    cards, seat, box = [card for card, _ in loot], step.seat, position.box
    paid = [pay_for(box, sale_of(position), effect, card) for card in cards]
    money = max(paid) if effect.sell == "one" else sum(paid)
    roads: tuple[Road, ...] = position.roads
    for card, number in loot:
        roads = put(roads, number, replace(roads[number], cards=less(roads[number].cards, card)))
    kept, lost = divide(cards, effect, keep, box.kinds)
    if tell is not None:
        names = tuple(place_name(box, card) for card in cards)
        happened(tell, "sell", *(Move(f"card-{card}") for card in cards), f"money-{seat}", seat=seat, places=names, money=money)
        if lost:
            happened(tell, "keep", *(f"card-{card}" for card in kept), f"taken-{seat}", seat=seat, place=place_name(box, kept[0]))
    taken = put(position.taken, seat, more(position.taken[seat], kept))
    discard = more(position.discard, lost) if lost else position.discard
    return replace(position, roads=roads, taken=taken, discard=discard, money=put(position.money, seat, position.money[seat] + money))


def divide(cards: Sequence[int], effect: Take, keep: int | None, kinds: int) -> tuple[list[int], list[int]]:
    if not effect.keep:
        return list(cards), []
    best = next((card for card in cards if card % kinds == keep), cards[0])
    return [best], [card for card in cards if card != best]


# Weapons, money, reinforcements


def take_weapon(position: Position, step: Step, effect: TakeWeapon, tell: Tell) -> Position:
    """R23: nothing if the reserve has none."""
    weapon = WEAPONS.index(effect.weapon)
    if not position.reserve[weapon]:
        return position
    happened(tell, "weapon", f"reserve-{weapon}", f"arms-{step.seat}", seat=step.seat, weapon=effect.weapon)
    return from_reserve(position, step.seat, weapon)


def offer_seize(position: Position, step: Step) -> tuple[AnyChoice, ...]:
    keys = position.box.keys
    victims = [placed for placed in to_come(position, step) if placed.seat != step.seat]
    return tuple(c.Seize(WEAPONS[nth], keys[placed.character]) for placed in victims for nth in range(3) if placed.arms[nth])


def do_seize(position: Position, seat: int, step: Step, choice: c.Seize, tell: Tell) -> Position:
    character, weapon = position.box.character_of[choice.character], one_of(WEAPONS.index(choice.weapon))
    happened(tell, "seize", f"who-{character}", f"arms-{seat}", seat=seat, weapon=choice.weapon, character=choice.character)
    road = position.roads[step.road]
    line = tuple(
        replace(placed, arms=add_arms(placed.arms, weapon, -1)) if placed.character == character else placed for placed in road.line
    )
    arms = put(position.arms, seat, add_arms(position.arms[seat], weapon))
    return popped(replace(position, arms=arms, roads=with_road(position, step.road, replace(road, line=line))))


def unload(position: Position, step: Step, tell: Tell) -> Position:
    road = position.roads[step.road]
    place, placed = next((place, placed) for place, placed in enumerate(road.line) if placed.character == step.item)
    if tell is not None and placed.arms != BARE:
        tell.append(
            weapons_back(
                "recover", (f"who-{step.item}", f"arms-{step.seat}"), placed.arms, seat=step.seat, character=position.box.keys[step.item]
            )
        )
    arms = put(position.arms, step.seat, add_arms(position.arms[step.seat], placed.arms))
    line = put(road.line, place, replace(placed, arms=BARE))
    return replace(position, arms=arms, roads=with_road(position, step.road, replace(road, line=line)))


def offer_rob(position: Position, step: Step) -> tuple[AnyChoice, ...]:
    victims = sorted({placed.seat for placed in to_come(position, step)} - {step.seat})
    return tuple(ROBS[seat] for seat in victims if position.money[seat])


def do_rob(position: Position, seat: int, step: Step, choice: c.Rob, tell: Tell) -> Position:
    return popped(rob(position, seat, choice.seat, ability(position.box, step, Rob).amount, tell))


def offer_call(position: Position, step: Step) -> tuple[AnyChoice, ...]:
    mine = [
        placed.character
        for number, road in enumerate(position.roads)
        for placed in road.line
        if number != step.road and placed.seat == step.seat
    ]
    return (DECLINE, *(position.box.calls[character] for character in mine)) if mine else ()


def do_decline(position: Position, seat: int, step: Step, choice: c.Decline, tell: Tell) -> Position:
    happened(tell, "decline", seat=seat)
    return popped(position)


def do_call(position: Position, seat: int, step: Step, choice: c.Call, tell: Tell) -> Position:
    """R21: with its weapons, as the last in place, still to be activated; at a sale all lie face up."""
    character = position.box.character_of[choice.character]
    position = uncover(popped(position), 1 << character)
    number, place = next(
        (number, place)
        for number, road in enumerate(position.roads)
        for place, placed in enumerate(road.line)
        if placed.character == character
    )
    if tell is not None:
        way = Move(f"who-{character}", (f"line-{number}", f"line-{step.road}"))
        happened(tell, "call", f"placed-{number}-{place}", way, seat=seat, character=choice.character)
    called, position = leave_line(position, number, place)
    road = position.roads[step.road]
    return replace(position, roads=with_road(position, step.road, replace(road, line=(*road.line, called))))


# The primitives


def offer_effect(position: Position, seat: int, step: Step) -> tuple[AnyChoice, ...]:
    match effect_of(position.box, step):
        case Take() as effect:
            return offer_take(position, step, effect)
        case Seize():
            return offer_seize(position, step)
        case Rob():
            return offer_rob(position, step)
        case Call():
            return offer_call(position, step)
    return ()


def do_effect(position: Position, step: Step, tell: Tell) -> Position | None:
    """Do an effect where its owner has nothing to choose; None where it has. A card that is taken first is tentative, so nobody else
    takes it."""
    if position.acts[step.seat]:
        return None
    choices, effect = offer_effect(position, step.seat, step), effect_of(position.box, step)
    if len(choices) > 1 or (choices and isinstance(effect, Take)):
        return None
    if choices:
        return DEEDS[type(choices[0])](position, step.seat, step, choices[0], tell)
    return do_unasked(popped(position), step, effect, tell)


def do_unasked(position: Position, step: Step, effect: AnyEffect, tell: Tell) -> Position:
    match effect:
        case Take():
            return take(position, step, effect, tell)
        case Earn():
            return earn(position, step, effect, tell)
        case TakeWeapon():
            return take_weapon(position, step, effect, tell)
        case Unload():
            return unload(position, step, tell)
    return position


DEEDS = (
    on(c.Take, do_take)
    | on(c.Keep, do_keep)
    | on(c.Done, do_done)
    | on(c.Seize, do_seize)
    | on(c.Rob, do_rob)
    | on(c.Call, do_call)
    | on(c.Decline, do_decline)
)
