"""The places and previews of options."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest

from byways.games.the_way import GAME
from byways.games.the_way.cards import EAST, WEST
from byways.games.the_way.drawing.art import stub
from byways.games.the_way.drawing.layout import CARD, PITCH, TALL, WIDE, center, corner
from byways.games.the_way.state import CELLS, Position, Variations
from tests.games.the_way.positions import OPEN, ROUND, SHUT, play, position
from tests.pictures import SVG, layer, options, piece, with_class


def drawn(position: Position, seat: int | None = 0) -> str:
    return GAME.draw(position.view(seat))


@pytest.mark.parametrize(
    "now",
    [
        position(),
        play(position(), "turn b2 right"),
        play(position(), "card NE"),
        play(position(), "card NE", "place c3"),
        play(position(), "card NE", "place c3", "lay SW"),
        position(phase="choose", circle=None, first=None),
        position(phase="vary", circle=None, first=None),
        position(phase="piece", circle=None),
        position(OPEN, printed={"c3": "NoSi", "b2": "NiEo"}, variations=Variations(True, True, True)),
    ],
)
def test_every_choice_is_an_option(now: Position) -> None:
    assert sorted(options(drawn(now))) == sorted(map(str, now.choices(0)))


def test_a_turn_is_offered_on_its_half_of_the_card() -> None:
    found = options(drawn(position(printed={"c3": "NE"})))
    areas = [with_class(found[f"turn c3 {way}"], "tap")[0] for way in ("left", "right")]
    x, y = corner(12)
    assert [area.attrib["d"] for area in areas] == [f"M{left} {y}h38v76h-38z" for left in (x, x + 38)]
    alone = with_class(options(drawn(position()))["turn c3 right"], "tap")[0]
    assert alone.attrib["d"] == f"M{x} {y}h76v76h-76z"


def test_options_have_previews() -> None:
    start = drawn(position(SHUT.replace("┼│", "┼─", 1)))
    for name in ("turn c3 right", "move b1"):
        assert with_class(options(start)[name], "ghost")
    assert with_class(options(drawn(play(position(), "card NE")))["place c3"], "ghost")
    assert with_class(options(drawn(play(position(), "card NE", "place c3")))["lay SW"], "ghost")


def test_a_move_is_traced_along_the_ways_of_both_cards() -> None:
    found = options(drawn(position(OPEN)))
    (trail,) = with_class(found["move b1"], "trail")
    a1, b1 = corner(CELLS["a1"]), corner(CELLS["b1"])
    assert trail.get("d") == stub("NESW", EAST, *a1) + stub("NESW", WEST, *b1)


def test_a_turn_previews_the_way_after_it() -> None:
    now = position(ROUND)
    shown = {name: with_class(option, "would") for name, option in options(drawn(now)).items() if name.startswith("turn")}
    lit = {name: with_class(layer(drawn(play(now, name)), "board"), "lit")[0].attrib["d"] for name in shown}
    before = with_class(layer(drawn(now), "board"), "lit")[0].attrib["d"]
    assert {name: [ghost.get("d") for ghost in ghosts] for name, ghosts in shown.items()} == {
        name: [after] if after != before else [] for name, after in lit.items()
    }
    assert len({len(ghosts) for ghosts in shown.values()}) == 2  # some turns change where the piece can go, some do not


def test_a_card_in_hand_turns_while_its_place_and_its_face_are_chosen() -> None:
    steps = ["card NE", "place c3", "lay SW"]
    turners = [with_class(layer(drawn(play(position(), *steps[:count])), "pieces"), "turner") for count in range(4)]
    assert [len(found) for found in turners] == [0, 1, 1, 0]
    faces = options(drawn(play(position(), *steps[:2])))
    assert list(faces) == ["lay NE", "lay ES", "lay SW", "lay NW"]  # to the right, as the page turns it
    assert all("data-turn" in option.attrib and with_class(option, "take") for option in faces.values())


def test_an_unfinished_alteration_is_marked_for_its_own_seat_only() -> None:
    steps = ["card NE", "place c3", "lay SW"]
    marked = [len(with_class(layer(drawn(play(position(), *steps[:count])), "board"), "pending")) for count in range(4)]
    assert marked == [0, 0, 1, 1]
    assert drawn(play(position(), *steps), 1) == drawn(position(), 1)
    chosen = with_class(piece(drawn(play(position(), "card NE")), "board-hand-NE-0"), "chosen")
    assert len(chosen) == 1


def test_equal_cards_in_hand_are_one_option_with_a_frame_around_each() -> None:
    found = options(drawn(position(hands=("NE NE NS NS", "N NE NES NS"))))
    frames = [with_class(found[f"card {card}"], "hold") for card in ("NE", "NS")]
    corners = [(float(frame.attrib["x"]) + 4, float(frame.attrib["y"]) + 4) for pair in frames for frame in pair]
    assert corners == [*WIDE.hand]
    assert {float(frame.attrib["width"]) < PITCH for pair in frames for frame in pair} == {True}


@pytest.mark.parametrize("seat", [0, 1])
def test_ways_of_a_piece_have_its_colour(seat: int) -> None:
    svg = drawn(position(ROUND, seat=seat), seat)
    looks = {
        look
        for found in ("would", "trail")
        for element in with_class(layer(svg, "options"), found)
        for look in element.attrib["class"].split()
    }
    assert looks - {"ghost", "would", "trail"} == {f"track-{seat}"}


def test_variations_are_large_enough_for_a_finger_on_a_phone() -> None:
    """A phone of 390 by 844 shows a lesson's board at 0.63 of its size: 24 and 11 pixels there."""
    found = options(GAME.draw(position(phase="vary", circle=None, first=None).view(0), tall=True))
    spots = [with_class(option, "spot")[0].attrib for option in found.values()]
    assert min(float(spot["height"]) for spot in spots) >= 24 / 0.63
    assert all("large" in text.attrib["class"] for option in found.values() for text in option.iter(f"{SVG}text"))
    places = sorted((float(spot["y"]), float(spot["x"])) for spot in spots)
    assert all(down - up >= 43 or (down == up and right - left >= 108) for (up, left), (down, right) in pairwise(places))
    assert max(y for y, _ in places) + 43 <= TALL.sheet.height


def test_a_piece_is_chosen_on_the_board() -> None:
    found = options(drawn(position(phase="piece", circle=None)))
    rings = [with_class(found[f"piece {name}"], "ring")[0] for name in ("circle", "square")]
    middles = [(float(ring.attrib["x"]) + 41, float(ring.attrib["y"]) + 41) for ring in rings]
    assert middles == [center(CELLS["a1"]), center(CELLS["a5"])]


def areas(option: Element) -> list[tuple[float, float, float, float]]:
    """The clickable rectangles of an option, quarter turns applied."""
    return [box(part) for part in option if part.tag == f"{SVG}rect"]


def box(part: Element) -> tuple[float, float, float, float]:
    x, y, width, height = (float(part.attrib[name]) for name in ("x", "y", "width", "height"))
    if "transform" not in part.attrib:
        return x, y, x + width, y + height
    across, down, turn = map(float, re.findall(r"-?[0-9.]+", part.attrib["transform"]))
    corners = [(x, y), (x + width, y + height)]
    quarters = round(turn / 90) % 4
    turned = [((a, b), (-b, a), (-a, -b), (b, -a))[quarters] for a, b in corners]
    return (
        across + min(a for a, _ in turned),
        down + min(b for _, b in turned),
        across + max(a for a, _ in turned),
        down + max(b for _, b in turned),
    )


@pytest.mark.parametrize("act", [[], ["turn b2 right"], ["turn c2 right"], ["card NES", "place c2", "lay NEW"]])
def test_a_step_is_offered_on_the_whole_card_and_a_finger_sees_it_first(act: list[str]) -> None:
    now = play(position(OPEN, tokens=("b2", "a5"), printed={"b2": "NES", "c2": "ESW"}), *act)
    step, (left, top) = options(drawn(now))["move c2"], corner(CELLS["c2"])
    assert (left, top, left + CARD, top + CARD) in areas(step)
    assert "data-confirm" in step.attrib


def test_no_option_covers_the_own_card_after_it_was_turned() -> None:
    now = play(position(OPEN, tokens=("b2", "a5"), printed={"b2": "NES"}), "turn b2 right")
    left, top = corner(CELLS["b2"])
    for name, option in options(drawn(now)).items():
        for west, north, east, south in areas(option):
            assert east <= left or west >= left + CARD or south <= top or north >= top + CARD, name


@pytest.mark.parametrize(
    ("at", "face", "corners"), [("b3", "ESW", "ne se"), ("d3", "ESW", "nw sw"), ("c2", "NSW", "sw se"), ("c4", "NSW", "nw ne")]
)
def test_a_card_the_token_can_walk_to_is_turned_by_handles_at_its_far_corners(at: str, face: str, corners: str) -> None:
    found = options(drawn(position(OPEN, tokens=(at, "a5"), printed={"c3": face})))
    (x, y), handles = center(CELLS["c3"]), [areas(found[f"turn c3 {way}"])[0] for way in ("left", "right")]
    sides = ["ns"[(north + south) / 2 > y] + "we"[(west + east) / 2 > x] for west, north, east, south in handles]
    assert sides == corners.split()
    assert all((east - west, south - north) == (52, 52) for west, north, east, south in handles)
    assert not any(west < x < east and north < y < south for west, north, east, south in handles)  # the middle of the card walks
    assert list(found).index("turn c3 left") > list(found).index("move c3")  # above it


def test_a_card_about_to_be_laid_has_a_handle_that_turns_it() -> None:
    laying = drawn(play(position(), "card NE", "place c3"))
    assert [one.get("data-turner") for one in with_class(layer(laying, "labels"), "turner")] == [""]
    assert not with_class(layer(drawn(play(position(), "card NE")), "labels"), "turner")


def test_a_card_of_the_hand_can_be_dragged_to_every_place_that_it_may_cover() -> None:
    now = position(hands=("NE NE NS", "N"))
    card = options(drawn(now))["card NE"]
    assert card.get("data-from") == "hand-NE-0 hand-NE-1"
    boxes = dict(one.split(": ") for one in card.get("data-then", "").split("; "))
    assert list(boxes) == [str(choice) for choice in play(now, "card NE").choices(0)]
    assert boxes["place c3"] == "206 260 76 76"


def test_the_taken_card_can_be_dragged_to_its_place() -> None:
    found = options(drawn(play(position(), "card NE")))
    assert {option.get("data-from") for option in found.values()} == {"hand-NE-0"}


@pytest.mark.parametrize("act", [[], ["turn b2 right"], ["turn c2 right"]])
def test_a_door_is_large_enough_for_a_finger_on_a_phone(act: list[str]) -> None:
    """A phone of 390 by 844 shows the board at 0.73 of its size."""
    found = options(drawn(play(position(OPEN, tokens=("b2", "a5"), printed={"b2": "NES", "c2": "NES"}), *act)))
    hits = [hit.attrib for name in found if name.startswith("move") for hit in with_class(found[name], "hit")]
    assert hits
    assert all(min(float(hit["width"]), float(hit["height"])) * 0.73 >= 24 for hit in hits)


def test_the_stay_button_says_that_it_ends_the_turn() -> None:
    assert [text.text for text in options(drawn(position()))["stay"].iter(f"{SVG}text")] == ["Stay", "ends turn"]


def test_the_buttons_before_the_first_turn_are_not_where_it_ends() -> None:
    (stay,) = areas(options(drawn(position()))["stay"])
    for phase in ("choose", "vary"):
        for name, option in options(drawn(position(phase=phase, circle=None, first=None))).items():
            for area in areas(option):
                assert area[2] <= stay[0] or area[0] >= stay[2] or area[3] <= stay[1] or area[1] >= stay[3], name
