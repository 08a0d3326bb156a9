"""Accessibility: axe finds nothing serious on any page, light or dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.table.browser.visitor import Visitor
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import stand_in

NAMES = ["labyrinth", "traxx", "long_way", "the_way", "long_road"]


AXE = Axe().axe_script
OF_COLOUR = ["color-contrast", "link-in-text-block"]  # the rules of axe about colours


def faults(page: Page, **options: object) -> list[str]:
    """Serious and critical violations on a page."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE)
    found = page.evaluate("options => axe.run(options)", {"resultTypes": ["violations"], **options})["violations"]
    worst = [fault for fault in found if fault["impact"] in ("serious", "critical")]
    return [f"{fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:4]]}" for fault in worst]


def in_light_and_dark(page: Page) -> list[str]:
    """Violations in light, and those about colours in dark."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    by_day = [*faults(page), *page.evaluate(PALE)]
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    by_night = [*faults(page, runOnly=OF_COLOUR), *page.evaluate(PALE)]
    return [*by_day, *(f"dark: {fault}" for fault in by_night)]


def contrast(page: Page) -> list[str]:
    """Texts with too little contrast, by day and by night."""
    found = list[str]()
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}: {fault}" for fault in (*faults(page, runOnly=OF_COLOUR), *page.evaluate(PALE))]
    return found


# Texts in a drawing with too little contrast to what is drawn beneath their middle (WCAG 2.2, criterion 1.4.3), because axe does not check
# drawings. Art from the sprite counts with the colour given where it is used. Pieces out of the game may be faint.
PALE = """() => {
  const rgba = colour => {
    const [r, g, b, a = 1] = colour.match(/[\\d.]+/g)?.map(Number) ?? [0, 0, 0, 0], most = colour.startsWith('color(') ? 255 : 1;
    return [r * most, g * most, b * most, a];
  };
  const over = (top, under) => [0, 1, 2].map(at => top[at] * top[3] + under[at] * (1 - top[3])).concat(1);
  const linear = part => part <= 10 ? part / 255 / 12.92 : ((part / 255 + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b) + .05;
  const filled = part => {
    const style = getComputedStyle(part), colour = part.tagName === 'use' ? style.color : style.fill;
    const fill = colour === 'none' ? [0, 0, 0, 0] : rgba(colour);
    fill[3] *= style.fillOpacity;
    for (let one = part; one.tagName !== 'svg'; one = one.parentElement) fill[3] *= getComputedStyle(one).opacity;
    return fill;
  };
  const isStamp = part => part.closest('symbol') !== null; // its parts lie on each other, wherever it is used
  const isShown = part => part.checkVisibility({visibilityProperty: true}) && !part.closest('defs, .ghost, .gone');
  const isColoured = part => part.tagName === 'use' && getComputedStyle(part).color !== getComputedStyle(part.parentElement).color;
  const isOn = (shape, point) => {
    if (shape.tagName !== 'use') return shape.isPointInFill(point.matrixTransform(shape.getScreenCTM().inverse()));
    const box = shape.getBoundingClientRect();
    return box.left < point.x && point.x < box.right && box.top < point.y && point.y < box.bottom;
  };
  const groundOf = part => part ? over(rgba(getComputedStyle(part).backgroundColor), groundOf(part.parentElement)) : [255, 255, 255, 1];
  const boards = [...document.querySelectorAll('#stage svg, #show svg, figure svg')].filter(svg => !svg.parentElement.closest('svg'));
  return boards.flatMap(board => {
    const shown = [...board.querySelectorAll('*')].filter(isShown);
    const shapes = shown.filter(part => part instanceof SVGGeometryElement || isColoured(part));
    const texts = shown.filter(part => part.tagName === 'text' && part.textContent.trim() && part.getBoundingClientRect().width);
    return texts.flatMap(text => {
      const box = text.getBoundingClientRect(), below = .3; // where the outline of a circle begins, browsers find no point in it
      const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2 + below);
      const before = shapes.filter(shape => shape.compareDocumentPosition(text) & 4 && isStamp(shape) === isStamp(text));
      const beneath = before.filter(shape => isOn(shape, middle));
      const ground = beneath.reduce((under, shape) => over(filled(shape), under), groundOf(board));
      const [least, most] = [light(over(filled(text), ground)), light(ground)].sort((one, other) => one - other);
      const style = getComputedStyle(text), size = parseFloat(style.fontSize) * text.getScreenCTM().a;
      const needed = size >= 24 || (size >= 18.66 && style.fontWeight >= 600) ? 3 : 4.5;
      return most / least < needed ? [`${text.textContent} ${style.fill} on ${ground.map(Math.round)}: ${(most / least).toFixed(2)}`] : [];
    });
  });
}"""


@pytest.fixture
def ann(browser: Browser, every_game: ServerThread) -> Iterator[Visitor]:
    visitor = Visitor(browser, every_game, viewport={"width": 1400, "height": 900})
    yield visitor
    visitor.close()


@pytest.mark.parametrize("path", ["/", "/set/labyrinth"])
def test_reading_pages(ann: Visitor, path: str) -> None:
    ann.page.goto(path)
    assert in_light_and_dark(ann.page) == []


def test_the_lobby_with_tables_and_open_panels(ann: Visitor) -> None:
    ann.start("traxx", seat_0="me", seat_1="program", public="yes")
    ann.page.goto("/")
    expect(ann.page.get_by_text("Your turn").first).to_be_visible()
    for opened in ("Change", "Credits"):
        ann.page.get_by_text(opened).first.click()
        assert in_light_and_dark(ann.page) == []


def test_an_error_page(ann: Visitor) -> None:
    ann.page.goto("/nowhere")
    expect(ann.page.get_by_text("There is nothing here.")).to_be_visible()
    assert in_light_and_dark(ann.page) == []
    ann.problems.clear()


@pytest.mark.parametrize("name", NAMES)
def test_a_table_on_the_viewers_turn(ann: Visitor, name: str) -> None:
    table, rng = ann.start(name), Random(1)
    for _ in range(12):
        if ann.settle().choices and (act := table.match.length) < 24:
            screen = table.match.screens[0]
            ann.open.do(table.choose(0, screen.number, str(rng.choice(screen.view.choices))))
            wait_for(lambda: table.match.length > act)
    assert ann.settle().choices
    assert in_light_and_dark(ann.page) == []


def test_the_invitations_of_a_table(ann: Visitor) -> None:
    ann.start()
    ann.page.get_by_text("Invite", exact=True).click()
    assert in_light_and_dark(ann.page) == []


def test_an_invitation_a_curtain_and_a_result(ann: Visitor) -> None:
    table = ann.start("traxx", seat_0="me", seat_1="me", seat_2="free")
    expect(ann.page.get_by_text("Continue when nobody else is looking.")).to_be_visible()
    assert in_light_and_dark(ann.page) == []
    ann.page.get_by_role("button", name="I am Otter").click()
    ann.page.goto(ann.page.get_by_role("textbox", name="Heron").input_value())
    expect(ann.page.get_by_role("button", name="Sit down")).to_be_visible()
    assert in_light_and_dark(ann.page) == []
    for seat in range(3):
        ann.open.do(stand_in(table, seat, "random"))
    wait_for(lambda: table.ended)
    ann.page.goto(f"/play/{table.id}")
    expect(ann.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert in_light_and_dark(ann.page) == []
    ann.page.keyboard.press("ArrowLeft")
    expect(ann.page.get_by_role("link", name="Play on from here")).to_be_visible()
    assert in_light_and_dark(ann.page) == []
    ann.page.get_by_role("link", name="Play on from here").click()
    expect(ann.page.get_by_role("heading", name="Play on: Traxx")).to_be_visible()
    assert in_light_and_dark(ann.page) == []


# Light and dark


COLOURS = """() => ['html', '#stage .paper', '#stage text'].map(name => {
  const { backgroundColor, fill } = getComputedStyle(document.querySelector(name));
  return name === 'html' ? backgroundColor : fill;
})"""


@pytest.mark.parametrize(("system", "choice"), [("light", "dark"), ("dark", "light")])
def test_colours_are_chosen_in_the_settings_for_pages_drawings_and_pictures(
    visit: Callable[..., Visitor], system: str, choice: str
) -> None:
    ann, other = visit(color_scheme=system), visit(color_scheme=choice)
    for visitor in (ann, other):
        visitor.set_table("labyrinth")
    assert ann.page.evaluate(COLOURS) != other.page.evaluate(COLOURS)
    ann.page.get_by_text("Settings").click()
    ann.page.get_by_label("Appearance").select_option(choice)
    assert ann.page.evaluate(COLOURS) == other.page.evaluate(COLOURS)
    ann.page.reload()
    assert ann.page.evaluate(COLOURS) == other.page.evaluate(COLOURS)
    for visitor in (ann, other):
        visitor.page.goto("/")
    assert picture_of(ann) == picture_of(other)
    ann.page.get_by_label("Appearance").select_option("")
    assert picture_of(ann) != picture_of(other)


def test_a_page_is_printed_in_light_colours_even_if_dark_ones_are_chosen(visit: Callable[..., Visitor]) -> None:
    ann = visit(color_scheme="light")
    ann.set_table("labyrinth")
    by_day = ann.page.evaluate(COLOURS)
    ann.page.get_by_text("Settings").click()
    ann.page.get_by_label("Appearance").select_option("dark")
    assert ann.page.evaluate(COLOURS) != by_day
    ann.page.emulate_media(media="print")
    assert ann.page.evaluate(COLOURS) == by_day


def picture_of(visitor: Visitor) -> bytes:
    """The middle of a drawing in an <img>, without its rounded corners."""
    box = visitor.page.locator("article img[src*=tuck]").bounding_box()
    assert box is not None
    return visitor.page.screenshot(clip={"x": box["x"] + 20, "y": box["y"] + 20, "width": box["width"] - 40, "height": box["height"] - 40})
