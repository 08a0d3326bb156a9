"""The rule that an illegal choice breaks, in words."""

from __future__ import annotations

from byways.games.long_road import choices as c
from byways.games.long_road.agenda import DECISIONS
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.state import Position, Step
from byways.games.long_road.tails import under_which
from byways.games.long_road.turn import MARKET, MOST_CHANGED, has_ally
from byways.room import what_would_do
from byways.speech import Message, Sentence


def why_not(position: Position, seat: int, choice: AnyChoice) -> Sentence:
    step = position.todo[0]
    now = DECISIONS[step.what]
    if type(choice) not in now.does:
        return Message(now.refusal, {"choice": str(choice)})
    return reason(position, seat, step, choice) or what_would_do(position, seat, choice)


def reason(position: Position, seat: int, step: Step, choice: AnyChoice) -> Message | None:
    match choice:
        case c.Play(card, road):
            return why_no_play(position, seat, step, card, road)
        case c.Change() | c.Draw():
            return why_no_change(position, seat, step)
        case c.Assign(name):
            return why_no_character(position, seat, step, name)
        case c.Buy(weapon) | c.Bargain(weapon):
            return why_no_weapon(position, seat, weapon, isinstance(choice, c.Buy))
        case c.Arm(weapon):
            return Message("refuse.arm", {"weapon": weapon})
        case c.Take():
            return Message("refuse.take")
        case c.Under() if under_which(position, seat) is None:
            return Message("refuse.under")
    return None


def why_no_play(position: Position, seat: int, step: Step, card: str, road: str) -> Message:
    box = position.box
    if card not in [box.code[held] for held in position.hands[seat]]:
        return Message("refuse.play-held", {"card": card})
    if box.symbol[box.kind_of[card]] not in (-1, ROADS.index(road)):
        return Message("refuse.play-symbol", {"card": card, "road": road})
    return Message("refuse.play-more") if step.what == "after" else Message("refuse.play-changing")


def why_no_change(position: Position, seat: int, step: Step) -> Message:
    price, money = position.box.components.start.change, position.money[seat]
    if step.stage:
        return Message("refuse.change-late")
    if money < price:
        return Message("refuse.change-price", {"price": price, "money": money})
    return Message("refuse.change-count", {"most": MOST_CHANGED})


def why_no_character(position: Position, seat: int, step: Step, name: str) -> Message | None:
    if step.stage != 3 or position.acts[seat]:
        return Message("refuse.assign-late")
    if name not in [position.box.keys[character] for character in position.teams[seat]]:
        return Message("refuse.assign-held", {"character": name})
    return Message("refuse.assign-ally") if has_ally(position, seat, step.road) else None


def why_no_weapon(position: Position, seat: int, name: str, bought: bool) -> Message | None:
    weapon, money = WEAPONS.index(name), position.money[seat]
    price = position.box.weapons[weapon].price if bought else position.box.weapons[weapon].bargain
    if not position.reserve[weapon]:
        return Message("refuse.buy-reserve", {"weapon": name})
    if money < price:
        return Message("refuse.buy-price", {"weapon": name, "price": price, "money": money})
    if position.acts[seat]:
        return Message("refuse.buy-late")
    return Message("refuse.bargain") if position.todo[0].stage <= MARKET and not bought else None
