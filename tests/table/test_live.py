"""Tables that are being played: nothing is lost, nothing is played twice, and everything goes on after a restart."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from byways.game import Complaint, find_game
from byways.record import Choose, Folded, Remove, Undo
from byways.table.live import Table
from byways.table.match import Match, Stale
from byways.table.store import Store, Timed, file_url
from byways.table.tables import Tables
from tests import toy
from tests.table import unruly
from tests.table.serving import ServerProcess
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
    monkeypatch.setattr("byways.table.match.STEPS", 3)
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    screen = table.match.screens[0]
    await table.choose(0, screen.number, str(screen.view.choices[0]))
    await table.undo(0, screen.number)
    await table.choose(0, screen.number, str(screen.view.choices[0]))
    with pytest.raises(Complaint, match="enough of it for one act"):
        await table.undo(0, screen.number)
    await table.choose(0, screen.number, "done")
    assert 0 not in table.match.position.awaited


@pytest.mark.slow
async def test_a_hundred_running_tables_of_bots_leave_a_click_answered(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH, toy.GAME)
    bots = [await set_table(tables, "bot:random", "bot:random", game=LABYRINTH) for _ in range(100)]
    mine = await set_table(tables, "me", "me", game=LABYRINTH)
    await until(lambda: sum(table.match.length for table in bots) > 300)
    for _ in range(9):
        before = [table.match.length for table in bots]
        await offer(mine, mine.match.position.awaited[0], Random(1))
        made = [table.match.length - length for table, length in zip(bots, before, strict=True)]
        assert max(made) <= 6  # a click waits for one or two commits, and no bot acts twice meanwhile


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


# Another server


async def test_who_looks_at_one_server_sees_what_another_has_appended(url: str, open_tables: OpenTables) -> None:
    tables, other = [await open_tables(at=url, listening=0.02) for _ in range(2)]
    table = await set_table(tables, "me", "free")
    await until_awaited(table)
    twin = await other.find(table.id)
    assert twin is not None
    looking = twin.watch(None)
    before = await anext(looking)
    assert before is not None
    seen = before.number
    await pick(table, 0, "pick", "done")
    after = await asyncio.wait_for(anext(looking), 20)
    assert after is not None
    assert after.number > seen
    assert twin.match.position == table.match.position
    await table.sit(1, "holder", "key", "Bob")
    await asyncio.wait_for(anext(looking), 20)
    assert twin.seats == table.seats
    await looking.aclose()  # type: ignore[attr-defined]


async def test_another_server_that_knew_a_step_which_is_folded_now_begins_anew(url: str, open_tables: OpenTables) -> None:
    tables, other = [await open_tables(at=url) for _ in range(2)]
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    await pick(table, 0, "pick")
    twin = await other.find(table.id)
    assert twin is not None
    await pick(table, 0, "undo", "pick", "done")
    await pick(table, 1, "pick", "done")
    await until(lambda: not table.tasks)
    await other.listen([twin])
    await until(lambda: not twin.tasks)
    assert state(twin.match)[:2] == state(table.match)[:2]
    assert [screen.number for screen in twin.match.screens.values()] == [screen.number for screen in table.match.screens.values()]


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


async def test_the_same_seed_gives_the_same_game(tmp_path: Path, open_tables: OpenTables) -> None:
    async def play(folder: str) -> list[object]:
        (tmp_path / folder).mkdir()
        table = await set_table(await open_tables(at=tmp_path / folder), "bot:random", "bot:random")
        await until(lambda: table.ended)
        return [*table.match.entries]

    assert await play("a") == await play("b")


async def test_a_bot_that_breaks_down_for_good_is_removed_and_the_game_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with tables_at(tmp_path, UNRULY) as tables:
        table = await set_table(tables, "bot:random", "bot:dies", "bot:where", game=UNRULY)
        await until(lambda: table.ended)
    gone = {entry.seat: entry.why for entry in table.match.entries if isinstance(entry, Remove)}
    assert gone == {1: "the player broke down", 2: "an illegal choice"}
    assert caplog.records == []


# Seats


async def test_a_bot_stands_in_for_a_person_who_takes_the_seat_back(tables: Tables) -> None:
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    await table.stand_in(0)
    await until(lambda: 0 not in table.match.position.awaited)
    with pytest.raises(Complaint, match="the bot random plays for you"):
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


def test_an_entry_of_a_game_that_somebody_else_conducts_is_kept_and_shown(tmp_path: Path) -> None:
    async def run() -> None:
        async with tables_at(tmp_path, LABYRINTH) as tables:
            table = await set_table(tables, "me", "free", "free", game=LABYRINTH)
            await table.enter(Remove(1, "misbehaved"))
            assert [timed.entry for timed in await tables.store.log(table.id, 0)] == [Remove(1, "misbehaved")]
            assert table.match.screens[None].log == ["{1} leaves the game."]

    asyncio.run(run())


# Found again


async def test_a_table_is_closed_when_nobody_looks_and_found_as_it_was(open_tables: OpenTables) -> None:
    tables = await open_tables(idle=0.0)
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    await offer(table, 0, Random(1))
    await until(lambda: not table.tasks)
    await tables.sweep()
    assert tables.live == {}
    again = await tables.find(table.id)
    assert again is not None
    assert again is not table
    assert state(again.match) == state(table.match)


async def test_a_table_that_somebody_looks_at_stays_open(open_tables: OpenTables) -> None:
    tables = await open_tables(idle=0.0)
    table = await set_table(tables, "me", "me")
    await until_awaited(table)
    watching = table.watch(0)
    await anext(watching)
    await tables.sweep()
    assert tables.live == {table.id: table}


async def test_after_a_restart_bots_go_on_by_themselves(tmp_path: Path) -> None:
    async with tables_at(tmp_path, LABYRINTH) as tables:
        table = await set_table(tables, "bot:random", "bot:random", game=LABYRINTH)
        await until(lambda: table.match.length > 10)
    async with tables_at(tmp_path, LABYRINTH) as tables:
        kept = await tables.store.log(table.id, 0)
        await until(lambda: table.id in tables.live and len(tables.live[table.id].match.entries) > len(kept) + 10)


async def test_the_numbers_of_a_screen_are_the_moments_of_its_story(tables: Tables) -> None:
    table = await set_table(tables, "bot:random", "bot:random", "bot:random")
    await until(lambda: table.ended)
    for seat, screen in table.match.screens.items():
        steps = table.match.story(seat)
        assert len(steps) == len(screen.entries) == screen.number + 1
        assert steps[-1].view == screen.view
        for step, entries in zip(steps, screen.entries, strict=True):
            assert table.match.record.position(table.game, entries).view(seat) == step.view


# Killed


def seen_by(page: str) -> tuple[str, list[str]]:
    number = re.search(r'id="seen"[^>]* value="(\d+)"', page)
    assert number is not None
    return number[1], re.findall(r'data-choice="([^"]+)"', page)


def wait_for_offer(client: httpx.Client, path: str) -> tuple[str, list[str]]:
    """What seat 0 may choose from; nothing if the game is over, as a game played at random may soon be."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        page = client.get(path).text
        number, offered = seen_by(page)
        if offered or 'id="places"' in page:
            return number, [choice for choice in offered if choice != "pass"]
        time.sleep(0.02)
    raise AssertionError("The bot does not go on.")


@pytest.mark.slow
async def test_a_server_killed_at_any_moment_loses_no_accepted_choice_and_goes_on(tmp_path: Path) -> None:
    served, rng, accepted = ServerProcess(tmp_path), Random(5), list[str]()
    with httpx.Client(follow_redirects=True, timeout=20) as client:
        path = str(client.post(f"{served.address}/new", data={"game": "labyrinth", "bot": "random"}).url)
        for _ in range(4):
            for _ in range(rng.randint(2, 5)):
                number, offered = wait_for_offer(client, path)
                if not offered:
                    break
                answer = client.post(f"{path}/choose", data={"choice": (choice := rng.choice(offered)), "seen": number})
                assert answer.status_code == 204, answer.text
                accepted.append(choice)
            served.kill()
            served.start()
    served.kill()
    entries = await read_log(served.file, path.rsplit("/", 1)[1])
    assert [entry.choice for entry in entries if isinstance(entry, Choose) and entry.seat == 0] == accepted
    turns = [entry.seat for entry in entries if isinstance(entry, Choose) and (entry.choice == "pass" or entry.choice.startswith("walk"))]
    assert turns == [number % 2 for number in range(len(turns))]  # no turn of the bot is lost, none is made twice
    assert turns.count(0) == sum(choice.startswith("walk") for choice in accepted)


async def read_log(file: Path, name: str) -> list[Any]:
    store = Store(file_url(file))
    entries = [timed.entry for timed in await store.log(name, 0)]
    await store.close()
    return entries
