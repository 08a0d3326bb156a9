"""One game as it goes at a table."""

from __future__ import annotations

from random import Random

import pytest

from byways.game import Illegal
from byways.record import BadRecord, Choose, Entry, Folded, Happen, Remove, Undo
from byways.table.errors import Stale
from byways.table.play.match import Match
from byways.table.play.tables import Tables
from tests import toy
from tests.table.tables import DEALT, LABYRINTH, set_table, state, stored, until


def match(*entries: Entry) -> Match:
    """A round of Tuck: Ann has 1, 2 and 4, Bob 2, 3 and 3."""
    return Match(toy.GAME, stored(*DEALT, *entries))


def play(match: Match, *entries: Entry) -> None:
    for entry in entries:
        match.take(match.referee.preview(entry), 100.0)


# By chance


def test_what_nobody_chooses_comes_at_once_but_a_step_for_people_to_see_waits() -> None:
    begun = Match(toy.GAME, stored())
    assert len(begun.referee.preview()) == 3
    over = match(Choose(0, "pick 1"), Choose(0, "done"), Choose(1, "pick 3"), Choose(1, "done"))
    due = over.position.chance
    assert due is not None
    assert due.is_frame
    assert over.referee.preview() == []


def test_what_comes_by_chance_depends_on_the_seed_and_the_number_alone() -> None:
    due = toy.GAME.start(toy.GAME.deal(2, Random(1))).chance
    assert due is not None
    drawn = [[again.draw(due, number) for number in range(20)] for again in (match(), match(Choose(0, "pick 1")))]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1


# What a bot chooses


def test_the_choices_of_a_bot_are_tried_each_after_the_one_before_it() -> None:
    going = match()
    choices = going.act(0, ("pick 1", "pick 2", "done"))
    assert going.entries == [*DEALT]
    assert [[step.entry for step in steps] for steps in choices] == [[Choose(0, text)] for text in ("pick 1", "pick 2", "done")]
    for steps in choices:
        going.take(steps, 100.0)
    assert state(going) == state(match(Choose(0, "pick 1"), Choose(0, "pick 2"), Choose(0, "done")))


def test_a_choice_of_a_bot_that_is_illegal_costs_the_seat_and_what_came_before_it_stands() -> None:
    choices = match().act(0, ("pick 1", "pick 9", "done"))
    assert [steps[0].entry for steps in choices] == [Choose(0, "pick 1"), Remove(0, "an illegal choice")]


def test_what_a_bot_chooses_beyond_its_act_is_dropped() -> None:
    assert [steps[0].entry for steps in match().act(0, ("pick 1", "done", "pick 2"))] == [Choose(0, "pick 1"), Choose(0, "done")]


# What was taken back


def test_what_was_taken_back_is_folded_when_the_act_is_final_and_keeps_its_number() -> None:
    going = match()
    play(going, Choose(0, "pick 1"), Undo(0), Choose(0, "pick 2"), Choose(0, "done"), Choose(1, "pick 3"))
    steps = going.referee.preview(Choose(1, "done"))
    assert going.folds(steps) == {3: Folded((0,)), 4: Folded((0,))}
    assert not any(isinstance(entry, Folded) for entry in going.entries)
    going.take(steps, 100.0)
    assert going.entries[3:6] == [Folded((0,)), Folded((0,)), Choose(0, "pick 2")]
    assert going.length == 9
    assert going.record.entries == (*DEALT, *going.entries[5:])


def test_a_log_with_something_folded_gives_the_same_screens() -> None:
    going = match()
    play(going, Choose(0, "pick 1"), Undo(0), Choose(0, "pick 2"), Choose(0, "done"), Choose(1, "pick 3"), Choose(1, "done"))
    again = Match(toy.GAME, stored(*going.entries))
    assert again.position == going.position
    for seat, screen in going.screens.items():
        assert (again.screens[seat].number, again.screens[seat].entries) == (screen.number, screen.entries)
        assert len(again.story(seat)) == screen.number + 1


def test_taking_back_is_limited_for_one_act(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.play.match.STEPS", 3)
    going = match(Choose(0, "pick 1"), Undo(0))
    going.check_undo(0, going.screens[0].number)
    play(going, Choose(0, "pick 1"))
    with pytest.raises(Illegal, match="the limit for one turn"):
        going.check_undo(0, going.screens[0].number)
    play(going, Choose(0, "done"), Choose(1, "pick 3"), Choose(1, "done"), Happen("turn 0"))
    going.check_undo(1, going.screens[1].number)  # another act, another count


def test_who_has_nothing_to_take_back_is_told_why() -> None:
    going = match()
    for seat in (0, 1):
        with pytest.raises(Illegal, match="There is nothing to take back"):
            going.take_back(seat, going.screens[seat].number)


# What a seat asks for


def test_a_choice_is_stale_that_was_made_on_what_is_no_longer_or_not_yet_shown() -> None:
    going = match()
    seen = going.screens[0].number
    assert going.read(0, seen, "pick 1") == toy.Pick(1)
    play(going, Choose(0, "pick 1"))
    for number in (seen, seen + 2, -1):
        with pytest.raises(Stale, match="the board has changed"):
            going.read(0, number, "pick 2")


def test_no_choice_is_stale_because_somebody_else_is_done() -> None:
    going = match()
    seen = going.screens[0].number
    play(going, Choose(1, "pick 3"), Choose(1, "done"))
    assert going.screens[0].number > seen
    assert going.read(0, seen, "pick 1") == toy.Pick(1)


def test_who_is_not_awaited_is_told_what_is_waited_for() -> None:
    going = match(Choose(0, "pick 1"), Choose(0, "done"))
    with pytest.raises(Illegal, match=r"^Nothing was played\. Waiting for Bob"):
        going.read(0, going.screens[0].number, "pick 2")
    with pytest.raises(Illegal, match="'pick 1' is not possible here"):
        going.read(1, going.screens[1].number, "pick 1")


def test_why_a_choice_is_illegal_is_told_from_the_view_alone() -> None:
    position = LABYRINTH.start(LABYRINTH.deal(2, Random(1)))
    with pytest.raises(Illegal):
        position.view(0).imagine(Random(0)).choose(0, LABYRINTH.parse("slide 1 left"))


def test_a_log_that_cannot_be_played_names_the_entry_and_tells_nothing_of_it() -> None:
    with pytest.raises(BadRecord, match=r"^This table cannot go on: entry 3 of its log cannot be played\.$"):
        match(Choose(0, "pick 3"))


# Moments


async def test_the_numbers_of_a_screen_are_the_moments_of_its_story(tables: Tables) -> None:
    table = await set_table(tables, "bot:random", "bot:random", "bot:random")
    await until(lambda: table.ended)
    for seat, screen in table.match.screens.items():
        steps = table.match.story(seat)
        assert len(steps) == len(screen.entries) == screen.number + 1
        assert steps[-1].view == screen.view
        for step, entries in zip(steps, screen.entries, strict=True):
            assert table.match.record.position(table.game, entries).view(seat) == step.view


def test_the_record_up_to_a_moment_has_what_was_entered_by_then() -> None:
    going = match(Choose(0, "pick 1"), Choose(1, "pick 3"), Choose(0, "done"))
    assert going.until(1, 0).entries == ()
    assert going.until(1, 3).entries == DEALT
    assert going.until(1, 4).entries == (*DEALT, Choose(0, "pick 1"), Choose(1, "pick 3"))
    assert going.until(None, 4).entries == going.record.entries


def test_a_story_is_told_again_when_there_is_more_of_it() -> None:
    going = match()
    assert going.story(0) is going.story(0)
    assert [step.entries for step in going.story(0)] == [(), (), ("chance: 4",), ()]
    play(going, Choose(0, "pick 1"))
    assert going.story(0)[-1].entries == ("0: pick 1",)
