"""A visitor's browser."""

from __future__ import annotations

import math
from collections import defaultdict
from contextlib import nullcontext
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, BrowserContext, CDPSession, FloatRect, Locator, Page, expect

from byways.game import View
from byways.record import Choose
from byways.table.play.table import Table
from tests.table.browser.script_coverage import ScriptCoverage
from tests.table.serving import ServerThread, wait_for

SLIDE, INSERT, WALK = "Slide a row or a column, or pass.", "Turn the spare tile and insert it.", "Walk to a tile within reach."

WIDE: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIDEWAYS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}

PATIENCE = 30_000  # milliseconds, enough for a busy machine

WATCH = """
window.violations = [];
addEventListener('securitypolicyviolation', event => violations.push(`${event.violatedDirective}: ${event.blockedURI}`));
"""

# Each option, with a point where it can be clicked, if any, or where its piece can be clicked to offer it.
POINTS = """() => Object.fromEntries([...document.querySelectorAll('#stage [data-choice]')].map(option => {
  const box = [...option.children].find(part => !part.classList.contains('ghost')).getBoundingClientRect();
  const isAsked = option.classList.contains('asked');
  const meets = ([x, y]) => {
    const met = document.elementFromPoint(x, y);
    return isAsked ? met?.closest('[data-thing]') : met?.closest('[data-choice]') === option;
  };
  const parts = [4, 3, 5, 2, 6, 1, 7].map(part => part / 8);
  const points = parts.flatMap(down => parts.map(right => [box.x + right * box.width, box.y + down * box.height]));
  return [option.dataset.choice, points.find(meets) ?? null];
}))"""

# Resolves when the page shows this number or a later one. Polling inside the page is much faster than from outside.
SHOWS = """([number, patience]) => new Promise((resolve, reject) => {
  const since = performance.now();
  const look = () => {
    if (Number(document.getElementById('newest').value) >= number) resolve();
    else if (performance.now() - since > patience) reject(new Error(`The page does not show number ${number}.`));
    else requestAnimationFrame(look);
  };
  look();
})"""

# A show opens once it has been read from the server, and another may be waiting for its end.
CLOSE_SHOWS = """async () => {
  const show = document.getElementById('show');
  const isOpen = () => !show.hidden && !show.classList.contains('docked');
  while ('reading' in show.dataset || isOpen()) {
    if (isOpen()) document.getElementById(document.getElementById('show-skip').hidden ? 'show-next' : 'show-skip').click();
    await new Promise((done) => setTimeout(done, 10));
  }
}"""


def fits(box: FloatRect | None, width: int, height: int) -> bool:
    return box is not None and min(box["x"], box["y"]) >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height


def new_context(browser: Browser, looks: dict[str, Any]) -> BrowserContext:
    context = browser.new_context(**looks)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    return context


# Free contexts by their settings, reused for their cached and compiled files.
LEFT: dict[tuple[Browser, str], list[BrowserContext]] = defaultdict(list)


class Visitor:
    """A visitor's browser, with a list of the problems in it."""

    def __init__(self, browser: Browser, server: ServerThread, **looks: Any) -> None:
        self.open = server
        still = {"base_url": server.address, "reduced_motion": "reduce", **looks}  # most tests do without animations
        self.left: list[BrowserContext] | None = LEFT[browser, repr(sorted(still.items()))]
        self.own = self.left.pop() if self.left else new_context(browser, still)
        self.problems: list[str] = []
        self.coverages: list[ScriptCoverage] = []
        self.tapped: tuple[float, float] | None = None
        self.page = self.tab()
        self.wipe()

    @property
    def context(self) -> BrowserContext:
        """The context, for things without a method here. It is not reused, because changes might remain."""
        self.left = None
        return self.own

    @property
    def request(self) -> APIRequestContext:
        return self.own.request

    def wipe(self) -> None:
        """Start as in a new browser, except for cached files."""
        self.own.clear_cookies()
        session = self.session()
        session.send("Storage.clearDataForOrigin", {"origin": self.open.address, "storageTypes": "all"})
        session.detach()

    def session(self) -> CDPSession:
        """A session for what the library's pages lack."""
        return self.own.new_cdp_session(self.page)

    def cookie(self, name: str) -> str:
        return next(cookie["value"] for cookie in self.own.cookies() if cookie["name"] == name)

    def set_cookie(self, name: str, value: str) -> None:
        self.own.add_cookies([{"name": name, "value": value, "url": self.open.address}])

    def tab(self) -> Page:
        page = self.own.new_page()
        self.coverages.append(ScriptCoverage(page))
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type in ("error", "warning") else None)
        return page

    def start(self, game: str = "labyrinth", **fields: str) -> Table:
        """Create a table with these fields, or against the random bot, without the set-up page."""
        self.page.goto(self.post(game, **fields))
        return self.sit()

    def post(self, game: str, **fields: str) -> str:
        """Set up a table without opening it, and return its address."""
        given = {name.replace("_", "-"): value for name, value in fields.items()} or {"others": "bot:random"}
        form: dict[str, str | float | bool] = {"game": game, **given}
        return self.request.post("/new", form=form, max_redirects=0).headers["location"]

    def choose_others(self, who: str, game: str = "Labyrinth") -> Locator:
        """Play a game from its card in the lobby, with this choice for the other seats."""
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
        """Click the first option of a kind as soon as there is one."""
        self.page.locator(f"[data-choice^='{kind}']").first.wait_for(state="attached")
        notation = self.offered(kind)[0]
        self.page.locator(f"[data-choice='{notation}'] > :not(.ghost)").first.click()
        return notation

    def set_table(self, game: str, **fields: str) -> Table:
        """Create a table by the set-up page, with some fields filled in by id."""
        self.page.goto(f"/set/{game}")
        for name, value in fields.items():
            field = self.page.locator(f"#{name.replace('_', '-')}")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.page.get_by_role("button", name="Open the table").click()
        return self.sit()

    def resize(self, width: int, height: int) -> None:
        """Resize the window; a table reloads for another shape."""
        was = self.page.viewport_size
        is_same = was is None or (was["width"] < was["height"]) == (width < height)
        with nullcontext() if is_same else self.page.expect_navigation():
            self.page.set_viewport_size({"width": width, "height": height})

    def lift_curtain(self, name: str) -> None:
        """Open the curtain, and wait for the scripts of the page behind it."""
        self.page.get_by_role("button", name=f"I am {name}").click()
        self.page.wait_for_url("**?seat=*", wait_until="load")

    def settle(self) -> View:
        """Wait until the visitor is awaited or the game is over and the page shows it, and return the view."""
        screen = self.table.match.screens[0]
        while True:
            wait_for(lambda: 0 in screen.view.awaited or screen.view.outcome is not None)
            if self.shows(screen.number):
                return screen.view

    def shows(self, number: int, seat: int = 0) -> bool:
        """Wait until the page shows this screen number, and return whether it is still the newest."""
        self.page.evaluate(SHOWS, [number, PATIENCE])
        return self.table.match.screens[seat].number == number

    def click_on(self, notation: str) -> None:
        """Click an option where it can be hit; every legal choice must have such a place. Shows are closed first."""
        self.page.evaluate(CLOSE_SHOWS)
        points = self.page.evaluate(POINTS)
        view = self.table.match.screens[0].view
        assert sorted(points) == sorted(map(str, view.choices))
        assert None not in points.values(), points
        before = len(self.chosen())
        self.page.mouse.click(*self.moved(points[notation]))
        self.pick_row(notation)
        wait_for(lambda: len(self.chosen()) > before)

    def pick_row(self, notation: str) -> None:
        """Pick the choice from the list that a tap on its piece opens, if it does."""
        if self.page.locator(f"#stage .asked[data-choice='{notation}']").count():
            self.page.locator(f"#about [data-means='{notation}']").click()

    def moved(self, point: tuple[float, float]) -> tuple[float, float]:
        """Click, after moving away from the place of the last click."""
        self.page.mouse.move(point[0] + 1, point[1])
        return point

    def tap(self, point: tuple[float, float]) -> None:
        """Tap, with a pause before a second tap at the same place."""
        if self.tapped and math.dist(point, self.tapped) < 12:
            self.page.wait_for_timeout(1000)
            self.page.touchscreen.tap(*point)
        self.tapped = point
        self.page.touchscreen.tap(*point)
        if self.page.evaluate("([x, y]) => 'confirm' in (document.elementFromPoint(x, y)?.closest('[data-choice]')?.dataset ?? {})", point):
            self.page.touchscreen.tap(*point)  # the first tap only previews

    def chosen(self) -> list[str]:
        """The choices of the visitor on record."""
        return [entry.choice for entry in self.table.match.entries if isinstance(entry, Choose) and entry.seat == 0]

    def expects(self, prompt: str) -> None:
        expect(self.page.locator("#prompt")).to_have_text(prompt)

    def entries(self) -> list[str]:
        return [str(entry) for entry in self.table.match.entries]

    def act(self) -> None:
        """Play a whole act by clicks, and wait for the bot."""
        self.act_alone()
        self.expects(SLIDE)

    def act_alone(self) -> None:
        self.click("slide")
        self.expects(INSERT)
        self.click("insert")
        self.expects(WALK)
        self.click("walk")

    def type(self, choice: str) -> None:
        """Choose in notation."""
        self.page.locator("#settings").evaluate("settings => (settings.open = true)")
        self.page.get_by_label("Your move").fill(choice)
        self.page.keyboard.press("Enter")

    def close(self) -> None:
        blocked = [blocked for page in self.own.pages for blocked in page.evaluate("window.violations ?? []")]
        for coverage in self.coverages:
            coverage.write()
        for page in self.own.pages:
            page.close()
        if self.left is None:
            self.own.close()
        else:
            self.left.append(self.own)
        assert not self.problems + blocked, self.problems + blocked
