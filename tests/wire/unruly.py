"""A program that misbehaves in the way its first argument names. It uses only the standard library."""

import json
import mmap
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any


def ask() -> dict[str, Any]:
    """Return the next request; exit when the game is over."""
    for line in sys.stdin:
        message: dict[str, Any] = json.loads(line)
        if message["say"] == "request":
            return message
    sys.exit()


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def answer(request: dict[str, Any], **other: object) -> None:
    say(json.dumps({"id": request["id"], "choice": request["choices"][0]["notation"], **other}))


def obeys() -> None:
    while True:
        answer(ask())


def memory() -> None:
    hoard = []
    while True:
        hoard.append(bytearray(os.urandom(1)) * (1 << 20))


def reserves() -> None:
    """Reserve address space without using it."""
    mmap.mmap(-1, 1 << 50)


def floods() -> None:
    while True:
        sys.stdout.write("{}\n" * 1000)


def endless_line() -> None:
    while True:
        sys.stdout.write("x" * 1000)


def complains() -> None:
    while True:
        sys.stderr.write("I do not like this. " * 100 + "\n")


def forks() -> None:
    """Fork in every process, each in a new session. Stop after a second in case no keeper kills it."""
    end = time.monotonic() + 1
    while time.monotonic() < end:
        if os.fork() == 0:
            os.setsid()


def escapes() -> None:
    """Leave a grandchild in a new session, orphaned and ignoring signals."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            Path(sys.argv[2]).write_text(str(os.getpid()))
            time.sleep(60)
        os._exit(0)
    os.wait()
    while not Path(sys.argv[2]).exists() or not Path(sys.argv[2]).read_text():
        time.sleep(0.01)
    obeys()


def chatters() -> None:
    answer(ask())
    say("How do you do?")
    obeys()


def deaf() -> None:
    time.sleep(60)


def silent() -> None:
    while ask():
        pass


def stubborn() -> None:
    """Answer well, but never exit."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    answer(ask())
    time.sleep(60)


def ends() -> None:
    ask()
    sys.stderr.write("I have had enough.\n")
    sys.exit(3)


def closes() -> None:
    ask()
    os.close(1)
    time.sleep(60)


def malformed() -> None:
    while ask():
        say("e2e4")


def illegal() -> None:
    while request := ask():
        say(json.dumps({"id": request["id"], "choice": "pick 9"}))


def strays() -> None:
    answer(ask(), id=-1)
    while True:
        say('{"id": -1, "choice": "done"}')


def learns() -> None:
    """Make every mistake once, then play well."""
    request = ask()
    for wrong in ("nonsense", "[]", '{"id": 77, "choice": "done"}', json.dumps({"id": request["id"], "choice": "pick 9"})):
        say(wrong)
        assert json.loads(sys.stdin.readline())["say"] == "error"
        assert json.loads(sys.stdin.readline())["id"] == request["id"]
    answer(request, mood="good")
    obeys()


try:
    globals()[sys.argv[1]]()
except BrokenPipeError:
    os._exit(0)
