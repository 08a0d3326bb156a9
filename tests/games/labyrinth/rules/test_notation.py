"""The notation of choices in Labyrinth, and their sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byways.game import Malformed
from byways.games.labyrinth import GAME, rules
from byways.games.labyrinth.state import DEGREES, AnyChoice, Insert, Pass, Slide, Walk

CHOICES = st.one_of(
    st.builds(Slide, st.integers(0, 10**6), st.sampled_from(["left", "right", "up", "down"])),
    st.builds(Insert, st.sampled_from(DEGREES)),
    st.builds(Walk, st.integers(0, 10**6), st.integers(0, 10**6)),
    st.just(Pass()),
)


@given(CHOICES)
def test_notation_reads_back(choice: AnyChoice) -> None:
    assert rules.parse(str(choice)) == choice


@given(st.text() | st.from_regex(r"(slide|insert|walk|pass) ?[\d ,]*(left|up|)", fullmatch=True))
def test_a_text_reads_as_a_choice_only_in_its_one_form(text: str) -> None:
    try:
        read = rules.parse(text)
    except Malformed:
        return
    assert str(read) == text


@pytest.mark.parametrize(
    "text", ["", "Pass", "slide", "slide 2", "slide -2 left", "slide 02 left", "slide ٢ left", "insert 45", "walk 3 4", "pass\n"]
)
def test_junk_is_malformed(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        rules.parse(text)
    assert str(caught.value) == f"'{text}' is not a choice of Labyrinth. Write 'slide 2 left', 'insert 90', 'walk 3,4' or 'pass'."


def test_a_long_text_is_truncated_in_the_message() -> None:
    with pytest.raises(Malformed, match=r"^'9{40}' is not a choice"):
        rules.parse("9" * 10_000)


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (Slide(2, "left"), "Slide row 3 left"),
        (Slide(0, "up"), "Slide column 1 up"),
        (Insert(0), "Insert the spare tile as it is"),
        (Insert(90), "Turn the spare tile a quarter turn to the left and insert it"),
        (Walk(3, 4), "Walk to row 4, column 5"),
        (Pass(), "Pass"),
    ],
)
def test_every_choice_has_a_sentence(choice: AnyChoice, sentence: str) -> None:
    assert GAME.say(choice.sentence) == sentence
