"""Exchange lines with an external program, which can neither block, flood nor outlive its host."""

from __future__ import annotations

import os
import selectors
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from byways.game import Refused
from byways.i18n import Message, Sentence
from byways.referee import Failure, PlayerFailed

KEEPER = Path(__file__).with_name("keeper.py")
CHUNK = 65536  # bytes
GIVE_UP = 10.0  # seconds for the keeper to kill everything
STDERR_LINES = 20  # lines kept for the report of a failure


class Limits(NamedTuple):
    """A program's resource limits. Exceeding one costs it its seat."""

    memory: int = 1 << 30  # bytes, over all its processes
    processes: int = 32
    line: int = 65536  # bytes
    output: int = 1 << 20  # bytes on stdout and stderr between two of its lines
    unread: int = 4 << 20  # bytes that the program may leave unread
    leave: float = 2.0  # seconds to exit after the program's input ends


def command_of(text: str) -> tuple[str, ...]:
    """Split a command line into words, and refuse it if the program does not exist."""
    if not hasattr(os, "fork"):  # Windows lacks everything that the keeper needs
        raise Refused(Message("refuse.programs-here"))
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise Refused(Message("refuse.command", {"text": text, "reason": str(error)})) from None
    if not words or shutil.which(words[0]) is None:
        raise Refused(Message("refuse.no-program", {"program": words[0] if words else ""}))
    return tuple(words)


class Process:
    """One program under a keeper. If the program fails, methods raise `PlayerFailed` with the reason. They never wait past a deadline.

    The pipes are read and written only while a line is awaited, so a program that floods its output blocks itself.
    """

    def __init__(self, command: Sequence[str], limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.control, control = socket.socketpair()
        (stdin, self.stdin), (self.stdout, stdout), (self.stderr, stderr) = os.pipe(), os.pipe(), os.pipe()
        limited = (str(control.fileno()), str(self.limits.memory), str(self.limits.processes))
        run = (sys.executable, "-I", "-S", str(KEEPER), *limited, *command)
        self.keeper = subprocess.Popen(run, stdin=stdin, stdout=stdout, stderr=stderr, pass_fds=[control.fileno()], start_new_session=True)
        # Close the keeper's ends here; otherwise the end of its output would never show.
        control.close()
        for end in (stdin, stdout, stderr):
            os.close(end)
        self.selector = selectors.DefaultSelector()
        for end in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(end, False)
        for end in (self.stdout, self.stderr):
            self.selector.register(end, selectors.EVENT_READ)
        self.unsent, self.unread = bytearray(), bytearray()
        self.stderr_seen: deque[str] = deque(maxlen=STDERR_LINES)
        self.stderr_rest = b""  # an unfinished line
        self.output = 0  # bytes since the last line
        self.report = ""  # the keeper's last line
        self.is_closed = False

    def send(self, line: bytes) -> None:
        """Write as much of a line as the pipe accepts; `receive` writes the rest."""
        self.unsent += line
        self._write()
        if len(self.unsent) > self.limits.unread:
            raise PlayerFailed(Failure.UNRULY, Message("lost.unread"))

    def receive(self, deadline: float) -> bytes:
        """Return the next line without its newline."""
        self.output = 0
        while b"\n" not in self.unread and len(self.unread) <= self.limits.line:
            if self.stdout not in self.selector.get_map():
                raise self._ended()
            self._pump(deadline)
        line, _, self.unread = self.unread.partition(b"\n")
        if len(line) > self.limits.line:
            raise PlayerFailed(Failure.UNRULY, Message("lost.long-line", {"bytes": self.limits.line}))
        return bytes(line)

    def _pump(self, deadline: float) -> None:
        """Wait until a pipe is ready, at the latest until the deadline, then write and read once."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise PlayerFailed(Failure.LATE, Message("lost.late-unread" if self.unsent else "lost.late"))
        for key, _ in self.selector.select(None if left == float("inf") else left):
            if key.fd == self.stdin:
                self._write()
            else:
                self._read(key.fd)

    def _write(self) -> None:
        with suppress(BlockingIOError):
            try:
                del self.unsent[: os.write(self.stdin, self.unsent)]
            except BrokenPipeError:
                self.unsent.clear()  # `receive` notices that the program has ended
        self._want_to_write(bool(self.unsent))

    def _want_to_write(self, wanted: bool) -> None:
        if wanted and self.stdin not in self.selector.get_map():
            self.selector.register(self.stdin, selectors.EVENT_WRITE)
        elif not wanted and self.stdin in self.selector.get_map():
            self.selector.unregister(self.stdin)

    def _read(self, end: int) -> None:
        chunk = os.read(end, CHUNK)
        self.output += len(chunk)
        if self.output > self.limits.output:
            raise PlayerFailed(Failure.UNRULY, Message("lost.output", {"kib": self.limits.output >> 10}))
        if end == self.stdout:
            self.unread += chunk
        else:
            *lines, rest = (self.stderr_rest + chunk).split(b"\n")
            self.stderr_rest = rest[-1000:]
            self.stderr_seen.extend(line[:1000].decode(errors="replace") for line in lines[-STDERR_LINES:])
        if not chunk:
            self.selector.unregister(end)

    @property
    def stderr_lines(self) -> tuple[str, ...]:
        """The last lines the program wrote to stderr."""
        rest = [self.stderr_rest.decode(errors="replace")] if self.stderr_rest else []
        return (*self.stderr_seen, *rest)[-STDERR_LINES:]

    def explain(self, lost: PlayerFailed) -> Sentence:
        """Explain how the program lost its seat, with the last lines of its stderr."""
        last = "\n".join(f"  {line}" for line in self.stderr_lines)
        return Message("lost.last-words", {"why": lost.meaning, "words": last}) if last else lost.meaning

    def _ended(self) -> PlayerFailed:
        """Ask the keeper why no more output can come."""
        self._await_report(self.limits.leave)
        kind, _, rest = self.report.partition(" ")
        match kind:
            case "unruly":
                what, _, most = rest.partition(" ")
                return PlayerFailed(Failure.UNRULY, Message(f"lost.{what}", {"most": int(most)}))
            case "missing":
                return PlayerFailed(Failure.CRASHED, Message("lost.missing", {"reason": rest}))
            case "ended":
                return PlayerFailed(Failure.CRASHED, Message("lost.ended", {"how": status(int(rest))}))
        return PlayerFailed(Failure.CRASHED, Message("lost.closed-output"))

    def _await_report(self, patience: float) -> None:
        self.control.settimeout(patience)
        with suppress(OSError):
            self.report = self.report or self.control.recv(CHUNK).decode(errors="replace")

    def close(self, patience: float | None = None) -> None:
        """Close the program's input, then kill it and its descendants if it does not exit in time."""
        if self.is_closed:
            return
        self.is_closed = True
        deadline = time.monotonic() + (self.limits.leave if patience is None else patience)
        with suppress(PlayerFailed):
            while self.unsent:
                self._pump(deadline)
        self._want_to_write(False)
        os.close(self.stdin)
        with suppress(PlayerFailed):  # read its last output, because a full pipe would keep it from exiting
            while {self.stdout, self.stderr} & set(self.selector.get_map()):
                self._pump(deadline)
        self._await_report(max(0.0, deadline - time.monotonic()))
        # The keeper takes this as the order to kill the rest.
        self.control.shutdown(socket.SHUT_WR)
        self._await_report(GIVE_UP)
        self.control.close()
        with suppress(subprocess.TimeoutExpired):  # the keeper keeps trying to kill the rest
            self.keeper.wait(GIVE_UP)
        self.selector.close()
        os.close(self.stdout)
        os.close(self.stderr)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def status(code: int) -> Message:
    if code >= 0:
        return Message("ended.status", {"status": code})
    with suppress(ValueError):
        return Message("ended.killed", {"signal": signal.Signals(-code).name})
    return Message("ended.killed", {"signal": -code})
