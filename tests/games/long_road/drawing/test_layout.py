"""Nothing overlaps on either sheet, for two to four players and any number of cards."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from byways.games.long_road import GAME
from byways.games.long_road.drawing.art import width
from byways.games.long_road.drawing.draw import draw, where
from byways.games.long_road.drawing.layout import TALL, WIDE, Frame, Layout
from byways.games.long_road.view import View
from tests.games.long_road.positions import table

SHEETS = pytest.mark.parametrize("lay", [WIDE, TALL], ids=["wide", "tall"])


def apart(one: Frame, other: Frame) -> bool:
    return (
        one.x + one.wide <= other.x + 0.01
        or other.x + other.wide <= one.x + 0.01
        or one.y + one.high <= other.y + 0.01
        or other.y + other.high <= one.y + 0.01
    )


def within(one: Frame, area: Frame) -> bool:
    return (
        one.x >= area.x - 0.01
        and one.y >= area.y - 0.01
        and one.x + one.wide <= area.x + area.wide + 0.01
        and one.y + one.high <= area.y + area.high + 0.01
    )


@SHEETS
def test_areas_do_not_overlap_and_are_on_the_sheet(lay: Layout) -> None:
    roads = [lay.road(number, lay.lane) for number in range(3)]
    areas = [lay.seats, lay.arrivals, lay.tile, *roads, *{lay.team, lay.cards}, lay.boss, lay.weapons, lay.tray]
    assert all(apart(one, other) for one, other in combinations(areas, 2))
    assert all(within(area, Frame(0, 0, *lay.size)) for area in areas)


@SHEETS
@pytest.mark.parametrize("count", [1, 4, 5, 6, 9, 12])
def test_many_cards_and_characters_find_room_on_their_side_of_a_road(lay: Layout, count: int) -> None:
    for place, area in ((lay.placed, lay.line_area(1)), (lay.laid, lay.caravan_area(1))):
        spots = [place(1, nth, count) for nth in range(count)]
        assert all(within(spot, area) for spot in spots)
        assert all(apart(one, other) for one, other in combinations(spots, 2))


@SHEETS
def test_up_to_ten_cards_are_large_enough_for_a_finger(lay: Layout) -> None:
    spots = [place(0, 0, count) for place in (lay.placed, lay.laid) for count in range(1, 11 if lay is WIDE else 9)]
    assert min(min(spot.wide, spot.high) for spot in spots) >= 25


def test_the_first_of_a_line_is_nearest_to_the_destination() -> None:
    first, second = (WIDE.placed(0, nth, 2) for nth in range(2))
    assert second.x < first.x < WIDE.goal.x


@SHEETS
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_belongings_of_players_lie_in_their_frames(lay: Layout, seats: int) -> None:
    for seat in range(seats):
        frame = lay.seat(seat, seats)
        assert within(frame, lay.seats)
        assert all(within(part(frame), frame) for part in (lay.purse, lay.star, lay.hats, lay.arms, lay.deck, lay.taken))
        assert all(within(lay.trophy(frame, nth, 20), frame) for nth in range(20))


@SHEETS
def test_characters_and_cards_in_hand_lie_side_by_side(lay: Layout) -> None:
    for team, cards in ((5, 3), (6, 3), (2, 2), (1, 0), (0, 1)):
        people = [lay.held(nth, team, cards) for nth in range(team)]
        hand = [lay.hand(nth, cards, team) for nth in range(cards)]
        assert all(apart(one, other) for one, other in combinations([*people, *hand, lay.boss], 2))
        assert all(within(one, lay.team.inside(-5)) for one in people)
        assert all(within(one, lay.cards.inside(-5)) for one in hand)
    assert all(within(lay.kept(nth), lay.tray) for nth in range(5))


def test_frames_know_their_middle_and_a_smaller_one_inside() -> None:
    assert Frame(10, 20, 30, 40).middle == (25, 40)
    assert Frame(10, 20, 30, 40).inside(2) == (12, 22, 26, 36)


@SHEETS
def test_spectators_see_the_cards_that_all_players_have_taken(lay: Layout) -> None:
    for seat in range(4):
        assert all(within(lay.shelved(seat, 4, nth, 15), lay.shelf(seat, 4)) for nth in range(15))
        assert apart(lay.shelf(seat, 4), lay.weapons)
        assert apart(lay.shelf(seat, 4), lay.tray)


def ids(svg: str) -> set[str]:
    return {one.attrib["id"] for one in ET.fromstring(svg).iter() if "id" in one.attrib}


def test_it_has_the_same_pieces_as_the_wide_one() -> None:
    view = table(4).view(0)
    assert isinstance(view, View)
    assert ids(draw(view, "b", "en", True)) == ids(draw(view, "b", "en"))


def test_it_is_about_as_high_as_the_stage_of_a_phone() -> None:
    root = ET.fromstring(GAME.draw(table(2).view(0), tall=True))
    assert root.attrib["viewBox"] == "0 0 400 521"
    assert TALL.size[1] / TALL.size[0] < 1.31


def test_places_are_found_on_it() -> None:
    view = table(2).view(0)
    assert isinstance(view, View)
    assert where(view, "coin-0-0", "purse-1", True) == TALL.purse(TALL.seat(1, 2))[:2]


@pytest.mark.parametrize("lay", [WIDE, TALL])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_figures_fit_beside_the_cards_that_a_player_has_taken(lay: Layout, seats: int) -> None:
    area = lay.taken(lay.seat(0, seats))
    last = lay.trophy(lay.seat(0, seats), 11, 12)
    assert last.x + last.wide <= area.x + area.wide - 1 - width("12")
