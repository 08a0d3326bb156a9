"""The pages before a game: the lobby, setting up a table, rules and lessons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

import msgspec
from markupsafe import Markup
from msgspec import inspect

from byways.bots import TIERS
from byways.bots.roster import all_bots
from byways.game import Game
from byways.i18n import ENGLISH
from byways.phrases import CardWords, card_words, reconstructed_parts
from byways.printing.grid import PAPERS
from byways.printing.ink import INKS
from byways.room import find_room
from byways.table.i18n import Voice, language_in, voice
from byways.table.pages import pictures
from byways.table.pages.articles import fine_print, guide_page
from byways.table.pages.assets import Asset, asset
from byways.table.pages.daily import TodayStrip
from byways.table.pages.lessons import minutes, path_of
from byways.table.pages.phrases import own_components
from byways.table.pages.render import render
from byways.table.play.new_table import default_bot
from byways.table.play.progress import Ladder, ladder, lesson_step
from byways.teaching.lesson import Lesson, lessons

CLOCKS = ("30", "120", "600", "86400", "259200")  # seconds per act
TABLE = "<table>"
EXPLAINED = ("random", "greedy", "wary", "planner", "riemann", "euclid")  # bots whose names come with an explanation


def rules_page(game: Game, is_fine_print: bool, language: str) -> Asset:
    """The how-to-play page or the fine print, with a list of sections. A game without a guide always shows the fine print."""
    guide = guide_page(game, language_in(game, language))
    page, text_language = (fine_print(game), ENGLISH) if is_fine_print or guide is None else (guide, language_in(game, language))
    speaking = voice(language, game)
    text = Markup(str(page.text).replace(TABLE, render("wide.html", speaking).rstrip() + TABLE).replace("</table>", "</table></div>"))
    values = {"own": own_components(game, language), "lessons": [*lessons(game)], "fine": guide is not None, "text_language": text_language}
    values |= {"style": pictures.style_address(game), "prints": find_room(game.room).sheets is not None}
    return asset(render("rules.html", speaking, game=game, text=text, sections=page.sections, **values), "text/html")


def print_page(game: Game, missing: str, language: str) -> str:
    """The form for a PDF, or a note about a missing package."""
    return render("print.html", voice(language, game), game=game, missing=missing, papers=[*PAPERS], inks=INKS)


class LessonLine(msgspec.Struct, frozen=True):
    """A lesson in a list. `begun` is the table of an unfinished attempt; `is_next` marks the first lesson not done."""

    name: str
    title: str
    minutes: int
    begun: str | None
    is_done: bool
    is_next: bool


def lesson_lines(game: Game, begun: Mapping[str, str], done: Collection[str], language: str) -> list[LessonLine]:
    spoken, known = language_in(game, language), lessons(game)
    todo = [name for name in known if lesson_step(name) not in done]

    def line(name: str, lesson: Lesson) -> LessonLine:
        title, about = game.say(lesson.title, spoken), minutes(game, name, spoken)
        return LessonLine(name, title, about, begun.get(name), name not in todo, name in todo[:1])

    return [line(name, lesson) for name, lesson in known.items()]


def learn_page(game: Game, begun: Mapping[str, str], done: Collection[str], language: str = ENGLISH) -> str:
    """A game's lessons. `begun` has the tables of unfinished ones, `done` the visitor's steps."""
    lines = lesson_lines(game, begun, done, language)
    path = path_of(game) if all(line.is_done for line in lines) else None
    return render("learn.html", voice(language, game), game=game, lessons=lines, path=path)


def bots(game: Game, language: str = ENGLISH) -> dict[str, dict[str, str]]:
    """A game's bots as a menu: levels first, then bots by name."""
    offered, say = all_bots(game), voice(language).say
    tiers = {bot: say(f"tier.{bot}") for bot in TIERS if bot in offered}
    named = {bot: named_bot(bot, language) for bot in offered if bot not in TIERS}
    menu = {say("page.bots"): tiers, say("page.bots-by-name"): named}
    return {title: chosen for title, chosen in menu.items() if chosen}


def named_bot(bot: str, language: str) -> str:
    """A bot by name, with a sentence about how it plays if there is one."""
    say = voice(language).say
    return say("plan.bot", name=bot, about=say(f"tactic.{bot}")) if bot in EXPLAINED else bot


class Field(msgspec.Struct, frozen=True):
    """A game's option in a form: a choice of values, or a number."""

    name: str
    label: str
    about: str
    default: object
    values: dict[str, str] = {}  # each with its label
    least: int | None = None
    most: int | None = None


def fields(game: Game, language: str = ENGLISH) -> list[Field]:
    """The options of a game, filled in by its first preset if there is one."""
    found = cast(inspect.StructType, inspect.type_info(game.options))
    usual = game.presets[0].options if game.presets else game.options()
    return [field_of(voice(language, game), field.encode_name, getattr(usual, field.name), field.type) for field in found.fields]


def field_of(speaking: Voice, name: str, default: object, kind: inspect.Type) -> Field:
    """A field worded by the game's catalogue: `option.NAME`, `option.NAME.about` and `option.NAME.VALUE`."""

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


class LobbyCard(msgspec.Struct, frozen=True):
    """A game in the lobby, with the visitor's progress. `teaches` is the next lesson, if any."""

    game: Game
    words: CardWords
    picture: str
    kinds: tuple[str, ...]
    others: dict[str, dict[str, tuple[str, str]]]
    ladder: Ladder
    lessons: list[LessonLine]
    own: str
    reconstruction: str

    @property
    def teaches(self) -> LessonLine | None:
        return next((line for line in self.lessons if line.is_next), None)

    @property
    def has_begun(self) -> bool:
        return any(line.is_done for line in self.lessons)


def lobby_card(game: Game, done: Collection[str], language: str) -> LobbyCard:
    words, speaking, parts = card_words(game, language), voice(language, game), reconstructed_parts(game)
    return LobbyCard(
        game=game,
        words=words,
        picture=pictures.address(game, pictures.COVER, language),
        kinds=(*((words.consists,) if words.consists else by_number(game, language)), *words.kinds),
        others=others(game, language),
        ladder=ladder(game, done),
        lessons=lesson_lines(game, {}, done, language),
        own=own_components(game, language),
        reconstruction=speaking.say("reconstruction", parts=parts) if parts else "",
    )


class Lobby(msgspec.Struct, frozen=True):
    """What a visitor sees in the lobby. `mine` and `public` are rows of tables; `chosen` is the game that a phone shows."""

    cards: list[LobbyCard]
    name: str
    is_first: bool = False
    mine: Sequence[object] = ()
    more: int = 0  # further tables that the visitor plays at
    public: Sequence[object] = ()
    chosen: str = ""
    is_saved: bool = False  # whether the name has just been saved
    is_documented: bool = False  # whether the documentation is installed
    today: TodayStrip | None = None  # once the visitor has finished something


def lobby_page(lobby: Lobby, language: str) -> str:
    return render("first-visit.html" if lobby.is_first else "lobby.html", voice(language), lobby=lobby)


def by_number(game: Game, language: str) -> tuple[str, ...]:
    """The kinds of a game implied by its number of players."""
    say = voice(language).say
    kinds = {(2, 2): say("lobby.duel"), (1, game.seats[1]): say("lobby.solo")}
    return tuple(kind for seats, kind in kinds.items() if seats == game.seats)


def others(game: Game, language: str) -> dict[str, dict[str, tuple[str, str]]]:
    """Who can play the other seats, as a menu worded for one other player and for several. The set-up page has bots by name."""
    say = voice(language).say
    bots = {f"bot:{bot}": (say(f"lobby.bots-{bot}", bots=1), say(f"lobby.bots-{bot}", bots=2)) for bot in TIERS if bot in game.bot_names}
    bots = bots or {f"bot:{default_bot(game)}": (default_bot(game), default_bot(game))}
    friends = (say("lobby.friends", friends=1), say("lobby.friends", friends=2))
    people = {"free": friends, "me": (say("lobby.one-screen"), say("lobby.one-screen"))}
    return {say("page.bots"): bots, say("plan.people"): people}


def titled(games: Mapping[str, Game], name: str, language: str) -> str:
    """A game's title, or its name if it is no longer served here."""
    return card_words(games[name], language).title if name in games else name


def set_page(game: Game, name: str, language: str) -> str:
    chosen = ["me", *["free"] * (max(2, game.seats[0]) - 1)]
    seats = [
        {"number": number, "chosen": chosen[number] if number < len(chosen) else "none", "may_be_empty": number >= game.seats[0]}
        for number in range(game.seats[1])
    ]
    values = {"fields": fields(game, language), "action": "/new", "when": None, "back": None, "name": name}
    return render("set.html", voice(language, game), game=game, seats=seats, bots=bots(game, language), clocks=CLOCKS, **values)
