"""Load games and bots named as `module:attribute`, also from the current directory.

Loading runs the module's code. So only names that a user typed go through here, never names from a record, a request or a server.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from byways.game import Game, Refused, find_game
from byways.i18n import Message


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
        raise Refused(Message("refuse.load", {"name": name, "reason": describe(error)})) from None


def describe(error: BaseException) -> str:
    """Return the type and text of an exception, without the full stop that a sentence adds."""
    return f"{type(error).__name__}: {error}".rstrip(": .")
