"""The climaxes of the games in a real browser: each is staged, in the order in which it happens, and told in words without motion."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from byways.game import Event, Game
from byways.record import Entry, Record, read
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from tests.table.browser.visitor import Visitor
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import key

RECORDS = Path(__file__).parents[2] / "records"
LATEST = {"labyrinth": 1, "long_road": 3, "long_way": 2, "the_way": 1, "traxx": 1}  # by the versions of their records

WATCH = """() => {
  window.captions = []; window.banners = [];
  for (const [id, said] of [['caption', captions], ['banner', banners]]) {
    const shown = document.getElementById(id);
    new MutationObserver(() => shown.textContent && said.push(shown.textContent)).observe(shown, { childList: true });
  }
}"""


class Climax(NamedTuple):
    """A record up to a moment with a banner for a seat (None: for those who watch), the entry that brings it, and what is told then."""

    seat: int | None
    game: Game
    before: Record
    entry: Entry
    events: list[Event]

    def said(self, with_banner: bool = False) -> list[str]:
        return [self.game.say(event.said) for event in self.events if event.banner or not with_banner]


@cache
def climax(name: str, nth: int = -1) -> Climax:
    """One of a game on record, by default the last one. In Labyrinth a treasure is its finder's secret."""
    record = read((RECORDS / f"{name}-{LATEST[name]}.json").read_bytes())
    game, steps = record.load_game(), list(record.play(record.load_game()))
    for seat in (None, *range(len(record.players))):
        told = [[mine for event in step.told if (mine := event.told(seat))] for step in steps]
        if numbers := [number for number, events in enumerate(told) if any(event.banner for event in events)]:
            number = numbers[nth]
            return Climax(seat, game, record.until(number), record.entries[number], told[number])
    raise AssertionError(name)


def watched(ann: Visitor, what: Climax) -> Table:
    """Ann looks at a table where that is about to happen."""
    ann.post("labyrinth")  # from then on the server knows her
    seats = tuple("me" if seat == what.seat else "free" for seat in range(len(what.before.players)))
    table = ann.open.do(ann.open.tables.set(TablePlan(what.game, seats, what.before.options, begun=what.before), ann.cookie("me"), key))
    ann.page.goto(f"/play/{table.id}")
    seen = f"localStorage.getItem('seen /play/{table.id} {'' if what.seat is None else what.seat}')"
    wait_for(lambda: ann.page.evaluate(seen) is not None)
    return table


@pytest.mark.parametrize("name", LATEST)
def test_a_climax_is_shown_step_by_step_with_a_banner(browser: Browser, every_game: ServerThread, name: str) -> None:
    ann, what = Visitor(browser, every_game, reduced_motion="no-preference"), climax(name)
    table = watched(ann, what)
    ann.page.evaluate("localStorage.setItem('speed', 'fast')")
    ann.page.evaluate(WATCH)
    ann.open.do(table.enter(what.entry))
    expect(ann.page.locator("#newest")).to_have_value(str(table.match.screens[what.seat].number))
    captions: list[str] = ann.page.evaluate("captions")
    assert captions[: len(what.events)] == what.said()
    assert ann.page.evaluate("banners")[: len(what.said(with_banner=True))] == what.said(with_banner=True)
    expect(ann.page.locator("#banner")).to_be_hidden()
    ann.close()


@pytest.mark.parametrize("name", LATEST)
def test_a_climax_is_told_in_words_where_nothing_moves(browser: Browser, every_game: ServerThread, name: str) -> None:
    ann, what = Visitor(browser, every_game), climax(name)
    table = watched(ann, what)
    ann.page.evaluate(WATCH)
    ann.open.do(table.enter(what.entry))
    for sentence in what.said(with_banner=True):
        expect(ann.page.locator("#log")).to_contain_text(sentence)
    assert ann.page.evaluate("[captions, banners]") == [[], []]
    ann.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_game_within_a_set_stays_on_the_board_until_its_player_goes_on(browser: Browser, every_game: ServerThread, motion: str) -> None:
    ann = Visitor(browser, every_game, reduced_motion=motion, viewport={"width": 390, "height": 844})
    what = climax("the_way", 0)._replace(seat=0)
    table = watched(ann, what)
    end = table.match.screens[0].number + 1
    ann.open.do(table.enter(what.entry))
    interval = ann.page.get_by_role("alertdialog")
    expect(interval).to_contain_text(what.said(with_banner=True)[0])
    wait_for(lambda: table.match.position.awaited != ())
    expect(ann.page.locator("#newest")).to_have_value(str(end))
    interval.get_by_role("button", name="Go on").click()
    expect(interval).to_be_hidden()
    expect(ann.page.locator("#newest")).to_have_value(str(table.match.screens[0].number))
    expect(ann.page.locator("#lately li")).to_have_count(0)
    ann.close()
