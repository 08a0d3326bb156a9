"""The referee: requests, failures and clocks."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from byways.bots import RandomPlayer
from byways.game import Chance, Choice, Illegal, Malformed, Player, View, find_game, stream
from byways.record import Choose, Happen, Played, Remove, Story, Undo, new_record
from byways.referee import Clock, Failure, PlayerFailed, Referee, ask, begin, play
from tests import toy
from tests.toy import Done, Pick

LABYRINTH = find_game("labyrinth")


def referee(limit: float | None = None) -> Referee:
    """Tuck for two after the first draws: both seats must pick. Seat 0 holds 1 2 4, seat 1 holds 2 3 3."""
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    answers = iter(["4", "4", "2"])
    head = new_record(toy.GAME, setup, toy.Options(), ("a", "b"))
    conducted = Referee(toy.GAME, head, lambda due, *_: next(answers, due.what[0]), limit, now=100.0)
    conducted.apply(conducted.preview(), 100.0)
    return conducted


def test_chance_is_resolved_before_any_seat_is_asked() -> None:
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
def test_a_refused_answer_changes_nothing(text: str, error: type[Exception]) -> None:
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


def test_a_clock_stops_while_its_seat_waits_and_resumes_after_undo() -> None:
    conducted = referee(limit=10)
    conducted.answer(0, "pick 2", now=103)
    conducted.answer(0, "done", now=104)
    conducted.undo(0, now=150)
    assert conducted.requests()[0].deadline == 156


def test_a_final_act_resets_the_clock() -> None:
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
    """Always gives the same answer."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer  # type: ignore[no-any-return]


class Unprintable:
    def __repr__(self) -> str:
        raise ValueError


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


@pytest.mark.parametrize(
    ("answer", "details"),
    [
        ("done", "A player must return a choice or a sequence of choices, not 'done' (str)."),
        (None, "A player must return a choice or a sequence of choices, not None (NoneType)."),
        ("x" * 500, f"not '{'x' * 99}… (str)."),
        (Unprintable(), "<tests.test_referee.Unprintable object at"),
        (Pick(3), "'pick 3' is not possible here. Possible: pick 1, pick 2, pick 4."),
    ],
)
def test_details_say_what_was_wrong_with_an_answer(answer: Any, details: str) -> None:
    conducted = referee()
    ask(conducted, conducted.requests()[0], Answers(answer))
    assert details in conducted.details(0)
    assert conducted.details(1) == ""


def test_details_of_a_crash_are_its_traceback_without_our_frames() -> None:
    conducted = referee()
    ask(conducted, conducted.requests()[0], Answers(RuntimeError("broken")))
    first, place, *_, last = conducted.details(0).splitlines()
    assert (first, last) == ("Traceback (most recent call last):", "RuntimeError: broken")
    assert f'File "{__file__}"' in place


def test_a_complaint_raised_inside_a_player_is_a_crash_with_a_traceback() -> None:
    conducted = referee()
    ask(conducted, conducted.requests()[0], Answers(Illegal("Row 1 does not slide.")))
    assert conducted.failures[0].failure is Failure.CRASHED
    assert conducted.details(0).startswith("Traceback")


def test_a_player_that_calls_sys_exit_fails_its_seat_alone() -> None:
    conducted = referee()
    ask(conducted, conducted.requests()[0], Answers(SystemExit(3)))
    assert conducted.failures[0].failure is Failure.CRASHED
    assert conducted.details(0).endswith("SystemExit: 3")


def test_a_very_long_traceback_keeps_its_end() -> None:
    conducted = referee()
    ask(conducted, conducted.requests()[0], Answers(RuntimeError("x" * 10_000 + " the end")))
    assert len(conducted.details(0)) == 4000
    assert conducted.details(0).endswith("the end")


def test_play_logs_how_a_player_failed(caplog: pytest.LogCaptureFixture) -> None:
    play(toy.GAME, [RandomPlayer(Random(1)), Answers(RuntimeError("broken"))], 1)
    (logged,) = caplog.messages
    assert logged.startswith("Seat 1 (Answers) failed: the player broke down.\nTraceback (most recent call last):\n")
    assert logged.endswith("RuntimeError: broken")


@pytest.mark.parametrize(("answer", "error"), [(RuntimeError("broken"), RuntimeError), ("done", Malformed), (Pick(9), Illegal)])
def test_strict_play_raises_the_error_of_a_player(answer: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        play(toy.GAME, [RandomPlayer(Random(1)), Answers(answer)], 1, strict=True)


def test_strict_play_raises_an_error_for_a_late_answer() -> None:
    with pytest.raises(PlayerFailed) as failed:
        play(toy.GAME, [Answers(Pick(1)), RandomPlayer(Random(1))], 1, limit=-1000, strict=True)
    assert failed.value.failure is Failure.LATE


def test_a_late_answer_does_not_count() -> None:
    conducted = referee(limit=-1000)
    ask(conducted, conducted.requests()[0], Answers(Pick(1)))
    assert Remove(0, Failure.LATE.value) in conducted.entries


def test_waiting_for_other_players_costs_no_time() -> None:
    """Both clocks started long ago, at 100 seconds of monotonic time, but each player gets its request only now."""
    conducted = referee(limit=10)
    for seat in (0, 1):
        ask(conducted, conducted.requests()[seat], RandomPlayer(Random(1)))
    assert not conducted.position.removed


def test_time_spent_on_one_step_is_missing_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([200.0, 203.0])
    monkeypatch.setattr("byways.referee.time.monotonic", lambda: next(now))
    conducted = referee(limit=10)
    ask(conducted, conducted.requests()[0], Answers(Pick(1)))
    assert conducted.clocks[0].left == 7


def test_a_sequence_answers_a_whole_act() -> None:
    conducted = referee()
    ask(conducted, conducted.requests()[0], Answers([Pick(1), Done()]))
    assert conducted.position.awaited == (1,)


def test_a_failing_seat_of_labyrinth_is_removed_and_the_game_continues() -> None:
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


def test_a_game_continues_from_its_record() -> None:
    whole = play(toy.GAME, [RandomPlayer(Random(1)), RandomPlayer(Random(2))], 5).record
    half = msgspec.structs.replace(whole, entries=whole.entries[:6])
    going_on = begin(toy.GAME, half, Random(1))
    assert going_on.record.entries[:6] == half.entries
    assert going_on.requests()


def test_repeated_positions_are_counted_in_a_game_that_repeats() -> None:
    game = find_game("the_way")
    conducted = begin(game, new_record(game, game.deal(2, stream(1, "set-up")), game.options(), ("a", "b")), Random(1))
    while "stay" not in map(str, conducted.requests()[0].view.choices):
        request = conducted.requests()[0]
        conducted.answer(request.seat, request.view.choices[0])
    assert conducted.repeated == 0
    counted = []
    for _ in range(4):
        conducted.answer(conducted.requests()[0].seat, "stay")
        counted.append(conducted.repeated)
    assert counted == [0, 1, 1, 2]
    assert Referee(game, conducted.record, lambda *_: None).repeated == 2
    assert referee().repeated == 0


def test_a_preview_changes_nothing_until_it_is_applied() -> None:
    conducted = referee()
    before, entries = conducted.position, list(conducted.entries)
    steps = conducted.preview(Choose(0, "pick 1"))
    assert (conducted.position, conducted.entries) == (before, entries)
    assert [(step.entry, step.choice, step.before) for step in steps] == [(Choose(0, "pick 1"), Pick(1), before)]
    conducted.apply(steps)
    assert conducted.position == steps[-1].after == before.choose(0, Pick(1))
    assert conducted.entries == [*entries, Choose(0, "pick 1")]


def test_a_preview_includes_the_chances_that_follow_unless_dice_postpone_them() -> None:
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    head, asked = new_record(toy.GAME, setup, toy.Options(), ("a", "b")), list[int]()

    def dice(due: Chance, number: int, _: object) -> str | None:
        asked.append(number)
        return None if number == 2 else due.what[0]

    conducted = Referee(toy.GAME, head, dice)
    assert [str(step.entry) for step in conducted.preview()] == ["chance: 1", "chance: 1"]
    assert asked == [0, 1, 2]
    assert conducted.entries == []


def test_a_preview_continues_from_earlier_previews() -> None:
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    asked, waiting = list[int](), {2}

    def dice(due: Chance, number: int, _: object) -> str | None:
        asked.append(number)
        return None if number in waiting else due.what[0]

    conducted = Referee(toy.GAME, new_record(toy.GAME, setup, toy.Options(), ("a", "b")), dice)
    first = conducted.preview()
    waiting.clear()
    rest = conducted.preview(ahead=first)
    assert asked == [0, 1, 2, 2]
    chosen = conducted.preview(Choose(0, "pick 1"), ahead=[*first, *rest])
    assert [step.before for step in (*rest, *chosen)] == [step.after for step in (*first[-1:], *rest)]
    conducted.apply([*first, *rest, *chosen])
    assert list(map(str, conducted.entries)) == ["chance: 1", "chance: 1", "chance: 1", "0: pick 1"]


def test_a_choice_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_listener_receives_every_step_and_without_one_there_are_no_events() -> None:
    conducted, heard = referee(), list[Played]()
    assert conducted.preview(Remove(0, "late"))[0].events == ()
    conducted.listen = heard.append
    conducted.fail(0, Failure.LATE)
    assert heard[0].entry == Remove(0, "no answer in time")
    assert heard[0].events[0].name == "leave"


def test_undone_entries_can_be_folded_once_their_act_is_final() -> None:
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
    conducted.apply(done)
    assert [len(act) for act in conducted.acts] == [0, 0]


def test_a_running_clock_can_be_extended_up_to_its_limit() -> None:
    clock = Clock(10.0)
    clock.run(100.0)
    clock.allow(108.0, 5.0)
    assert clock.deadline == 113.0
    clock.allow(109.0, 60.0)
    assert clock.deadline == 119.0
    clock.allow(110.0, 1.0)
    assert clock.deadline == 119.0


def test_a_referee_says_what_it_waits_for() -> None:
    conducted = referee()
    assert repr(conducted) == f"<Referee of Tuck, {len(conducted.entries)} entries: Waiting for Ann and Bob.>"
    assert conducted._repr_html_() == conducted.record._repr_html_()
