"""Every refusal names the rule that was broken."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.game import Illegal
from tests.games.long_way.positions import EVERYWHERE, begin, earned, offered, play, ready, sheet


def test_a_step_out_of_order_is_refused_with_what_comes_now() -> None:
    with pytest.raises(Illegal, match="Finish with 'done', or take the last step back"):
        play(begin(), "entrance a1 west", "exit g7 east", "stop")
    with pytest.raises(Illegal, match="First take your bonus: a wall, a doorway, or two coins"):
        play(earned(sheet(displays="c6=1")), "done")


def test_a_cafeteria_needs_two_neighbouring_empty_spaces() -> None:
    """With a custom chart a tile may be smaller than a cafeteria."""
    small = replace(ready(sheet(filled=EVERYWHERE.replace("a4", ""))), chart=(("00N",) * 6,) * 6)
    with pytest.raises(Illegal, match="No two neighbouring spaces are empty"):
        play(small, "light 1", "dark 1", "cafeteria")


def test_a_display_of_another_kind_or_off_the_tile_is_refused() -> None:
    position = play(ready(sheet(), dice=(1, 5)), "tile a4")
    with pytest.raises(Illegal, match=r"show 1 and 5, so you cannot display a sofa \(3\)"):
        play(position, "display a4 3")
    with pytest.raises(Illegal, match="d4 is not on the tile you have just drawn"):
        play(position, "display d4 5")


def test_a_cafeteria_lies_on_empty_spaces_of_the_store() -> None:
    position = play(ready(sheet(filled="b1"), dice=(1, 5)), "cafeteria")
    with pytest.raises(Illegal, match="sticks out"):
        play(position, "fork g1 across")
    with pytest.raises(Illegal, match="sticks out"):
        play(position, "fork a7 down")
    with pytest.raises(Illegal, match="would lie on b1"):
        play(position, "fork a1 across")


def test_a_third_cafeteria_is_refused() -> None:
    position = ready(sheet(cafeterias=["a1 b1", "c1 d1"]), dice=(1, 5))
    assert "cafeteria" not in offered(position)
    with pytest.raises(Illegal, match="third cafeteria"):
        play(position, "cafeteria")


def test_a_doorway_in_nothing_or_that_reconnects_nothing_is_refused() -> None:
    position = earned(sheet(displays="c6=1", walls="e2W", doorways="e2W"))
    for word in ("doorway d2 east", "doorway e2 west", "doorway a1 south"):
        with pytest.raises(Illegal, match="would reconnect nothing"):
            play(position, word)


def test_without_a_match_there_is_no_bonus_and_after_one_there_is_no_second() -> None:
    for words in ((), ("tile a1",), ("tile a1", "display a1 1")):
        with pytest.raises(Illegal, match="You have earned no bonus"):
            play(ready(sheet(), dice=(1, 1)), *words, "coins")
    with pytest.raises(Illegal, match="Your drawing is complete"):
        play(earned(sheet(displays="c6=1")), "coins", "wall a1")


def test_a_reroll_is_for_the_player_with_the_dice_and_a_coin_before_drawing_begins() -> None:
    with pytest.raises(Illegal, match="costs a coin, and you have none"):
        play(ready(sheet(), dice=(1, 1)), "reroll light")
    with pytest.raises(Illegal, match="You have kept the dice"):
        play(ready(sheet(coins=1), dice=(1, 1)), "reroll light")
    with pytest.raises(Illegal, match="Red has the dice"):
        play(ready(sheet(), sheet(coins=1), dice=(1, 1)), "1: reroll light")
    with pytest.raises(Illegal, match="First choose an outer side"):
        play(begin(), "reroll light")
