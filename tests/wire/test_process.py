"""A program that misbehaves loses its seat and does no other harm."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from byways.game import Refused
from byways.referee import Failure, PlayerFailed
from byways.wire.process import Limits, Process, command_of

UNRULY = str(Path(__file__).with_name("unruly.py"))
SMALL = Limits(memory=200 << 20, processes=8, line=1000, output=200_000, unread=100_000, leave=0.2)
REQUEST = b'{"say": "request", "id": 1, "choices": [{"notation": "done"}]}\n'


def unruly(*arguments: str) -> Process:
    return Process((sys.executable, UNRULY, *arguments), SMALL)


def lost(process: Process, seconds: float = 20) -> tuple[Failure, str]:
    """Ask a program until it loses its seat; return how."""
    with process:
        process.send(REQUEST)
        try:
            while True:
                process.receive(time.monotonic() + seconds)
        except PlayerFailed as found:
            return found.failure, str(found)


def is_running(number: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def test_lines_go_both_ways() -> None:
    with Process((sys.executable, UNRULY, "obeys")) as process:
        for _ in range(2):
            process.send(REQUEST)
            assert process.receive(time.monotonic() + 20) == b'{"id": 1, "choice": "done"}'
    assert process.report == "ended 0"


@pytest.mark.parametrize(
    ("way", "failure", "sentence"),
    [
        ("memory", Failure.UNRULY, "It was killed because it used more than 200 MiB of memory."),
        ("forks", Failure.UNRULY, "It was killed because it ran more than 8 processes."),
        ("endless_line", Failure.UNRULY, "It wrote a line of more than 1000 bytes."),
        ("complains", Failure.UNRULY, "It wrote more than 195 KiB without an answer."),
        ("ends", Failure.CRASHED, "It exited (status 3) in the middle of the game."),
        ("closes", Failure.CRASHED, "It closed its output in the middle of the game."),
        ("reserves", Failure.CRASHED, "It exited (status 1) in the middle of the game."),
    ],
)
def test_a_program_that_exceeds_a_limit_is_killed(way: str, failure: Failure, sentence: str) -> None:
    assert lost(unruly(way)) == (failure, sentence)


@pytest.mark.parametrize(
    ("way", "sentence"), [("silent", "It gave no answer in time."), ("deaf", "It gave no answer in time and did not read its input.")]
)
def test_a_program_that_does_not_answer_is_late(way: str, sentence: str) -> None:
    process = unruly(way)
    if way == "deaf":  # more than a pipe holds
        process.send(b'{"say": "event", "sentence": "' + b"x" * 90_000 + b'"}\n')
    assert lost(process, 0.5) == (Failure.LATE, sentence)


def test_writing_to_a_program_that_reads_nothing_does_not_block() -> None:
    with unruly("deaf") as process, pytest.raises(PlayerFailed, match="It does not read its input"):
        process.send(b"x" * 200_000 + b"\n")


def test_output_beyond_the_next_line_stays_in_the_pipe() -> None:
    with unruly("floods") as process:
        for _ in range(3):
            assert process.receive(time.monotonic() + 20) == b"{}"
        assert len(process.unread) < 65536


def test_the_end_of_stderr_is_kept() -> None:
    process = unruly("ends")
    lost(process)
    assert process.stderr_lines == ("I have had enough.",)


@pytest.mark.parametrize("way", ["stubborn", "deaf"])
def test_a_program_that_does_not_exit_is_killed(way: str) -> None:
    process = unruly(way)
    process.send(REQUEST)
    if way == "stubborn":
        process.receive(time.monotonic() + 20)  # without a request it would exit
    process.close()
    assert process.report == "closed"


def test_descendants_are_killed_even_if_they_left_the_session(tmp_path: Path) -> None:
    with unruly("escapes", str(tmp_path / "pid")) as process:
        process.send(REQUEST)
        process.receive(time.monotonic() + 20)
        grandchild = int((tmp_path / "pid").read_text())
        assert is_running(grandchild)
    assert not is_running(grandchild)


HOUSE = """
import sys, time
from byways.wire.process import Process
process = Process(sys.argv[1:])
process.send(b'{"say": "request", "id": 1, "choices": [{"notation": "done"}]}\\n')
process.receive(time.monotonic() + 20)
print("playing", flush=True)
time.sleep(60)
"""


@pytest.fixture
def orphaned_program(tmp_path: Path) -> int:
    """Kill a host while a program plays there; return the id of one of the program's processes."""
    command = [sys.executable, "-c", HOUSE, sys.executable, UNRULY, "escapes", str(tmp_path / "pid")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as house:
        assert house.stdout is not None
        assert house.stdout.readline() == b"playing\n"
        house.send_signal(signal.SIGKILL)
    return int((tmp_path / "pid").read_text())


@pytest.mark.slow
def test_programs_are_killed_when_their_host_is_killed(orphaned_program: int) -> None:
    until = time.monotonic() + 10
    while is_running(orphaned_program) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_running(orphaned_program)


def test_no_file_descriptor_stays_open() -> None:
    before = set(Path("/proc/self/fd").iterdir())
    lost(unruly("ends"))
    assert set(Path("/proc/self/fd").iterdir()) == before


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("no-such-program -x", "There is no program 'no-such-program' to start."), ("'open", "is not a command"), ("", "no program ''")],
)
def test_a_command_that_cannot_be_started_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        command_of(text)


def test_a_file_that_cannot_be_executed_loses_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("")
    (tmp_path / "text").chmod(0o755)
    assert lost(Process((str(tmp_path / "text"),)))[1].startswith("It could not be started: ")
