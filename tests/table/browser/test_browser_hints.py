"""Hints: the whole act as a ghost on the board, step by step or played at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Request, expect

from byways.game import all_games
from tests.table.browser.visitor import PHONE, SIDEWAYS, SLIDE, WIDE, Visitor, fits
from tests.table.reviews import make_reviews_up
from tests.table.serving import ServerThread, wait_for

BOTH = pytest.mark.parametrize("looks", [WIDE, PHONE], ids=["wide", "phone"])
GHOST = "#stage .hinted .step"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("hints"), all_games(), pause=0)) as server:
        make_reviews_up(server)
        yield server


class Player(Visitor):
    """A player who asks for hints."""

    def ask(self) -> list[str]:
        """Ask for a hint; returns the steps of its best act."""
        self.settle()
        self.page.locator("#hint").click()
        expect(self.picked.locator("[data-play-act]")).to_be_visible()
        return (self.picked.get_attribute("data-choices") or "").split("\n")

    @property
    def picked(self) -> Locator:
        return self.page.locator("#advice .picked")

    def choose(self, step: str) -> None:
        number = self.table.match.screens[0].number
        self.open.do(self.table.choose(0, number, step))
        self.shows(number + 1)


@pytest.mark.parametrize("game", ["labyrinth", "traxx", "long_way", "the_way", "long_road"])
def test_a_hint_on_a_phone_on_its_side_is_whole_and_covers_no_button(browser: Browser, server: ServerThread, game: str) -> None:
    player = Player(browser, server, **SIDEWAYS)
    player.start(game)
    player.ask()
    panel, play, buttons = (
        found.bounding_box()
        for found in (player.page.locator("#advice div"), player.picked.locator("[data-play-act]"), player.page.locator("#back"))
    )
    assert panel is not None
    assert play is not None
    assert buttons is not None
    assert panel["y"] < play["y"] < play["y"] + play["height"] < panel["y"] + panel["height"] < buttons["y"]
    player.close()


@BOTH
@pytest.mark.parametrize("game", ["labyrinth", "traxx", "long_way", "the_way", "long_road"])
def test_a_hint_is_the_ghost_of_a_whole_act_until_it_is_played(browser: Browser, server: ServerThread, game: str, looks: Any) -> None:
    player = Player(browser, server, **looks)
    player.start(game)
    page, posts = player.page, list[Request]()
    page.on("request", lambda request: posts.append(request) if request.url.endswith("/choose?seat=0") else None)
    steps = player.ask()
    after = player.table.match.position
    for step in map(player.table.game.parse, steps):
        after = after.choose(0, step)
    assert not (after.acts[0] and 0 in after.awaited)  # nothing of the act is left to choose
    expect(page.locator(GHOST)).to_have_count(len(steps))
    expect(page.locator(f"#stage .advised[data-choice='{steps[0]}']")).to_have_count(1)
    expect(page.locator("#stage .advised")).to_have_count(1)
    if len(steps) > 1:
        player.choose(steps[0])
        expect(page.locator(GHOST)).to_have_count(len(steps) - 1)  # the rest of the act, with the next step marked
        expect(page.locator(f"#stage .advised[data-choice='{steps[1]}']")).to_have_count(1)
        page.locator("#undo").click()
        expect(page.locator(GHOST)).to_have_count(len(steps))
    other = page.locator("#advice li:not(.picked) [data-idea]").first
    if other.count():
        (other.tap if looks is PHONE else other.click)()
        steps = (player.picked.get_attribute("data-choices") or "").split("\n")
        expect(page.locator(f"#stage .advised[data-choice='{steps[0]}']")).to_have_count(1)
    button = player.picked.locator("[data-play-act]")
    (button.tap if looks is PHONE else button.click)()
    expect(page.locator("#advice")).to_be_empty()
    expect(page.locator("#stage :is(.hinted, .advised)")).to_have_count(0)
    wait_for(lambda: player.chosen()[-len(steps) :] == steps)
    assert len(posts) == 1
    player.close()


def test_a_hint_goes_as_soon_as_it_is_played(browser: Browser, server: ServerThread) -> None:
    player = Player(browser, server, **PHONE)
    player.start("traxx")
    player.ask()
    for other in player.page.locator("#advice li:not(.picked) [data-idea] span").all():
        expect(other).to_be_in_viewport()  # a chance says little without its act
    player.page.route("**/choose?*", lambda route: None)  # no answer comes
    player.picked.locator("[data-play-act]").tap()
    expect(player.page.locator("#advice")).to_be_empty()
    expect(player.page.locator("#stage .hinted")).to_have_count(0)
    player.close()


@BOTH
def test_a_hint_moves_nothing_and_hides_nothing_of_the_prompt(browser: Browser, server: ServerThread, looks: Any) -> None:
    player = Player(browser, server, **looks)
    player.start()
    page, stage = player.page, player.page.locator("#stage")
    before = stage.bounding_box()
    player.ask()
    expect(player.picked.locator("[data-idea]")).to_contain_text(re.compile(r"Slide .+ walk to row \d+, column \d+ \d+%"))
    assert stage.bounding_box() == before
    prompt, listed = page.locator("#prompt").bounding_box(), page.locator("#advice > div").bounding_box()
    assert prompt is not None
    assert listed is not None
    assert prompt["y"] + prompt["height"] <= listed["y"]
    assert fits(listed, **looks["viewport"])
    page.keyboard.press("Escape")
    expect(page.locator("#advice")).to_be_empty()
    expect(page.locator("#stage :is(.hinted, .advised)")).to_have_count(0)
    player.ask()
    player.choose("pass")  # a different act: the hint is over
    expect(page.locator("#advice")).to_be_empty()
    player.close()


@BOTH
def test_one_click_tries_again_from_the_start_of_the_last_act(browser: Browser, server: ServerThread, looks: Any) -> None:
    player = Player(browser, server, **looks)
    player.start()
    before = player.settle()
    expect(player.page.locator("#retry")).to_have_count(0)
    player.act_alone()
    old = player.table
    button = player.page.get_by_role("button", name="Try again")
    expect(button).to_be_in_viewport(ratio=1)
    (button.tap if looks is PHONE else button.click)()
    expect(player.page.locator("#prompt")).to_have_text(SLIDE)
    player.page.wait_for_url(lambda address: old.id not in address)
    assert player.sit().match.screens[0].view == before
    player.close()


def test_steps_that_are_not_those_of_the_hint_hide_its_ghost_until_they_are_taken_back(browser: Browser, server: ServerThread) -> None:
    player = Player(browser, server, **WIDE)
    player.start()
    steps = player.ask()
    other = next(choice for choice in player.offered("slide") if choice != steps[0])
    player.choose(other)
    expect(player.page.locator(GHOST)).to_have_count(0)
    expect(player.picked.locator("[data-play-act]")).to_be_hidden()
    player.page.locator("#undo").click()
    expect(player.page.locator(GHOST)).to_have_count(len(steps))
    player.close()
