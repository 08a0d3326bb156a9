"""Descriptions of the things in the drawing, and the rules that bar a click."""

from __future__ import annotations

from random import Random

import pytest

from byways.games.the_way import GAME
from byways.games.the_way.drawing.layout import TALL, WIDE, Layout, center
from byways.games.the_way.state import CELLS, STAY, Position, Variations
from byways.teaching.guide import explain, meant, touched
from tests.games.the_way.positions import OPEN, SHUT, play, position

ARROWS = Variations(arrows=True)
PLAIN = position(tokens=("a1", "b3"), hands=("N NE NES NS", "N NE NES NS"), left="NESW")
LOCKED = play(PLAIN, "card NES", "place c3", "lay NES", "stay", "stay")


def told(now: Position, x: float, y: float, piece: str = "", seat: int | None = 0, lay: Layout = WIDE) -> list[str]:
    return [GAME.say(sentence) for sentence in explain(GAME, now.view(seat), piece, x, y, Random(1), lay is TALL)]


both = pytest.mark.parametrize("lay", [WIDE, TALL], ids=["wide", "tall"])


def at(now: Position, place: str, seat: int | None = 0, right: int = 20) -> list[str]:
    """The description of a card, by its right half."""
    x, y = center(CELLS[place])
    return told(now, x + right, y, seat=seat)


def between(now: Position, one: str, other: str) -> list[str]:
    (x, y), (to_x, to_y) = center(CELLS[one]), center(CELLS[other])
    return told(now, (x + to_x) / 2, (y + to_y) / 2)


@pytest.mark.parametrize(
    ("now", "place", "words"),
    [
        (PLAIN, "c3", ["c3: a straight, open to the north and south."]),
        (PLAIN, "b3", ["You cannot turn b3: the other player is on it.", "b3: a straight, open to the north and south."]),
        (
            LOCKED,
            "c3",
            [
                "You cannot turn c3: it was put there in this game, so it is locked and can only be covered again.",
                "c3: a tee, open to the north, east, and south. It covers another card and is locked.",
            ],
        ),
        (
            position(OPEN, tokens=("a1", "a5")),
            "c3",
            ["Turning c3 changes nothing: it looks the same all round.", "c3: a cross, open to the north, east, south, and west."],
        ),
        (
            position(SHUT, printed={"b1": "NESW", "a1": "S"}),
            "b1",
            ["You cannot move to b1: your card, a1, is not open towards it.", "b1: a cross, open to the north, east, south, and west."],
        ),
        (
            PLAIN,
            "e5",
            [
                "You cannot move to e5: it is not next to a1, and a move is one step.",
                "Your Midpoint. Come here first, then go back to your Start.",
            ],
        ),
        (position(tokens=("b1", "a5")), "a1", ["Your Start. Come back here from your Midpoint and you win the game."]),
    ],
)
def test_a_card_is_described_and_why_it_cannot_be_turned(now: Position, place: str, words: list[str]) -> None:
    assert at(now, place) == words


def test_a_corner_says_whose_it_is_and_whether_it_was_reached() -> None:
    back = position(reached=(True, True))
    assert at(back, "e5")[-1] == "Your Midpoint. You have been here: now go back to your Start."
    assert at(back, "e1")[-1] == "Rowan's Midpoint. Rowan has been here and is on the way back to Start."
    assert at(back, "a5", None) == ["Rowan's Start. Rowan wins by coming back here from the Midpoint."]
    assert at(position(), "e1", None) == ["Rowan's Midpoint. Rowan has to come here, then go back to Start."]


def test_before_pieces_are_chosen_a_corner_belongs_to_a_piece() -> None:
    start = position(phase="choose", circle=None)
    assert at(start, "a5", None) == ["Square's Start. Square wins by coming back here from the Midpoint."]
    assert at(start, "e1", None) == ["Square's Midpoint. Square has to come here, then go back to Start."]


def test_arrows_are_described_where_they_count() -> None:
    printed = {"c3": "NiSo"}
    assert at(position(printed=printed), "c3") == ["c3: a straight, open to the north and south."]
    assert at(position(printed=printed, variations=ARROWS), "c3") == [
        "c3: a straight with an arrow, open to the north and south, in from the north, out to the south."
    ]


def test_a_card_that_turns_to_the_right_only_means_that_turn_on_both_halves() -> None:
    now = position(printed={"c3": "NE"}, variations=Variations(clockwise=True))
    for right in (-20, 20):
        assert at(now, "c3", right=right) == ["c3: a corner, open to the north and east."]


def test_once_a_card_is_altered_others_are_places_to_go_to() -> None:
    altered = play(position(SHUT), "turn c3 right")
    assert at(altered, "b1")[0] == "You cannot move to b1: it is not open towards your card, a1."
    assert at(altered, "c3")[0] == "You cannot move to c3: it is not next to a1, and a move is one step."
    assert at(altered, "a1")[0] == "You have already altered a card in this turn. Now move or stay, or undo."


def test_a_card_from_the_hand_says_what_it_cannot_cover() -> None:
    taken = play(PLAIN, "card NE")
    assert at(taken, "e1")[0] == "You cannot cover e1: Start and Midpoint cards are never covered."
    assert at(taken, "b3")[0] == "You cannot cover b3: the other player is on it."
    assert at(play(taken, "place c3"), "d3")[0] == "You are covering c3 with a corner: first choose which way round it lies, or undo."


def test_the_gap_between_two_cards_says_why_there_is_no_step() -> None:
    assert between(position(SHUT), "a1", "b1") == [
        "You cannot move to b1: it is not open towards your card, a1.",
        "a1 and b1 are not connected: both must be open where they meet.",
    ]
    assert between(position(OPEN), "a1", "a2") == ["a1 and a2 are connected."]
    assert between(position(OPEN), "c1", "c2") == ["c1 and c2 are connected."]


def test_the_gap_before_an_arrow_says_which_way_it_goes() -> None:
    now = position(OPEN, printed={"b1": "EiWo"}, variations=ARROWS)
    assert between(now, "a1", "b1") == [
        "You cannot move from a1 to b1: a one-way arrow points the other way.",
        "You can go from b1 to a1, but not the other way: the arrows forbid it.",
    ]


def test_where_four_cards_meet_there_is_nothing() -> None:
    x, y = center(CELLS["a1"])
    assert told(PLAIN, x + 44, y + 44) == []
    assert told(PLAIN, 2, y) == []


def test_tokens_say_who_they_are() -> None:
    x, y = center(CELLS["b3"])
    assert told(PLAIN, x, y, "token-square") == [
        "You cannot turn b3: the other player is on it.",
        "Square (Rowan): to Midpoint e1; holds 4 cards.",
    ]
    assert told(PLAIN, *center(0), "token-circle") == [
        "Turning a1 changes nothing: it looks the same all round.",
        "Circle (you): to Midpoint e5; holds 4 cards.",
    ]


def test_before_the_pieces_are_chosen_nothing_is_turned() -> None:
    choosing = position(phase="choose", circle=None, first=None, single=True)
    assert at(choosing, "c3")[0] == "Not yet: first choose to go first, or choose your piece."
    assert at(choosing, "c3", 1)[0] == "It is not Rowan's turn. Waiting for Ash."


@both
def test_a_card_in_hand_says_what_it_is_for(lay: Layout) -> None:
    x, y = lay.hand[2]
    assert told(PLAIN, x + 20, y + 20, lay=lay) == ["A tee in your hand. You can cover a card on the board with it, any way round."]
    altered = play(PLAIN, "turn c3 right")
    assert told(altered, x + 20, y + 20, lay=lay)[0] == "You have already altered a card in this turn. Now move or stay, or undo."
    swapping = position(variations=Variations(replace=True))
    assert told(swapping, lay.hand[0][0] + 20, lay.hand[0][1] + 20, lay=lay) == [
        "A dead end in your hand. You can swap it for a card on the board, and lay it any way round."
    ]


@both
def test_staying_is_refused_before_a_card_is_laid(lay: Layout) -> None:
    assert told(play(PLAIN, "card NE"), *lay.stay.middle, lay=lay) == [
        "You are covering with a card from your hand: first choose where it goes, or undo.",
        "Stay ends your turn without a step.",
    ]


@both
def test_things_around_the_board_are_explained(lay: Layout) -> None:
    assert told(PLAIN, *lay.title, lay=lay)[0].startswith("A set is three games: winning all three is a Victory")
    alone = ["This is a single game. It is drawn if nobody has won after 150 turns each."]
    assert told(position(single=True), *lay.title, lay=lay) == alone
    assert told(PLAIN, *lay.plates[0].middle, lay=lay) == ["Circle (you): to Midpoint e5; holds 4 cards."]
    assert told(PLAIN, *lay.plates[1].middle, lay=lay) == ["Square (Rowan): to Midpoint e1; holds 4 cards."]
    assert told(PLAIN, *lay.deck, piece="deck", lay=lay) == [
        "The card left out lies here, face down; between games, the cards to be dealt."
    ]


@both
def test_unseen_cards_are_explained_without_naming_their_owners(lay: Layout) -> None:
    at = lay.unseen.middle
    assert told(PLAIN, *at, lay=lay) == ["Rowan holds these cards, except one that is left out, face down."]
    assert told(PLAIN, *at, seat=None, lay=lay) == ["The two players hold these cards, except one that is left out, face down."]
    assert told(play(PLAIN, "card NE"), *at, lay=lay) == ["Rowan holds these cards, except one that is left out, face down."]


@both
def test_orientations_take_the_place_of_unseen_cards(lay: Layout) -> None:
    assert told(play(PLAIN, "card NE", "place c3"), *lay.unseen.middle, lay=lay) == []


@both
@pytest.mark.parametrize("steps", [(), ("turn b1 right",), ("card NES", "place c3", "lay NES")])
def test_no_tap_on_the_board_ends_the_turn_where_it_began(steps: tuple[str, ...], lay: Layout) -> None:
    now = play(PLAIN, *steps)
    for cell in CELLS.values():
        for piece in ("", "token-circle"):
            assert STAY not in meant(now.view(0), touched(GAME, now.view(0), piece, *center(cell), lay is TALL))
    assert meant(now.view(0), touched(GAME, now.view(0), "", *lay.stay.middle, lay is TALL)) == [STAY]
