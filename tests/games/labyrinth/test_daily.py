"""Labyrinth alone as the deal of the day."""

from __future__ import annotations

from collections.abc import Sequence

from byways.daily import Chances
from byways.game import stream
from byways.games.labyrinth import GAME
from byways.games.labyrinth.daily import DAILY, TURNS, score, signs, solve
from byways.games.labyrinth.rules import PASS
from byways.games.labyrinth.state import AnyChoice, Position


def start(seed: int = 7) -> Position:
    position = GAME.start(GAME.deal(2, stream(seed, "set-up"), DAILY.options)).remove(1)
    assert isinstance(position, Position)
    return position


def after(position: Position, choices: Sequence[AnyChoice]) -> list[Position]:
    positions = [position]
    for choice in choices:
        positions.append(positions[-1].choose(0, choice))
    return positions


def test_the_solver_comes_home_with_three_treasures() -> None:
    for seed in range(5):
        choices = solve(start(seed), Chances("seed"))
        assert choices is not None
        positions = after(start(seed), choices)
        assert score(positions[-1]) == len(choices) / 3 == positions[-1].round
        assert len(made := signs(positions)) == positions[-1].round
        assert made.count("1") == 4
        assert made.endswith("1")


def test_who_does_not_come_home_has_no_score() -> None:
    position = start()
    for _ in range(TURNS):
        while position.outcome is None:
            choice = next(one for one in position.choices(0) if one != PASS)
            position = position.choose(0, choice)
    assert score(position) is None
    assert len(signs([position])) == 0


def test_to_pass_would_end_the_game() -> None:
    assert start().choose(0, PASS).outcome is not None
    assert str(PASS) in DAILY.barred
