"""What a machine may lack."""

from __future__ import annotations

import os
import shutil
from typing import NoReturn

import pytest


def lack(what: str) -> NoReturn:
    """What a machine lacks is skipped with a sentence that says how to get it; where BYWAYS_COMPLETE is set, as in `.ci/run`, it fails."""
    if os.environ.get("BYWAYS_COMPLETE"):
        pytest.fail(what)
    pytest.skip(what)


def tool(name: str, package: str) -> str:
    """Where a program is, in a folder for administrators too."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    return found or lack(f"No {name}: install it (Debian: apt-get install {package}).")
