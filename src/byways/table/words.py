"""What is said at a table: who sits where, what is expected, how it ended, what a bot would do."""

from __future__ import annotations

import msgspec

from byways.bots import TIERS
from byways.game import Game, View
from byways.speech import ENGLISH, Message, Sentence
from byways.table.live import Table
from byways.table.seats import TIMED, Seat
from byways.table.voice import inside, language_in, voice
from byways.words import headline, repetition, result


class Person(msgspec.Struct, frozen=True):
    """Who sits at a seat, as far as one view may tell who is awaited."""

    number: int
    colour: str
    who: str
    kind: str
    is_me: bool
    is_awaited: bool
    deadline: float | None


def people(table: Table, view: View, language: str = ENGLISH) -> list[Person]:
    clocks, speaking = table.match.referee.clocks, voice(language, table.game)
    return [
        Person(
            number=number,
            colour=speaking.speaker.seat_names[number],
            who=speaking.word(who(seat, bool(table.seats.looking[number]))),
            kind=seat.kind,
            is_me=number == view.seat,
            is_awaited=number in view.awaited,
            deadline=clocks[number].deadline if number in view.awaited and seat.kind in TIMED else None,
        )
        for number, seat in enumerate(table.seats)
    ]


def who(seat: Seat, is_here: bool) -> Sentence:
    match seat.kind:
        case "bot" if seat.holder and seat.name:
            return Message("who.bot-for", {"bot": bot(seat.bot), "name": seat.name})
        case "bot" if seat.holder:
            return Message("who.stand-in", {"bot": bot(seat.bot)})
        case "program" if not is_here:
            return Message("who.offline", {"name": seat.name}) if seat.name else Message("who.program-offline")
    return in_a_word(seat)


def in_a_word(seat: Seat, me: str | None = None) -> Sentence:
    """Who sits at a seat; `me` is the viewer, as seats know them."""
    match seat.kind:
        case "bot":
            return bot(seat.bot)
        case "free":
            return Message("who.free")
        case "program":
            return seat.name or Message("who.program")
    is_me = me is not None and seat.holder == me
    return seat.name or (Message("who.you") if is_me else Message("who.guest"))


def bot(name: str | None) -> Message:
    """A bot by strength, or by name."""
    return Message(f"bot.{name}") if name in TIERS else Message("bot.named", {"name": name or ""})


def listed(seats: tuple[Seat, ...], me: str | None = None, language: str = ENGLISH) -> tuple[str, ...]:
    """Who sits at a table, in a word or two each."""
    return tuple(voice(language).word(in_a_word(seat, me)) for seat in seats)


def prompt(table: Table, view: View, language: str = ENGLISH) -> str:
    """What is expected now, or how it went for who looks; and whether the game has stood like this before."""
    game, spoken = table.game, language_in(table.game, language)
    if view.outcome:
        return game.say(headline(view.outcome, view.seat), spoken)
    return f"{game.say(view.prompt, spoken)} {repetition(game, table.match.referee.repeated, spoken)}".rstrip()


def ending(game: Game, view: View, language: str = ENGLISH) -> str:
    """How a game ended, for one viewer."""
    assert view.outcome is not None
    return result(game, view.outcome, language_in(game, language), view.seat)


def own_components(game: Game, language: str = ENGLISH) -> str:
    """Said where a game is not played with its built-in components."""
    if game.own is None:
        return ""
    say = voice(language).say
    return say("own.from-file", file=game.own_file) if game.own_file else say("own.components")


def note(table: Table, language: str = ENGLISH) -> str:
    """What is unusual about a table, for all viewers: its components, or that it was set under earlier rules."""
    return " ".join(filter(None, (own_components(table.game, language), age(table, language))))


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
    return voice(language, game).say("play.advice", bot=bot(game.bot_names[-1]), sentence=meant)
