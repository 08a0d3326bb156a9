"""What is said at a table: who sits where, what is expected, how it ended, what a bot would do."""

from __future__ import annotations

import msgspec

from byways.game import Game, View
from byways.speech import ENGLISH
from byways.table.live import Table
from byways.table.seats import TIMED, Seat
from byways.table.voice import language_in
from byways.words import bot_called, repetition, result


class Person(msgspec.Struct, frozen=True):
    """Who sits at a seat, as far as one view may tell who is awaited."""

    number: int
    colour: str
    who: str
    kind: str
    is_me: bool
    is_awaited: bool
    deadline: float | None


def people(table: Table, view: View) -> list[Person]:
    clocks, names = table.match.referee.clocks, table.game.seat_names
    return [
        Person(
            number=number,
            colour=names[number],
            who=who(seat, bool(table.seats.looking[number])),
            kind=seat.kind,
            is_me=number == view.seat,
            is_awaited=number in view.awaited,
            deadline=clocks[number].deadline if number in view.awaited and seat.kind in TIMED else None,
        )
        for number, seat in enumerate(table.seats)
    ]


def who(seat: Seat, is_here: bool) -> str:
    match seat.kind:
        case "bot" if seat.holder:
            return f"{bot_called(seat.bot)} for {seat.name}" if seat.name else f"{bot_called(seat.bot)}, standing in"
        case "bot":
            return bot_called(seat.bot)
        case "free":
            return "free seat"
        case "program":
            return (seat.name or "a program") + ("" if is_here else ", not connected")
    return seat.name or "guest"


def listed(seats: tuple[Seat, ...], me: str | None = None) -> tuple[str, ...]:
    """Who sits at a table, in a word or two each."""
    return tuple(in_a_word(seat, me) for seat in seats)


def in_a_word(seat: Seat, me: str | None) -> str:
    if seat.kind == "bot":
        return bot_called(seat.bot)
    somebody = "you" if me is not None and seat.holder == me else "somebody"
    return seat.name or {"person": somebody, "program": "a program"}.get(seat.kind, "a free seat")


def prompt(table: Table, view: View, language: str = ENGLISH) -> str:
    """What is expected now, or how it ended; and whether the game has stood like this before."""
    game, spoken = table.game, language_in(table.game, language)
    if view.outcome:
        return result(game, view.outcome, spoken)
    return f"{game.say(view.prompt, spoken)} {repetition(game, table.match.referee.repeated, spoken)}".rstrip()


def own_components(game: Game) -> str:
    """Said where a game is not played with its built-in components."""
    source = f" from {game.own_file}" if game.own_file else ""
    return "" if game.own is None else f"Played with own components{source} instead of the built-in ones."


def note(table: Table) -> str:
    """What is unusual about a table, for all viewers: its components, or that it was set under earlier rules."""
    return " ".join(filter(None, (own_components(table.game), table.match.referee.head.age(table.game))))


class Ranked(msgspec.Struct, frozen=True, order=True):
    """The place of a seat at the end of a game, and its score where there is one."""

    place: int
    name: str
    score: str


def ranking(table: Table, view: View) -> list[Ranked]:
    """The places of all seats, best first."""
    if view.outcome is None:
        return []
    outcome, names = view.outcome, table.game.seat_names
    scores = [f"{score:g}" for score in outcome.scores] if outcome.scores else [""] * len(outcome.places)
    sitting = [f"{names[seat.number]} ({seat.who})" for seat in people(table, view)]
    return sorted(Ranked(place, sitting[seat], scores[seat]) for seat, place in enumerate(outcome.places))


def advice(table: Table, choice: str, language: str = ENGLISH) -> str:
    """A hint in words."""
    sentence = table.game.say(table.game.parse(choice).sentence, language_in(table.game, language))
    return f"The {bot_called(table.game.bot_names[-1])} would choose: {sentence} ({choice})."
