"""Imagined drafts."""

from __future__ import annotations

from random import Random

from byways.games.long_road.state import SeenPacket
from byways.games.long_road.view.packets import fill, imagine_packets
from tests.games.long_road.positions import BOX


def test_packs_have_no_packets() -> None:
    assert imagine_packets((), ((), ()), False, BOX, Random(1)) == ()


def test_a_character_missing_between_two_looks_was_taken_by_the_holder() -> None:
    mine = SeenPacket(0, ((0, 1), (1, -1)), ((0, (1, 2, 3, 4, 5, 6)), (2, (3, 4, 5, 6))))
    (packet,) = imagine_packets((mine,), ((), ()), False, BOX, Random(1))
    assert packet.picks == ((0, 1), (1, 2))
    assert packet.dealt == (1, 2, 3, 4, 5, 6)


def test_before_the_first_look_any_unseen_character_may_have_been_taken() -> None:
    theirs = SeenPacket(0, ((1, -1),), ((1, (2, 3, 4, 5, 6)),))
    taken = {imagine_packets((theirs,), ((), ()), False, BOX, Random(seed))[0].picks[0][1] for seed in range(300)}
    assert taken == set(range(30)) - {2, 3, 4, 5, 6}


def test_a_known_pick_is_kept_in_imagined_drafts() -> None:
    theirs = SeenPacket(0, ((1, -1),), ((1, (2, 3, 4, 5, 6)),))
    assert imagine_packets((theirs,), ((), (9,)), False, BOX, Random(1))[0].picks == ((1, 9),)


def test_open_cards_never_have_reverend_or_doctor() -> None:
    theirs = SeenPacket(1, (), ())
    for seed in range(30):
        dealt = imagine_packets((theirs,), ((), ()), True, BOX, Random(seed))[0].dealt
        assert not any(BOX.covered >> character & 1 for character in dealt)


def test_cards_of_known_owners_go_to_their_slots() -> None:
    taken: dict[tuple[int, int], int] = {}
    fill([(0, 0), (0, 1)], [1, 2], [7, 8], {8: 1}, taken, Random(1))
    assert taken == {(0, 0): 8, (0, 1): 7}
