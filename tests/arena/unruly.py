"""Bots that misbehave in every way a worker must survive."""

import os
import sys
import time
from pathlib import Path
from random import Random

from byways.bots import RandomPlayer, Thought
from byways.game import Choice, View


class Strange(Choice, frozen=True):
    """A choice that belongs to no game."""


class Hangs(RandomPlayer):
    """Answers twice and then hangs."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.asked = 0

    def choose(self, view: View, deadline: float) -> Choice:
        self.asked += 1
        if self.asked > 2:
            time.sleep(1000)
        return super().choose(view, deadline)


class Slow(RandomPlayer):
    """Answers just after the deadline."""

    def choose(self, view: View, deadline: float) -> Choice:
        time.sleep(max(0.0, deadline - time.monotonic()) + 0.01)
        return super().choose(view, deadline)


class Crashes(RandomPlayer):
    def choose(self, view: View, deadline: float) -> Choice:
        raise KeyError(view.seat)


class Exits(RandomPlayer):
    def choose(self, view: View, deadline: float) -> Choice:
        sys.exit("enough")


class Dies(RandomPlayer):
    """Kills its process."""

    def choose(self, view: View, deadline: float) -> Choice:
        os._exit(7)


class Babbles(RandomPlayer):
    def choose(self, view: View, deadline: float) -> Choice:
        return ["pick", None, 3]  # type: ignore[return-value]


class Foreign(RandomPlayer):
    def choose(self, view: View, deadline: float) -> Choice:
        return Strange()


class Loud(RandomPlayer):
    """Prints to stdout."""

    def choose(self, view: View, deadline: float) -> Choice:
        os.write(1, b"I am thinking\n")
        return super().choose(view, deadline)


class Unmade(RandomPlayer):
    def __init__(self, rng: Random) -> None:
        raise OSError("no such model")


class Patient(RandomPlayer):
    """Answers slowly, and waits once there are as many results as `PATIENT` says (a number and a file), so that a test can stop it."""

    def choose(self, view: View, deadline: float) -> Choice:
        number, _, results = os.environ.get("PATIENT", "").partition(" ")
        while number and Path(results).exists() and Path(results).read_bytes().count(b"\n") >= int(number):
            time.sleep(0.05)
        time.sleep(0.01)
        return super().choose(view, deadline)


class Ponders(RandomPlayer):
    """Uses all the thinking time it gets."""

    def choose(self, view: View, deadline: float) -> Choice:
        thought = Thought(float("inf"), 3e7)
        while not thought.is_over:
            pass
        return super().choose(view, deadline)


class Squats(RandomPlayer):
    """Writes its process id to a file and hangs."""

    def choose(self, view: View, deadline: float) -> Choice:
        Path(os.environ["SQUAT"]).write_text(str(os.getpid()), "utf-8")
        time.sleep(1000)
        return super().choose(view, deadline)


NOT_A_BOT = 7
