"""The hard player of Traxx."""

from __future__ import annotations

import time
from math import inf
from random import Random
from statistics import mean

import pytest

from byways.bots import TIERS
from byways.bots.compiled import Compiled
from byways.game import stream
from byways.games.traxx import GAME, foresight, kernel
from byways.games.traxx.bots import Greedy
from byways.games.traxx.foresight import KERNEL, Hard, Outlook
from byways.games.traxx.state import Position
from byways.games.traxx.view import view
from byways.referee import play, steps
from tests.games.traxx.boards import BOARD, dot, lay


def hard(seed: int = 1, heats: int = 3) -> Hard:
    return Hard(stream(seed, "seat 0"), Greedy(Random(0)), inf, heats)


def answer(position: Position, player: Hard, deadline: float = inf) -> list[str]:
    return [str(choice) for choice in steps(player.choose(view(position, 0), deadline))]


def test_the_tiers_come_last() -> None:
    assert tuple(GAME.bots)[-3:] == TIERS


def test_it_answers_a_whole_act_and_the_same_from_the_same_view_and_stream() -> None:
    position = lay("e4", "d5 d4", deck=("BGYR", "GYRW", "GARW"))
    act = answer(position, hard())
    assert act[-1] == "done"
    assert len(act) > 1
    assert answer(position, hard()) == act


def test_it_goes_on_from_the_steps_already_made() -> None:
    position = dot(lay("e4"), 0, "e4 e3 d2")
    for choice in steps(hard().choose(view(position, 0), inf)):
        position = position.choose(0, choice)
    assert position.sheets[0].line[:3] == ("e4", "e3", "d2")


def test_with_the_last_card_it_takes_what_scores_most() -> None:
    assert "draw c1 from d1" in answer(lay("e2 d1", card="YBAR", deck=()), hard())
    assert answer(lay("a1 b1", card="GARR"), hard()) == ["done"]


def test_it_answers_in_time_however_short_it_is() -> None:
    KERNEL.ready(inf)
    position = lay("e4", deck=("BGYR", "GYRW", "GARW"))
    assert answer(position, hard(), 0.0) == answer(position, hard(heats=0))


def test_before_the_kernel_is_compiled_another_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foresight, "KERNEL", Compiled("byways.no_such_kernel"))
    monkeypatch.setattr(Compiled, "start", lambda compiled: None)
    monkeypatch.setattr(Compiled, "ready", lambda compiled, deadline: None)
    position = lay("e4")
    assert answer(position, hard(), time.monotonic()) == [str(choice) for choice in Greedy(Random(0)).choose(view(position, 0), 0.0)]


def test_what_the_others_will_reach_first_comes_late() -> None:
    """The other line stands beside the 10 and has its colour, so the second player to get there gets half."""
    position = lay("e4", "e2 d1", card="YBAR", deck=("YARW", "GYRW"))
    outlook = Outlook(view(position, 0), kernel)
    outlook.contenders(())
    seen = []
    outlook.play_on = lambda cards, sheet, late, turn, when: seen.append(late[10]) or original(cards, sheet, late, turn, when)  # type: ignore
    original = Outlook.play_on.__get__(outlook)
    outlook.heat([0], Random(1))(0)
    assert seen == [foresight.NEVER, 0]


def test_what_the_others_have_reached_pays_half() -> None:
    points = tuple(10 if field == "c1" else 0 for field in BOARD.numbers)
    position = lay("e4", "e2 d1 c1", points=[(0,) * 9, points])
    assert Outlook(view(position, 0), kernel).late.tolist()[9:] == [foresight.NEVER, foresight.LONG_AGO]


def test_alone_it_draws_far_better_lines_than_medium_with_hardly_any_thought() -> None:
    scores = {name: [alone(name, seed) for seed in range(3)] for name in ("medium", "hard")}
    assert mean(scores["hard"]) > mean(scores["medium"]) + 4


def alone(name: str, seed: int) -> float:
    rng = stream(seed, "seat 0")
    outcome = play(GAME, [Hard(rng, Greedy(rng), inf, 10) if name == "hard" else GAME.bots[name](rng)], seed).outcome
    assert outcome is not None
    assert outcome.removed == ()
    assert outcome.scores is not None
    return outcome.scores[0]


def test_it_plays_with_four_at_the_table() -> None:
    players = [Hard(stream(1, f"seat {seat}"), Greedy(Random(0)), inf, 1) for seat in range(4)]
    outcome = play(GAME, players, 1).outcome
    assert outcome is not None
    assert outcome.removed == ()
