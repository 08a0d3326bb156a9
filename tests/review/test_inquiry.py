"""A review grows from the answers to its tasks."""

from __future__ import annotations

from random import Random

import pytest

from byways.bots import RandomPlayer
from byways.bots.weighing import Curve
from byways.errors import Refused
from byways.game import Game, Outcome, all_games
from byways.record import Played, Record
from byways.referee import play
from byways.review.inquiry import FIRST, Inquiry, inquire
from byways.review.judging import Valued, WeighTask, weigh
from byways.review.models import Review
from byways.review.moments import moments
from byways.room import find_room
from byways.table.play.hints import reasons
from tests import toy
from tests.bots.played import acts
from tests.review.scripted import Greedy
from tests.review.twins import twins

WORLDS = 8


@pytest.fixture(autouse=True)
def weigher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(toy.BOTS, "random", Greedy)


def a_game(seed: int = 3) -> Record:
    return play(toy.GAME, [RandomPlayer(Random(seed)), RandomPlayer(Random(seed + 1))], seed).record


def inquiry(record: Record) -> Inquiry:
    return inquire(toy.GAME, record.play(toy.GAME), worlds=WORLDS)


def carried_out(asking: Inquiry, rng: Random | None = None) -> Review:
    while batch := asking.batch():
        task = rng.choice(batch) if rng else batch[0]
        asking.take(task, weigh(task))
    return asking.review


def test_the_order_of_answers_does_not_matter() -> None:
    record = a_game()
    assert carried_out(inquiry(record)) == carried_out(inquiry(record), Random(1))


def test_a_review_grows_act_by_act_until_it_is_done() -> None:
    asking, grown = inquiry(a_game()), list[tuple[float, int]]()
    while batch := asking.batch():
        asking.take(batch[0], weigh(batch[0]))
        grown.append((asking.progress, len(asking.review.acts)))
    assert grown == sorted(grown)
    assert asking.review.is_done
    assert len(asking.review.acts) == asking.review.total == len(asking.cases)


def test_possible_mistakes_are_weighed_again_with_more_worlds() -> None:
    asking = inquiry(a_game())
    asked: list[WeighTask] = []
    while batch := asking.batch():
        asked.append(batch[0])
        asking.take(batch[0], weigh(batch[0]))
    again = [task for task in asked if task.worlds == WORLDS]
    assert {task.worlds for task in asked} == {WORLDS, WORLDS // FIRST}
    assert 0 < len(again) < len(asking.cases)
    assert any(act.verdict for act in asking.review.acts)


def test_the_second_pass_compares_the_act_played_with_the_best_of_the_first() -> None:
    asking = inquiry(a_game())
    while not any(task.worlds == WORLDS for task in asking.batch()):
        task = asking.batch()[0]
        asking.take(task, weigh(task))
    task = asking.batch()[0]
    played, *best = task.among
    lucky = Valued(("pick 9",), 5.0, 0.1)
    asking.take(task, [lucky, *(Valued(act, 1.0 - number, 0.1) for number, act in enumerate(best)), Valued(played, -3.0, 0.1)])
    again = next(act for act in asking.review.acts if act.played == played and act.chance == Curve().chance(1.0))
    assert [weight.act for weight in again.best] == [*best, played][:3]


def test_a_missing_answer_leaves_out_one_act_only() -> None:
    asking = inquiry(a_game())
    first = asking.batch()[0]
    asking.take(first, [])
    review = carried_out(asking)
    assert review.is_done
    assert len(review.acts) == review.total - 1


def test_skill_luck_and_the_uncertain_rest_add_up() -> None:
    for seat in carried_out(inquiry(a_game())).accounts:
        assert seat.last - seat.first == pytest.approx(seat.skill + seat.luck + seat.uncertain)
        assert seat.skill <= 0


def test_acts_just_after_dice_or_cards_have_luck() -> None:
    review = carried_out(inquiry(a_game()))
    assert {case.moment.unrolled is None for case in inquiry(a_game()).cases} == {act.luck is None for act in review.acts}


def test_an_unfinished_game_is_refused() -> None:
    with pytest.raises(Refused, match="not over"):
        inquiry(a_game().until(5))


def of_seat_0(game: Game, steps: list[Played]) -> Inquiry:
    """Begin an inquiry into seat 0 of an unfinished game."""
    found = [moment for moment in moments(steps) if moment.seat == 0]
    return Inquiry(game, Outcome((1, 2), ""), found, len(steps), worlds=WORLDS)


def test_a_seat_is_judged_only_by_what_it_saw() -> None:
    acts = differing = 0
    for seed in range(30):
        one, other = twins(toy.GAME, Random(seed))
        here, there = (carried_out(of_seat_0(toy.GAME, steps)).acts for steps in (one, other))
        assert here == there
        acts, differing = acts + len(here), differing + (one[-1].after != other[-1].after)
    assert acts > 30
    assert differing > 20


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_in_every_game_tasks_depend_only_on_what_the_seat_saw(game: Game) -> None:
    asked = 0
    for seed in range(3):
        here, there = (of_seat_0(game, steps).batch() for steps in twins(game, Random(seed)))
        assert here == there
        asked += len(here)
    assert asked > 3


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_in_every_game_explanations_and_hints_depend_only_on_what_the_seat_saw(game: Game) -> None:
    compared = 0
    for seed in range(3):
        here, there = (told_about(game, steps) for steps in twins(game, Random(seed)))
        assert here == there
        compared += len(here)
    assert compared > 3


def told_about(game: Game, steps: list[Played]) -> list[object]:
    """Return what seat 0 is told about its acts: reasons, and explanations against another act."""
    mistakes, told = find_room(game.room).mistakes, list[object]()
    for moment in moments(steps):
        if moment.seat == 0:
            mine, other = [*acts(moment, 1)]
            told.append((reasons(game, moment.view, tuple(map(str, mine))), mistakes and mistakes.explain(moment.view, mine, other)))
    return told


def test_what_a_notebook_shows_of_an_inquiry_is_short() -> None:
    begun = inquiry(a_game())
    assert repr(begun) == f"<Inquiry into Tuck by {begun.bot}: {len(begun.cases)} cases, 0 open tasks>"
