"""Sentences about a table: its players, the prompt, the result, notices and hints."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import msgspec

from byways.bots import TIERS
from byways.bots.compiled import has_numba
from byways.bots.roster import needs_compiled
from byways.daily import PRACTICE
from byways.game import Game, View
from byways.i18n import ENGLISH, Message, Sentence, Value
from byways.phrases import brief, headline, number, repetition
from byways.table.i18n import Voice, inside, language_in, voice
from byways.table.pages.cache import Memo
from byways.table.play.hints import Idea
from byways.table.play.table import Table
from byways.table.seats import Kind, Notice, Seat


class Person(msgspec.Struct, frozen=True):
    """The player of a seat as one viewer sees it. `name` is used in sentences, and `about` adds the rest.

    `is_here` is None if no person plays the seat. `left` is when the player was last heard of, in seconds since 1970.
    """

    number: int
    colour: str
    name: str
    about: tuple[str, ...]
    kind: Kind
    is_me: bool
    is_awaited: bool
    deadline: float | None
    is_here: bool | None = None
    left: float | None = None
    typed: str = ""  # the name that the player entered


VOICES: Memo[Voice] = Memo()


def voice_of(table: Table, language: str = ENGLISH) -> Voice:
    """A voice that knows the names of the players at a table."""
    game, seats = table.game, table.seats
    return VOICES.get(table, language, seats.changes, lambda: voice(language, game, names(game, seats, language)))


def names(game: Game, seats: Sequence[Seat], language: str = ENGLISH) -> tuple[str, ...]:
    """The players' names in sentences, empty for players without one. The colour is added to names that are not unique."""
    speaking = voice(language, game)
    colours, known = speaking.speaker.seat_names, [seat.name.casefold() for seat in seats]

    def called(number: int, name: str) -> str:
        others = {one.casefold() for other, one in enumerate((*known, *colours)) if other % len(known) != number}
        return speaking.say("who.same-name", name=name, colour=colours[number]) if name and name.casefold() in others else name

    return tuple(called(number, seat.name) for number, seat in enumerate(seats))


def people(table: Table, view: View, language: str = ENGLISH) -> list[Person]:
    speaking = voice_of(table, language)
    awaited = () if table.is_closed or table.vacant else view.awaited
    colours, named = voice(language, table.game).speaker.seat_names, speaking.speaker.seat_names
    return [
        Person(
            number=number,
            colour=colours[number],
            name=named[number],
            about=tuple(map(speaking.word, about(table, number, view.seat, colour_beside(table, number, language)))),
            kind=seat.kind,
            is_me=number == view.seat,
            is_awaited=number in awaited,
            deadline=table.deadline(number) if number in awaited else None,
            is_here=is_here,
            left=left,
            typed=seat.name,
        )
        for number, seat in enumerate(table.seats)
        for is_here, left in [presence(table, number)]
    ]


def players(table: Table, view: View, language: str = ENGLISH) -> list[Person]:
    """The people to show: not the seats that a deal for one player leaves out."""
    left_out = view.removed if table.daily else ()
    return [one for one in people(table, view, language) if one.is_me or one.number not in left_out]


def presence(table: Table, number: int) -> tuple[bool | None, float | None]:
    """Whether a seat's person is here, and when they left. If they are neither here nor have left, they have not come yet."""
    if not table.seats[number].is_playing:
        return None, None
    is_here, since = table.seats.is_here(number), table.seats.gone_since(number)
    return is_here, None if is_here or since is None else round(since + time.time() - time.monotonic())


def about(table: Table, number: int, viewer: int | None, colour: str) -> Iterator[Sentence]:
    """What to add to a seat's name: its colour, and who plays it."""
    seat = table.seats[number]
    if colour:
        yield colour
    if number in table.match.position.removed:
        yield Message("who.gone")
        if number != viewer and table.match.position.outcome is None:
            return
    match seat.kind:
        case "person" if number == viewer:
            yield Message("who.you")
        case "bot" if table.is_preparing_bot(number) and not table.ended:
            yield Message("who.preparing", {"bot": bot(seat.bot)})
        case "bot" if seat.holder:
            yield Message("who.stood-in" if table.ended else f"who.stand-in-{seat.why or 'asked'}", {"bot": bot(seat.bot)})
        case "program" if not table.seats.looking[number]:
            yield Message("who.program-offline")
        case "free" if guest := guest_of(table, number):
            yield guest
        case "bot" | "free" | "program":
            yield in_a_word(number, seat)


def guest_of(table: Table, number: int) -> Message | None:
    """Who was invited to a free seat but learns the game first, or watches."""
    last = next((notice for notice in reversed(table.notices) if notice.seat == number), None)
    if last is None or last.name not in ("learns", "watches"):
        return None
    return Message(f"who.{last.name}", {"who": last.who or Message("who.guest")})


def in_full(table: Table, number: int, language: str = ENGLISH) -> str:
    """A player by name and colour, or by the colour alone."""
    name, colour = voice_of(table, language).speaker.seat_names[number], colour_beside(table, number, language)
    return voice(language).say("who.same-name", name=name, colour=colour) if colour else name


def colour_beside(table: Table, number: int, language: str = ENGLISH) -> str:
    """The colour to show beside a player's name.

    Empty if the colour is the name, or if the board does not show it, as where seats choose their tokens: it would only be a second name.
    """
    if table.game.view_type.token is not View.token:
        return ""
    colour, name = voice(language, table.game).speaker.seat_names[number], voice_of(table, language).speaker.seat_names[number]
    return colour if name == table.seats[number].name != colour else ""


def in_a_word(number: int, seat: Seat, me: str | None = None) -> Sentence:
    """A seat's owner, even while a bot plays for them; the colour if they have no name. `me` is the hash of the viewer's secret."""
    match seat.kind:
        case "bot" if seat.holder is None:
            return bot(seat.bot)
        case "free":
            return Message("who.free")
        case "program":
            return seat.name or Message("who.program")
    is_me = me is not None and seat.holder == me
    return Message("who.you") if is_me else seat.name or Message("seat.name", {"seat": number})


def bot(name: str | None) -> Message:
    """A bot by level, or by name."""
    return Message(f"bot.{name}") if name in TIERS else Message("bot.named", {"name": name or ""})


def listed(game: Game | None, seats: tuple[Seat, ...], me: str | None = None, language: str = ENGLISH) -> tuple[str, ...]:
    """A table's players, in a word or two each. A game that is not served here has no known colours."""
    return tuple(voice(language, game).word(in_a_word(number, seat, me)) for number, seat in enumerate(seats))


def prompt(table: Table, view: View, language: str = ENGLISH) -> str:
    """What is expected of the viewer, or how the game ended for them, with a warning if the position has occurred before."""
    game, tell = table.game, voice_of(table, language).tell
    if view.outcome:
        return tell(headline(view.outcome, view.seat))
    if table.is_closed:
        return voice(language).say("play.closed")
    if table.vacant:
        return voice(language).say("play.vacant", count=len(table.vacant))
    if view.seat not in view.awaited and any(map(table.is_preparing_bot, view.awaited)):
        return voice(language).say("play.preparing")
    return f"{tell(view.prompt)} {repetition(game, table.match.referee.repeated, language_in(game, language))}".rstrip()


def stood_in(table: Table, seat: int | None, language: str = ENGLISH) -> str:
    """Why a bot plays for the viewer. Empty if none does, or if the game is over."""
    mine = None if seat is None else table.seats[seat]
    if mine is None or mine.kind != "bot" or not mine.holder or table.ended:
        return ""
    return voice_of(table, language).say(f"play.stand-in-{mine.why or 'asked'}")


def noted(table: Table, notice: Notice, language: str = ENGLISH) -> str:
    """A notice about a seat, with the name of its player at that time."""
    same = notice.who in ("", table.seats[notice.seat].name)
    who: Value = Message("seat.name", {"seat": notice.seat}) if same else notice.who
    return voice_of(table, language).say(f"notice.{notice.name}", who=who)


def ending(table: Table, view: View, language: str = ENGLISH) -> str:
    """How a game ended for one viewer, and why."""
    assert view.outcome is not None
    tell = voice_of(table, language).tell
    return f"{tell(headline(view.outcome, view.seat))} {tell(view.outcome.reason)}".strip()


def own_components(game: Game, language: str = ENGLISH) -> str:
    """A note that a game is not played with its built-in components."""
    if game.own is None:
        return ""
    say = voice(language).say
    return say("own.from-file", file=game.own_file) if game.own_file else say("own.components")


def note(table: Table, language: str = ENGLISH) -> str:
    """What is unusual about a table: its components, earlier rules, weaker bots, or hints among several people."""
    notes = own_components(table.game, language), age(table, language)
    players = () if table.puzzle else (weaker_bots(table, language), hints_allowed(table, language))
    return " ".join(filter(None, (*notes, *players)))


def hints_allowed(table: Table, language: str = ENGLISH) -> str:
    """Whether people may take hints, if several play. Empty for one person alone if they may, and at a deal, which says so itself."""
    is_alone = sum(seat.kind in ("person", "free") or bool(seat.holder) for seat in table.seats) < 2
    if table.daily not in ("", PRACTICE) or (is_alone and table.hints.are_allowed):
        return ""
    return voice(language).say("join.hints" if table.hints.are_allowed else "join.no-hints")


def weaker_bots(table: Table, language: str = ENGLISH) -> str:
    """A note that bots are weaker without numba."""
    here = any(seat.kind == "bot" and needs_compiled(table.game, seat.bot or "") for seat in table.seats)
    return voice(language).say("play.plain-bots") if here and not has_numba() else ""


def age(table: Table, language: str = ENGLISH) -> str:
    """A note that a table was created with another version of its game."""
    game, version = table.game, table.match.referee.head.version
    if version == game.version:
        return ""
    return voice(language, game).say("play.age", title=game.title, version=version, here=game.version)


def advice(table: Table, choice: str, language: str = ENGLISH) -> str:
    """A hint in words."""
    game = table.game
    meant = inside(game, game.parse(choice).sentence)
    return voice_of(table, language).say("play.advice", bot=bot(game.bot_names[-1]), sentence=meant)


def idea(table: Table, one: Idea, language: str = ENGLISH) -> tuple[str, str, list[str]]:
    """A weighed act: in a few words, its worth, and the reasons."""
    game, tell = table.game, voice_of(table, language).tell
    said = brief(game, [game.parse(step) for step in one.act], tell)
    worth = number(round(one.worth, 1)) if len(table.seats) == 1 else tell(Message("review.chance", {"per_cent": round(100 * one.worth)}))
    return said, worth, [tell(reason) for reason in one.why]


def ideas(table: Table, language: str = ENGLISH) -> str:
    """The heading above a bot's ideas."""
    alone = len(table.seats) == 1
    return voice_of(table, language).say("play.ideas-alone" if alone else "play.ideas", bot=bot(table.game.bot_names[-1]))
