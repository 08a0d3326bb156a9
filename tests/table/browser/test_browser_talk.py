"""A few words between people at a table, in two real browsers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.table.browser.visitor import Visitor, fits


@pytest.fixture
def people(visit: Callable[..., Visitor]) -> tuple[Visitor, Visitor]:
    """Ann, who set the table, and Bob."""
    ann, bob = visit(), visit()
    ann.start(seat_0="me", seat_1="free")
    bob.page.goto(ann.page.get_by_role("textbox", name="Blue").input_value())
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    ann.page.get_by_text("Links", exact=True).click()
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


def test_people_hear_each_other_and_unread_words_are_counted(people: tuple[Visitor, Visitor], visit: Callable[..., Visitor]) -> None:
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
    assert "you" not in eve.page.content().split("<main>")[1]


def test_a_key_says_quick_words_and_the_sixth_at_once_is_refused(people: tuple[Visitor, Visitor]) -> None:
    ann, bob = people
    for number in range(1, 7):
        ann.page.keyboard.press("3")
        if number < 6:
            expect(said(bob.page)).to_have_count(number)
    expect(ann.page.locator("#error")).to_contain_text("Wait a few seconds.")
    expect(said(bob.page)).to_have_count(5)
    expect(said(bob.page).last).to_have_text("Red Thanks!")
    ann.problems.clear()  # the browser reports the refusal


def test_each_viewer_may_mute_the_others_and_the_host_closes_the_chat_for_all(people: tuple[Visitor, Visitor]) -> None:
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


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)])
def test_the_drawer_leaves_the_board_as_it_is_and_does_not_cover_the_prompt(people: tuple[Visitor, Visitor], size: tuple[int, int]) -> None:
    page = people[0].page
    people[0].resize(*size)
    board = box(page, "#stage svg")
    toggle(page).click()
    drawer, prompt = box(page, "#talk"), box(page, "#prompt")
    assert drawer["height"] > 100
    assert fits(drawer, *size)
    assert box(page, "#stage svg") == board
    assert drawer["y"] >= prompt["y"] + prompt["height"]
