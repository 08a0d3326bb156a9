"""The tool that fits how much less a lead means early in Traxx."""

from __future__ import annotations

from random import Random

import pytest
from tools.fit.traxx_sureness import Lead, lead_of, likelihood, main

from byways.bots.race import Finish
from byways.bots.weighed import in_odds
from byways.bots.weighing import Curve
from byways.games.traxx.bots.search import unforeseen

CARDS = 15


def test_a_lead_and_its_variance_are_found_again_in_the_log_odds() -> None:
    scores = [3.0, 5.0, 1.0, 7.0]
    value, doubt = in_odds(Finish(0, [scores]), 0.0, unforeseen(6))[0]
    found = lead_of(value, doubt, len(scores), 6, CARDS, 1.0)
    assert (found.lead, found.variance) == pytest.approx((4.0, 5.0))


def test_the_likelihood_prefers_the_constant_that_made_the_results() -> None:
    rng, truth, found = Random(1), 0.002, list[Lead]()
    for _ in range(6000):
        lead = Lead(rng.gauss(0, 8), 4.0, rng.randrange(CARDS), CARDS, 0.0)
        found.append(lead._replace(result=float(rng.random() < Curve().chance(lead.odds(truth)))))
    means = {unequal: likelihood({2: found}, unequal)[0] for unequal in (0.0, truth, 0.1)}
    assert max(means, key=lambda unequal: means[unequal]) == truth
    assert likelihood({2: found}, truth)[1] == pytest.approx([1, 1, 1], abs=0.15)


@pytest.mark.long
def test_the_command_prints_every_candidate(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "1"])
    assert "0.0010: log likelihood -" in capsys.readouterr().out
