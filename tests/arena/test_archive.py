"""Results survive kills, resumptions and full disks."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from byways.arena.archive import PLAN, RESULTS, Archive, BotFailure, Result, open_archive, read_archive
from byways.arena.plan import Plan, draw_up
from byways.game import Refused, find_game

BOTS = ["random", "byways.bots:RandomPlayer"]
PLAYED = draw_up("tests.toy:GAME", BOTS)


def a_result(number: int) -> Result:
    fixture = PLAYED.fixture(number)
    return Result(number, fixture.seed, fixture.seating, (1, 2), (3.0, 1.0), 30, (BotFailure(1, "no answer in time"),))


def filled(directory: Path, *numbers: int) -> Path:
    archive = open_archive(directory, PLAYED)
    archive.add(map(a_result, numbers))
    archive.close()
    return directory / RESULTS


def test_results_are_lines_of_json_in_order_of_arrival(tmp_path: Path) -> None:
    lines = filled(tmp_path, 1, 0).read_text("utf-8").splitlines()
    assert lines[1] == (
        '{"number":0,"seed":0,"seating":["random","byways.bots:RandomPlayer"],"places":[1,2],"scores":[3.0,1.0],"entries":30,'
        '"failures":[{"seat":1,"why":"no answer in time"}]}'
    )
    assert read_archive(tmp_path).results == [a_result(0), a_result(1)]


def test_an_archive_can_be_continued(tmp_path: Path) -> None:
    filled(tmp_path, 0, 1)
    filled(tmp_path, 2)
    assert [result.number for result in read_archive(tmp_path).results] == [0, 1, 2]


def test_no_game_is_written_twice(tmp_path: Path) -> None:
    filled(tmp_path, 0)
    assert len(filled(tmp_path, 0, 1).read_text("utf-8").splitlines()) == 2


def test_a_half_written_last_line_is_cut_off(tmp_path: Path) -> None:
    path = filled(tmp_path, 0, 1)
    path.write_bytes(path.read_bytes()[:-9])
    assert [result.number for result in read_archive(tmp_path).results] == [0]  # reading changes nothing
    filled(tmp_path, 1)
    assert [result.number for result in read_archive(tmp_path).results] == [0, 1]


def test_a_line_that_is_not_a_result_is_refused_by_number(tmp_path: Path) -> None:
    path = filled(tmp_path, 0, 1)
    path.write_bytes(b"hello\n" + path.read_bytes())
    with pytest.raises(Refused, match=r"Line 1 of .* is not a result"):
        read_archive(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"places": (1, 2, 3)},
        {"places": (2, 2)},
        {"places": (0, 1)},
        {"scores": (1.0,)},
        {"seating": ("random",)},
        {"seating": ("random", "stranger")},
        {"failures": (BotFailure(2, "no answer in time"),)},
    ],
)
def test_a_result_that_does_not_fit_the_tournament_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    with filled(tmp_path, 0).open("ab") as file:
        file.write(msgspec.json.encode(replace(a_result(1), **change)) + b"\n")
    with pytest.raises(Refused, match=r"^Line 2 of .* does not fit this tournament: a game has 2 seats"):
        read_archive(tmp_path)


def test_on_a_full_disk_whole_results_stay_and_no_half_line(tmp_path: Path) -> None:
    """The kernel refuses to let the file grow beyond a limit, as a full disk would."""
    resource = pytest.importorskip("resource")
    path = filled(tmp_path, 0)
    archive, size = open_archive(tmp_path, PLAYED), path.stat().st_size
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 50, limits[1]))
    try:
        with pytest.raises(Refused, match=r"results\.jsonl cannot be written: File too large\.$"):
            archive.add([a_result(1)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.stat().st_size == size
    archive.add([a_result(1)])
    archive.close()
    assert [result.number for result in read_archive(tmp_path).results] == [0, 1]


def test_the_directory_of_another_tournament_is_refused_with_the_difference(tmp_path: Path) -> None:
    filled(tmp_path, 0)
    with pytest.raises(Refused, match=r"belongs to another tournament \(seed: 0 there, 5 here\)\."):
        open_archive(tmp_path, draw_up("tests.toy:GAME", BOTS, seed=5))
    with pytest.raises(Refused, match=r"bots: random, byways\.bots:RandomPlayer there, byways\.bots:RandomPlayer, random here"):
        open_archive(tmp_path, draw_up("tests.toy:GAME", BOTS[::-1]))


LABYRINTH = find_game("labyrinth").components_text
SOURCE = 'source = "The course'
BUILT_IN = draw_up("labyrinth", ["random", "euclid"])
OWN = draw_up("labyrinth", ["random", "euclid"], components=LABYRINTH)
REWORDED = draw_up("labyrinth", ["random", "euclid"], components=LABYRINTH.replace(SOURCE, f"{SOURCE} of long ago"))
CHANGED = draw_up("labyrinth", ["random", "euclid"], components=LABYRINTH.replace("cross = 1", "cross = 2"))
BEFORE = replace(BUILT_IN, components="a22948347b227ac5")  # an old digest that included wording


@pytest.mark.parametrize(("kept", "ours"), [(BEFORE, BUILT_IN), (OWN, REWORDED), (OWN, BUILT_IN), (BUILT_IN, REWORDED)])
def test_a_tournament_continues_when_only_the_wording_of_its_components_has_changed(kept: Plan, ours: Plan, tmp_path: Path) -> None:
    assert kept.components != ours.components
    open_archive(tmp_path, kept).close()
    open_archive(tmp_path, ours).close()
    assert read_archive(tmp_path).plan == kept


@pytest.mark.parametrize(
    ("kept", "ours", "field"),
    [
        (BUILT_IN, CHANGED, "components"),
        (CHANGED, BUILT_IN, "components"),
        (replace(BUILT_IN, components="0" * 16), BUILT_IN, "components"),
        (replace(BUILT_IN, version=0), BUILT_IN, "version"),
    ],
)
def test_other_rules_make_another_tournament(kept: Plan, ours: Plan, field: str, tmp_path: Path) -> None:
    open_archive(tmp_path, kept).close()
    with pytest.raises(Refused, match=rf"belongs to another tournament \({field}: "):
        open_archive(tmp_path, ours)


def test_results_without_a_plan_are_not_touched(tmp_path: Path) -> None:
    filled(tmp_path, 0)
    (tmp_path / PLAN).unlink()
    with pytest.raises(Refused, match="is missing"):
        open_archive(tmp_path, PLAYED)
    with pytest.raises(Refused, match="There is no tournament in"):
        read_archive(tmp_path)


def test_a_file_that_is_not_a_plan_is_refused(tmp_path: Path) -> None:
    filled(tmp_path, 0)
    (tmp_path / PLAN).write_text("[]", "utf-8")
    with pytest.raises(Refused, match="does not describe a tournament"):
        read_archive(tmp_path)


def test_two_tournaments_cannot_write_to_one_directory(tmp_path: Path) -> None:
    archive = open_archive(tmp_path, PLAYED)
    with pytest.raises(Refused, match="A tournament is running in"):
        open_archive(tmp_path, PLAYED)
    archive.close()
    open_archive(tmp_path, PLAYED).close()


def test_a_killed_tournament_does_not_keep_its_directory_locked(tmp_path: Path) -> None:
    opening = "held = test.open_archive(test.Path(sys.argv[1]), test.PLAYED)"
    code = f"import sys, tests.arena.test_archive as test; {opening}; print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"\n"
        with pytest.raises(Refused, match="A tournament is running in"):
            open_archive(tmp_path, PLAYED)
        other.kill()
    open_archive(tmp_path, PLAYED).close()


def test_a_directory_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Refused, match="cannot be written"):
        open_archive(tmp_path / "file" / "in", PLAYED)


def test_without_a_directory_results_are_in_memory_only() -> None:
    archive = Archive(PLAYED)
    archive.add([a_result(1)])
    archive.close()
    assert archive.results == [a_result(1)]
