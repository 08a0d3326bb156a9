"""An open table: nothing is lost or played twice, and what is due happens."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest

from byways.game import Complaint, find_game
from byways.record import Choose, Folded, Remove, Undo
from byways.table.errors import NotNow, Stale
from byways.table.play.match import Match
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.watching import watch
from byways.table.seats import hash_of
from byways.table.store.notifications import Appended
from byways.table.store.schema import Timed
from tests import toy
from tests.table import unruly
from tests.table.tables import (
    LABYRINTH,
    OpenTables,
    log_of,
    offer,
    pick,
    registry,
    set_table,
    stand_in,
    state,
    tables_at,
    take_back,
    until,
    until_awaited,
)

UNRULY = replace(toy.GAME, room=unruly.__name__, bot_names=tuple(unruly.BOTS))


# All at once


async def play_at_once(table: Table, tables: list[Table], rng: Random, rounds: int) -> int:
    """Let all awaited seats choose at the same instant, several times. Return the number of choices."""
    made = 0
    for _ in range(rounds):
        await until_awaited(table)
        if table.ended:
            break
        awaited = [seat for seat in table.match.position.awaited if table.seats[seat].kind == "person"]
        await asyncio.gather(*(offer(tables[seat % len(tables)], seat, rng) for seat in awaited))
        made += len(awaited)
    return made


@pytest.mark.parametrize(("name", "seats", "rounds"), [("traxx", 4, 60), ("long_way", 8, 60), ("tuck", 4, 60)])
async def test_all_seats_of_a_drawing_game_choose_at_the_same_instant(name: str, seats: int, rounds: int, open_tables: OpenTables) -> None:
    game = toy.GAME if name == "tuck" else find_game(name)
    tables = await open_tables(game)
    table = await set_table(tables, *["me"] * seats, game=game)
    made = await play_at_once(table, [table], Random(3), rounds)
    kept = await log_of(tables.store, table.id)
    assert made > 20
    assert sum(isinstance(timed.entry, Choose) for timed in kept) == made


async def test_if_another_server_takes_a_number_the_choice_gets_the_next(tables: Tables, open_tables: OpenTables) -> None:
    other = await open_tables()
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    twin = await other.find(table.id)
    assert twin is not None
    await until_awaited(twin)
    for _ in range(2):
        await asyncio.gather(offer(table, 0, Random(1)), offer(twin, 1, Random(2)))
    kept = [timed.entry for timed in await log_of(tables.store, table.id)]
    assert sorted(entry.seat for entry in kept if isinstance(entry, Choose)) == [0, 0, 1, 1]


async def test_a_double_click_plays_once(tables: Tables) -> None:
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    before = table.match.length
    clicks = [offer(table, 0, Random(1)) for _ in range(10)]
    results = await asyncio.gather(*clicks, return_exceptions=True)
    assert [type(result) for result in results[1:]] == [Stale] * 9
    assert table.match.length == before + 1


async def test_a_seat_that_is_done_makes_no_other_choice_stale(tables: Tables) -> None:
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    screen = table.match.screens[0]
    seen, choice = screen.number, str(screen.view.choices[0])
    await offer(table, 1, Random(1))
    await table.choose(1, table.match.screens[1].number, "done")
    assert screen.number > seen
    await table.choose(0, seen, choice)
    with pytest.raises(Stale):
        await table.undo(0, seen)


async def test_undo_is_limited_and_the_act_can_still_be_finished(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.play.match.STEPS", 3)
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    screen = table.match.screens[0]
    await table.choose(0, screen.number, str(screen.view.choices[0]))
    await table.undo(0, screen.number)
    await table.choose(0, screen.number, str(screen.view.choices[0]))
    with pytest.raises(Complaint, match="the limit for one turn"):
        await table.undo(0, screen.number)
    await table.choose(0, screen.number, "done")
    assert 0 not in table.match.position.awaited


# Undo


async def test_undone_steps_are_folded_in_the_store_when_the_act_is_final(url: str, open_tables: OpenTables) -> None:
    tables = await open_tables(at=url)
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    await pick(table, 0, "pick", "undo", "pick", "done", "undo", "done")
    kept = [timed.entry for timed in await log_of(tables.store, table.id)]
    assert sum(isinstance(entry, Undo) for entry in kept) == 2  # the act is not final yet
    await pick(table, 1, "pick", "undo", "pick", "pick", "undo", "undo", "pick", "done")
    await until(lambda: not table.tasks)
    found = await tables.store.find(table.id)
    assert found is not None
    kept = [timed.entry for timed in found.entries]
    assert kept == table.match.entries
    assert not any(isinstance(entry, Undo) for entry in kept)
    assert sum(isinstance(entry, Folded) for entry in kept) == 10
    assert [entry.seat for entry in kept if isinstance(entry, Choose)][:4] == [0, 0, 1, 1]
    again = Match(toy.GAME, found)
    assert state(again)[:2] == state(table.match)[:2]
    for seat, screen in table.match.screens.items():
        assert (again.screens[seat].number, again.screens[seat].view) == (screen.number, screen.view)
        assert again.screens[seat].same_since == screen.same_since
    assert again.record.position(toy.GAME) == table.match.position


async def test_screen_numbers_keep_their_meaning_after_folding(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH, idle=0.0)
    table = await set_table(tables, "me", "me", game=LABYRINTH)
    await pick(table, 0, "slide", "undo", "slide", "insert", "undo", "insert")
    old = table.match.screens[0].number
    await pick(table, 0, "walk")
    await pick(table, 1, "slide", "insert", "walk")
    await until(lambda: not table.tasks)
    await tables.sweep()
    again = await tables.find(table.id)
    assert again is not None
    assert again is not table
    assert again.match.screens[0].number > old
    with pytest.raises(Stale):
        await again.choose(0, old, str(again.match.screens[0].view.choices[0]))


# Automatic steps and bots


class Sleep:
    """A sleep that records its seconds and takes no time, except while it is held."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await self.goes_on.wait()


async def test_automatic_steps_are_shown_one_by_one_after_a_pause_each(open_tables: OpenTables) -> None:
    sleep = Sleep()
    table = await set_table(await open_tables(frame=7.0, sleep=sleep), "me", "me")
    await until_awaited(table)
    sleep.seconds.clear()
    seen = list[int]()

    async def look() -> None:
        async for screen in watch(table, None):
            assert screen is not None
            seen.append(screen.number)

    looking = asyncio.create_task(look())
    for seat in (0, 1):
        await pick(table, seat, "pick", "done")
    await until(lambda: table.match.position.awaited and seen[-1] == table.match.screens[None].number)
    looking.cancel()
    assert seen == [*range(seen[0], seen[-1] + 1)]
    assert sleep.seconds == [7.0] * len(sleep.seconds)
    assert len(sleep.seconds) >= 2


async def test_bots_wait_while_nobody_looks(open_tables: OpenTables) -> None:
    sleep = Sleep()
    tables = await open_tables(pause=0.2, sleep=sleep)
    table = await set_table(tables, "bot:random", "bot:random", options={"rounds": 4})
    sleep.goes_on.clear()
    await until(lambda: sleep.seconds)
    table.looked -= 1000
    assert table.is_paused
    sleep.goes_on.set()
    await until(lambda: not table.tasks)
    table.proceed()
    assert (table.tasks, table.ended) == ({}, False)
    length = table.match.length
    assert await tables.find(table.id) is table
    await until(lambda: table.match.length > length)
    async with aclosing(watch(table, None)) as screens:
        await anext(screens)
        table.looked -= 1000
        assert not table.is_paused


async def test_bots_play_to_the_end_and_the_outcome_is_stored(tables: Tables) -> None:
    table = await set_table(tables, "bot:random", "bot:random")
    await until(lambda: table.ended)
    kept = await tables.store.find(table.id)
    assert kept is not None
    assert kept.outcome == table.match.position.outcome
    assert await tables.store.unfinished(9) == []


async def test_people_and_bots_share_a_table_on_either_database(url: str, open_tables: OpenTables) -> None:
    tables = await open_tables(at=url)
    table = await set_table(tables, "me", "me", "me", "bot:random")
    made = await play_at_once(table, [table], Random(3), 3)
    for seat in range(3):
        await stand_in(table, seat)
    await until(lambda: table.ended)
    kept = await log_of(tables.store, table.id)
    assert made >= 6
    assert [timed.entry for timed in kept] == table.match.entries


async def test_a_game_continues_from_any_prefix_of_its_log(tables: Tables) -> None:
    """A server may be killed at any moment."""
    whole = await set_table(tables, "bot:random", "bot:random")
    await until(lambda: whole.ended)
    kept = await tables.store.find(whole.id)
    assert kept is not None
    for length in range(len(kept.entries) + 1):
        cut = msgspec.structs.replace(kept, id=f"cut {length}", entries=kept.entries[:length], ended=None, outcome=None)
        table = await tables.add(cut)
        await until(lambda table=table: table.ended)  # type: ignore[misc]
        assert table.match.entries[:length] == whole.match.entries[:length]
        assert await tables.store.unfinished(1) == []


async def test_bots_pause_before_an_act_and_not_within_it(open_tables: OpenTables) -> None:
    sleep = Sleep()
    tables = await open_tables(LABYRINTH, pause=60.0, sleep=sleep)
    table = await set_table(tables, "bot:random", "bot:random", game=LABYRINTH)
    await until(lambda: table.match.length > 30)
    acts = table.match.screens[None].number + 1  # with the present one
    assert 5 < len(sleep.seconds) <= acts < table.match.length - 10


async def seen_at(table: Table, seat: int, entries: int) -> list[int]:
    """The numbers of all screens that a seat is shown until the log has this length."""
    numbers = list[int]()
    async with aclosing(watch(table, seat)) as screens:
        async for screen in screens:
            assert screen is not None
            numbers.append(screen.number)
            if table.match.length >= entries:
                return numbers
    raise AssertionError("The stream has ended.")


async def test_an_answer_of_several_choices_is_stored_together_and_shown_one_by_one(open_tables: OpenTables) -> None:
    tables = await open_tables(UNRULY, pause=0.2)
    table = await set_table(tables, "bot:plans", "me", game=UNRULY)
    await until_awaited(table)
    begun, before = table.match.length, table.match.screens[0].number
    assert await seen_at(table, 0, begun + 2) == [before, before + 1, before + 2]
    one, two = await log_of(tables.store, table.id, begun)
    assert [one.entry, two.entry] == table.match.entries[begun:]
    assert one.at == two.at


async def test_notified_entries_are_shown_one_by_one(open_tables: OpenTables) -> None:
    tables, other = await open_tables(), await open_tables(listening=60.0)
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    twin = await other.find(table.id)
    assert twin is not None
    begun, before = twin.match.length, twin.match.screens[0].number
    looking = asyncio.create_task(seen_at(twin, 0, begun + 2))
    await asyncio.sleep(0)
    await twin.sync([Appended(begun, twin.seats.changes, 6.0, (Choose(0, str(twin.match.screens[0].view.choices[0])), Choose(0, "done")))])
    assert await looking == [before, before + 1, before + 2]


async def test_the_same_seed_gives_the_same_game(tmp_path: Path, open_tables: OpenTables) -> None:
    async def play(folder: str) -> list[object]:
        (tmp_path / folder).mkdir()
        table = await set_table(await open_tables(at=tmp_path / folder), "bot:random", "bot:random")
        await until(lambda: table.ended)
        return [*table.match.entries]

    assert await play("a") == await play("b")


@pytest.mark.database
async def test_a_bot_that_keeps_failing_is_removed_and_the_game_continues(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with tables_at(tmp_path, UNRULY) as tables:
        table = await set_table(tables, "bot:random", "bot:dies", "bot:where", game=UNRULY)
        await until(lambda: table.ended)
    gone = {entry.seat: entry.why for entry in table.match.entries if isinstance(entry, Remove)}
    assert gone == {1: "the player broke down", 2: "an illegal choice"}
    assert {*caplog.messages} == {
        f"Table {table.id}: the bot 'dies' lost seat 1: the player broke down.",
        f"Table {table.id}: the bot 'where' lost seat 2: an illegal choice.",
    }
    assert len(caplog.messages) == 2


# Seats


async def test_a_bot_pauses_longer_while_the_holder_of_its_seat_looks_on(open_tables: OpenTables) -> None:
    table = await set_table(await open_tables(pause=0.5), "me", "bot:random")
    assert table.pause(0) == table.pause(1) == 0.5
    async with aclosing(watch(table, 0)) as screens:
        await anext(screens)
        assert table.pause(0) > 2
        assert table.pause(1) == 0.5


async def test_a_person_takes_the_seat_back_from_a_bot(tables: Tables) -> None:
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    await stand_in(table, 0)
    await until(lambda: 0 not in table.match.position.awaited)
    with pytest.raises(Complaint, match="a bot is playing for you"):
        await table.undo(0, table.match.screens[0].number)
    await take_back(table, 0)
    assert table.seats[0].kind == "person"
    await table.undo(0, table.match.screens[0].number)
    assert isinstance(table.match.entries[-1], Undo)


async def test_a_bot_stands_in_for_a_player_who_runs_out_of_time(open_tables: OpenTables) -> None:
    now = time.time()
    tables = await open_tables(now=lambda: now)
    table = await set_table(tables, "me", "me", clock=600.0)
    await until_awaited(table)
    now += 601.0
    await until(lambda: table.seats[0].kind == table.seats[1].kind == "bot")
    assert [seat.why for seat in table.seats] == ["late", "late"]
    assert [seat.holder is not None for seat in table.seats] == [True, True]


async def test_a_clock_continues_after_a_restart_with_at_least_a_minute(tables: Tables) -> None:
    table = await set_table(tables, "me", "me", clock=600.0)
    await until_awaited(table)
    kept = await tables.store.find(table.id)
    assert kept is not None
    now = tables.now()
    tables.now = lambda: now
    for elapsed, left in ((700.0, 60.0), (100.0, 500.0)):
        old = tuple(Timed(timed.entry, now - elapsed) for timed in kept.entries)
        again = Table(tables, toy.GAME, msgspec.structs.replace(kept, entries=old))
        assert again.deadline(0) == pytest.approx(now + left)


# Before the game begins


async def test_a_game_begins_at_every_server_when_the_last_seat_is_taken(url: str, open_tables: OpenTables) -> None:
    now = time.time()
    tables, other = [await open_tables(LABYRINTH, at=url, now=lambda: now) for _ in range(2)]
    table = await set_table(tables, "me", "free", "bot:random", game=LABYRINTH, clock=600.0)
    twin = await other.find(table.id)
    assert twin is not None
    for one in (table, twin):
        view = one.match.screens[0].view
        assert (view.awaited, view.choices, one.vacant) == ((1,), (), (1,))
        with pytest.raises(NotNow, match="the game begins when all seats are taken"):
            await one.choose(0, 0, "pass")
        assert not one.tasks
    now += 1000.0
    await take_back(table, 1)
    await registry(twin).refresh(twin)
    for one in (table, twin):
        assert "pass" in map(str, one.match.screens[0].view.choices)
        assert one.deadline(0) == now + 600.0
    await twin.choose(0, 0, "pass")


async def test_a_bot_in_the_last_free_seat_begins_the_game(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    table = await set_table(tables, "bot:random", "free", game=LABYRINTH)
    assert not table.tasks
    await stand_in(table, 1)
    await until(lambda: table.match.length)


async def test_a_game_that_began_with_a_free_seat_goes_on(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    table = await set_table(tables, "me", "free", game=LABYRINTH)
    kept = await tables.store.find(table.id)
    assert kept is not None
    again = Table(tables, LABYRINTH, msgspec.structs.replace(kept, entries=(Timed(Choose(0, "pass"), kept.created),)))
    assert (again.vacant, again.match.screens[1].view.awaited) == ((), (1,))
    assert again.match.screens[1].view.choices


async def test_a_table_that_waits_for_players_is_nobodys_turn_in_lists(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    table = await set_table(tables, "me", "free", game=LABYRINTH)
    (waiting,) = await tables.store.held(hash_of("me"))
    assert (set(waiting.awaited), waiting.turns_of(hash_of("me"))) == ({1}, [])
    await stand_in(table, 1)
    (begun,) = await tables.store.held(hash_of("me"))
    assert begun.turns_of(hash_of("me")) == [0]
