"""Why another act of The Long Way was better."""

from __future__ import annotations

import pytest

from byways.games.long_way import GAME
from byways.games.long_way.bots.mistakes import alone, explain, fitting
from byways.games.long_way.state import Sheet
from byways.games.long_way.view import View
from tests.games.long_way.positions import begin, ready, sheet


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


CORNER = sheet("a1N", "b1N", displays="a1=5 b1=4")


def explained(store: Sheet, played: str, best: str, dice: tuple[int, int] = (1, 3)) -> tuple[str, list[str], list[str]]:
    """The title, costs and gains of an explanation."""
    view = ready(store, sheet(), dice=dice).view(0)
    assert isinstance(view, View)
    why = explain(view, *([GAME.parse(step) for step in act.split("; ")] for act in (played, best)))
    assert why is not None
    return GAME.say(why.title), [*map(GAME.say, why.costs)], [*map(GAME.say, why.gains)]


def test_a_cafeteria_instead_of_a_tile_is_no_better_place_for_the_tile() -> None:
    title, costs, gains = explained(CORNER, "tile e5; display e5 1; done", "cafeteria; fork c3 across; done")
    assert title == "Time for a cafeteria"
    assert costs == ["The shoppers do not pass the new display at e5."]
    assert gains == ["A display on any of the 6 empty spaces beside the cafeteria can earn a bonus."]


@pytest.mark.parametrize(
    ("played", "best", "title"),
    [
        ("cafeteria; fork f6 across; done", "cafeteria; fork f5 across; done", "A better place for the cafeteria"),
        ("cafeteria; fork f6 across; done", "tile e5; display e5 1; done", "The tile was better than a cafeteria"),
        ("tile e5; display e5 1; done", "tile d5; display d5 1; done", "A better place for this tile"),
        ("tile e5; display e5 1; done", "tile e5; display e5 3; done", "A better display on this tile"),
    ],
)
def test_an_act_without_a_measurable_advantage_is_named_by_what_differs(played: str, best: str, title: str) -> None:
    shut = sheet("a1N", "b1N", walls="a1EN")  # no way, so no lengths and points to compare
    assert explained(shut, played, best)[0] == title


def test_a_display_off_the_way_is_named() -> None:
    title, costs, _ = explained(sheet("a1N", "g1N"), "tile d1; display d2 2; done", "tile d1; display d1 2; done", dice=(2, 5))
    assert title == "One point less on the way"
    assert costs == ["The way scores −6 then.", "The shoppers do not pass the new display at d2."]


def test_a_best_act_after_which_the_way_scores_less_is_no_gain_in_points() -> None:
    title, costs, gains = explained(sheet("a1N", "g1N"), "tile d1; display d1 2; done", "tile d1; display d2 2; done", dice=(2, 5))
    assert title == "A better display on this tile"
    assert not costs
    assert gains == ["The way scores −6 at first, 1 less than yours, but games played on from there end better."]


def test_doors_far_apart_leave_empty_spaces() -> None:
    view = begin(2).view(0)
    assert isinstance(view, View)
    far, near = "entrance a1 north; exit g7 south; done", "entrance a1 north; exit c1 north; done"
    why = explain(view, *([GAME.parse(step) for step in act.split("; ")] for act in (far, near)))
    assert why is not None
    assert GAME.say(why.title) == "Doors too far apart"
    assert [*map(GAME.say, why.costs)] == ["13 empty spaces then lie on the way, and each costs a point until it is filled."]
    assert [*map(GAME.say, why.gains)] == ["Only 3 empty spaces then lie on the way. Cafeterias and walls can make it longer later."]


def test_spaces_without_an_empty_neighbour_are_lost() -> None:
    assert alone(sheet()) == 0
    assert alone(sheet(filled="b1 a2")) == 1


def test_every_roll_fits_an_empty_store() -> None:
    view = ready(sheet(), sheet(), dice=(1, 1)).view(0)
    assert isinstance(view, View)
    assert fitting(view, sheet()) == 36
