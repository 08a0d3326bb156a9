"""`byways labyrinth serve` and `join`, as processes."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from byways.games.labyrinth.course.dialect import RefereeState, read, referee_state_of, write
from tests.games.labyrinth.boards import OPEN5, position
from tests.test_cli import said

RACE = write(referee_state_of(position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)])))


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "byways", "labyrinth", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def line_of(process: subprocess.Popen[str], pattern: str) -> str:
    """What a line that the command writes says at some place."""
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


@pytest.mark.slow
def test_a_game_between_two_processes(state: Path) -> None:
    with start("serve", "--port", "0", "--state", str(state)) as server:
        port = line_of(server, r"port (\d+)")
        with start("join", "127.0.0.1", port, "--name", "ann") as ann:
            assert line_of(server, r"(\w+) has signed up") == "ann"
            with start("join", "127.0.0.1", port, "--name", "bob", "--strategy", "riemann") as bob:
                assert (server.communicate(timeout=30)[0], server.returncode) == ('[["bob"],[]]\n', 0)
                assert [player.communicate(timeout=30)[0] for player in (ann, bob)] == ["lost\n", "won\n"]


@pytest.mark.slow
def test_a_game_can_be_watched_and_its_state_saved(state: Path) -> None:
    with start("serve", "--port", "0", "--state", str(state), "--watch") as server:
        port = line_of(server, r"port (\d+)")
        with start("join", "127.0.0.1", port, "--name", "ann") as ann:
            line_of(server, r"(\w+) has signed up")
            with start("join", "127.0.0.1", port, "--name", "bob") as bob:
                address = line_of(server, r"Watch at (\S+)\.")
                line_of(server, r"(The game is over)")
                ann.communicate(timeout=30), bob.communicate(timeout=30)
        page = urlopen(address).read().decode()
        assert "bob" in page
        assert "Red wins." in page
        saved = read(RefereeState, json.loads(urlopen(f"{address}/state.json").read()))
        assert len(saved.plmt) == 2
        server.send_signal(signal.SIGINT)
        assert server.communicate(timeout=30)[0] == '[["bob"],[]]\n'


@pytest.mark.slow
def test_a_game_that_cannot_be_watched_is_played_all_the_same(state: Path) -> None:
    state.write_text(json.dumps({**RACE, "goals": [{"row#": 3, "column#": 3}]}), "utf-8")
    with start("serve", "--port", "0", "--state", str(state), "--watch") as server:
        port = line_of(server, r"port (\d+)")
        with start("join", "127.0.0.1", port, "--name", "ann") as ann:
            line_of(server, r"(\w+) has signed up")
            with start("join", "127.0.0.1", port, "--name", "bob") as bob:
                assert line_of(server, r"This game cannot be watched\. (.*)") == "Its treasures are not all dealt at the start."
                assert server.communicate(timeout=30)[0] == '[["bob"],[]]\n'
                ann.communicate(timeout=30), bob.communicate(timeout=30)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("join", "127.0.0.1", "1", "--name", "ouch ouch"),
            'This is no Name: "ouch ouch" is not a name: it takes 1 to 20 letters and digits.',
        ),
        (("join", "127.0.0.1", "1", "--name", "ann", "--strategy", "x"), "There is no strategy 'x'; there are "),
        (("serve", "--state", "nowhere.json"), "The file nowhere.json cannot be read: No such file or directory."),
    ],
)
def test_what_is_wrong_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    done = said("labyrinth", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(sentence)


def test_a_state_that_is_none_is_refused_before_anybody_signs_up(tmp_path: Path) -> None:
    for text, sentence in (("[1]", "This is no RefereeState: "), ("1 2", "The file "), ("[", "JSON value 1 is broken at line 1")):
        (tmp_path / "state.json").write_text(text)
        done = said("labyrinth", "serve", "--port", "0", "--state", str(tmp_path / "state.json"))
        assert done.returncode == 2
        assert done.stderr.startswith(sentence)
