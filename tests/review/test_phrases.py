"""The sentences and figures of a review."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.event import Explanation
from byways.game import find_game
from byways.phrases import NOTHING
from byways.review.models import Account, Judged, Review, Turn, Weight
from byways.review.phrases import HEADS, ReviewText
from examples.stones import stones
from tests import toy


def text(is_score: bool = False) -> ReviewText:
    return ReviewText(Review("tuck", 3, "hard", 4, 9, is_score=is_score), toy.GAME)


ACCOUNT = Account(accuracy=87.4, slips=2, mistakes=1, blunders=0, first=0.25, last=1.0, skill=-0.125, luck=0.5, uncertain=0.375)


def test_a_worth_is_a_chance_or_a_score() -> None:
    assert (text().worth(0.254), text(is_score=True).worth(12.34)) == ("25%", "12.3")


@pytest.mark.parametrize(("change", "said"), [(0.123, "+12"), (-0.123, "−12"), (0.001, "0"), (-0.001, "0")])
def test_a_change_has_a_sign_unless_it_is_zero(change: float, said: str) -> None:
    assert text().change(change) == said


def test_an_account_has_a_cell_for_each_head() -> None:
    plain = text()
    review = replace(plain.review, accounts=(ACCOUNT, replace(ACCOUNT, accuracy=None)))
    rows = [ReviewText(review, toy.GAME).row(seat, ["bot:hard"]) for seat in (0, 1)]
    assert {len(row) for row in (plain.heads(), *rows)} == {len(HEADS)}
    assert rows[0][0] == f"{plain.name(0)} (bot:hard)"
    assert rows[0][1:6] == ["87", "2", "1", "0", "25%"]
    assert rows[1][1] == NOTHING


def test_acts_that_could_not_be_weighed_are_mentioned() -> None:
    assert "9 acts could not be weighed." in text().by()
    assert "weighed" not in ReviewText(replace(text().review, total=0), toy.GAME).by()


def test_the_judgement_of_the_generic_search_is_called_rough() -> None:
    review = replace(text().review, total=0)
    assert ReviewText(review, stones.GAME).by().endswith("knows nothing about this one, so its judgement is rough.")
    assert "rough" not in ReviewText(review, find_game("traxx")).by()


def test_notebooks_display_the_accounts_of_a_review() -> None:
    review = Review("traxx", 2, "hard", 4, 9, accounts=(ACCOUNT, ACCOUNT), progress=1.0)
    html = review._repr_html_()
    assert html.count("<tr>") == 3
    assert "<td>Otter</td><td>87</td>" in html


def test_a_change_between_two_acts_names_what_the_others_played() -> None:
    act = Judged(seat=1, begin=4, end=6, played=("pick 3", "done"), chance=0.5, left=0.5, doubt=0.01, best=())
    plain = text()
    told = ReviewText(replace(plain.review, acts=(act,)), toy.GAME)
    change = Turn(seat=0, begin=3, end=7, before=0.55, after=0.35)
    names = plain.name(0), plain.name(1)
    assert told.turn(change) == f"{names[1]}: {told.act(act.played)}. Then {names[0]}’s chance went from 55% to 35%."
    assert told.turn(replace(change, after=1.0)).endswith("from 55% to 100%, a certain win.")
    assert plain.turn(change) == f"{names[0]}’s chance went from 55% to 35% at the end."
    own = replace(act, seat=0, begin=7, end=8)
    then = ReviewText(replace(plain.review, acts=(own,)), toy.GAME)
    assert then.turn(change) == f"{names[0]}’s chance went from 55% to 35% before act 1."


def test_a_cost_is_the_difference_between_the_chances_that_are_said() -> None:
    act = Judged(seat=0, begin=4, end=6, played=("done",), chance=0.055, left=0.0149, doubt=0.01, best=())
    assert (text().worth(act.chance), text().worth(act.left), text().worth(text().cost(act))) == ("6%", "1%", "5%")


def test_reasons_say_whom_they_address_unless_it_is_the_viewer() -> None:
    why = Explanation("A gift", ("You gave a card away.",), ("Keeps your card.",))
    weight = Weight(("done",), 0.5, 0.01)
    act = Judged(1, 4, 6, ("pick 3", "done"), 0.5, 0.2, 0.01, (weight,), verdict="blunder", why=why)
    review = replace(text().review, acts=(act,))
    turn = Turn(1, 4, 6, 0.5, 0.2, act)
    other, own = (ReviewText(review, toy.GAME, viewer=viewer) for viewer in (0, 1))
    name, best = other.name(1), other.act(weight.act)
    said = f"A gift. Advice for {name}: You gave a card away. Best: {best}. Keeps your card."
    assert other.turn(turn).endswith(said)
    assert ReviewText(review, toy.GAME).explained(act) == said
    assert own.explained(act) == said.replace(f"Advice for {name}: ", "")
    assert other.addressed(replace(act, why=None)) == ""


def test_with_the_least_chance_no_act_is_called_the_best_found() -> None:
    small, fair = (Judged(0, 0, 1, ("x",), chance, 0.01, 0.0, (Weight(("x",), chance, 0.0),)) for chance in (0.01, 0.02))
    assert (text().is_too_late(small), text().is_too_late(fair)) == (True, False)
    assert not text(is_score=True).is_too_late(small)
