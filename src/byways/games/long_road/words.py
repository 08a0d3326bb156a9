"""Names and short words for people, in English or Italian."""

from __future__ import annotations

from typing import Literal, TypeAlias

from byways.games.long_road import choices as c
from byways.games.long_road.box import Box
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.state import Arms
from byways.games.long_road.view import View

Language: TypeAlias = Literal["en", "it"]


def place(box: Box, code: str, language: Language) -> str:
    """A caravan card by its place and its herds, w for white and b for black."""
    kind = box.kind_of[code]
    name = getattr(box.places[box.place[kind]], language)
    return f"{name} {herds(box, kind)}"


def herds(box: Box, kind: int) -> str:
    return "w" * box.white[kind] + "b" * box.black[kind]


def character(box: Box, number: int, language: Language) -> str:
    name: str = getattr(box.characters[number], language)
    return name


def several(count: int, name: str) -> str:
    """'1 coin', '2 coins'."""
    return f"{count} {name}{'s' * (count != 1)}"


def weapons(arms: Arms) -> str:
    """'2 daggers, 1 rifle', or nothing."""
    return ", ".join(several(count, name) for count, name in zip(arms, c.WEAPONS, strict=True) if count)


def short(view: View, choice: AnyChoice, language: Language) -> str:
    """A choice in the few words that fit on a button."""
    return about_cards(view, choice, language) or about_characters(view, choice, language) or choice.sentence


def about_cards(view: View, choice: AnyChoice, language: Language) -> str:
    box = view.box
    match choice:
        case c.Play(code, road):
            return f"{place(box, code, language)} to {road}"
        case c.Take(code, road):
            return f"Take {place(box, code, language)}" + (f", {road}" if view.sale and c.ROADS[view.sale.road] != road else "")
        case c.Ford(code, road):
            return f"Bring {place(box, code, language)}, {road}"
        case c.Change(code) | c.Under(code) | c.Keep(code):
            return f"{type(choice).__name__} {place(box, code, language)}"
    return ""


def about_characters(view: View, choice: AnyChoice, language: Language) -> str:
    box = view.box
    match choice:
        case c.Pick(key) | c.Assign(key) | c.Saloon(key) | c.Call(key) | c.Recruit(key):
            verb = {"Pick": "Keep", "Assign": "Play", "Recruit": "Take"}.get(type(choice).__name__, type(choice).__name__)
            return f"{verb} {character(box, box.character_of[key], language)}"
        case c.Seize(weapon, key):
            return f"Take {weapon}, {character(box, box.character_of[key], language)}"
        case c.Arm(weapon, road, nth):
            return f"{weapon.capitalize()} to {road} {nth}{own_name(view, road, nth, language)}"
        case c.Move(road, nth, to):
            return f"Move {road} {nth}{own_name(view, road, nth, language)} to {to}"
        case c.Buy(weapon):
            return f"Buy {weapon}, {box.weapons[c.WEAPONS.index(weapon)].price} $"
        case c.Bargain(weapon):
            return f"Bargain {weapon}, {box.weapons[c.WEAPONS.index(weapon)].bargain} $"
    return ""


def own_name(view: View, road: str, nth: int, language: Language) -> str:
    here = view.roads[[*c.ROADS].index(road)].line[nth - 1].character  # type: ignore[arg-type]
    return f" ({character(view.box, here, language)})" if here >= 0 else ""
