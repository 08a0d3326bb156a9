"""Stories grouped into acts."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from byways.acts import Act, acts, acts_in, events_by_round, in_rounds
from byways.record import Choose, Entry, Happen, Hint, Record, Step, Undo, read
from tests import toy
from tests.table.tables import DEALT, stored

RECORDS = Path(__file__).parent / "records"
SHOWN = (Choose(0, "pick 1"), Choose(0, "done"), Choose(1, "pick 2"), Choose(1, "done"))


def story(*entries: Entry, seat: int | None = 0) -> list[Step]:
    """A round of Tuck as a seat saw it."""
    record: Record = msgspec.structs.replace(stored().head, entries=(*DEALT, *entries))
    return [Step((), (), record.start(toy.GAME).view(seat)), *record.story(toy.GAME, seat)]


def ends(*entries: Entry, seat: int | None = 0) -> list[int]:
    return [act.end for act in acts(story(*entries, seat=seat))]


def test_cards_dealt_before_the_first_act_belong_to_the_start() -> None:
    assert ends() == [3]


def test_tentative_steps_belong_to_the_act_they_become() -> None:
    assert ends(*SHOWN[:1]) == ends(*SHOWN[:2]) == [3]
    assert ends(*SHOWN) == [3, 6]
    assert ends(*SHOWN, seat=None) == [3, 5]


def test_simultaneous_acts_are_one_act() -> None:
    assert acts(story(*SHOWN))[1].seats == (0, 1)


def test_undone_steps_and_hints_are_not_acts() -> None:
    assert len(ends(Choose(0, "pick 2"), Undo(0), Hint(0, "pick 1"), *SHOWN)) == len(ends(*SHOWN))


def test_a_step_after_a_pause_is_an_act_without_seats() -> None:
    last = acts(story(*SHOWN, Happen("turn 0")))[-1]
    assert (last.seats, [event.name for event in last.events]) == ((), ["score"])


def rounds(*seats: tuple[int, ...]) -> list[int]:
    return [act.round for act in in_rounds([Act(number, who) for number, who in enumerate(seats)])]


def test_a_round_ends_when_a_seat_acts_again() -> None:
    assert rounds((), (0,), (1,), (0,), (1,)) == [0, 1, 1, 2, 2]
    assert rounds((), (0, 1), (0, 1)) == [0, 1, 2]


def test_several_acts_in_a_row_are_one_turn_except_in_a_solo_game() -> None:
    assert rounds((), (0,), (0,), (1,), (), (0,)) == [0, 1, 1, 1, 1, 2]
    assert rounds((), (0,), (0,), (0,)) == [0, 1, 2, 3]


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_the_acts_of_a_game_reach_its_end_and_contain_every_event(path: Path) -> None:
    record = read(path.read_bytes())
    game = record.load_game()
    for seat in (0, None):
        seen = [Step((), (), record.start(game).view(seat)), *record.story(game, seat)]
        told = acts(seen)
        assert told[-1].end == len(seen) - 1
        assert [act.end for act in told] == sorted({act.end for act in told})
        assert [event for act in told for event in act.events] == [event for step in seen for event in step.events]
        assert 1 < told[-1].round <= len(told) <= len(seen)


def test_a_reroll_or_a_kept_roll_of_the_long_way_begins_no_new_round() -> None:
    record = read((RECORDS / "long_way-2.json").read_bytes())
    game = record.load_game()
    seen = [Step((), (), record.start(game).view(0)), *record.story(game, 0)]
    told = acts(seen)
    assert any(event.name == "keep" for act in told for event in act.events)
    assert told[-1].round == seen[-1].view.round == 15


def test_each_card_of_traxx_is_reported_with_the_acts_of_its_round() -> None:
    record = read(next(RECORDS.glob("traxx-*.json")).read_bytes())
    game = record.load_game()
    told = [act for _, act in acts_in(record.start(game), record.play(game), None)]
    turned = [[event.values["round"] for event in events if event.name == "card"] for events in events_by_round(told)]
    assert turned == [[act.round] for act in told[1:]] == [[number] for number in range(1, 16)]
