"""Rooms: mypy checks every game against the protocols; modules are imported on demand; hooks have defaults."""

from __future__ import annotations

from importlib import import_module
from inspect import getmodule
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from byways import game
from byways.bots import search
from byways.room import Advice, Bots, Drawings, Hooks, Parts, Room, Rules, State, Views, find_room, room_of, rules_of
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
    """Let mypy check a room's modules against the protocols, and assert that the card leads to them."""
    room = find_room(card.room)
    return [room.rules, room.view, room.draw, room.state, room.components, room.players] == [rules, view, draw, state, components, bots]


def test_the_toy_game_keeps_the_contract() -> None:
    assert held(toy.GAME, toy, toy, toy, toy, toy, toy)


def test_the_example_keeps_the_contract() -> None:
    assert held(stones.GAME, stones, stones, stones, search, stones, stones)


def test_a_room_without_bots_has_the_generic_ones() -> None:
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
    """Like `held`, for an optional part."""
    return find_room(card.room).advice is advice and find_room(card.room).view is view


def test_advice_is_optional() -> None:
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
    assert find_room(toy.__name__).advice is None


def test_a_room_is_a_package_or_one_module() -> None:
    labyrinth, tuck = find_room("byways.games.labyrinth"), find_room(toy.__name__)
    assert labyrinth.is_package
    assert getmodule(labyrinth.rules.after) is import_module("byways.games.labyrinth.rules")
    assert not tuck.is_package
    assert [tuck.rules, tuck.view, tuck.draw] == [toy, toy, toy]


def test_positions_and_views_belong_to_the_room_that_defines_them() -> None:
    class Here(game.Position, frozen=True, kw_only=True): ...

    class Variant(toy.Position, frozen=True, kw_only=True): ...

    assert Here.room == __name__
    assert Variant.room == toy.__name__
    assert find_room("byways.games.traxx").state.Setup.__module__ == "byways.games.traxx.state"
    assert find_room("byways.games.traxx").view.View.room == "byways.games.traxx"
    assert [room_of(name) for name in ("inn.state", "inn.stables", "inn", "view")] == ["inn", "inn.stables", "inn", "view"]


def test_default_hooks_hide_nothing_and_list_legal_choices() -> None:
    hooks, setup = Hooks[toy.Position, toy.AnyChoice, toy.Setup, toy.Components](), toy.GAME.deal(2, Random(1))
    assert isinstance(setup, toy.Setup)
    start = toy.start(toy.Components(), setup)
    assert hooks.redeal(toy.Components(), setup, 0, Random(2)) == setup
    assert hooks.shown(start, 0, toy.Tuck(3), 1) == "tuck 3"
    assert hooks.standing(start) == start
    assert toy.GAME.say(hooks.why_not(start, 0, toy.Done())) == "'done' is not possible here. Possible: ."
    with pytest.raises(NotImplementedError, match=r"tests.toy asks for a chance, but its HOOKS have no `came`\."):
        hooks.came(start, "1", None)


def test_an_optional_part_may_be_missing() -> None:
    long_road, labyrinth, tuck = (find_room(name) for name in ("byways.games.long_road", "byways.games.labyrinth", toy.__name__))
    assert long_road.art is import_module("byways.games.long_road.drawing.sprite").ART
    assert (labyrinth.art, tuck.art) == ({}, toy.ART)
    assert long_road.cover
    assert (tuck.cover, tuck.touch, tuck.pictures, tuck.ways, tuck.marks, tuck.bench) == (None, None, {}, None, None, None)
    assert {id(labyrinth.ways), id(labyrinth.marks)} == {id(labyrinth.draw)}
    assert (labyrinth.bench is None, long_road.bench) == (False, None)


def test_a_part_that_fails_to_import_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inn" / "bots").mkdir(parents=True)
    (tmp_path / "inn" / "__init__.py").touch()
    (tmp_path / "inn" / "bots" / "advice.py").write_text("import no_such_library\n")
    monkeypatch.syspath_prepend(tmp_path)
    inn = Room("inn")
    assert inn.cover is None
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        _ = inn.advice


def test_files_of_a_room_are_found_by_name() -> None:
    lessons = find_room("byways.games.traxx").file("teaching", "lessons")
    assert lessons is not None
    assert lessons.is_dir()
    assert find_room("byways.games.traxx").file("no-such-file") is None
    assert find_room(toy.__name__).file("toy.py") is None


def test_hooks_come_from_the_rules_of_a_game() -> None:
    assert rules_of("byways.games.the_way").HOOKS.standing is import_module("byways.games.the_way.rules").standing
    assert rules_of(toy.__name__).HOOKS.shown is toy.shown
