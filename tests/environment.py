"""Pin the environment of all tests and their child processes, on import.

A test about one of these variables sets it with `monkeypatch`.
"""

import atexit
import os
import sys
import time
from collections.abc import Mapping
from tempfile import TemporaryDirectory

STEERING = ("BYWAYS_CHROMIUM", "BYWAYS_COMPLETE", "BYWAYS_SCRIPT_COVERAGE", "NUMBA_CACHE_DIR")  # control the tests
DROPPED = (
    *("LANG", "LC_"),  # also LANGUAGE
    *("COLUMNS", "LINES", "TERM", "TTY_"),
    *("FORCE_COLOR", "NO_COLOR", "CLICOLOR", "COLORTERM", "PY_COLORS"),
    *("TYPER_", "GITHUB_ACTIONS"),  # typer then treats any output as a terminal
    *("HOME", "XDG_", "TZ", "BROWSER"),
    *("BYWAYS_", "PYTHON", "NUMBA_", "GIT_", "MPL", "PG", "RAY_"),
)  # prefixes of names
PROXY = "_proxy"  # suffix of names, in either case


def pinned(given: Mapping[str, str], home: str) -> dict[str, str]:
    """Return an environment that depends only on what a test sets."""
    kept = {name: value for name, value in given.items() if name in STEERING or not is_dropped(name)}
    mode = {"PYTHONDEVMODE": "1"} if sys.flags.dev_mode else {}  # pass `-X dev` on to child processes
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
