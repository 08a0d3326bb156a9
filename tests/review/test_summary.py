"""A review in a few sentences."""

from __future__ import annotations

import pytest

from byways.event import Explanation
from byways.game import find_game
from byways.i18n import Message
from byways.review.models import Account, Judged, Review, Verdict, Weight
from byways.review.phrases import ReviewText
from byways.review.summary import height, leads, mistakes

TRAXX = find_game("traxx")


def judged(seat: int, round: int, chance: float, left: float, verdict: Verdict = "", why: Explanation | None = None) -> Judged:
    best = (Weight(("done",), chance, 0.01),)
    return Judged(seat, round, round + 1, ("done",), chance, left, 0.01, best, None, verdict, why, Message("when.round", {"round": round}))


def review(*acts: Judged, won: int = 1, is_score: bool = False) -> Review:
    accounts = tuple(Account(90.0, 0, 0, 0, 0.5, float(seat == won), 0.0, 0.0, 0.0) for seat in range(2))
    return Review("traxx", 2, "hard", 8, len(acts), acts, accounts, is_score, 40, 1.0)


CUT = Explanation(Message("mistake.pass"), (), ())
LOST_LEAD = review(
    judged(0, 1, 0.6, 0.6),
    judged(1, 1, 0.4, 0.4),
    judged(0, 2, 0.6, 0.4, "mistake", CUT),
    judged(1, 2, 0.6, 0.6),
    judged(0, 3, 0.4, 0.3, "slip"),
)


def test_a_lead_is_a_higher_chance_than_that_of_all_others_and_ends_with_the_result() -> None:
    assert leads(LOST_LEAD, 0) == [True, True, False, False, False]
    assert leads(LOST_LEAD, 1) == [False, False, True, True]
    assert leads(review(judged(0, 1, 0.3, 0.3), judged(1, 1, 0.2, 0.2)), 0) == [True, True, False]  # the chart's highest line


def test_a_lead_is_read_off_the_lines_of_the_chart() -> None:
    falls = review(judged(0, 1, 0.5, 0.5), judged(1, 1, 0.9, 0.9), judged(0, 5, 0.5, 0.5), judged(1, 9, 0.2, 0.2))
    assert height([(1, 0.9), (2, 0.9), (9, 0.2)], 6) == pytest.approx(0.5)
    assert leads(falls, 0) == [False, False, False, False]
    assert leads(review(*falls.acts[:2], judged(0, 7, 0.5, 0.5), falls.acts[3]), 0) == [False, False, True, False]


def test_mistakes_are_listed_in_the_order_of_play_with_what_went_wrong() -> None:
    assert [(one.act.begin, one.title) for one in mistakes(LOST_LEAD, 0)] == [(2, CUT.title), (3, Message("review.verdict-slip"))]
    assert [one.act.begin for one in mistakes(LOST_LEAD, 0, 1)] == [2]


@pytest.mark.parametrize(
    ("seat", "is_mine", "said"),
    [
        (0, True, ["You had the best chance until round 2.", "2 acts cost you 30%: “A pass too early” (round 2) and “slip” (round 3)."]),
        (1, True, ["From round 2 on, you had the best chance.", "None of your acts cost you 6% or more."]),
        (1, False, ["From round 2 on, Blue had the best chance.", "None of these acts cost 6% or more."]),
    ],
)
def test_a_summary_says_who_led_and_what_mistakes_cost(seat: int, is_mine: bool, said: list[str]) -> None:
    name = TRAXX.say(Message("seat.name", {"seat": 1}))
    assert ReviewText(LOST_LEAD, TRAXX).summary(seat, is_mine) == [one.replace("Blue", name) for one in said]


def test_a_player_may_lead_all_the_time_or_never() -> None:
    always = review(judged(0, 1, 0.7, 0.7), judged(1, 1, 0.2, 0.2), won=0)
    assert ReviewText(always, TRAXX).summary(0, True)[0] == "You had the best chance from the first act to the last."
    assert ReviewText(always, TRAXX).summary(1, True)[0] == "You never had the best chance."


def test_every_language_has_the_summary() -> None:
    for language in TRAXX.languages:
        assert len(ReviewText(LOST_LEAD, TRAXX, language).summary(0, True)) == 2


def test_a_lead_before_the_first_act_counts() -> None:
    thrown_away = review(judged(0, 1, 0.64, 0.4, "blunder"), judged(1, 1, 0.6, 0.6))
    assert ReviewText(thrown_away, TRAXX).summary(0, True)[0] == "You had the best chance until round 1."


def test_a_lead_won_and_lost_again_is_not_said_to_have_lasted_from_the_start() -> None:
    short = review(judged(0, 1, 0.3, 0.3), judged(1, 1, 0.5, 0.5), judged(0, 2, 0.7, 0.7), judged(1, 2, 0.5, 0.5), judged(0, 3, 0.2, 0.2))
    assert ReviewText(short, TRAXX).summary(0, True)[0] == "You last had the best chance in round 2."


def test_the_worst_of_many_mistakes_are_named_as_such_and_equal_ones_together() -> None:
    many = review(*(judged(0, number, 0.5, 0.5 - number / 100, "slip", CUT if number > 2 else None) for number in range(1, 6)))
    *_, said = ReviewText(many, TRAXX).summary(0, True)
    assert said == "5 acts cost you 15%. The worst: “A pass too early” (round 3, round 4, and round 5)."


def test_a_turn_with_several_mistakes_of_a_kind_is_named_once() -> None:
    twice = review(judged(0, 3, 0.5, 0.4, "slip", CUT), judged(0, 3, 0.5, 0.4, "slip", CUT))
    *_, said = ReviewText(twice, TRAXX).summary(0, True)
    assert said == "2 acts cost you 20%: “A pass too early” (round 3)."


def test_no_act_cost_the_winner_the_game() -> None:
    won = review(judged(0, 1, 0.9, 0.1, "blunder"), judged(0, 2, 0.9, 0.1, "blunder"), won=0)
    *_, said = ReviewText(won, TRAXX).summary(0, True)
    assert said == "You won all the same, but 2 acts could have been better. The worst: “blunder” (round 1 and round 2)."
