"""What a seat sees, and the worlds it imagines."""

from __future__ import annotations

from random import Random

import pytest

from byways.games.long_way import GAME
from byways.games.long_way.state import Position
from byways.games.long_way.view import View
from tests.games.long_way.sheets import DOORS, begin, play, ready, sheet


def seen(position: Position, seat: int | None) -> View:
    view = position.view(seat)
    assert isinstance(view, View)
    return view


def test_a_seat_sees_its_own_act_and_nobody_elses() -> None:
    position = play(ready(sheet(), sheet(), dice=(1, 1)), "0: tile a1")
    assert list(map(str, seen(position, 0).act)) == ["tile a1"]
    assert seen(position, 1).act == ()
    assert seen(position, 1) == seen(ready(sheet(), sheet(), dice=(1, 1)), 1)


def test_a_spectator_has_no_sheet_of_its_own() -> None:
    with pytest.raises(ValueError, match="spectator"):
        _ = seen(begin(2), None).draft


def test_in_imagined_worlds_others_are_somewhere_in_their_acts_or_done() -> None:
    position = play(ready(sheet(), sheet(), sheet(), dice=(1, 1)), "1: stop", "1: done")
    worlds = [seen(position, 0).imagine(Random(seed)) for seed in range(60)]
    assert all(str(world.acts[1][-1]) == "done" for world in worlds)
    assert {len(world.acts[2]) for world in worlds} >= {0, 1, 2}
    assert all(str(step) != "done" for world in worlds for step in world.acts[2])


def test_who_has_stopped_or_gone_is_imagined_doing_nothing() -> None:
    position = ready(sheet(), sheet(stopped=True), sheet(), dice=(1, 1)).remove(2)
    assert {seen(position, 0).imagine(Random(seed)).acts for seed in range(20)} == {((), (), ())}


def test_the_prompt_says_what_comes_next() -> None:
    stages = [begin(), *(play(begin(), *DOORS[:count]) for count in (1, 2)), ready(sheet(), dice=(1, 1))]
    prompts = [prompt(position) for position in stages]
    assert prompts == [
        "Choose an outer side for the entrance.",
        "Choose another outer side for the exit.",
        "Finish, or take steps back. Nothing is final until everybody is done.",
        "Draw the tile, draw a cafeteria, or stop playing.",
    ]
    assert prompt(play(ready(sheet(coins=1)), "light 1", "dark 1")) == "Pay a coin to reroll a die, or keep the dice."
    assert prompt(ready(sheet())) == "Waiting for the dice."
    assert prompt(play(ready(sheet(), sheet(), dice=(1, 1)), "0: stop", "0: done")) == "Waiting for Blue."


def prompt(position: Position) -> str:
    return GAME.say(position.view(0).prompt)
