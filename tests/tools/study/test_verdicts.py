"""The losses of bots, measured by reviews."""

from __future__ import annotations

from math import exp
from pathlib import Path

import msgspec
import pytest
from tools.study.verdicts import USUAL, Act, Job, Reviewed, constants, gather, intervals, reviewed, show

from byways.game import find_game
from tests.review.scripted import Fanciful


def test_every_act_is_attributed_to_its_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("labyrinth")
    monkeypatch.setattr("tools.study.verdicts.TIERS", ("euclid", "hard"))
    monkeypatch.setattr("tools.study.verdicts.make_player", lambda game, tier, rng: game.bots["euclid"](rng))
    monkeypatch.setitem(game.bots, "hard", Fanciful)
    acts = reviewed(Job("labyrinth", 2, 0, 4)).acts
    assert {act.tier for act in acts} == {"euclid", "hard"}
    assert any(act.loss for act in acts)


def test_a_row_has_the_mean_loss_in_percentage_points(capsys: pytest.CaptureFixture[str]) -> None:
    show("tuck", [game_of(0.1, 0.0)], USUAL)
    assert "| tuck, medium | 2 | 5.00 |" in capsys.readouterr().out


def game_of(*losses: float, seed: int = 0) -> Reviewed:
    return Reviewed(2, seed, 4, tuple(Act(USUAL, loss) for loss in losses))


def test_stored_reviews_are_reused(tmp_path: Path) -> None:
    kept, known = tmp_path / "tuck.jsonl", game_of(0.1, seed=3)
    kept.write_bytes(msgspec.json.encode(known) + b"\n")
    assert gather([Job("no such game", 2, 3, 4)], 1, kept) == [known]


def test_an_interval_contains_the_estimate_and_vanishes_for_equal_games() -> None:
    alike, apart = [game_of(0.1, 0.2)] * 5, [game_of(0.1 * (seed % 2), seed=seed) for seed in range(20)]
    assert len({round(value, 9) for value in intervals([alike])["strictness"]}) == 1
    value, low, high = intervals([apart])["strictness"]
    assert low < value < high


def test_constants_follow_from_the_losses_of_medium_with_equal_weight_per_game() -> None:
    mild, wild = [step / 1000 for step in range(1000)], [step / 500 for step in range(1000)] * 3
    found = constants([mild, wild])
    assert [found[name] for name in ("slip", "mistake", "blunder")] == pytest.approx([1.2, 1.35, 1.425], abs=0.01)
    assert exp(-found["strictness"] * 0.75) == pytest.approx(0.8, abs=0.001)
