"""The documentation site that `make docs` built, served by the table, in a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.table.serving import ServerThread

SITE = Path(__file__).parents[3] / "site"
FOREIGN = re.compile(r"(?:src|srcset|data)=.https?:|<link[^>]*href=.https?:|@import|url\(.?https?:")

INK = """theme => {
  document.body.dataset.theme = theme;  // as the theme's button does
  return getComputedStyle(document.querySelector('figure svg .paper')).fill;
}"""


@pytest.mark.site
def test_the_site_can_be_searched_and_loads_nothing_from_elsewhere(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [*SITE.rglob("*.html")]
    assert len(pages) > 40
    for page in (*pages, *SITE.rglob("*.css")):
        assert not FOREIGN.search(page.read_text("utf-8")), page
    monkeypatch.setattr("byways.table.app.site_folder", lambda: SITE)
    with ServerThread(tmp_path) as server:
        problems: list[str] = []
        phone = browser.new_page(base_url=server.address, viewport={"width": 390, "height": 844}, color_scheme="dark")
        phone.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
        phone.on("requestfailed", lambda request: problems.append(request.url))
        phone.goto("/docs/games/traxx/de/")
        expect(phone.locator("figure svg").first).to_be_visible()
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        colors = [phone.evaluate(INK, theme) for theme in ("auto", "dark", "light")]
        assert colors == [colors[0], colors[0], colors[2]] != [colors[0]] * 3
        phone.goto("/docs/search/?q=imagine")
        expect(phone.locator("#search-results li").first).to_be_visible()
        phone.locator("#search-results").get_by_role("link", name="Write a bot").click()
        expect(phone.get_by_role("heading", level=1)).to_contain_text("Write a bot")
        assert problems == []
        phone.close()
