"""The table in a browser: playing, drawings, errors, and who sees what."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from byways.record import Remove
from tests.table.browser.visitor import INSERT, SLIDE, WALK, Visitor, fits
from tests.table.serving import ServerProcess
from tests.table.tables import LABYRINTH, enter

SVG = "http://www.w3.org/2000/svg"


def lines(page: Page) -> list[str]:
    return page.locator("#log li").all_inner_texts()


# Playing


def test_from_the_lobby_to_a_whole_act_by_clicks(visit: Callable[..., Visitor]) -> None:
    ann = visit()
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Play without a lesson").click()
    ann.sit()
    ann.expects(SLIDE)
    slide = ann.click("slide")
    ann.expects(INSERT)
    insert = ann.click("insert")
    ann.expects(WALK)
    walk = ann.click("walk")
    ann.expects(SLIDE)
    assert ann.entries()[:3] == [f"0: {slide}", f"0: {insert}", f"0: {walk}"]
    told = lines(ann.page)
    assert any("Red" in line for line in told)
    assert any("Blue" in line for line in told)


def test_a_whole_act_by_keyboard_alone(ann: Visitor) -> None:
    page = ann.page
    page.locator("#stage").focus()
    page.keyboard.press("Tab")  # to the things
    page.keyboard.press("Tab")  # to the options
    focused = "document.activeElement.dataset.choice ?? null"
    first = page.evaluate(focused)
    assert first.startswith("slide")
    page.keyboard.press("ArrowDown")
    slide = page.evaluate(focused)
    assert slide.startswith("slide")
    assert slide != first
    page.keyboard.press("Enter")
    ann.expects(INSERT)
    assert page.evaluate(focused).startswith("insert")
    page.keyboard.press("Space")
    ann.expects(WALK)
    assert page.evaluate(focused).startswith("walk")
    page.keyboard.press("Enter")
    ann.expects(SLIDE)  # after the bot's turn, which had no options
    page.wait_for_function(f"{focused} !== null")
    assert ann.entries()[0] == f"0: {slide}"


def test_arrow_keys_move_in_their_direction_and_tab_leaves_the_board(ann: Visitor) -> None:
    page = ann.page
    where = """() => { const box = document.activeElement.firstElementChild.getBoundingClientRect(); return [box.x, box.y] }"""
    page.locator("[data-choice]").first.focus()
    page.keyboard.press("End")
    for key, axis, sign in (("ArrowUp", 1, -1), ("ArrowRight", 0, 1), ("ArrowDown", 1, 1), ("ArrowLeft", 0, -1)):
        before = page.evaluate(where)
        page.keyboard.press(key)
        after = page.evaluate(where)
        assert (after == before) or (after[axis] - before[axis]) * sign > 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#stage')") is None


def test_any_choice_can_be_typed_in_its_notation(ann: Visitor) -> None:
    slide = ann.offered("slide")[-1]
    ann.type(f"  {slide} ")
    ann.expects(INSERT)
    assert ann.entries() == [f"0: {slide}"]
    expect(ann.page.get_by_label("Your move")).to_have_value("")


def test_undo_takes_back_step_by_step(ann: Visitor) -> None:
    undo = ann.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    before = ann.offered()
    ann.click("slide")
    ann.expects(INSERT)
    ann.click("insert")
    ann.expects(WALK)
    undo.click()
    ann.expects(INSERT)
    undo.click()
    ann.expects(SLIDE)
    expect(undo).to_be_disabled()
    assert ann.offered() == before


def test_a_finger_may_miss_an_option_by_some_pixels(visit: Callable[..., Visitor]) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    ann.start()
    box = ann.page.locator("[data-choice^='slide'] > :not(.ghost)").first.bounding_box()
    assert box is not None
    ann.page.touchscreen.tap(box["x"] - 6, box["y"] + box["height"] / 2)
    ann.expects(INSERT)


def test_a_game_with_secret_picks_is_played_to_its_end(visit: Callable[..., Visitor]) -> None:
    ann = visit()
    table = ann.start("tuck")
    for _ in range(60):
        if table.match.position.outcome:
            break
        expect(ann.page.locator("[data-choice]").first.or_(ann.page.get_by_text("All rounds are played."))).to_be_visible()
        if ann.offered():
            number = ann.page.locator("#seen").input_value()
            ann.page.mouse.move(0, 0)  # a resting pointer chooses nothing new
            ann.page.locator("[data-choice] > *").first.click()
            expect(ann.page.locator("#seen")).not_to_have_value(number)
    expect(ann.page.locator("#reason")).to_contain_text("All rounds are played.")


# Drawings


SAMPLE = """() => {
  const at = piece => { const box = piece.getBoundingClientRect(); return [box.x, box.y] };
  window.frames_seen = [];
  const look = () => {
    frames_seen.push(Object.fromEntries([...document.querySelectorAll('svg [id][transform]')].map(piece => [piece.id, at(piece)])));
    requestAnimationFrame(look);
  };
  look();
}"""


def test_pieces_glide(visit: Callable[..., Visitor]) -> None:
    ann = visit(reduced_motion="no-preference")
    ann.start()
    motion = ann.session()
    motion.send("Animation.enable")
    motion.send("Animation.setPlaybackRate", {"playbackRate": 0.2})  # a busy machine draws few frames
    ann.page.evaluate(SAMPLE)
    ann.click("slide")
    ann.expects(INSERT)
    ann.page.wait_for_function("() => document.getAnimations().every(one => one.playState === 'finished')")
    frames: list[dict[str, list[float]]] = ann.page.evaluate("frames_seen")
    start, end = frames[0], frames[-1]
    moved = [piece for piece in start if piece in end and start[piece] != end[piece] and "tile" in piece]
    assert len(moved) >= 6
    for piece in moved:
        assert any(is_between(start[piece], frame[piece], end[piece]) for frame in frames), piece


def is_between(start: list[float], at: list[float], end: list[float]) -> bool:
    return any(min(a, c) + 1 < b < max(a, c) - 1 for a, b, c in zip(start, at, end, strict=True))


def test_nothing_glides_with_reduced_motion(visit: Callable[..., Visitor]) -> None:
    ann = visit(reduced_motion="reduce")
    ann.start()
    ann.click("slide")
    ann.expects(INSERT)
    assert ann.page.evaluate("document.getAnimations().length") == 0


SHOWN = """ids => ids.filter(id => {
  const one = document.getElementById(id), box = one?.getBoundingClientRect();
  return one?.namespaceURI !== 'http://www.w3.org/2000/svg' || !one.closest('svg#board') || !(box.width + box.height > 0);
})"""


def test_no_piece_is_lost_from_one_drawing_to_the_next(ann: Visitor) -> None:
    for _ in range(6):
        for kind, then in (("slide", INSERT), ("insert", WALK), ("walk", SLIDE)):
            ann.click(kind)
            ann.expects(then)
            root = ET.fromstring(LABYRINTH.draw(ann.table.match.screens[0].view))
            ids = [piece.attrib["id"] for layer in root for piece in layer if "id" in piece.attrib]
            assert len(ids) >= 50
            assert ann.page.evaluate(SHOWN, ids) == []
            assert ann.page.locator("#stage svg [id]").count() == len(ids) + 4


def test_the_style_of_a_drawing_is_applied_under_the_content_policy(ann: Visitor) -> None:
    fill = "getComputedStyle(document.querySelector('#stage .paper')).fill"
    assert ann.page.evaluate(fill) == "rgb(247, 242, 230)"
    ann.page.emulate_media(color_scheme="dark")
    assert ann.page.evaluate(fill) == "rgb(31, 29, 26)"


def test_the_board_is_seen_whole_without_scrolling(ann: Visitor) -> None:
    for width, height in ((390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1300)):
        ann.resize(width, height)
        for part in ("#stage svg", "#prompt", "#seats", "#undo", "#look-back"):
            assert fits(ann.page.locator(part).bounding_box(), width, height), (part, width, height)
        assert ann.page.evaluate("document.documentElement.scrollHeight") <= height


# Errors


def test_an_illegal_move_is_explained_and_the_board_stays(ann: Visitor) -> None:
    error = ann.page.get_by_role("alert")
    for typed, sentence in (
        ("fly", "'fly' is not a choice of Labyrinth"),
        ("<b>x</b>", "'<b>x</b>' is not a choice of Labyrinth"),
        ("slide 1 left", "Row 2 does not slide. These rows do: 1, 3, 5, and 7."),
        ("", "'' is not a choice of Labyrinth"),
    ):
        ann.type(typed)
        expect(error).to_contain_text(sentence)
    assert ann.offered("slide")
    assert ann.entries() == []
    ann.click("slide")
    ann.expects(INSERT)
    expect(ann.page.locator("#error")).to_be_empty()  # and then not shown, so that it has no role
    assert all(problem.startswith("Failed to load resource") for problem in ann.problems)
    ann.problems.clear()


def test_the_classes_of_the_body_change_with_the_parts_of_the_page(ann: Visitor) -> None:
    body = ann.page.locator("body")
    expect(body).to_have_class("playing has-say")
    ann.type("nonsense")
    expect(body).to_have_class("playing has-say has-error")
    ann.problems.clear()  # the browser reports the refusal too
    ann.type(ann.offered()[0])
    expect(body).to_have_class("playing has-say")
    ann.open.do(enter(ann.table, Remove(0, "resigned")))
    expect(body).to_have_class("playing has-say has-result has-retry")
    ann.page.reload()
    expect(body).to_have_class("playing has-result has-retry has-say")


def test_a_choice_on_an_old_view_plays_nothing(ann: Visitor) -> None:
    two = """all => [all[0], all[1]].forEach((one, nth) => one.firstElementChild.dispatchEvent(
      new MouseEvent('click', { bubbles: true, clientX: 100 * nth })))"""
    ann.page.locator("[data-choice^='slide']").evaluate_all(two)
    ann.expects(INSERT)
    expect(ann.page.get_by_role("alert")).to_contain_text("Nothing was played: the board has changed.")
    assert len(ann.entries()) == 1
    ann.problems.clear()


@pytest.mark.long
def test_a_page_reconnects_after_its_server_was_killed_and_restarted(browser: Browser, tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as served:
        page = browser.new_page(base_url=served.address)
        page.goto("/")
        page.get_by_role("button", name="Play without a lesson").click()
        page.wait_for_url("**/play/*", wait_until="load")  # a click before the scripts have loaded would be lost
        prompt, line = page.locator("#prompt"), page.get_by_text("The connection is lost.")

        def choose(kind: str, then: str) -> None:
            page.locator(f"[data-choice^='{kind}'] > :not(.ghost)").first.click()
            expect(prompt).to_have_text(then)

        choose("slide", INSERT)
        served.kill()
        expect(line).to_be_visible()
        served.start()
        expect(line).to_be_hidden()
        expect(prompt).to_have_text(INSERT)
        choose("insert", WALK)
        choose("walk", SLIDE)  # after the turn of the bot
        page.goto("/")
        page.locator(".tables").get_by_role("link", name="Labyrinth").click()
        expect(prompt).to_have_text(SLIDE)
        page.close()


def test_a_first_connection_that_fails_is_retried(visit: Callable[..., Visitor]) -> None:
    ann, asked = visit(), count()

    def answer(route: Route) -> None:
        if next(asked) == 0:
            route.fulfill(status=503, body="Not yet")
        else:
            route.continue_()

    ann.page.route("**/stream*", answer)
    ann.start()
    expect(ann.page.get_by_text("The connection is lost.")).to_be_visible()
    expect(ann.page.locator("#stage svg")).to_be_visible()
    expect(ann.page.get_by_text("The connection is lost.")).to_be_hidden()
    ann.act()
    ann.problems.clear()


# Who sees what


ON_SCREEN = (
    "document.getElementById('table').innerHTML.replace(/ (tabindex|data-htmx-powered|class)=\"[^\"]*\"/g, '').replace(/>\\s+/g, '>')"
)


def test_two_tabs_of_one_seat_agree(ann: Visitor) -> None:
    other = ann.tab()
    other.goto(ann.page.url)
    ann.click("slide")
    for page in (ann.page, other):
        expect(page.locator("#prompt")).to_have_text(INSERT)
    assert other.evaluate(ON_SCREEN) == ann.page.evaluate(ON_SCREEN)
    notation = ann.offered("insert")[0]
    other.locator(f"[data-choice='{notation}'] > :not(.ghost)").first.click()
    ann.expects(WALK)


def test_a_visitor_without_a_cookie_watches_and_sees_acts_when_they_are_final(ann: Visitor, visit: Callable[..., Visitor]) -> None:
    bob = visit()
    bob.page.goto(ann.page.url)
    expect(bob.page.get_by_text("You are watching")).to_be_visible()
    before = bob.page.evaluate(ON_SCREEN).strip()  # only the page has white space around it
    ann.click("slide")
    ann.expects(INSERT)
    assert bob.page.evaluate(ON_SCREEN).strip() == before
    assert bob.page.locator("#say, #undo, [data-choice]").count() == 0
    ann.click("insert")
    ann.expects(WALK)
    ann.click("walk")
    expect(bob.page.locator("#log li").first).to_be_visible()
