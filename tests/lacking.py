"""What a machine may lack."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def lack(what: str) -> NoReturn:
    """What a machine lacks is skipped with a sentence that says how to get it; where BYWAYS_COMPLETE is set, as in `.ci/run`, it fails."""
    if os.environ.get("BYWAYS_COMPLETE"):
        pytest.fail(what)
    pytest.skip(what)
