"""A review in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.phrases import NOTHING
from byways.review.models import Account, Review
from byways.review.phrases import HEADS, Telling
from tests import toy


def telling(is_score: bool = False) -> Telling:
    return Telling(Review("tuck", 3, "hard", 4, 9, is_score=is_score), toy.GAME)


ACCOUNT = Account(accuracy=87.4, slips=2, mistakes=1, blunders=0, first=0.25, last=1.0, skill=-0.125, luck=0.5, uncertain=0.375)


def test_a_worth_is_a_chance_or_a_score() -> None:
    assert (telling().worth(0.254), telling(is_score=True).worth(12.34)) == ("25%", "12.3")


@pytest.mark.parametrize(("change", "said"), [(0.123, "+12"), (-0.123, "−12"), (0.001, "0"), (-0.001, "0")])
def test_a_change_has_a_sign_unless_it_is_nothing(change: float, said: str) -> None:
    assert telling().change(change) == said


def test_an_account_has_a_figure_under_each_head() -> None:
    told = telling()
    review = replace(told.review, accounts=(ACCOUNT, replace(ACCOUNT, accuracy=None)))
    rows = [Telling(review, toy.GAME).row(seat, ["bot:hard"]) for seat in (0, 1)]
    assert {len(row) for row in (told.heads(), *rows)} == {len(HEADS)}
    assert rows[0][0] == f"{told.name(0)} (bot:hard)"
    assert rows[0][1:6] == ["87", "2", "1", "0", "25%"]
    assert rows[1][1] == NOTHING


def test_what_could_not_be_weighed_is_said() -> None:
    assert "9 acts could not be weighed." in telling().by()
    assert "weighed" not in Telling(replace(telling().review, total=0), toy.GAME).by()
