"""The pages of documentation lead to files that exist, and name modules that exist."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r'(?:\]\(|src=")([\w./-]+\.\w+|\.\./[\w/.-]+)(?:#[\w-]+)?[)"]')  # a figure of a room has no suffix
NAME = re.compile(r"`(byways(?:\.[a-z_]\w*)+)(?:\.[A-Z]\w*(?:\.\w+)*)?`")
ENTRY_POINTS = ("byways.games", "byways.bots")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


def text_of(page: Path) -> str:
    return CODE.sub("", page.read_text("utf-8"))


@every_page
def test_links_lead_to_files(page: Path) -> None:
    for link in LINK.findall(text_of(page)):
        assert (page.parent / link).exists(), link


@every_page
def test_modules_and_what_they_hold_are_named_as_they_are(page: Path) -> None:
    for name in NAME.findall(text_of(page)) if page.name != "CHANGELOG.md" else ():
        assert name in ENTRY_POINTS or resolve_name(name) is not None


def test_there_are_pages_with_links_and_names() -> None:
    text = "".join(map(text_of, PAGES))
    assert len(LINK.findall(text)) > 40
    assert len(NAME.findall(text)) > 15
