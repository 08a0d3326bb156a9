"""Public files and pages: versions, compression and revalidation."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from byways.game import all_games, find_game
from byways.table.pages import pictures
from byways.table.pages.assets import FOLDER, STATIC, version_of
from byways.table.play.table import Table
from tests.table.serving import ServerThread


def test_a_version_changes_with_the_contents_and_names_of_files(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("let one;")
    first = version_of(tmp_path)
    (tmp_path / "one.js").write_text("let two;")
    second = version_of(tmp_path)
    (tmp_path / "one.js").rename(tmp_path / "two.js")
    assert len({first, second, version_of(tmp_path)}) == 3


def test_files_are_cached_forever_under_their_version_only(ann: httpx.Client) -> None:
    kept, other = ann.get(f"{STATIC}/follow.js"), ann.get("/static/0123456789/follow.js")
    assert kept.text == other.text == (FOLDER / "follow.js").read_text()
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert other.headers["cache-control"] == ann.get(f"{STATIC}/none.js").headers["cache-control"] == "no-store"


PUBLIC = (
    *(f"{STATIC}/table.css", "/font/regular.ttf", "/worker.js", "/rules/labyrinth", "/rules/labyrinth/fine-print"),
    *("/picture/labyrinth/cover.svg", str(pictures.style_address(find_game("labyrinth"))), str(pictures.sprite(find_game("long_road")))),
)


@pytest.mark.parametrize("path", PUBLIC)
def test_public_responses_are_compressed_for_clients_that_accept_it(ann: httpx.Client, path: str) -> None:
    packed, plain = ann.get(path), ann.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert "Accept-Encoding" in packed.headers["vary"]


@pytest.mark.parametrize("path", PUBLIC)
def test_public_responses_are_rendered_and_compressed_once(ann: httpx.Client, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    first = ann.get(path)

    def compress(*_: object, **__: object) -> bytes:
        raise AssertionError("It is compressed again.")

    monkeypatch.setattr("gzip.compress", compress)
    assert ann.get(path).content == first.content


@pytest.mark.parametrize("path", PUBLIC)
def test_a_browser_that_has_a_public_response_is_told_that_it_has_not_changed(ann: httpx.Client, path: str) -> None:
    tag = ann.get(path).headers["etag"]
    again = ann.get(path, headers={"if-none-match": f'"other", {tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert ann.get(path, headers={"if-none-match": '"other"'}).status_code == 200


def test_a_rules_page_differs_by_language(ann: httpx.Client) -> None:
    english, german = (ann.get("/rules/labyrinth", headers={"accept-language": code}) for code in ("en", "de"))
    assert english.headers["etag"] != german.headers["etag"]
    assert english.headers["vary"] == "Accept-Encoding, Accept-Language, Cookie"
    assert english.headers["cache-control"] == "no-cache"
    ann.post("/language", data={"language": "de"})
    assert ann.get("/rules/labyrinth", headers={"accept-language": "en"}).text == german.text


def test_a_page_with_seat_links_is_not_compressed(server: ServerThread, ann: httpx.Client) -> None:
    path = f"/play/{server.new(ann, seat_0='me', seat_1='free').id}"
    assert "/join/" in ann.get(path).text
    assert not [what for what in ("", "/past/0", "/acts") if "content-encoding" in ann.get(path + what).headers]


def test_templates_refer_to_static_files_by_version() -> None:
    templates = [*FOLDER.with_name("templates").iterdir()]
    assert templates
    assert not [page.name for page in templates if "/static" in page.read_text()]


def test_has_selectors_are_used_on_small_parts_of_a_page_only() -> None:
    """A browser re-evaluates `:has()` on every change inside its element, which is slow if that contains a board."""
    styles = [*(path.read_text() for path in FOLDER.glob("*.css")), *map(pictures.style, all_games())]
    plain = re.sub(r"/\*.*?\*/", "", "\n".join(styles), flags=re.DOTALL)
    assert set(re.findall(r"([^\s,{}]*):has\(", plain)) == {
        ".bar:has(.next)",
        ".tables",
        ".awaited:is(",
        "#advice",
        "li:not(",
        "#places",
        ".hinted",
    }


# Scripts


DECLARED = (Path(__file__).parents[3] / "browser.d.ts").read_text().split("interface Parts {")[1].split("\n}")[0]
PARTS = dict(re.findall(r'^  "?([\w-]+)"?: (.*);$', DECLARED, re.MULTILINE))


def ids_used_by(page: str) -> set[str]:
    """The ids that a page's scripts look up, directly or in their imports."""
    names, found, ids = set(re.findall(rf'src="{STATIC}/([a-z]+\.js)"', page)), set[str](), set[str]()
    while name := next(iter(names - found), None):
        text = (FOLDER / name).read_text()
        found.add(name)
        names |= set(re.findall(r'from "\./([a-z]+\.js)"', text))
        ids |= set(re.findall(r'(?:byId|getElementById)\("([\w-]+)"\)', text))
    return ids


def test_every_element_that_scripts_rely_on_is_at_the_table(
    server: ServerThread, over: Table, ann: httpx.Client, bob: httpx.Client
) -> None:
    running = f"/play/{server.new(ann, game='labyrinth', seat_0='me', seat_1='free').id}"
    pages = [ann.get(running).text, bob.get(running).text, bob.get(f"/play/{over.id}").text, ann.post("/learn/traxx/line").text]
    used = [ids_used_by(page) for page in pages]
    assert set().union(*used) >= PARTS.keys() - {"act", "board", "nearest", "of"}  # these are for the review
    for page, ids in zip(pages, used, strict=True):
        expected = {name for name in ids if "null" not in PARTS.get(name, "null")}
        lesson = {name for name in expected if name.startswith("lesson-") and 'id="lesson"' not in page}
        assert expected - lesson <= set(re.findall(r'\bid="([\w-]+)"', page))
