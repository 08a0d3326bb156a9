"""A program that misbehaves in the way its first argument says. It only uses the standard library, as anybody's program might."""

import json
import mmap
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any


def ask() -> dict[str, Any]:
    """The next request; there is none when the game is over."""
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
    """Address space alone, and all of it."""
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
    """Every process starts others, each in a session of its own; for a second only, so that it ends if nobody ends it."""
    end = time.monotonic() + 1
    while time.monotonic() < end:
        if os.fork() == 0:
            os.setsid()


def escapes() -> None:
    """A grandchild in a session of its own, whose parent has gone, and that minds no signal."""
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
    """Plays well, and does not go."""
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
    """Wrong in every way once, then right for ever."""
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
