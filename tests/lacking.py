"""Requirements that a machine may lack."""

from __future__ import annotations

import os
import shutil
from typing import NoReturn

import pytest


def lack(what: str) -> NoReturn:
    """Skip a test with a sentence about the missing requirement; fail instead if BYWAYS_COMPLETE is set, as in `.ci/run`."""
    if os.environ.get("BYWAYS_COMPLETE"):
        pytest.fail(what)
    pytest.skip(what)


def tool(name: str, package: str) -> str:
    """Find a program, also in folders for administrators."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    return found or lack(f"No {name}: install it (Debian: apt-get install {package}).")
