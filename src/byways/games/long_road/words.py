"""Names and short words for people, in English or Italian."""

from __future__ import annotations

from byways.game import HOUSE_WORDS
from byways.games.long_road import GAME
from byways.games.long_road import choices as c
from byways.games.long_road.box import Box
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.state import Arms
from byways.games.long_road.view import View
from byways.speech import Sentence, Speaker


def say(box: Box, sentence: Sentence, language: str) -> str:
    """As `Game.say`, with the names of the components that are played with."""
    if isinstance(sentence, str):
        return sentence.format(*GAME.seat_names, **box.words[language])
    return Speaker(language, (GAME.room, HOUSE_WORDS), GAME.seat_names, lambda key, form: box.words[language].get(key)).say(sentence)


def place(box: Box, code: str, language: str) -> str:
    """A caravan card by its place and its herds, w for white and b for black."""
    kind = box.kind_of[code]
    return f"{getattr(box.places[box.place[kind]], language)} {herds(box, kind)}"


def herds(box: Box, kind: int) -> str:
    return "w" * box.white[kind] + "b" * box.black[kind]


def character(box: Box, number: int, language: str) -> str:
    return box.words[language][box.keys[number]]


def several(count: int, name: str) -> str:
    """'1 card', '2 cards'."""
    return f"{count} {name}{'s' * (count != 1)}"


def times(box: Box, counts: dict[str, int], language: str) -> str:
    """'dagger × 2, rifle', or nothing: no language says how others make more of one."""
    return ", ".join(box.words[language][key] + (f" × {count}" if count > 1 else "") for key, count in counts.items() if count)


def weapons(box: Box, arms: Arms, language: str) -> str:
    return times(box, dict(zip(c.WEAPONS, arms, strict=True)), language)


def short(view: View, choice: AnyChoice, language: str) -> str:
    """A choice in the few words that fit on a button."""
    return say(view.box, about_cards(choice) or about_characters(view, choice) or choice.sentence, language)


def about_cards(choice: AnyChoice) -> str:
    """A card by its place: its herds and its road are drawn beside it."""
    match choice:
        case c.Play(code):
            return name(code)
        case c.Ford(code):
            return f"Bring {name(code)}"
        case c.Change(code) | c.Under(code) | c.Take(code) | c.Keep(code):
            return f"{type(choice).__name__} {name(code)}"
    return ""


def name(code: str) -> str:
    """The key of a card's place."""
    return f"{{{code.rpartition('-')[0]}}}"


def about_characters(view: View, choice: AnyChoice) -> str:
    match choice:
        case c.Pick(key) | c.Assign(key) | c.Saloon(key) | c.Call(key) | c.Recruit(key):
            verb = {"Pick": "Keep", "Assign": "Play", "Saloon": "Also", "Recruit": "Take"}.get(type(choice).__name__, "Call")
            return f"{verb} {{{key}}}"
        case c.Seize(weapon, key):
            return f"Take {{{weapon}}}, {{{key}}}"
        case c.Arm(weapon, road, nth):
            return f"{{{weapon}}} to {placed_name(view, road, nth)}"
        case c.Move(road, nth):
            return f"Move {placed_name(view, road, nth)}"
        case c.Buy(weapon):
            return f"Buy {{{weapon}}}, {view.box.weapons[c.WEAPONS.index(weapon)].price} $"
        case c.Bargain(weapon):
            return f"Bargain {{{weapon}}}, {view.box.weapons[c.WEAPONS.index(weapon)].bargain} $"
    return ""


def placed_name(view: View, road: c.RoadName, nth: int) -> str:
    """A character of a line by its name, or where it lies."""
    here = view.roads[c.ROADS.index(road)].line[nth - 1].character
    return f"{{{view.box.keys[here]}}}" if here >= 0 else f"{{{road}}} {nth}"
