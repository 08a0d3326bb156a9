"""A game's progress through a lesson."""

from __future__ import annotations

import msgspec

from byways.record import Choose, Entry, Folded, Happen, Hint, Undo
from byways.teaching.lesson import Cue, Lesson
from byways.teaching.script import Script
from tests import toy
from tests.teaching.tuck_lesson import DONE, END, PICK, lesson

LEARNER = (Choose(0, "pick 4"), Choose(0, "done"))
RIVAL = (Choose(1, "pick 3"), Choose(1, "done"))


def after(*entries: Entry, taught: Lesson | None = None) -> Script:
    """The script of a game that starts like the lesson and continues with these entries."""
    script, record = Script(taught or lesson()), msgspec.structs.replace(lesson().start, entries=(*lesson().start.entries, *entries))
    for number, step in enumerate(record.play(toy.GAME)):
        script.follow(step.entry, number, step.after)
    return script


def test_the_cue_moves_on_with_every_choice_and_chance() -> None:
    assert after().cue == Cue(0)
    assert after(*LEARNER[:1]).cue == Cue(1)
    assert after(*LEARNER).cue == Cue(1, RIVAL[0])
    assert after(*LEARNER, *RIVAL).cue == Cue(1, Happen("turn 0"))
    assert after(*LEARNER, *RIVAL, Happen("turn 0")).cue is None


def test_the_start_of_the_lesson_folded_entries_and_hints_do_not_count() -> None:
    assert after(Folded((0,)), Folded((0,)), Hint(0, "pick 4")).cue == Cue(0)


def test_an_undo_goes_back_by_one_cue() -> None:
    assert after(Choose(0, "pick 4"), Undo(0)).cue == Cue(0)
    assert after(Choose(0, "pick 4"), Undo(0), Choose(0, "pick 2")).cue == Cue(1)


def test_after_its_end_a_lesson_stays_at_its_last_step() -> None:
    steps = [after(*entries).step for entries in ((), LEARNER[:1], LEARNER, (*LEARNER, *RIVAL, Happen("turn 0")))]
    assert steps == [0, 1, 1, 2]
    assert Script().step is None


def test_the_learner_may_undo_only_before_chance_or_a_rival_has_acted() -> None:
    assert [after(*entries).may_undo for entries in ((), LEARNER[:1], LEARNER, (*LEARNER, RIVAL[0]))] == [False, True, True, False]
    assert after(*LEARNER, *RIVAL, Happen("turn 0")).may_undo
    assert Script().may_undo


def test_bots_act_only_on_cue_until_the_script_ends() -> None:
    script = after(*LEARNER)
    assert (script.choice_for(1), script.lets_bot_act(1)) == ("pick 3", True)
    assert (script.choice_for(0), script.lets_bot_act(0)) == (None, False)
    assert not after().lets_bot_act(1)
    assert Script().lets_bot_act(1)


def test_the_result_of_a_scripted_chance_is_known_some_entries_ahead() -> None:
    assert [after(*LEARNER).chance(ahead) for ahead in range(4)] == [None, None, "turn 0", None]


def test_the_step_waits_for_the_learner_and_for_no_other_seat() -> None:
    assert (after().step_for(0), after().step_for(1), after(*LEARNER).step_for(0), Script().step_for(0)) == (PICK, None, None, None)


def test_a_script_that_asks_a_rival_for_an_illegal_choice_has_no_cue() -> None:
    changed = lesson(PICK, msgspec.structs.replace(DONE, then=("1: pick 1",)), END)
    assert after(*LEARNER, taught=changed).cue is None
    assert after(*LEARNER[:1], taught=changed).cue == Cue(1)


def test_a_learner_who_plays_on_after_the_end_leaves_the_lesson_behind() -> None:
    script, end = after(*LEARNER, *RIVAL, Happen("turn 0")), lesson().start.position(toy.GAME)
    left = []
    for number, entry in enumerate((Choose(1, "pick 2"), Choose(0, "pick 1"), Undo(0)), 8):
        script.follow(entry, number, end)
        left.append(script.is_left_behind)
    assert left == [False, True, False]
