"""The options of a drawing of Labyrinth, and their previews."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from byways.games.labyrinth.drawing.art import ARROW
from byways.games.labyrinth.drawing.draw import draw
from byways.games.labyrinth.drawing.layout import TILE
from byways.games.labyrinth.state import Position
from byways.games.labyrinth.view import view
from tests.games.labyrinth.drawing.test_draw import CLASSIC, SMALL, START, TURN, corner
from tests.games.labyrinth.positions import OPEN5, play, position
from tests.pictures import SVG, options, piece, place, with_class


def test_only_the_awaited_seat_has_options() -> None:
    assert options(draw(view(START, 0), "b"))
    assert not options(draw(view(START, 1), "b"))
    assert not options(draw(view(START, None), "b"))


@pytest.mark.parametrize(
    ("notation", "x", "y", "turned"),
    [
        ("slide 2 left", corner(0, 5)[0] + 18, corner(2, 0)[1] + 30, "translate(0 12) rotate(180)"),
        ("slide 2 right", corner(0, 0)[0] - 18, corner(2, 0)[1] + 30, "translate(0 12) rotate(0)"),
        ("slide 4 up", corner(0, 4)[0] + 30, corner(5, 0)[1] + 18, "translate(12 0) rotate(270)"),
        ("slide 4 down", corner(0, 4)[0] + 30, corner(0, 0)[1] - 18, "translate(12 0) rotate(90)"),
    ],
)
def test_an_arrow_is_where_the_spare_comes_in_and_points_the_way_the_tiles_go(notation: str, x: int, y: int, turned: str) -> None:
    button = options(draw(view(START, 0), "b"))[notation][0]
    assert place(button) == (x, y)
    (sign,) = with_class(button, "sign")
    assert (sign.get("d"), sign.get("transform")) == (ARROW, f"{turned} scale(.75)")


def test_the_badge_of_a_hint_lies_between_a_slide_button_and_the_board() -> None:
    found = options(draw(view(START, 0), "b"))
    assert [found[slide].get("data-anchor") for slide in ("slide 0 right", "slide 2 up")] == ["36 66", "186 336"]


def test_the_preview_of_a_slide_outlines_its_line() -> None:
    (outline,) = with_class(options(draw(view(START, 0), "b"))["slide 2 left"], "outline")
    x, y = corner(2, 0)
    assert [outline.get(name) for name in ("x", "y", "width", "height")] == [str(x), str(y), "300", "60"]
    assert "ghost" in outline.attrib["class"]


def copies(at: Position, notation: str) -> dict[str, tuple[str | None, str | None]]:
    """The pieces in a slide's preview, with their initial offsets."""
    option = options(draw(view(at, 0), "b"))[notation]
    return {copy.attrib["href"]: (copy.get("x"), copy.get("y")) for copy in option.iter(f"{SVG}use")}


def test_the_preview_of_a_slide_moves_the_spare_and_all_tiles_of_its_line_but_the_one_that_drops_out() -> None:
    found = copies(SMALL, "slide 2 down")
    x, y = place(piece(draw(view(SMALL, 0), "b"), "b-tile-15"))
    outside = corner(-1, 2)
    spare = (str(int(outside[0] - x)), str(int(outside[1] - y)))
    assert found == {"#b-tile-2": (None, None), "#b-tile-7": (None, None), "#b-tile-15": spare}


def test_avatars_ride_in_the_preview_of_a_slide() -> None:
    start = position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)], at=[(0, 2), (4, 2)])
    found = copies(start, "slide 2 down")
    assert found["#b-avatar-0"] == (None, None)
    assert found["#b-avatar-1"] == ("0", str(-5 * TILE))  # B7: from the other end
    assert "#b-avatar-0" not in copies(start, "slide 4 down")


def test_in_classic_the_goal_rides_in_the_preview_of_a_slide() -> None:
    assert "#b-goal" in copies(CLASSIC, "slide 1 left")  # it lies on the spare


def test_insertions_are_turns_of_one_tile() -> None:
    start = position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)], spare="└")
    drawn = options(draw(view(play(start, "slide 2 down"), 0), "b"))
    assert all("data-turn" in option.attrib for option in drawn.values())
    taken = [with_class(option, "take")[0] for option in drawn.values()]
    assert {(spot.attrib["x"], spot.attrib["y"]) for spot in taken} == {tuple(map(str, corner(0, 2)))}


def test_every_insertion_has_a_preview_in_the_hole() -> None:
    start = position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)], spare="└")
    drawn = options(draw(view(play(start, "slide 2 down"), 0), "b"))
    ghosts = [ghost for option in drawn.values() for ghost in with_class(option, "ghost")]
    assert list(drawn) == ["insert 0", "insert 90", "insert 180", "insert 270"]
    assert [place(ghost) for ghost in ghosts] == [corner(0, 2)] * 4
    assert len({ET.tostring(ghost) for ghost in ghosts}) == 4


def test_an_avatar_that_rides_round_is_shown_on_the_inserted_tile() -> None:
    slid = play(position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)], at=[(4, 2), (3, 3)]), "slide 2 down")
    assert place(piece(draw(view(slid, 0), "b"), "b-avatar-0")) == (corner(0, 2)[0] + TILE / 2, corner(0, 2)[1] + TILE / 2)
    (ghost,) = with_class(options(draw(view(slid, 0), "b"))["insert 0"], "ghost")
    # Drawn, not copied: in the ghost of a whole act, the avatar on the page has not moved yet.
    assert [place(part) for part in ghost if with_class(part, "seat")] == [(TILE / 2, TILE / 2)]


def test_an_avatar_that_shares_its_tile_is_planned_where_it_stands() -> None:
    inserted = play(position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)], at=[(1, 1), (1, 1)]), "slide 4 down", "insert 0")
    drawn = draw(view(inserted, 0), "b")
    planned = {place(part) for option in options(drawn).values() for part in with_class(option, "planned")}
    assert planned == {place(piece(drawn, "b-avatar-0"))}


def test_the_places_to_click_for_insertions_do_not_overlap() -> None:
    start = position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)], spare="└")
    buttons = [option[0] for option in options(draw(view(play(start, "slide 2 down"), 0), "b")).values()]
    sizes = [tuple(float(spot.attrib[name]) for name in ("width", "height")) for button in buttons for spot in with_class(button, "spot")]
    boxes = [(*place(button), *size) for button, size in zip(buttons, sizes, strict=True)]
    apart = [abs(x - x2) >= width or abs(y - y2) >= height for x, y, width, height in boxes for x2, y2, *_ in boxes if (x, y) != (x2, y2)]
    assert len(boxes) == 4
    assert all(apart)


def test_a_walk_shows_its_trail_round_the_bends() -> None:
    drawn = options(draw(view(play(SMALL, *TURN), 0), "b"))
    (trail,) = with_class(drawn["walk 0,0"], "trail")
    # from the middle of 1,1 through the doorways of 1,0 and 0,0 to the middle of the bend at 0,0
    assert trail.get("d") == "M126 126Q126 126 96 126Q66 126 66 96L73.5 73.5"
    assert trail.get("class") == "ghost trail"
