"""The view of a seat, and the worlds it imagines."""

from __future__ import annotations

from random import Random

import pytest

from byways.games.long_way import GAME
from byways.games.long_way.drawing.others import store_of
from byways.games.long_way.state import Position, Sheet
from byways.games.long_way.view import View
from tests.games.long_way.positions import DOORS, EVERYWHERE, ROWS, begin, play, ready, sheet


def seen(position: Position, seat: int | None) -> View:
    view = position.view(seat)
    assert isinstance(view, View)
    return view


def test_a_seat_sees_only_its_own_act() -> None:
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


def test_stopped_and_removed_seats_are_imagined_doing_nothing() -> None:
    position = ready(sheet(), sheet(stopped=True), sheet(), dice=(1, 1)).remove(2)
    assert {seen(position, 0).imagine(Random(seed)).acts for seed in range(20)} == {((), (), ())}


def test_the_prompt_says_what_comes_next() -> None:
    stages = [begin(), *(play(begin(), *DOORS[:count]) for count in (1, 2)), ready(sheet(), dice=(1, 1))]
    prompts = [prompt(position) for position in stages]
    assert prompts == [
        "Choose an outer side for the entrance.",
        "Choose another outer side for the exit.",
        "Finish with Done, or take steps back.",
        "Draw the tile or a cafeteria, or stop.",
    ]
    assert prompt(play(ready(sheet(coins=1)), "light 1", "dark 1")) == "Reroll a die for a coin, or keep both."
    assert prompt(ready(sheet())) == "Waiting for the dice."
    assert prompt(play(ready(sheet(), sheet(), dice=(1, 1)), "0: stop", "0: done")) == "Waiting for Blue."


@pytest.mark.parametrize(
    ("store", "aim"),
    [
        (sheet(displays="b1=1 c1=2", filled=EVERYWHERE), "Entrance, exit: 2 displays. No roll fits any more."),
        (
            sheet(displays="b1=1", filled=EVERYWHERE.replace("d1", "")),
            "Entrance, exit: 1 display − 1 empty = 0. No roll fits any more.",
        ),
        (
            sheet(cafeterias=["d1 d2"], filled=EVERYWHERE, coins=1),
            "Entrance, cafeteria, exit: 0 displays. 1 coin. No roll fits any more.",
        ),
        (
            sheet(cafeterias=["d1 d2", "f1 f2"], displays="b1=3", filled=EVERYWHERE, coins=2),
            "Entrance, cafeteria, cafeteria, exit: 1 display. 2 coins. No roll fits any more.",
        ),
        (
            sheet(cafeterias=["d6 d7"], walls="d6NEW d7EW", filled=EVERYWHERE),
            "Entrance, exit: 0 displays. A cafeteria is skipped. No roll fits any more.",
        ),
        (sheet(walls="a1ES"), "No way leads from entrance to exit: 0 points, until a doorway opens one."),
        (sheet(walls="g1E"), "A wall covers a door: 0 points, until a doorway opens it."),
        (sheet(), "Entrance, exit: 0 displays − 7 empty = −7."),
        (sheet(filled=EVERYWHERE, coins=2, stopped=True), "Your store is finished. Entrance, exit: 0 displays."),
    ],
)
def test_the_aim_says_how_far_the_way_is(store: Sheet, aim: str) -> None:
    assert GAME.say(seen(ready(store, sheet()), 0).aim) == aim


def test_without_room_for_a_cafeteria_the_aim_counts_the_rolls_that_fit() -> None:
    spaces = EVERYWHERE.replace("a5", "").replace("a6", "").replace("a7", "")  # for the upright tile, which six rolls bring
    store, said = sheet(cafeterias=["d1 d2", "f1 f2"], filled=spaces), "6 of 36 rolls still fit."
    assert said in GAME.say(seen(ready(store, sheet()), 0).aim)
    assert said in GAME.say(store_of(seen(ready(sheet(), store), 0), 1))
    for closed in (sheet(filled=spaces), sheet(cafeterias=["d1 d2", "f1 f2"], filled=spaces, stopped=True)):
        assert "rolls" not in GAME.say(store_of(seen(ready(sheet(), closed), 0), 1))


def test_before_the_doors_the_aim_says_what_the_game_is_about() -> None:
    assert (
        GAME.say(seen(begin(), 0).aim)
        == "Make the shoppers' shortest way long. Each display on it scores a point, each empty space on it costs one."
    )


def test_alone_the_aim_says_what_wins() -> None:
    assert GAME.say(seen(ready(sheet(filled=EVERYWHERE)), 0).aim) == "Entrance, exit: 0 displays. No roll fits any more. 9 points win."


def test_the_aim_counts_the_seats_own_act_only() -> None:
    position = play(ready(sheet(filled=ROWS[6]), sheet(), dice=(1, 1)), "0: tile a1", "0: display b1 1")
    assert GAME.say(seen(position, 0).aim) == "Entrance, exit: 1 display − 4 empty = −3."
    assert seen(position, 1).aim == seen(ready(sheet(), sheet(), dice=(1, 1)), 1).aim


def test_a_spectator_is_told_whose_way_is_best() -> None:
    assert seen(begin(2), None).aim == ""
    position = play(begin(2), *DOORS, *(f"1: {step}" for step in DOORS), "light 1", "dark 3", "0: tile a1", "0: display a1 1", "0: done")
    position = play(position, "1: tile a1", "1: display c1 1", "1: done")
    assert GAME.say(seen(position, None).aim) == "The best ways so far are those of Red and Blue, with a score of −9."
    position = play(position, "light 1", "dark 1", "1: stop", "1: done", "0: tile d1", "0: display d1 1", "0: done")
    assert GAME.say(seen(position, None).aim) == "The best way so far is Red's, with a score of −5."


def test_there_is_no_aim_after_the_game_or_for_a_removed_seat() -> None:
    over = play(ready(sheet(), dice=(1, 1)), "stop", "done")
    assert [seen(over, 0).aim, seen(over, None).aim] == ["", ""]
    assert seen(ready(sheet(), sheet(), dice=(1, 1)).remove(1), 1).aim == ""


def prompt(position: Position) -> str:
    return GAME.say(position.view(0).prompt)
