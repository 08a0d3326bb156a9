"""Rooms: mypy holds each of ours, the toy game and the example to the protocols; modules are loaded when asked for; hooks have defaults."""

from __future__ import annotations

from random import Random
from typing import TypeVar

import pytest

from byways import game
from byways.bots import search
from byways.room import (
    Advice,
    Bots,
    Drawings,
    Hooks,
    Parts,
    Rules,
    State,
    Views,
    advice_of,
    art_of,
    bots_of,
    cover_of,
    drawings_of,
    guide_of,
    is_package,
    part,
    points_of,
    room_of,
    rules_of,
    ways_of,
)
from examples.stones import stones
from tests import toy

P = TypeVar("P", bound=game.Position)
C = TypeVar("C", bound=game.Choice)
S = TypeVar("S", bound=game.Setup)
K = TypeVar("K", bound=game.Components)
G = TypeVar("G", bound=game.Options)
V = TypeVar("V", bound=game.View)


def held(
    card: game.Game[K], rules: Rules[P, C, S, K, G], view: Views[P, V], draw: Drawings[V], bots: Bots, state: State, components: Parts
) -> bool:
    """Where this is called, mypy holds the modules of a room to the contract; at run time they are those that the card leads to."""
    names = ("rules", "view", "draw", "state", "components")
    return [*(part(card.room, name) for name in names), bots_of(card.room)] == [rules, view, draw, state, components, bots]


def test_the_toy_game_keeps_the_contract() -> None:
    assert held(toy.GAME, toy, toy, toy, toy, toy, toy)


def test_the_example_keeps_the_contract() -> None:
    assert held(stones.GAME, stones, stones, stones, search, stones, stones)


def test_a_room_without_bots_has_those_for_any_game() -> None:
    assert stones.GAME.bots is search.BOTS
    assert tuple(search.BOTS) == stones.GAME.bot_names == ("random", "hard")


def test_the_room_of_labyrinth_keeps_the_contract() -> None:
    from byways.games.labyrinth import GAME, components, rules, state, view
    from byways.games.labyrinth.bots import players as bots
    from byways.games.labyrinth.drawing import draw

    assert held(GAME, rules, view, draw, bots, state, components)


def test_the_room_of_long_road_keeps_the_contract() -> None:
    from byways.games.long_road import GAME, components, rules, state, view
    from byways.games.long_road.bots import players as bots
    from byways.games.long_road.drawing import draw

    assert held(GAME, rules, view, draw, bots, state, components)


def test_the_room_of_long_way_keeps_the_contract() -> None:
    from byways.games.long_way import GAME, components, rules, state, view
    from byways.games.long_way.bots import players as bots
    from byways.games.long_way.drawing import draw

    assert held(GAME, rules, view, draw, bots, state, components)


def test_the_room_of_the_way_keeps_the_contract() -> None:
    from byways.games.the_way import GAME, components, rules, state, view
    from byways.games.the_way.bots import players as bots
    from byways.games.the_way.drawing import draw

    assert held(GAME, rules, view, draw, bots, state, components)


def test_the_room_of_traxx_keeps_the_contract() -> None:
    from byways.games.traxx import GAME, components, rules, state, view
    from byways.games.traxx.bots import players as bots
    from byways.games.traxx.drawing import draw

    assert held(GAME, rules, view, draw, bots, state, components)


def advises(card: game.Game[K], advice: Advice[V], view: Views[P, V]) -> bool:
    """As `held`, for a part that a room may lack."""
    return advice_of(card.room) is advice and part(card.room, "view") is view


def test_rooms_may_advise() -> None:
    from byways.games import labyrinth, long_road, long_way, the_way, traxx
    from byways.games.labyrinth import view as labyrinth_view
    from byways.games.labyrinth.bots import advice as labyrinth_advice
    from byways.games.long_road import view as long_road_view
    from byways.games.long_road.bots import advice as long_road_advice
    from byways.games.long_way import view as long_way_view
    from byways.games.long_way.bots import advice as long_way_advice
    from byways.games.the_way import view as the_way_view
    from byways.games.the_way.bots import advice as the_way_advice
    from byways.games.traxx import view as traxx_view
    from byways.games.traxx.bots import advice as traxx_advice

    assert advises(labyrinth.GAME, labyrinth_advice, labyrinth_view)
    assert advises(long_road.GAME, long_road_advice, long_road_view)
    assert advises(long_way.GAME, long_way_advice, long_way_view)
    assert advises(the_way.GAME, the_way_advice, the_way_view)
    assert advises(traxx.GAME, traxx_advice, traxx_view)
    assert advice_of(toy.__name__) is None


def test_a_room_is_a_package_or_one_module() -> None:
    assert is_package("byways.games.labyrinth")
    assert part("byways.games.labyrinth", "rules").__name__ == "byways.games.labyrinth.rules"
    assert not is_package(toy.__name__)
    assert part(toy.__name__, "rules") is part(toy.__name__, "view") is toy


def test_a_position_and_a_view_belong_to_the_room_that_they_are_written_in() -> None:
    class Here(game.Position, frozen=True, kw_only=True): ...

    class Variant(toy.Position, frozen=True, kw_only=True): ...

    assert Here.room == __name__
    assert Variant.room == toy.__name__
    assert part("byways.games.traxx", "state").Position.room == part("byways.games.traxx", "view").View.room == "byways.games.traxx"
    assert [room_of(name) for name in ("inn.state", "inn.stables", "inn", "view")] == ["inn", "inn.stables", "inn", "view"]


def test_without_hooks_nothing_is_hidden_and_an_illegal_choice_is_told_what_would_do() -> None:
    hooks, setup = Hooks[toy.Position, toy.AnyChoice, toy.Setup, toy.Components](), toy.GAME.deal(2, Random(1))
    assert isinstance(setup, toy.Setup)
    start = toy.start(toy.Components(), setup)
    assert hooks.redeal(toy.Components(), setup, 0, Random(2)) == setup
    assert hooks.shown(start, 0, toy.Tuck(3), 1) == "tuck 3"
    assert hooks.standing(start) == start
    assert toy.GAME.say(hooks.why_not(start, 0, toy.Done())) == "'done' is not possible here. Possible: ."
    with pytest.raises(NotImplementedError, match=r"tests.toy asks for a chance, but its HOOKS have no `came`\."):
        hooks.came(start, "1", None)


def test_art_and_a_cover_are_in_modules_of_their_own_or_nowhere() -> None:
    assert art_of("byways.games.long_road") is part("byways.games.long_road", "sprite").ART
    assert art_of(toy.__name__) is toy.ART
    assert cover_of(toy.__name__) is None
    assert [art_of(room) for room in ("byways.games.labyrinth", stones.__name__)] == [{}, {}]


def test_a_room_may_draw_a_tall_sheet_of_its_own() -> None:
    room = "byways.games.long_road"
    assert drawings_of(room, tall=True) is part(room, "tall")
    assert drawings_of(room) is part(room, "draw")
    assert drawings_of(toy.__name__, tall=True) is part(toy.__name__, "draw")
    assert ways_of(room, tall=True) is part(room, "tall")


def test_a_tall_sheet_may_have_points_of_its_own() -> None:
    labyrinth, long_road = "byways.games.labyrinth", "byways.games.long_road"
    assert points_of(labyrinth, tall=True) is part(labyrinth, "tall")
    assert points_of(labyrinth) is guide_of(labyrinth)
    assert points_of(long_road, tall=True) is guide_of(long_road)
    assert points_of(toy.__name__, tall=True) is None


def test_hooks_are_what_the_rules_of_a_game_say() -> None:
    assert rules_of("byways.games.the_way").HOOKS.standing is part("byways.games.the_way", "rules").standing
    assert rules_of(toy.__name__).HOOKS.shown is toy.shown
