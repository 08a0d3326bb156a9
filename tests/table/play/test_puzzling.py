"""Puzzles at the table, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from byways.game import Illegal, find_game
from byways.puzzles.collection import shipped
from byways.record import Choose, Undo
from byways.table.errors import Declined, Forbidden, Missing, NotNow
from byways.table.play import puzzling
from byways.table.play import tables as tables_module
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, Visit
from byways.table.store import puzzles
from byways.table.store.puzzles import OwnPuzzle
from byways.table.store.schema import Attempted, attempts
from byways.table.store.schema import tables as stored_tables
from tests.table.conftest import emptied
from tests.table.tables import log_of, tables_at, until

pytestmark = pytest.mark.anyio
ME = Me("a" * 43, False)
LABYRINTH, LONG_WAY = find_game("labyrinth"), find_game("long_way")
TWO = shipped(LABYRINTH)[0]
WALL = next(one for one in shipped(LONG_WAY) if one.position(LONG_WAY).acts[0])
WRONG = ("slide 4 left", "insert 0", "walk 1,3")


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    async with tables_at(tmp_path, LABYRINTH, LONG_WAY) as tables:
        yield tables


async def begin(tables: Tables, name: str = "1") -> Table:
    table = await puzzling.begin(tables, ME, LABYRINTH, name)
    await ask(tables, table, "")
    return table


async def ask(tables: Tables, table: Table, path: str, method: str = "GET") -> None:
    """Check a request of the solver, as a server does before it answers."""
    await tables.refresh(table)
    await puzzling.check_puzzle(tables, table, ME, method, f"/play/{table.id}{path}")


def sentences(table: Table) -> list[str]:
    return [table.game.say(verdict.why) for verdict in table.solving.praise_of(puzzling.state_of(table))]


async def act(table: Table, *steps: str) -> bool | None:
    """Make steps. Return whether the act was judged right, None if it is not complete."""
    assert table.match.puzzle is not None
    seat, turns = table.match.puzzle.puzzle.seat, table.match.puzzle.puzzle.turns
    for step in steps:
        if await puzzling.choose(table, seat, table.match.screens[seat].number, step):
            return False
    return True if table.match.puzzle.puzzle.turns < turns else None


async def attempt(tables: Tables) -> Attempted:
    found = await puzzling.attempt_of(tables, ME, LABYRINTH, "1")
    assert found is not None
    return found


async def test_a_wrong_act_is_taken_back_and_counted(tables: Tables) -> None:
    table = await begin(tables)
    before = table.match.position
    assert await act(table, *WRONG) is False
    assert table.match.position == before
    assert (await attempt(tables)).tries == 1
    mine = [timed.entry for timed in (await log_of(tables.store, table.id))[len(TWO.record.entries) :]]
    assert mine == [Choose(1, WRONG[0]), Choose(1, WRONG[1]), Undo(1), Undo(1)]


async def test_a_right_act_is_stored_with_the_reply_and_no_bot_plays(tables: Tables) -> None:
    table = await begin(tables)
    assert await act(table, *TWO.puzzle.solution) is True
    assert table.match.position.awaited == (1,)
    assert table.tasks == {}
    assert table.match.puzzle is not None
    second = puzzling.state_of(table)
    assert len(second.made) == 1
    assert [verdict.right for verdict in table.solving.praise_of(second)] == [True]


async def test_a_solved_puzzle_is_stored_and_a_new_attempt_has_its_own_table(tables: Tables) -> None:
    table = await begin(tables)
    await solve(table)
    ended = await attempt(tables)
    assert (ended.solved, ended.first, ended.ended is None) == (True, True, False)
    with pytest.raises(NotNow, match="over"):
        await act(table, "pass")
    again = await begin(tables)
    assert again is not table
    assert (await attempt(tables)).table == again.id


async def solve(table: Table) -> None:
    from byways.puzzles.attempt import right_act

    state = puzzling.state_of(table)
    while not state.is_solved:
        assert await act(table, *map(str, right_act(table.game, state.puzzle, state.view))) is True


async def test_a_puzzle_that_was_begun_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with tables_at(tmp_path, LABYRINTH) as tables:
        table = await begin(tables)
        await act(table, *TWO.puzzle.solution)
        await act(table, "slide 0 down")
    async with tables_at(tmp_path, LABYRINTH) as tables:
        reopened = await begin(tables)
        state = puzzling.state_of(reopened)
        assert (reopened.id, state.puzzle.turns, [*map(str, state.steps_taken(reopened.match.position))]) == (table.id, 1, ["slide 0 down"])
        await until(lambda: len(reopened.solving.praise_of(state)) == 1)


async def test_a_step_given_by_the_puzzle_is_not_taken_back(tables: Tables) -> None:
    name = str(WALL.puzzle.number)
    table = await puzzling.begin(tables, ME, LONG_WAY, name)
    await puzzling.check_puzzle(tables, table, ME, "GET", f"/play/{table.id}")
    with pytest.raises(Illegal):
        await table.undo(0, table.match.screens[0].number)
    await act(table, WALL.puzzle.solution[0])
    await table.undo(0, table.match.screens[0].number)
    assert table.match.position == puzzling.state_of(table).start


async def test_hints_come_one_by_one_and_are_counted(tables: Tables) -> None:
    table = await begin(tables)
    await act(table, WRONG[0])
    hints = [await puzzling.hint(table) for _ in range(4)]
    assert [hint.nth for hint in hints] == [1, 2, 3, 3]
    assert hints[2].hint.points == TWO.puzzle.solution
    assert hints[0].view == puzzling.state_of(table).view == table.match.position.view(1)
    assert (await attempt(tables)).hints == 3


async def test_the_solution_needs_a_try_and_gives_the_puzzle_up(tables: Tables) -> None:
    table = await begin(tables)
    with pytest.raises(Declined, match="Try it once"):
        await puzzling.solution(table)
    await act(table, *WRONG)
    shown = await puzzling.solution(table)
    assert [str(step.entry) for step in shown.steps[:3]] == [f"1: {step}" for step in TWO.puzzle.solution]
    ended = await attempt(tables)
    assert (ended.solved, ended.ended is None) == (False, False)
    assert (await puzzling.solution(table)).steps == shown.steps
    with pytest.raises(NotNow):
        await puzzling.hint(table)


async def test_one_plays_on_from_the_end_against_bots(tables: Tables) -> None:
    table = await begin(tables)
    await solve(table)
    plan = puzzling.plan_on(Visit(table, ME, 1))
    assert (plan.seats, plan.begun) == (("bot:medium", "me"), table.match.record)


async def test_a_puzzle_from_a_game_of_ones_own_is_found_by_its_owner_only(tables: Tables) -> None:
    own = OwnPuzzle("labyrinth", "x-1", "there", 1.0, TWO)
    await tables.store.transaction(partial(puzzles.add_own, holder=ME.holder, puzzle=own))
    table = await begin(tables, "own-x-1")
    assert puzzling.state_of(table).puzzle == TWO.puzzle
    with pytest.raises(Missing, match="no such puzzle"):
        await puzzling.begin(tables, Me("b" * 43, False), LABYRINTH, "own-x-1")
    with pytest.raises(Forbidden, match="another browser"):
        await puzzling.check_puzzle(tables, table, Me("b" * 43, False), "GET", f"/play/{table.id}")


async def test_a_table_whose_puzzle_is_no_longer_there_opens_but_asks_nothing(tables: Tables) -> None:
    stored = await puzzling.new_table(tables, ME, LABYRINTH, "1", TWO)
    table = await tables.add(replace(stored, puzzle="999"))
    with pytest.raises(NotNow, match="no longer"):
        await puzzling.choose(table, 1, table.match.screens[1].number, WRONG[0])


async def test_a_table_without_its_puzzle_or_without_its_game_bars_no_new_attempt(tables: Tables) -> None:
    table = await begin(tables)
    for gone in ({"puzzle": "2"}, {"head": replace(TWO.record, entries=(), setup={}).to_json().decode()}):
        async with tables.store.engine.begin() as connection:
            await connection.execute(stored_tables.update().where(stored_tables.c.id == table.id).values(gone))
            await connection.execute(attempts.update().values(first=None))
        del tables.live[table.id]
        again = await begin(tables)
        assert again is not table
        assert puzzling.state_of(again).puzzle == TWO.puzzle
        assert (await attempt(tables)).first is None
        stored = await tables.store.find(table.id)
        assert stored is not None
        assert stored.ended
        table = again


async def test_a_table_whose_puzzle_has_gone_leads_to_the_next_one(tables: Tables) -> None:
    table = await begin(tables)
    table.match.puzzle = None
    await ask(tables, table, "/puzzle/next", "POST")
    for path in ("/puzzle/on", "/resign", "/choose"):
        with pytest.raises(Forbidden):
            await ask(tables, table, path, "POST")


async def test_an_earlier_table_is_closed_while_the_puzzle_is_open_at_another(tables: Tables) -> None:
    earlier = await begin(tables)
    await solve(earlier)
    await ask(tables, earlier, "/record.json")
    await ask(tables, earlier, "/puzzle/on", "POST")
    table = await begin(tables)
    await ask(tables, earlier, "")
    for path, method in (("/record.json", "GET"), ("/past/0", "GET"), ("/puzzle/on", "POST"), ("/puzzle/solution", "POST")):
        with pytest.raises(Forbidden, match="Until you have solved"):
            await ask(tables, earlier, path, method)
    await solve(table)
    await ask(tables, earlier, "/record.json")


async def test_a_puzzle_that_is_begun_twice_at_once_has_one_table(url: str) -> None:
    async with tables_at(url, LABYRINTH) as tables:
        begun = await asyncio.gather(*(puzzling.begin(tables, ME, LABYRINTH, "1") for _ in range(6)))
        assert len({table.id for table in begun}) == 1


async def test_two_servers_know_tries_hints_praise_and_the_end(url: str) -> None:
    async with tables_at(url, LABYRINTH) as here, tables_at(url, LABYRINTH) as there:
        mine, twin = await begin(here), await begin(there)
        assert mine.id == twin.id
        hints = list[int]()
        for tables, table in ((here, mine), (there, twin)) * 2:
            await ask(tables, table, "")
            hints.append((await puzzling.hint(table)).nth)
        await act(twin, *WRONG)
        await act(twin, *TWO.puzzle.solution)
        await ask(here, mine, "")
        assert (hints, mine.solving.attempt) == ([1, 2, 3, 3], twin.solving.attempt)
        await until(lambda: len(sentences(mine)) == 1)
        assert (await puzzling.hint(mine)).nth == 1  # of the second act
        await ask(there, twin, "")
        await solve(twin)
        await ask(here, mine, "")
        found = mine.solving.attempt
        assert found is not None
        assert (found.solved, found.tries, found.hints, mine.ended) == (True, 1, 4, True)
        await until(lambda: len(sentences(mine)) == 2)
    async with tables_at(url, LABYRINTH) as tables:
        again = await tables.find_stored(mine.id)
        await until(lambda: len(sentences(again)) == 2)
        assert (again.solving.attempt, sentences(again)) == (found, sentences(mine))


async def test_a_page_at_another_server_learns_of_everything_without_polling(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "POLLED", 600.0)
    await emptied(postgres)
    async with tables_at(postgres, LABYRINTH) as here, tables_at(postgres, LABYRINTH) as there:
        await until(lambda: all(tables.notifier and tables.notifier.is_listening for tables in (here, there)))
        mine, twin = await begin(here), await begin(there)
        mine.seats.enter(1)
        await act(twin, *WRONG)
        await until(lambda: mine.solving.attempt == twin.solving.attempt)
        await act(twin, *TWO.puzzle.solution)
        await until(lambda: len(sentences(mine)) == 1)
        await puzzling.solution(twin)
        await until(lambda: not mine.solving.is_running)


async def test_at_the_end_the_first_act_is_praised_too(tables: Tables) -> None:
    table = await begin(tables)
    await solve(table)
    assert sentences(table) == ["Right: from there one more turn reaches your treasure.", "Right: you have reached your treasure."]


@pytest.mark.parametrize("name", ["0", "142", "x", "own-", "01", "", "\0", "own-\0"])
async def test_a_puzzle_that_does_not_exist_is_refused_with_a_sentence(tables: Tables, name: str) -> None:
    with pytest.raises(Missing, match="Labyrinth has no such puzzle"):
        await puzzling.begin(tables, ME, LABYRINTH, name)
