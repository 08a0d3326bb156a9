"""Several players in browsers: friends, one screen, hints and bots that stand in."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.table.browser.visitor import INSERT, SLIDE, WALK, Visitor
from tests.table.serving import wait_for


def test_two_browsers_play_against_each_other(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit(), visit()
    ann.start(others="free")
    bob.page.goto(ann.page.get_by_role("textbox", name="Blue").input_value())
    bob.page.get_by_label("Your name").fill("Robert")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.locator("#seats")).to_contain_text("Robert (Blue)")
    expect(ann.page.locator("#links")).not_to_have_attribute("open", "")
    for mine, other in ((ann, bob), (bob, ann), (ann, bob)):
        mine.expects(SLIDE)
        mine.click("slide")
        mine.expects(INSERT)
        mine.click("insert")
        mine.expects(WALK)
        mine.click("walk")
        other.expects(SLIDE)


def test_players_at_one_screen_hand_over_behind_a_curtain(visit: Callable[..., Visitor]) -> None:
    ann = visit()
    ann.page.goto("/set/labyrinth")
    ann.page.get_by_label("Blue", exact=True).select_option("me")
    ann.page.get_by_role("button", name="Open the table").click()
    for colour, other in (("Red", "Blue"), ("Blue", "Red")):
        expect(ann.page.get_by_text(f"{colour} is next.")).to_be_visible()
        expect(ann.page.locator("svg")).to_have_count(0)
        ann.page.get_by_role("button", name=f"I am {colour}").click()
        for kind, then in (("slide", INSERT), ("insert", WALK), ("walk", f"Waiting for {other}.")):
            ann.click(kind)
            if kind != "walk":
                ann.expects(then)
        ann.page.get_by_role("link", name=f"Hand over to {other}").click()
    for _ in range(4):  # going back leads to the curtain
        ann.page.go_back()
        expect(ann.page.get_by_text("Continue when nobody else is looking.")).to_be_visible()
        expect(ann.page.locator("svg")).to_have_count(0)


def test_opening_a_seat_closes_the_others_in_every_tab(visit: Callable[..., Visitor]) -> None:
    ann = visit()
    ann.set_table("labyrinth", seat_1="me")
    second = ann.tab()
    ann.page.get_by_role("button", name="I am Red").click()
    ann.expects(SLIDE)
    ann.page.reload()
    ann.expects(SLIDE)
    second.goto(f"/play/{ann.table.id}?seat=0")  # the same seat
    expect(second.locator("#prompt")).to_have_text(SLIDE)
    second.goto(f"/play/{ann.table.id}?seat=1")
    second.get_by_role("button", name="I am Blue").click()
    expect(second.locator("#stage svg")).to_be_visible()
    expect(ann.page.get_by_role("button", name="I am Red")).to_be_visible()
    second.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")  # what the browser caches is empty
    expect(second.locator("html")).to_be_hidden()


def test_a_hint_is_shown_and_a_bot_plays_until_the_seat_is_taken_back(visit: Callable[..., Visitor]) -> None:
    ann = visit()
    best = ann.set_table("labyrinth", seat_1="program", hints="yes").game.bot_names[-1]  # no program comes, so the bot waits
    ann.page.get_by_role("button", name="Hint").click()
    expect(ann.page.locator("#advice")).to_contain_text(f"Hint ({best} bot), with your chance to win")
    ann.page.get_by_role("button", name="Let a bot play", exact=True).click()
    expect(ann.page.locator("#seats")).to_contain_text(f"Red ({best} bot plays for now)")
    wait_for(lambda: ann.table.match.position.awaited == (1,))  # after the turn of the bot
    ann.expects("A bot plays for you until you take your seat back. It is Blue's turn.")
    expect(ann.page.locator("#stage [data-choice]")).to_have_count(0)
    bar = ann.page.locator("#stands-in")
    expect(bar).to_contain_text("A bot plays for you until you take your seat back.")
    bar.get_by_role("button", name="Take my seat back").click()
    expect(ann.page.locator("#seats")).to_contain_text("Red (you)")
