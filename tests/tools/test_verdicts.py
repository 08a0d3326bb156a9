"""What bots lose by an act is measured by reviews of their games."""

from __future__ import annotations

import pytest
from tools.verdicts import Act, Job, reviewed, show

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
