"""The tool that measures what more worlds bring in Traxx."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tools.study.traxx_thinking import chosen, main, tried, worth


def test_the_best_act_is_chosen() -> None:
    assert chosen(np.array([[1.0] * 8, [3.0] * 8, [2.0] * 8])) == 1


def test_choices_with_more_worlds_are_worth_more() -> None:
    """The second act is a point better, which few worlds hardly show."""
    rng = np.random.default_rng(1)
    scores = rng.normal([[0.0], [1.0]], 3.0, (2, 400))
    few, many = worth(scores, [2, 200], Random(1))
    assert few + 0.1 < many == pytest.approx(scores[1].mean(), abs=0.3)


def test_every_card_except_the_last_is_tried_in_all_orders() -> None:
    games = [*tried(0, 3)]
    assert len(games) == 14
    assert {scores.shape[1] for scores in games} == {3}
    assert games[-1].std(axis=1).max() == 0  # one card is left


def test_the_command_prints_the_cost_of_fewer_worlds(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "2", "--worlds", "8"])
    told = capsys.readouterr().out.splitlines()
    assert told[2] == "8 worlds for each card: 0.00 ± 0.00 points a game behind 8"
    assert told[-1].startswith("0 worlds for each card: ")
