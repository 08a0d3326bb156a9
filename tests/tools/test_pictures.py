"""The pictures of the documentation: which there are, and whether those that are drawn are current."""

from __future__ import annotations

import re

import pytest
from PIL import Image, ImageChops, ImageStat
from tools.pictures import DOCS, DRAWN, PICTURES

from byways.game import all_games

PAGES = [DOCS.parent / "README.md", *DOCS.rglob("*.md")]
MOST = 150_000  # bytes
CLOSE = 2.0  # mean difference of a palette's colours, of 255


def test_every_picture_is_made_by_the_tool_and_used_on_a_page() -> None:
    used = {name for page in PAGES for name in re.findall(r"([\w-]+)\.png[)\"]", page.read_text("utf-8"))}
    measured = {f"chances-{game.name}" for game in all_games()}
    assert used == {*PICTURES} | measured == {file.stem for file in DOCS.glob("*.png")}


def test_pictures_are_small() -> None:
    assert [file.name for file in DOCS.glob("*.png") if file.stat().st_size > MOST] == []


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawn_picture_shows_what_the_program_draws_today(name: str) -> None:
    """If not, run `python -m tools.pictures`."""
    today = DRAWN[name]()
    with Image.open(DOCS / f"{name}.png") as stored:
        assert stored.size == today.size
        assert max(ImageStat.Stat(ImageChops.difference(stored.convert("RGB"), today)).mean) < CLOSE
