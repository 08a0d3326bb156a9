"""Following a game in a browser: other seats' acts are animated, stay marked, and can be replayed."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Route, expect

from byways.games.labyrinth.state import Insert, Slide, Walk
from byways.games.traxx.state import Done, Draw
from byways.table.pages.assets import STATIC
from tests.table.browser.visitor import SLIDE, Visitor, fits
from tests.table.serving import ServerThread, wait_for

Point: TypeAlias = tuple[float, float]
PHONE = {"width": 390, "height": 844}

# Every caption, whether an animation was running, and the place of Blue's avatar in each frame.
WATCH_MOTION = """() => {
  window.captions = []; window.places = []; window.moved = 0;
  new MutationObserver(() => { const said = document.getElementById('caption').textContent; if (said) captions.push(said); })
    .observe(document.getElementById('caption'), { childList: true });
  const look = () => {
    const svg = document.querySelector('#stage > svg'), box = svg.querySelector('#board-avatar-1').getBoundingClientRect();
    const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(svg.getScreenCTM().inverse());
    if (document.body.classList.contains('following')) places.push([at.x, at.y]);
    moved += document.querySelector('#stage > svg').getAnimations({ subtree: true }).length;
    requestAnimationFrame(look);
  };
  look();
}"""
WATCH_CAPTIONS = """() => {
  window.captions = [];
  new MutationObserver(() => { const said = document.getElementById('caption').textContent; if (said) captions.push(said); })
    .observe(document.getElementById('caption'), { childList: true });
}"""
HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def moving(visit: Callable[..., Visitor]) -> Visitor:
    """Ann with motion; she plays Red, and the test plays Blue."""
    ann = visit(reduced_motion="no-preference")
    return seated(ann)


@pytest.fixture
def still(visit: Callable[..., Visitor]) -> Visitor:
    return seated(visit())


def seated(ann: Visitor) -> Visitor:
    opened = ann.request.post(f"{ann.post('labyrinth', seat_0='me', seat_1='me')}/open?seat=0", max_redirects=0)
    ann.page.goto(opened.headers["location"])
    ann.sit()
    ann.expects(SLIDE)
    ann.click("pass")
    expect(ann.page.locator("#turn")).to_have_value("theirs")
    return ann


def choose(ann: Visitor, seat: int, kind: type, last: bool = True) -> str:
    screen = ann.table.match.screens[seat]
    offered = [choice for choice in screen.view.choices if isinstance(choice, kind)]
    choice = str(offered[-1 if last else 0])
    ann.open.do(ann.table.choose(seat, screen.number, choice))
    return choice


def blue_acts(ann: Visitor) -> None:
    """Blue slides, and walks to the last choice."""
    for kind in (Slide, Insert, Walk):
        choose(ann, 1, kind)


def steps(ann: Visitor) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ann.page.evaluate("JSON.parse(document.getElementById('steps').textContent)")
    return found


def distance(point: Point, one: Point, other: Point) -> float:
    """The distance of a point from the line through two others."""
    (x, y), (from_x, from_y), (to_x, to_y) = point, one, other
    length = (to_x - from_x) ** 2 + (to_y - from_y) ** 2
    part = max(0.0, min(1.0, ((x - from_x) * (to_x - from_x) + (y - from_y) * (to_y - from_y)) / length)) if length else 0.0
    return math.hypot(x - from_x - part * (to_x - from_x), y - from_y - part * (to_y - from_y))


# Step by step


def test_a_line_slides_and_then_the_avatar_walks_along_its_path(moving: Visitor) -> None:
    moving.page.evaluate(WATCH_MOTION)
    blue_acts(moving)
    moving.expects(SLIDE)
    slide, walk = [step for step in steps(moving) if step.get("seat") == 1]
    assert moving.page.evaluate("captions") == [slide["text"], walk["text"]]
    assert "slides" in slide["text"]
    assert "walks" in walk["text"]
    ways = [dict(step["moves"]).get("avatar-1", []) for step in (slide, walk)]
    path = [point for way in ways for point in way]
    places: list[Point] = moving.page.evaluate("places")
    assert places
    off = max(min(distance(place, one, other) for one, other in pairwise(path)) for place in places)
    assert off < 8, off


# On a phone the other's sheet is zoomed and inside the window, its numbers can be read, and nothing can be chosen.
ZOOMED = """() => {
  const { left, top, right, bottom } = document.getElementById('board-sheet-1').getBoundingClientRect();
  const isSeen = (part) => part.checkVisibility({ visibilityProperty: true });
  return right - left > .8 * innerWidth && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    && isSeen(document.getElementById('board-number-1-8')) && ![...document.querySelectorAll('#stage [data-choice]')].some(isSeen);
}"""


def test_in_simultaneous_games_every_line_is_animated(browser: Browser, every_game: ServerThread) -> None:
    ann = Visitor(browser, every_game, reduced_motion="no-preference", viewport=PHONE)
    table = ann.start("traxx")
    wait_for(lambda: table.match.position.awaited == (0,))
    expect(ann.page.locator("#seats .awaited")).to_have_count(1)
    ann.page.evaluate("localStorage.setItem('speed', 'slow')")
    ann.page.evaluate(WATCH_CAPTIONS)
    choose(ann, 0, Draw)
    choose(ann, 0, Done)
    expect(ann.page.locator("#caption")).to_contain_text("Fox")
    assert ann.page.evaluate("captions[0]").startswith("Otter draws through ")
    ann.page.wait_for_function(ZOOMED)
    ann.close()


def test_the_new_drawing_appears_after_the_animation(moving: Visitor) -> None:
    blue_acts(moving)
    moving.expects(SLIDE)
    assert moving.page.evaluate("document.body.classList.contains('following')") is False
    drawn = moving.page.locator("#board-avatar-1").get_attribute("transform")
    moving.page.reload()
    assert moving.page.locator("#board-avatar-1").get_attribute("transform") == drawn


def test_with_reduced_motion_nothing_moves_but_acts_are_marked(still: Visitor) -> None:
    still.page.evaluate(WATCH_MOTION)
    blue_acts(still)
    still.expects(SLIDE)
    assert still.page.evaluate("[captions.length, moved]") == [0, 0]
    expect(still.page.locator("#stage .marks .trail-of").first).to_be_attached()


def test_the_speed_is_remembered_and_instant_shows_no_steps(moving: Visitor) -> None:
    page = moving.page
    page.get_by_text("Settings").click()
    assert page.get_by_label("Speed of others’ moves").locator("option").all_inner_texts() == ["at once", "fast", "normal", "slow"]
    page.get_by_label("Speed of others’ moves").select_option("none")
    page.reload()
    assert page.locator("#speed").input_value() == "none"
    page.evaluate(WATCH_MOTION)
    blue_acts(moving)
    moving.expects(SLIDE)
    assert page.evaluate("captions") == []


def test_a_click_skips_the_animation_and_chooses_nothing(moving: Visitor) -> None:
    page = moving.page
    page.evaluate("localStorage.setItem('speed', 'slow')")
    blue_acts(moving)
    expect(page.locator("body.following")).to_be_attached()
    entries = moving.entries()
    shows = """async () => {
      document.querySelector('#stage > svg').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      return document.body.classList.contains('following');
    }"""
    assert page.evaluate(shows) is False
    moving.expects(SLIDE)
    page.evaluate("document.querySelector('#stage [data-choice]').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    page.wait_for_timeout(200)
    assert moving.entries() == entries
    moving.click("slide")
    wait_for(lambda: len(moving.entries()) > len(entries))


def test_the_viewers_own_choice_is_drawn_at_once(moving: Visitor) -> None:
    page = moving.page
    blue_acts(moving)
    moving.expects(SLIDE)
    page.evaluate(WATCH_MOTION)
    page.evaluate("localStorage.setItem('speed', 'slow')")
    moving.act_alone()
    assert page.evaluate("captions") == []


# Marked


def test_acts_of_others_stay_marked_until_the_viewer_acts(still: Visitor) -> None:
    page, news = still.page, still.page.locator("#log .late")
    blue_acts(still)
    still.expects(SLIDE)
    for _ in range(2):
        expect(news).to_have_count(2)
        expect(news.first).to_contain_text("Blue slides")
        expect(news.last).to_contain_text("Blue walks")
        expect(page.locator("#stage .marks .band")).to_have_count(1)
        page.reload()
    still.click("slide")
    expect(page.locator("#stage .marks")).to_have_count(0)
    expect(news).to_have_count(0)
    expect(page.get_by_role("button", name="Show again")).to_have_count(0)


MARKED = """async ([file, parts]) => {
  const { mark } = await import(file), svg = document.querySelector('#stage > svg');
  svg.insertAdjacentHTML('beforeend', `<g id="board-lying">${parts}</g>`);
  mark(svg, [{ marked: true, token: 0, pieces: ['lying'] }]);
  return svg.querySelectorAll('.marks .tick').length;
}"""
AREA = '<rect class="hit" width="60" height="60"/>'


@pytest.mark.parametrize(("parts", "marks"), [(AREA, 0), (f'{AREA}<circle cx="30" cy="30" r="9"/>', 2)])
def test_empty_places_are_not_marked(still: Visitor, parts: str, marks: int) -> None:
    file = still.page.evaluate("document.querySelector('script[src$=\"/follow.js\"]').src.replace('follow.js', 'motion.js')")
    assert still.page.evaluate(MARKED, [file, parts]) == marks


SEEN = """([...lines]) => lines.map(line => {
  const { top, bottom } = line.closest('#told').getBoundingClientRect(), box = line.getBoundingClientRect();
  return box.top >= top && box.bottom <= bottom + 1 && line.scrollWidth <= line.clientWidth;
})"""


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_log_is_one_list_with_the_newest_acts_at_its_end(still: Visitor, size: tuple[int, int]) -> None:
    page, (width, height) = still.page, size
    still.resize(width, height)
    before = page.locator("#stage svg").bounding_box()
    blue_acts(still)
    still.expects(SLIDE)
    assert page.locator("#log li").evaluate_all("all => all.map(one => one.className)")[-3:] == ["", "late begins", "late"]
    expect(page.locator("#log .late .seat-mark")).to_have_count(1)  # one token for the whole act
    moments: list[int] = page.locator("#log li").evaluate_all("all => all.map(one => +one.dataset.moment)")
    assert moments == sorted(moments)
    assert page.locator("#log .late").evaluate_all(SEEN) == [True, True]
    assert fits(page.locator("#log .late").last.bounding_box(), width, height)
    assert page.locator("#stage svg").bounding_box() == before


def test_on_a_phone_the_acts_of_three_others_are_readable(visit: Callable[..., Visitor]) -> None:
    ann = visit(viewport=PHONE, has_touch=True)
    ann.start(**{f"seat_{seat}": "me" for seat in range(4)})
    ann.lift_curtain("Red")
    ann.click("pass")
    wait_for(lambda: ann.table.match.position.awaited == (1,))
    for seat in (1, 2, 3):
        for kind in (Slide, Insert, Walk):
            choose(ann, seat, kind, last=kind is not Insert)
    ann.expects(SLIDE)
    expect(ann.page.locator("#log .late")).to_have_count(6)
    assert all(ann.page.locator("#log .late").evaluate_all(SEEN))
    # Traces are drawn before all avatars, so that they hide none.
    assert False not in ann.page.evaluate("""() => [...document.querySelectorAll('#stage :is(.trail-of, .band, .chevron)')].map(trace =>
      [0, 1, 2, 3].every(seat => trace.compareDocumentPosition(document.getElementById(`board-avatar-${seat}`)) & 4))""")
    assert ann.page.locator("#stage .trail-of").count() > 1


# A card with a road is turned, gets a coin, is turned over, and loses what lay on it: what moved each time, and by which frames.
CHANGES = """async (cards) => {
  const { Run, play } = await import(document.querySelector('[src$="/follow.js"]').src.replace('follow', 'motion'));
  const drawn = (inside) => new DOMParser().parseFromString(
    `<svg id="b"><g id="b-pieces"><g id="b-card">${inside}</g></g></svg>`, 'text/html'
  ).querySelector('svg');
  const animate = Element.prototype.animate;
  let seen = [];
  Element.prototype.animate = function (frames, how) {
    seen.push([this.tagName, frames.at(-1).transform ?? frames.at(-1).opacity].join(' '));
    return animate.call(this, frames, how);
  };
  const told = [];
  for (const [before, after, turns] of cards) {
    const svg = document.body.appendChild(document.importNode(drawn(before), true));
    seen = [];
    await play(svg, drawn(after), [{ text: '', pieces: ['card'], turns }], new Run(), () => {});
    told.push([seen, svg.querySelector('#b-card').innerHTML === drawn(after).querySelector('#b-card').innerHTML]);
  }
  return told;
}"""


def test_a_changed_piece_is_turned_redrawn_or_flipped(moving: Visitor) -> None:
    card, turned, coin, back = (
        '<rect width="9" height="9"/><path d="M0 4H9"/>',
        '<path d="M4 0V9"/>',
        '<circle r="2"/>',
        '<path d="M0 0H9V9"/>',
    )
    changes = [(card, turned, [["card", 90]]), (card, card + coin, []), (card, back, []), (card + coin, card, [])]
    turn, draw, flip, leave = moving.page.evaluate(CHANGES, changes)
    assert "rotate(90deg)" in turn[0][0]
    assert draw[0] == ["circle 1"]
    assert ["scaleX(0)" in flip[0][0], "scaleX(1)" in flip[0][1]] == [True, True]
    assert leave[0] == []
    assert all(is_drawn for _, is_drawn in (turn, draw, flip, leave))


def test_a_trail_has_round_corners(still: Visitor) -> None:
    drawn = still.page.evaluate(
        """async (static) => {
      const { mark } = await import(`${static}/motion.js`);
      const svg = document.querySelector('#stage > svg');
      mark(svg, [{ marked: true, token: 1, pieces: [], moves: [['avatar-1', [[0, 0], [60, 0], [60, 60]]]] }]);
      return svg.querySelector('.trail-of').getAttribute('d');
    }""",
        STATIC,
    )
    assert drawn.startswith("M0,0L30,0Q60,0 60,")


# Every moment that is replayed with its drawing.
WATCH_PAST = """() => {
  window.replayed = [];
  new MutationObserver(() => {
    if (document.querySelector('#past svg')) replayed.push(document.querySelector('#past .moment')?.textContent ?? '');
  }).observe(document.getElementById('past'), { childList: true, subtree: true, characterData: true });
}"""


@pytest.mark.long
def test_acts_of_others_can_be_replayed(moving: Visitor) -> None:
    page = moving.page
    blue_acts(moving)
    moving.expects(SLIDE)
    page.evaluate(WATCH_PAST)
    page.get_by_role("button", name="Show again what the others did").click()
    wait_for(lambda: any("Blue walks" in moment for moment in page.evaluate("replayed")))
    expect(page.locator("#past")).to_be_hidden()
    moving.click("slide")


# Missed


@pytest.mark.parametrize("answer", ["Show", "Skip"])
def test_a_viewer_who_was_away_is_offered_the_missed_acts(moving: Visitor, answer: str) -> None:
    page, missed = moving.page, moving.page.locator("#missed")
    page.evaluate(HIDE, True)
    blue_acts(moving)
    page.evaluate(HIDE, False)
    moving.expects(SLIDE)
    expect(missed).to_contain_text("One act since you last looked.")
    page.evaluate(WATCH_PAST)
    missed.get_by_role("button", name=answer).click()
    expect(missed).to_be_hidden()
    if answer == "Show":
        wait_for(lambda: any("Blue walks" in moment for moment in page.evaluate("replayed")))
        expect(page.locator("#past")).to_be_hidden()
    page.reload()
    moving.expects(SLIDE)
    expect(missed).to_be_hidden()


def test_missed_acts_are_offered_after_leaving_the_page(still: Visitor) -> None:
    address = still.page.url
    still.page.goto("/")
    blue_acts(still)
    still.page.goto(address)
    expect(still.page.locator("#missed")).to_contain_text("One act since you last looked.")
    still.page.keyboard.press("ArrowLeft")
    expect(still.page.locator("#missed")).to_be_hidden()  # otherwise it would cover the controls
    still.page.keyboard.press("Escape")
    expect(still.page.locator("#missed")).to_be_visible()
    still.click("slide")
    expect(still.page.locator("#missed")).to_be_hidden()


def test_seen_acts_are_not_offered(still: Visitor) -> None:
    blue_acts(still)
    still.expects(SLIDE)
    still.page.reload()
    still.expects(SLIDE)
    expect(still.page.locator("#missed")).to_be_hidden()


def test_the_last_seen_moment_is_stored_even_if_a_script_loads_late(visit: Callable[..., Visitor]) -> None:
    ann = visit()

    def late(route: Route) -> None:
        ann.page.wait_for_timeout(1000)
        route.continue_()

    ann.page.route("**/motion.js", late)
    ann.start()
    wait_for(lambda: ann.page.evaluate("Object.keys(localStorage).some(key => key.startsWith('seen '))"))
