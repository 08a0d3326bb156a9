"""Players in a browser: names, presence, invitations, leaving and reconnecting."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial

import pytest
from playwright.sync_api import Browser, FloatRect, expect

from byways.table import seats
from tests.table.browser.visitor import SLIDE, Visitor, fits
from tests.table.serving import ServerThread


def named(visit: Callable[..., Visitor], name: str) -> Visitor:
    """A visitor with a name."""
    visitor = visit()
    visitor.request.post("/name", form={"name": name}, max_redirects=0)
    return visitor


def invite(host: Visitor, *friends: Visitor, game: str = "labyrinth", **fields: str) -> None:
    """A table for friends by link, with some fields of the set-up page."""
    seats = {f"seat_{number}": "free" for number in range(1, len(friends) + 1)}
    table = host.set_table(game, **seats, **fields) if fields else host.start(game, seat_0="me", **seats)
    links = host.page.locator("#links input").evaluate_all("all => all.map(one => one.value)")
    for friend, link in zip(friends, links[:-1], strict=True):
        friend.page.goto(link)
        friend.page.get_by_role("button", name="Sit down").click()
        friend.page.wait_for_url("**/play/*")
        friend.table = table


def test_a_name_is_asked_once_and_used_everywhere(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit(), visit()
    for one, name in ((ann, "Ann <b>"), (bob, "Bob")):
        one.start()
        one.page.goto("/")
        one.page.get_by_text("Your name").first.click()
        one.page.get_by_label("Your name").fill(name)
        one.page.get_by_role("button", name="Save").click()
    invite(ann, bob)
    for one in (ann, bob):
        expect(one.page.locator("#seats")).to_contain_text("Ann <b> (Red")
        expect(one.page.locator("#log")).to_contain_text("Bob sits down.")  # at once for all
    bob.expects("It is Ann <b>'s turn.")
    ann.expects(SLIDE)
    ann.type("pass")
    expect(bob.page.locator("#log")).to_contain_text("Ann <b> passes")
    assert "Ann" not in ann.page.locator("#stage").inner_html()
    bob.page.locator("#settings summary").click()
    bob.page.get_by_label("Your name").fill("Ann <b>")
    bob.page.get_by_role("button", name="Save").click()
    ann.expects("It is Ann <b> (Blue)'s turn.")


def test_presence_and_bots_that_stand_in_are_shown(visit: Callable[..., Visitor], monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_invitations_cover_neither_prompt_nor_seats_and_close_when_taken(visit: Callable[..., Visitor], size: dict[str, int]) -> None:
    ann, bob = visit(viewport=size), named(visit, "Bob")
    ann.set_table("labyrinth")
    box, expected, sitting = (ann.page.locator(name).bounding_box() for name in ("#links > div", "#prompt", "#seats"))
    assert fits(box, **size)
    assert not any(overlap(box, other) for other in (expected, sitting))
    assert fits(ann.page.locator(".code img").first.bounding_box(), **size)
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


def test_a_phone_shows_what_a_bot_does_in_a_players_place(visit: Callable[..., Visitor]) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    ann.start()
    about = ann.page.get_by_text("A bot plays until you take your seat back.")
    assert fits(about.bounding_box(), 390, 844)
    expect(ann.page.get_by_role("button", name="Let a bot play")).to_have_accessible_description(about.inner_text())


def test_players_end_a_game_by_consent_and_resign_after_a_warning(visit: Callable[..., Visitor]) -> None:
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
    bob.page.goto("/mine")
    expect(bob.page.locator("main")).not_to_contain_text("Labyrinth")  # the game has left the list
    bob.page.goto(f"/play/{ann.table.id}")
    expect(bob.page.get_by_role("link", name="New game")).to_be_visible()
    expect(bob.page.locator("#undo, #hint, #stand-in")).to_have_count(0)
    expect(ann.page.locator("#seat-1 button")).to_have_count(0)  # no bot for a seat that has resigned
    eve.page.locator("#settings summary").click()
    eve.page.get_by_role("link", name="Leave the game").click()
    eve.page.get_by_role("button", name="Ask the others").click()
    expect(bob.page.locator("#asks")).to_have_count(0)  # who has resigned is not asked
    ann.page.get_by_role("button", name="Agree").click()
    eve.expects("The game was ended.")
    expect(eve.page.locator("#log")).to_contain_text("All have agreed to end the game.")


@pytest.mark.parametrize("size", [{"width": 1366, "height": 768}, PHONE], ids=["desk", "phone"])
def test_the_last_player_left_has_won_and_may_play_on_alone(browser: Browser, every_game: ServerThread, size: dict[str, int]) -> None:
    with closing(Visitor(browser, every_game, viewport=size)) as ann, closing(Visitor(browser, every_game, viewport=size)) as bob:
        invite(ann, bob, game="traxx")
        resign_and_play_on(ann, bob)


def resign_and_play_on(ann: Visitor, bob: Visitor) -> None:
    ann.click("draw")
    bob.page.goto(f"/play/{ann.table.id}/leave")
    expect(bob.page.get_by_text("You leave for good, and the game is over. Otter wins.")).to_be_visible()
    bob.page.get_by_role("button", name="Resign").click()
    bob.expects("You left the game.")
    ann.expects("You won.")
    expect(ann.page.locator("#reason")).to_have_text("Fox resigned, so Otter has won.")
    for link in ("#review", "#rematch button", "#alone button"):
        expect(ann.page.locator(link)).to_be_visible()
    expect(bob.page.locator("#alone")).to_have_count(0)
    ann.page.get_by_role("button", name="Play on alone").click()
    ann.page.wait_for_url(lambda url: ann.table.id not in url)
    expect(ann.page.locator("#seat-1")).to_contain_text("out of the game")
    expect(ann.page.locator("#undo")).to_be_enabled()  # the dot of before is there
    ann.type("done")
    expect(ann.page.locator("#log")).to_contain_text("Card 2")


def test_on_a_phone_every_icon_has_a_word_and_all_fit_in_one_line(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit(viewport={"width": 390, "height": 844}, locale="de"), visit()
    invite(ann, bob, game="labyrinth")
    expect(ann.page.locator("#talk-toggle")).to_be_visible()
    labels = ann.page.locator("header .label:visible")
    assert labels.all_inner_texts() == ["Einladen", "So geht’s", "Einstellungen", "Chat", "Ton", "Alle Spiele"]
    boxes = [box for box in (label.bounding_box() for label in labels.all()) if box]
    assert max(box["y"] for box in boxes) - min(box["y"] for box in boxes) < 4


def test_a_restored_connection_is_shown_at_once(ann: Visitor) -> None:
    ann.expects(SLIDE)
    line = ann.page.get_by_text("The connection is lost.")
    ann.page.route("**/choose*", lambda route: route.abort())
    ann.click("slide")
    expect(line).to_be_visible()
    ann.page.unroute("**/choose*")
    ann.click("slide")
    expect(line).to_be_hidden()
    ann.problems.clear()
