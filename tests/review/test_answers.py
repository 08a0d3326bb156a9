"""Answers to a reviewed act."""

from __future__ import annotations

from random import Random

import pytest

from byways.bots.weighing import Curve
from byways.review.answers import estimated, known
from byways.review.judging import Scale, Valued
from byways.review.models import Judged, Weight
from tests import toy

VIEW = toy.GAME.start(toy.GAME.deal(2, Random(1))).view(0)
ODDS = Scale(Curve(), is_score=False)
ACT = Judged(0, 0, 2, ("pick 1", "done"), 0.6, 0.4, 0.01, (Weight(("pick 3", "done"), 0.6, 0.0), Weight(("pick 2", "done"), 0.5, 0.02)))


def values(**worths: float) -> list[Valued]:
    return [Valued((f"pick {name[1:]}", "done"), value, 0.001) for name, value in worths.items()]


@pytest.mark.parametrize(("number", "chance", "verdict"), [(3, 0.6, ""), (2, 0.5, "slip"), (1, 0.4, "blunder")])
def test_an_act_that_the_review_valued_keeps_its_value(number: int, chance: float, verdict: str) -> None:
    found = known(toy.GAME, VIEW, ACT, (f"pick {number}", "done"), ODDS)
    assert found
    assert (found.chance, found.left, found.verdict) == (0.6, chance, verdict)


def test_another_act_costs_what_it_cost_in_the_same_worlds_as_the_best() -> None:
    answer = ("pick 4", "done")
    best, mine = 0.3, -0.4
    made = estimated(ACT, values(_3=best, _4=mine), answer, ODDS)
    assert made
    assert made.chance == 0.6
    assert made.left == pytest.approx(0.6 - (ODDS.worth(best) - ODDS.worth(mine)))
    assert made.played == answer


def test_an_act_that_comes_out_better_is_as_good_as_the_best() -> None:
    made = estimated(ACT, values(_3=0.0, _4=0.5), ("pick 4", "done"), ODDS)
    assert made
    assert (made.left, made.verdict) == (0.6, "")


def test_an_act_that_was_not_weighed_is_not_judged() -> None:
    assert estimated(ACT, values(_3=0.0), ("pick 4", "done"), ODDS) is None
    assert estimated(ACT, [], ("pick 4", "done"), ODDS) is None
