"""The pages before a game: the lobby, setting a table, rules and lessons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec
from markupsafe import Markup
from msgspec import inspect

from byways.bots import TIERS
from byways.bots.roster import all_bots
from byways.game import Game
from byways.i18n import ENGLISH
from byways.phrases import CardWords, card_words, reconstructed_parts
from byways.table.errors import Missing
from byways.table.i18n import Voice, language_in, voice
from byways.table.pages import pictures
from byways.table.pages.articles import Reading, guide_page
from byways.table.pages.phrases import own_components
from byways.table.pages.render import render
from byways.table.play.new_table import usual_bot
from byways.teaching.lesson import lessons

CLOCKS = ("30", "120", "600", "86400", "259200")  # seconds for an act
TABLE = "<table>"


def rules_page(game: Game, page: Reading | None, language: str = ENGLISH) -> str:
    """A page about a game with a list of its sections."""
    if page is None:
        raise Missing("wrong.no-rules", game, title=game.title)
    speaking = voice(language, game)
    text = Markup(str(page.text).replace(TABLE, render("wide.html", speaking).rstrip() + TABLE).replace("</table>", "</table></div>"))
    values = {"own": own_components(game, language), "lessons": [*lessons(game)], "fine": guide_page(game, language) is not None}
    values["style"] = pictures.style_address(game)
    return render("rules.html", speaking, game=game, text=text, sections=page.sections, **values)


def learn_page(game: Game, begun: Mapping[str, str], language: str = ENGLISH) -> str:
    """The lessons of a game; those in `begun` can be gone on with at their tables."""
    spoken = language_in(game, language)
    offered = [
        (lesson.name, game.say(lesson.title, spoken), len(lesson.steps), begun.get(lesson.name)) for lesson in lessons(game).values()
    ]
    return render("learn.html", voice(language, game), game=game, lessons=offered)


def bots(game: Game, language: str = ENGLISH) -> dict[str, dict[str, str]]:
    """The bots of a game as a menu: levels of strength first, then bots by name."""
    offered, say = all_bots(game), voice(language).say
    tiers = {bot: say(f"tier.{bot}") for bot in TIERS if bot in offered}
    menu = {say("page.bots"): tiers, say("page.bots-by-name"): {bot: bot for bot in offered if bot not in TIERS}}
    return {title: chosen for title, chosen in menu.items() if chosen}


class Field(msgspec.Struct, frozen=True):
    """An option of a game in a form: one of some values, or a number."""

    name: str
    label: str
    about: str
    default: object
    values: dict[str, str] = {}  # with their labels
    least: int | None = None
    most: int | None = None


def fields(game: Game, language: str = ENGLISH) -> list[Field]:
    found = cast(inspect.StructType, inspect.type_info(game.options))
    return [field_of(voice(language, game), field.encode_name, field.default, field.type) for field in found.fields]


def field_of(speaking: Voice, name: str, default: object, kind: inspect.Type) -> Field:
    """In the words of its game: `option.NAME`, what it does in `option.NAME.about`, its values in `option.NAME.VALUE`."""

    def said(what: str, otherwise: str) -> str:
        return speaking.say(f"option.{what}") if speaking.speaker.has(f"option.{what}") else otherwise

    def field(default: object, values: Mapping[str, str], least: int | None = None, most: int | None = None) -> Field:
        labels = {value: said(f"{name}.{value}", words) for value, words in values.items()}
        return Field(name, said(name, name.replace("_", " ")), said(f"{name}.about", ""), default, labels, least, most)

    match kind:
        case inspect.BoolType():
            return field(str(default).lower(), {"false": speaking.say("plan.no"), "true": speaking.say("plan.yes")})
        case inspect.LiteralType(values):
            return field(str(default), {str(value): str(value) for value in values})
        case inspect.IntType(ge=least, le=most):
            return field(default, {}, least, most)
    return field(default, {})


def lobby_page(games: Mapping[str, Game], mine: Sequence[object], public: Sequence[object], name: str, is_new: bool, language: str) -> str:
    """`mine` and `public` are rows of lists, and `name` is what the visitor is called."""
    cards = [lobby_card(game, language) for game in games.values()]
    return render("lobby.html", voice(language), cards=cards, name=name, mine=mine, public=public, is_new=is_new)


class LobbyCard(msgspec.Struct, frozen=True):
    """What the lobby shows of a game."""

    game: Game
    words: CardWords
    picture: str
    kinds: tuple[str, ...]
    others: dict[str, dict[str, str]]
    players: int
    usual: str
    own: str
    reconstruction: str
    learns: bool


def lobby_card(game: Game, language: str) -> LobbyCard:
    words, speaking, parts = card_words(game, language), voice(language, game), reconstructed_parts(game)
    return LobbyCard(
        game=game,
        words=words,
        picture=pictures.address(game, pictures.COVER, language),
        kinds=(*by_number(game, language), *words.kinds),
        others=others(game, language),
        players=max(2, game.seats[0]),
        usual=f"bot:{usual_bot(game)}",
        own=own_components(game, language),
        reconstruction=speaking.say("reconstruction", parts=parts) if parts else "",
        learns=bool(lessons(game)),
    )


def by_number(game: Game, language: str) -> tuple[str, ...]:
    """The kind of a game, as far as it follows from how many can play."""
    say = voice(language).say
    kinds = {(2, 2): say("lobby.duel"), (1, game.seats[1]): say("lobby.solo")}
    return tuple(kind for seats, kind in kinds.items() if seats == game.seats)


def others(game: Game, language: str) -> dict[str, dict[str, str]]:
    """Who may sit in all other seats of a game, as a menu."""
    offered, say, most = all_bots(game), voice(language).say, game.seats[1] - 1
    tiers = {f"bot:{bot}": say(f"lobby.bots-{bot}", bots=most) for bot in TIERS if bot in offered}
    people = {"free": say("lobby.friends", friends=most), "me": say("lobby.one-screen")}
    named = {f"bot:{bot}": bot for bot in offered if bot not in TIERS}
    menu = {say("page.bots"): tiers, say("plan.people"): people, say("page.bots-by-name"): named}
    return {title: chosen for title, chosen in menu.items() if chosen}


def titled(games: Mapping[str, Game], name: str, language: str) -> str:
    """A game's title, or its name if it is no longer served here."""
    return card_words(games[name], language).title if name in games else name


def set_page(game: Game, name: str, language: str) -> str:
    chosen = ["me", *["free"] * (max(2, game.seats[0]) - 1)]
    seats = [
        {"number": number, "chosen": chosen[number] if number < len(chosen) else "none", "may_be_empty": number >= game.seats[0]}
        for number in range(game.seats[1])
    ]
    values = {"fields": fields(game, language), "action": "/new", "moment": None, "back": None, "name": name}
    return render("set.html", voice(language, game), game=game, seats=seats, bots=bots(game, language), clocks=CLOCKS, **values)
