"""From the first game to the last, or from where it was stopped."""

from pathlib import Path

import pytest

from byways.arena.archive import RESULTS, read_archive
from byways.arena.plan import draw_up
from byways.arena.sequential import SequentialTest
from byways.arena.tournament import hold
from byways.game import Refused
from byways.record import Record, read

BOTS = ["random", "byways.bots:RandomPlayer"]
PLAN = draw_up("tests.toy:GAME", BOTS)


def test_progress_is_told_from_nothing_to_all() -> None:
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


def test_what_is_played_is_not_played_again(tmp_path: Path) -> None:
    hold(PLAN, 6, workers=1, out=tmp_path)
    assert hold(PLAN, 4, out=tmp_path).results == hold(PLAN, 6, workers=1).results


def test_records_are_kept_on_request(tmp_path: Path) -> None:
    hold(draw_up("traxx", ["random"], seed=2), 3, workers=1, out=tmp_path, records=True)
    records: list[Record] = [read(path.read_bytes()) for path in sorted((tmp_path / "records").iterdir())]
    assert [record.players for record in records] == [("random",)] * 3
    assert [len(record.entries) for record in records] == [result.entries for result in read_archive(tmp_path).results]


def test_a_test_stops_it_early_and_going_on_finds_it_decided(tmp_path: Path) -> None:
    plan = draw_up("labyrinth", ["euclid", "random"])
    archive = hold(plan, 400, workers=1, out=tmp_path, test=SequentialTest(plan, 0, 400))
    assert len(archive.results) < 100
    again = SequentialTest(plan, 0, 400)
    assert len(hold(plan, 400, workers=1, out=tmp_path, test=again).results) == len(archive.results)
    assert again.verdict.accepted == 1


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="--out"):
        hold(PLAN, 2, records=True)
    with pytest.raises(Refused, match="another seed"):
        hold(PLAN, 10**9)
