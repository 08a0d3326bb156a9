"""What is said at a table: who sits where, what is expected, how it ended, what a bot would do."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import msgspec

from byways.bots import TIERS
from byways.bots.compiled import has_numba
from byways.bots.roster import needs_compiled
from byways.game import Game, View
from byways.i18n import ENGLISH, Message, Sentence, Value
from byways.phrases import brief, headline, number, repetition
from byways.table.i18n import Voice, inside, language_in, voice
from byways.table.pages.cache import Memo
from byways.table.play.hints import Idea
from byways.table.play.table import Table
from byways.table.seats import Kind, Notice, Seat


class Person(msgspec.Struct, frozen=True):
    """Who sits at a seat, as far as one view may tell who is awaited. `name` is what sentences call them, `about` says the rest. `is_here`
    is None where nobody can be, and `left` is when they were last heard of, in seconds since 1970."""

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


VOICES: Memo[Voice] = Memo()


def voice_of(table: Table, language: str = ENGLISH) -> Voice:
    """A voice that knows the names of those who sit at a table."""
    game, seats = table.game, table.seats
    return VOICES.get(table, language, seats.changes, lambda: voice(language, game, names(game, seats, language)))


def names(game: Game, seats: Sequence[Seat], language: str = ENGLISH) -> tuple[str, ...]:
    """What people are called in sentences, empty where they have no name; the colour tells apart whose names could be mixed up."""
    speaking = voice(language, game)
    colours, known = speaking.speaker.seat_names, [seat.name.casefold() for seat in seats]

    def called(number: int, name: str) -> str:
        others = {one.casefold() for other, one in enumerate((*known, *colours)) if other % len(known) != number}
        return speaking.say("who.same-name", name=name, colour=colours[number]) if name and name.casefold() in others else name

    return tuple(called(number, seat.name) for number, seat in enumerate(seats))


def people(table: Table, view: View, language: str = ENGLISH) -> list[Person]:
    speaking = voice_of(table, language)
    awaited = () if table.is_closed else view.awaited
    colours, named = voice(language, table.game).speaker.seat_names, speaking.speaker.seat_names
    return [
        Person(
            number=number,
            colour=colours[number],
            name=named[number],
            about=tuple(
                map(
                    speaking.word, about(table, number, view.seat, colours[number] if named[number] == seat.name != colours[number] else "")
                )
            ),
            kind=seat.kind,
            is_me=number == view.seat,
            is_awaited=number in awaited,
            deadline=table.deadline(number) if number in awaited else None,
            is_here=is_here,
            left=left,
        )
        for number, seat in enumerate(table.seats)
        for is_here, left in [presence(table, number)]
    ]


def presence(table: Table, number: int) -> tuple[bool | None, float | None]:
    """Whether somebody is there; who plays in person and is not may have left, or not have come yet."""
    if table.seats[number].kind != "person":
        return None, None
    is_here, since = table.seats.is_here(number), table.seats.gone_since(number)
    return is_here, None if is_here or since is None else round(since + time.time() - time.monotonic())


def about(table: Table, number: int, viewer: int | None, colour: str) -> Iterator[Sentence]:
    """What else is to be said of a seat: its colour, and who plays it."""
    seat = table.seats[number]
    if colour:
        yield colour
    if number in table.match.position.removed:
        yield Message("who.gone")
    match seat.kind:
        case "person" if number == viewer:
            yield Message("who.you")
        case "bot" if table.is_preparing_bot(number) and not table.ended:
            yield Message("who.preparing", {"bot": bot(seat.bot)})
        case "bot" if seat.holder:
            yield Message("who.stood-in" if table.ended else f"who.stand-in-{seat.why or 'asked'}", {"bot": bot(seat.bot)})
        case "program" if not table.seats.looking[number]:
            yield Message("who.program-offline")
        case "bot" | "free" | "program":
            yield in_a_word(number, seat)


def in_full(table: Table, number: int, language: str = ENGLISH) -> str:
    """A seat by name and colour."""
    colour, name = voice(language, table.game).speaker.seat_names[number], voice_of(table, language).speaker.seat_names[number]
    return voice(language).say("who.same-name", name=name, colour=colour) if name == table.seats[number].name != colour else name


def in_a_word(number: int, seat: Seat, me: str | None = None) -> Sentence:
    """Whose seat this is, also while a bot plays for them; `me` is the viewer, as seats know them. Who has no name goes by the colour."""
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
    """A bot by strength, or by name."""
    return Message(f"bot.{name}") if name in TIERS else Message("bot.named", {"name": name or ""})


def listed(game: Game | None, seats: tuple[Seat, ...], me: str | None = None, language: str = ENGLISH) -> tuple[str, ...]:
    """Who sits at a table, in a word or two each; of a game that is not served here, the colours are not known."""
    return tuple(voice(language, game).word(in_a_word(number, seat, me)) for number, seat in enumerate(seats))


def prompt(table: Table, view: View, language: str = ENGLISH) -> str:
    """What is expected now, or how it went for who looks; and whether the game has stood like this before."""
    game, tell = table.game, voice_of(table, language).tell
    if view.outcome:
        return tell(headline(view.outcome, view.seat))
    if table.is_closed:
        return voice(language).say("play.closed")
    if view.seat not in view.awaited and any(map(table.is_preparing_bot, view.awaited)):
        return voice(language).say("play.preparing")
    return f"{tell(view.prompt)} {repetition(game, table.match.referee.repeated, language_in(game, language))}".rstrip()


def stood_in(table: Table, seat: int | None, language: str = ENGLISH) -> str:
    """To a player for whom a bot plays, and why; nothing to others and at the end."""
    mine = None if seat is None else table.seats[seat]
    if mine is None or mine.kind != "bot" or not mine.holder or table.ended:
        return ""
    return voice_of(table, language).say(f"play.stand-in-{mine.why or 'asked'}")


def noted(table: Table, notice: Notice, language: str = ENGLISH) -> str:
    """What happened to a seat, with the name of who sat there then."""
    same = notice.who in ("", table.seats[notice.seat].name)
    who: Value = Message("seat.name", {"seat": notice.seat}) if same else notice.who
    return voice_of(table, language).say(f"notice.{notice.name}", who=who)


def ending(table: Table, view: View, language: str = ENGLISH) -> str:
    """How a game ended, for one viewer: first how it went, then why."""
    assert view.outcome is not None
    tell = voice_of(table, language).tell
    return f"{tell(headline(view.outcome, view.seat))} {tell(view.outcome.reason)}".strip()


def own_components(game: Game, language: str = ENGLISH) -> str:
    """Said where a game is not played with its built-in components."""
    if game.own is None:
        return ""
    say = voice(language).say
    return say("own.from-file", file=game.own_file) if game.own_file else say("own.components")


def note(table: Table, language: str = ENGLISH) -> str:
    """What is unusual about a table, for all viewers: its components, that it was set under earlier rules, or that bots are weaker."""
    return " ".join(filter(None, (own_components(table.game, language), age(table, language), weaker_bots(table, language))))


def weaker_bots(table: Table, language: str = ENGLISH) -> str:
    """Said where bots would use compiled code and there is no numba."""
    here = any(seat.kind == "bot" and needs_compiled(table.game, seat.bot or "") for seat in table.seats)
    return voice(language).say("play.plain-bots") if here and not has_numba() else ""


def age(table: Table, language: str = ENGLISH) -> str:
    """Said where a table was set with another version of its game."""
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
    """An act that a bot weighed: in few words, what it is worth, and why."""
    game, tell = table.game, voice_of(table, language).tell
    said = brief(game, [game.parse(step) for step in one.act], tell)
    worth = number(round(one.worth, 1)) if len(table.seats) == 1 else tell(Message("review.chance", {"per_cent": round(100 * one.worth)}))
    return said, worth, [tell(reason) for reason in one.why]


def ideas(table: Table, language: str = ENGLISH) -> str:
    """Said above a few of them: who thinks so, and what is told of each."""
    alone = len(table.seats) == 1
    return voice_of(table, language).say("play.ideas-alone" if alone else "play.ideas", bot=bot(table.game.bot_names[-1]))
