"""Leaving and ending a game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec

from byways.game import Outcome
from byways.i18n import Message
from byways.record import Choose, Record, Remove, Resign
from byways.table.errors import Declined, Forbidden, Missing, NotNow
from byways.table.play.chatting import is_host
from byways.table.play.table import Table
from byways.table.play.visits import Visit
from byways.table.seats import NoticeName, Seat

LONG = 600.0  # seconds after which the host may replace an absent player


async def resign(at: Visit) -> None:
    """Leave the game for good. The visitor's list omits the table until the others have finished."""
    seat, table = at.player(), at.table
    check_game(at)
    await table.play(seat, table.seats[seat].player, lambda: table.match.referee.preview(Resign(seat)))
    await table.mark_resigned()


def check_game(at: Visit) -> None:
    """Refuse if the game is over, or if the visitor has resigned."""
    table = at.table
    table.check_open()
    if table.match.position.outcome is not None:
        raise NotNow("wrong.over")
    if at.seat in table.match.position.removed:
        raise NotNow("wrong.resigned")
    if table.match.script.cue is not None:
        raise NotNow("wrong.lesson-leave")


def outcome_after_resigning(at: Visit) -> Outcome | None:
    """The outcome if the visitor resigned, as far as they can know; None if the others would play on."""
    return at.screen.view.imagine(Random(0)).resign(at.player()).outcome


def can_resign(at: Visit) -> bool:
    seat, position = at.player(), at.table.match.position
    return position.outcome is None and seat not in position.removed and at.table.seats[seat].kind == "person"


def may_close(at: Visit) -> bool:
    """Whether the visitor may end the game now: as host before a person has played, or if all other people here agree."""
    table = at.table
    has_begun = any(isinstance(entry, Choose) and table.seats[entry.seat].kind != "bot" for entry in table.match.entries)
    return (is_host(table, at.me) and not has_begun) or not undecided(table, at.held)


def undecided(table: Table, held: list[int]) -> list[int]:
    """The seats of other people who are here and have not agreed to end the game."""
    others = [number for number in people_playing(table) if number not in held]
    return [number for number in others if not table.seats[number].ends and not table.seats.is_away(number)]


def people_playing(table: Table) -> list[int]:
    """The seats of people who have not resigned."""
    return [number for number, seat in enumerate(table.seats) if seat.holder and number not in table.match.position.removed]


async def end(at: Visit, agree: bool) -> None:
    """Agree to end the game without a result, which ends it once all people who are here agree.

    With `agree` false, clear all agreements.
    """
    seat, table = at.player(), at.table
    check_game(at)
    await table.registry.read_presence([table])
    if not agree:
        # Store an unchanged seat with the notice.
        await table.change_seat(seat, lambda before: before, "plays-on")
        for number in [number for number, other in enumerate(table.seats) if other.ends]:
            await table.change_seat(number, set_ends(False))
    elif may_close(at):
        await close(table, seat, "agreed" if any(other.ends for other in table.seats) else "closed")
    else:
        for number in at.held:
            await table.change_seat(number, set_ends(True))


def set_ends(yes: bool) -> Callable[[Seat], Seat | None]:
    return lambda before: None if before.ends == yes else msgspec.structs.replace(before, ends=yes)


async def close(table: Table, seat: int, name: NoticeName) -> None:
    """End the game without a result."""

    async def write() -> None:
        if not table.ended:
            notice = table.notice(seat, name, table.seats[seat].name)
            await table.registry.store.close_table(table.id, table.seats.changes, notice)
            table.seats.changes += 1
            table.notices.append(notice)
            table.ended = True

    await table.update(write)
    table.notify()


async def replace_absent(at: Visit, seat: int) -> None:
    """Give a long-absent player's seat to a bot, for good. Only the host may."""
    table = at.table
    if not is_host(table, at.me):
        raise Forbidden("wrong.not-host")
    if not 0 <= seat < len(table.seats):
        raise Missing("wrong.no-seat")
    check_game(at)
    await table.registry.read_presence([table])

    def give(before: Seat) -> Seat | None:
        if seat not in people_playing(table) or seat in at.held or not table.seats.is_away(seat, LONG):
            raise Forbidden("wrong.not-away", table.game, seat=seat)
        return Seat("bot", bot=before.bot or table.game.bot_names[-1], former=before.holder)

    await table.change_seat(seat, give)


def absent_seats(at: Visit) -> list[int]:
    """The seats that the visitor may `replace_absent`."""
    seats = at.table.seats
    if not is_host(at.table, at.me) or at.table.ended:
        return []
    return [number for number in people_playing(at.table) if number not in at.held and seats.is_away(number, LONG)]


def can_play_on_alone(table: Table, seat: int | None) -> bool:
    """Whether a seat has won because the others resigned, in a game that can be played alone."""
    outcome = table.match.position.outcome
    if outcome is None or not isinstance(outcome.reason, Message) or outcome.reason.name != "outcome.resigned":
        return False
    return outcome.winners == (seat,) and table.game.seats[0] == 1


def record_for_one(at: Visit) -> Record:
    """The game up to the last resignation, recorded as a removal, so that the winner can play on."""
    seat, record = at.player(), at.table.match.record
    if not can_play_on_alone(at.table, seat):
        raise Declined("wrong.not-alone")
    last, gone = [(number, entry) for number, entry in enumerate(record.entries) if isinstance(entry, Resign)][-1]
    return msgspec.structs.replace(record, entries=(*record.entries[:last], Remove(gone.seat, "resigned")))
