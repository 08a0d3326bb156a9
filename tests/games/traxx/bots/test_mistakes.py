"""Why another act of Traxx was better."""

from __future__ import annotations

from itertools import pairwise

import pytest

from byways.games.traxx import GAME
from byways.games.traxx.bots.mistakes import explain
from byways.games.traxx.state import DONE, AnyChoice, Draw
from byways.games.traxx.view import View
from tests.games.traxx.positions import lay

LONG = "b3 a3 a4 b5 b6 c7 d8 e9 e8 d7 d6 d5 c4 d4 e4 f4 g5 h5 h6 i7 i8 h8 g8 f7"


def act(fields: str) -> list[AnyChoice]:
    return [*(Draw(to, origin) for origin, to in pairwise(fields.split())), DONE]


@pytest.mark.parametrize(
    ("played", "best", "title", "cost", "gain"),
    [
        ("", "d5 d6", "A pass too early", "The card had the colour for one more field.", "Draws one field."),
        ("d5 d6", "d5 c4", "Left behind: the 4", "This card reached the 4. A number pays only half once", "Scores the 4."),
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


def explained(line: str, played: str, best: str) -> tuple[str, list[str], list[str]]:
    view = lay(line, "a1", card="GARW", deck=("BBGRW", "BYAW", "BARW", "GGYAW")).view(0)
    assert isinstance(view, View)
    why = explain(view, act(played), act(best))
    assert why is not None
    return GAME.say(why.title), [GAME.say(one) for one in why.costs], [GAME.say(one) for one in why.gains]


def test_a_line_goes_away_from_the_numbers_only_if_the_nearest_one_is_farther_than_before() -> None:
    assert explained("e4 f4", "e4 f5 g5", "f4 f3") == (
        "Not as close to a number",
        ["The nearest number, the 8, is still 2 fields away."],
        ["The 6 is right beside your line then."],
    )
    title, costs, _ = explained("d5 d6", "d5 e5", "")
    assert (title, costs) == ("Away from the numbers", ["Now the nearest number, the 9, is 2 fields away."])


def test_a_number_that_the_act_played_reaches_is_no_reason_for_another_act() -> None:
    title, costs, gains = explained(LONG, "f7 e7 f8 g9", "")
    assert title == "Less room for the line"
    assert costs == ["Cuts off 7 free fields."]
    assert gains == ["Keeps 36 free fields within reach."]


def test_what_a_number_pays_later_is_said_of_several_numbers_too() -> None:
    _, costs, _ = explained("d5 d6", "", "d6 c7 b6")
    assert "This card reached the 9. A number pays only half once another player has been there." in costs
