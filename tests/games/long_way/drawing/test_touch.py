"""Descriptions of the things in the drawing, and the rules that bar a click."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree as ET

import pytest

from byways.games.long_way import GAME
from byways.games.long_way.drawing.layout import COINS, HEAD, LEFT, POINTS, STRIP, TOP
from byways.games.long_way.drawing.store import CELL, middle
from byways.games.long_way.drawing.touch import touched
from byways.games.long_way.state import Position, space_of
from byways.games.long_way.view import View
from byways.teaching.guide import explain
from tests.games.long_way.positions import DOORS, EVERYWHERE, begin, earned, play, ready, sheet

DRAWING = ready(sheet(displays="c4=5 d4=2", filled="e4", cafeterias=["f6 g6", "a6 a7"]), sheet(coins=2), dice=(1, 3))
STORE = "Blue's store. Score now: −7. Tiles: 0. Cafeterias: 0. Coins: 2."
EARNED = earned(sheet(displays="c6=1", walls="e2W"))


def said(position: Position, x: float, y: float, piece: str = "", seat: int | None = 0) -> list[str]:
    view = position.view(seat)
    return [GAME.say(sentence) for sentence in explain(GAME, view, piece, x, y, Random(1))]


def at(name: str, right: float = 0, down: float = 0) -> tuple[float, float]:
    x, y = middle(space_of(name))
    return LEFT + x + right, TOP + y + down


def reason(position: Position, name: str, right: float = 0, down: float = 0) -> str:
    return said(position, *at(name, right, down))[0]


@pytest.mark.parametrize(
    ("name", "about"),
    [
        (
            "c4",
            "A desk set (5): a point if the shoppers pass it. Another 5 beside it earns a bonus, "
            "unless a wall without a doorway is between them.",
        ),
        ("e4", "e4 is not empty, but has no display: it neither scores nor costs anything."),
        ("b2", "b2 is empty. An empty space on the shoppers' way costs a point."),
    ],
)
def test_a_space_is_described_by_what_lies_on_it(name: str, about: str) -> None:
    assert said(DRAWING, *at(name))[-1] == about


def test_a_cafeteria_is_described_at_either_half() -> None:
    assert said(DRAWING, *at("f6"))[-1] == said(DRAWING, *at("g6"))[-1]
    assert "nearest first" in said(DRAWING, *at("f6"))[-1]


def test_a_tile_goes_neither_on_what_is_taken_nor_over_the_edge() -> None:
    assert reason(DRAWING, "c4") == "With its first space at c4, the tile would lie on c4, which is not empty."
    assert reason(DRAWING, "g1") == "With its first space at g1, the tile sticks out of the store. Tiles cannot be turned."


def test_no_reason_is_given_if_something_can_be_chosen() -> None:
    assert said(DRAWING, *at("a1")) == ["a1 is empty. An empty space on the shoppers' way costs a point."]


def test_doors_go_through_the_outer_wall_and_the_exit_not_through_the_entrance() -> None:
    assert reason(begin(), "d4", 20).startswith("The east side of d4 is not an outer side.")
    second = play(begin(), DOORS[0])
    assert reason(second, "a1", -40).startswith("The entrance is already on the west side of a1.")
    assert said(second, *at("a1", -40))[1] == "The entrance: here the shoppers come in. Then they go to the nearest cafeteria."
    assert said(begin(), *at("g3", 40)) == ["The outer wall. The only ways through it are the entrance and the exit."]


def test_the_outer_wall_is_met_on_all_four_sides_but_not_at_a_corner() -> None:
    place = [("b1", 0, -50), ("g2", 50, 0), ("b7", 0, 50), ("a2", -50, 0)]
    choices = [pointed(begin(), name, right, down) for name, right, down in place]
    assert choices == ["entrance b1 north", "entrance g2 east", "entrance b7 south", "entrance a2 west"]
    assert touched(seen(begin()), "", *at("a1", -50, -50)) is None


def seen(position: Position, seat: int | None = 0) -> View:
    view = position.view(seat)
    assert isinstance(view, View)
    return view


def pointed(position: Position, name: str, right: float = 0, down: float = 0) -> str:
    found = touched(seen(position), "", *at(name, right, down))
    return str(found and next(iter(found.choices), None))


def test_a_cafeteria_lies_over_the_border_that_is_pointed_at() -> None:
    position = play(ready(sheet(filled="b1"), dice=(1, 3)), "cafeteria")
    sides = [("c3", 25, 0), ("c3", -25, 0), ("c3", 0, 25), ("c3", 0, -25)]
    assert [pointed(position, *side) for side in sides] == ["fork c3 across", "fork b3 across", "fork c3 down", "fork c2 down"]
    assert reason(position, "g1", 25) == "A cafeteria across g1 and the space to its right sticks out of the store."
    assert reason(position, "a1", 25) == "The cafeteria would lie on b1, which is not empty."


def test_a_display_goes_on_the_new_tile_and_each_half_is_a_die() -> None:
    position = play(DRAWING, "tile a1")
    assert [pointed(position, "b1", right) for right in (-10, 10)] == ["display b1 1", "display b1 3"]
    assert reason(position, "d1") == "d1 is not on the tile you have just drawn. The display goes on a space of that tile."


def test_a_bonus_wall_has_a_free_side_and_a_doorway_something_to_open() -> None:
    assert [pointed(EARNED, "e2", right) for right in (0, -28)] == ["wall e2", "doorway d2 east"]
    assert reason(EARNED, "b2", 28) == "No wall blocks the east side of b2, so a doorway there would reconnect nothing."
    assert reason(EARNED, "a4", -50) == "A doorway leads outside only at the entrance or the exit, not on the west side of a4."
    wall = play(EARNED, "wall e2")
    assert reason(wall, "e2", -20) == "e2 already has a wall on that side. Each side takes one segment."
    assert reason(wall, "b2") == "First choose the side of the space for the wall."


def test_without_a_bonus_there_are_no_coins() -> None:
    reasons = said(DRAWING, COINS, HEAD)
    assert reasons[0].startswith("You have earned no bonus.")
    assert reasons[1].startswith("Coins: each pays for one reroll")


def test_the_dice_say_who_may_reroll_and_what_it_costs() -> None:
    def barred(position: Position, seat: int = 0) -> str:
        return said(position, 0, 0, "die-light", seat)[0]

    assert barred(DRAWING) == "A reroll costs a coin, and you have none. A bonus can bring you two."
    assert barred(DRAWING, 1) == "Red has the dice in this round. No other player may reroll them."
    kept = ready(sheet(coins=1), dice=(1, 3))
    assert barred(kept) == "You have kept the dice. They can be rerolled only before drawing begins."
    asked = play(ready(sheet(coins=1)), "light 1", "dark 3")
    assert barred(asked) == "The light die gives the shape of the tile. The display may have the number of either die."
    assert reason(asked, "a1") == "First reroll a die or keep the dice."


def test_an_absent_button_says_that_it_is_too_early_to_be_done_or_too_late_for_a_cafeteria() -> None:
    assert said(DRAWING, 270, STRIP) == ["A third cafeteria is not allowed. You may draw two in a game."]
    assert said(play(DRAWING, "tile a1"), 420, STRIP) == ["First put a display on the new tile. Every tile gets one."]
    assert said(EARNED, 420, STRIP) == ["First take your bonus: a wall, a doorway, or two coins. You must take one."]


def test_the_supply_of_cafeterias_says_what_they_are_for() -> None:
    assert said(EARNED, 270, STRIP)[0].startswith("You may draw 2 more cafeterias, each instead of a tile.")
    assert said(play(DRAWING, "tile a1"), 270, STRIP) == []


def test_points_beside_the_large_store_do_not_touch_it() -> None:
    assert [touched(seen(DRAWING), "", 600, y) for y in (HEAD, STRIP, TOP + 100)] == [None, None, None]


def test_a_finished_player_waits_and_a_stopped_one_draws_no_more() -> None:
    done = play(DRAWING, "stop", "done")
    assert reason(done, "a1") == "It is not Red's turn. Waiting for Blue."
    stopped = ready(sheet(stopped=True), sheet(), dice=(1, 3), active=1)
    assert said(stopped, *at("a1")) == ["a1 is empty. An empty space on the shoppers' way costs a point."]


def test_a_complete_act_can_be_finished_or_taken_back() -> None:
    ready_to_finish = play(DRAWING, "tile a1", "display a1 1")
    assert reason(ready_to_finish, "e1") == "Your drawing is complete. Finish with 'done', or take the last step back."


def test_the_score_says_how_it_comes_about() -> None:
    row = ready(sheet(displays="b1=1 c1=2", filled=EVERYWHERE.replace("d1", "")), sheet())
    assert said(row, POINTS, HEAD) == ["The score of this store now. Entrance, exit: 2 displays − 1 empty = 1."]
    shut = ready(sheet(walls="a1ES"))
    assert said(shut, POINTS, HEAD) == ["This store scores 0 points now: no open path leads from the entrance to the exit."]
    assert said(begin(), POINTS, HEAD) == []


def test_other_stores_and_the_rolled_tile_are_described_to_all() -> None:
    assert said(DRAWING, 0, 0, "sheet-1") == said(DRAWING, 0, 0, "badge-1", None) == [STORE]
    assert said(DRAWING, 0, 0, "rolled") == ["The tile of this roll, the same for every player. It is drawn just as it is, never turned."]


@pytest.mark.parametrize("piece", ["sheet-8", "sheet-x", "badge-", "die-red", "option-done"])
def test_unknown_pieces_are_not_described(piece: str) -> None:
    assert touched(seen(DRAWING), piece, -400, -400) is None


def test_a_spectator_learns_what_things_are() -> None:
    assert said(DRAWING, *at("c4"), "", None)[0].startswith("A desk set (5)")


def test_dice_tile_and_stores_can_be_looked_up_by_keys_too() -> None:
    things = [one.get("aria-label") for one in ET.fromstring(GAME.draw(DRAWING.view(0))).iter() if "data-thing" in one.attrib]
    assert things == [
        *("The entrance", "The exit", STORE, "The light die shows 1.", "The dark die shows 3.", "The tile of this roll"),
        *("0 coins", "0 cafeterias left"),
    ]


def test_a_point_between_two_spaces_belongs_to_one_of_them() -> None:
    x, y = LEFT + CELL, TOP + CELL
    assert said(begin(), x, y)[-1].startswith("b2")
