"""Shows in a browser: a whole sale in The Long Road, step by step, and its result."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, expect

from byways.game import Game, find_game, stream
from byways.record import Choose, Record, read
from byways.referee import play
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from tests.table.browser.test_browser_access import in_light_and_dark
from tests.table.browser.visitor import CLOSE_SHOWS, Visitor
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import enter, key

RECORD = Path(__file__).parents[2] / "records" / "long_road-3.json"
SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1366, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}
# Parts of a show that are wider than it is.
SIDEWAYS = """() => [...document.querySelectorAll('#show, #show *')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline' && one.id !== 'show-says')
  .map((one) => one.className)"""
# The captions of the scenes, in the order in which they are shown.
WATCH = """() => {
  window.captions = [];
  const show = document.getElementById('show');
  new MutationObserver(() => {
    const caption = [...show.querySelectorAll('.scene .says b')].find((one) => one.checkVisibility())?.textContent;
    if (caption && caption !== captions.at(-1)) captions.push(caption);
  }).observe(show, { attributes: true, childList: true, subtree: true });
}"""
# The texts that a score in a drawing has had.
POINTS = """() => {
  window.points = [];
  new MutationObserver(() => {
    for (const one of document.querySelectorAll("#show .scene:not([hidden]) [id*='-points-'] text")) {
      if (!points.includes(one.textContent)) points.push(one.textContent);
    }
  }).observe(document.getElementById('show'), { attributes: true, childList: true, characterData: true, subtree: true });
}"""
LOOKED_AT = ("Black's Gunsmith is activated, with value 14: dagger and rifle.", "The weapons are sold.")
HIRE, SALE, END = 1, 2, 4  # shows of the record: a sale after which Red hires first, one with six characters, and the end


class Scene(NamedTuple):
    """A scene as a page shows it: its caption, and the money in its drawing."""

    caption: str
    money: tuple[int, ...]


class Recorded(NamedTuple):
    """A recorded game, from the last choice before one of its shows."""

    game: Game
    record: Record
    first: int

    def choices(self) -> list[Choose]:
        return [entry for entry in self.record.entries[self.first :] if isinstance(entry, Choose)]


@cache
def before_show(nth: int) -> Recorded:
    record = read(RECORD.read_bytes())
    game = record.load_game()
    begins = [number for number, step in enumerate(record.play(game)) if any(event.show == "begins" for event in step.events)]
    return Recorded(game, record, max(number for number in range(begins[nth]) if isinstance(record.entries[number], Choose)))


def seated(ann: Visitor, what: Recorded, mine: int | None = 0) -> Table:
    ann.post("labyrinth")  # so that she has a secret
    seats = tuple("me" if seat == mine else "free" for seat in range(len(what.record.players)))
    plan = TablePlan(what.game, seats, what.record.options, begun=what.record.until(what.first))
    table = ann.table = ann.open.do(ann.open.tables.create(plan, ann.cookie("me"), key))
    ann.page.goto(f"/play/{table.id}")
    expect(ann.page.locator("#stage svg")).to_be_visible()
    return table


def task(table: Table) -> str:
    wait_for(lambda: table.match.position.awaited or table.match.position.outcome)
    return str(table.match.position.todo[0].what) if table.match.position.todo else ""  # type: ignore[attr-defined]


def play_until(ann: Visitor, table: Table, choices: list[Choose], seat: int | None, stops: tuple[str, ...]) -> None:
    """Play recorded choices up to one of these tasks, optionally only those of one seat."""
    while choices:
        ann.open.do(enter(table, choices.pop(0)))
        if task(table) in stops and (seat is None or seat in table.match.position.awaited):
            return


def shown(ann: Visitor) -> Locator:
    return ann.page.locator("#show .scene:visible")


def look(ann: Visitor, nth: int) -> Scene:
    """Wait until a scene is at rest, then read it. While it moves, it still has the previous scene's drawing."""
    expect(shown(ann).locator(f"svg#scene{nth}")).to_have_count(1)
    words = " ".join((shown(ann).locator(".says b").text_content() or "").split())
    texts = shown(ann).locator("[id*='-money-'] text").all_text_contents()
    expect(ann.page.locator("#show-says")).to_contain_text(words)
    return Scene(words, tuple(map(int, texts)))


def forward(ann: Visitor, nth: int, is_phone: bool) -> None:
    """Advance in turn by a tap on the drawing, Enter, space and the button."""
    way = nth % 4
    if way == 0 and is_phone:
        shown(ann).locator(".drawn").tap()
    elif way == 0:
        shown(ann).locator(".drawn").click(position={"x": 5, "y": 5})
    elif way == 3:
        ann.page.locator("#show-next").click()
    else:
        ann.page.locator("#show-next").evaluate("button => button.blur()")
        ann.page.keyboard.press("Enter" if way == 1 else " ")


def amounts(texts: list[str]) -> list[int]:
    return [int(re.sub(r"[^\d-]", "", text.replace("−", "-"))) for text in texts]


def before_sale(browser: Browser, server: ServerThread, size: str) -> tuple[Visitor, Table, list[Choose]]:
    motion = "no-preference" if size == "wide" else "reduce"
    ann, what = Visitor(browser, server, reduced_motion=motion, **SIZES[size]), before_show(SALE)
    table = seated(ann, what)
    ann.page.evaluate("localStorage.setItem('speed', 'fast')")
    return ann, table, what.choices()


@pytest.mark.parametrize("size", SIZES)
def test_a_player_who_has_to_choose_during_a_show_does_so_at_once_on_the_board(
    browser: Browser, every_game: ServerThread, size: str
) -> None:
    ann, table, choices = before_sale(browser, every_game, size)
    play_until(ann, table, choices, 0, ("effect",))
    show = ann.page.locator("#show")
    expect(show).to_have_class(re.compile("docked"))
    expect(ann.page.locator("#prompt")).to_have_text("Take a card for your Gunslinger.")
    expect(show).to_contain_text("Red's Gunslinger is activated, with value 8: dagger.")
    ann.page.reload()
    expect(show).to_contain_text("Red's Gunslinger is activated, with value 8: dagger.")
    expect(show).to_have_class(re.compile("docked"))

    # After her choice, it continues from there. The summary stays until she closes it, even if the page is reloaded.
    ann.click_on(choices.pop(0).choice)
    task(table)  # the next activation comes first
    play_until(ann, table, choices, 0, ("effect",))
    expect(show).to_contain_text("Red's Drunkard is activated")
    expect(show).to_have_class(re.compile("docked"))
    while task(table) == "effect" and 0 in table.match.position.awaited:
        ann.shows(table.match.screens[0].number)
        ann.click_on(choices.pop(0).choice)
    play_until(ann, table, choices, None, ("recruit",))
    expect(show).not_to_have_class(re.compile("docked"))
    expect(shown(ann).locator(".says")).to_contain_text("Red's Drunkard")
    expect(ann.page.locator("#show .summary")).to_have_count(1)
    ann.page.keyboard.press("Escape")
    expect(shown(ann)).to_have_class(re.compile("summary"))
    ann.page.reload()
    expect(shown(ann)).to_have_class(re.compile("summary"))
    ann.page.keyboard.press("Escape")
    expect(show).to_be_hidden()
    ann.close()


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_a_whole_sale_is_shown_step_by_step_and_its_summary_is_the_money_that_moved(
    browser: Browser, every_game: ServerThread, size: str
) -> None:
    ann, table, choices = before_sale(browser, every_game, size)
    before = table.match.position.money  # type: ignore[attr-defined]
    play_until(ann, table, choices, None, ("recruit",))
    expect(ann.page.locator("#show .summary")).to_have_count(1)
    ann.page.evaluate(CLOSE_SHOWS)
    expect(ann.page.locator("#show")).to_be_hidden()

    # It is opened again from the log.
    ann.page.locator("#log [data-watch]").last.dispatch_event("click")
    story, scenes = ann.open.do(table.story(0)).steps, list[Scene]()
    while "summary" not in (shown(ann).get_attribute("class") or ""):
        scenes.append(look(ann, len(scenes)))
        assert scenes[-1].money == story[int(shown(ann).get_attribute("data-number") or 0)].view.money  # type: ignore[attr-defined]
        forward(ann, len(scenes), size == "phone")
    assert [scene.caption.partition(" is activated")[0] for scene in scenes] == [
        "Black reaches the destination of the rock road.",
        "Yellow's Gunsmith",
        "Red's Gunslinger",
        "Black's Reverend",
        "Red's Drunkard",
        "Black's Mountain Man",
        "Yellow's Sheriff",
    ]

    # The summary is the money that moved, and names her own boss.
    after = table.match.position.money  # type: ignore[attr-defined]
    moved = [now - then for now, then in zip(after, before, strict=True)]
    assert sum(moved) == 70
    assert amounts(shown(ann).locator(".sum .amount").all_text_contents()) == moved
    assert amounts(shown(ann).locator(".sum .total").all_text_contents()) == list(after)
    for nth, gain in enumerate(moved):
        assert sum(amounts(shown(ann).locator("section").nth(nth).locator("li .amount").all_text_contents())) == gain
    expect(shown(ann).locator(".secret")).to_contain_text(
        "Your boss pays 6\u00a0$ for each Stagecoach 2 in this sale, 2 in all. Only you see this."
    )
    expect(shown(ann).locator(".secret .amount")).to_have_text("+12\u00a0$")
    assert ann.page.evaluate(SIDEWAYS) == []
    ann.page.locator("#show-again").click()
    expect(shown(ann).locator(".says")).to_contain_text("Black reaches")
    ann.page.locator("#show-skip").click()
    ann.page.locator("#show-next").click()
    expect(ann.page.locator("#show")).to_be_hidden()
    ann.close()


def test_a_player_who_hires_first_is_asked_over_the_show_and_can_choose_at_once(browser: Browser, every_game: ServerThread) -> None:
    ann, what = Visitor(browser, every_game, **SIZES["phone"]), before_show(HIRE)
    table, choices = seated(ann, what), what.choices()
    play_until(ann, table, choices, 0, ("recruit",))
    expect(ann.page.locator("#show .summary")).to_have_count(1)
    expect(ann.page.locator("#show-ask")).to_have_text(ann.page.locator("#prompt").text_content() or "")
    expect(ann.page.locator("#show-ask")).to_be_visible()
    ann.page.get_by_role("button", name="Choose now").tap()
    ann.click_on(choices.pop(0).choice)
    ann.close()


def test_points_below_zero_are_counted_with_a_minus_sign(browser: Browser, every_game: ServerThread) -> None:
    game = find_game("long_way")
    record = play(game, [game.bots["random"](stream(0, f"seat {seat}")) for seat in range(6)], seed=0).record
    last, ann = len(record.entries) - 1, Visitor(browser, every_game, reduced_motion="no-preference", **SIZES["wide"])
    table = seated(ann, Recorded(game, record, last))
    ann.open.do(enter(table, record.entries[last]))
    ann.page.locator("#show").wait_for()
    ann.page.evaluate(POINTS)
    while "-7" not in (shown(ann).get_attribute("data-motion") or ""):
        ann.page.keyboard.press("Enter")
    wait_for(lambda: "−7" in ann.page.evaluate("points"))
    assert ann.page.evaluate("points.filter((one) => one !== '0' && /^.[1-7]$/.test(one))") == [f"−{nth}" for nth in range(1, 8)]
    ann.close()


@pytest.mark.long
def test_spectators_see_the_same_scenes_one_after_the_other_and_no_boss(browser: Browser, every_game: ServerThread) -> None:
    ann, what = Visitor(browser, every_game, **SIZES["wide"]), before_show(SALE)
    table, choices = seated(ann, what, None), what.choices()
    ann.page.evaluate("localStorage.setItem('speed', 'none')")
    ann.page.evaluate(WATCH)
    play_until(ann, table, choices, None, ("recruit",))
    wait_for(lambda: len(ann.page.evaluate("captions")) > 1)  # without a tap
    first, then = ann.page.evaluate("captions.slice(0, 2)")
    assert "Black reaches" in first
    assert "Yellow's Gunsmith" in then
    ann.page.locator("#show-skip").click()
    expect(shown(ann).locator("section")).to_have_count(3)
    expect(ann.page.locator("#show .secret")).to_have_count(0)
    ann.page.locator("#show-next").click()

    # Looking back offers the same show.
    ann.page.locator("#look-back").click()
    ann.page.locator("#past [data-watch]").click()
    expect(shown(ann).locator(".says")).to_contain_text("Black reaches")
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#past .moment")).to_be_visible()
    ann.close()


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_the_end_is_counted_step_by_step(browser: Browser, every_game: ServerThread, size: str) -> None:
    ann, what = Visitor(browser, every_game, **SIZES[size]), before_show(END)
    table, choices = seated(ann, what), what.choices()
    play_until(ann, table, choices, None, ())
    wait_for(lambda: table.match.position.outcome is not None)
    outcome = table.match.position.outcome
    assert outcome is not None
    assert outcome.scores is not None
    expect(ann.page.locator("#show .summary")).to_have_count(1)
    ann.page.keyboard.press("Escape")  # Red recruits in the middle, so the page may have begun at a later scene
    expect(shown(ann)).to_have_class(re.compile("summary"))
    ann.page.locator("#show-again").click()
    scenes: list[Scene] = []
    while "summary" not in (shown(ann).get_attribute("class") or ""):
        scenes.append(look(ann, len(scenes)))
        if scenes[-1].caption in LOOKED_AT:
            assert not in_light_and_dark(ann.page)
        forward(ann, len(scenes), size == "phone")
    assert [scene.caption for scene in scenes[-4:]] == [
        "The bosses are turned up.",
        "The end tile pays 8 $: most caravan cards.",
        "The arrival tiles are counted.",
        "The weapons are sold.",
    ]
    assert scenes[-1].money == tuple(map(int, outcome.scores))
    ranked = sorted(range(3), key=lambda seat: outcome.places[seat])
    assert amounts(shown(ann).locator(".sum .total").all_text_contents()) == [outcome.scores[seat] for seat in ranked]
    begun = next(number for number, event in table.match.screens[0].events if event.name == "resolve")
    before = ann.open.do(table.story(0)).steps[begun - 1].view.money  # type: ignore[attr-defined]
    gains = [outcome.scores[seat] - before[seat] for seat in ranked]
    assert amounts(shown(ann).locator(".sum .amount").all_text_contents()) == gains
    assert [sum(amounts(one.locator("li .amount").all_text_contents())) for one in shown(ann).locator("section").all()] == gains
    assert not in_light_and_dark(ann.page)
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#result")).to_be_visible()
    ann.page.reload()
    expect(ann.page.locator("#result")).to_be_visible()
    expect(ann.page.locator("#show")).to_be_hidden()
    ann.close()
