"""A story act by act."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from byways.acts import Act, acts, in_rounds
from byways.record import Choose, Entry, Happen, Hint, Record, Step, Undo, read
from tests import toy
from tests.table.tables import DEALT, stored

RECORDS = Path(__file__).parent / "records"
SHOWN = (Choose(0, "pick 1"), Choose(0, "done"), Choose(1, "pick 2"), Choose(1, "done"))


def story(*entries: Entry, seat: int | None = 0) -> list[Step]:
    """A round of Tuck as a seat has seen it."""
    record: Record = msgspec.structs.replace(stored().head, entries=(*DEALT, *entries))
    return [Step((), (), record.start(toy.GAME).view(seat)), *record.story(toy.GAME, seat)]


def ends(*entries: Entry, seat: int | None = 0) -> list[int]:
    return [act.end for act in acts(story(*entries, seat=seat))]


def test_cards_dealt_before_the_first_act_belong_to_the_start() -> None:
    assert ends() == [3]


def test_tentative_steps_belong_to_the_act_that_they_become() -> None:
    assert ends(*SHOWN[:1]) == ends(*SHOWN[:2]) == [3]
    assert ends(*SHOWN) == [3, 6]
    assert ends(*SHOWN, seat=None) == [3, 5]


def test_those_who_act_at_once_act_together() -> None:
    assert acts(story(*SHOWN))[1].seats == (0, 1)


def test_what_was_taken_back_and_hints_are_no_acts() -> None:
    assert len(ends(Choose(0, "pick 2"), Undo(0), Hint(0, "pick 1"), *SHOWN)) == len(ends(*SHOWN))


def test_a_step_after_a_pause_is_an_act_of_nobody() -> None:
    last = acts(story(*SHOWN, Happen("turn 0")))[-1]
    assert (last.seats, [event.name for event in last.events]) == ((), ["score"])


def rounds(*seats: tuple[int, ...]) -> list[int]:
    return [act.round for act in in_rounds([Act(number, who) for number, who in enumerate(seats)])]


def test_a_round_is_over_when_somebody_acts_again() -> None:
    assert rounds((), (0,), (1,), (0,), (1,)) == [0, 1, 1, 2, 2]
    assert rounds((), (0, 1), (0, 1)) == [0, 1, 2]


def test_several_acts_in_a_row_are_one_turn_but_not_for_somebody_alone() -> None:
    assert rounds((), (0,), (0,), (1,), (), (0,)) == [0, 1, 1, 1, 1, 2]
    assert rounds((), (0,), (0,), (0,)) == [0, 1, 2, 3]


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_the_acts_of_a_game_lead_to_its_end_and_tell_all_that_was_told(path: Path) -> None:
    record = read(path.read_bytes())
    game = record.load_game()
    for seat in (0, None):
        seen = [Step((), (), record.start(game).view(seat)), *record.story(game, seat)]
        told = acts(seen)
        assert told[-1].end == len(seen) - 1
        assert [act.end for act in told] == sorted({act.end for act in told})
        assert [event for act in told for event in act.events] == [event for step in seen for event in step.events]
        assert 1 < told[-1].round <= len(told) <= len(seen)
