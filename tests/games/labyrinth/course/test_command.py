"""`byways labyrinth serve` and `join`, as processes."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import PIPE
from threading import Thread
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from tools.labyrinth_vectors import Program

from byways.game import Refused
from byways.games.labyrinth.course.command import read_state
from byways.games.labyrinth.course.dialect import RefereeState, read, referee_state_of, write
from byways.games.labyrinth.course.tcp import find_referee, take_part
from tests.command import run
from tests.games.labyrinth.positions import OPEN5, position

RACE = write(referee_state_of(position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)])))


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "byways", "labyrinth", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def line_of(process: subprocess.Popen[str], pattern: str) -> str:
    """What a pattern's group matches in the next matching line of the command's log."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError(f"Nothing like {pattern} was said.")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(RACE), "utf-8")
    return path


def join(server: subprocess.Popen[str], port: str, *names: str) -> None:
    """Sign players up in this process, one after the other, and keep them until the game is over."""

    def play(name: str) -> None:
        with closing(find_referee("127.0.0.1", int(port))) as connection:
            take_part(connection, name, Program("euclid"))

    for name in names:
        Thread(target=play, args=(name,), daemon=True).start()
        assert line_of(server, r"(\w+) has signed up") == name


@pytest.mark.slow
def test_a_game_between_processes(state: Path) -> None:
    with start("serve", "--port", "0", "--state", str(state)) as server:
        port = line_of(server, r"port (\d+)")
        with start("join", "127.0.0.1", port, "--name", "ann") as ann:
            assert line_of(server, r"(\w+) has signed up") == "ann"
            with start("join", "127.0.0.1", port, "--name", "bob", "--strategy", "RIEMANN") as bob:
                assert (server.communicate(timeout=30)[0], server.returncode) == ('[["bob"],[]]\n', 0)
                assert [player.communicate(timeout=30)[0] for player in (ann, bob)] == ["lost\n", "won\n"]


@pytest.mark.slow
def test_the_file_of_a_course_test_can_come_from_standard_input(state: Path) -> None:
    """It has two values, the first of which is a list of players."""
    command = [sys.executable, "-m", "byways", "labyrinth", "serve", "--port", "0", "--state", "-"]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as server:
        assert server.stdin is not None
        server.stdin.write('[["ann", "Euclid"], ["bob", "Riemann"]]\n' + json.dumps(RACE, indent=2))
        server.stdin.close()
        server.stdin = None
        join(server, line_of(server, r"port (\d+)"), "ann", "bob")
        assert server.communicate(timeout=30)[0] == '[["bob"],[]]\n'


@pytest.mark.slow
def test_removals_are_logged_and_written_to_the_file(state: Path, tmp_path: Path) -> None:
    faults = tmp_path / "faults.jsonl"
    with start("serve", "--port", "0", "--state", str(state), "--faults", str(faults)) as server:
        port = int(line_of(server, r"port (\d+)"))
        with socket.create_connection(("127.0.0.1", port)) as raw, socket.create_connection(("127.0.0.1", port)) as bad:
            raw.sendall(b"ecarl")
            bad.sendall(b'"bad"')
            line_of(server, r"(\w+) has signed up")
            join(server, str(port), "bob")
            bad.sendall(b'"SKIP"')
            out, said = server.communicate(timeout=30)
    assert out == '[["bob"],["bad"]]\n'
    assert """bad was removed at setup. "void" was expected in reply to setup, not "SKIP". It sent '"SKIP"'.""" in said
    written = [json.loads(line) for line in faults.read_text("utf-8").splitlines()]
    assert [(fault["name"], fault["call"], fault["came"]) for fault in written] == [(None, "sign-up", "ecarl"), ("bad", "setup", '"SKIP"')]
    assert "JSON string" in written[0]["why"]


def watched(state: Path, check: Callable[[str, str], object]) -> None:
    """Play a two-player game with a page. Once it is over, `check` gets the public address and the one with the key."""
    with start("serve", "--port", "0", "--state", str(state), "--watch") as server:
        port = line_of(server, r"port (\d+)")
        address, keyed = line_of(server, r"Watch at (\S+)\."), line_of(server, r"save states at (\S+);")
        join(server, port, "ann", "bob")
        line_of(server, r"(The game is over)")
        check(address, keyed)
        server.send_signal(signal.SIGINT)
        assert server.communicate(timeout=30)[0] == '[["bob"],[]]\n'


@pytest.mark.slow
def test_a_game_can_be_watched_and_with_the_key_saved(state: Path) -> None:
    def check(address: str, keyed: str) -> None:
        page = urlopen(address).read().decode()
        assert "Red: bob" in page
        assert "Red wins." in page
        with pytest.raises(HTTPError, match="403"):
            urlopen(f"{address}state.json")
        saved = read(RefereeState, json.loads(urlopen(keyed.replace("?", "state.json?at=1&")).read()))
        assert len(saved.plmt) == 2
        assert saved.byways is not None

    watched(state, check)


@pytest.mark.slow
def test_games_that_are_never_dealt_can_be_watched(state: Path) -> None:
    """Our deals have neither further goals nor two avatars of one colour."""
    odd = {"goals": [{"row#": 3, "column#": 3}], "plmt": [{**player, "color": "red"} for player in RACE["plmt"]]}
    state.write_text(json.dumps({**RACE, **odd}), "utf-8")
    shown: list[str] = []
    watched(state, lambda address, _: shown.append(urlopen(address).read().decode()))
    assert "Red: bob" in shown[0]


@pytest.mark.slow
def test_a_state_that_is_never_dealt_is_played_with_a_warning(state: Path) -> None:
    state.write_text(json.dumps({**RACE, "plmt": [{**RACE["plmt"][0]}, {**RACE["plmt"][0]}]}), "utf-8")
    with start("serve", "--port", "0", "--state", str(state), "--wait", "0.2") as server:
        said = server.communicate(timeout=30)[1]
    assert "This state is played, although Labyrinth would never deal it. Two players have the same colour.\n" in said
    assert "This state is played, although Labyrinth would never deal it. Two players have the same home.\n" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("join", "127.0.0.1", "1", "--name", "ouch ouch"),
            'This is not a Name: "ouch ouch" is not a name: it takes 1 to 20 letters and digits.',
        ),
        (("join", "127.0.0.1", "1", "--name", "ann", "--strategy", "x"), "There is no strategy 'x'; there are "),
        (("serve", "--state", "nowhere.json"), "The file nowhere.json cannot be read: No such file or directory."),
        (("serve", "--port", "0", "--faults", "no/where"), "The file no/where cannot be written: No such file or directory."),
    ],
)
def test_wrong_arguments_give_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    done = run("labyrinth", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(sentence)


def test_an_unplayable_state_is_refused_before_sign_up(tmp_path: Path) -> None:
    for text, sentence in (
        ("[1]", "This is not a RefereeState: "),
        ("1 2", "The file "),
        ("[] 1 2", "The file "),
        ("[", "JSON value 1 is broken at line 1"),
        (
            json.dumps({**RACE, "plmt": RACE["plmt"][:1]}),
            "No game can be played with this state. It takes at least 2 players, not 1.",
        ),
        (
            json.dumps({**RACE, "board": {"connectors": [["┼"]], "treasures": [[["ruby", "ruby"]]]}}),
            "This is not a RefereeState: a board has",
        ),
    ):
        (tmp_path / "state.json").write_text(text, "utf-8")
        done = run("labyrinth", "serve", "--port", "0", "--state", str(tmp_path / "state.json"))
        assert done.returncode == 2
        assert done.stderr.startswith(sentence)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"1 2", "Standard input has 2 JSON values. It must have one state, or a list of players and then a state."),
        (b"\xff", "Standard input is not UTF-8 text."),
    ],
)
def test_errors_in_standard_input_name_it(data: bytes, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
    with pytest.raises(Refused, match=re.escape(sentence)):
        read_state(Path("-"))


@pytest.mark.slow
def test_standard_input_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "only-to-write").open("wb") as unreadable:
        command = [sys.executable, "-m", "byways", "labyrinth", "serve", "--state", "-"]
        done = subprocess.run(command, stdin=unreadable, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (2, "Standard input cannot be read: Bad file descriptor.\n")
