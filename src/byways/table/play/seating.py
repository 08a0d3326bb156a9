"""Operations shared by pages and the API: new tables, sitting down, bots that stand in, rematches, records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Literal

from msgspec.structs import replace

from byways.game import Complaint
from byways.table.errors import Declined, Forbidden, Missing, Stale
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, Visit, open_table, seat_with_key
from byways.table.seats import TIMED, Seat, Why, clean_name, hash_of, with_bot
from byways.table.store import deals, progress, puzzles


async def set_table(tables: Tables, address: str, me: Me, plan: TablePlan) -> Table:
    table = await tables.create(plan, me.secret, me.key)
    table.note_visit(address)
    return table


async def sit_down(table: Table, me: Me, key: str, name: str) -> int:
    """Take the seat with this key. If it is another holder's, the visitor is the same player on a new device.

    Then all of the old holder's seats move to this visitor, this seat last, and so does the old holder's progress in all games.
    """
    seat = seat_with_key(table, key)
    holder = table.seats[seat].holder
    if holder is not None and holder != me.holder:
        for other in {*table.seats.held_by(holder)} - {seat}:
            await move(table, other, holder, me)
        await table.registry.store.transaction(partial(progress.copy, source=holder, target=me.holder))
        await table.registry.store.transaction(partial(deals.copy, source=holder, target=me.holder, table=table.id))
        await table.registry.store.transaction(partial(puzzles.copy, source=holder, target=me.holder, table=table.id))

    def check(before: Seat) -> None:
        if before.holder != me.holder and before.key != hash_of(key):
            raise Stale("wrong.same-link")

    while True:
        try:
            await sit(table, me, seat, name, check)
            return seat
        except Stale:  # another player was quicker, but the link may lead to other seats
            if table.seats.with_key(key) is None:
                raise
            seat = seat_with_key(table, key)


async def sit(table: Table, me: Me, seat: int, name: str, check: Callable[[Seat], None]) -> None:
    """Seat a player with a new key, because others know the old one."""

    def change(before: Seat) -> Seat:
        if not table.puzzle:  # the link of a solved puzzle also carries results to another device
            table.check_open()
        check(before)
        why: Why = "resigned" if before.why == "resigned" else ""
        return Seat("person", key=hash_of(me.key(table.id, seat)), holder=me.holder, name=clean_name(name) or before.name, why=why)

    await table.change_seat(seat, change)


async def move(table: Table, seat: int, holder: str, to: Me) -> None:
    """Move a seat, with a new key, to a holder who is the same player on another device."""
    key = hash_of(to.key(table.id, seat))
    await table.change_seat(seat, lambda before: replace(before, holder=to.holder, key=key) if before.holder == holder else None)


async def take_seat(table: Table, me: Me, seat: int, name: str) -> None:
    """Take a free seat at a public table."""
    if not 0 <= seat < len(table.seats):
        raise Missing("wrong.no-seat")

    def check(before: Seat) -> None:
        if before.holder != me.holder and not (table.public and before.kind == "free"):
            raise Stale("wrong.seat-gone")

    await sit(table, me, seat, name, check)


async def note_guest(table: Table, key: str, name: str, does: Literal["learns", "watches"]) -> None:
    """Tell the players that a guest with a link to a free seat is learning the game first, or watching."""
    seat = seat_with_key(table, key)
    last = next((notice for notice in reversed(table.notices) if notice.seat == seat), None)
    if last is None or (last.name, last.who) != (does, name):
        # Store an unchanged seat with the notice.
        await table.change_seat(seat, lambda before: before if before.kind == "free" else None, does, name)


async def keep_link(at: Visit) -> None:
    """Give a player who came by a rematch a link that moves their seats to another device."""
    if at.held and at.table.seats[at.held[0]].key is None:
        await move(at.table, at.held[0], at.me.holder, at.me)


async def rename(at: Visit, name: str) -> None:
    cleaned = clean_name(name)

    def change(before: Seat) -> Seat | None:
        at.player()
        return None if before.name == cleaned else replace(before, name=cleaned)

    await at.table.change_seat(at.player(), change)


async def rename_everywhere(tables: Tables, me: Me, before: str, name: str) -> None:
    """Rename the visitor at all unfinished tables where they use the old name or none; where they hold several seats, only their own."""
    for one in [] if me.is_new else await tables.store.held(me.holder):
        own = own_seat(one.seats, one.held_by(me.holder), before)
        if one.ended is None and own is not None and one.seats[own].name in (before, ""):
            with suppress(Complaint):  # the table may be unplayable here
                await rename(Visit(await open_table(tables, one.id, ""), me, own), name)


def own_seat(seats: Sequence[Seat], held: Sequence[int], name: str) -> int | None:
    """The visitor's own seat among those of a shared screen: the first with their name, otherwise the first."""
    return next((number for number in held if seats[number].name == name), next(iter(held), None))


async def stand_in(at: Visit, seat: int) -> None:
    """Let a bot play the visitor's own seat, a free one, or an absent player's."""

    table = at.table
    at.player()
    if not 0 <= seat < len(table.seats):
        raise Missing("wrong.no-seat")
    if table.match.script.cue is not None:
        raise Declined("wrong.lesson-stand-in")
    if table.daily:
        raise Declined("wrong.daily-stand-in")
    if seat in table.match.position.removed:
        raise Declined("wrong.no-stand-in", table.game, seat=seat)
    await table.registry.read_presence([table])

    def change(before: Seat) -> Seat | None:
        at.player()
        if before.kind in TIMED and seat not in at.held and not table.seats.is_away(seat):
            raise Forbidden("wrong.still-here", table.game, seat=seat)
        return None if before.kind == "bot" else with_bot(before, table.game.bot_names[-1], "asked" if seat in at.held else "left")

    await table.change_seat(seat, change)


async def take_back(at: Visit) -> None:
    def change(before: Seat) -> Seat | None:
        at.player()
        return None if before.kind == "person" else replace(before, kind="person", bot=None, why="")

    await at.table.change_seat(at.player(), change)


async def rematch(tables: Tables, at: Visit) -> Table:
    if at.seat is None or at.table.match.position.outcome is None:
        raise Forbidden("wrong.rematch-early")
    if at.table.daily:
        raise Declined("wrong.daily-rematch")
    return await tables.rematch(at.table, at.me.key, at.seat)


def record_of(table: Table) -> bytes:
    """The record of a finished game as JSON."""
    if table.match.position.outcome is None:
        raise Forbidden("wrong.record-early")
    return table.match.record.to_json()
