"""Stories of seats, and the bound on their memory."""

from __future__ import annotations

from byways.acts import acts
from byways.record import Choose, Entry, Happen
from byways.table.play.stories import SeatStory, StoryCache
from tests import toy
from tests.table.tables import DEALT, stored

ROUND = (*DEALT, Choose(0, "pick 1"), Choose(0, "done"), Choose(1, "pick 3"), Choose(1, "done"), Happen("turn 0"))


def story(*entries: Entry, seat: int | None = 0) -> SeatStory:
    made = SeatStory(toy.GAME, stored().head, seat)
    for entry in entries:
        made.follow(entry)
    return made


def test_a_story_has_the_start_and_what_its_seat_saw() -> None:
    assert [step.entries for step in story(*ROUND[:5]).steps] == [(), (), ("chance: 4",), (), ("0: pick 1",), ("0: done",)]
    assert [step.entries for step in story(*ROUND[:5], seat=1).steps] == [(), (), (), ("chance: 2",), ()]
    assert story(*ROUND).length == len(ROUND)


def test_the_acts_follow_the_story() -> None:
    growing = story(*ROUND[:4])
    assert growing.acts == acts(growing.steps)
    for entry in ROUND[4:]:
        growing.follow(entry)
    assert growing.acts == acts(growing.steps)
    assert len(growing.acts) > 1


def test_the_act_before_a_moment_ended_earlier() -> None:
    whole = story(*ROUND)
    ends = [act.end for act in whole.acts]
    for number in range(len(whole.steps)):
        assert whole.act_before(number) == max((end for end in ends if end < number), default=0)


def test_the_least_recently_used_stories_are_cleared() -> None:
    one, two, three = story(*ROUND), story(*ROUND), story(*ROUND)
    cache = StoryCache(2 * len(one.steps))
    for used in (one, two, one, three):
        cache.use(used)
    assert [used.length for used in (one, two, three)] == [len(ROUND), 0, len(ROUND)]


def test_a_story_in_use_is_kept_although_it_exceeds_the_bound() -> None:
    only = story(*ROUND)
    StoryCache(1).use(only)
    assert only.length == len(ROUND)


def test_a_cleared_story_can_be_built_again_and_lists_in_use_stay() -> None:
    whole = story(*ROUND)
    steps, told = whole.steps, whole.acts
    whole.clear()
    assert (len(whole.steps), whole.length, len(whole.acts)) == (1, 0, 1)
    for entry in ROUND:
        whole.follow(entry)
    assert whole.steps == steps
    assert whole.acts == told
