"""Where pieces are at the places that events name: there they are drawn."""

from __future__ import annotations

import pytest

from byways.games.the_way import GAME
from byways.games.the_way.draw import where
from byways.games.the_way.layout import DECK, back_spot
from byways.games.the_way.scene import Scene
from byways.games.the_way.state import Position
from byways.games.the_way.view import view
from tests.games.the_way.boards import play, position
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
    assert where(view(position(), 0), "hand-NES-0", "deck") == where(view(position(), 0), "back-1-3", "deck") == DECK


@pytest.mark.parametrize(("circle", "seats"), [(0, [0, 1]), (1, [1, 0]), (None, [0, 1])])
def test_the_backs_of_a_hand_lie_with_the_piece_of_its_player(circle: int | None, seats: list[int]) -> None:
    scene = Scene(view(position(circle=circle), None))
    left, right = (back_spot(scene, seat, 0)[0] for seat in seats)
    assert left < right


def test_the_hand_is_smaller_while_variations_are_chosen() -> None:
    choosing = position(phase="vary", circle=None, first=None)
    assert where(view(choosing, 0), "hand-NES-0", "hand-2") == drawn_at(choosing, "hand-NES-0")
    assert drawn_at(choosing, "hand-NES-0") < drawn_at(play(position(), "turn c3 right"), "hand-NES-0")
