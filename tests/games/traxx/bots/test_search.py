"""The hard player of Traxx."""

from __future__ import annotations

import time
from math import inf
from random import Random
from statistics import mean

import pytest

from byways.bots import TIERS
from byways.bots.compiled import Compiled
from byways.bots.weighing import SURE, Weighed
from byways.game import Choice, stream
from byways.games.traxx import GAME
from byways.games.traxx.bots import kernel, search
from byways.games.traxx.bots.players import Greedy
from byways.games.traxx.bots.search import KERNEL, Hard, Search
from byways.games.traxx.rules import parse
from byways.games.traxx.state import Position
from byways.games.traxx.view import view
from byways.referee import play, steps
from tests.games.traxx.positions import BOARD, dot, lay


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


def test_it_takes_the_most_points_with_the_last_card() -> None:
    assert "draw c1 from d1" in answer(lay("e2 d1", card="YBAR", deck=()), hard())
    assert answer(lay("a1 b1", card="GARR"), hard()) == ["done"]


def test_it_answers_before_any_deadline() -> None:
    KERNEL.ready(inf)
    position = lay("e4", deck=("BGYR", "GYRW", "GARW"))
    assert answer(position, hard(), 0.0) == answer(position, hard(heats=0))


def test_the_fallback_answers_until_the_kernel_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "KERNEL", Compiled("byways.no_such_kernel"))
    monkeypatch.setattr(Compiled, "start", lambda compiled: None)
    monkeypatch.setattr(Compiled, "ready", lambda compiled, deadline: None)
    position = lay("e4")
    assert answer(position, hard(), time.monotonic()) == [str(choice) for choice in Greedy(Random(0)).choose(view(position, 0), 0.0)]


def test_numbers_that_rivals_will_reach_first_pay_half() -> None:
    """The other line is beside the 10 and has its colour, so the second player to get there gets half."""
    position = lay("e4", "e2 d1", card="YBAR", deck=("YARW", "GYRW"))
    outlook = Search(view(position, 0), kernel)
    outlook.contenders((), 1)
    seen = []
    outlook.play_on = lambda cards, sheet, late, turn, when: seen.append(late[10]) or original(cards, sheet, late, turn, when)  # type: ignore
    original = Search.play_on.__get__(outlook)
    outlook.heat([0], Random(1))(0)
    assert seen == [search.NEVER, 0]


def test_numbers_that_rivals_have_reached_pay_half() -> None:
    points = tuple(10 if field == "c1" else 0 for field in BOARD.numbers)
    position = lay("e4", "e2 d1 c1", points=[(0,) * 9, points])
    assert Search(view(position, 0), kernel).late.tolist()[9:] == [search.NEVER, search.LONG_AGO]


# Weighing acts


OPEN = lay("e4", "d5 d4", deck=("BGYR", "GYRW", "GARW"))


def weighed(position: Position, *among: str, heats: int = 8) -> dict[tuple[str, ...], Weighed]:
    """By act, best first."""
    found = hard(heats=heats).weigh(view(position, 0), inf, [read(act) for act in among])
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    return {tuple(map(str, one.act)): one for one in found}


def read(act: str) -> tuple[Choice, ...]:
    return tuple(parse(choice) for choice in act.split("; "))


def test_it_weighs_its_own_choice_and_every_requested_act() -> None:
    asked = ("done", "draw e3 from e4; done", "draw e3 from e4", "draw d3 from e4; draw d2 from d3")
    found = weighed(OPEN, *asked)
    assert {tuple(act.split("; ")) for act in asked} <= found.keys()
    assert tuple(answer(OPEN, hard(heats=8))) in [*found][:4]
    begun = [act for act in found if act[0] == "draw e3 from e4" and act[-1] == "done"]
    assert found[("draw e3 from e4",)].value == max(found[act].value for act in begun)
    assert [*weighed(OPEN, *asked).items()] == [*found.items()]


def test_a_pass_is_worth_significantly_less() -> None:
    found = weighed(OPEN, "done")
    best = next(iter(found.values()))
    assert found[("done",)].value < best.value - 2 * found[("done",)].doubt


def test_two_ways_to_the_same_line_are_worth_the_same() -> None:
    ways = "draw d3 from e4; draw e3 from d3; draw d2 from e3; done", "draw e3 from e4; draw d3 from e3; draw d2 from d3; done"
    found = weighed(OPEN, *ways)
    there, around = (found[tuple(way.split("; "))] for way in ways)
    assert (there.value, there.doubt) == (around.value, around.doubt)


def test_it_weighs_the_rest_of_an_act() -> None:
    position = dot(OPEN, 0, "e4 e3")
    assert ("done",) in weighed(position, "done")
    assert all(act == ("done",) or act[0].endswith("from e3") for act in weighed(position, "done"))


def test_it_is_sure_of_the_winner_with_the_last_card() -> None:
    best = next(iter(weighed(lay("e4 e3 d2 d1", "d5", deck=())).values()))
    assert best.value == SURE


def test_it_weighs_in_time_and_without_the_kernel_too(monkeypatch: pytest.MonkeyPatch) -> None:
    acts = [read("done"), read("draw e3 from e4")]
    hurried = hard().weigh(view(OPEN, 0), 0.0, acts)
    monkeypatch.setattr(Compiled, "ready", lambda compiled, deadline: None)
    for found in (hurried, hard().weigh(view(OPEN, 0), 0.0, acts)):
        assert set(acts) < {one.act for one in found}
        assert found[0].value > next(one for one in found if one.act == acts[0]).value


def test_alone_it_scores_far_more_than_medium_even_with_little_time() -> None:
    scores = {name: [alone(name, seed) for seed in range(3)] for name in ("medium", "hard")}
    assert mean(scores["hard"]) > mean(scores["medium"]) + 4


def alone(name: str, seed: int) -> float:
    rng = stream(seed, "seat 0")
    outcome = play(GAME, [Hard(rng, Greedy(rng), inf, 10) if name == "hard" else GAME.bots[name](rng)], seed).outcome
    assert outcome is not None
    assert outcome.removed == ()
    assert outcome.scores is not None
    return outcome.scores[0]


def test_alone_it_predicts_its_score() -> None:
    values, scores = zip(*(foreseen(seed) for seed in range(3)), strict=True)
    assert mean(values) == pytest.approx(mean(scores), abs=4)


def foreseen(seed: int) -> tuple[float, float]:
    """The score predicted with the first card, and the final score."""
    start = GAME.start(GAME.deal(1, stream(seed, "set-up")))
    assert start.chance is not None
    first = start.happen(start.chance.draw(stream(seed, "chance")))
    assert isinstance(first, Position)
    return hard(seed, 10).weigh(view(first, 0), inf)[0].value, alone("hard", seed)


def test_it_plays_with_four_at_the_table() -> None:
    players = [Hard(stream(1, f"seat {seat}"), Greedy(Random(0)), inf, 1) for seat in range(4)]
    outcome = play(GAME, players, 1).outcome
    assert outcome is not None
    assert outcome.removed == ()
