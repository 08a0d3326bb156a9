"""A table that is being played at: nothing is lost, nothing is played twice, and what is due goes on by itself."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest

from byways.game import Complaint, find_game
from byways.record import Choose, Folded, Remove, Undo
from byways.table.errors import Stale
from byways.table.play.match import Match
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.store.notifications import Appended
from byways.table.store.schema import Timed
from tests import toy
from tests.table import unruly
from tests.table.tables import LABYRINTH, OpenTables, offer, pick, set_table, state, tables_at, until, until_awaited

UNRULY = replace(toy.GAME, room=unruly.__name__, bot_names=tuple(unruly.BOTS))


# Everybody at once


async def play_at_once(table: Table, tables: list[Table], rng: Random, rounds: int) -> int:
    """All awaited seats choose at the same instant, again and again; how many choices that were."""
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
async def test_all_seats_of_a_drawing_game_answer_at_the_same_instant(name: str, seats: int, rounds: int, open_tables: OpenTables) -> None:
    game = toy.GAME if name == "tuck" else find_game(name)
    tables = await open_tables(game)
    table = await set_table(tables, *["me"] * seats, game=game)
    made = await play_at_once(table, [table], Random(3), rounds)
    kept = await tables.store.log(table.id, 0)
    assert made > 20
    assert sum(isinstance(timed.entry, Choose) for timed in kept) == made


async def test_where_another_server_is_quicker_the_number_is_tried_again(tables: Tables, open_tables: OpenTables) -> None:
    other = await open_tables()
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    twin = await other.find(table.id)
    assert twin is not None
    await until_awaited(twin)
    for _ in range(2):
        await asyncio.gather(offer(table, 0, Random(1)), offer(twin, 1, Random(2)))
    kept = [timed.entry for timed in await tables.store.log(table.id, 0)]
    assert sorted(entry.seat for entry in kept if isinstance(entry, Choose)) == [0, 0, 1, 1]


async def test_a_double_click_or_a_second_tab_plays_once(tables: Tables) -> None:
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    before = table.match.length
    clicks = [offer(table, 0, Random(1)) for _ in range(10)]
    results = await asyncio.gather(*clicks, return_exceptions=True)
    assert [type(result) for result in results[1:]] == [Stale] * 9
    assert table.match.length == before + 1


async def test_a_seat_that_is_done_makes_nobody_elses_choice_stale(tables: Tables) -> None:
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


# What was taken back


async def test_what_was_taken_back_is_folded_when_the_act_is_final(url: str, open_tables: OpenTables) -> None:
    tables = await open_tables(at=url)
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    await pick(table, 0, "pick", "undo", "pick", "done", "undo", "done")
    kept = [timed.entry for timed in await tables.store.log(table.id, 0)]
    assert sum(isinstance(entry, Undo) for entry in kept) == 2  # the act is not final: nothing accepted is lost
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
        assert len(again.story(seat)) == screen.number + 1
    assert again.record.position(toy.GAME) == table.match.position


async def test_a_seat_sees_no_number_twice_with_different_meanings_though_something_was_folded(open_tables: OpenTables) -> None:
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


# What follows by itself


async def test_what_follows_by_itself_is_seen_step_by_step(open_tables: OpenTables) -> None:
    tables = await open_tables(frame=0.03)
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    seen: list[tuple[float, int]] = []

    async def look() -> None:
        async for screen in table.watch(None):
            assert screen is not None
            seen.append((time.monotonic(), screen.number))

    looking = asyncio.create_task(look())
    for seat in (0, 1):
        await offer(table, seat, Random(1))
        await table.choose(seat, table.match.screens[seat].number, "done")
    shown = table.match.screens[None].number
    await until(lambda: table.match.screens[None].number >= shown + 2)
    await asyncio.sleep(0.01)
    looking.cancel()
    apart = [now - before for (before, _), (now, number) in pairwise(seen) if number > shown]
    assert min(apart) > 0.02
    numbers = [number for _, number in seen if number >= shown]
    assert numbers == [*range(numbers[0], numbers[-1] + 1)]


async def test_bots_wait_when_nobody_has_looked_for_a_while_and_go_on_when_somebody_does(open_tables: OpenTables) -> None:
    tables = await open_tables(pause=0.2, unseen=0.5)
    table = await set_table(tables, "bot:random", "bot:random", options={"rounds": 4})
    await until(lambda: table.match.length > 3 and table.is_paused and not table.tasks)
    length = table.match.length
    await asyncio.sleep(0.5)
    assert (table.match.length, table.ended) == (length, False)
    assert await tables.find(table.id) is table
    await until(lambda: table.match.length > length)
    async with aclosing(table.watch(None)) as screens:
        await anext(screens)
        await asyncio.sleep(0.6)
        assert not table.is_paused


async def test_bots_alone_play_to_the_end_and_the_end_is_kept(tables: Tables) -> None:
    table = await set_table(tables, "bot:random", "bot:random")
    await until(lambda: table.ended)
    kept = await tables.store.find(table.id)
    assert kept is not None
    assert kept.outcome == table.match.position.outcome
    assert await tables.store.unfinished(9) == []


async def test_on_either_database_seats_choose_at_once_and_bots_play_on(url: str, open_tables: OpenTables) -> None:
    tables = await open_tables(at=url)
    table = await set_table(tables, "me", "me", "me", "bot:random")
    made = await play_at_once(table, [table], Random(3), 3)
    for seat in range(3):
        await table.stand_in(seat)
    await until(lambda: table.ended)
    kept = await tables.store.log(table.id, 0)
    assert made >= 6
    assert [timed.entry for timed in kept] == table.match.entries


async def test_a_log_that_breaks_off_anywhere_is_gone_on_with(tables: Tables) -> None:
    """Whatever the moment was at which a server was killed."""
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


async def test_bots_wait_before_an_act_and_not_in_it_though_they_are_woken_too_soon(
    open_tables: OpenTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, waits = await open_tables(LABYRINTH, pause=60.0), list[float]()

    async def hardly(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(tables.pulse, "wait", hardly)
    table = await set_table(tables, "bot:random", "bot:random", game=LABYRINTH)
    await until(lambda: table.match.length > 30)
    acts = table.match.screens[None].number + 1  # with the one that has begun
    assert 5 < len(waits) <= acts < table.match.length - 10


async def seen_at(table: Table, seat: int, entries: int) -> list[int]:
    """The numbers of all screens that a seat is shown until the game has so many entries."""
    numbers = list[int]()
    async with aclosing(table.watch(seat)) as screens:
        async for screen in screens:
            assert screen is not None
            numbers.append(screen.number)
            if table.match.length >= entries:
                return numbers
    raise AssertionError("The stream has ended.")


async def test_all_that_a_bot_chooses_at_once_is_kept_together_and_shown_choice_by_choice(open_tables: OpenTables) -> None:
    tables = await open_tables(UNRULY, pause=0.2)
    table = await set_table(tables, "bot:plans", "me", game=UNRULY)
    await until_awaited(table)
    begun, before = table.match.length, table.match.screens[0].number
    assert await seen_at(table, 0, begun + 2) == [before, before + 1, before + 2]
    one, two = await tables.store.log(table.id, begun)
    assert [one.entry, two.entry] == table.match.entries[begun:]
    assert one.at == two.at


async def test_what_another_server_tells_of_together_is_shown_choice_by_choice(open_tables: OpenTables) -> None:
    tables, other = await open_tables(), await open_tables(listening=60.0)
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    twin = await other.find(table.id)
    assert twin is not None
    begun, before = twin.match.length, twin.match.screens[0].number
    looking = asyncio.create_task(seen_at(twin, 0, begun + 2))
    await asyncio.sleep(0)
    await twin.hear([Appended(begun, twin.seats.changes, 6.0, (Choose(0, str(twin.match.screens[0].view.choices[0])), Choose(0, "done")))])
    assert await looking == [before, before + 1, before + 2]


async def test_the_same_seed_gives_the_same_game(tmp_path: Path, open_tables: OpenTables) -> None:
    async def play(folder: str) -> list[object]:
        (tmp_path / folder).mkdir()
        table = await set_table(await open_tables(at=tmp_path / folder), "bot:random", "bot:random")
        await until(lambda: table.ended)
        return [*table.match.entries]

    assert await play("a") == await play("b")


@pytest.mark.database
async def test_a_bot_that_breaks_down_for_good_is_removed_and_the_game_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with tables_at(tmp_path, UNRULY) as tables:
        table = await set_table(tables, "bot:random", "bot:dies", "bot:where", game=UNRULY)
        await until(lambda: table.ended)
    gone = {entry.seat: entry.why for entry in table.match.entries if isinstance(entry, Remove)}
    assert gone == {1: "the player broke down", 2: "an illegal choice"}
    assert caplog.records == []


# Seats


async def test_a_bot_takes_its_time_while_the_person_it_plays_for_looks_on(open_tables: OpenTables) -> None:
    table = await set_table(await open_tables(pause=0.5), "me", "bot:random")
    assert table.pause(0) == table.pause(1) == 0.5
    async with aclosing(table.watch(0)) as screens:
        await anext(screens)
        assert table.pause(0) > 2
        assert table.pause(1) == 0.5


async def test_a_bot_stands_in_for_a_person_who_takes_the_seat_back(tables: Tables) -> None:
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    await table.stand_in(0)
    await until(lambda: 0 not in table.match.position.awaited)
    with pytest.raises(Complaint, match="a bot is playing for you"):
        await table.undo(0, table.match.screens[0].number)
    await table.take_back(0)
    assert table.seats[0].kind == "person"
    await table.undo(0, table.match.screens[0].number)
    assert isinstance(table.match.entries[-1], Undo)


async def test_a_bot_helps_who_runs_out_of_time(tables: Tables) -> None:
    table = await set_table(tables, "me", "me", clock=0.3)
    await until(lambda: table.ended)
    assert [seat.kind for seat in table.seats] == ["bot", "bot"]
    assert [seat.holder is not None for seat in table.seats] == [True, True]


async def test_a_clock_goes_on_after_a_restart_but_leaves_some_time(tables: Tables) -> None:
    table = await set_table(tables, "me", "me", clock=600.0)
    await until_awaited(table)
    for entry_time in (700.0, 100.0):
        kept = await tables.store.find(table.id)
        assert kept is not None
        old = tuple(Timed(timed.entry, time.time() - entry_time) for timed in kept.entries)
        again = Table(tables, toy.GAME, msgspec.structs.replace(kept, entries=old))
        left = again._deadlines()[0] - time.time()
        assert left == pytest.approx(60.0 if entry_time > 600 else 500.0, abs=2)


async def test_an_entry_of_a_game_that_somebody_else_conducts_is_kept_and_shown(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    table = await set_table(tables, "me", "free", "free", game=LABYRINTH)
    await table.enter(Remove(1, "misbehaved"))
    assert [timed.entry for timed in await tables.store.log(table.id, 0)] == [Remove(1, "misbehaved")]
    assert [LABYRINTH.say(line) for line in table.match.screens[None].log] == ["Blue leaves the game."]
