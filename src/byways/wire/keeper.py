"""Keeps one program: a small process between the house and the program that watches all it starts, and ends all of it.

The house runs this file directly, with the standard library only, so it starts fast:

    python -I -S keeper.py CONTROL MEMORY PROCESSES PROGRAM ARGS...

The program has this process's standard input, output and errors; CONTROL is the number of a socket to the house. When the house closes it
or dies, when the program ends, or when it uses too much, everything the program has started is killed, whatever it did to get away: what
loses its parent becomes a child of the keeper. One line on the socket then says how it ended.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

LOOK_EVERY = 0.02  # seconds
CHILD_SUBREAPER = 36  # of prctl(2)
PROC = Path("/proc")
ROOM = 256  # processes and threads beyond the existing ones before a program cannot start another
PAGE = resource.getpagesize()


def adopt_orphans() -> None:
    """Linux only; elsewhere only the program's process group is watched and ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(CHILD_SUBREAPER, 1, 0, 0, 0)


def come_first() -> None:
    """Where the system allows it (mostly to root), the keeper gets the processor before anything the program has started."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))


def restrict(memory: int, priority: int) -> None:
    """Runs in the program before it starts. Address space is not memory, and some languages reserve a lot: this only bounds the worst.

    The system counts all processes of a user, and does not limit root at all. So the keeper counts, and this only saves it from counting
    thousands.
    """
    os.setpriority(os.PRIO_PROCESS, 0, priority)  # the house's, which `come_first` has changed
    with contextlib.suppress(OSError):  # no such count on other systems
        room = int((PROC / "loadavg").read_text().split()[3].partition("/")[2]) + ROOM
        resource.setrlimit(resource.RLIMIT_NPROC, (room, room))
    with contextlib.suppress(ValueError):  # macOS does not let it be set
        resource.setrlimit(resource.RLIMIT_AS, (16 * memory, 16 * memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def children(process: int) -> Iterator[int]:
    for task in (PROC / str(process) / "task").glob("*/children"):
        yield from map(int, task.read_text().split())


def descendants() -> list[int]:
    found, todo = [], [os.getpid()]
    while todo:
        with contextlib.suppress(OSError):  # it has ended in the meantime
            todo += (new := list(children(todo.pop())))
            found += new
    return found


def memory_of(process: int) -> int:
    try:
        return int((PROC / str(process) / "statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def excess(memory: int, processes: int) -> str:
    """What the program uses too much of, and how much it may use (memory in MiB)."""
    running = descendants()
    if len(running) > processes:
        return f"processes {processes}"
    if sum(map(memory_of, running)) > memory:
        return f"memory {memory >> 20}"
    return ""


def reap(program: int) -> int | None:
    """Reap all that has ended; returns the program's exit status, if it has."""
    status = None
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            status = os.waitstatus_to_exitcode(ended[1]) if ended[0] == program else status
    return status


def watch(program: int, control: socket.socket, bell: socket.socket, memory: int, processes: int) -> str:
    """Looks whenever a child has ended, and every now and then; returns what happened."""
    while (status := reap(program)) is None:
        if wrong := excess(memory, processes):
            return f"unruly {wrong}"
        ready, _, _ = select.select([control, bell], [], [], LOOK_EVERY)
        if control in ready:
            return "closed"
        if bell in ready:
            bell.recv(4096)
    return f"ended {status}"


def ring() -> socket.socket:
    """Readable when a child has ended."""
    bell, rope = socket.socketpair()
    rope.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(rope.detach(), warn_on_full_buffer=False)
    return bell


def end_all(program: int) -> None:
    """Kill until nothing is left: forks made in the meantime are killed too, and orphans become children of the keeper."""
    while True:
        with contextlib.suppress(OSError):
            os.killpg(program, signal.SIGKILL)
        if not kill_descendants():
            return
        reap(program)
        time.sleep(0.001)


def kill_descendants() -> int:
    """Kill each as soon as it is found; returns how many there were."""
    killed, todo = 0, [os.getpid()]
    while todo:
        with contextlib.suppress(OSError):  # it has ended in the meantime
            for child in children(todo.pop()):
                os.kill(child, signal.SIGKILL)
                todo.append(child)
                killed += 1
    return killed


def main() -> None:
    control = socket.socket(fileno=int(sys.argv[1]))
    memory, processes, command = int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    adopt_orphans()
    priority = os.getpriority(os.PRIO_PROCESS, 0)
    come_first()
    bell = ring()
    try:
        program = subprocess.Popen(command, start_new_session=True, preexec_fn=lambda: restrict(memory, priority))
    except (OSError, subprocess.SubprocessError) as error:
        control.sendall(f"missing {error}".encode())
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # otherwise the other end of its pipes would not see the program end
        os.dup2(nothing, stream)
    report = watch(program.pid, control, bell, memory, processes)  # a Popen that is dropped may reap the program
    end_all(program.pid)
    with contextlib.suppress(OSError):
        control.sendall(report.encode())


if __name__ == "__main__":
    main()
