"""Links and module names in the documentation exist."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import pytest

import byways

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md")])
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r'(?:\]\(|src=")([\w-]*[./][\w./-]*)(?:#[\w-]+)?[)"]')  # a figure of a game has neither dot nor slash
NAME = re.compile(r"`(byways(?:\.[a-z_]\w*)+)(?:\.[A-Z]\w*(?:\.\w+)*)?`")
ENTRY_POINTS = ("byways.games", "byways.bots")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


def text_of(page: Path) -> str:
    return CODE.sub("", page.read_text("utf-8"))


EXAMPLES = [
    *("adapters.open_spiel", "adapters.pettingzoo", "arena.tournament", "bots", "bots.trials", "drawing", "game", "position", "record"),
    *("referee", "review.models", "review.pool"),
]


@pytest.mark.parametrize("module", EXAMPLES)
def test_examples_in_docstrings_run(module: str) -> None:
    done = doctest.testmod(import_module(f"byways.{module}"))
    assert (done.failed, done.attempted > 0) == (0, True)


@every_page
def test_links_point_to_files(page: Path) -> None:
    for link in LINK.findall(text_of(page)):
        assert (page.parent / link).exists(), link


@every_page
def test_names_of_modules_exist(page: Path) -> None:
    for name in NAME.findall(text_of(page)) if page.name != "CHANGELOG.md" else ():
        assert name in ENTRY_POINTS or resolve_name(name) is not None


def test_there_are_pages_with_links_and_names() -> None:
    text = "".join(map(text_of, PAGES))
    assert len(LINK.findall(text)) > 40
    assert len(NAME.findall(text)) > 15


def test_the_citation_names_the_current_version() -> None:
    assert f"\nversion: {byways.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
