"""Which acts are looked back on, and as they were seen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from byways.record import Choose, Entry, Happen, Hint, Record, Remove, Undo, read
from byways.review.moments import Moment, moments
from tests import toy
from tests.table.tables import DEALT, stored

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.json"))
SHOWN = (Choose(0, "pick 1"), Choose(0, "done"), Choose(1, "pick 2"), Choose(1, "done"))


def made(*entries: Entry) -> Record:
    """A round of Tuck."""
    return msgspec.structs.replace(stored().head, entries=(*DEALT, *entries))


def found(*entries: Entry) -> list[Moment]:
    return moments(made(*entries).play(toy.GAME))


def acts(told: Sequence[Moment]) -> list[tuple[int, str]]:
    return [(one.seat, ", ".join(map(str, one.act))) for one in told]


def test_those_who_act_at_once_are_looked_at_one_by_one_each_from_before_its_first_step() -> None:
    told = found(*SHOWN)
    assert acts(told) == [(0, "pick 1, done"), (1, "pick 2, done")]
    assert [(one.begin, one.end) for one in told] == [(3, 7), (5, 7)]
    assert [one.view.act for one in told] == [(), ()]


def test_an_act_that_is_not_final_is_none() -> None:
    assert acts(found(*SHOWN[:3])) == []


def test_what_was_taken_back_and_hints_are_left_out() -> None:
    told = found(Choose(0, "pick 4"), Undo(0), Hint(0, "pick 2"), *SHOWN)
    assert acts(told) == acts(found(*SHOWN))
    assert told[0].begin == 6


def test_what_can_only_be_done_in_one_way_is_forced() -> None:
    forced = found(*SHOWN, Happen("turn 0"), Choose(1, "tuck 3"), Happen("turn 1"))
    assert acts(forced) == acts(found(*SHOWN))


def test_a_removed_seat_has_done_nothing_more() -> None:
    assert acts(found(*SHOWN[:2], Remove(0, "left"))) == []


def test_only_cards_that_a_seat_sees_come_before_its_act() -> None:
    ann, bob = found(*SHOWN)
    record = made()
    assert ann.unrolled == record.position(toy.GAME, 1).view(0)
    assert bob.unrolled == record.position(toy.GAME, 2).view(1)


def test_after_somebody_else_has_acted_nothing_is_left_of_the_cards_before() -> None:
    told = found(Choose(0, "pick 1"), Choose(0, "done"), Choose(1, "pick 2"), Choose(1, "pick 3"), Choose(1, "done"), Happen("turn 0"))
    assert all(one.unrolled is not None for one in told)
    pair = found(Choose(0, "pick 2"), Choose(0, "done"), Choose(1, "pick 3"), Choose(1, "pick 3"), Choose(1, "done"), *TRADED)
    assert acts(pair)[2:] == [(1, "trade, tuck 2")]
    assert pair[2].unrolled is None


TRADED = (Happen("turn 0"), Happen("turn 1"), Choose(1, "trade"), Choose(1, "tuck 2"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_in_every_game_the_steps_of_a_moment_can_be_chosen_one_by_one_from_its_view(file: Path) -> None:
    record = read(file.read_bytes())
    game = record.load_game()
    positions = list(record.positions(game))
    for one in moments(record.play(game, tells=False)):
        assert one.view.act == ()
        assert one.view == positions[one.begin].view(one.seat)
        assert one.act[0] in one.view.choices
        assert any(isinstance(entry, Choose) and entry.seat == one.seat for entry in record.entries[one.begin : one.end])
