"""Load games and bots named as `module:attribute`, also from the current directory.

Loading runs the module's code. So only names that a user typed go through here, never names from a record, a request or a server.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from traceback import format_exception
from types import TracebackType

from byways.game import Game, Refused, find_game
from byways.i18n import Message

LONGEST_TRACEBACK = 4000  # characters
OUR_FRAMES = (
    "byways.loading", "byways.bots.roster", "byways.referee", "byways.arena.", "byways.study.strengths", "importlib", "_frozen_importlib"
)  # fmt: skip


def load_game(name: str) -> Game:
    """Return a game by its installed name or as `module:attribute`."""
    if ":" not in name:
        return find_game(name)
    found = load_attribute(name)
    if not isinstance(found, Game):
        raise Refused(Message("refuse.not-card", {"name": name}))
    return found


def load_attribute(name: str) -> object:
    module, _, attribute = name.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)  # last, so that no file here hides an installed package; worker processes inherit the path
    try:
        return getattr(import_module(module), attribute)
    except (Exception, SystemExit) as error:  # a third-party module may raise anything
        raise Refused(Message("refuse.load", {"name": name, "reason": describe(error)})) from error


def describe(error: BaseException) -> str:
    """Return the type and text of an exception, without the full stop that a sentence adds."""
    return f"{type(error).__name__}: {error}".rstrip(": .")


def foreign_frames(error: BaseException) -> TracebackType | None:
    """Return the part of a traceback that begins in third-party code; None if there is none."""
    frames = error.__traceback__
    while frames and frames.tb_frame.f_globals.get("__name__", "").startswith(OUR_FRAMES):
        frames = frames.tb_next
    return frames


def traceback_of(error: BaseException) -> str:
    """Return the end of a traceback, without our own frames around the call of third-party code."""
    return "".join(format_exception(type(error), error, foreign_frames(error))).rstrip()[-LONGEST_TRACEBACK:]
