"""What an activated character does: each primitive of the data offers choices where there are any, and does its work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from byways.game import Tell, put
from byways.games.long_road import choices as c
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.common import (
    COIN,
    add_arms,
    card_name,
    character_name,
    from_reserve,
    gain,
    leave_line,
    less,
    more,
    one_of,
    rob,
    say,
    uncover,
    value_of,
    weapon_name,
    with_road,
)
from byways.games.long_road.components import Call, Earn, Rob, Seize, Take, TakeWeapon, Unload
from byways.games.long_road.state import BARE, Placed, Position, Sale, Step

DECLINE, DONE = c.Decline(), c.Done()
ROBS = tuple(map(c.Rob, range(4)))
Loot: TypeAlias = list[tuple[int, int]]  # cards, each with the road it is taken from


def sale_of(position: Position) -> Sale:
    assert position.sale is not None
    return position.sale


def to_come(position: Position, step: Step) -> list[Placed]:
    """Who is still to be activated after this one."""
    done = sale_of(position).done | 1 << step.item
    return [placed for placed in position.roads[step.road].line if not done >> placed.character & 1]


# Earn


def earn(position: Position, step: Step, effect: Earn, tell: Tell) -> Position:
    times = COUNTS[effect.per](position, step, effect) if effect.per else 1
    money = effect.amount * min(times, effect.most)
    if money:
        say(tell, "earn", f"{{{step.seat}}} earns {money} {COIN} by the {character_name(position.box, step.item)}.", f"money-{step.seat}")
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
    places = {box.place_of[place] for place in effect.places}
    return [(card, road) for road in roads for card in position.roads[road].cards if not places or box.place[card] in places]


def chosen(position: Position, step: Step, cards: Loot) -> tuple[Loot, Loot]:
    """What the tentative act takes of these cards, and what it leaves."""
    taken, left = [], list(cards)
    for choice in position.acts[step.seat]:
        kind, road = position.box.kind_of[choice.card], ROADS.index(choice.road)
        one = next(item for item in left if item[0] % position.box.kinds == kind and item[1] == road)
        left.remove(one)
        taken.append(one)
    return taken, left


def offer_take(position: Position, step: Step, effect: Take) -> tuple[AnyChoice, ...]:
    cards = within_reach(position, step, effect)
    taken, left = chosen(position, step, cards)
    if effect.herds:
        return offer_few_herds(position, effect, taken, left)
    if len(cards) <= effect.count or len(take_choices(position, cards)) == 1:
        return offer_keep(position, effect, cards)
    return take_choices(position, left) if len(taken) < effect.count else offer_keep(position, effect, taken)


def take_choices(position: Position, cards: Loot) -> tuple[AnyChoice, ...]:
    box = position.box
    return tuple(box.takes[kind][road] for kind, road in sorted({(card % box.kinds, road) for card, road in cards}))


def offer_keep(position: Position, effect: Take, cards: Loot) -> tuple[AnyChoice, ...]:
    """Which one is kept, if not all are; who takes all there is has nothing else to choose."""
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


def choose_take(position: Position, step: Step, effect: Take, choice: Any, tell: Tell) -> Position:
    """A card taken is tentative while more may follow."""
    cards = within_reach(position, step, effect)
    taken, _ = chosen(position, step, cards)
    if isinstance(choice, c.Take):
        act = (*position.acts[step.seat], choice)
        position = replace(position, acts=put(position.acts, step.seat, act))
        taken = chosen(position, step, cards)[0]
        if effect.herds or len(taken) < effect.count or offer_keep(position, effect, taken):
            return position
    loot = cards if isinstance(choice, c.Keep) and len(cards) <= effect.count else taken
    keep = position.box.kind_of[choice.card] if isinstance(choice, c.Keep) else None
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
    for card, number in loot:
        road = position.roads[number]
        position = replace(position, roads=with_road(position, number, replace(road, cards=less(road.cards, card))))
    kept, lost = divide(cards, effect, keep, box.kinds)
    names = " and ".join(card_name(box, card) for card in cards)
    say(tell, "sell", f"{{{seat}}} takes {names} and earns {money} {COIN}.", *(f"card-{card}" for card in cards), money=money)
    taken = put(position.taken, seat, more(position.taken[seat], kept))
    return gain(replace(position, taken=taken, discard=more(position.discard, lost)), seat, money)


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
    say(tell, "weapon", f"{{{step.seat}}} takes a {weapon_name(weapon)} from the reserve.", f"arms-{step.seat}")
    return from_reserve(position, step.seat, weapon)


def offer_seize(position: Position, step: Step, effect: Seize) -> tuple[AnyChoice, ...]:
    keys = position.box.keys
    victims = [placed for placed in to_come(position, step) if placed.seat != step.seat]
    return tuple(c.Seize(WEAPONS[nth], keys[placed.character]) for placed in victims for nth in range(3) if placed.arms[nth])


def choose_seize(position: Position, step: Step, effect: Seize, choice: Any, tell: Tell) -> Position:
    character, weapon = position.box.character_of[choice.character], one_of(WEAPONS.index(choice.weapon))
    whose = character_name(position.box, character)
    say(
        tell,
        "seize",
        f"{{{step.seat}}} takes the {{{choice.weapon}}} of the {whose}.",
        f"arms-{step.seat}",
    )
    road = position.roads[step.road]
    line = tuple(
        replace(placed, arms=add_arms(placed.arms, weapon, -1)) if placed.character == character else placed for placed in road.line
    )
    arms = put(position.arms, step.seat, add_arms(position.arms[step.seat], weapon))
    return replace(position, arms=arms, roads=with_road(position, step.road, replace(road, line=line)), todo=position.todo[1:])


def unload(position: Position, step: Step, effect: Unload, tell: Tell) -> Position:
    road = position.roads[step.road]
    place, placed = next((place, placed) for place, placed in enumerate(road.line) if placed.character == step.item)
    arms = put(position.arms, step.seat, add_arms(position.arms[step.seat], placed.arms))
    line = put(road.line, place, replace(placed, arms=BARE))
    return replace(position, arms=arms, roads=with_road(position, step.road, replace(road, line=line)))


def offer_rob(position: Position, step: Step, effect: Rob) -> tuple[AnyChoice, ...]:
    victims = sorted({placed.seat for placed in to_come(position, step)} - {step.seat})
    return tuple(ROBS[seat] for seat in victims if position.money[seat])


def choose_rob(position: Position, step: Step, effect: Rob, choice: Any, tell: Tell) -> Position:
    return replace(rob(position, step.seat, choice.seat, effect.amount, tell), todo=position.todo[1:])


def offer_call(position: Position, step: Step, effect: Call) -> tuple[AnyChoice, ...]:
    mine = [
        placed.character
        for number, road in enumerate(position.roads)
        for placed in road.line
        if number != step.road and placed.seat == step.seat
    ]
    return (DECLINE, *(position.box.calls[character] for character in mine)) if mine else ()


def choose_call(position: Position, step: Step, effect: Call, choice: Any, tell: Tell) -> Position:
    """R21: with its weapons, as the last in place, still to be activated; at a sale all lie face up."""
    position = replace(position, todo=position.todo[1:])
    if isinstance(choice, c.Decline):
        say(tell, "decline", f"{{{step.seat}}} calls nobody.")
        return position
    character = position.box.character_of[choice.character]
    say(tell, "call", f"{{{step.seat}}} calls the {character_name(position.box, character)}.")
    position = uncover(position, 1 << character)
    number, place = next(
        (number, place)
        for number, road in enumerate(position.roads)
        for place, placed in enumerate(road.line)
        if placed.character == character
    )
    called, position = leave_line(position, number, place)
    road = position.roads[step.road]
    return replace(position, roads=with_road(position, step.road, replace(road, line=(*road.line, called))))


def nothing(position: Position, step: Step, effect: Any) -> tuple[AnyChoice, ...]:
    return ()


def stay(position: Position, step: Step, effect: Any, tell: Tell) -> Position:
    return position


# For each primitive: what it offers, what it does when there is nothing to choose, and what a choice does.
PRIMITIVES: dict[type[Any], tuple[Callable[..., tuple[AnyChoice, ...]], Callable[..., Position], Callable[..., Position]]] = {
    Earn: (nothing, earn, stay),
    Take: (offer_take, take, choose_take),
    TakeWeapon: (nothing, take_weapon, stay),
    Seize: (offer_seize, stay, choose_seize),
    Unload: (nothing, unload, stay),
    Rob: (offer_rob, stay, choose_rob),
    Call: (offer_call, stay, choose_call),
}


def offer_effect(position: Position, seat: int, step: Step) -> tuple[AnyChoice, ...]:
    effect = position.box.characters[step.item].effects[step.stage]
    return PRIMITIVES[type(effect)][0](position, step, effect)


def choose_effect(position: Position, seat: int, step: Step, choice: AnyChoice, tell: Tell) -> Position:
    effect = position.box.characters[step.item].effects[step.stage]
    return PRIMITIVES[type(effect)][2](position, step, effect, choice, tell)


def run(position: Position, step: Step, tell: Tell) -> Position | None:
    """Do an effect where its owner has nothing to choose; None where it has."""
    effect = position.box.characters[step.item].effects[step.stage]
    offers, automatic, _ = PRIMITIVES[type(effect)]
    choices = offers(position, step, effect)
    if len(choices) > 1 or (choices and isinstance(effect, Take)):  # a card that is taken first is tentative, so nobody else takes it
        return None
    if choices:
        return choose_effect(position, step.seat, step, choices[0], tell)
    return automatic(replace(position, todo=position.todo[1:]), step, effect, tell)
