"""Results that survive whatever happens."""

import subprocess
import sys
from pathlib import Path

import pytest

from byways.arena.book import PLAN, RESULTS, Book, Lapse, Result, open_book, read_book
from byways.arena.plan import draw_up
from byways.game import Refused

BOTS = ["random", "byways.bots:RandomPlayer"]
PLAYED = draw_up("tests.toy:GAME", BOTS)


def a_result(number: int) -> Result:
    fixture = PLAYED.fixture(number)
    return Result(number, fixture.seed, fixture.seating, (1, 2), (3.0, 1.0), 30, (Lapse(1, "no answer in time"),))


def filled(directory: Path, *numbers: int) -> Path:
    book = open_book(directory, PLAYED)
    book.add(map(a_result, numbers))
    book.close()
    return directory / RESULTS


def test_results_are_lines_of_json_in_the_order_they_came_in(tmp_path: Path) -> None:
    lines = filled(tmp_path, 1, 0).read_text("utf-8").splitlines()
    assert lines[1] == (
        '{"number":0,"seed":0,"seating":["random","byways.bots:RandomPlayer"],"places":[1,2],"scores":[3.0,1.0],"entries":30,'
        '"failures":[{"seat":1,"why":"no answer in time"}]}'
    )
    assert read_book(tmp_path).results == [a_result(0), a_result(1)]


def test_a_book_goes_on_where_it_was_left(tmp_path: Path) -> None:
    filled(tmp_path, 0, 1)
    filled(tmp_path, 2)
    assert [result.number for result in read_book(tmp_path).results] == [0, 1, 2]


def test_no_game_is_written_twice(tmp_path: Path) -> None:
    filled(tmp_path, 0)
    assert len(filled(tmp_path, 0, 1).read_text("utf-8").splitlines()) == 2


def test_a_half_written_last_line_is_cut_off(tmp_path: Path) -> None:
    path = filled(tmp_path, 0, 1)
    path.write_bytes(path.read_bytes()[:-9])
    assert [result.number for result in read_book(tmp_path).results] == [0]  # whoever only looks changes nothing
    filled(tmp_path, 1)
    assert [result.number for result in read_book(tmp_path).results] == [0, 1]


def test_a_spoilt_line_is_named(tmp_path: Path) -> None:
    path = filled(tmp_path, 0, 1)
    path.write_bytes(b"hello\n" + path.read_bytes())
    with pytest.raises(Refused, match=r"Line 1 of .* is no result"):
        read_book(tmp_path)


def test_the_directory_of_another_tournament_is_refused_with_what_differs(tmp_path: Path) -> None:
    filled(tmp_path, 0)
    with pytest.raises(Refused, match=r"belongs to another tournament \(seed: 0 there, 5 here\)\."):
        open_book(tmp_path, draw_up("tests.toy:GAME", BOTS, seed=5))
    with pytest.raises(Refused, match=r"bots: random, byways\.bots:RandomPlayer there, byways\.bots:RandomPlayer, random here"):
        open_book(tmp_path, draw_up("tests.toy:GAME", BOTS[::-1]))


def test_results_of_who_knows_what_are_not_touched(tmp_path: Path) -> None:
    filled(tmp_path, 0)
    (tmp_path / PLAN).unlink()
    with pytest.raises(Refused, match="is missing"):
        open_book(tmp_path, PLAYED)
    with pytest.raises(Refused, match="There is no tournament in"):
        read_book(tmp_path)


def test_a_spoilt_plan_is_named(tmp_path: Path) -> None:
    filled(tmp_path, 0)
    (tmp_path / PLAN).write_text("[]", "utf-8")
    with pytest.raises(Refused, match="says nothing of a tournament"):
        read_book(tmp_path)


def test_two_tournaments_do_not_write_to_one_directory(tmp_path: Path) -> None:
    book = open_book(tmp_path, PLAYED)
    with pytest.raises(Refused, match="A tournament is running in"):
        open_book(tmp_path, PLAYED)
    book.close()
    open_book(tmp_path, PLAYED).close()


def test_the_directory_of_a_tournament_that_was_killed_is_free(tmp_path: Path) -> None:
    code = (
        "import sys, tests.arena.test_book as test; book = test.open_book(test.Path(sys.argv[1]), test.PLAYED); print(flush=True); input()"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"\n"
        with pytest.raises(Refused, match="A tournament is running in"):
            open_book(tmp_path, PLAYED)
        other.kill()
    open_book(tmp_path, PLAYED).close()


def test_a_directory_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Refused, match="cannot be written"):
        open_book(tmp_path / "file" / "in", PLAYED)


def test_without_a_directory_results_are_in_memory_only() -> None:
    book = Book(PLAYED)
    book.add([a_result(1)])
    book.close()
    assert book.results == [a_result(1)]
