"""Why another act of The Long Way was better."""

from __future__ import annotations

import pytest

from byways.games.long_way import GAME
from byways.games.long_way.bots.mistakes import alone, explain, fitting
from byways.games.long_way.view import View
from tests.games.long_way.positions import ready, sheet


@pytest.mark.parametrize(
    ("played", "best", "said"),
    [
        ("stop; done", "cafeteria; fork d4 across; done", "Stopped too early"),
        ("cafeteria; fork d4 across; done", "stop; done", "Time to stop"),
    ],
)
def test_stopping_too_early_or_too_late_is_named(played: str, best: str, said: str) -> None:
    view = ready(sheet(), sheet(), dice=(1, 1)).view(0)
    assert isinstance(view, View)
    why = explain(view, *([GAME.parse(step) for step in act.split("; ")] for act in (played, best)))
    assert why is not None
    assert GAME.say(why.title) == said


@pytest.mark.parametrize("played", ["tile a4; display a4 1; done", "cafeteria; fork f5 down; done"])
def test_a_missed_bonus_is_named_whatever_was_drawn(played: str) -> None:
    view = ready(sheet(cafeterias=["d4 e4"]), sheet(), dice=(1, 1)).view(0)
    assert isinstance(view, View)
    why = explain(view, *([GAME.parse(step) for step in act.split("; ")] for act in (played, "tile a4; display c4 1; coins; done")))
    assert why is not None
    assert [GAME.say(said) for said in (why.title, *why.costs)] == ["A bonus missed", "What you drew earns no bonus."]


def test_spaces_without_an_empty_neighbour_are_lost() -> None:
    assert alone(sheet()) == 0
    assert alone(sheet(filled="b1 a2")) == 1


def test_every_roll_fits_an_empty_store() -> None:
    view = ready(sheet(), sheet(), dice=(1, 1)).view(0)
    assert isinstance(view, View)
    assert fitting(view, sheet()) == 36
