"""A review grows from answers, whoever asks for them."""

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
from byways.review.judging import Question, Valued, answer
from byways.review.models import Review
from byways.review.moments import moments
from tests import toy
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
        question = rng.choice(batch) if rng else batch[0]
        asking.take(question, answer(question))
    return asking.review


def test_the_order_of_answers_is_no_matter() -> None:
    record = a_game()
    assert carried_out(inquiry(record)) == carried_out(inquiry(record), Random(1))


def test_it_grows_act_by_act_until_all_is_done() -> None:
    asking, grown = inquiry(a_game()), list[tuple[float, int]]()
    while batch := asking.batch():
        asking.take(batch[0], answer(batch[0]))
        grown.append((asking.progress, len(asking.review.acts)))
    assert grown == sorted(grown)
    assert asking.review.is_done
    assert len(asking.review.acts) == asking.review.total == len(asking.cases)


def test_acts_that_may_be_mistakes_are_looked_at_again_with_more_effort() -> None:
    asking = inquiry(a_game())
    asked: list[Question] = []
    while batch := asking.batch():
        asked.append(batch[0])
        asking.take(batch[0], answer(batch[0]))
    again = [question for question in asked if question.worlds == WORLDS]
    assert {question.worlds for question in asked} == {WORLDS, WORLDS // FIRST}
    assert 0 < len(again) < len(asking.cases)
    assert any(act.verdict for act in asking.review.acts)


def test_a_second_look_compares_what_was_played_with_what_seemed_best_at_first() -> None:
    asking = inquiry(a_game())
    while not any(question.worlds == WORLDS for question in asking.batch()):
        question = asking.batch()[0]
        asking.take(question, answer(question))
    question = asking.batch()[0]
    played, *best = question.among
    lucky = Valued(("pick 9",), 5.0, 0.1)
    asking.take(question, [lucky, *(Valued(act, 1.0 - number, 0.1) for number, act in enumerate(best)), Valued(played, -3.0, 0.1)])
    again = next(act for act in asking.review.acts if act.played == played and act.chance == Curve().chance(1.0))
    assert [weight.act for weight in again.best] == [*best, played][:3]


def test_a_bot_without_an_answer_costs_the_review_one_act_only() -> None:
    asking = inquiry(a_game())
    first = asking.batch()[0]
    asking.take(first, [])
    review = carried_out(asking)
    assert review.is_done
    assert len(review.acts) == review.total - 1


def test_what_adds_up_adds_up() -> None:
    for seat in carried_out(inquiry(a_game())).accounts:
        assert seat.last - seat.first == pytest.approx(seat.skill + seat.luck + seat.uncertain)
        assert seat.skill <= 0


def test_dice_and_cards_gave_something_where_they_came_just_before() -> None:
    review = carried_out(inquiry(a_game()))
    assert {case.moment.unrolled is None for case in inquiry(a_game()).cases} == {act.luck is None for act in review.acts}


def test_a_game_that_is_not_over_is_not_reviewed() -> None:
    with pytest.raises(Refused, match="not over"):
        inquiry(a_game().until(5))


def of_seat_0(game: Game, steps: list[Played]) -> Inquiry:
    """As far as its twins were played: how it went on is no matter here."""
    found = [moment for moment in moments(steps) if moment.seat == 0]
    return Inquiry(game, Outcome((1, 2), ""), found, len(steps), worlds=WORLDS)


def test_a_seat_is_judged_by_what_it_saw_alone() -> None:
    acts = differing = 0
    for seed in range(30):
        one, other = twins(toy.GAME, Random(seed))
        here, there = (carried_out(of_seat_0(toy.GAME, steps)).acts for steps in (one, other))
        assert here == there
        acts, differing = acts + len(here), differing + (one[-1].after != other[-1].after)
    assert acts > 30
    assert differing > 20


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_in_every_game_bots_are_asked_the_same_about_a_seat_that_saw_the_same(game: Game) -> None:
    asked = 0
    for seed in range(3):
        here, there = (of_seat_0(game, steps).batch() for steps in twins(game, Random(seed)))
        assert here == there
        asked += len(here)
    assert asked > 3
