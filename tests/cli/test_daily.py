"""The deal of the day in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from byways.cli.daily import KEY_FILE, find_key, head_of, own_key, players
from byways.daily import daily_of, deal_key, fingerprint
from byways.game import find_game
from byways.record import ALONE, Remove, read
from tests.command import refusal, run
from tests.table.store.test_store import store_at
from tests.table.tables import database_in

LABYRINTH, LONG_ROAD = find_game("labyrinth"), find_game("long_road")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the user's own, without a server's database."""
    monkeypatch.setattr("byways.cli.daily.data_file", lambda: tmp_path / "tables.db")
    return tmp_path


def test_without_a_server_the_user_has_a_key_of_their_own(own: Path) -> None:
    assert find_key(None) == own_key(own) == (own / KEY_FILE).read_text()
    assert find_key(None) == find_key(None)


async def test_the_key_of_a_server_is_found_by_its_database(tmp_path: Path) -> None:
    async with store_at(url := database_in(tmp_path)) as store:
        key = deal_key((await store.server_key()).key)
    from asyncio import to_thread

    assert await to_thread(find_key, url) == key


def test_the_deal_names_its_day_and_key(own: Path) -> None:
    done = run("play", "traxx", "--daily", typed="q\n")
    assert done.returncode == 0
    assert fingerprint(own_key(own)) in done.stdout
    assert "It does not count on any server." in done.stdout


def test_the_same_deal_comes_again_whatever_was_chosen(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.cli.play.time.time", lambda: 1795000000.0)
    records = []
    for typed in ("done\n" * 15, "1\ndone\n" + "done\n" * 14):
        run("play", "traxx", "--daily", "--record", str(tmp_path / "game.json"), typed=typed)
        records.append(read((tmp_path / "game.json").read_bytes()))
    one, other = ([entry for entry in record.entries if str(entry).startswith("chance")] for record in records)
    assert records[0].setup == records[1].setup
    assert one == other
    assert len(one) == 15


def test_a_finished_deal_says_its_medal(own: Path) -> None:
    assert run("play", "traxx", "--daily", typed="done\n" * 15).stdout.endswith("No medal this time.\n")


def test_nobody_passes_in_labyrinth(own: Path) -> None:
    said = run("play", "labyrinth", "--daily", typed="pass\nq\n").stdout
    assert "'pass' is not possible in the deal of the day." in said
    assert "or pass" not in said


def test_seats_that_nobody_plays_are_removed() -> None:
    daily = daily_of(LABYRINTH)
    assert daily is not None
    assert head_of(LABYRINTH, daily, "seed").entries == (Remove(1, ALONE),)


def test_a_bot_answers_as_at_the_table() -> None:
    daily = daily_of(LONG_ROAD)
    assert daily is not None
    bots = players(LONG_ROAD, daily, "seed")
    position = head_of(LONG_ROAD, daily, "seed").position(LONG_ROAD)
    view = next(view for seat in range(2) if (view := position.view(seat)).choices)
    assert bots.keys() == {1}
    assert [*players(LONG_ROAD, daily, "seed")[1].choose(view, 0.0)] == [*bots[1].choose(view, 0.0)]  # type: ignore[misc]


def test_other_settings_are_refused(own: Path) -> None:
    assert "has its own seats and settings" in refusal("play", "traxx", "--daily", "--seed", "3")
    assert refusal("play", "the_way", "--daily").startswith("The Way has no deal of the day.")
