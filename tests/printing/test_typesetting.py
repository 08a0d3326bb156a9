"""Typst, and its absence."""

from __future__ import annotations

import sys

import pytest

from byways.errors import Refused
from byways.printing.typesetting import check_installed


def test_without_typst_printing_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    check_installed()
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Refused) as refused:
        check_installed()
    assert "pip install 'byways[print]'" in refused.value.in_language("en")
