"""Run one program, limit the resources of it and its descendants, and finally kill them all.

The parent runs this file directly, with the standard library only, so it starts fast:

    python -I -S keeper.py CONTROL MEMORY PROCESSES PROGRAM ARGS...

The program inherits this process's stdin, stdout and stderr; CONTROL is the file descriptor of a socket to the parent. When the parent
closes the socket or dies, when the program ends, or when it exceeds a limit, the keeper kills the program and all its descendants and
writes one line to the socket that says how it ended.
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

CHECK_EVERY = 0.02  # seconds
CHILD_SUBREAPER = 36  # a constant of prctl(2)
PROC = Path("/proc")
ROOM = 256  # processes and threads, beyond the existing ones, that a program may start
PAGE = resource.getpagesize()


def adopt_orphans() -> None:
    """Become the parent of orphaned descendants. Only Linux supports this; elsewhere the keeper knows only the program's process group."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(CHILD_SUBREAPER, 1, 0, 0, 0)


def raise_priority() -> None:
    """Get the processor before anything that the program starts, if the system allows it (mostly to root)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))


def restrict(memory: int, priority: int) -> None:
    """Set rlimits in the program before it starts. They only bound the worst case until the next check.

    Some languages reserve much more address space than they use, and RLIMIT_NPROC counts all of the user's processes and ignores root.
    """
    os.setpriority(os.PRIO_PROCESS, 0, priority)  # undo `raise_priority` for the program
    with contextlib.suppress(OSError):  # other systems have no such count
        room = int((PROC / "loadavg").read_text().split()[3].partition("/")[2]) + ROOM
        resource.setrlimit(resource.RLIMIT_NPROC, (room, room))
    with contextlib.suppress(ValueError):  # macOS refuses
        resource.setrlimit(resource.RLIMIT_AS, (16 * memory, 16 * memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def descendants() -> Iterator[int]:
    """Yield every process below this one. A consumer may kill each before the next is looked up."""
    parents = [os.getpid()]
    while parents:
        with contextlib.suppress(OSError):  # the process has ended in the meantime
            for task in (PROC / str(parents.pop()) / "task").glob("*/children"):
                for child in map(int, task.read_text().split()):
                    parents.append(child)
                    yield child


def memory_of(process: int) -> int:
    """Return a process's resident memory in bytes; 0 if it has ended."""
    try:
        return int((PROC / str(process) / "statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def exceeded(memory: int, processes: int) -> str:
    """Name the limit that the program exceeds, with its value (memory in MiB)."""
    running = list(descendants())
    if len(running) > processes:
        return f"processes {processes}"
    if sum(map(memory_of, running)) > memory:
        return f"memory {memory >> 20}"
    return ""


def reap(program: int) -> int | None:
    """Reap all ended children; return the program's exit status if it is among them."""
    status = None
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            status = os.waitstatus_to_exitcode(ended[1]) if ended[0] == program else status
    return status


def watch(program: int, control: socket.socket, child_ended: socket.socket, memory: int, processes: int) -> str:
    """Check whenever a child ends, and every few milliseconds. Returns how the program ended."""
    while (status := reap(program)) is None:
        if limit := exceeded(memory, processes):
            return f"unruly {limit}"
        ready, _, _ = select.select([control, child_ended], [], [], CHECK_EVERY)
        if control in ready:
            return "closed"
        if child_ended in ready:
            child_ended.recv(4096)
    return f"ended {status}"


def child_signals() -> socket.socket:
    """Return a socket that becomes readable when a child ends."""
    readable, writable = socket.socketpair()
    writable.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writable.detach(), warn_on_full_buffer=False)
    return readable


def kill_all(program: int) -> None:
    """Kill until nothing is left, including processes forked in the meantime."""
    while True:
        with contextlib.suppress(OSError):
            os.killpg(program, signal.SIGKILL)
        if not kill_descendants():
            return
        reap(program)
        time.sleep(0.001)


def kill_descendants() -> int:
    """Kill each descendant at once, before it can fork, and return how many there were."""
    killed = 0
    for child in descendants():
        with contextlib.suppress(OSError):
            os.kill(child, signal.SIGKILL)
        killed += 1
    return killed


def main() -> None:
    control = socket.socket(fileno=int(sys.argv[1]))
    memory, processes, command = int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    adopt_orphans()
    priority = os.getpriority(os.PRIO_PROCESS, 0)
    raise_priority()
    child_ended = child_signals()
    try:
        program = subprocess.Popen(command, start_new_session=True, preexec_fn=lambda: restrict(memory, priority))
    except (OSError, subprocess.SubprocessError) as error:
        control.sendall(f"missing {error}".encode())
        return
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # if the keeper kept its pipes open, the parent would not see the program close them
        os.dup2(null, stream)
    report = watch(program.pid, control, child_ended, memory, processes)  # keep `program`, because a collected Popen may reap it
    kill_all(program.pid)
    with contextlib.suppress(OSError):
        control.sendall(report.encode())


if __name__ == "__main__":
    main()
