"""Labyrinth as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from byways.drawing import CROWN, LIGHT, SEATS, png
from byways.game import stream
from byways.games.labyrinth import GAME, LabyrinthOptions
from byways.games.labyrinth.drawing import draw as drawing
from byways.games.labyrinth.drawing.art import COUNTER, CROSS
from byways.games.labyrinth.drawing.draw import draw, where
from byways.games.labyrinth.drawing.layout import FRAME, TILE, wide
from byways.games.labyrinth.drawing.scene import slot
from byways.games.labyrinth.state import Position
from byways.games.labyrinth.view import View, view
from byways.room import Drawings, Marks, Ways
from tests.games.labyrinth.positions import OPEN5, OPEN7, play, position
from tests.pictures import SVG, layer, options, piece, pixels, place, with_class

_: Drawings[View] = drawing
__: Ways[View] = drawing
___: Marks[View] = drawing

SMALL = position("┌─┬─┐ ├┼┴┘│ └─┴─┘", [(1, 1), (1, 3)], [(1, 3), (1, 1)], spare="│")
START = position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)])
DONE = play(START, "slide 0 left; insert 0; walk 1,3", "pass", "slide 0 left; insert 0; walk 1,1")
CLASSIC = position(OPEN5, [(0, 0), (4, 4)], [[None], (0, 2)], classic=True)
TURN = ("slide 2 down", "insert 90")

corner = wide(5, 5).corner


def steps(start: Position) -> Iterator[Position]:
    """A position before, between and after the steps of its first turn."""
    yield start
    for step in ("slide 2 left", "insert 0") if not start.maze.classic else ("slide 1 left", "insert 0"):
        start = play(start, step)
        yield start


def situations() -> dict[str, View]:
    crowd = position(OPEN7, [(1, 1), (1, 3), (1, 5), (3, 1), (3, 3), (3, 5)], [(5, 5)] * 6, at=[(1, 1)] * 6)
    big = GAME.start(GAME.deal(6, stream(1, "set-up"), LabyrinthOptions(rows=15, columns=15)))
    found = {
        "small": SMALL.view(0),
        "spectator": START.view(None),
        "not at turn": START.view(1),
        "done": DONE.view(0),
        "crowd": crowd.view(0),
        "big": big.view(0),
        "removed": START.remove(1).view(0),
        "who has gone": START.remove(1).view(1),
        "last": position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)], last="slide 2 left").view(0),
        "even": position("┼┼┼┼ ┼┼┼┼", [(1, 1)] * 2, [(0, 1)] * 2).view(0),
        "outsiders": replace(START, avatars=START.avatars * 5, hunts=START.hunts * 5, found=(0,) * 10, acts=((),) * 10).view(0),
    }
    found |= {f"open {nth}": at.view(0) for nth, at in enumerate(steps(START))}
    found |= {f"classic {nth}": at.view(0) for nth, at in enumerate(steps(CLASSIC))}
    return {name: shown for name, shown in found.items() if isinstance(shown, View)}


SITUATIONS = situations()


@pytest.mark.parametrize("shown", SITUATIONS.values(), ids=SITUATIONS)
class TestEverySituation:
    def test_every_choice_is_offered_once_with_its_sentence(self, shown: View) -> None:
        offered = [(option.get("data-choice"), option.get("aria-label")) for option in layer(draw(shown, "b"), "options")]
        assert offered == [(str(choice), GAME.say(choice.sentence)) for choice in shown.choices]

    def test_ids_are_on_layers_and_their_children_only(self, shown: View) -> None:
        root = ET.fromstring(draw(shown, "b"))
        deep = [element for group in root for child in group for element in child.iter() if element is not child]
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert not any("id" in element.attrib for element in deep)
        assert len(ids) == len(set(ids))
        assert all(name == "b" or name.startswith("b-") for name in ids)

    def test_every_tile_is_there_the_spare_among_them(self, shown: View) -> None:
        numbers = sorted(tile.number for tile in (*shown.maze.tiles, shown.maze.spare))
        pieces = [child.attrib["id"] for child in layer(draw(shown, "b"), "board") if "id" in child.attrib]
        assert pieces == [f"b-tile-{number}" for number in numbers]

    def test_every_seat_in_the_game_has_an_avatar_and_a_home(self, shown: View) -> None:
        pieces = {child.get("id") for child in layer(draw(shown, "b"), "pieces")}
        seats = [seat for seat in range(len(shown.avatars)) if seat not in shown.removed]
        own = {name for name in pieces if name and name.startswith(("b-avatar", "b-home"))}
        assert own == {f"b-{kind}-{s}" for s in seats for kind in ("avatar", "home")}

    def test_there_are_no_inline_styles_and_scripts(self, shown: View) -> None:
        root = ET.fromstring(draw(shown, "b"))
        assert not [name for element in root.iter() for name in element.attrib if name == "style" or name.startswith("on")]
        assert not list(root.iter(f"{SVG}script"))

    def test_every_class_has_a_style(self, shown: View) -> None:
        root = ET.fromstring(draw(shown, "b"))
        style = root[0].text or ""
        classes = {name for element in root.iter() for name in element.get("class", "").split()} - {"byways", "avatar"}
        assert not [name for name in classes if f".{name}{{" not in style and f".{name} " not in style]


def test_lasting_pieces_keep_their_order_from_drawing_to_drawing() -> None:
    orders = [
        [child.get("id") for name in ("board", "pieces") for child in layer(draw(at, "b"), name) if child.get("id")] for at in turns()
    ]
    assert all(order == orders[0] for order in orders)


def turns() -> Iterator[View]:
    for at in (*steps(START), play(START, "slide 2 left; insert 0; walk 3,3")):
        yield view(at, 0)


# Paths of pieces


def test_tiles_and_goals_move_by_the_corners_of_cells() -> None:
    shown = view(START, 0)
    assert [where(shown, piece, "0,5") for piece in ("tile-3", "goal")] == [corner(0, 5)] * 2
    assert where(shown, "tile-25", "spare") == place(piece(draw(shown, "b"), "b-tile-25"))


def test_avatars_move_through_the_middles_of_tiles() -> None:
    assert where(view(SMALL, 0), "avatar-0", "0,1") == (corner(0, 1)[0] + 30, corner(0, 1)[1] + 30)


@pytest.mark.parametrize("seat", range(6))
def test_an_avatar_stops_where_it_is_drawn(seat: int) -> None:
    crowd = SITUATIONS["crowd"]
    assert where(crowd, f"avatar-{seat}", "1,1") == place(piece(draw(crowd, "b"), f"b-avatar-{seat}"))


def test_an_avatar_beside_the_board_is_in_the_middle_of_the_spare() -> None:
    x, y = where(view(START, 0), "tile-25", "spare")
    assert where(view(START, 0), "avatar-1", "spare") == (x + 30, y + 30)


# Tiles


def at_cell(row: int, column: int) -> tuple[float, float]:
    return corner(row, column)


def test_a_slide_moves_its_line_and_leaves_a_hole() -> None:
    drawn = draw(view(play(SMALL, "slide 2 down"), 0), "b")
    assert place(piece(drawn, "b-tile-2")) == at_cell(1, 2)
    assert place(piece(drawn, "b-tile-7")) == at_cell(2, 2)
    x, y = place(piece(drawn, "b-tile-12"))  # dropped out, it lies in the frame
    assert (x + 16, y + 16) == (corner(3, 2)[0] + 30, corner(3, 2)[1] + FRAME / 2)
    assert scale(piece(drawn, "b-tile-12")) == "scale(0.533)"
    assert at_cell(0, 2) not in {place(tile) for tile in with_class(layer(drawn, "board"), "piece")}


def scale(element: ET.Element) -> str:
    return element.attrib["transform"].split()[-1]


def test_the_spare_lies_beside_the_board_until_it_is_inserted() -> None:
    before, slid, inserted = (
        place(piece(draw(view(at, 0), "b"), "b-tile-15")) for at in (SMALL, play(SMALL, *TURN[:1]), play(SMALL, *TURN))
    )
    assert before == slid
    assert before[0] > corner(0, 5)[0] + FRAME
    assert inserted == at_cell(0, 2)
    assert place(piece(draw(view(play(SMALL, *TURN), 0), "b"), "b-tile-12")) == before


def test_other_seats_see_no_tentative_steps() -> None:
    assert draw(view(play(SMALL, *TURN), 1), "b") == draw(view(SMALL, 1), "b")


def test_fixed_tiles_look_different() -> None:
    drawn = draw(view(SMALL, 0), "b")
    fixed = [tile.get("id") for tile in layer(drawn, "board") if with_class(tile, "fixed")]
    assert fixed == ["b-tile-6", "b-tile-8"]


def test_every_tile_shows_two_gems() -> None:
    tiles = [piece for piece in layer(draw(view(START, 0), "b"), "board") if piece.get("id", "").startswith("b-tile")]
    assert {len(with_class(tile, "gem")) for tile in tiles} == {2}


# Pieces


def test_avatars_ride_with_a_sliding_line() -> None:
    start = position(OPEN5, [(1, 1), (3, 3)], [(1, 3), (1, 1)], at=[(0, 2), (4, 2)])
    drawn = draw(view(play(start, "slide 2 down"), 0), "b")
    assert place(piece(drawn, "b-avatar-0")) == (corner(1, 2)[0] + 30, corner(1, 2)[1] + 30)
    assert place(piece(drawn, "b-avatar-1")) == (corner(0, 2)[0] + 30, corner(0, 2)[1] + 30)  # B7: round to the other end


@pytest.mark.parametrize("count", range(1, 17))
def test_avatars_on_one_tile_stand_side_by_side_within_it(count: int) -> None:
    slots = [slot(count, nth) for nth in range(count)]
    spots = {(x, y) for x, y, _ in slots}
    assert len(spots) == count
    assert all(abs(x) + 15 * scale <= 30 and abs(y) + 15 * scale <= 30 for x, y, scale in slots)
    gap = min((max(abs(x - x2), abs(y - y2)) for x, y in spots for x2, y2 in spots if (x, y) != (x2, y2)), default=TILE)
    assert gap >= 30 * slots[0][2] or gap > 26 * slots[0][2]


def test_the_awaited_seat_has_a_halo() -> None:
    drawn = draw(view(START, None), "b")
    assert len(with_class(layer(drawn, "pieces"), "halo")) == 1
    assert place(piece(drawn, "b-halo")) == place(piece(drawn, "b-avatar-0"))


def test_x_marks_the_treasure() -> None:
    goal = piece(draw(view(START, 0), "b"), "b-goal")
    assert place(goal) == at_cell(1, 3)
    assert [path.get("d") for path in with_class(goal, "goal")] == [CROSS]


def test_the_goal_is_marked_in_the_colour_of_its_seat() -> None:
    drawn = [draw(view(START, seat), "b") for seat in (0, 1)]
    marks = [with_class(piece(svg, "b-goal"), f"by-{seat}") for seat, svg in enumerate(drawn)]
    assert [len(found) for found in marks] == [2, 2]  # frame and cross


def test_on_the_way_home_the_home_is_framed() -> None:
    goal = piece(draw(view(play(START, "slide 0 left; insert 0; walk 1,3"), 0), "b"), "b-goal")
    assert place(goal) == at_cell(1, 1)
    assert with_class(goal, "frame")
    assert not with_class(goal, "goal")


def test_in_classic_the_treasure_goes_with_its_tile() -> None:
    for at, number in ((CLASSIC, 25), (play(CLASSIC, "slide 1 left"), 25), (play(CLASSIC, "slide 1 left; insert 0"), 25)):
        drawn = draw(view(at, 0), "b")
        assert place(piece(drawn, "b-goal")) == place(piece(drawn, f"b-tile-{number}"))


def test_other_seats_do_not_see_the_treasure() -> None:
    for seat in (1, None):
        other = position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 1)])
        assert draw(view(START, seat), "b") == draw(view(other, seat), "b")
    assert "b-goal" not in draw(view(START, None), "b")


def test_at_the_end_all_treasures_are_flagged_and_the_winner_is_crowned() -> None:
    drawn = draw(view(DONE, None), "b")
    assert [child.get("id") for child in layer(drawn, "pieces") if "goal" in child.attrib["id"]] == ["b-goal-0-0", "b-goal-1-0"]
    assert [path.get("d") for path in with_class(layer(drawn, "pieces"), "crown")] == [CROWN]
    assert place(piece(drawn, "b-crown-0")) == place(piece(drawn, "b-avatar-0"))


def test_an_avatar_looks_the_same_at_its_turn_and_after_it() -> None:
    looks = {
        "".join(ET.tostring(part, "unicode") for part in piece(draw(view(at, 1), "b"), "b-avatar-0")) for at in (*turns_of(START), DONE)
    }
    assert len(looks) == 1


def turns_of(start: Position) -> tuple[Position, Position]:
    return start, play(start, "slide 2 left; insert 0; walk 3,3")


# Options


def test_only_the_awaited_seat_can_turn_the_spare_before_and_after_the_slide() -> None:
    turners = [with_class(layer(draw(view(at, seat), "b"), "board"), "turner") for at in steps(START) for seat in (0, 1)]
    assert [len(found) for found in turners] == [1, 0, 1, 0, 0, 0]
    (spare,) = turners[0]
    assert "data-turner" in spare.attrib
    (turning,) = with_class(spare, "turning")
    assert [len(with_class(turning, looks)) for looks in ("wall", "way", "gem")] == [1, 1, 2]


def test_the_slide_that_would_undo_the_previous_one_is_crossed() -> None:
    barred = piece(draw(SITUATIONS["last"], "b"), "b-barred")
    assert with_class(barred, "barred")
    assert place(barred) == (corner(0, 0)[0] - 18, corner(2, 0)[1] + 42)
    assert "slide 2 right" not in options(draw(SITUATIONS["last"], "b"))


def test_passages_within_reach_are_lit() -> None:
    inserted = view(play(SMALL, *TURN), 0)
    (lit,) = with_class(layer(draw(inserted, "b"), "board"), "lit")
    assert lit.attrib["d"].count("M") >= len(inserted.choices) + 1


# Labels and pictures


def labels(shown: View) -> list[str]:
    return [text.text or "" for text in layer(draw(shown, "b"), "labels").iter(f"{SVG}text")]


def test_lines_are_numbered_from_1_on_all_sides_by_a_label_or_on_their_button() -> None:
    assert labels(view(SMALL, None)) == ["1", "1", "2", "2", "3", "3", *"1122334455", "Round 1", "Spare"]
    buttons = options(draw(view(SMALL, 0), "b"))
    slides = [choice for choice in buttons if choice.startswith("slide")]
    numbers = [[str(int(choice.split()[1]) + 1)] for choice in slides]
    assert [[text.text for text in buttons[choice].iter(f"{SVG}text")] for choice in slides] == numbers
    assert len(labels(view(SMALL, 0))) == 16 - len(slides) + 3


def test_no_number_is_written_over_a_tile_that_dropped_out() -> None:
    assert labels(view(play(SMALL, "slide 2 down"), 0))[:15] == ["1", "1", "2", "2", "3", "3", *"112234455"]


def test_a_card_shows_the_gems_of_the_treasure_and_later_the_home() -> None:
    three = position(OPEN7, [(1, 1), (3, 3)], [[(1, 3), (1, 5), (3, 1)], [(3, 5), (5, 1), (5, 5)]])
    assert "1 of 3" in labels(view(three, 0))
    assert "Treasure" in labels(view(START, 0))
    assert len(with_class(layer(draw(view(START, 0), "b"), "labels"), "gem")) == 2
    home = view(play(START, "slide 0 left; insert 0; walk 1,3"), 0)
    assert "Home" in labels(home)
    assert not with_class(layer(draw(home, "b"), "labels"), "gem")


def test_the_drawing_keeps_its_size_from_step_to_step() -> None:
    boxes = {ET.fromstring(draw(view(at, seat), "b")).get("viewBox") for at in (*steps(START), DONE) for seat in (0, 1, None)}
    assert len(boxes) == 1


def test_the_arrow_at_the_spare_goes_round_as_the_tile_does() -> None:
    drawn = draw(view(SMALL, 0), "b")
    (arrow,) = with_class(layer(drawn, "labels"), "round-arrow")
    assert COUNTER in arrow.attrib["transform"]  # the shared arrow goes round clockwise
    assert "rotate(calc(var(--turned,0)*-90deg))" in drawn


def test_the_spoken_label_has_the_round_and_the_turn() -> None:
    assert ET.fromstring(draw(view(START, 1), "b")).get("aria-label") == "Labyrinth, round 1. It is Red's turn."
    assert ET.fromstring(draw(view(DONE, 1), "b")).get("aria-label") == "Labyrinth, round 2. Red wins."


def test_the_picture_shows_avatars_passages_and_paper() -> None:
    rows = pixels(png(draw(view(SMALL, None), "b"), width=264))  # half its size
    x, y = corner(1, 1)
    assert rows[(y + 20) // 2][(x + 30) // 2][:3] == tuple(bytes.fromhex(SEATS[0][1:]))
    x, y = corner(0, 1)
    assert rows[(y + 30) // 2][(x + 30) // 2][:3] == (0xFB, 0xF6, 0xE6)
    assert rows[2][2][:3] == tuple(bytes.fromhex(LIGHT["paper"][1:]))
