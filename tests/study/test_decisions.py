"""How much decisions matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from byways.bots.weighing import Weighed
from byways.game import Choice, Refused, find_game, stream
from byways.study.decisions import Decision, gain, read_decisions, weigh_decisions


def weighed(*values: float, doubt: float = 0.1) -> tuple[list[Weighed], list[tuple[Choice, ...]], float]:
    """Acts with values, best first; all but the best are those of comparison."""
    game = find_game("labyrinth")
    position = game.start(game.deal(2, stream(1, "set-up")))
    acts = [Weighed((choice,), value, doubt) for choice, value in zip(position.choices(0), values, strict=False)]
    others = [one.act for one in acts[1:]]
    return acts, others, gain(game, position, acts, others)


def test_the_best_act_is_compared_with_the_middling_one() -> None:
    assert weighed(2.0, 2.0, 0.0, -2.0)[2] == pytest.approx(weighed(2.0, 0.0)[2])
    assert weighed(2.0, 0.0)[2] > 0.1


def test_a_difference_within_the_noise_does_not_count() -> None:
    assert weighed(2.0, 0.0, doubt=1.5)[2] == 0


def test_a_damaged_file_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"
    file.write_text("nonsense\n")
    with pytest.raises(Refused, match=r"decisions\.jsonl"):
        read_decisions(file)


def test_an_incomplete_last_line_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"
    file.write_text('{"number":1,"moment":0.5,"gain":0.1}\n{"number":2,')
    assert read_decisions(file) == {1: Decision(1, 0.5, 0.1)}


def test_nothing_is_weighed_twice(tmp_path: Path) -> None:
    assert weigh_decisions(tmp_path / "decisions.jsonl", [], 1, lambda done, total: None) == []
