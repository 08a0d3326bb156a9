"""What bots lose by an act is measured by reviews of their games."""

from __future__ import annotations

from math import exp

import pytest
from tools.verdicts import Act, Job, constants, reviewed, show

from byways.bots import TIERS
from byways.game import find_game
from tests.review.scripted import Fanciful


def test_every_act_of_a_game_is_told_with_who_did_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("labyrinth")
    monkeypatch.setattr("tools.verdicts.TIERS", ("euclid", "hard"))
    monkeypatch.setattr("tools.verdicts.make_player", lambda game, tier, rng: game.bots["euclid"](rng))
    monkeypatch.setitem(game.bots, "hard", Fanciful)
    acts = reviewed(Job("labyrinth", 2, 0, 4))
    assert {act.tier for act in acts} == {"euclid", "hard"}
    assert any(act.loss for act in acts)


def test_a_row_has_the_mean_loss_in_points_of_per_cent(capsys: pytest.CaptureFixture[str]) -> None:
    show("easy", [Act(TIERS[0], 0.1, "mistake"), Act(TIERS[0], 0.0, "")])
    assert "| easy | 2 | 5.00 |" in capsys.readouterr().out


def test_constants_follow_from_what_a_medium_bot_loses_each_game_counting_alike() -> None:
    mild, wild = [step / 1000 for step in range(1000)], [step / 500 for step in range(1000)] * 3
    found = constants([mild, wild])
    assert [found[name] for name in ("slip", "mistake", "blunder")] == pytest.approx([1.2, 1.35, 1.425], abs=0.01)
    assert exp(-found["strictness"] * 0.75) == pytest.approx(0.8, abs=0.001)
