"""The keeper alone: how it reports the end of a program, and that it finds and kills all descendants."""

from __future__ import annotations

import os
import resource
import shutil
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
    """Run a program under a keeper; yield the control socket."""
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
    ("command", "expected"),
    [
        (("true",), "ended 0"),
        (("sh", "-c", "exit 3"), "ended 3"),
        (("sh", "-c", "kill -9 $$"), "ended -9"),
        (("sh", "-c", "sleep 60 & exit 0"), "ended 0"),
        (("/no/such/program",), "missing [Errno 2] No such file or directory: '/no/such/program'"),
        (("sh", "-c", "for i in 1 2 3 4 5 6; do sleep 60 & done; wait"), "unruly processes 4"),
    ],
)
def test_the_report_says_how_the_program_ended(command: tuple[str, ...], expected: str) -> None:
    assert report(*command, processes=4) == expected


def test_closing_the_control_socket_ends_the_program() -> None:
    with kept("sleep", "60") as control:
        control.shutdown(socket.SHUT_WR)
        assert control.recv(1000) == b"closed"


def test_the_program_keeps_the_priority_of_its_host(tmp_path: Path) -> None:
    code = f"import os, pathlib; pathlib.Path({str(tmp_path / 'nice')!r}).write_text(f'{{os.nice(0)}} {{os.sched_getscheduler(0)}}')"
    assert report(sys.executable, "-c", code) == "ended 0"
    assert (tmp_path / "nice").read_text() == f"{os.nice(0)} {os.SCHED_OTHER}"


TREE = {10: [11, 12], 11: [13], 12: [], 13: []}  # parent: children


@pytest.fixture
def proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A /proc in which this process is number 10 and has three descendants of 100 pages each."""
    for process, children in TREE.items():
        task = tmp_path / str(process) / "task" / "1"
        task.mkdir(parents=True)
        (task / "children").write_text(" ".join(map(str, children)))
        (tmp_path / str(process) / "statm").write_text("900 100 50 1 0 40 0")
    monkeypatch.setattr(keeper, "PROC", tmp_path)
    monkeypatch.setattr(os, "getpid", lambda: 10)
    return tmp_path


@pytest.mark.usefixtures("proc")
def test_all_descendants_are_found() -> None:
    assert set(keeper.descendants()) == {11, 12, 13}


def test_a_process_that_ended_meanwhile_has_no_children_and_no_memory(proc: Path) -> None:
    shutil.rmtree(proc / "11")
    (proc / "12" / "statm").unlink()
    assert set(keeper.descendants()) == {11, 12}
    assert [keeper.memory_of(process) for process in (11, 12, 13)] == [0, 0, 100 * keeper.PAGE]


@pytest.mark.usefixtures("proc")
def test_processes_and_memory_of_all_descendants_count() -> None:
    memory = 300 * keeper.PAGE
    assert keeper.exceeded(memory, 3) == ""
    assert keeper.exceeded(memory, 2) == "processes 2"
    assert keeper.exceeded(memory - 1, 3) == f"memory {(memory - 1) >> 20}"


@pytest.mark.usefixtures("proc")
def test_descendants_are_killed_until_none_is_left(proc: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = list[int]()

    def kill(process: int, number: int) -> None:
        """The first process forks once more before it dies."""
        killed.append(process)
        shutil.rmtree(proc / str(process), ignore_errors=True)
        (proc / "10" / "task" / "1" / "children").write_text("14" if process == 12 else "")
        if process == 11:
            raise ProcessLookupError

    monkeypatch.setattr(os, "kill", kill)
    monkeypatch.setattr(os, "killpg", lambda group, number: killed.append(-group))
    monkeypatch.setattr(keeper, "reap", lambda program: None)
    keeper.kill_all(12)
    assert killed == [-12, 11, 12, -12, 14, -12]


def test_only_the_status_of_the_program_itself_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = iter([(7, 0), (8, 3 << 8), (9, 0), (0, 0)])
    monkeypatch.setattr(os, "waitpid", lambda process, options: next(ended))
    assert keeper.reap(8) == 3


@pytest.mark.parametrize(
    ("exceeded", "closed", "report"), [("memory 5", False, "unruly memory 5"), ("", True, "closed"), ("", False, "ended 0")]
)
def test_watching_ends_with_a_limit_a_closed_socket_or_the_program(
    exceeded: str, closed: bool, report: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses = iter([None, None, 0])
    monkeypatch.setattr(keeper, "reap", lambda program: next(statuses))
    monkeypatch.setattr(keeper, "exceeded", lambda memory, processes: exceeded)
    control, parent = socket.socketpair()
    child_ended, writable = socket.socketpair()
    with control, parent, child_ended, writable:
        writable.send(b"\x11")
        if closed:
            parent.close()
        assert keeper.watch(8, control, child_ended, 1, 1) == report


def test_a_program_starts_where_address_space_cannot_be_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS refuses RLIMIT_AS."""
    limited = list[int]()

    def limit(kind: int, _: object) -> None:
        if kind == resource.RLIMIT_AS:
            raise ValueError("current limit exceeds maximum limit")
        limited.append(kind)

    monkeypatch.setattr(resource, "setrlimit", limit)
    keeper.restrict(1 << 30, os.getpriority(os.PRIO_PROCESS, 0))
    assert resource.RLIMIT_CORE in limited
