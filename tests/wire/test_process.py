"""A program can do nothing to the house but lose its own game."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from byways.game import Refused
from byways.referee import Failure, Lost
from byways.wire.process import Limits, Process, command_of

UNRULY = str(Path(__file__).with_name("unruly.py"))
SMALL = Limits(memory=200 << 20, processes=8, line=1000, output=200_000, unread=100_000, leave=0.2)
REQUEST = b'{"say": "request", "id": 1, "choices": [{"notation": "done"}]}\n'


def unruly(*arguments: str) -> Process:
    return Process((sys.executable, UNRULY, *arguments), SMALL)


def lost(process: Process, seconds: float = 20) -> tuple[Failure, str]:
    """How a program that is asked again and again loses its seat."""
    with process:
        process.send(REQUEST)
        try:
            while True:
                process.receive(time.monotonic() + seconds)
        except Lost as found:
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
        ("memory", Failure.UNRULY, "It was ended because it used more than 200 MiB of memory."),
        ("forks", Failure.UNRULY, "It was ended because it ran more than 8 processes."),
        ("endless_line", Failure.UNRULY, "It wrote a line of more than 1000 bytes."),
        ("complains", Failure.UNRULY, "It wrote more than 195 KiB without an answer."),
        ("ends", Failure.CRASHED, "It ended by itself (status 3) in the middle of the game."),
        ("closes", Failure.CRASHED, "It closed its output in the middle of the game."),
        ("reserves", Failure.CRASHED, "It ended by itself (status 1) in the middle of the game."),
    ],
)
def test_a_program_that_runs_wild_is_ended(way: str, failure: Failure, sentence: str) -> None:
    assert lost(unruly(way)) == (failure, sentence)


@pytest.mark.parametrize(
    ("way", "sentence"), [("silent", "It gave no answer in time."), ("deaf", "It gave no answer in time and did not read its input.")]
)
def test_a_program_that_does_not_answer_is_late(way: str, sentence: str) -> None:
    process = unruly(way)
    if way == "deaf":  # more than a pipe holds
        process.send(b'{"say": "event", "sentence": "' + b"x" * 90_000 + b'"}\n')
    assert lost(process, 0.5) == (Failure.LATE, sentence)


def test_a_program_that_reads_nothing_does_not_hold_the_house_up() -> None:
    with unruly("deaf") as process, pytest.raises(Lost, match="It does not read its input"):
        process.send(b"x" * 200_000 + b"\n")


def test_what_a_program_writes_unasked_waits_in_its_pipe() -> None:
    with unruly("floods") as process:
        assert process.receive(time.monotonic() + 20) == b"{}"
        time.sleep(0.1)
        assert len(process.unread) < 2 * 65536


def test_the_last_words_are_kept() -> None:
    process = unruly("ends")
    lost(process)
    assert process.words == ("I have had enough.",)


@pytest.mark.parametrize("way", ["stubborn", "deaf"])
def test_a_program_that_does_not_go_is_ended(way: str) -> None:
    process = unruly(way)
    process.send(REQUEST)
    if way == "stubborn":
        process.receive(time.monotonic() + 20)  # else it would go, for want of a question
    begun = time.monotonic()
    process.close()
    assert process.report == "closed"
    assert time.monotonic() - begun < 10


def test_what_a_program_has_started_ends_with_it_however_far_it_ran(tmp_path: Path) -> None:
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
def killed_house(tmp_path: Path) -> int:
    """A house that was killed while a program played there; the number of a process of the program's."""
    command = [sys.executable, "-c", HOUSE, sys.executable, UNRULY, "escapes", str(tmp_path / "pid")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as house:
        assert house.stdout is not None
        assert house.stdout.readline() == b"playing\n"
        house.send_signal(signal.SIGKILL)
    return int((tmp_path / "pid").read_text())


@pytest.mark.slow
def test_programs_end_with_the_house_even_if_it_is_killed(killed_house: int) -> None:
    until = time.monotonic() + 10
    while is_running(killed_house) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_running(killed_house)


def test_no_descriptor_stays_open() -> None:
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


def test_a_program_that_is_no_program_is_lost_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("")
    (tmp_path / "text").chmod(0o755)
    assert lost(Process((str(tmp_path / "text"),)))[1].startswith("It could not be started: ")
