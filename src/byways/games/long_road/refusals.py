"""The rule that an illegal choice breaks, in words."""

from __future__ import annotations

from byways.games.long_road import choices as c
from byways.games.long_road.agenda import DECISIONS
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.state import Position, Step
from byways.games.long_road.turn import MARKET, has_ally
from byways.room import what_would_do
from byways.speech import Sentence


def why_not(position: Position, seat: int, choice: AnyChoice) -> Sentence:
    step = position.todo[0]
    now = DECISIONS[step.what]
    if type(choice) not in now.does:
        return f"'{choice}' comes at another moment; now it is time to {now.duty}."
    return reason(position, seat, step, choice) or what_would_do(position, seat, choice)


def reason(position: Position, seat: int, step: Step, choice: AnyChoice) -> str:
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
            return f"You have no {weapon} to give, or that place holds no character of yours."
        case c.Take():
            return "That card is not one that the activated character can take."
    return ""


def why_no_play(position: Position, seat: int, step: Step, card: str, road: str) -> str:
    box = position.box
    if card not in [box.code[held] for held in position.hands[seat]]:
        return f"You have no card '{card}' in hand."
    if box.symbol[box.kind_of[card]] not in (-1, ROADS.index(road)):
        return f"'{card}' does not show the symbol of the {road} road."
    if step.what == "after":
        return "One more card can be played only by the bonus of a place, before you buy and arm."
    return "The cards you are changing come first: draw, or take the change back."


def why_no_change(position: Position, seat: int, step: Step) -> str:
    if step.stage:
        return "Cards are changed once a turn, before a card is played."
    if position.money[seat] < position.box.components.start.change:
        return f"Changing cards costs {position.box.components.start.change} $."
    return "You can change up to three cards of your hand, and no more than can be drawn."


def why_no_character(position: Position, seat: int, step: Step, name: str) -> str:
    if step.stage != 3 or position.acts[seat]:
        return "A character is played right after the first caravan card, one a turn."
    if name not in [position.box.keys[character] for character in position.teams[seat]]:
        return f"You do not have '{name}' in hand."
    if has_ally(position, seat, step.road):
        return "You have a hat on this road already."
    return ""


def why_no_weapon(position: Position, seat: int, name: str, bought: bool) -> str:
    weapon = WEAPONS.index(name)
    card = position.box.weapons[weapon]
    if not position.reserve[weapon]:
        return f"The reserve has no {name} left."
    if position.money[seat] < (card.price if bought else card.bargain):
        return f"A {name} costs {card.price if bought else card.bargain} $, and you have {position.money[seat]} $."
    if position.acts[seat]:
        return "One weapon may be bought in a turn, before arming."
    return "Weapons at half price are the bonus of a place." if position.todo[0].stage <= MARKET and not bought else ""
