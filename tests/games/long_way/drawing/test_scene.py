"""The store that is drawn large, and what counts in it."""

from __future__ import annotations

from byways.bits import members
from byways.games.long_way.drawing.scene import Scene
from byways.games.long_way.state import Sheet, name_of
from byways.games.long_way.view import View
from tests.games.long_way.positions import play, ready, sheet


def scene(*stores: Sheet, seat: int | None = 0) -> Scene:
    view = ready(*stores).view(seat)
    assert isinstance(view, View)
    return Scene(view)


def test_the_spaces_on_the_way_are_those_of_all_legs() -> None:
    store = sheet("a1W", "a1N", cafeterias=["a3 b3"])
    assert [name_of(space) for space in members(scene(store).passed)] == ["a1", "a2", "a3"]


def test_cafeterias_are_numbered_as_shoppers_come_to_them() -> None:
    far, near, shut = "g7 g6", "a3 b3", "a7 b7"
    shown = scene(sheet("a1W", "g1E", cafeterias=[far, near]))
    assert [shown.order(hall) for hall in shown.sheet.cafeterias] == [2, 1]
    walled = scene(sheet("a1W", "g1E", walls="a7N b7NE", cafeterias=[shut]))
    assert [walled.order(hall) for hall in walled.sheet.cafeterias] == [0]


def test_a_spectator_sees_the_store_of_the_player_with_the_dice() -> None:
    assert (scene(sheet(), sheet(), seat=None).main, scene(sheet(), sheet(), seat=1).main) == (0, 1)
    over = play(ready(sheet(), sheet("a1W", "b1N")), "light 1", "dark 1", "stop", "done", "1: stop", "1: done").view(None)
    assert isinstance(over, View)
    assert Scene(over).main == 1
