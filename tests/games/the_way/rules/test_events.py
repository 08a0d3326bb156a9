"""Events of a turn, of the end of a game and of the deal. Each seat sees only what it may know."""

from __future__ import annotations

import pytest

from byways.event import Event, Move
from byways.games.the_way import GAME
from byways.games.the_way.rules.events import back_ids, own_ids
from byways.games.the_way.state import Position, Variations
from tests.games.the_way.positions import ROUND, play, position


def told(now: Position, *texts: str) -> list[Event]:
    heard: list[Event] = []
    play(now, *texts, tell=heard)
    return heard


def heard_by(seat: int | None, events: list[Event]) -> list[tuple[tuple[str, ...], tuple[Move, ...]]]:
    mine = [event.for_seat(seat) for event in events]
    return [(event.pieces, event.moves) for event in mine if event]


def test_a_card_turns_then_the_piece_steps() -> None:
    assert heard_by(None, told(position(), "turn c3 right", "move b1")) == [
        (("card-c3",), (Move("card-c3", turn=90),)),
        (("token-circle",), (Move("token-circle", ("a1", "b1")),)),
    ]


def test_others_see_a_back_go_from_the_hand_to_the_card_that_it_covers() -> None:
    events = told(position(), "card NE", "place c3", "lay SW", "stay")
    back = Move("back-0-3", ("hand-3", "c3"))
    assert [heard_by(seat, events)[0] for seat in (0, 1, None)] == [
        (("card-c3",), ()),
        (("card-c3", "back-0-3"), (back,)),
        (("card-c3", "back-0-3"), (back,)),
    ]


def test_with_variation_3_the_old_card_comes_to_the_hand() -> None:
    events = told(
        position(variations=Variations(replace=True), hands=("N NE NES NESW", "N NE NES NS")), "card NE", "place c3", "lay SW", "stay"
    )
    assert [heard_by(seat, events)[0] for seat in (0, 1)] == [
        (("card-c3", "hand-NS-0"), (Move("hand-NS-0", ("c3", "hand-3")),)),
        (("card-c3", "back-0-3"), (Move("back-0-3", ("hand-3", "c3", "hand-3")),)),
    ]


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        ((), "Ash has been to the Midpoint, is back on Start, and wins game 1. The set: Ash 1, Rowan 0."),
        ((1, None), "Ash has been to the Midpoint, is back on Start, and wins game 3. The set: Ash 1, Rowan 1, 1 drawn."),
    ],
)
def test_the_end_of_a_game_has_a_banner_with_winner_reason_and_score(results: tuple[int | None, ...], sentence: str) -> None:
    events = told(position(ROUND, tokens=("b1", "a5"), reached=(True, False), results=results), "move a1")
    assert [(event.name, event.banner) for event in events] == [("move", False), ("win", True)]
    assert (GAME.say(events[-1].wording), events[-1].pieces) == (sentence, ("token-circle", "card-a1"))


def test_a_drawn_game_is_proclaimed_too() -> None:
    last = told(position(turns=1, turn=1, seat=1, results=(0,)), "stay")[-1]
    assert (last.banner, GAME.say(last.wording)) == (
        True,
        "Game 2 is a draw: each player has had 1 turn. The set: Ash 1, Rowan 0, 1 drawn.",
    )


def won() -> Position:
    return play(position(ROUND, tokens=("b1", "c3"), reached=(True, False), hands=("N NE", "NES NS")), "move a1")


def test_cards_are_gathered_from_where_each_viewer_sees_them_and_pieces_go_home() -> None:
    events = told(won(), "*gather")
    home = Move("token-square", ("c3", "a5"))
    own = {0: ("hand-N-0", "hand-NE-0"), 1: ("hand-NES-0", "hand-NS-0")}
    for viewer in (0, 1, None):
        hands = [own[seat] if seat == viewer else back_ids(seat, 2) for seat in (0, 1)]
        ((_, moves),) = heard_by(viewer, events)
        cards = [Move(card, (f"hand-{nth}", "deck")) for hand in hands for nth, card in enumerate(hand)]
        assert list(moves) == [*cards, home]


def test_a_dealt_card_flies_to_its_place_in_the_hand_and_others_see_a_back() -> None:
    events = told(won(), "*gather", "*NS", "*NES", "*NE")[1:]
    assert heard_by(0, events) == [
        (("hand-NS-0",), (Move("hand-NS-0", ("deck", "hand-0")),)),
        (("back-1-0",), (Move("back-1-0", ("deck", "hand-0")),)),
        (("hand-NE-0", "hand-NS-0"), (Move("hand-NE-0", ("deck", "hand-0")),)),
    ]
    assert [moves for _, moves in heard_by(None, events)] == [
        (Move("back-0-0", ("deck", "hand-0")),),
        (Move("back-1-0", ("deck", "hand-0")),),
        (Move("back-0-1", ("deck", "hand-1")),),
    ]


def test_equal_cards_are_numbered() -> None:
    assert own_ids(("NE", "NE", "NS")) == ("hand-NE-0", "hand-NE-1", "hand-NS-0")
