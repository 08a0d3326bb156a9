"""How people leave a game, and end one: judged by what the store has, kept, then shown."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec

from byways.game import Outcome
from byways.record import Choose, Remove
from byways.table.errors import Forbidden, Missing, NotNow
from byways.table.play.chatting import is_host
from byways.table.play.table import Table
from byways.table.play.visits import Visit
from byways.table.seats import Seat, Told
from byways.table.store.commits import Taken

LONG = 600.0  # seconds after which somebody who is away does not play any more


async def resign(at: Visit) -> None:
    """A player leaves for good; the rules of the game say what that means."""
    seat, table = at.player(), at.table
    check_game(table)
    await table.play(seat, table.seats[seat].player, lambda: table.match.referee.preview(Remove(seat, "resigned")))


def check_game(table: Table) -> None:
    table.check_open()
    if table.match.position.outcome is not None:
        raise NotNow("wrong.over")
    if table.match.taught() is not None:
        raise NotNow("wrong.lesson-leave")


def after_resigning(at: Visit) -> Outcome | None:
    """How the game would end, as far as the player can know; None if the others would play on."""
    return at.screen.view.imagine(Random(0)).remove(at.player()).outcome


def can_resign(at: Visit) -> bool:
    seat, position = at.player(), at.table.match.position
    return position.outcome is None and seat not in position.removed and at.table.seats[seat].kind == "person"


def is_unstarted(table: Table) -> bool:
    """Whether no person has played yet."""
    return not any(isinstance(entry, Choose) and table.seats[entry.seat].kind != "bot" for entry in table.match.entries)


def may_close(at: Visit) -> bool:
    """Whether somebody may end the game without asking: as host before it has begun, or where no other person plays."""
    return (is_host(at.table, at.me) and is_unstarted(at.table)) or not undecided(at.table, at.held)


def undecided(table: Table, held: list[int]) -> list[int]:
    """Other people who are there and have not agreed to end the game."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.holder and number not in held and not seat.ends and not table.seats.is_away(number)
    ]


async def end(at: Visit, agree: bool) -> None:
    """End the game without a result, if all people who are there agree; or play on."""
    seat, table = at.player(), at.table
    check_game(table)
    await table.hear_signs()
    if not agree:
        await table.change_seat(seat, lambda before: before, "plays-on")
        for number in [number for number, sitting in enumerate(table.seats) if sitting.ends]:
            await table.change_seat(number, wishing(False))
    elif may_close(at):
        await close(table, seat, "agreed" if any(sitting.ends for sitting in table.seats) else "closed")
    else:
        for number in at.held:
            await table.change_seat(number, wishing(True))


def wishing(yes: bool) -> Callable[[Seat], Seat | None]:
    """A change of what the player of a seat wants."""
    return lambda before: None if before.ends == yes else msgspec.structs.replace(before, ends=yes)


async def close(table: Table, seat: int, told: Told) -> None:
    async with table.lock:
        while not table.ended:
            notice = table.notice(seat, told, table.seats[seat].name)
            assert notice is not None
            try:
                await table.around.store.close_table(table.id, table.seats.changes, notice)
            except Taken:
                await table.catch_up()
            else:
                table.seats.changes += 1
                table.notices.append(notice)
                table.ended = True
    table.show()


async def put_out(at: Visit, seat: int) -> None:
    """The host gives the seat of somebody who does not play any more to a bot, for good."""
    table = at.table
    if not is_host(table, at.me):
        raise Forbidden("wrong.not-host")
    if not 0 <= seat < len(table.seats):
        raise Missing("wrong.no-seat")
    check_game(table)
    await table.hear_signs()

    def give(before: Seat) -> Seat | None:
        if before.holder is None or seat in at.held or not table.seats.is_away(seat, LONG):
            raise Forbidden("wrong.not-away", table.game, seat=seat)
        return Seat("bot", bot=before.bot or table.game.bot_names[-1], former=before.holder)

    await table.change_seat(seat, give)


def idle(at: Visit) -> list[int]:
    """Those whom the host may put out."""
    seats = at.table.seats
    if not is_host(at.table, at.me) or at.table.ended:
        return []
    return [number for number, seat in enumerate(seats) if seat.holder and number not in at.held and seats.is_away(number, LONG)]
