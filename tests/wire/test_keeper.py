"""The keeper alone: what it tells of a program, and that it finds whatever was started."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from byways.wire import keeper
from byways.wire.process import KEEPER


@contextmanager
def kept(*command: str, memory: int = 1 << 30, processes: int = 8) -> Iterator[socket.socket]:
    """The socket to a keeper of this program."""
    control, theirs = socket.socketpair()
    run = [sys.executable, "-I", "-S", str(KEEPER), str(theirs.fileno()), str(memory), str(processes), *command]
    nothing = subprocess.DEVNULL
    with theirs:
        process = subprocess.Popen(run, pass_fds=[theirs.fileno()], stdin=nothing, stdout=nothing, stderr=nothing)
    with process, control:
        control.settimeout(20)
        yield control


def report(*command: str, processes: int = 8) -> str:
    with kept(*command, processes=processes) as control:
        return control.recv(1000).decode()


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("true",), "ended 0"),
        (("sh", "-c", "exit 3"), "ended 3"),
        (("sh", "-c", "kill -9 $$"), "ended -9"),
        (("sh", "-c", "sleep 60 & exit 0"), "ended 0"),
        (("/no/such/program",), "missing [Errno 2] No such file or directory: '/no/such/program'"),
        (("sh", "-c", "for i in 1 2 3 4 5 6; do sleep 60 & done; wait"), "unruly processes 4"),
    ],
)
def test_it_tells_what_came_of_a_program(command: tuple[str, ...], told: str) -> None:
    assert report(*command, processes=4) == told


def test_it_ends_the_program_when_the_house_closes_the_line() -> None:
    with kept("sleep", "60") as control:
        control.shutdown(socket.SHUT_WR)
        assert control.recv(1000) == b"closed"


def test_the_program_has_the_priority_of_the_house(tmp_path: Path) -> None:
    code = f"import os, pathlib; pathlib.Path({str(tmp_path / 'nice')!r}).write_text(f'{{os.nice(0)}} {{os.sched_getscheduler(0)}}')"
    assert report(sys.executable, "-c", code) == "ended 0"
    assert (tmp_path / "nice").read_text() == f"{os.nice(0)} {os.SCHED_OTHER}"


def test_what_has_ended_meanwhile_is_no_trouble() -> None:
    assert list(keeper.children(2**22 + 1)) == []
    assert keeper.memory_of(2**22 + 1) == 0
    assert keeper.memory_of(os.getpid()) > 1 << 20


def test_a_program_starts_where_address_space_cannot_be_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS."""
    limited = list[int]()

    def limit(kind: int, _: object) -> None:
        if kind == resource.RLIMIT_AS:
            raise ValueError("current limit exceeds maximum limit")
        limited.append(kind)

    monkeypatch.setattr(resource, "setrlimit", limit)
    keeper.restrict(1 << 30, os.getpriority(os.PRIO_PROCESS, 0))
    assert resource.RLIMIT_CORE in limited
