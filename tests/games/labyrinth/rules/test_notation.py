"""What is read and said in Labyrinth: what is told of a turn, notation, and why a choice is illegal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byways.game import Event, Illegal, Malformed
from byways.games.labyrinth import GAME, rules
from byways.games.labyrinth.state import DEGREES, AnyChoice, Insert, Pass, Position, Slide, Walk
from tests.games.labyrinth.positions import OPEN5, SEALED, play, position, to, told

# Two on an open board, each treasure beside the other's home.
START = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)])


# What is told


def test_a_turn_is_told_when_it_is_final() -> None:
    assert told(START, 1, "slide 0 left; insert 0") == []
    assert told(START, 1, to(2, 2)) == ["slide", "walk"]


def test_b1_only_the_finder_learns_that_a_treasure_is_found() -> None:
    finds = [told(START, viewer, to(3, 1)) for viewer in (0, 1, None)]
    assert finds == [["slide", "walk", "find"], ["slide", "walk"], ["slide", "walk"]]


def test_the_words_of_a_turn() -> None:
    tell: list[Event] = []
    home = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], spare="│", rounds=1)
    play(home, "slide 0 left; insert 90; walk 3,1", "pass", tell=tell)
    assert [GAME.say(event.said) for event in tell] == [
        "Red slides row 0 left and inserts the spare tile turned 90°.",
        "Red walks to row 3, column 1.",
        "Red has found the treasure and can go home.",
        "Blue passes.",
        "The limit of 1 round is reached.",
        "Red had found the treasure at 3,1.",
    ]


def test_the_end_and_a_seat_that_goes_are_told_to_all() -> None:
    tell: list[Event] = []
    play(START, to(3, 1), "pass", to(1, 1), tell=tell)
    START.remove(1, tell)
    assert [GAME.say(event.said) for event in tell[-2:]] == [
        "Red came home with the treasure.",
        "Blue leaves the game.",
    ]
    assert all(event.to is None for event in tell[-2:])


# Notation

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


def test_a_long_text_is_cut_in_the_complaint() -> None:
    with pytest.raises(Malformed, match=r"^'9{40}' is not a choice"):
        rules.parse("9" * 10_000)


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (Slide(2, "left"), "Slide row 2 left"),
        (Slide(0, "up"), "Slide column 0 up"),
        (Insert(0), "Insert the spare tile as it lies"),
        (Insert(90), "Insert the spare tile turned 90° counter-clockwise"),
        (Walk(3, 4), "Walk to row 3, column 4"),
        (Pass(), "Pass"),
    ],
)
def test_every_choice_has_a_sentence(choice: AnyChoice, sentence: str) -> None:
    assert GAME.say(choice.sentence) == sentence


# Why not

# From (1, 1) only the cross above leads on.
SIDED = position("─┼─── ─│─│─ ─────", homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)], spare="│")
TURNED_TOO_FAR = "Turned 90°, the spare tile looks the same as with a smaller turn. Choose the smaller one."
SEALED_IN = "With row 0 slid left, the avatar could not leave its tile, whichever way the spare tile is turned. Slide another line."
SLIDE_FIRST = "Slide a row or a column first, then insert the spare tile, then walk."
APART = "No passage leads from your avatar to row 2, column 0. All along the way, tiles must open towards each other."
SHUT = position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)], spare="│")
ON_THE_EDGE = position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)], spare="│", at=[(0, 0), (1, 3)])


@pytest.mark.parametrize(
    ("start", "turn", "sentence"),
    [
        (START, "insert 0", SLIDE_FIRST),
        (START, "walk 1,2", SLIDE_FIRST),
        (START, "slide 0 left; slide 0 left", "You have slid a line. Now insert the spare tile, or take the slide back."),
        (START, "slide 0 left; insert 0; insert 0", "You have slid a line and inserted the spare tile. Now walk, or take that back."),
        (START, "slide 1 left", "Row 1 does not slide. These rows do: 0, 2, and 4."),
        (START, "slide 3 up", "Column 3 does not slide. These columns do: 0, 2, and 4."),
        (START, "slide 6 down", "Column 6 does not slide. These columns do: 0, 2, and 4."),
        (START, "slide 0 left; insert 90", TURNED_TOO_FAR),
        (START, "slide 0 left; insert 0; walk 5,0", "Row 5, column 0 is off the board, which is 5 by 5 tiles."),
        (SIDED, "slide 0 left", SEALED_IN),
        (SHUT, "slide 0 up", SEALED_IN.replace("row 0 slid left", "column 0 slid up")),
        (SIDED, "slide 2 left; insert 0; walk 2,0", APART),
        (ON_THE_EDGE, "slide 0 left; insert 0", "With the spare tile turned 0°, the avatar could not leave its tile. Turn it another way."),
    ],
)
def test_an_illegal_choice_is_refused_with_the_rule_it_breaks(start: Position, turn: str, sentence: str) -> None:
    with pytest.raises(Illegal) as caught:
        play(start, turn)
    assert str(caught.value) == sentence


def test_a_seat_that_is_not_awaited_is_told_who_is() -> None:
    with pytest.raises(Illegal, match=r"^It is not Blue's turn\. Waiting for Red\.$"):
        START.choose(1, Pass())
