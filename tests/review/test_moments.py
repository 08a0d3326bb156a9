"""Finding the unforced acts of a game."""

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
    """Return a record of a round of Tuck."""
    return msgspec.structs.replace(stored().head, entries=(*DEALT, *entries))


def found(*entries: Entry) -> list[Moment]:
    return moments(made(*entries).play(toy.GAME))


def acts(told: Sequence[Moment]) -> list[tuple[int, str]]:
    return [(one.seat, ", ".join(map(str, one.act))) for one in told]


def test_simultaneous_acts_are_separate_and_each_is_seen_before_its_first_step() -> None:
    told = found(*SHOWN)
    assert acts(told) == [(0, "pick 1, done"), (1, "pick 2, done")]
    assert [(one.begin, one.end) for one in told] == [(3, 7), (5, 7)]
    assert [one.view.act for one in told] == [(), ()]


def test_an_open_act_does_not_count() -> None:
    assert acts(found(*SHOWN[:3])) == []


def test_undone_steps_and_hints_are_left_out() -> None:
    told = found(Choose(0, "pick 4"), Undo(0), Hint(0, "pick 2"), *SHOWN)
    assert acts(told) == acts(found(*SHOWN))
    assert told[0].begin == 6


def test_an_act_without_alternatives_is_forced() -> None:
    forced = found(*SHOWN, Happen("turn 0"), Choose(1, "tuck 3"), Happen("turn 1"))
    assert acts(forced) == acts(found(*SHOWN))


def test_the_open_act_of_a_removed_seat_does_not_count() -> None:
    assert acts(found(*SHOWN[:2], Remove(0, "left"))) == []


def test_only_cards_visible_to_the_seat_count_as_luck() -> None:
    ann, bob = found(*SHOWN)
    record = made()
    assert ann.unrolled == record.position(toy.GAME, 1).view(0)
    assert bob.unrolled == record.position(toy.GAME, 2).view(1)


def test_cards_before_another_seats_act_do_not_count_as_luck() -> None:
    told = found(Choose(0, "pick 1"), Choose(0, "done"), Choose(1, "pick 2"), Choose(1, "pick 3"), Choose(1, "done"), Happen("turn 0"))
    assert all(one.unrolled is not None for one in told)
    pair = found(Choose(0, "pick 2"), Choose(0, "done"), Choose(1, "pick 3"), Choose(1, "pick 3"), Choose(1, "done"), *TRADED)
    assert acts(pair)[2:] == [(1, "trade, tuck 2")]
    assert pair[2].unrolled is None


TRADED = (Happen("turn 0"), Happen("turn 1"), Choose(1, "trade"), Choose(1, "tuck 2"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_in_every_game_the_first_step_of_a_moment_is_legal_in_its_view(file: Path) -> None:
    record = read(file.read_bytes())
    game = record.load_game()
    positions = list(record.positions(game))
    for one in moments(record.play(game, tells=False)):
        assert one.view.act == ()
        assert one.view == positions[one.begin].view(one.seat)
        assert one.act[0] in one.view.choices
        assert any(isinstance(entry, Choose) and entry.seat == one.seat for entry in record.entries[one.begin : one.end])
