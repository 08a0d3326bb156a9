"""The referee: who is asked until when, what failures cost, and clocks."""

import time
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from byways.bots import RandomPlayer
from byways.game import Chance, Choice, Illegal, Malformed, Player, View, find_game, stream
from byways.record import Choose, Happen, Played, Remove, Story, Undo, opened
from byways.referee import Clock, Failure, Referee, ask, begin, play
from tests import toy
from tests.toy import Done, Pick

LABYRINTH = find_game("labyrinth")


def referee(limit: float | None = None) -> Referee:
    """Tuck for two after the first draws: both are awaited to pick. Seat 0 holds 1 2 4, seat 1 holds 2 3 3."""
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    answers = iter(["4", "4", "2"])
    head = opened(toy.GAME, setup, toy.Options(), ("a", "b"))
    conducted = Referee(toy.GAME, head, lambda due, _: next(answers, due.what[0]), limit, now=100.0)
    conducted.settle(100.0)
    return conducted


def test_chance_is_answered_before_anybody_is_asked() -> None:
    conducted = referee()
    assert conducted.entries == [Happen("4"), Happen("4"), Happen("2")]
    assert [request.seat for request in conducted.requests()] == [0, 1]
    assert conducted.requests()[0].view == conducted.position.view(0)


def test_an_answer_may_be_a_choice_or_its_notation() -> None:
    one, two = referee(), referee()
    one.answer(0, "pick 1")
    two.answer(0, Pick(1))
    assert one.record == two.record
    assert one.entries[-1] == Choose(0, "pick 1")


@pytest.mark.parametrize(("text", "error"), [("pick", Malformed), ("pick 3", Illegal)])
def test_a_refused_answer_leaves_everything_as_it_was(text: str, error: type[Exception]) -> None:
    conducted = referee()
    before = conducted.record, conducted.position
    with pytest.raises(error):
        conducted.answer(0, text)
    assert (conducted.record, conducted.position) == before


def test_undo_is_an_entry() -> None:
    conducted = referee()
    before = conducted.position
    conducted.answer(0, "pick 1")
    conducted.undo(0)
    assert conducted.position == before
    assert conducted.entries[-1] == Undo(0)


def test_a_clock_runs_for_the_act_as_a_whole() -> None:
    conducted = referee(limit=10)
    assert [request.deadline for request in conducted.requests()] == [110, 110]
    conducted.answer(0, "pick 1", now=104)
    conducted.undo(0, now=105)
    assert conducted.requests()[0].deadline == 110


def test_a_clock_stops_while_its_seat_waits_and_goes_on_after_undo() -> None:
    conducted = referee(limit=10)
    conducted.answer(0, "pick 2", now=103)
    conducted.answer(0, "done", now=104)
    conducted.undo(0, now=150)
    assert conducted.requests()[0].deadline == 156


def test_a_final_act_gives_a_full_clock_again() -> None:
    conducted = referee(limit=10)
    for seat, text, now in ((0, "pick 1", 101), (0, "done", 102), (1, "pick 2", 108), (1, "done", 109)):
        conducted.answer(seat, text, now=now)
    request = conducted.requests()[0]  # the 1 that seat 0 showed makes seat 1 tuck
    assert (request.seat, request.deadline) == (1, 119)


def test_a_clock_without_limit_has_no_deadline() -> None:
    clock = Clock(None)
    clock.run(5)
    clock.stop(7)
    clock.reset()
    assert clock.deadline is None


class Answers(Player):
    """Says the same whatever it is asked."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        (RuntimeError("broken"), Failure.CRASHED),
        (None, Failure.MALFORMED),
        ("pick 1", Failure.MALFORMED),
        ([], Failure.MALFORMED),
        ([Pick(1), "done"], Failure.MALFORMED),
        (Pick(3), Failure.ILLEGAL),
        ([Pick(1), Pick(1)], Failure.ILLEGAL),
    ],
)
def test_a_failing_player_costs_its_own_seat_only(answer: Any, failure: Failure) -> None:
    conducted = referee()
    ask(conducted, conducted.requests()[0], Answers(answer))
    assert Remove(0, failure.value) in conducted.entries
    assert conducted.position.removed == (0,)


def test_a_late_answer_does_not_count() -> None:
    conducted = referee(limit=-1000)
    ask(conducted, conducted.requests()[0], Answers(Pick(1)))
    assert Remove(0, Failure.LATE.value) in conducted.entries


def test_who_is_asked_later_has_lost_no_time_by_it() -> None:
    """The clocks of both began at 100 seconds after the machine was started, which is long over; each is asked now."""
    conducted = referee(limit=10)
    for seat in (0, 1):
        ask(conducted, conducted.requests()[seat], RandomPlayer(Random(1)))
    assert not conducted.position.removed


class Thinks(Player):
    """For so long about every step."""

    def choose(self, view: View, deadline: float) -> Choice:
        time.sleep(0.02)
        choice: Choice = view.choices[0]
        return choice


def test_what_was_thought_about_one_step_is_missing_for_the_next() -> None:
    conducted = referee(limit=10)
    ask(conducted, conducted.requests()[0], Thinks())
    left = conducted.clocks[0].left
    assert left is not None
    assert left <= 9.98


def test_a_sequence_answers_a_whole_act() -> None:
    conducted = referee()
    ask(conducted, conducted.requests()[0], Answers([Pick(1), Done()]))
    assert conducted.position.awaited == (1,)


def test_a_failing_seat_of_labyrinth_is_removed_on_the_spot_and_the_game_goes_on() -> None:
    euclid = LABYRINTH.bots["euclid"](Random(1))
    conducted = play(LABYRINTH, [Answers(None), euclid, euclid], 1)
    outcome = conducted.outcome
    assert outcome is not None
    assert outcome.removed == (0,)
    assert outcome.places[0] == 3
    assert conducted.entries[0] == Remove(0, Failure.MALFORMED.value)


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    def record(seed: int) -> bytes:
        return play(LABYRINTH, [RandomPlayer(stream(seed, f"seat {seat}")) for seat in range(3)], seed).record.to_json()

    assert record(1) == record(1) != record(2)


def test_a_game_goes_on_from_its_record() -> None:
    whole = play(toy.GAME, [RandomPlayer(Random(1)), RandomPlayer(Random(2))], 5).record
    half = msgspec.structs.replace(whole, entries=whole.entries[:6])
    going_on = begin(toy.GAME, half, Random(1))
    assert going_on.record.entries[:6] == half.entries
    assert going_on.requests()


def test_a_repetition_is_noticed_in_a_game_that_repeats() -> None:
    game = find_game("the_way")
    conducted = begin(game, opened(game, game.deal(2, stream(1, "set-up")), game.options(), ("a", "b")), Random(1))
    while "stay" not in map(str, conducted.requests()[0].view.choices):
        request = conducted.requests()[0]
        conducted.answer(request.seat, request.view.choices[0])
    assert conducted.repeated == 0
    counted = []
    for _ in range(4):
        conducted.answer(conducted.requests()[0].seat, "stay")
        counted.append(conducted.repeated)
    assert counted == [0, 1, 1, 2]
    assert Referee(game, conducted.record, lambda due, _: None).repeated == 2
    assert referee().repeated == 0


def test_a_preview_changes_nothing_until_it_is_committed() -> None:
    conducted = referee()
    before, entries = conducted.position, list(conducted.entries)
    steps = conducted.preview(Choose(0, "pick 1"))
    assert (conducted.position, conducted.entries) == (before, entries)
    assert [(step.entry, step.choice, step.before) for step in steps] == [(Choose(0, "pick 1"), Pick(1), before)]
    conducted.commit(steps)
    assert conducted.position == steps[-1].after == before.choose(0, Pick(1))
    assert conducted.entries == [*entries, Choose(0, "pick 1")]


def test_a_preview_has_what_comes_at_once_after_an_entry_and_dice_may_wait() -> None:
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    head, asked = opened(toy.GAME, setup, toy.Options(), ("a", "b")), list[int]()

    def dice(due: Chance, number: int) -> str | None:
        asked.append(number)
        return None if number == 2 else due.what[0]

    conducted = Referee(toy.GAME, head, dice)
    assert [str(step.entry) for step in conducted.preview()] == ["chance: 1", "chance: 1"]
    assert asked == [0, 1, 2]
    assert conducted.entries == []


def test_a_preview_goes_on_from_what_was_previewed_before_it() -> None:
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    asked, waiting = list[int](), {2}

    def dice(due: Chance, number: int) -> str | None:
        asked.append(number)
        return None if number in waiting else due.what[0]

    conducted = Referee(toy.GAME, opened(toy.GAME, setup, toy.Options(), ("a", "b")), dice)
    first = conducted.preview()
    waiting.clear()
    rest = conducted.preview(ahead=first)
    assert asked == [0, 1, 2, 2]
    chosen = conducted.preview(Choose(0, "pick 1"), ahead=[*first, *rest])
    assert [step.before for step in (*rest, *chosen)] == [step.after for step in (*first[-1:], *rest)]
    conducted.commit([*first, *rest, *chosen])
    assert list(map(str, conducted.entries)) == ["chance: 1", "chance: 1", "chance: 1", "0: pick 1"]


def test_a_choice_is_read_once_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    read, parse = list[str](), toy.parse

    def counted(text: str) -> toy.AnyChoice:
        read.append(text)
        return parse(text)

    monkeypatch.setattr(toy, "parse", counted)
    conducted, stories = referee(), [Story(seat) for seat in (0, 1, None)]
    conducted.listen = lambda step: [story.see(step) for story in stories]
    conducted.answer(0, "pick 1")
    conducted.answer(1, Pick(3))
    assert read == ["pick 1"]


def test_whoever_listens_is_handed_what_is_played_and_nothing_is_told_else() -> None:
    conducted, heard = referee(), list[Played]()
    assert conducted.preview(Remove(0, "late"))[0].told == ()
    conducted.listen = heard.append
    conducted.fail(0, Failure.LATE)
    assert heard[0].entry == Remove(0, "no answer in time")
    assert heard[0].told[0].name == "leave"


def test_what_was_taken_back_can_be_folded_when_its_act_is_final() -> None:
    conducted = referee()
    conducted.answer(0, "pick 1")
    conducted.undo(0)
    conducted.answer(0, "pick 2")
    conducted.answer(0, "done")
    conducted.answer(1, "pick 3")
    done = conducted.preview(Choose(1, "done"))
    assert conducted.taken_back(conducted.preview(Choose(1, "pick 3"))) == []
    assert conducted.taken_back(done) == [3, 4]
    assert [str(conducted.entries[number]) for number in (3, 4)] == ["0: pick 1", "0: undo"]
    conducted.commit(done)
    assert [len(act) for act in conducted.acts] == [0, 0]


def test_a_clock_that_runs_can_be_given_time_within_its_limit() -> None:
    clock = Clock(10.0)
    clock.run(100.0)
    clock.allow(108.0, 5.0)
    assert clock.deadline == 113.0
    clock.allow(109.0, 60.0)
    assert clock.deadline == 119.0
    clock.allow(110.0, 1.0)
    assert clock.deadline == 119.0
