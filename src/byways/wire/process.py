"""A running program that may misbehave: lines to it and from it, none of which can block, flood or outlast the house."""

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
from byways.referee import Failure, Lost

KEEPER = Path(__file__).with_name("keeper.py")
PIECE = 65536
GIVE_UP = 10.0  # seconds for the keeper to end everything
WORDS = 20  # lines kept of a program's standard error


class Limits(NamedTuple):
    """What a program may use."""

    memory: int = 1 << 30  # bytes, all its processes together
    processes: int = 32
    line: int = 65536  # bytes
    output: int = 1 << 20  # bytes from one of its lines to the next, errors included
    unread: int = 4 << 20  # bytes that it may leave unread
    leave: float = 2.0  # seconds that it has to exit when its input ends


def command_of(text: str) -> tuple[str, ...]:
    """The words of a command, if there is such a program."""
    if not hasattr(os, "fork"):  # Windows has none of what the keeper needs
        raise Refused(Message("refuse.programs-here"))
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise Refused(Message("refuse.command", {"text": text, "reason": str(error)})) from None
    if not words or shutil.which(words[0]) is None:
        raise Refused(Message("refuse.no-program", {"program": words[0] if words else ""}))
    return tuple(words)


class Process:
    """One program under a keeper. `Lost` says what it did wrong."""

    def __init__(self, command: Sequence[str], limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.control, control = socket.socketpair()
        (stdin, self.stdin), (self.stdout, stdout), (self.stderr, stderr) = os.pipe(), os.pipe(), os.pipe()
        limited = (str(control.fileno()), str(self.limits.memory), str(self.limits.processes))
        run = (sys.executable, "-I", "-S", str(KEEPER), *limited, *command)
        self.keeper = subprocess.Popen(run, stdin=stdin, stdout=stdout, stderr=stderr, pass_fds=[control.fileno()], start_new_session=True)
        control.close()
        for end in (stdin, stdout, stderr):
            os.close(end)
        self.selector = selectors.DefaultSelector()
        for end in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(end, False)
        for end in (self.stdout, self.stderr):
            self.selector.register(end, selectors.EVENT_READ)
        self.unsent, self.unread = bytearray(), bytearray()
        self.last: deque[str] = deque(maxlen=WORDS)
        self.half = b""  # of a line to standard error
        self.spent = 0
        self.report = ""
        self.is_closed = False

    def send(self, line: bytes) -> None:
        """What cannot be written now is written while a line is awaited."""
        self.unsent += line
        self._write()
        if len(self.unsent) > self.limits.unread:
            raise Lost(Failure.UNRULY, Message("lost.unread"))

    def receive(self, deadline: float) -> bytes:
        """The next line, without its end."""
        self.spent = 0
        while b"\n" not in self.unread and len(self.unread) <= self.limits.line:
            if self.stdout not in self.selector.get_map():
                raise self._ended()
            self._pump(deadline)
        line, _, self.unread = self.unread.partition(b"\n")
        if len(line) > self.limits.line:
            raise Lost(Failure.UNRULY, Message("lost.long-line", {"bytes": self.limits.line}))
        return bytes(line)

    def _pump(self, deadline: float) -> None:
        """Write and read what is possible, once, waiting until the deadline at most."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise Lost(Failure.LATE, Message("lost.late-unread" if self.unsent else "lost.late"))
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
                self.unsent.clear()  # reading shows that it has ended
        self._want_to_write(bool(self.unsent))

    def _want_to_write(self, wanted: bool) -> None:
        if wanted and self.stdin not in self.selector.get_map():
            self.selector.register(self.stdin, selectors.EVENT_WRITE)
        elif not wanted and self.stdin in self.selector.get_map():
            self.selector.unregister(self.stdin)

    def _read(self, end: int) -> None:
        piece = os.read(end, PIECE)
        self.spent += len(piece)
        if self.spent > self.limits.output:
            raise Lost(Failure.UNRULY, Message("lost.output", {"kib": self.limits.output >> 10}))
        if end == self.stderr:
            self._keep_words(piece)
        self.unread += piece if end == self.stdout else b""
        if not piece:
            self.selector.unregister(end)

    def _keep_words(self, piece: bytes) -> None:
        *lines, half = (self.half + piece).split(b"\n")
        self.half = half[-1000:]
        self.last.extend(line[:1000].decode(errors="replace") for line in lines[-WORDS:])

    @property
    def words(self) -> tuple[str, ...]:
        """The last lines it wrote to its standard error."""
        half = [self.half.decode(errors="replace")] if self.half else []
        return (*self.last, *half)[-WORDS:]

    def heard(self, lost: Lost) -> Sentence:
        """How it lost its seat, with its last words."""
        last = "\n".join(f"  {words}" for words in self.words)
        return Message("lost.last-words", {"why": lost.meaning, "words": last}) if last else lost.meaning

    def _ended(self) -> Lost:
        """Nothing more can come from it; the keeper knows why."""
        self._part(self.limits.leave)
        kind, _, rest = self.report.partition(" ")
        match kind:
            case "unruly":
                what, _, most = rest.partition(" ")
                return Lost(Failure.UNRULY, Message(f"lost.{what}", {"most": int(most)}))
            case "missing":
                return Lost(Failure.CRASHED, Message("lost.missing", {"reason": rest}))
            case "ended":
                return Lost(Failure.CRASHED, Message("lost.ended", {"how": status(int(rest))}))
        return Lost(Failure.CRASHED, Message("lost.closed-output"))

    def _part(self, patience: float) -> None:
        """Wait for the keeper to say how it ended."""
        self.control.settimeout(patience)
        with suppress(OSError):
            self.report = self.report or self.control.recv(PIECE).decode(errors="replace")

    def close(self, patience: float | None = None) -> None:
        """Close its input; if it does not exit soon, end it and all that it has started."""
        if self.is_closed:
            return
        self.is_closed = True
        deadline = time.monotonic() + (self.limits.leave if patience is None else patience)
        with suppress(Lost):
            self._flush(deadline)
        self._want_to_write(False)
        os.close(self.stdin)
        self._drain(deadline)
        self._part(max(0.0, deadline - time.monotonic()))
        self.control.shutdown(socket.SHUT_WR)
        self._part(GIVE_UP)
        self.control.close()
        with suppress(subprocess.TimeoutExpired):  # what cannot be killed is left to the keeper
            self.keeper.wait(GIVE_UP)
        self.selector.close()
        os.close(self.stdout)
        os.close(self.stderr)

    def _flush(self, deadline: float) -> None:
        while self.unsent:
            self._pump(deadline)

    def _drain(self, deadline: float) -> None:
        """Read its last output, so a full pipe does not hold it up."""
        with suppress(Lost):
            while {self.stdout, self.stderr} & set(self.selector.get_map()):
                self._pump(deadline)

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
