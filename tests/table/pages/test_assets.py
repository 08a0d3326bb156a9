"""Files that browsers keep, and what is compressed."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from byways.game import all_games
from byways.table.pages import pictures
from byways.table.pages.assets import FOLDER, STATIC, version_of
from tests.table.serving import ServerThread


def test_a_version_changes_with_what_is_in_a_file_and_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("let one;")
    first = version_of(tmp_path)
    (tmp_path / "one.js").write_text("let two;")
    second = version_of(tmp_path)
    (tmp_path / "one.js").rename(tmp_path / "two.js")
    assert len({first, second, version_of(tmp_path)}) == 3


def test_files_are_kept_for_good_under_their_version_and_not_under_another(ann: httpx.Client) -> None:
    kept, other = ann.get(f"{STATIC}/follow.js"), ann.get("/static/0123456789/follow.js")
    assert kept.text == other.text == (FOLDER / "follow.js").read_text()
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert other.headers["cache-control"] == ann.get(f"{STATIC}/none.js").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", [f"{STATIC}/table.css", "/rules/labyrinth", "/picture/labyrinth/cover.svg"])
def test_what_is_public_is_compressed_for_those_who_take_it(ann: httpx.Client, path: str) -> None:
    packed, plain = ann.get(path), ann.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text


def test_a_page_with_keys_is_not_compressed(server: ServerThread, ann: httpx.Client) -> None:
    path = f"/play/{server.new(ann, seat_0='me', seat_1='free').id}"
    assert "/join/" in ann.get(path).text
    assert not [what for what in ("", "/past/0", "/acts") if "content-encoding" in ann.get(path + what).headers]


def test_every_page_names_files_by_their_version() -> None:
    templates = [*FOLDER.with_name("templates").iterdir()]
    assert templates
    assert not [page.name for page in templates if "/static" in page.read_text()]


def test_the_style_looks_only_into_small_parts_of_a_page_for_what_they_have() -> None:
    """`:has()` at the body, or at anything else that holds a board, has all of it looked through whenever something on it changes."""
    styles = [*(path.read_text() for path in FOLDER.glob("*.css")), *map(pictures.style, all_games())]
    plain = re.sub(r"/\*.*?\*/", "", "\n".join(styles), flags=re.DOTALL)
    assert set(re.findall(r"([^\s,{}]*):has\(", plain)) == {".tables", "#advice", "li:not(", "#places"}
