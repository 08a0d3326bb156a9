"""A tournament from its first game to its last, or from where it stopped."""

from pathlib import Path

import pytest

from byways.arena.archive import RESULTS, read_archive
from byways.arena.plan import draw_up
from byways.arena.sequential import SequentialTest
from byways.arena.tournament import hold, play_games
from byways.game import Refused
from byways.record import Record, read

BOTS = ["random", "byways.bots:RandomPlayer"]
PLAN = draw_up("tests.toy:GAME", BOTS)


def test_progress_goes_from_zero_to_the_total() -> None:
    told: list[tuple[int, int]] = []
    archive = hold(PLAN, 30, workers=2, progress=lambda done, total, nodes: told.append((done, total)))
    assert (told[0], told[-1], len(archive.results)) == ((0, 30), (30, 30), 30)
    assert told == sorted(told)


def test_a_finished_tournament_can_be_made_longer(tmp_path: Path) -> None:
    hold(PLAN, 6, workers=1, out=tmp_path)
    lines = (tmp_path / RESULTS).read_bytes()
    told: list[int] = []
    hold(PLAN, 10, workers=1, out=tmp_path, progress=lambda done, total, nodes: told.append(done))
    assert told[0] == 6
    assert (tmp_path / RESULTS).read_bytes().startswith(lines)
    assert [result.number for result in read_archive(tmp_path).results] == list(range(10))


def test_games_are_not_played_twice(tmp_path: Path) -> None:
    hold(PLAN, 6, workers=1, out=tmp_path)
    assert hold(PLAN, 4, out=tmp_path).results == hold(PLAN, 6, workers=1).results


def test_records_are_kept_on_request(tmp_path: Path) -> None:
    hold(draw_up("traxx", ["random"], seed=2), 3, workers=1, out=tmp_path, records=True)
    records: list[Record] = [read(path.read_bytes()) for path in sorted((tmp_path / "records").iterdir())]
    assert [record.players for record in records] == [("random",)] * 3
    assert [len(record.entries) for record in records] == [result.entries for result in read_archive(tmp_path).results]


def test_a_sequential_test_stops_the_tournament_and_stays_decided(tmp_path: Path) -> None:
    plan = draw_up("labyrinth", ["euclid", "random"])
    archive = hold(plan, 400, workers=1, out=tmp_path, test=SequentialTest(plan, 0, 400))
    assert len(archive.results) < 100
    again = SequentialTest(plan, 0, 400)
    assert len(hold(plan, 400, workers=1, out=tmp_path, test=again).results) == len(archive.results)
    assert again.verdict.accepted == 1


def test_impossible_requests_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="--out"):
        hold(PLAN, 2, records=True)
    with pytest.raises(Refused, match="another seed"):
        hold(PLAN, 10**9)


def test_each_kind_of_failure_is_reported_once_for_a_bot() -> None:
    failed: list[tuple[str, str]] = []
    crashes, babbles = "tests.arena.unruly:Crashes", "tests.arena.unruly:Babbles"
    plan = draw_up("tests.toy:GAME", ["random", crashes, babbles], gauntlet=True)
    hold(plan, 4, workers=1, on_failure=lambda bot, failure: failed.append((bot, failure.why)))
    assert failed == [(crashes, "the player broke down"), (babbles, "an answer that cannot be read")]


def test_play_games_returns_a_row_for_each_seat_of_each_game() -> None:
    found = play_games("traxx", ["random", "greedy"], games=2, seed=3, workers=1)
    assert [(row["game"], row["seat"], row["bot"]) for row in found] == [
        (0, 0, "random"),
        (0, 1, "greedy"),
        (1, 0, "greedy"),
        (1, 1, "random"),
    ]
    assert all(isinstance(row["score"], float) and row["failure"] == "" for row in found)
    assert {row["place"] for row in found if row["game"] == 0} == {1, 2}


def test_play_games_logs_failures(caplog: pytest.LogCaptureFixture) -> None:
    found = play_games("tests.toy:GAME", ["random", "tests.arena.unruly:Crashes"], games=2, workers=1)
    assert [row["failure"] for row in found] == ["", "the player broke down", "the player broke down", ""]
    (logged,) = caplog.messages
    assert logged.startswith("tests.arena.unruly:Crashes failed: the player broke down.\nTraceback")
