"""Explain why a choice is illegal, by the rule that it breaks."""

from __future__ import annotations

from byways.game import Choice
from byways.games.long_road import choices as c
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.components import Call, Rob, Seize, Take
from byways.games.long_road.rules.act import with_act
from byways.games.long_road.rules.agenda import DECISIONS
from byways.games.long_road.rules.decks import under_which
from byways.games.long_road.rules.effects import effect_of
from byways.games.long_road.rules.turn import BONUS, CHARACTER, MOST_CHANGED, available_weapons
from byways.games.long_road.state import UNARMED, Position, Task
from byways.i18n import Message

# In a turn, the refusal says when the choice is possible.
ANOTHER_TIME: dict[type[Choice], str] = {
    c.Pick: "refuse.pick",
    c.Change: "refuse.change-late",
    c.Draw: "refuse.change-late",
    c.Reward: "refuse.reward",
    **dict.fromkeys((c.Take, c.Keep, c.Done, c.Seize, c.Call, c.Decline), "refuse.sale"),
    c.Recruit: "refuse.recruit",
}
BONUSES: dict[type[Choice], str] = {
    c.Saloon: "character",
    c.Move: "move",
    c.Bargain: "bargain",
    c.Rob: "rob",
    c.Find: "find",
    c.Under: "under",
    c.Ford: "ford",
}


def why_not(position: Position, seat: int, choice: AnyChoice) -> Message:
    position = with_act(position)
    task = position.todo[0]
    if type(choice) in DECISIONS[task.what].actions:
        return reason(position, seat, task, choice)
    in_turn = task.what in ("open", "after")
    return Message(ANOTHER_TIME[type(choice)] if in_turn and type(choice) in ANOTHER_TIME else f"refuse.while-{task.what}")


def reason(position: Position, seat: int, task: Task, choice: AnyChoice) -> Message:
    if task.what == "effect":
        return why_no_effect(position, task, choice)
    match choice:
        case c.Play(card, road):
            return why_no_play(position, seat, task, card, road)
        case c.Change() | c.Draw():
            return why_no_change(position, seat, task)
        case c.Assign(name):
            return why_no_character(position, seat, task, name)
        case c.Buy(weapon):
            return why_no_weapon(position, seat, weapon, position.box.weapons[WEAPONS.index(weapon)].price)
        case c.Arm(weapon, road, place):
            return why_no_arm(position, seat, weapon, road, place)
        case c.Recruit(name):
            return Message("refuse.recruit-here", {"character": name})
        case c.Pick(name):
            return Message("refuse.pick-here", {"character": name})
    return why_no_bonus(position, seat, task, choice)


# A turn


def why_no_play(position: Position, seat: int, task: Task, card: str, road: str) -> Message:
    box = position.box
    if card not in [box.code[held] for held in position.hands[seat]]:
        return Message("refuse.play-held", {"card": card})
    if box.symbol[box.kind_of[card]] not in (-1, ROADS.index(road)):
        return Message("refuse.play-symbol", {"card": card, "road": road})
    return Message("refuse.play-more") if task.what == "after" else Message("refuse.play-changing")


def why_no_change(position: Position, seat: int, task: Task) -> Message:
    price, money = position.box.components.start.change, position.money[seat]
    if task.stage:
        return Message("refuse.change-late")
    if money < price:
        return Message("refuse.change-price", {"price": price, "money": money})
    return Message("refuse.change-count", {"most": MOST_CHANGED})


def why_no_character(position: Position, seat: int, task: Task, name: str) -> Message:
    if task.stage > CHARACTER or position.acts[seat]:
        return Message("refuse.assign-late")
    if name not in [position.box.keys[character] for character in position.teams[seat]]:
        return Message("refuse.assign-held", {"character": name})
    return Message("refuse.assign-ally")


def why_no_bonus(position: Position, seat: int, task: Task, choice: AnyChoice) -> Message:
    """Explain why a bonus is not available: it belongs to another place, comes too late, or cannot work here."""
    wanted = BONUSES[type(choice)]
    if task.item < 0 or position.box.bonus[task.item].do != wanted:
        places = tuple(place.name for place in position.box.places if place.bonus.do == wanted)
        return Message("refuse.bonus-place", {"places": places})
    if task.stage > BONUS or position.acts[seat]:
        return Message("refuse.bonus-late")
    return why_no_use(position, seat, task, choice)


def why_no_use(position: Position, seat: int, task: Task, choice: AnyChoice) -> Message:
    match choice:
        case c.Saloon(name) if name in [position.box.keys[character] for character in position.teams[seat]]:
            return Message("refuse.saloon-first")
        case c.Saloon(name):
            return Message("refuse.assign-held", {"character": name})
        case c.Bargain(weapon):
            return why_no_weapon(position, seat, weapon, position.box.weapons[WEAPONS.index(weapon)].bargain)
        case c.Find(weapon) if position.reserve[WEAPONS.index(weapon)]:
            return Message("refuse.find")
        case c.Find(weapon):
            return Message("refuse.buy-reserve", {"weapon": weapon})
        case c.Rob(victim):
            return Message("refuse.rob", {"seat": victim})
        case c.Under() if under_which(position, seat) is None:
            return Message("refuse.under")
        case c.Under(card):
            return Message("refuse.play-held", {"card": card})
        case c.Ford():
            return Message("refuse.ford")
    return Message("refuse.move")


def why_no_weapon(position: Position, seat: int, name: str, price: int) -> Message:
    money = position.money[seat]
    if not position.reserve[WEAPONS.index(name)]:
        return Message("refuse.buy-reserve", {"weapon": name})
    return Message("refuse.buy-price", {"weapon": name, "price": price, "money": money}) if money < price else Message("refuse.buy-late")


def why_no_arm(position: Position, seat: int, weapon: str, road: str, place: int) -> Message:
    line, carried = position.roads[ROADS.index(road)].line, available_weapons(position, seat)
    if place > len(line) or line[place - 1].seat != seat:
        return Message("refuse.arm-own")
    return Message("refuse.arm-none") if carried == UNARMED else Message("refuse.arm", {"weapon": weapon})


# A sale


def why_no_effect(position: Position, task: Task, choice: AnyChoice) -> Message:
    character = position.box.keys[task.item]
    match effect_of(position.box, task), choice:
        case Take() as effect, c.Take(card, road):
            return why_no_take(position, task, effect, card, road)
        case Take(), c.Keep():
            return Message("refuse.keep", {"character": character})
        case Take(), c.Done():
            return Message("refuse.done", {"character": character})
        case Seize(), c.Seize():
            return Message("refuse.seize")
        case Rob(), c.Rob():
            return Message("refuse.rob-coming")
        case Call(), c.Call():
            return Message("refuse.call")
    return Message("refuse.effect", {"character": character})


def why_no_take(position: Position, task: Task, effect: Take, card: str, road: str) -> Message:
    here, character = ROADS[task.road], position.box.keys[task.item]
    if road != here and not effect.anywhere:
        return Message("refuse.take-road", {"road": here})
    if card not in [position.box.code[lying] for lying in position.roads[ROADS.index(road)].cards]:
        return Message("refuse.take-gone", {"card": card, "road": road})
    if effect.places and card.rpartition("-")[0] not in effect.places:
        return Message("refuse.take-place", {"character": character, "places": effect.places})
    if effect.herds:
        return Message("refuse.take-herds", {"character": character, "herds": effect.herds})
    return Message("refuse.take-keep", {"character": character})
