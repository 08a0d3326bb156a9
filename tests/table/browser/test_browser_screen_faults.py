"""The search for faults on screens finds each kind of fault, and none where there is none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.table.browser.screen_faults import faults
from tests.table.browser.test_browser_access import contrast

BOARD = "<div id=stage><svg width=300 height=200 viewBox='0 0 300 200' style='overflow: hidden'>{}</svg></div>"
BOX = "position: absolute; left: 20px; top: 20px; font: 20px sans-serif"
DISC = "<circle cx=100 cy=100 r=14 fill=white stroke=black />"
BUTTON = "<rect x=20 y=20 width=40 height=20 fill=none />"
NUMERAL = "<text text-anchor=middle font-size=16 font-family=sans-serif x={} y={}>8</text>"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 400, "height": 400}, reduced_motion="reduce")
    yield page
    page.close()


@pytest.mark.parametrize(
    ("fault", "content"),
    [
        ("overlap", f"<p style='{BOX}'>It is Red’s turn.</p><p style='{BOX}'>Choose a card.</p>"),
        ("covered", f"<p style='{BOX}'>Settings</p><div style='{BOX}; background: #eee; width: 200px; height: 90px'>Chat</div>"),
        ("covered", BOARD.format("<text x=40 y=60>+6 (+6 boss)</text><rect x=20 y=52 width=140 height=3 fill=teal />")),
        ("cut", "<p style='width: 3rem; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'>3 daggers and 1 rifle</p>"),
        ("cut", "<div style='height: 60px; overflow: hidden'><img width=100 height=100 src='data:,'></div>"),
        ("clipped", BOARD.format("<circle cx=298 cy=100 r=14 fill=red />")),
        ("off centre", BOARD.format(DISC + NUMERAL.format(100, 111))),
        ("off centre", BOARD.format(DISC + NUMERAL.format(105, 106))),
        ("wider than its button", BOARD.format(f"<g data-choice=a>{BUTTON}<text x=22 y=36>+12 dollars</text></g>")),
        ("resized", "<style>.face { height: 24px }</style>" + BOARD.format("<rect class=face x=9 y=9 width=198 height=70 fill=white />")),
        ("empty", "<div style='border: 1px solid; width: 200px; height: 6px'></div>"),
        ("sideways", "<div style='width: 90px; overflow: auto; white-space: nowrap'>Hello! Nice one! Thanks!</div>"),
        ("the page is wider", "<div style='width: 900px'>Wide</div>"),
    ],
)  # fmt: skip
def test_a_fault_is_found(page: Page, fault: str, content: str) -> None:
    page.set_content(content)
    assert [one for one in faults(page) if one.startswith(fault)], faults(page)


@pytest.mark.parametrize("disc", ["black", "#333"])
def test_a_numeral_as_dark_as_its_disc_is_found_by_day_and_by_night(page: Page, disc: str) -> None:
    page.set_content(
        f"<figure><svg width=200 height=200><circle cx=100 cy=100 r=14 fill='{disc}' />{NUMERAL.format(100, 106)}</svg></figure>"
    )
    assert [fault.split(":")[0] for fault in contrast(page)] == ["dark", "light"]


@pytest.mark.parametrize(
    "content",
    [
        f"<p style='{BOX}'>It is Red’s turn.</p><p style='{BOX}; top: 60px'>Choose a card.</p>",
        BOARD.format(
            DISC + NUMERAL.format(100, 106) + "<text x=40 y=60>+6 (+6 boss)</text><rect x=20 y=70 width=140 height=3 fill=teal />"
        ),
        "<div style='border: 1px solid; width: 200px'>Text</div><img width=100 height=100 src='data:,'>",
    ],
)
def test_nothing_is_found_where_nothing_is_wrong(page: Page, content: str) -> None:
    page.set_content(f"<html lang=en><title>Screen</title>{content}")
    assert faults(page) == []
