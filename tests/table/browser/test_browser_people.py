"""People at the table: names, who is here, invitations, manners, coming back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import FloatRect, expect

from byways.table import seats
from tests.table.browser.visitor import SLIDE, Visitor, fits


def named(visit: Callable[..., Visitor], name: str) -> Visitor:
    """Somebody who has given a name, as in the lobby."""
    visitor = visit()
    visitor.request.post("/name", form={"name": name}, max_redirects=0)
    return visitor


def invite(host: Visitor, *friends: Visitor, game: str = "labyrinth", **fields: str) -> None:
    """A table where friends sit down by their links; what else it has is chosen where tables are set."""
    seats = {f"seat_{number}": "free" for number in range(1, len(friends) + 1)}
    table = host.set_table(game, **seats, **fields) if fields else host.start(game, seat_0="me", **seats)
    links = host.page.locator("#links input").evaluate_all("all => all.map(one => one.value)")
    for friend, link in zip(friends, links[:-1], strict=True):
        friend.page.goto(link)
        friend.page.get_by_role("button", name="Sit down").click()
        friend.page.wait_for_url("**/play/*")
        friend.table = table


def test_names_are_asked_once_and_used_everywhere(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit(), visit()
    for one, name in ((ann, "Ann <b>"), (bob, "Bob")):
        one.page.goto("/")
        one.page.get_by_label("Your name").fill(name)
        one.page.get_by_role("button", name="Save").click()
    invite(ann, bob)
    for one in (ann, bob):
        expect(one.page.locator("#seats")).to_contain_text("Ann <b> (Red")
        expect(one.page.locator("#log")).to_contain_text("Bob sits down.")  # at once, in the host's browser too
    bob.expects("It is Ann <b>'s turn.")
    ann.expects(SLIDE)
    ann.type("pass")
    expect(bob.page.locator("#log")).to_contain_text("Ann <b> passes")
    assert "Ann" not in ann.page.locator("#stage").inner_html()
    bob.page.locator("#settings summary").click()
    bob.page.get_by_label("Your name").fill("Ann <b>")
    bob.page.get_by_role("button", name="Save").click()
    ann.expects("It is Ann <b> (Blue)'s turn.")


def test_who_is_here_who_has_left_and_for_whom_a_bot_plays_is_shown(visit: Callable[..., Visitor], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "BLINK", 0.0)
    ann, bob = named(visit, "Ann"), named(visit, "Bob")
    invite(ann, bob, clock="30")
    theirs = ann.page.locator("#seat-1")
    expect(theirs.get_by_title("here")).to_be_visible()
    number = ann.page.locator("#newest").input_value()
    bob.page.goto("about:blank")
    expect(theirs).to_contain_text("just left")
    bob.page.go_back()
    expect(theirs.get_by_title("here")).to_be_visible()
    assert ann.page.locator("#newest").input_value() == number
    ann.table.match.referee.clocks[0].left = 0.0
    ann.expects("Your time ran out: a bot plays for you. It is Bob's turn.")
    expect(bob.page.locator("#seat-0")).to_contain_text("bot plays: out of time")
    expect(bob.page.locator("#log")).to_contain_text("Ann has run out of time: a bot plays.")


PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("size", [{"width": 1366, "height": 768}, PHONE], ids=["desk", "phone"])
def test_links_cover_neither_prompt_nor_seats_and_close_by_themselves(visit: Callable[..., Visitor], size: dict[str, int]) -> None:
    ann, bob = visit(viewport=size), named(visit, "Bob")
    ann.set_table("labyrinth")
    box, expected, sitting = (ann.page.locator(name).bounding_box() for name in ("#links > div", "#prompt", "#seats"))
    assert fits(box, **size)
    assert not any(overlap(box, other) for other in (expected, sitting))
    ann.page.get_by_label("Code for Blue").click()
    assert fits(ann.page.locator(".code svg").first.bounding_box(), **size)
    links, summary = ann.page.locator("#links"), ann.page.locator("#links > summary")
    for close in (partial(ann.page.keyboard.press, "Escape"), ann.page.locator("#prompt").click):
        expect(links).to_have_attribute("open", "")
        close()
        expect(links).not_to_have_attribute("open", "")
        summary.click()
    bob.page.goto(ann.page.get_by_role("textbox", name="Blue").input_value())
    bob.page.get_by_role("button", name="Sit down").click()
    expect(links).not_to_have_attribute("open", "")
    summary.click()
    expect(ann.page.get_by_role("textbox", name="Blue")).to_be_hidden()
    expect(ann.page.get_by_role("textbox", name="You")).to_be_visible()


def overlap(one: FloatRect | None, other: FloatRect | None) -> bool:
    assert one is not None
    assert other is not None
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


def test_people_end_a_game_with_the_consent_of_all_and_resign_after_reading_what_it_does(visit: Callable[..., Visitor]) -> None:
    ann, bob, eve = named(visit, "Ann"), named(visit, "Bob"), named(visit, "Eve")
    invite(ann, bob, eve)
    ann.type("pass")
    ann.page.get_by_role("link", name="Leave the game").click()
    expect(ann.page.get_by_text("You leave for good. The others play on without you.")).to_be_visible()
    ann.page.get_by_role("button", name="Ask the others").click()
    for other in (bob, eve):
        expect(other.page.get_by_text("Ann wants to end the game.").first).to_be_visible()
    eve.page.get_by_role("button", name="Play on").click()
    expect(bob.page.locator("#asks")).to_have_count(0)
    expect(bob.page.locator("#log")).to_contain_text("Eve wants to play on.")
    bob.page.locator("#settings summary").click()
    bob.page.get_by_role("link", name="Leave the game").click()
    bob.page.get_by_role("button", name="Resign").click()
    expect(ann.page.locator("#log")).to_contain_text("Bob leaves the game.")
    expect(ann.page.locator("#seat-1")).to_contain_text("out of the game")
    eve.page.locator("#settings summary").click()
    eve.page.get_by_role("link", name="Leave the game").click()
    eve.page.get_by_role("button", name="Ask the others").click()
    for other in (ann, bob):
        other.page.get_by_role("button", name="Agree").click()
    eve.expects("The game was ended.")
    expect(eve.page.locator("#log")).to_contain_text("All have agreed to end the game.")


def test_a_connection_that_is_back_says_so_at_once(ann: Visitor) -> None:
    ann.expects(SLIDE)
    line = ann.page.get_by_text("The connection is lost.")
    ann.page.route("**/choose*", lambda route: route.abort())
    ann.click("slide")
    expect(line).to_be_visible()
    ann.page.unroute("**/choose*")
    ann.click("slide")
    expect(line).to_be_hidden()
    ann.problems.clear()
