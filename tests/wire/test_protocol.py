"""The conversation in docs/protocol.md is what the protocol really says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from byways.game import Choice, Event, Player, View, find_game, stream
from byways.record import new_record
from byways.referee import ask, begin
from byways.wire.check import LoggedProcess
from byways.wire.program import Program, SeatContext

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
PARROT = """import sys
answers = iter(sys.argv[1:])
for line in sys.stdin:
    if line.startswith('{"say":"request"'):
        print(next(answers), flush=True)
"""


class Leaves(Player):
    """Pass once, then crash."""

    def __init__(self) -> None:
        self.turns = 0

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        self.turns += 1
        if self.turns == 2:
            raise RuntimeError
        passes: Choice = next(choice for choice in view.choices if str(choice) == "pass")
        return passes


def conversation() -> list[str]:
    """Return the lines of the page; > marks lines to the program, < its answers."""
    (block,) = re.findall(r"```text\n(> \{.*?)```", PAGE.read_text(), re.DOTALL)
    lines: list[str] = block.splitlines()
    return lines


def replayed(answers: Sequence[str]) -> list[str]:
    """Play Labyrinth between a program that gives these answers and a player that crashes; return the lines exchanged."""
    game, rng, events = find_game("labyrinth"), stream(1, "chance"), list[Event]()
    head = new_record(game, game.deal(2, stream(1, "set-up")), game.options(), ("program", "player"))
    process = LoggedProcess((sys.executable, "-c", PARROT, *answers))
    program = Program(process, SeatContext(game, game.options(), 0, 2, events), stream(1, "seat 0"))
    referee, players = begin(game, head, rng, 60.0, events), [program, Leaves()]
    while referee.outcome is None:
        request = referee.requests()[0]
        ask(referee, request, players[request.seat])
    program.end(referee.position.view(0))
    return [f"{line[:2]}{shortened(line[2:])}" for line in process.lines]


def shortened(line: str) -> str:
    """Shorten a line as the page does: no view, no digest, one choice, and all time left."""
    said: dict[str, Any] = msgspec.json.decode(line)
    if "view" in said:
        said["view"] = "…"
    if "game" in said:
        said["game"]["components"] = "…"
    if "choices" in said:
        said["choices"] = [*said["choices"][:1], "…"]
    if said.get("seconds"):
        assert 0 < said["seconds"] <= 60
        said["seconds"] = 60.0
    return msgspec.json.encode(said).decode() if "say" in said else line


def test_the_conversation_on_the_page_is_real() -> None:
    lines = conversation()
    assert len(lines) > 10
    assert replayed([line.removeprefix("< ") for line in lines if line.startswith("<")]) == lines


@pytest.mark.long
def test_every_command_on_the_page_runs() -> None:
    commands = [shlex.split(line)[1:] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("byways ")]
    assert [command[0] for command in commands] == ["play", "arena", "check-player"]
    for command in commands:
        run = [sys.executable, "-m", "byways", *command]
        done = subprocess.run(run, cwd=PAGE.parents[1], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
