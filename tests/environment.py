"""The environment of all tests and of whatever they start, whoever runs them and where. Importing this module pins it.

A test about one of these variables sets it itself.
"""

import atexit
import os
import sys
import time
from collections.abc import Mapping
from tempfile import TemporaryDirectory

STEERING = ("BYWAYS_CHROMIUM", "BYWAYS_COMPLETE", "NUMBA_CACHE_DIR")  # say how to run the tests
DROPPED = (
    *("LANG", "LC_"),  # LANGUAGE too
    *("COLUMNS", "LINES", "TERM", "TTY_"),
    *("FORCE_COLOR", "NO_COLOR", "CLICOLOR", "COLORTERM", "PY_COLORS"),
    *("TYPER_", "GITHUB_ACTIONS"),  # where typer takes any output for a terminal
    *("HOME", "XDG_", "TZ", "BROWSER"),
    *("BYWAYS_", "PYTHON", "NUMBA_", "GIT_", "MPL", "PG", "RAY_"),
)  # beginnings of names
PROXY = "_proxy"  # the end of names, also in capitals


def pinned(given: Mapping[str, str], home: str) -> dict[str, str]:
    """An environment in which nothing decides a test that the test does not set."""
    kept = {name: value for name, value in given.items() if name in STEERING or not is_dropped(name)}
    mode = {"PYTHONDEVMODE": "1"} if sys.flags.dev_mode else {}  # `-X dev` holds for processes that tests start
    return {**kept, **mode, "LANG": "C.UTF-8", "COLUMNS": "80", "LINES": "25", "TERM": "xterm", "TZ": "UTC", "HOME": home}


def is_dropped(name: str) -> bool:
    return name.startswith(DROPPED) or name.lower().endswith(PROXY)


def pin() -> None:
    home = TemporaryDirectory(prefix="byways-home-")
    atexit.register(home.cleanup)
    wanted = pinned(os.environ, home.name)
    os.environ.clear()
    os.environ.update(wanted)
    time.tzset()


pin()
