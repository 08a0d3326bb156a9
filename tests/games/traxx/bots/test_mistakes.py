"""Why another act of Traxx was better."""

from __future__ import annotations

from itertools import pairwise

import pytest

from byways.games.traxx import GAME
from byways.games.traxx.bots.mistakes import explain
from byways.games.traxx.state import DONE, AnyChoice, Draw
from byways.games.traxx.view import View
from tests.games.traxx.positions import lay


def act(fields: str) -> list[AnyChoice]:
    return [*(Draw(to, origin) for origin, to in pairwise(fields.split())), DONE]


@pytest.mark.parametrize(
    ("played", "best", "title", "cost", "gain"),
    [
        ("", "d5 d6", "A pass too early", "The card had the colour for one more field.", "Draws one field."),
        ("d5 d6", "d5 c4", "Left behind: the 4", "This card reached the 4. Once another", "Scores the 4."),
        ("d5 d6", "d5 e5 e4", "Fields left undrawn", "You drew one field.", "Draws 2 fields."),
    ],
)
def test_a_mistake_names_what_was_given_up_and_what_the_best_act_reaches(played: str, best: str, title: str, cost: str, gain: str) -> None:
    view = lay("d5", "e4", card="BGYA", deck=("BGYR", "BGYW", "BGAR")).view(0)
    assert isinstance(view, View)
    why = explain(view, act(played), act(best))
    assert why is not None
    costs, gains = ([GAME.say(one) for one in some] for some in (why.costs, why.gains))
    assert any(one.startswith(cost) for one in costs)
    assert gain in gains
    assert title == GAME.say(why.title) or len(costs) > 1
