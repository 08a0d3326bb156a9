"""The benchmarks of Labyrinth."""

from __future__ import annotations

from byways.games.labyrinth.bench import by_the_plain_search, decisions, solutions
from byways.games.labyrinth.view import View


def test_every_view_is_decided_once() -> None:
    decided: list[View] = []
    assert decisions(decided.append)() == len(decided) > 0


def test_goals_take_exactly_as_many_turns_as_asked() -> None:
    assert solutions(5, 2, 1)() == 1
    found: list[object] = []
    solutions(5, 2, 1, lambda view, turns: found.extend((by_the_plain_search(view, turns - 1), by_the_plain_search(view, turns))))()
    assert found[0] is None
    assert found[1] is not None
