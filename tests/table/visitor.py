"""A person's browser at a house."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from byways.table.live import Table
from tests.table.house import Open

SLIDE, INSERT, WALK = "Slide a row or a column, or pass.", "Turn the spare and insert it.", "Walk along the passages."

WATCH = """
window.violations = [];
addEventListener('securitypolicyviolation', event => violations.push(`${event.violatedDirective}: ${event.blockedURI}`));
"""


class Visitor:
    """A person's browser at a house, with everything that went wrong in it."""

    def __init__(self, browser: Browser, house: Open, **looks: Any) -> None:
        self.open = house
        self.context: BrowserContext = browser.new_context(base_url=house.address, **looks)
        self.context.set_default_timeout(5000)
        self.context.add_init_script(WATCH)
        self.problems: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type in ("error", "warning") else None)
        return page

    def start(self, game: str = "Labyrinth") -> Table:
        """Against the bot that plays at random: it hardly ever wins."""
        self.page.goto("/")
        card = self.page.locator("article", has_text=game)
        card.get_by_label("Bots").select_option("random")
        card.get_by_role("button", name="Play against bots").click()
        self.page.wait_for_url("**/play/*")
        self.table = self.open.table(self.page.url)
        return self.table

    def offered(self, kind: str = "") -> list[str]:
        found: list[str] = self.page.locator("[data-choice]").evaluate_all("all => all.map(one => one.dataset.choice)")
        return [notation for notation in found if notation.startswith(kind)]

    def click(self, kind: str) -> str:
        """Click the first option of a kind, where it is drawn."""
        notation = self.offered(kind)[0]
        self.page.locator(f"[data-choice='{notation}'] > :not(.ghost)").first.click()
        return notation

    def expects(self, prompt: str) -> None:
        expect(self.page.locator("#prompt")).to_have_text(prompt)

    def entries(self) -> list[str]:
        return [str(entry) for entry in self.table.course.entries]

    def act(self) -> None:
        """A whole act by clicks, and the bot's answer."""
        self.click("slide")
        self.expects(INSERT)
        self.click("insert")
        self.expects(WALK)
        self.click("walk")
        self.expects(SLIDE)

    def close(self) -> None:
        blocked = [blocked for page in self.context.pages for blocked in page.evaluate("window.violations ?? []")]
        self.context.close()
        assert (self.problems, blocked) == ([], [])
