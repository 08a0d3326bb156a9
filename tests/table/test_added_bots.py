"""Bots from other packages, at the table."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from byways.bots.roster import external_bots
from byways.game import find_game
from byways.record import Remove
from tests import toy
from tests.table.serving import ServerThread
from tests.table.tables import set_table, tables_at, until

LABYRINTH, TRAXX = find_game("labyrinth"), find_game("traxx")


@pytest.fixture
def server(homesick: None, tmp_path: Path) -> Iterator[ServerThread]:
    with ServerThread(tmp_path, [toy.GAME, LABYRINTH, TRAXX]) as server:
        yield server


@pytest.fixture
def ann(server: ServerThread) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def test_they_are_offered_in_the_form_and_to_programs(ann: httpx.Client) -> None:
    assert '<option value="bot:homesick">homesick</option>\n</optgroup>' in ann.get("/set/labyrinth").text
    bots = {card["name"]: card["bots"] for card in ann.get("/api/games").json()}
    assert bots["labyrinth"] == ["random", "riemann", "euclid", "homesick", "easy", "medium", "hard"]


def test_a_bot_that_cannot_be_started_is_refused_before_a_table_is_created_and_others_play(server: ServerThread, ann: httpx.Client) -> None:
    for bot in ("lost", "number", "quits", "twins", "careless"):
        answer = ann.post("/api/tables", json={"game": "traxx", "seats": ["me", f"bot:{bot}"]})
        sentence = f"No table was opened: the bot '{bot}' cannot be started here. The server's log says why."
        assert (answer.status_code, answer.json()["error"]) == (400, sentence)
    answer = ann.post("/new", data={"game": "traxx", "others": "bot:euclid"})
    assert "Traxx has no bot &#39;euclid&#39;; it has random, greedy, careless, lost," in answer.text
    assert ann.get("/").status_code == 200
    assert server.new(ann, game="traxx", others="bot:random").seats[1].bot == "random"


@pytest.mark.database
@pytest.mark.usefixtures("homesick")
async def test_they_play_to_the_end_and_hints_are_the_game_s_own(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async with tables_at(tmp_path, toy.GAME) as tables:
        over = await set_table(tables, "bot:homesick", "bot:homesick")
        await until(lambda: over.ended)
        assert not any(isinstance(entry, Remove) for entry in over.match.entries)
        assert over.match.record.players == ("bot:homesick", "bot:homesick")
        assert "homesick" in capfd.readouterr().err
        mine = await set_table(tables, "me", "me", hints=True)
        await until(lambda: mine.match.position.awaited)
        await mine.hints.ask(0, mine.match.screens[0].number)
        assert capfd.readouterr().err == ""


@pytest.mark.database
@pytest.mark.usefixtures("homesick")
@pytest.mark.parametrize("is_noticed", [True, False])
async def test_if_a_bot_is_no_longer_installed_the_games_best_bot_takes_over(
    site: Path, tmp_path: Path, is_noticed: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """This is noticed when a server starts, or when the bot cannot be started."""
    async with tables_at(tmp_path, toy.GAME, pause=60.0) as tables:
        table = await set_table(tables, "me", "bot:homesick")
    shutil.rmtree(site / "homesick-1.dist-info")
    if is_noticed:
        external_bots.cache_clear()
    async with tables_at(tmp_path, toy.GAME) as tables:
        found = await tables.find(table.id)
        assert found is not None
        await until(lambda: found.match.position.awaited == (0,))
        assert (found.seats[1].kind, found.seats[1].bot) == ("bot", "random")
        assert caplog.messages == [f"Table {table.id}: the bot 'homesick' cannot be started here. 'random' plays on."]
        assert not any(isinstance(entry, Remove) for entry in found.match.entries)
