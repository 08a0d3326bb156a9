"""Chat in two browsers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.table.browser.visitor import Visitor, fits


@pytest.fixture
def people(visit: Callable[..., Visitor]) -> tuple[Visitor, Visitor]:
    """Ann, the host, and Bob."""
    ann, bob = visit(), visit()
    ann.start(seat_0="me", seat_1="free")
    bob.page.goto(ann.page.get_by_role("textbox", name="Blue").input_value())
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    ann.page.get_by_text("Invite", exact=True).click()
    expect(toggle(ann.page)).to_be_visible()
    return ann, bob


def toggle(page: Page) -> Locator:
    return page.get_by_role("banner").get_by_role("button", name="Chat")


def said(page: Page) -> Locator:
    return page.locator("#said li")


def box(page: Page, name: str) -> FloatRect:
    found = page.locator(name).bounding_box()
    assert found is not None
    return found


def say(page: Page, text: str) -> None:
    page.get_by_label("Message").fill(text)
    page.get_by_role("button", name="Send").click()


def test_players_read_each_other_and_unread_messages_are_counted(people: tuple[Visitor, Visitor], visit: Callable[..., Visitor]) -> None:
    (ann, bob), eve = people, visit()
    eve.page.goto(f"/play/{ann.table.id}")
    toggle(bob.page).click()
    say(bob.page, "Hi <b>you</b>!")
    expect(bob.page.get_by_label("Message")).to_have_value("")
    bob.page.get_by_role("button", name="Nice one!").click()
    expect(toggle(ann.page)).to_have_text("Chat 2 new")
    toggle(ann.page).click()
    expect(said(ann.page)).to_have_text(["Bob Hi <b>you</b>!", "Bob Nice one!"])
    expect(toggle(ann.page)).to_have_text("Chat")
    ann.page.reload()
    expect(said(ann.page)).to_have_count(2)
    expect(toggle(ann.page)).to_have_text("Chat")
    expect(eve.page.locator("#talk, #talk-toggle")).to_have_count(0)
    assert "Hi " not in eve.page.content().split("<main>")[1]


def test_a_key_sends_a_quick_reply_and_too_many_are_refused(people: tuple[Visitor, Visitor]) -> None:
    ann, bob = people
    for number in range(1, 7):
        ann.page.keyboard.press("3")
        if number < 6:
            expect(said(bob.page)).to_have_count(number)
    expect(ann.page.locator("#error")).to_contain_text("Wait a few seconds.")
    expect(said(bob.page)).to_have_count(5)
    expect(said(bob.page).last).to_have_text("Red Thanks!")
    ann.problems.clear()  # the browser logs the refusal


def test_a_player_can_mute_the_chat_and_the_host_can_close_it(people: tuple[Visitor, Visitor]) -> None:
    ann, bob = people
    toggle(ann.page).click()
    ann.page.get_by_role("button", name="Mute").click()
    toggle(ann.page).click()
    toggle(bob.page).click()
    say(bob.page, "Hello?")
    expect(said(ann.page)).to_have_count(1)
    expect(toggle(ann.page)).to_have_text("Chat")
    ann.page.reload()
    toggle(ann.page).click()
    expect(said(ann.page)).to_be_hidden()
    ann.page.get_by_role("button", name="Mute").click()
    expect(said(ann.page)).to_be_visible()
    expect(bob.page.get_by_role("button", name="Close the chat for all")).to_have_count(0)
    ann.page.get_by_role("button", name="Close the chat for all").click()
    expect(bob.page.get_by_text("The host has closed the chat.")).to_be_visible()
    expect(bob.page.get_by_label("Message")).to_be_hidden()
    ann.page.get_by_role("button", name="Open the chat again").click()
    say(bob.page, "Thanks")
    expect(said(ann.page)).to_have_count(2)


COVERED = """chat => {
  const over = chat.getBoundingClientRect();
  const meets = box => box.width && box.left < over.right && over.left < box.right && box.top < over.bottom && over.top < box.bottom;
  const others = document.querySelectorAll('#settings > summary, #prompt, #seats, #stage svg, #back button, #look-back');
  return [...others].filter(one => one.checkVisibility() && meets(one.getBoundingClientRect())).map(one => one.id || one.tagName);
}"""


# Nothing lies over the middle of its left side.
IN_FRONT = """drawer => {
  const { left, top, height } = drawer.getBoundingClientRect(), points = [.2, .5, .7, .9];
  return points.every(part => drawer.contains(document.elementFromPoint(left + 60, top + part * height)));
}"""


@pytest.mark.parametrize("size", [(390, 844), (360, 660), (1366, 768)])
def test_the_chat_covers_nothing_and_has_a_visible_close(people: tuple[Visitor, Visitor], size: tuple[int, int]) -> None:
    page, is_wide = people[0].page, size[0] > size[1]
    people[0].resize(*size)
    board = box(page, "#stage svg")
    toggle(page).click()
    assert box(page, "#talk")["height"] > 100
    assert fits(box(page, "#talk"), *size)
    assert page.locator("#talk").evaluate(COVERED) == []
    if is_wide:
        assert box(page, "#stage svg") == board
        log, chat = box(page, "#told"), box(page, "#talk")
        assert log["height"] > 60
        assert log["y"] + log["height"] <= chat["y"]
    page.get_by_text("Settings").click()
    expect(page.locator("#settings > div")).to_be_visible()
    assert page.locator("#settings > div").evaluate(IN_FRONT)
    page.keyboard.press("Escape")
    page.locator("#talk").get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("#talk")).to_be_hidden()
    expect(toggle(page)).to_be_focused()
    assert box(page, "#stage svg") == board


@pytest.mark.parametrize("size", [(390, 844), (360, 740)])
def test_the_header_of_a_phone_has_room_for_the_chat_and_another_game_that_waits(
    people: tuple[Visitor, Visitor], size: tuple[int, int]
) -> None:
    ann = people[0]
    ann.post("labyrinth")
    ann.resize(*size)
    ann.page.reload()
    for name in ("Next game", "Chat", "Invite", "Settings", "All games"):
        assert fits(ann.page.get_by_role("banner").get_by_text(name).first.bounding_box(), *size), name
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)])
def test_a_new_message_can_be_read_without_opening_the_chat(people: tuple[Visitor, Visitor], size: tuple[int, int]) -> None:
    ann, bob = people
    ann.resize(*size)
    toggle(bob.page).click()
    say(bob.page, "Your turn <b>now</b>!")
    peek = ann.page.locator("#peek")
    expect(peek).to_have_text("Bob Your turn <b>now</b>!")
    expect(bob.page.locator("#peek")).to_be_hidden()  # neither one's own nor in an open chat
    assert fits(peek.bounding_box(), *size)
    expect(toggle(ann.page)).to_contain_text("1 new")
    peek.click()
    expect(said(ann.page)).to_be_visible()
    expect(peek).to_be_hidden()
    expect(toggle(ann.page)).to_have_text("Chat")
