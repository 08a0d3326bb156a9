"""Why another turn of The Way was better."""

from __future__ import annotations

import pytest

from byways.games.the_way import GAME
from byways.games.the_way.bots.mistakes import explain
from byways.games.the_way.view import View
from tests.games.the_way.positions import OPEN, ROUND, position


@pytest.mark.parametrize(
    ("board", "tokens", "played", "best", "said"),
    [
        (OPEN, ("b1", "c3"), "stay", "move a1", "Home was in reach"),
        (ROUND, ("c1", "b5"), "stay", "turn a5 right; move b1", "one turn longer"),
        (OPEN, ("c1", "c3"), "stay", "move b1", "You stayed where you were."),
    ],
)
def test_a_mistake_names_the_turns_that_it_cost(board: str, tokens: tuple[str, str], played: str, best: str, said: str) -> None:
    view = position(board, tokens, reached=(True, False), single=True).view(0)
    assert isinstance(view, View)
    why = explain(view, *([GAME.parse(step) for step in act.split("; ")] for act in (played, best)))
    assert why is not None
    assert said in " ".join(GAME.say(one) for one in (why.title, *why.costs, *why.gains))
