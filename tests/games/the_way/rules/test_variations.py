"""The printed variations, alone and together."""

from __future__ import annotations

import pytest

from byways.games.the_way.state import CELLS, Position, Variations
from tests.games.the_way.positions import OPEN, next_game, nine, play, position, texts

ARROWS = Variations(arrows=True)
CLOCKWISE = Variations(clockwise=True)
REPLACE = Variations(replace=True)


# 1: one-way arrows


def beside(face: str, token: str, variations: Variations = ARROWS) -> list[str]:
    """The moves of a token when c3 has a face among crosses."""
    return texts(position(OPEN, tokens=(token, "a5"), printed={"c3": face}, variations=variations), "move")


def test_without_the_variation_arrows_say_nothing() -> None:
    assert "move c3" in beside("NoSi", "c2", Variations())
    assert beside("NoSi", "c3", Variations()) == ["move c2", "move c4"]


def test_w3_a_straight_is_entered_at_the_tail_and_left_at_the_head() -> None:
    assert "move c3" in beside("NiSo", "c2")
    assert "move c3" not in beside("NiSo", "c4")
    assert beside("NiSo", "c3") == ["move c4"]


def test_w3_a_corner_is_entered_at_the_tail_and_left_at_the_head() -> None:
    assert "move c3" in beside("NiEo", "c2")
    assert "move c3" not in beside("NiEo", "d3")
    assert beside("NiEo", "c3") == ["move d3"]


@pytest.mark.parametrize(("face", "leaves", "enters"), [("NEoS", True, False), ("NEiS", False, True)])
def test_w3_an_arrow_on_the_stem_of_a_tee_leaves_its_bar_free(face: str, leaves: bool, enters: bool) -> None:
    assert beside(face, "c3") == ["move c2", *["move d3"] * leaves, "move c4"]
    assert ("move c3" in beside(face, "d3")) == enters
    assert "move c3" in beside(face, "c2")
    assert "move c3" in beside(face, "c4")


def test_cards_without_arrows_are_free_either_way() -> None:
    assert beside("NS", "c3") == ["move c2", "move c4"]
    assert "move c3" in beside("NS", "c2")
    assert "move c3" in beside("NS", "c4")


def test_an_arrow_turns_with_its_card() -> None:
    start = position(OPEN, tokens=("c3", "a5"), printed={"c3": "NiSo"}, variations=ARROWS)
    assert texts(play(start, "turn c3 right")) == ["move b3", "stay"]
    assert texts(play(start, "turn c3 left")) == ["move d3", "stay"]


# 2: clockwise only


def test_with_clockwise_only_cards_turn_to_the_right() -> None:
    start = position(variations=CLOCKWISE, printed={"c3": "NE"})
    assert texts(start, "turn c3") == ["turn c3 right"]
    assert not [text for text in texts(start, "turn") if text.endswith("left")]


def test_with_clockwise_only_covering_is_still_in_any_orientation() -> None:
    assert len(texts(play(position(variations=CLOCKWISE), "card NE", "place c3"))) == 4


# 3: replace, not cover


def replaced() -> Position:
    return play(position(variations=REPLACE, printed={"c3": "ESW"}), "card NE", "place c3", "lay SW", "stay")


def test_the_replaced_card_goes_to_the_hand() -> None:
    now = replaced()
    assert (now.table.cards[CELLS["c3"]], now.hands[0], now.table.piles[CELLS["c3"]]) == ("SW", ("N", "NES", "NES", "NS"), ())


def test_the_replaced_card_may_be_used_later_in_any_orientation() -> None:
    again = play(replaced(), "stay", "card NES", "place d3", "lay NEW", "stay")
    assert again.table.cards[CELLS["d3"]] == "NEW"
    assert again.hands[0] == ("N", "NES", "NS", "NS")


def test_both_players_know_a_card_taken_to_a_hand() -> None:
    now = replaced()
    assert now.table.known == (("NES",), ())
    played = play(now, "stay", "card NES", "place d3", "lay NEW", "stay")
    assert played.table.known == (("NS",), ())


def test_replacing_keeps_nine_cards_off_the_board() -> None:
    assert (nine(replaced()).total(), [len(hand) for hand in replaced().hands]) == (9, [4, 4])


def test_w5_the_card_put_in_is_locked() -> None:
    now = replaced()
    assert (now.table.locked, texts(now, "turn c3")) == ((CELLS["c3"],), [])
    assert "place c3" in texts(play(now, "card NE"))


def test_w1_start_and_midpoint_are_not_swapped_either() -> None:
    assert "place e5" not in texts(play(position(variations=REPLACE), "card NE"))


# 4: various variations


def various(chooser: int = 0) -> Position:
    return position(phase="choose", chooser=chooser, circle=None, first=None, various=True, seat=chooser)


ALL = [
    *("vary nothing", "vary replace", "vary clockwise", "vary clockwise replace"),
    *("vary arrows", "vary arrows replace", "vary arrows clockwise", "vary arrows clockwise replace"),
]


def test_w14_the_player_without_first_choice_names_any_of_the_variations() -> None:
    chosen = play(various(), "piece circle")
    assert (chosen.awaited, texts(chosen)) == ((1,), ALL)
    begun = play(chosen, "vary arrows replace")
    assert (begun.awaited, begun.table.phase, begun.table.variations) == ((1,), "play", Variations(True, False, True))


def test_w14_the_player_who_names_the_variations_gets_the_remaining_choice_of_piece() -> None:
    named = play(various(1), "first", "vary clockwise")
    assert (named.awaited, texts(named)) == ((0,), ["piece circle", "piece square"])
    assert play(named, "piece square").awaited == (1,)


def test_w14_the_variations_are_named_again_for_every_game() -> None:
    first = position(tokens=("b1", "a5"), reached=(True, False), various=True, variations=Variations(True, True, True))
    dealt = next_game(play(first, "move a1"))
    assert dealt.table.variations == Variations()
    assert texts(play(dealt, "first")) == ALL


def test_variations_by_option_stay_for_the_whole_set() -> None:
    first = position(tokens=("b1", "a5"), reached=(True, False), variations=Variations(True, True, True))
    assert next_game(play(first, "move a1")).table.variations == Variations(True, True, True)


def test_all_variations_together() -> None:
    start = position(OPEN, tokens=("c3", "a5"), printed={"c3": "NiEo", "b2": "NE"}, variations=Variations(True, True, True))
    assert texts(start, "turn") == ["turn b2 right", "turn c3 right"]
    assert texts(start, "move") == ["move d3"]
    assert play(start, "card NS", "place b2", "lay EW", "stay").hands[0] == ("N", "NE", "NE", "NES")
