"""The invitation page: who invites, to which game, and three ways in."""

from __future__ import annotations

from byways.game import Game
from byways.table.i18n import language_in
from byways.table.pages import pictures
from byways.table.pages.lessons import minutes
from byways.table.pages.phrases import in_full, voice_of
from byways.table.pages.render import render
from byways.table.play.table import Table
from byways.teaching.lesson import lessons


def invitation_page(table: Table, seat: int, key: str, name: str, language: str) -> str:
    """The page behind a seat link. A link to a player's own seat moves the seat to this browser."""
    spoken, host = language_in(table.game, language), host_seat(table)
    values = {
        "key": key,
        "who": in_full(table, seat, language),
        "name": name,
        "host": "" if host is None else voice_of(table, language).speaker.seat_names[host],
        "token": None if host is None else table.match.screens[None].view.token(host),
        "is_here": host is not None and table.seats.is_here(host),
        "moves": table.seats[seat].holder is not None,
        "picture": pictures.address(table.game, "middle", language),
        "style": pictures.style_address(table.game),
        "lasts": table.game.minutes_of(table.game.read_options(table.match.referee.head.options)),
        "minutes": first_lesson_minutes(table.game, spoken),
    }
    return render("join.html", voice_of(table, language), table=table, **values)


def host_seat(table: Table) -> int | None:
    """The seat of the player who invites: the host if they play, otherwise the first person."""
    people = [number for number, seat in enumerate(table.seats) if seat.holder is not None]
    return next((number for number in people if table.seats[number].holder == table.host), next(iter(people), None))


def first_lesson_minutes(game: Game, language: str) -> int | None:
    first = next(iter(lessons(game)), None)
    return None if first is None else minutes(game, first, language)
