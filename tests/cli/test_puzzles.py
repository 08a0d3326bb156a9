from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from byways.game import find_game
from byways.puzzles.collection import StoredPuzzle, encode, shipped
from tests.command import refusal, run

GAME = find_game("labyrinth")
FIRST = shipped(GAME)[0]


@pytest.fixture
def flawed(tmp_path: Path) -> Path:
    """A file with a sound puzzle, one whose record does not replay, and one with a wrong solution."""
    broken = replace(FIRST.record, entries=(FIRST.record.entries[2], *FIRST.record.entries))
    three = (
        FIRST,
        replace(FIRST, puzzle=replace(FIRST.puzzle, number=2), record=broken),
        replace(FIRST, puzzle=replace(FIRST.puzzle, number=3, solution=("pass",))),
    )
    (tmp_path / "three").write_bytes(encode(three))
    return tmp_path / "three"


def test_puzzles_are_listed_with_grade_kind_and_question() -> None:
    lines = run("puzzles", "labyrinth").stdout.splitlines()
    assert lines[0].split() == ["Number", "Grade", "Kind", "Question"]
    assert len(lines) == 1 + len(shipped(GAME))


def test_puzzles_are_chosen_by_kind_and_grade() -> None:
    listed = json.loads(run("puzzles", "labyrinth", "--kind", "safe", "--grade", "4", "--json").stdout)
    assert {(one["kind"], one["grade"]) for one in listed} == {("safe", 4)}


def test_one_puzzle_is_shown_with_its_board_and_without_its_answer() -> None:
    shown = run("puzzles", "labyrinth", "--number", "1").stdout
    assert "Puzzle 1, grade 1" in shown
    assert "Spare tile" in shown
    assert GAME.say(FIRST.puzzle.question) in shown


def test_a_program_gets_the_view_of_the_seat_and_no_answer() -> None:
    (described,) = json.loads(run("puzzles", "labyrinth", "--number", "1", "--json").stdout)
    assert described["view"]["seat"] == described["seat"]
    assert not {"solution", "record", "source"} & {*described}


def test_the_board_is_drawn(tmp_path: Path) -> None:
    run("puzzles", "labyrinth", "--number", "1", "--svg", str(tmp_path / "board.svg"))
    assert (tmp_path / "board.svg").read_text().startswith("<svg")


def test_a_sound_puzzle_is_proved_again() -> None:
    assert "One puzzle is proved." in run("puzzles", "labyrinth", "--number", "1", "--check").stdout


def test_puzzles_with_flaws_are_named(flawed: Path) -> None:
    done = run("puzzles", "labyrinth", "--file", str(flawed), "--check")
    said = " ".join(done.stderr.split())
    assert done.returncode == 1
    assert "The record of puzzle 2 cannot be replayed:" in said
    assert "The solution of puzzle 3 is judged wrong." in said
    assert "Puzzles with a flaw: 2 of 3." in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("labyrinth", "--number", "9999"), "Labyrinth has no puzzle 9999"),
        (("labyrinth", "--kind", "huge"), "Labyrinth has no puzzles of the kind 'huge'; its kinds are two, three, safe, forced, block."),
        (("labyrinth", "--kind", "three", "--grade", "1"), "Labyrinth has no puzzles of this kind and grade."),
        (("labyrinth", "--svg", "x.svg"), "Say which puzzle to draw: add --number N."),
        (("chess",), "chess"),
    ],
)
def test_what_does_not_exist_gets_a_sentence(arguments: tuple[str, ...], words: str) -> None:
    assert words in refusal("puzzles", *arguments)


def test_a_file_that_is_cut_off_gets_a_sentence(flawed: Path) -> None:
    flawed.write_bytes(flawed.read_bytes()[:-30])
    assert "Line 3 of" in refusal("puzzles", "labyrinth", "--file", str(flawed))


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        (replace(FIRST, puzzle=replace(FIRST.puzzle, kind="huge")), "Labyrinth cannot ask the question of puzzle 1: its kind 'huge'"),
        (replace(FIRST, puzzle=replace(FIRST.puzzle, values={})), "Labyrinth cannot ask the question of puzzle 1"),
        (shipped(find_game("the_way"))[0], "Puzzle 1 belongs to 'the_way', not to Labyrinth."),
    ],
)
def test_a_puzzle_that_does_not_belong_in_the_file_gets_a_sentence(spoilt: StoredPuzzle, words: str, tmp_path: Path) -> None:
    (tmp_path / "spoilt").write_bytes(encode([spoilt]))
    assert words in refusal("puzzles", "labyrinth", "--file", str(tmp_path / "spoilt"))


def test_questions_come_in_every_language() -> None:
    questions = {run("puzzles", "labyrinth", "--number", "1", "--json", "--language", language).stdout for language in GAME.languages}
    assert len(questions) == len(GAME.languages)


@pytest.mark.slow
def test_new_puzzles_are_made_in_several_processes_and_are_sound(tmp_path: Path) -> None:
    made = str(tmp_path / "made.jsonl")
    assert "has 2 puzzles." in run("puzzles", "labyrinth", "--make", "2", "--seed", "5", "--file", made).stdout
    assert "2 puzzles are proved." in run("puzzles", "labyrinth", "--file", made, "--check").stdout
