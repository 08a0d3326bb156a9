"""A person's browser at the table."""

from __future__ import annotations

import math
from collections import defaultdict
from contextlib import nullcontext
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, BrowserContext, CDPSession, FloatRect, Locator, Page, expect

from byways.game import View
from byways.record import Choose
from byways.table.play.table import Table
from tests.table.serving import ServerThread, wait_for

SLIDE, INSERT, WALK = "Slide a row or a column, or pass.", "Turn the spare tile and insert it.", "Walk to a tile within reach."

PATIENCE = 30_000  # milliseconds: a busy machine takes its time, and what is right is not waited for any longer

WATCH = """
window.violations = [];
addEventListener('securitypolicyviolation', event => violations.push(`${event.violatedDirective}: ${event.blockedURI}`));
"""

# Each option with a point where a click meets it, if there is one.
POINTS = """() => Object.fromEntries([...document.querySelectorAll('#stage [data-choice]')].map(option => {
  const box = [...option.children].find(part => !part.classList.contains('ghost')).getBoundingClientRect();
  const meets = ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-choice]') === option;
  const parts = [4, 3, 5, 2, 6, 1, 7].map(part => part / 8);
  const points = parts.flatMap(down => parts.map(right => [box.x + right * box.width, box.y + down * box.height]));
  return [option.dataset.choice, points.find(meets) ?? null];
}))"""

# Once the page shows a number, or a later one. It looks itself: to be asked again and again takes many times as much.
SHOWS = """([number, patience]) => new Promise((resolve, reject) => {
  const since = performance.now();
  const look = () => {
    if (Number(document.getElementById('newest').value) >= number) resolve();
    else if (performance.now() - since > patience) reject(new Error(`The page does not show number ${number}.`));
    else requestAnimationFrame(look);
  };
  look();
})"""


def fits(box: FloatRect | None, width: int, height: int) -> bool:
    return box is not None and min(box["x"], box["y"]) >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height


def new_context(browser: Browser, looks: dict[str, Any]) -> BrowserContext:
    context = browser.new_context(**looks)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    return context


# Contexts that nobody is in any more, by how they look. What they have of our files, and compiled of them, need not be had anew.
LEFT: dict[tuple[Browser, str], list[BrowserContext]] = defaultdict(list)


class Visitor:
    """A person's browser at the table, with everything that went wrong in it."""

    def __init__(self, browser: Browser, server: ServerThread, **looks: Any) -> None:
        self.open = server
        still = {"base_url": server.address, "reduced_motion": "reduce", **looks}  # most tests need not wait until pieces have moved
        self.left: list[BrowserContext] | None = LEFT[browser, repr(sorted(still.items()))]
        self.own = self.left.pop() if self.left else new_context(browser, still)
        self.problems: list[str] = []
        self.tapped: tuple[float, float] | None = None
        self.page = self.tab()
        self.wipe()

    @property
    def context(self) -> BrowserContext:
        """For whatever a visitor has no method for. Nobody comes into this context again: much of that could not be undone."""
        self.left = None
        return self.own

    @property
    def request(self) -> APIRequestContext:
        return self.own.request

    def wipe(self) -> None:
        """Begin as in a new browser, except for the files that browsers keep."""
        self.own.clear_cookies()
        session = self.session()
        session.send("Storage.clearDataForOrigin", {"origin": self.open.address, "storageTypes": "all"})
        session.detach()

    def session(self) -> CDPSession:
        """What can be done with the page that the library cannot do."""
        return self.own.new_cdp_session(self.page)

    def cookie(self, name: str) -> str:
        return next(cookie["value"] for cookie in self.own.cookies() if cookie["name"] == name)

    def set_cookie(self, name: str, value: str) -> None:
        self.own.add_cookies([{"name": name, "value": value, "url": self.open.address}])

    def tab(self) -> Page:
        page = self.own.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type in ("error", "warning") else None)
        return page

    def start(self, game: str = "labyrinth", **fields: str) -> Table:
        """A table set without a page to fill in: as its fields say, or against the bot that plays at random, which hardly ever wins."""
        self.page.goto(self.post(game, **fields))
        return self.sit()

    def post(self, game: str, **fields: str) -> str:
        """Set a table without looking at it; its address."""
        given = {name.replace("_", "-"): value for name, value in fields.items()} or {"others": "bot:random"}
        form: dict[str, str | float | bool] = {"game": game, **given}
        return self.request.post("/new", form=form, max_redirects=0).headers["location"]

    def choose_others(self, who: str, game: str = "Labyrinth") -> Locator:
        """The card of a game in the lobby, with something chosen for all other seats."""
        card = self.page.get_by_role("article", name=game, exact=True)
        card.get_by_text("Change").click()
        card.get_by_label("With").select_option(who)
        return card

    def sit(self) -> Table:
        self.page.wait_for_url("**/play/*")
        self.table = self.open.table(self.page.url)
        return self.table

    def offered(self, kind: str = "") -> list[str]:
        found: list[str] = self.page.locator("[data-choice]").evaluate_all("all => all.map(one => one.dataset.choice)")
        return [notation for notation in found if notation.startswith(kind)]

    def click(self, kind: str) -> str:
        """Click the first option of a kind, where it is drawn, once there is one."""
        self.page.locator(f"[data-choice^='{kind}']").first.wait_for(state="attached")
        notation = self.offered(kind)[0]
        self.page.locator(f"[data-choice='{notation}'] > :not(.ghost)").first.click()
        return notation

    def set_table(self, game: str, **fields: str) -> Table:
        """A table as the set-up page makes it, with some fields filled in by their ids."""
        self.page.goto(f"/set/{game}")
        for name, value in fields.items():
            field = self.page.locator(f"#{name.replace('_', '-')}")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.page.get_by_role("button", name="Set the table").click()
        return self.sit()

    def resize(self, width: int, height: int) -> None:
        """A table loads itself again for another shape of the window."""
        was = self.page.viewport_size
        is_same = was is None or (was["width"] < was["height"]) == (width < height)
        with nullcontext() if is_same else self.page.expect_navigation():
            self.page.set_viewport_size({"width": width, "height": height})

    def lift_curtain(self, name: str) -> None:
        """Say who one is, and wait for the scripts of the page behind: before they are there, nothing happens on a click."""
        self.page.get_by_role("button", name=f"I am {name}").click()
        self.page.wait_for_url("**?seat=*", wait_until="load")

    def settle(self) -> View:
        """Wait until the page shows what the server knows, and I am awaited or the game is over; what I then see."""
        screen = self.table.match.screens[0]
        while True:
            wait_for(lambda: 0 in screen.view.awaited or screen.view.outcome is not None)
            if self.shows(screen.number):
                return screen.view

    def shows(self, number: int, seat: int = 0) -> bool:
        """Wait until the page shows what a seat's screen had at this number; whether it still is the newest."""
        self.page.evaluate(SHOWS, [number, PATIENCE])
        return self.table.match.screens[seat].number == number

    def click_on(self, notation: str) -> None:
        """A real click, where it meets this option; every option that the rules offer must have such a place."""
        points = self.page.evaluate(POINTS)
        view = self.table.match.screens[0].view
        assert sorted(points) == sorted(map(str, view.choices))
        assert None not in points.values(), points
        before = len(self.chosen())
        self.page.mouse.click(*self.moved(points[notation]))
        wait_for(lambda: len(self.chosen()) > before)

    def moved(self, point: tuple[float, float]) -> tuple[float, float]:
        """The pointer moves before it clicks where it clicked before."""
        self.page.mouse.move(point[0] + 1, point[1])
        return point

    def tap(self, point: tuple[float, float]) -> None:
        """A finger that comes back to the same place takes its time, and looks first."""
        if self.tapped and math.dist(point, self.tapped) < 12:
            self.page.wait_for_timeout(1000)
            self.page.touchscreen.tap(*point)
        self.tapped = point
        self.page.touchscreen.tap(*point)
        if self.page.evaluate("([x, y]) => 'confirm' in (document.elementFromPoint(x, y)?.closest('[data-choice]')?.dataset ?? {})", point):
            self.page.touchscreen.tap(*point)  # the first tap only shows what it would do

    def chosen(self) -> list[str]:
        """What the server has of me."""
        return [entry.choice for entry in self.table.match.entries if isinstance(entry, Choose) and entry.seat == 0]

    def expects(self, prompt: str) -> None:
        expect(self.page.locator("#prompt")).to_have_text(prompt)

    def entries(self) -> list[str]:
        return [str(entry) for entry in self.table.match.entries]

    def act(self) -> None:
        """A whole act by clicks, and the bot's answer."""
        self.act_alone()
        self.expects(SLIDE)

    def act_alone(self) -> None:
        self.click("slide")
        self.expects(INSERT)
        self.click("insert")
        self.expects(WALK)
        self.click("walk")

    def type(self, choice: str) -> None:
        """A choice in its notation."""
        self.page.locator("#settings").evaluate("settings => (settings.open = true)")
        self.page.get_by_label("Your move").fill(choice)
        self.page.keyboard.press("Enter")

    def close(self) -> None:
        blocked = [blocked for page in self.own.pages for blocked in page.evaluate("window.violations ?? []")]
        for page in self.own.pages:
            page.close()
        if self.left is None:
            self.own.close()
        else:
            self.left.append(self.own)
        assert not self.problems + blocked, self.problems + blocked
