"""Sentences with the names of the components in play, and one-word labels for choices."""

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
from byways.games.long_road.components import Components
from byways.games.long_road.rules.common import place_name
from byways.games.long_road.rules.events import times
from byways.games.long_road.view import View
from byways.i18n import Message, Sentence

PILLS: dict[type[Choice], str] = {
    c.Change: "pill.change",
    c.Under: "pill.under",
    c.Take: "pill.take",
    c.Keep: "pill.keep",
    c.Pick: "pill.keep",
    c.Find: "pill.find",
    c.Rob: "pill.rob",
    c.Seize: "pill.take",
    c.Call: "pill.call",
    c.Recruit: "pill.recruit",
}


@lru_cache(maxsize=16)
def game_of(box: Box) -> Game[Components]:
    """Return the game with a box's components, which may be custom."""
    return GAME if box.own is None else replace(GAME, own=box.own)


def say(box: Box, sentence: Sentence, language: str) -> str:
    """Like `Game.say`, with the names of the components in play."""
    return game_of(box).say(sentence, language)


def said(box: Box, says: str, language: str) -> str:
    """Translate a component's text. Custom texts stay untranslated."""
    game = game_of(box)
    return game.say(game.speaker(language).form(says, "says"), language)


def name(box: Box, key: str, language: str) -> str:
    return game_of(box).speaker(language).form(key, "name")


def titled(box: Box, key: str, language: str) -> str:
    """Return a name with a capital letter, as printed on a card."""
    words = name(box, key, language)
    return words[:1].upper() + words[1:]


def end_tile(box: Box, end: int, language: str) -> Message:
    says = said(box, box.components.ends.faces[end].says, language)
    return Message("table.end", {"reward": box.components.arrivals.reward, "says": says})


def in_hand(box: Box, card: int) -> Message:
    """Describe a card in hand: herds, road, reward and bonus."""
    kind = ("" if box.symbol[card] >= 0 else "-anywhere") + ("" if box.signpost[card] else "-bare")
    road, says = c.ROADS[max(0, box.symbol[card])], box.places[box.place[card]].says
    return Message(f"about.card{kind}", {"card": box.code[card], "road": road, "says": says})


def taken_cards(view: View) -> Iterator[Message]:
    """R29: list the cards that each player has taken."""
    for seat, cards in enumerate(view.taken):
        if cards:
            places = Counter(place_name(view.box, card) for card in sorted(cards, key=lambda card: view.box.place[card]))
            yield Message("table.taken-cards", {"seat": seat, "cards": times(places)})


def tally(view: View, language: str) -> Message:
    """Say what the end tile pays for and how the viewer stands, compared with the best rival if that is public."""
    says = said(view.box, view.box.components.ends.faces[view.end].says, language)
    if view.seat is None:
        return Message("draw.tile", {"says": says})
    scores = [tile_count(view, seat) for seat in range(len(view.money))]
    mine, others = scores[view.seat], [score for seat, score in enumerate(scores) if seat != view.seat and score is not None]
    if others:
        return Message("draw.tile-all", {"says": says, "mine": mine or 0, "best": max(others)})
    return Message("draw.tile-own", {"says": says, "mine": mine or 0})


def tile_count(view: View, seat: int) -> int | None:
    """Return what the end tile counts for a seat; None if the viewer cannot know."""
    counts, taken = view.box.components.ends.faces[view.end].counts, view.taken[seat]
    if counts == "cards":
        return len(taken)
    if counts == "places":
        return len({view.box.place[card] for card in taken})
    team = view.teams[seat]
    return None if any(who < 0 for who in team) else sum(view.box.value[who] for who in team)


def pill(view: View, choice: AnyChoice) -> Sentence:
    """Return the word or price that fits on a pill."""
    match choice:
        case c.Buy(weapon):
            return Message("pill.price", {"price": view.box.weapons[c.WEAPONS.index(weapon)].price})
        case c.Bargain(weapon):
            parts = view.box.weapons[c.WEAPONS.index(weapon)]
            return Message("pill.bargain", {"price": parts.price, "bargain": parts.bargain})
    return Message(PILLS[type(choice)]) if type(choice) in PILLS else choice.sentence
