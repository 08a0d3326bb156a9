"""Sentences in the words of the components that are played with, and choices in few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from byways.game import Choice, Game
from byways.games.long_road import GAME
from byways.games.long_road import choices as c
from byways.games.long_road.box import Box
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.common import place_name, times
from byways.games.long_road.components import Components
from byways.games.long_road.view import View
from byways.speech import Message, Sentence

SHORT: dict[type[Choice], str] = {
    c.Play: "short.play",
    c.Change: "short.change",
    c.Under: "short.under",
    c.Ford: "short.ford",
    c.Take: "short.take",
    c.Keep: "short.keep",
    c.Pick: "short.pick",
    c.Assign: "short.assign",
    c.Saloon: "short.saloon",
    c.Call: "short.call",
    c.Recruit: "short.recruit",
}


@lru_cache(maxsize=16)
def game_of(box: Box) -> Game[Components]:
    """The game with the components that are played with, somebody's own or not."""
    return replace(GAME, own=box.components)


def say(box: Box, sentence: Sentence, language: str) -> str:
    """As `Game.say`, with the names of the components that are played with."""
    return game_of(box).say(sentence, language)


def said(box: Box, says: str, language: str) -> str:
    """What a component says it does. A text that is only in somebody's own file is said as it is there."""
    game = game_of(box)
    return game.say(game.speaker(language).form(says, "says"), language)


def name(box: Box, key: str, language: str) -> str:
    return game_of(box).speaker(language).form(key, "name")


def end_tile(box: Box, end: int, language: str) -> Message:
    says = said(box, box.components.ends.faces[end].says, language)
    return Message("table.end", {"reward": box.components.arrivals.reward, "says": says})


def taken_cards(view: View) -> Iterator[Message]:
    """R29: who has taken which cards; bosses and an end tile count their places."""
    for seat, cards in enumerate(view.taken):
        if cards:
            places = Counter(place_name(view.box, card) for card in sorted(cards, key=lambda card: view.box.place[card]))
            yield Message("table.taken-cards", {"seat": seat, "cards": times(places)})


def short(view: View, choice: AnyChoice) -> Sentence:
    """A choice in the few words that fit on a button; a card by its place: its herds and its road are drawn beside it."""
    match choice:
        case c.Play(code) | c.Change(code) | c.Under(code) | c.Ford(code) | c.Take(code) | c.Keep(code):
            return Message(SHORT[type(choice)], {"place": code.rpartition("-")[0]})
        case c.Pick(key) | c.Assign(key) | c.Saloon(key) | c.Call(key) | c.Recruit(key):
            return Message(SHORT[type(choice)], {"character": key})
        case c.Seize(weapon, key):
            return Message("short.seize", {"weapon": weapon, "character": key})
        case c.Arm(weapon, road, nth):
            return Message("short.arm", {"weapon": weapon, "character": view.box.keys[standing(view, road, nth)]})
        case c.Move(road, nth):
            return short_move(view, road, nth)
        case c.Buy(weapon):
            return Message("short.buy", {"weapon": weapon, "price": view.box.weapons[c.WEAPONS.index(weapon)].price})
        case c.Bargain(weapon):
            return Message("short.bargain", {"weapon": weapon, "price": view.box.weapons[c.WEAPONS.index(weapon)].bargain})
    return choice.sentence


def short_move(view: View, road: c.RoadName, nth: int) -> Message:
    """A character of a line by its name, or where it lies."""
    here = standing(view, road, nth)
    if here < 0:
        return Message("short.move-hidden", {"road": road, "place": nth})
    return Message("short.move", {"character": view.box.keys[here]})


def standing(view: View, road: c.RoadName, nth: int) -> int:
    """The character at a place of a line; -1 if it is hidden."""
    return view.roads[c.ROADS.index(road)].line[nth - 1].character
