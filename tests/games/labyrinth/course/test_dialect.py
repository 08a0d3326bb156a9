"""The JSON of the course: reading, error messages, and round trips."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.labyrinth_vectors import Program

from byways.game import Malformed, Refused
from byways.games.labyrinth import GAME, LabyrinthOptions, rules
from byways.games.labyrinth.bots.players import Order, Strategist
from byways.games.labyrinth.course.conduct import Moment, Observer, Result, Start, conduct
from byways.games.labyrinth.course.dialect import (
    Board,
    Choice,
    Color,
    Coordinate,
    Name,
    RefereeState,
    State,
    Tile,
    choice_of,
    coordinate,
    insertion,
    maze_of,
    names_of,
    read,
    read_choice,
    referee_state_of,
    start_of,
    state_of,
    turn_of,
    values,
    view_of,
    write,
)
from byways.games.labyrinth.course.places import CourseMaze, cell_at, place_of
from byways.games.labyrinth.rules.setup import COLORS, begin
from byways.games.labyrinth.state import DEGREES, Avatar, Insert, Maze, Setup, Slide, Walk
from byways.games.labyrinth.view import view
from tests.games.labyrinth.course.players import Scripted
from tests.games.labyrinth.positions import OPEN3, OPEN5, board, mazes, play, position, to

BEGUN = referee_state_of(position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)], last="slide 2 up"))


def written() -> Any:
    """A fresh RefereeState as JSON."""
    return write(msgspec.structs.replace(BEGUN, goals=(coordinate((1, 1)),)))


def with_change(path: str, value: Any) -> Any:
    """A RefereeState with one value changed, at a path such as 'board.connectors.0.1'."""
    whole = at = written()
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        at = at[step]
    at[last] = value
    return whole


def complaint(kind: type[Any], value: Any) -> str:
    with pytest.raises(Malformed) as refused:
        read(kind, value)
    return str(refused.value)


# A sequence of values


def test_values_follow_each_other_on_one_line_or_over_many() -> None:
    pretty = json.dumps({"a": [1, {"b": None}]}, indent=2)
    assert values(f'\n "x"\t[1,2]{pretty}\r\n{pretty} false ') == ["x", [1, 2], {"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}, False]


def test_a_text_without_values_is_an_empty_sequence() -> None:
    assert values("") == values(" \n ") == []


@given(st.lists(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists), max_size=5), st.sampled_from([None, 1]))
@pytest.mark.slow
def test_written_values_read_back(written: list[Any], indent: int | None) -> None:
    assert values(" ".join(json.dumps(value, indent=indent) for value in written)) == written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1, 2", "JSON value 1 is broken at line 1, column 6: Expecting ',' delimiter."),
        ('"a"\n{"b": ', "JSON value 2 is broken at line 2, column 7: Expecting value."),
        ("1 tru", "JSON value 2 is broken at line 1, column 3: Expecting value."),
        ("ecarl", "JSON value 1 is broken at line 1, column 1: Expecting value."),
        ('"abc', "JSON value 1 is broken at line 1, column 1: Unterminated string starting at."),
        ("1 2 NaN", "JSON value 3 cannot be read: 'NaN' is not a JSON number."),
        ("\u00a01", "JSON value 1 is broken at line 1, column 1: Expecting value."),
    ],
)
def test_a_broken_or_truncated_value_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(Malformed) as refused:
        values(text)
    assert str(refused.value) == message


@pytest.mark.parametrize("text", ["[" * 200_000, "9" * 10_000])
def test_an_excessive_value_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="JSON value 1 cannot be read"):
        values(text)


# Shapes and their error messages


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("board.connectors.0.1", "x", '"x" is not a connector (│ ─ ┐ └ ┌ ┘ ┬ ├ ┴ ┤ ┼) - at `$.board.connectors[0][1]`'),
        ("board.connectors.0.1", 3, "3 is not a connector (│ ─ ┐ └ ┌ ┘ ┬ ├ ┴ ┤ ┼) - at `$.board.connectors[0][1]`"),
        ("board.connectors.1", ["┼"] * 4, "row 1 has 4 connectors, but row 0 has 5 connectors - at `$.board`"),
        ("board.connectors", [["┼", "┼"]], "a board has at least 2 rows of 2 tiles, not 1 of 2 - at `$.board`"),
        ("board.connectors", [["┼"], ["┼"]], "a board has at least 2 rows of 2 tiles, not 2 of 1 - at `$.board`"),
        ("board.connectors", [], "a board has at least 2 rows of 2 tiles, not 0 of 0 - at `$.board`"),
        ("board.treasures", [], "5 rows of connectors, but 0 of treasures - at `$.board`"),
        ("board.treasures.4", [["ruby", "zircon"]], "row 4 has 1 treasure, but row 0 has 5 connectors - at `$.board`"),
        ("board.treasures.0.2", ["ruby"], "Expected `array` of length 2, got 1 - at `$.board.treasures[0][2]`"),
        ("board.treasures.0.2", ["ruby", "mud"], '"mud" is not a gem - at `$.board.treasures[0][2][1]`'),
        ("board", [], "Expected `object`, got `array` - at `$.board`"),
        ("spare", {"tilekey": "┼", "1-image": "ruby"}, "Object missing required field `2-image` - at `$.spare`"),
        ("spare.1-image", "mud", '"mud" is not a gem - at `$.spare.1-image`'),
        ("plmt.1.home.row#", -1, "Expected `int` >= 0 - at `$.plmt[1].home.row#`"),
        ("plmt.1.home.row#", 1.5, "Expected `int`, got `float` - at `$.plmt[1].home.row#`"),
        ("plmt.1.home.row#", True, "Expected `int`, got `bool` - at `$.plmt[1].home.row#`"),
        ("plmt.1.home.row#", 2**40, "Expected `int` <= 4294967295 - at `$.plmt[1].home.row#`"),
        ("plmt.0.goto", None, "Expected `object`, got `null` - at `$.plmt[0].goto`"),
        (
            "plmt.0.color",
            "mauve",
            '"mauve" is not a colour: nine have names, others are six upper-case hexadecimal digits - at `$.plmt[0].color`',
        ),
        ("plmt", {}, "Expected `array`, got `object` - at `$.plmt`"),
        ("last", [0], "Expected `array` of length 2, got 1 - at `$.last`"),
        ("last", [0, "left"], "Invalid enum value 'left' - at `$.last[1]`"),
        ("last", [-2, "LEFT"], "Expected `int` >= 0 - at `$.last[0]`"),
        ("goals", None, "Expected `array`, got `null` - at `$.goals`"),
        ("goals.0", {"row#": 1}, "Object missing required field `column#` - at `$.goals[0]`"),
        ("byways", {"round": 2, "players": [{}]}, "2 players, but the progress of 1 - at `$.byways.players`"),
        (
            "byways",
            {"round": 2, "players": [{"turn": "passed"}, {}]},
            "it is the first player's turn, which has not been taken yet - at `$.byways.players[0].turn`",
        ),
        ("byways", {"round": 0, "players": [{}, {}]}, "Expected `int` >= 1 - at `$.byways.round`"),
    ],
)
def test_a_wrong_shape_is_refused_with_reason_and_path(path: str, value: Any, message: str) -> None:
    assert complaint(RefereeState, with_change(path, value)) == f"This is not a RefereeState: {message}."


def test_a_wrong_value_is_shown_shortened_and_printable() -> None:
    assert complaint(Name, "x" * 50) == f'This is not a Name: "{"x" * 39}… is not a name: it takes 1 to 20 letters and digits.'
    assert complaint(Name, "\ud800") == 'This is not a Name: "\\ud800" is not a name: it takes 1 to 20 letters and digits.'


@pytest.mark.parametrize("missing", ["board", "spare", "plmt", "last"])
def test_every_key_but_goals_is_required(missing: str) -> None:
    state = written()
    del state[missing]
    assert complaint(RefereeState, state) == f"This is not a RefereeState: Object missing required field `{missing}`."


def test_keys_come_in_any_order_and_unknown_ones_are_ignored() -> None:
    turned = dict(reversed({**written(), "comment": "ours"}.items()))
    assert read(RefereeState, turned) == read(RefereeState, written())


@pytest.mark.parametrize("color", ["purple", "orange", "pink", "red", "blue", "green", "yellow", "white", "black", "A0B1C2", "123456"])
def test_colours(color: str) -> None:
    assert read(Color, color) == color


@pytest.mark.parametrize("color", ["Red", "a0b1c2", "A0B1C", "A0B1C2D", "red\n", "", None, "GGGGGG", "١٢٣٤٥٦"])
def test_texts_that_are_not_colours(color: Any) -> None:
    assert "is not a colour" in complaint(Color, color)


@pytest.mark.parametrize("name", ["a", "ecarl", "60513zA", "x" * 20])
def test_names(name: str) -> None:
    assert read(Name, name) == name


@pytest.mark.parametrize("name", ["", "ouch ouch", "x" * 21, "a\n", "é", "a-b", 5, None, ["a"]])
def test_texts_that_are_not_names(name: Any) -> None:
    assert "is not a name: it takes 1 to 20 letters and digits." in complaint(Name, name)


# Boards


def test_tiles_are_numbered_row_by_row_and_the_spare_comes_last() -> None:
    shape = read(Board, {"connectors": [["┼", "│"], ["─", "┐"]], "treasures": [[["ruby", "zircon"]] * 2] * 2})
    maze = maze_of(shape, read(Tile, {"tilekey": "┤", "1-image": "ruby", "2-image": "ruby"}))
    assert [(tile.number, tile.connector) for tile in (*maze.tiles, maze.spare)] == list(enumerate("┼│─┐┤"))
    assert (maze.rows, maze.columns, maze.spare.gems) == (2, 2, ("ruby", "ruby"))


# Playable and recordable states


def test_a_state_like_a_deal_can_be_recorded_and_its_further_goals_are_separate() -> None:
    start = start_of(read(RefereeState, written()))
    assert GAME.start(start.setup).awaited == (0,)
    assert start.goals == (6,)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("board.treasures.0.0", ["amethyst", "amethyst"], "Every tile needs a pair of gems of its own"),
        ("plmt.1.home", {"row#": 1, "column#": 1}, "Two players have the same home"),
        ("plmt.1.home", {"row#": 0, "column#": 1}, "A home is not on a fixed tile"),
        ("plmt.1.home", {"row#": 1, "column#": 7}, "A home is not on a fixed tile"),
        ("plmt.1.goto", {"row#": 5, "column#": 5}, "A treasure is not on a fixed tile"),
        ("plmt.1.color", "red", "Two players have the same colour"),
        ("plmt.1.current", {"row#": 5, "column#": 0}, "An avatar is off the board"),
        ("plmt.1.current", {"row#": 0, "column#": 9}, "An avatar is off the board"),
        ("plmt", [], "There are 0 players; it takes 2 to 6"),
    ],
)
def test_a_state_of_the_right_shape_is_played_but_not_recorded(path: str, value: Any, message: str) -> None:
    start = start_of(read(RefereeState, with_change(path, value)))
    with pytest.raises(Refused, match=message):
        GAME.start(start.setup)
    assert conduct(start, [Program("euclid") for _ in start.setup.avatars]).misbehaved == ()


def test_an_avatar_off_the_board_may_only_pass() -> None:
    off = start_of(read(RefereeState, with_change("plmt.0.current", {"row#": 5, "column#": 0})))
    assert off.position.choices(0) == (rules.PASS,)
    other = Scripted("pass", "pass")
    assert conduct(off, [Scripted(to(1, 2)), other]) == Result((1,), (0,))
    assert conduct(off, [Scripted(), Scripted()]).misbehaved == ()


def test_an_odd_last_slide_bars_nothing() -> None:
    start = start_of(read(RefereeState, with_change("last", [1, "LEFT"])))
    assert len([choice for choice in begin(start.setup).choices(0) if isinstance(choice, Slide)]) == 12


# Round trips


@st.composite
def starts(draw: st.DrawFn) -> Start:
    """Any start that the dialect can express, including homes and goals off the board."""
    maze = CourseMaze(*msgspec.structs.astuple(draw(mazes())))
    near, cells = st.integers(0, 20), st.integers(0, maze.rows * maze.columns - 1)
    anywhere = st.builds(cell_at, st.just(maze.grid), near, near)
    colors = st.sampled_from([*COLORS, "A0B1C2"])
    avatars = draw(st.lists(st.builds(Avatar, cells, anywhere, colors), max_size=8))
    hunts = [(draw(anywhere),) for _ in avatars]
    last = draw(st.none() | st.builds(Slide, near, st.sampled_from(["left", "right", "up", "down"])))
    return Start(Setup(maze, tuple(avatars), tuple(hunts), last=last), tuple(draw(st.lists(anywhere, max_size=4))))


def state_at(start: Start) -> RefereeState:
    goals = tuple(coordinate(place_of(start.setup.maze.grid, goal)) for goal in start.goals)
    return msgspec.structs.replace(referee_state_of(begin(start.setup)), goals=goals)


@given(starts())
def test_a_start_comes_back_from_its_referee_state(start: Start) -> None:
    text = json.dumps(write(state_at(start)))
    assert start_of(read(RefereeState, *values(text))) == start


@given(starts())
def test_a_referee_state_without_further_goals_has_no_goals(start: Start) -> None:
    assert ("goals" in write(state_at(start))) == bool(start.goals)


@given(starts().filter(lambda start: start.setup.avatars), st.sampled_from(["euclid", "riemann"]))
def test_a_strategy_plays_the_same_from_the_state_it_receives(start: Start, order: Any) -> None:
    seen = view(begin(start.setup), 0)
    told = view_of(read(State, write(state_of(seen))), coordinate(place_of(seen.maze.grid, start.setup.hunts[0][0])))
    assert Strategist(order).turn(told) == Strategist(order).turn(seen)


# States for players


def test_a_state_shows_no_goals_and_the_receiver_first_in_the_order_of_turns() -> None:
    three = position(OPEN5, [(1, 1), (1, 3), (3, 1)], [(3, 3)] * 3)
    states = [write(state_of(view(three, seat))) for seat in (0, 1, 2)]
    assert [[player["color"] for player in state["plmt"]] for state in states] == [
        ["red", "blue", "green"],
        ["blue", "green", "red"],
        ["green", "red", "blue"],
    ]
    assert {key for state in states for player in state["plmt"] for key in player} == {"current", "home", "color"}
    assert set(states[0]) == {"board", "spare", "plmt", "last"}


def test_removed_players_are_in_no_state() -> None:
    gone = position(OPEN5, [(1, 1), (1, 3), (3, 1)], [(3, 3)] * 3).remove(0)
    assert [player["color"] for player in write(state_of(view(gone, 2)))["plmt"]] == ["green", "blue"]
    assert [player["color"] for player in write(referee_state_of(gone))["plmt"]] == ["blue", "green"]


def test_a_spectator_sees_the_active_player_first() -> None:
    after = play(position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)]), to(2, 2))
    state = write(state_of(view(after, None)))
    assert [player["color"] for player in state["plmt"]] == ["blue", "red"]
    assert (state["plmt"][1]["current"], state["last"]) == ({"row#": 2, "column#": 2}, [0, "LEFT"])


def test_a_game_in_progress_is_written_with_the_present_goals() -> None:
    after = play(position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)]), to(3, 1))
    assert [player["goto"] for player in write(referee_state_of(after))["plmt"]] == [{"row#": 1, "column#": 3}, {"row#": 1, "column#": 1}]


class Kept(Observer):
    def __init__(self) -> None:
        self.moments: list[Moment] = []

    def see(self, moment: Moment) -> None:
        self.moments.append(moment)


THREE: tuple[Order, ...] = ("euclid", "riemann", "euclid")


def dealt(seed: int) -> Start:
    """A new game of three, with further goals in every second one."""
    setup = rules.deal(GAME.components, LabyrinthOptions(), 3, Random(seed))
    goals = Random(seed).sample(setup.maze.grid.fixed, 3) if seed % 2 else []
    return Start(setup, tuple(goals))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_a_resumed_game_continues_like_the_original(seed: int) -> None:
    whole = Kept()
    result = conduct(dealt(seed), [Program(order) for order in THREE], whole)
    assert result.misbehaved == ()
    for number, moment in enumerate(whole.moments[:-1]):
        saved = json.dumps(write(referee_state_of(moment.position, moment.goals)))
        rest = Kept()
        assert conduct(start_of(read(RefereeState, *values(saved))), [Program(order) for order in THREE], rest) == result
        assert list(map(standing, rest.moments)) == list(map(standing, whole.moments[number:]))


def standing(moment: Moment) -> object:
    at = [avatar.at for avatar in moment.position.avatars]
    return at, moment.goals, moment.position.found, moment.position.round, moment.position.awaited, moment.position.last


def test_a_saved_moment_has_the_course_state_and_our_extension() -> None:
    after = play(position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)]), to(3, 1))
    saved = write(referee_state_of(after))
    assert set(saved) == {"board", "spare", "plmt", "last", "byways"}
    found = {"found": [{"row#": 3, "column#": 1}], "homeward": True, "turn": "moved"}
    assert saved["byways"] == {"round": 1, "players": [{}, found]}
    assert read(RefereeState, saved).seating == [1, 0]
    assert read(RefereeState, saved).of(1).seating == [0]


def test_a_new_game_has_no_extension() -> None:
    assert "byways" not in write(referee_state_of(position(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)])))


def test_games_that_the_dialect_cannot_express_are_refused() -> None:
    with pytest.raises(Refused, match="several treasures to fetch cannot be written as a RefereeState"):
        referee_state_of(position(OPEN5, [(1, 1), (3, 3)], [[(3, 1), (1, 3)], [(1, 3), (1, 1)]]))
    with pytest.raises(Refused, match="The classic geometry cannot be written"):
        state_of(view(position(OPEN3, [(0, 0), (0, 2)], [(1, 1), (1, 0)], classic=True), 0))


def test_a_state_without_players_has_no_active_player() -> None:
    with pytest.raises(Malformed, match="no players"):
        view_of(read(State, with_change("plmt", [])), coordinate((0, 0)))


def test_the_state_in_the_documentation_is_valid() -> None:
    text = (Path(__file__).parents[4] / "docs" / "labyrinth-over-tcp.md").read_text("utf-8")
    (shown,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert read(State, *values(shown)).plmt[1].color == "A0B1C2"


# Choices


@pytest.mark.parametrize("value", ["PASS", [2, "LEFT", 90, {"row#": 1, "column#": 4}]])
def test_choices_read_back(value: Any) -> None:
    assert write(choice_of(turn_of(read_choice(value), board(OPEN5, "└")))) == value


def test_a_choice_is_three_of_ours() -> None:
    choice: Choice = (2, "UP", 270, Coordinate(row=1, column=4))
    assert turn_of(choice, board(OPEN5, "└")) == (Slide(2, "up"), Insert(270), Walk(1, 4))


@pytest.mark.parametrize(("spare", "degrees"), [("┼", [0, 0, 0, 0]), ("│", [0, 90, 0, 90]), ("└", [0, 90, 180, 270])])
def test_equivalent_degrees_become_the_smallest(spare: str, degrees: list[int]) -> None:
    assert [insertion(board(OPEN5, spare), degree).degree for degree in DEGREES] == degrees


@given(mazes(), st.sampled_from(DEGREES))
def test_the_smallest_degree_gives_the_same_tile(maze: Maze, degree: Any) -> None:
    assert maze.spare.turn(insertion(maze, degree).degree) == maze.spare.turn(degree)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("pass", "Invalid enum value 'pass'"),
        (None, "Expected `str | array`, got `null`"),
        ([0, "LEFT", 0], "Expected `array` of length 4, got 3"),
        ([0, "LEFT", 45, {"row#": 0, "column#": 0}], "Invalid enum value 45 - at `$[2]`"),
        ([-1, "LEFT", 0, {"row#": 0, "column#": 0}], "Expected `int` >= 0 - at `$[0]`"),
        ([0, "NORTH", 0, {"row#": 0, "column#": 0}], "Invalid enum value 'NORTH' - at `$[1]`"),
        ([0, "LEFT", 0, {"row#": 0, "column#": -1}], "Expected `int` >= 0 - at `$[3].column#`"),
    ],
)
def test_values_that_are_not_choices(value: Any, message: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_choice(value)
    assert str(refused.value) == f"This is not a Choice: {message}."


# Results


def test_names_are_sorted_by_code_point() -> None:
    names = ["harry", "Zoe", "60513zA", "haRry"]
    assert names_of(Result((0, 1, 2, 3), ()), names) == (["60513zA", "Zoe", "haRry", "harry"], [])
    assert names_of(Result((), (3, 1)), names) == ([], ["Zoe", "haRry"])


def test_shapes_are_values() -> None:
    assert hash(read(RefereeState, written())) == hash(read(RefereeState, written()))
    assert msgspec.structs.replace(read(RefereeState, written()), goals=()) != read(RefereeState, written())
