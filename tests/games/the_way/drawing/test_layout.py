"""Pieces are drawn at the places that events name."""

from __future__ import annotations

from itertools import permutations
from xml.etree import ElementTree as ET

import pytest

from byways.games.the_way import GAME
from byways.games.the_way.drawing.draw import draw, where
from byways.games.the_way.drawing.layout import TALL, WIDE, Box, Layout
from byways.games.the_way.drawing.scene import Scene
from byways.games.the_way.state import Position
from byways.games.the_way.view import view
from tests.games.the_way.positions import play, position
from tests.pictures import piece, place


def drawn_at(now: Position, name: str, seat: int | None = 0) -> tuple[float, float]:
    return place(piece(GAME.draw(now.view(seat)), f"board-{name}"))


PLACES = [("token-circle", "b1"), ("token-square", "a5"), ("card-c3", "c3"), ("hand-NES-0", "hand-2"), ("back-1-3", "hand-3")]


@pytest.mark.parametrize(("name", "at"), [*PLACES, ("deck", "deck")])
def test_a_piece_is_where_it_is_drawn(name: str, at: str) -> None:
    now = position(tokens=("b1", "a5"))
    assert where(view(now, 0), name, at) == drawn_at(now, name)


def test_two_pieces_on_one_card_are_beside_each_other() -> None:
    now = position(tokens=("b3", "b3"))
    assert [where(view(now, 0), name, "b3") for name in ("token-circle", "token-square")] == [
        drawn_at(now, name) for name in ("token-circle", "token-square")
    ]


def test_a_card_comes_from_the_deck() -> None:
    assert where(view(position(), 0), "hand-NES-0", "deck") == where(view(position(), 0), "back-1-3", "deck") == WIDE.deck


@pytest.mark.parametrize(("circle", "seats"), [(0, [0, 1]), (1, [1, 0]), (None, [0, 1])])
def test_the_backs_of_a_hand_lie_with_the_piece_of_its_player(circle: int | None, seats: list[int]) -> None:
    scene = Scene(view(position(circle=circle), None))
    assert TALL.back_spot(scene, seats[0], 0)[0] < TALL.back_spot(scene, seats[1], 0)[0]
    assert WIDE.back_spot(scene, seats[0], 0)[1] < WIDE.back_spot(scene, seats[1], 0)[1]


def test_the_hand_is_smaller_while_variations_are_chosen() -> None:
    choosing = position(phase="vary", circle=None, first=None)
    assert where(view(choosing, 0), "hand-NES-0", "hand-2") == drawn_at(choosing, "hand-NES-0")
    assert WIDE.small[2][1] < WIDE.hand[2][1]
    assert TALL.small[2] < TALL.hand[2]


def test_the_tall_sheet_has_the_same_pieces_and_options_and_its_own_places() -> None:
    now = position(tokens=("b1", "a5"))
    svg = draw(view(now, 0), "board", tall=True)
    assert [one.attrib["id"] for one in ET.fromstring(svg).iter() if "id" in one.attrib] == [
        one.attrib["id"] for one in ET.fromstring(GAME.draw(now.view(0))).iter() if "id" in one.attrib
    ]
    for name, at in PLACES:
        assert where(view(now, 0), name, at, tall=True) == place(piece(svg, f"board-{name}"))


MOMENTS = [
    position(),
    play(position(), "card NE", "place c3"),
    play(position(), "turn c3 right"),
    position(phase="choose", circle=None, first=None),
    position(phase="vary", circle=None, first=None),
]


@pytest.mark.parametrize("lay", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize("now", MOMENTS)
def test_no_button_lies_on_another_and_all_are_on_the_sheet(now: Position, lay: Layout) -> None:
    drawn = ET.fromstring(draw(view(now, now.awaited[0]), "b", tall=lay is TALL))
    boxes = [
        Box(*(float(one.attrib[side]) for side in ("x", "y", "width", "height"))) for one in drawn.iter() if one.get("class") == "spot"
    ]
    assert all(lay.sheet.holds(one.x, one.y) and lay.sheet.holds(one.x + one.width, one.y + one.height) for one in boxes)
    assert not any(one.holds(*other.middle) for one, other in permutations(boxes, 2))


def test_the_button_that_ends_a_turn_is_never_where_a_card_was_laid() -> None:
    for lay in (WIDE, TALL):
        assert not any(lay.stay.holds(*lay.face_spot(nth).middle) for nth in range(4))
        assert not lay.stay.holds(*lay.first.middle)
