"""The layout of a tall drawing of Labyrinth."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from byways.game import stream
from byways.games.labyrinth import GAME, LabyrinthOptions
from byways.games.labyrinth.drawing import layout as layouts
from byways.games.labyrinth.drawing import touch
from byways.games.labyrinth.drawing.draw import draw, where
from byways.games.labyrinth.view import View, view
from tests.games.labyrinth.drawing.test_draw import DONE, SITUATIONS, START, steps
from tests.games.labyrinth.positions import OPEN5, play, position
from tests.pictures import options, piece, place, with_class

PHONE = 390
LAY = layouts.tall(5, 5)
SLID = play(position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)], spare="└"), "slide 2 down")


def dealt(size: int) -> View:
    shown = GAME.start(GAME.deal(4 if size == 5 else 6, stream(1, "set-up"), LabyrinthOptions(rows=size, columns=size))).view(0)
    assert isinstance(shown, View)
    return shown


def ids(svg: str) -> list[str]:
    return [one.attrib["id"] for one in ET.fromstring(svg).iter() if "id" in one.attrib]


def said(shown: View, at: tuple[float, float], found: str = "") -> tuple[str, str]:
    touched = touch.touched(shown, found, *at, tall=True)
    assert touched
    return GAME.say(touched.what), str(next(iter(touched.choices), None))


@pytest.mark.parametrize("shown", SITUATIONS.values(), ids=SITUATIONS)
def test_a_tall_drawing_has_the_same_pieces_and_options_as_a_wide_one(shown: View) -> None:
    assert ids(draw(shown, "b", tall=True)) == ids(draw(shown, "b"))


@pytest.mark.parametrize("rows", [5, 7, 9, 11])
@pytest.mark.parametrize("columns", [5, 7, 9, 11])
def test_a_tall_drawing_fits_the_stage_of_a_phone(rows: int, columns: int) -> None:
    width, height = layouts.tall(rows, columns).size
    assert height / width < 1.29


def test_on_a_phone_the_usual_board_has_tiles_of_47_pixels() -> None:
    assert layouts.TILE * PHONE / layouts.tall(7, 7).size[0] > 47


@pytest.mark.parametrize("size", [5, 7, 9, 11])
def test_on_a_phone_letters_have_eleven_pixels_and_buttons_twenty_four(size: int) -> None:
    lay, root = layouts.tall(size, size), ET.fromstring(draw(dealt(size), "b", tall=True))
    phone = PHONE / float(root.attrib["width"])
    targets = with_class(root, "hit") + with_class(options(draw(dealt(size), "b", tall=True))["pass"], "spot")
    sides = [float(part.attrib[side]) for part in targets for side in ("width", "height")]
    assert len(sides) > 2
    assert min(sides) * lay.zoom * phone >= 24
    assert layouts.TILE * phone >= 24
    assert (17 * lay.zoom * phone >= 11, 18 * lay.token * phone >= 11) == (True, True)


def test_a_tall_drawing_keeps_its_size_from_step_to_step() -> None:
    boxes = {ET.fromstring(draw(view(at, seat), "b", tall=True)).get("viewBox") for at in (*steps(START), DONE) for seat in (0, 1, None)}
    assert len(boxes) == 1


@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (7, 11), (11, 7), (9, 9), (3, 5)])
def test_everything_in_the_panel_is_below_the_board_and_on_the_sheet(rows: int, columns: int) -> None:
    lay = layouts.tall(rows, columns)
    buttons = [lay.at(point) for point in (lay.card, lay.passing, *map(lay.nth_insert, range(4)))]
    x, y = lay.spare_corner
    halves = [(at, 34 * lay.zoom) for at in buttons] + [((x + 30, y + 30), 30)]
    board = lay.corner(rows, columns)[1] + lay.frame
    assert all(half <= x <= lay.size[0] - half and board <= y - half and y + half <= lay.size[1] for (x, y), half in halves)


def test_a_board_that_is_higher_than_wide_lies_in_the_middle() -> None:
    lay = layouts.tall(11, 7)
    assert lay.corner(0, 0)[0] == lay.size[0] - lay.corner(0, 7)[0]


def test_turns_of_the_spare_lie_side_by_side() -> None:
    places = [place(option[0]) for option in options(draw(view(SLID, 0), "b", tall=True)).values()]
    assert len({y for _, y in places}) == 1
    gaps = [after - before for (before, _), (after, _) in pairwise(places)]
    assert min(gaps) >= 68 * LAY.zoom


def test_places_in_a_tall_drawing_are_found() -> None:
    shown = view(START, 0)
    assert where(shown, "tile-3", "0,5", tall=True) == LAY.corner(0, 5)
    assert where(shown, "tile-25", "spare", tall=True) == pytest.approx(place(piece(draw(shown, "b", tall=True), "b-tile-25")), abs=0.001)


def test_things_in_a_tall_drawing_are_explained() -> None:
    shown = view(START, 0)
    x, y = LAY.corner(2, 1)
    assert said(shown, (x + 30, y + 30))[1] == "walk 2,1"
    assert said(shown, (LAY.frame / 2, y + 30))[1] == "slide 2 right"
    assert said(shown, (x - 30, LAY.corner(5, 0)[1] + LAY.frame / 2))[1] == "slide 0 up"
    assert said(shown, LAY.at(LAY.round)) == ("The game ends after round 1000 at the latest.", "None")
    assert said(shown, LAY.at(LAY.card)) == ("The two gems on the tile of your treasure.", "None")
    assert said(shown, LAY.at(LAY.spare), "tile-25") == ("The spare tile. The player who slides a line puts it into the gap.", "insert 0")
    assert said(shown, LAY.at(LAY.passing))[1] == "pass"
    assert said(view(play(START, "slide 2 down"), 0), LAY.at(LAY.nth_insert(1)))[1] == "insert 90"


@pytest.mark.parametrize("size", [5, 15])
def test_the_whole_frame_is_the_end_of_a_line(size: int) -> None:
    lay, shown = layouts.tall(size, size), dealt(size)
    for x in (1, lay.frame - 1, lay.size[0] - lay.frame + 1, lay.size[0] - 1):
        assert said(shown, (x, lay.corner(2, 0)[1] + 30))[1].startswith("slide 2")
