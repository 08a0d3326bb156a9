"""Tuck with bots that fail in every possible way."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from byways import game
from byways.bots import RandomPlayer
from byways.bots.weighing import Weighed
from tests import toy
from tests.toy import Done, Pick, Said


class Fly(Said, frozen=True):
    where: str

    def __str__(self) -> str:
        return f"fly {self.where}"


class Unruly(game.Player):
    """Does something before it answers, either always or only while a marker file is missing."""

    def __init__(self, before: Callable[[], object], once: bool, mark: Path) -> None:
        self.before, self.once, self.mark = before, once, mark

    def choose(self, view: game.View, deadline: float) -> Any:
        if not (self.once and self.mark.exists()):
            if self.once:
                self.mark.touch()
            self.before()
        return Done()


class Plans(game.Player):
    """Answers with a whole act."""

    def choose(self, view: game.View, deadline: float) -> Any:
        picked = [choice for choice in view.choices if isinstance(choice, Pick)][:1]
        return [*picked, Done()] if picked else view.choices[0]


class Where(game.Player):
    def choose(self, view: game.View, deadline: float) -> Any:
        return Fly(f"{os.getpid()} {os.nice(0)}")


class Weighs(RandomPlayer):
    """Ranks acts by their notation, and records each request in the file named by BYWAYS_WEIGHED."""

    def weigh(self, view: game.View, deadline: float, among: Sequence[Sequence[game.Choice]] = (), /) -> list[Weighed]:
        if notes := os.environ.get("BYWAYS_WEIGHED"):
            with Path(notes).open("a") as file:
                file.write(f"{view.seat}\n")
        acts = sorted({*map(tuple, among), *((choice,) for choice in view.choices)}, key=str)
        return [Weighed(act, -float(nth), 0.1) for nth, act in enumerate(acts)]


def hang() -> None:
    time.sleep(1000)


def ponder() -> None:
    time.sleep(2)


def muse() -> None:
    time.sleep(0.6)


def die() -> None:
    os._exit(1)


def fail() -> None:
    raise RuntimeError("so")


def leave() -> None:
    sys.exit(1)


def chatter() -> None:
    sys.stdout.write("thinking …\n")


def unruly(before: Callable[[], object], once: bool) -> game.Bot:
    return lambda rng: Unruly(before, once, Path(os.environ.get("BYWAYS_UNRULY", "/nowhere")))


BOTS: dict[str, game.Bot] = {
    "random": RandomPlayer,
    "plans": lambda rng: Plans(),
    "where": lambda rng: Where(),
    "hangs": unruly(hang, False),
    "ponders": unruly(ponder, False),
    "muses": unruly(muse, False),
    "dies": unruly(die, False),
    "hangs once": unruly(hang, True),
    "dies once": unruly(die, True),
    "raises": unruly(fail, False),
    "raises once": unruly(fail, True),
    "exits": unruly(leave, False),
    "chatters": unruly(chatter, False),
    "weighs": Weighs,
}


def __getattr__(name: str) -> Any:
    """Take everything else from Tuck."""
    return getattr(toy, name)
