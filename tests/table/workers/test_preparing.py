"""Compiling code for strong bots: bots, hints and reviews wait for it, and no clock runs."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from byways.errors import common_speaker
from byways.game import Game
from byways.i18n import Message
from byways.table.pages.board import snapshot
from byways.table.pages.phrases import note, people, prompt
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.watching import attend
from byways.table.workers.preparing import Preparation
from tests import toy
from tests.table import unruly
from tests.table.tables import OpenTables, set_table, tables_at, until, until_awaited

WAITS = "import time\nfrom pathlib import Path\ndef warm():\n    while not Path(__file__).with_suffix('.go').exists(): time.sleep(0.02)\n"
BREAKS = "def warm(): raise SystemExit(3)\n"
PREPARED = [
    "Compiling code for strong bots of Tuck, once on this machine. This usually takes less than a minute.",
    "Strong bots are ready.",
]
GETTING_READY = "Preparing the bot. This happens once on this machine and usually takes less than a minute."
GAME = replace(toy.GAME, compiled=("kernel_of_tables",), compiled_bots=("random",))

pytestmark = pytest.mark.database


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module whose compilation ends when a file of the same name with the suffix `go` appears."""
    file = tmp_path / "modules" / "kernel_of_tables.py"
    file.parent.mkdir()
    file.write_text(WAITS)
    monkeypatch.syspath_prepend(file.parent)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    return file


def finish(kernel: Path) -> None:
    kernel.with_suffix(".go").touch()


class Preparing:
    """Tables whose server is still compiling, and its reports at the terminal."""

    def __init__(self, tables: Tables, reports: list[str]) -> None:
        self.tables, self.reports = tables, reports


@pytest.fixture
async def preparing(kernel: Path, open_tables: OpenTables) -> Preparing:
    reports = list[str]()
    tables = await open_tables(GAME, report=lambda message: reports.append(common_speaker().say(message)))
    tables.preparation.start()
    return Preparing(tables, reports)


def is_waiting(table: Table) -> bool:
    return table.is_preparing and bool(table.match.position.awaited)


async def test_a_bot_acts_as_soon_as_its_code_is_compiled(preparing: Preparing, kernel: Path) -> None:
    table = await set_table(preparing.tables, "me", "bot:random", game=GAME)
    await until(lambda: is_waiting(table) and preparing.reports)
    length = table.match.length
    assert preparing.reports == PREPARED[:1]
    finish(kernel)
    await until(lambda: table.match.length > length)
    assert not table.is_preparing
    assert preparing.reports == PREPARED


async def test_the_page_says_that_a_bot_is_getting_ready(preparing: Preparing, kernel: Path) -> None:
    table = await set_table(preparing.tables, "bot:random", "bot:random", game=GAME)
    await until(lambda: is_waiting(table))
    view = table.match.screens[None].view
    assert prompt(table, view) == GETTING_READY
    assert "random, getting ready" in people(table, view)[0].about[-1]
    assert GETTING_READY in snapshot(table, None, "en", False).text
    finish(kernel)
    await until(lambda: not table.is_preparing)
    assert GETTING_READY not in snapshot(table, None, "en", False).text


async def test_viewers_get_a_new_screen_when_it_is_ready(preparing: Preparing, kernel: Path) -> None:
    table = await set_table(preparing.tables, "me", "bot:random", game=GAME)
    await until(lambda: is_waiting(table))
    watching = attend(table, 0)
    await anext(watching)
    later = asyncio.ensure_future(anext(watching))
    await asyncio.sleep(0)
    finish(kernel)
    await asyncio.wait_for(later, 20)
    await watching.aclose()


async def test_no_clock_runs_while_a_bot_is_awaited_that_is_not_ready(preparing: Preparing, kernel: Path) -> None:
    table = await set_table(preparing.tables, "me", "bot:random", game=GAME, clock=100.0)
    await until(lambda: is_waiting(table) and 0 in table.match.position.awaited)
    moment = table.match.referee.clocks[0].since
    assert moment is not None
    preparing.tables.now = lambda: moment + 1000.0
    assert table.deadline(0) is None
    assert people(table, table.match.screens[0].view)[0].deadline is None
    finish(kernel)
    await until(lambda: not table.is_preparing)
    assert table.seats[0].kind == "person"
    assert table.deadline(0) == moment + 1100.0


async def test_a_hint_waits_and_stops_the_clock_of_its_seat(preparing: Preparing, kernel: Path) -> None:
    table = await set_table(preparing.tables, "me", "me", game=GAME, clock=100.0, hints=True)
    await until_awaited(table)
    assert table.deadline(0) is not None
    hint = asyncio.ensure_future(table.hints.ask(0, table.match.screens[0].number))
    await until(lambda: table.hints.is_preparing(0))
    assert table.deadline(0) is None
    assert table.deadline(1) is not None
    assert GETTING_READY in snapshot(table, 0, "en", False).text
    finish(kernel)
    assert (await hint).choice


async def test_a_bot_that_needs_no_compiled_code_does_not_wait(kernel: Path, open_tables: OpenTables) -> None:
    game = replace(GAME, compiled_bots=("hard",))
    tables = await open_tables(game)
    tables.preparation.start()
    table = await set_table(tables, "bot:random", "bot:random", game=game)
    await until(lambda: table.ended)
    assert tables.preparation.tasks


async def test_if_compiling_fails_bots_play_without_it(kernel: Path, open_tables: OpenTables, caplog: pytest.LogCaptureFixture) -> None:
    kernel.write_text(BREAKS)
    tables = await open_tables(GAME)
    tables.preparation.start()
    table = await set_table(tables, "bot:random", "bot:random", game=GAME)
    await until(lambda: table.ended)
    assert "kernel_of_tables could not be compiled. Bots play without it." in caplog.messages


async def test_a_process_that_cannot_be_started_blocks_no_bot(
    kernel: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("byways.bots.compiled.command", lambda name, niceness: ("/no/such/program",))
    preparation = Preparation([GAME], lambda message: None, lambda: None)
    preparation.start()
    await preparation.wait(GAME, "random")
    assert caplog.messages == ["kernel_of_tables could not be compiled. Bots play without it."]


@pytest.mark.slow
async def test_one_of_several_servers_compiles_and_reports(kernel: Path) -> None:
    reports: list[Message] = []
    servers = [Preparation([GAME], reports.append, lambda: None) for _ in range(3)]
    for server in servers:
        server.start()
    await until(lambda: reports)
    finish(kernel)
    for server in servers:
        await server.wait(GAME, "random")
    assert [message.name for message in reports] == ["bot.compiling", "bot.compiled"]


async def test_closing_stops_the_compiler(preparing: Preparing) -> None:
    await until(lambda: preparing.reports)
    await preparing.tables.preparation.close()
    assert not preparing.tables.preparation.tasks


@pytest.fixture
def without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.bots.compiled.has_numba", lambda: False)
    monkeypatch.setattr("byways.table.pages.phrases.has_numba", lambda: False)


@pytest.mark.parametrize(("bot", "is_weaker"), [("random", True), ("other", False)])
async def test_without_numba_the_table_says_that_strong_bots_are_weaker(
    kernel: Path, open_tables: OpenTables, without_numba: None, bot: str, is_weaker: bool
) -> None:
    game: Game = replace(GAME, compiled_bots=(bot,))
    tables = await open_tables(game)
    tables.preparation.start()
    assert not tables.preparation.tasks
    table = await set_table(tables, "me", "bot:random", game=game)
    assert ("weaker than usual" in note(table)) == is_weaker


async def test_a_review_waits_for_its_bot(kernel: Path, tmp_path: Path) -> None:
    game = replace(GAME, room=unruly.__name__, bot_names=("random", "weighs"), compiled_bots=("weighs",))
    async with tables_at(tmp_path, game) as tables:
        tables.preparation.start()
        table = await set_table(tables, "bot:random", "bot:random", game=game)
        await until(lambda: table.ended)
        await tables.reviews.find(table)
        await until(lambda: table.id in tables.reviews.growing)
        assert not table.hints.is_ready
        finish(kernel)
        await until(lambda: table.id not in tables.reviews.growing)
        assert (await tables.reviews.find(table)).is_done
