"""Climaxes of the games in a browser: animated in order, and described in words with reduced motion."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from byways.game import Event, Game
from byways.record import Entry, Record, read
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from tests.table.browser.visitor import Visitor, fits
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import enter, key

RECORDS = Path(__file__).parents[2] / "records"
LATEST = {"labyrinth": 1, "long_road": 3, "long_way": 2, "the_way": 1, "traxx": 1}  # by the versions of their records

WATCH = """() => {
  window.captions = []; window.banners = [];
  for (const [id, said] of [['caption', captions], ['banner', banners]]) {
    const shown = document.getElementById(id);
    new MutationObserver(() => shown.textContent && said.push(shown.textContent)).observe(shown, { childList: true });
  }
  window.covered = false;
  new MutationObserver(() => {
    const [said, board] = ['banner', 'stage'].map(id => document.getElementById(id).getBoundingClientRect());
    covered ||= said.left < board.right && said.right > board.left && said.top < board.bottom && said.bottom > board.top;
  }).observe(document.getElementById('banner'), { attributes: true });
}"""
PHONE = {"width": 390, "height": 844}
SIZES = {"labyrinth": PHONE, "traxx": PHONE}  # the others on a wide screen


class Climax(NamedTuple):
    """A record up to a moment with a banner for a seat (None: a spectator), the entry that causes it, and the banner's text."""

    seat: int | None
    game: Game
    before: Record
    entry: Entry
    events: list[Event]

    def said(self, with_banner: bool = False) -> list[str]:
        return [self.game.say(event.wording) for event in self.events if event.banner or not with_banner]


@cache
def climax(name: str, nth: int = -1) -> Climax:
    """A climax in a recorded game, by default the last. In Labyrinth, only the finder knows of a treasure."""
    record = read((RECORDS / f"{name}-{LATEST[name]}.json").read_bytes())
    game, steps = record.load_game(), list(record.play(record.load_game()))
    for seat in (None, *range(len(record.players))):
        told = [[mine for event in step.events if (mine := event.for_seat(seat))] for step in steps]
        if numbers := [number for number, events in enumerate(told) if any(event.banner for event in events)]:
            number = numbers[nth]
            return Climax(seat, game, record.until(number), record.entries[number], told[number])
    raise AssertionError(name)


def watched(ann: Visitor, what: Climax) -> Table:
    """Let Ann watch a table where the climax is about to happen."""
    ann.post("labyrinth")  # so that she has a secret
    seats = tuple("me" if seat == what.seat else "free" for seat in range(len(what.before.players)))
    table = ann.open.do(ann.open.tables.create(TablePlan(what.game, seats, what.before.options, begun=what.before), ann.cookie("me"), key))
    ann.page.goto(f"/play/{table.id}")
    seen = f"localStorage.getItem('seen /play/{table.id} {'' if what.seat is None else what.seat}')"
    wait_for(lambda: ann.page.evaluate(seen) is not None)
    return table


@pytest.mark.parametrize("name", sorted(LATEST.keys() - {"long_road", "long_way"}))  # their climaxes are shows
def test_a_climax_is_animated_with_a_banner_beside_the_board(browser: Browser, every_game: ServerThread, name: str) -> None:
    looks = {"viewport": SIZES[name]} if name in SIZES else {}
    ann, what = Visitor(browser, every_game, reduced_motion="no-preference", **looks), climax(name)
    table = watched(ann, what)
    ann.page.evaluate("localStorage.setItem('speed', 'fast')")
    ann.page.evaluate(WATCH)
    ann.open.do(enter(table, what.entry))
    expect(ann.page.locator("#newest")).to_have_value(str(table.match.screens[what.seat].number))
    captions: list[str] = ann.page.evaluate("captions")
    assert captions[: len(what.events)] == what.said()
    assert ann.page.evaluate("banners")[: len(what.said(with_banner=True))] == what.said(with_banner=True)
    assert ann.page.evaluate("covered") is False
    expect(ann.page.locator("#banner")).to_be_hidden()
    ann.close()


@pytest.mark.parametrize("name", LATEST)
def test_a_climax_is_described_in_words_with_reduced_motion(browser: Browser, every_game: ServerThread, name: str) -> None:
    ann, what = Visitor(browser, every_game), climax(name)
    table = watched(ann, what)
    ann.page.evaluate(WATCH)
    ann.open.do(enter(table, what.entry))
    for sentence in what.said(with_banner=True):
        expect(ann.page.locator("#log")).to_contain_text(sentence)
    assert ann.page.evaluate("[captions, banners]") == [[], []]
    ann.close()


@pytest.mark.long
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_finished_game_of_a_set_stays_on_the_board_until_the_player_continues(
    browser: Browser, every_game: ServerThread, motion: str
) -> None:
    ann = Visitor(browser, every_game, reduced_motion=motion, viewport=PHONE)
    what = climax("the_way", 0)._replace(seat=0)
    table = watched(ann, what)
    end = table.match.screens[0].number + 1
    ann.open.do(enter(table, what.entry))
    interval = ann.page.get_by_role("alertdialog")
    expect(interval).to_contain_text(what.said(with_banner=True)[0])
    wait_for(lambda: table.match.position.awaited != ())
    expect(ann.page.locator("#newest")).to_have_value(str(end))
    interval.get_by_role("button", name="Continue").click()
    expect(interval).to_be_hidden()
    expect(ann.page.locator("#newest")).to_have_value(str(table.match.screens[0].number))
    expect(ann.page.locator("#log .late")).to_have_count(0)
    ann.close()


def skip_show(ann: Visitor) -> None:
    """Skip to the summary of the final show, and close it."""
    expect(ann.page.locator("#show .summary")).to_be_attached()  # not the sale before the end
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#show")).to_have_class(re.compile("summed"))
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#show")).to_be_hidden()


# Whether the board celebrates, and which parts are animated meanwhile.
GLAD = """() => {
  window.glad = []; window.parts = 0;
  new MutationObserver(() => {
    const now = document.body.classList.contains('celebrating');
    if (now !== Boolean(glad.length % 2)) glad.push(performance.now());
    if (now) parts = document.querySelector('#stage .joy').getAnimations({ subtree: true }).length;
  }).observe(document.body, { attributeFilter: ['class'] });
}"""


@pytest.mark.long
@pytest.mark.parametrize(("name", "motion"), [*((name, "no-preference") for name in LATEST), ("traxx", "reduce")])
def test_a_victory_is_celebrated_once_in_the_games_own_terms(browser: Browser, every_game: ServerThread, name: str, motion: str) -> None:
    record = read((RECORDS / f"{name}-{LATEST[name]}.json").read_bytes())
    game, steps = record.load_game(), list(record.play(record.load_game()))
    outcome, last = steps[-1].after.outcome, next(number for number, step in enumerate(steps) if step.after.outcome)
    assert outcome is not None
    looks = {"viewport": SIZES[name]} if name in SIZES else {}
    ann = Visitor(browser, every_game, reduced_motion=motion, **looks)
    table = watched(ann, Climax(outcome.winners[0], game, record.until(last), record.entries[last], []))
    ann.page.evaluate("localStorage.setItem('speed', 'fast')")
    ann.page.evaluate(GLAD)
    ann.open.do(enter(table, record.entries[last]))
    if name in ("long_road", "long_way"):
        skip_show(ann)
    expect(ann.page.locator("#result")).to_be_visible()
    if motion == "reduce":
        assert ann.page.evaluate("[glad, parts]") == [[], 0]
    else:
        wait_for(lambda: len(ann.page.evaluate("glad")) == 2)
        assert ann.page.evaluate("parts") > 0
        assert ann.page.locator("#stage .joy").first.evaluate("joy => getComputedStyle(joy).visibility") == "hidden"
    ann.page.reload()
    expect(ann.page.locator("#result")).to_be_visible()
    expect(ann.page.locator("body.celebrating")).to_have_count(0)
    ann.close()


@pytest.mark.parametrize(("size", "motion"), [("wide", "no-preference"), ("phone", "reduce")])
def test_the_shoppers_walk_through_each_store_and_the_points_are_counted(
    browser: Browser, every_game: ServerThread, size: str, motion: str
) -> None:
    record = read((RECORDS / "long_way-2.json").read_bytes())
    game, steps = record.load_game(), list(record.play(record.load_game()))
    outcome, last = steps[-1].after.outcome, next(number for number, step in enumerate(steps) if step.after.outcome)
    assert outcome is not None
    assert outcome.scores is not None
    looks = {"viewport": PHONE} if size == "phone" else {}
    ann = Visitor(browser, every_game, reduced_motion=motion, **looks)
    table = watched(ann, Climax(1, game, record.until(last), record.entries[last], []))
    ann.open.do(enter(table, record.entries[last]))
    show, following = ann.page.locator("#show"), ann.page.locator("#show-next")
    walk_through(ann, outcome.scores)
    following.click()  # closes the summary
    expect(show).to_be_hidden()
    expect(ann.page.locator("#result")).to_be_visible()
    expect(ann.page.locator("#places b").first).to_have_text(f"{max(outcome.scores):g}")
    ann.page.reload()
    ann.page.locator("#result").get_by_role("button", name="Watch step by step").click()
    walk_through(ann, outcome.scores)
    ann.close()


def walk_through(ann: Visitor, scores: tuple[float, ...]) -> None:
    """Go through the show, comparing each store's points with its score."""
    show, size = ann.page.locator("#show"), ann.page.viewport_size
    show.wait_for()
    captions = set[str]()
    assert size is not None
    while not show.evaluate("show => show.classList.contains('summed')"):
        captions.add(ann.page.locator(".scene:visible .says b").inner_text())
        scene = ann.page.locator(".scene:visible .drawn")
        assert fits(scene.bounding_box(), size["width"], size["height"])
        ann.page.keyboard.press("Enter")
    assert len(captions) > len(scores)
    drawn = "[...document.querySelectorAll('.scene .drawn')].at(-1)"
    points = f"seat => {drawn}.querySelector(`[id$='points-${{seat}}'] text`).textContent"
    assert [told(ann.page.evaluate(points, seat)) for seat in range(len(scores))] == [*scores]
    sums = ann.page.locator(".summary .sum > .amount").all_inner_texts()
    assert sorted(map(told, sums)) == sorted(scores)


def told(points: str) -> float:
    assert "-" not in points
    return float(points.replace("\N{MINUS SIGN}", "-"))
