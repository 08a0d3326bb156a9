"""The result in a browser: beside the board on a wide screen, and a sheet over it on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, Page, expect

from byways.game import Outcome
from byways.phrases import headline
from byways.table.play.table import Table
from tests.table.browser.visitor import Visitor, fits
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import stand_in

DESK, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
QUICK = {"labyrinth": "euclid", "long_road": "greedy", "long_way": "random", "the_way": "greedy", "traxx": "greedy"}
SHORT = {"the_way": {"option-turns": "2"}}


class Over(Visitor):
    """A visitor who holds all seats of a finished bot game."""

    def lay(self, game: str, seats: int = 2, others: str = "me") -> None:
        kinds = {"seat-0": "me", **{f"seat-{seat}": others for seat in range(1, seats)}}
        fields: dict[str, str | float | bool] = {"game": game, **kinds, **SHORT.get(game, {})}
        answer = self.request.post("/new", form=fields, max_redirects=0)
        self.table = self.open.table(answer.headers["location"])

    def play(self, game: str, seats: int = 2) -> Table:
        self.lay(game, seats)
        return self.finish(game, seats)

    def finish(self, game: str, seats: int) -> Table:
        for seat in range(seats):
            self.open.do(stand_in(self.table, seat, QUICK[game]))
        wait_for(lambda: self.table.ended)
        return self.table

    @property
    def outcome(self) -> Outcome:
        outcome = self.table.match.position.outcome
        assert outcome is not None
        return outcome

    def look(self, seat: int, size: dict[str, int]) -> Page:
        self.page.goto("about:blank")  # a table reloads for another shape
        self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        tall = str(int(size["height"] > size["width"]))
        self.set_cookie("tall", tall)
        self.page.goto(f"/play/{self.table.id}?seat={seat}")
        expect(self.page.locator("#result")).to_be_visible(visible=self.table.ended)
        return self.page


@pytest.fixture
def over(browser: Browser, every_game: ServerThread) -> Iterator[Over]:
    visitor = Over(browser, every_game)
    every_game.numbers = count(7)  # the same deals, whatever ran before
    yield visitor
    visitor.close()


@pytest.mark.parametrize("game", QUICK)
def test_the_result_is_beside_the_board_and_nothing_else_scrolls(over: Over, game: str) -> None:
    over.play(game)
    for size in (DESK, PHONE):
        page = over.look(0, size)
        board, panel = (page.locator(f"#{name}").bounding_box() for name in ("stage", "result"))
        assert board is not None
        assert panel is not None
        assert fits(board, **size)
        assert fits(panel, **size)
        assert size is PHONE or panel["x"] >= board["x"] + board["width"]
        assert min(board["height"], board["width"]) >= 0.35 * size["height"]
        for name in ("rematch", "look-back", "share", "record", "new-game"):
            assert fits(page.locator(f"#{name}").bounding_box(), **size), name
        scrolled = page.evaluate("(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])(document.documentElement)")
        assert scrolled == [size["width"], size["height"]]
        assert page.locator("#result").evaluate("panel => panel.scrollWidth - panel.clientWidth") == 0


@pytest.mark.parametrize("game", ["labyrinth", "traxx"])
def test_winner_and_loser_each_read_their_own_headline(over: Over, game: str) -> None:
    table = over.play(game)
    said = [table.game.say(headline(over.outcome, seat)) for seat in (0, 1)]
    assert len(over.outcome.winners) == 1
    assert said[over.outcome.winners[0]] == "You won."
    for seat in (0, 1):
        expect(over.look(seat, DESK).locator("#prompt")).to_have_text(said[seat])
    page = over.page
    expect(page.locator("#reason")).to_have_text(table.game.say(over.outcome.reason))
    expect(page.locator("#places .crown")).to_have_count(1)
    expect(page.locator("#places li").first.locator(".crown")).to_be_visible()
    expect(page.locator("#result")).not_to_contain_text("Victory")


def test_the_breakdown_is_a_table_that_adds_up(over: Over) -> None:
    over.play("long_road", 3)
    page = over.look(0, PHONE)
    table = page.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_count(3)
    expect(table.get_by_role("rowheader")).to_have_text(["Money", "Boss", "End tile", "Arrivals", "Weapons", "Total"])
    columns = table.locator("tbody tr").evaluate_all("rows => rows.map(row => [...row.cells].slice(1).map(cell => +cell.textContent))")
    for *parts, total in zip(*columns, strict=True):
        assert sum(parts) == total
    assert sorted(columns[-1]) == sorted(over.outcome.scores or ())
    page.locator("#result").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    expect(table.get_by_role("rowheader", name="Total")).to_be_in_viewport()


def test_the_shades_of_the_bars_are_explained_in_the_lines_of_the_breakdown(over: Over) -> None:
    over.play("long_way")
    lines = over.look(0, PHONE).locator("#breakdown .shade")
    expect(lines).to_have_count(2)
    for box in (line.bounding_box() for line in lines.all()):
        assert fits(box, **PHONE)
        assert box is not None
        assert box["height"] < 16


def test_many_players_have_rows_instead_of_columns(over: Over) -> None:
    over.play("long_way", 8)
    page = over.look(0, PHONE)
    expect(page.get_by_role("table").get_by_role("columnheader")).to_have_text(["Displays on the way", "Empty spaces on the way", "Total"])
    expect(page.get_by_role("table").get_by_role("rowheader")).to_have_count(8)
    assert page.locator("#result").evaluate("panel => panel.scrollWidth - panel.clientWidth") == 0


def test_the_reached_grade_of_a_solo_game_is_marked(over: Over) -> None:
    table = over.play("long_way", 1)
    page = over.look(0, DESK)
    expect(page.locator("#grades tr")).to_have_count(4)
    expect(page.locator("#grades [aria-current] td")).to_have_text(table.game.say(over.outcome.title))
    expect(page.locator("#prompt")).to_have_text(f"{table.game.say(over.outcome.title)}.")


def test_looking_back_hides_the_result(over: Over) -> None:
    over.play("traxx")
    page = over.look(1, DESK)
    page.locator("#look-back").click()
    expect(page.locator("#past svg")).to_be_visible()
    expect(page.locator("#result")).to_be_hidden()
    page.get_by_role("button", name="Now").click()
    expect(page.locator("#result")).to_be_visible()
    expect(page.get_by_text("You are Fox.")).to_be_visible()


def test_a_new_game_and_a_rematch_start_from_the_result(over: Over) -> None:
    table = over.play("traxx")
    page = over.look(0, PHONE)
    page.get_by_role("link", name="New game").click()
    page.wait_for_url("**/set/traxx")
    over.look(0, PHONE).get_by_role("button", name="Rematch").click()
    page.wait_for_url("**/play/*")
    assert over.open.table(page.url) is not table


def test_on_a_phone_the_board_keeps_its_size_and_the_result_folds_away(over: Over) -> None:
    over.lay("the_way", others="bot:greedy")
    page = over.look(0, PHONE)
    board, fold = page.locator("#stage > svg"), page.get_by_role("button", name="Result")
    before = board.bounding_box()
    expect(fold).to_be_hidden()
    over.finish("the_way", 1)
    page.add_locator_handler(page.locator("#interval"), lambda interval: interval.get_by_role("button").click(), no_wait_after=True)
    expect(page.locator("#result")).to_be_visible()
    assert board.bounding_box() == before
    fold.click()
    expect(page.locator("#result")).to_be_hidden()
    assert board.bounding_box() == before
