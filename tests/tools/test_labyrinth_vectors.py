"""The runner of the course's test vectors, on generated files and on the course's own if present."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tools.labyrinth_vectors import (
    BY_NAME,
    CHEATS,
    KINDS,
    PS,
    Call,
    Cheat,
    Cheater,
    Program,
    kind_of,
    main,
    program_of,
    read_players,
    read_strategy,
)

from byways.game import Malformed
from byways.games.labyrinth.course.conduct import Result, conduct
from byways.games.labyrinth.course.dialect import referee_state_of, write
from byways.games.labyrinth.course.places import Place
from tests.games.labyrinth.course.players import CORNERS, Scripted, start, two
from tests.games.labyrinth.positions import OPEN5, SEALED, position, to

VECTORS = Path(__file__).parents[2].parent / "shared" / "labyrinth_vectors"

CROSS = write(referee_state_of(position("┐─┌ │┼│ └─┘", [(1, 1)], [(0, 1)], spare="│")))
RACE = write(referee_state_of(position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)])))
CROWD = write(referee_state_of(position(SEALED, [(1, 1), (1, 3)] * 3, [(1, 1)] * 6, spare="─")))
MIDDLE = {"row#": 1, "column#": 1}


def at(*places: tuple[int, int]) -> list[dict[str, int]]:
    return [{"row#": row, "column#": column} for row, column in places]


def file(folder: Path, name: str, *vectors: Any) -> str:
    """Write a file of vectors, or of lines if they are strings."""
    lines = [vector if isinstance(vector, str) else json.dumps(vector) for vector in vectors]
    (folder / name).write_text("\n".join(lines) + "\n", "utf-8")
    return str(folder / name)


def vector(out: Any, *given: Any) -> dict[str, Any]:
    return {"id": "made here", "source": "ours", "in": list(given), "out": out}


def players(*names: str) -> list[list[str]]:
    return [[name, "Euclid"] for name in names]


GOOD: list[tuple[str, dict[str, Any]]] = [
    (
        "board.jsonl",
        vector(at((0, 0), (0, 1), (1, 1)), {"connectors": [["─", "┐"], ["─", "└"]], "treasures": [[["ruby", "ruby"]] * 2] * 2}, MIDDLE),
    ),
    ("state.jsonl", vector(at((0, 1), (1, 1)), CROSS, 0, "LEFT", 0)),
    ("state-more.jsonl", vector(at((0, 1), (1, 1)), {**CROSS, "last": [0, "Right"]}, 0, "LEFT", 180)),
    ("choice.jsonl", vector("PASS", "Euclid", CROWD, MIDDLE)),
    ("choice_2.jsonl", vector([0, "LEFT", 0, {"row#": 3, "column#": 1}], "Riemann", RACE, {"row#": 3, "column#": 1})),
    ("choice-far.jsonl", vector("PASS", "Euclid", {**CROWD, "plmt": [CROWD["plmt"][0], {"current": {"row#": 9, "column#": 9}}]}, MIDDLE)),
    ("games.jsonl", vector(["ann"], players("ann", "bob"), RACE)),
    ("bad.jsonl", vector([["bob"], ["ann"]], [["ann", "Euclid", "takeTurn"], ["bob", "Riemann"]], RACE)),
    ("bad2-x.jsonl", vector([["bob"], ["ann"]], [["ann", "Euclid", "setUp", 2], ["bob", "Riemann"]], RACE)),
    ("remote.jsonl", vector([["bob"], []], players("ann", "bob"), RACE)),
    ("remote-goals.jsonl", vector([["ann"], ["bob"]], [["ann", "Euclid"], ["bob", "Euclid", "move"]], {**RACE, "goals": at((3, 3))})),
]


@pytest.mark.parametrize(("name", "good"), GOOD)
def test_every_kind_is_run(name: str, good: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([file(tmp_path, name, good)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_the_longest_matching_kind_is_used() -> None:
    names = ["bad2-more", "bad-2", "remote-goals-2", "remote-more", "games-more"]
    kinds = ["bad2", "bad", "remote-goals", "remote", "games"]
    assert [kind_of(Path(f"{name}.jsonl")) for name in names] == [KINDS[kind] for kind in kinds]


def test_failures_are_printed_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = vector(["bob"], players("ann", "bob"), RACE)
    right = file(tmp_path, "remote.jsonl", vector([["bob"], []], players("ann", "bob"), RACE))
    assert main([file(tmp_path, "games.jsonl", wrong, "", GOOD[6][1]), right]) == 1
    assert capsys.readouterr().out == 'games.jsonl:1 made here\n  expected ["bob"]\n  got      ["ann"]\n2 passed, 1 failed\n'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"in": [', "games.jsonl:1 is no vector: Input data was truncated."),
        ('{"id": "x"}', "games.jsonl:1 is no vector: Object missing required field `in`."),
        ("[" * 100_000, "games.jsonl:1 is no vector: "),
        (vector([], []), "'in' should have 2 values, not 1."),
        (vector([], players("ann"), 5), "This is not a RefereeState: Expected `object`, got `int`."),
        (vector([], [["ann"]], RACE), "This is not a list of players: Expected `array` of at least length 2, got 1 - at `$[0]`."),
    ],
)
def test_a_bad_line_is_a_failure_with_a_reason(line: Any, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([file(tmp_path, "games.jsonl", line)]) == 1
    out = capsys.readouterr().out
    assert message in out
    assert out.endswith("\n0 passed, 1 failed\n")


@pytest.mark.parametrize(
    ("name", "asked", "message"),
    [
        ("state.jsonl", vector([], CROSS, 1, "LEFT", 0), "Row 1 does not slide on this board."),
        ("choice.jsonl", vector([], ["Euclid"], RACE, MIDDLE), "This is not a Strategy"),
        ("board.jsonl", vector([], CROSS["board"], {"row#": 1, "column#": 3}), "row 1, column 3 is off the board of 3 by 3."),
    ],
)
def test_an_impossible_question_is_reported(
    name: str, asked: Any, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([file(tmp_path, name, asked)]) == 1
    assert message in capsys.readouterr().out


def test_a_crash_does_not_stop_the_other_vectors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.labyrinth_vectors.played", lambda *_: 1 // 0)
    assert main([file(tmp_path, "bad.jsonl", GOOD[7][1]), file(tmp_path, "state.jsonl", GOOD[1][1])]) == 1
    assert "ZeroDivisionError: " in (out := capsys.readouterr().out)
    assert out.endswith("\n1 passed, 1 failed\n")


def test_missing_unknown_and_binary_files_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "board.jsonl").write_bytes(b"\xff\xfe")
    assert [main([str(tmp_path / name)]) for name in ("games.jsonl", "moves.jsonl", "board.jsonl")] == [2, 2, 2]
    assert capsys.readouterr() == (
        "",
        f"{tmp_path / 'games.jsonl'} cannot be read: No such file or directory.\n"
        f"{tmp_path / 'moves.jsonl'}: no kind of vectors is named so; a name begins with {', '.join(KINDS)}.\n"
        f"{tmp_path / 'board.jsonl'} cannot be read: it is not UTF-8 text.\n",
    )


# Players, good and bad


def test_descriptions_of_players() -> None:
    given = [["a", "Euclid"], ["b", "Riemann", "setUp"], ["c", "Euclid", "takeTurn", 7], ["d", "Euclid", "undo"], ["ouch ouch", "Euclid"]]
    assert read_players(given) == [
        PS("a", "Euclid"),
        PS("b", "Riemann", "setUp"),
        PS("c", "Euclid", "takeTurn", 7),
        PS("d", "Euclid", "undo"),
        PS("ouch ouch", "Euclid"),  # refused at sign-up
    ]


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (["a"], "Expected `array` of at least length 2, got 1 - at `$[0]`"),
        (["a", "euclid"], "Invalid enum value 'euclid' - at `$[0][1]`"),
        ([5, "Euclid"], "Expected `str`, got `int` - at `$[0][0]`"),
        (["a", "Euclid", "sleep"], "Invalid enum value 'sleep' - at `$[0][2]`"),
        (["a", "Euclid", None], "Expected `str`, got `null` - at `$[0][2]`"),
        (["a", "Euclid", "win", 0], "Expected `int` >= 1 - at `$[0][3]`"),
        (["a", "Euclid", "win", 8], "Expected `int` <= 7 - at `$[0][3]`"),
        (["a", "Euclid", "win", 1, 1], "Expected `array` of at most length 4, got 5 - at `$[0]`"),
        (["a", "Euclid", "undo", 2], "'undo' takes no count - at `$[0]`"),
    ],
)
def test_wrong_descriptions_of_players(player: Any, message: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_players([player])
    assert str(refused.value) == f"This is not a list of players: {message}."


def test_programs_follow_their_description() -> None:
    plain, failing, later, cheat = map(
        program_of, read_players([["a", "Euclid"], ["b", "Riemann", "setUp"], ["c", "Euclid", "win", 2], ["d", "Euclid", "row"]])
    )
    assert [program.strategist.order for program in (plain, failing, later, cheat)] == ["euclid", "riemann", "euclid", "euclid"]
    assert [(program.fails, program.left) for program in (plain, failing, later)] == [(None, 1), ("setup", 1), ("win", 2)]
    assert isinstance(cheat, Cheater)
    assert cheat.cheat == "row"


def test_strategies() -> None:
    assert read_strategy("Euclid") == "euclid"
    for odd in ("euclid", None, ["Euclid"]):
        with pytest.raises(Malformed, match="This is not a Strategy"):
            read_strategy(odd)


@pytest.mark.parametrize(("fails", "at", "goal", "rounds"), [("setup", 1, (9, 9), 0), ("setup", 2, (3, 1), 0), ("take_turn", 3, (9, 9), 2)])
def test_a_program_fails_the_requested_call(fails: Call, at: int, goal: Place, rounds: int) -> None:
    begun, other = start(OPEN5, CORNERS[:2], [goal, (1, 3)]), Scripted(*[to(2, 2), to(2, 3)] * 3)
    assert conduct(begun, [Program("euclid", fails, at), other]).misbehaved == (0,)
    assert [view.removed for view in other.views].index((0,)) == rounds


def test_a_program_that_fails_later_than_it_is_called_behaves() -> None:
    assert conduct(two(), [Program("riemann", "win", 2), Scripted()]).misbehaved == ()


@pytest.mark.parametrize("cheat", CHEATS)
def test_every_cheat_is_kicked(cheat: Cheat) -> None:
    walls = start("┼─┼ │┼│ ┼│┼", [(1, 1), (1, 1)], [(0, 0), (0, 0)], last="slide 0 left", spare="│")
    assert conduct(walls, [Cheater("riemann", cheat), Scripted()]) == Result((1,), (0,))


def test_a_cheat_without_a_slide_to_undo_plays_by_its_strategy() -> None:
    other = Scripted("pass", "pass")
    assert conduct(two(), [Cheater("euclid", "undo"), other]).misbehaved == (0,)
    assert [view.removed for view in other.views] == [(), (0,)]


def test_on_an_open_board_there_is_no_unreachable_tile() -> None:
    assert conduct(two(), [Cheater("euclid", "unreachable"), Scripted(*[to(4, 4), to(4, 3)] * 2)]) == Result((0,), ())


def test_a_sealed_in_program_passes() -> None:
    sealed = start(SEALED, [(1, 1), (1, 3)], [(0, 0), (0, 0)], spare="─")
    assert conduct(sealed, [Program("euclid"), Program("riemann")]) == Result((0,), ())


# Signing up


@pytest.mark.parametrize(
    ("signing_up", "out"),
    [
        (players("ann", "ouch ouch", "x" * 35, "bob"), [["bob"], []]),  # invalid names are ignored
        (players("ann", "ouch ouch"), [[], []]),  # too few players
        ([], [[], []]),
        (players("ann", "bob", "carl"), [["bob"], []]),  # no more places
    ],
)
def test_signing_up(signing_up: Any, out: Any, tmp_path: Path) -> None:
    assert main([file(tmp_path, "remote.jsonl", vector(out, signing_up, RACE))]) == 0


def test_a_seventh_is_ignored(tmp_path: Path) -> None:
    eight = [*players("a", "b", "c", "d", "e"), ["f", "Euclid", "win"], ["g", "Euclid", "setUp"], ["h", "Euclid"]]
    eight_places = {**CROWD, "plmt": [*CROWD["plmt"], *CROWD["plmt"][:2]]}
    vectors = [vector([["b", "d"], ["f"]], eight, state) for state in (CROWD, eight_places)]  # f has the first place, the third is d's
    assert main([file(tmp_path, "remote.jsonl", *vectors)]) == 0


@pytest.mark.parametrize("name", BY_NAME)
def test_some_names_announce_a_wrong_answer(name: str, tmp_path: Path) -> None:
    assert main([file(tmp_path, "remote-goals.jsonl", vector([["eve"], [name]], players(name, "eve"), RACE))]) == 0


@pytest.mark.slow
def test_remote_vectors_give_the_same_results_over_tcp(tmp_path: Path) -> None:
    vectors = [vector([["eve"], [name]], players(name, "eve"), RACE) for name in BY_NAME]
    vectors += [vector([["eve"], ["bad"]], [["bad", "Euclid", fails], ["eve", "Euclid"]], RACE) for fails in ("setUp", "takeTurn", "move")]
    assert (
        main(["--tcp", file(tmp_path, "remote.jsonl", *vectors, vector([["bob"], []], players("ann", "ouch ouch", "bob", "carl"), RACE))])
        == 0
    )


@pytest.mark.long
def test_a_sample_of_the_course_s_own_remote_vectors_over_tcp(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not VECTORS.is_dir():
        pytest.skip("The course's vectors are not beside this project.")
    every = [line for name in sorted(VECTORS.glob("remote*.jsonl")) for line in name.read_text().splitlines()]
    sample = tmp_path / "remote.jsonl"
    sample.write_text("\n".join(every[::6]) + "\n")
    assert main(["--tcp", str(sample)]) == 0, capsys.readouterr().out


@pytest.mark.long
def test_the_course_s_own_vectors(capsys: pytest.CaptureFixture[str]) -> None:
    if not VECTORS.is_dir():
        pytest.skip("The course's vectors are not beside this project.")
    assert main(sorted(map(str, VECTORS.glob("*.jsonl")))) == 0, capsys.readouterr().out
    assert capsys.readouterr().out.endswith(" passed, 0 failed\n")
