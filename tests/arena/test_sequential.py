"""The sequential test: right as often as it promises, and independent of the order of results."""

from pathlib import Path
from random import Random

import pytest

from byways.arena.archive import Archive, Result
from byways.arena.plan import draw_up
from byways.arena.sequential import BOUND, TEST, SequentialTest, likelihood_ratio, most_likely, read_test, store_test
from byways.arena.statistics import expected
from byways.game import Refused

BOTS = ["random", "byways.bots:RandomPlayer"]
PLAN = draw_up("tests.toy:GAME", BOTS)


def games(share: float, rng: Random, most: int) -> dict[int, Result]:
    """Return independent games, of which the first bot wins a given share."""
    results = {}
    for number in range(most):
        fixture = PLAN.fixture(number)
        first = fixture.seating.index(BOTS[0])
        places = (1, 2) if (rng.random() < share) == (first == 0) else (2, 1)
        results[number] = Result(number, fixture.seed, fixture.seating, places, None, 1)
    return results


def test_the_ratio_agrees_with_the_normal_approximation_where_there_are_many_pairs() -> None:
    seen, low, high = [300, 500, 1200, 700, 300], expected(0), expected(10)
    whole = sum(seen)
    mean = sum(count * points / 4 for points, count in enumerate(seen)) / whole
    spread = sum(count * (points / 4 - mean) ** 2 for points, count in enumerate(seen)) / whole
    about = whole * (high - low) * (2 * mean - low - high) / (2 * spread)
    assert likelihood_ratio(seen, low, high) == pytest.approx(about, rel=0.05)


def test_the_most_likely_distribution_has_the_given_mean() -> None:
    found = most_likely([0.1, 0.2, 0.3, 0.3, 0.1], 0.6)
    assert sum(found) == pytest.approx(1)
    assert sum(share * points / 4 for points, share in enumerate(found)) == pytest.approx(0.6)


@pytest.mark.slow
def test_the_true_hypothesis_is_nearly_always_accepted() -> None:
    rng = Random(1)
    for right, difference in ((1, 100), (-1, 0)):
        verdicts = []
        for _ in range(30):
            test = SequentialTest(PLAN, 0, 100)
            verdicts.append(test.look(games(expected(difference), rng, 1500)).accepted)
        assert verdicts.count(-right) <= 5  # 1 or 2 are expected
        assert verdicts.count(0) == 0


def test_complete_pairs_count_in_the_order_of_the_plan() -> None:
    every, test = games(0.9, Random(2), 40), SequentialTest(PLAN, 0, 300)
    assert test.look({number: every[number] for number in (0, 1, 2, 4, 5)}).games == 2
    assert test.look(every).games > 2
    again = SequentialTest(PLAN, 0, 300)
    assert again.look(every) == test.verdict


def test_a_decision_is_final() -> None:
    test = SequentialTest(PLAN, 0, 300)
    verdict = test.look(games(1.0, Random(3), 400))
    assert (verdict.accepted, verdict.ratio >= BOUND, verdict.games < 400) == (1, True, True)
    assert test.look(games(0.0, Random(3), 2000)) == verdict
    assert str(test).startswith(f"Decided after {verdict.games} games: random is 300 Elo above byways.bots:RandomPlayer, not 0 (")


def test_a_weaker_bot_is_below() -> None:
    test = SequentialTest(PLAN, -300, 0)
    test.look(games(0.0, Random(3), 400))
    assert "random is 300 Elo below byways.bots:RandomPlayer, not 0 (" in str(test)


def test_a_stored_test_counts_the_same_games_again(tmp_path: Path) -> None:
    test, stored = SequentialTest(PLAN, 0, 300), Archive(PLAN, games(1.0, Random(3), 401).values())
    counted = test.counted(stored)
    assert len(counted.results) == test.verdict.games < 401
    store_test(tmp_path, test)
    again = read_test(tmp_path, PLAN)
    assert again is not None
    assert (again.counted(stored).results, str(again)) == (counted.results, str(test))
    store_test(tmp_path, None)
    assert read_test(tmp_path, PLAN) is None


def test_a_damaged_test_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / TEST).write_text("{}")
    with pytest.raises(Refused, match=r"test\.json"):
        read_test(tmp_path, PLAN)


def test_games_of_an_incomplete_pair_do_not_count() -> None:
    counted = SequentialTest(PLAN, -5, 5).counted(Archive(PLAN, games(0.5, Random(4), 5).values()))
    assert len(counted.results) == 4


def test_the_summary_says_when_there_is_no_decision() -> None:
    test = SequentialTest(PLAN, -5, 5)
    test.look(games(0.5, Random(4), 4))
    assert str(test).startswith("No decision after 4 games between -5 and +5 Elo of random over byways.bots:RandomPlayer (")


def test_the_test_needs_two_bots_and_ascending_strengths() -> None:
    with pytest.raises(Refused, match="two bots at two seats"):
        SequentialTest(draw_up("traxx", ["random"]), 0, 5)
    with pytest.raises(Refused, match="not from 5 to 0"):
        SequentialTest(PLAN, 5, 0)
