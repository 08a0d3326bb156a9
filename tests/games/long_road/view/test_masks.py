"""Masks for what a seat may not see."""

from __future__ import annotations

from byways.games.long_road.components import DECK_SIZE
from byways.games.long_road.state import Packet
from byways.games.long_road.view.masks import (
    UNKNOWN,
    back,
    known_origins,
    masked_bosses,
    masked_hands,
    masked_road,
    masked_roads,
    masked_tails,
    masked_teams,
    seen_packet,
    shuffled,
)
from tests.games.long_road.positions import placed, road, roads

MINE, THEIRS = (0, 3), (DECK_SIZE, 1)


def test_other_hands_show_only_backs_in_an_order_that_reveals_nothing() -> None:
    assert masked_hands((MINE, THEIRS), (), 0) == (MINE, (-2, -1))
    assert masked_hands((MINE, THEIRS), (), 1) == ((-1, -1), THEIRS)
    assert masked_hands((MINE, THEIRS[::-1]), (), 0) == masked_hands((MINE, THEIRS), (), 0)


def test_a_spectator_sees_nothing_that_is_hidden() -> None:
    assert masked_hands((MINE, THEIRS), (), None) == ((-1, -1), (-2, -1))
    assert masked_bosses((4, 5), None) == (UNKNOWN, UNKNOWN)
    assert masked_teams(((4, 5), (6,)), None) == ((UNKNOWN, UNKNOWN), (UNKNOWN,))


def test_cards_that_went_through_the_discard_have_another_back() -> None:
    assert back(1, ()) != back(1, (1,))
    assert shuffled((1, 7), (1,)) == tuple(sorted((back(1, (1,)), 7)))


def test_a_seat_knows_the_cards_it_put_under_any_deck() -> None:
    assert masked_tails(((1, 2), ()), ((), ()), (), 0) == ((1, 2), ())
    assert masked_tails(((1, 2), ()), ((), ()), (), 1) == ((-1, -1), ())
    assert masked_tails(((1, 2), ()), ((0, 1), ()), (), 1) == ((-1, 2), ())


def test_boss_and_team_are_known_to_their_seat() -> None:
    assert masked_bosses((4, 5), 1) == (UNKNOWN, 5)
    assert masked_teams(((4, 5), (6,)), 1) == ((UNKNOWN, UNKNOWN), (6,))


def test_characters_that_were_face_up_are_known_in_other_teams() -> None:
    assert known_origins(((1, 2), (3, 4)), 1 << 4, 0) == ((1, 2), (4,))


def test_a_face_down_character_is_named_to_its_player_only() -> None:
    lane = road("tepee-3", "", placed("mayor", 0), placed("judge", 1), placed("drover", 1, up=True))
    hidden, theirs, shown = masked_road(lane, 0).line
    assert (hidden, shown) == (lane.line[0], lane.line[2])
    assert (theirs.character, theirs.seat, theirs.arms) == (UNKNOWN, 1, lane.line[1].arms)


def test_a_road_that_hides_nothing_is_the_same() -> None:
    lane = road("tepee-3", "", placed("mayor", 0))
    assert masked_road(lane, 0) is lane


def test_a_road_that_has_not_changed_is_not_masked_again() -> None:
    last = roads(road("tepee-3", "", placed("judge", 1)))
    before = masked_roads(last, 0, roads(), roads())
    now = (last[0], last[1], road("rock-3", "", placed("mayor", 1)))
    after = masked_roads(now, 0, last, before)
    assert after[0] is before[0]
    assert after[2].line[0].character == UNKNOWN


def test_a_seat_knows_the_contents_of_a_packet_whenever_it_held_it() -> None:
    packet = Packet(dealt=(1, 2, 3, 4), picks=((0, 2), (1, 3)), holder=0)
    assert seen_packet(packet, 1, ()).contents == ((1, (1, 3, 4)),)
    assert seen_packet(packet, 1, ()).picks == ((0, UNKNOWN), (1, 3))
    assert seen_packet(packet, 0, ()).contents == ((0, (1, 2, 3, 4)), (2, (1, 4)))


def test_the_picks_of_a_removed_seat_are_open() -> None:
    packet = Packet(dealt=(1, 2, 3, 4), picks=((0, 2), (1, 3)), holder=1)
    assert seen_packet(packet, 1, (0,)).picks == ((0, 2), (1, 3))
