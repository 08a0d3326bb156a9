from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import cast

import pytest

from byways.game import Position, stream
from byways.games.long_way import GAME
from byways.games.long_way.bots.players import Easy
from byways.games.long_way.bots.proofs import drawn
from byways.games.long_way.puzzles.bonus import MEASURES, bonuses, every_bonus, steps
from byways.games.long_way.puzzles.judge import hints, judge, solve
from byways.games.long_way.rules import parse
from byways.games.long_way.rules.acts import COINS, DONE
from byways.games.long_way.rules.shoppers import Walk, walk
from byways.games.long_way.state import SPACES, Sheet, beside, name_of
from byways.games.long_way.view import View
from byways.i18n import Message
from byways.puzzle import Puzzle
from byways.puzzles.collection import find, shipped
from byways.referee import play


def earned(games: int) -> Iterator[Position]:
    """Moments of solo games at which a bonus is due."""
    for nth in range(games):
        record = play(GAME, [Easy(stream("bonus", f"{nth}"))], f"bonus {nth}").record
        for position in record.positions(GAME):
            if position.acts[0] and position.awaited and COINS in position.choices(0):
                yield position


@pytest.fixture(scope="module")
def moments() -> list[Position]:
    return [*earned(4)]


def puzzle_of(kind: str, view: View) -> Puzzle:
    values: dict[str, int | str] = {"before": MEASURES[kind](view.draft.sheet), "best": bonuses(view.draft, view.roll, kind)[0].value}
    return Puzzle(kind, 0, 0, 0, (), values=values)


def score_by_rules(position: Position, act: tuple[object, ...]) -> float:
    """The oracle for points: the score of a player who uses the bonus and stops in the next turn."""
    for choice in (*act, None):
        while position.chance is not None:
            position = position.happen(position.chance.what[0])
        if position.outcome is None and choice is not None:
            position = position.choose(0, str(choice))
    while position.outcome is None:
        stop = next((one for one in ("keep", "stop", "done") if one in map(str, position.choices(0))), None)
        position = position.choose(0, stop) if stop else position.happen(position.chance.what[0])  # type: ignore[union-attr]
    assert position.outcome.scores is not None
    return position.outcome.scores[0]


def is_open(sheet: Sheet, here: int, direction: int) -> bool:
    there = beside(here, direction)
    return there is not None and not sheet.shut[direction] >> here & 1 and not sheet.shut[direction ^ 2] >> there & 1


def distances(sheet: Sheet, starts: set[int]) -> dict[int, int]:
    """The number of steps to every space that can be reached, one ring after the other."""
    found, ring, far = dict.fromkeys(starts, 0), starts, 0
    while ring:
        far += 1
        near = {beside(here, side) for here in ring for side in range(4) if is_open(sheet, here, side)}
        ring = {there for there in near if there is not None and there not in found}
        found |= dict.fromkeys(ring, far)
    return found


def lengths_by_steps(sheet: Sheet) -> set[int]:
    """The oracle for the way: its possible lengths, always on to the nearest cafeteria that is left, then out; 0 if there is no way."""
    start, out = {sheet.entrance >> 2}, sheet.exit >> 2
    inside = distances(sheet, start)
    if sheet.covered(sheet.entrance) or sheet.covered(sheet.exit) or out not in inside:
        return {0}
    stops = [{space for space in range(SPACES) if cafeteria >> space & 1} for cafeteria in sheet.cafeterias]
    return set(walked(sheet, start, [stop for stop in stops if stop & inside.keys()], out))


def walked(sheet: Sheet, starts: set[int], stops: list[set[int]], out: int) -> Iterator[int]:
    """A walk goes on from any space of the cafeteria it has come to (L17)."""
    reach = distances(sheet, starts)
    if not stops:
        yield reach[out]
    far = [min(reach[space] for space in stop if space in reach) for stop in stops]
    for stop, steps_there in zip(stops, far, strict=True):
        if steps_there == min(far):
            yield from (steps_there + rest for rest in walked(sheet, stop, [other for other in stops if other is not stop], out))


def test_the_length_of_a_way_is_that_of_walking_it(moments: list[Position]) -> None:
    rng = Random(1)
    for position in rng.sample(moments, min(8, len(moments))):
        view = cast(View, position.view(0))
        for _, sheet in rng.sample([*every_bonus(view.draft, view.roll)], 12):
            assert steps(sheet) in lengths_by_steps(sheet)


def test_points_are_those_of_stopping_after_the_bonus(moments: list[Position]) -> None:
    rng = Random(2)
    for position in rng.sample(moments, 4):
        view = cast(View, position.view(0))
        puzzle = puzzle_of("points", view)
        for act, _ in rng.sample([*every_bonus(view.draft, view.roll)], 6):
            assert judge(puzzle, view, act).value == score_by_rules(position, act)


@pytest.mark.parametrize("kind", MEASURES)
def test_the_right_bonuses_are_those_with_the_best_result(kind: str, moments: list[Position]) -> None:
    for position in moments[::6]:
        view = cast(View, position.view(0))
        puzzle = puzzle_of(kind, view)
        solved = solve(puzzle, view)
        right = [act for act, _ in every_bonus(view.draft, view.roll) if judge(puzzle, view, act).right]
        assert {*solved.acts} <= {*right}
        assert len(solved.acts) <= solved.alternatives


def test_a_wall_is_right_from_either_side_of_its_border(moments: list[Position]) -> None:
    view = cast(View, moments[0].view(0))
    found = [*every_bonus(view.draft, view.roll)]
    assert len(bonuses(view.draft, view.roll, "wall")) < len(found)


@pytest.mark.parametrize("language", GAME.languages)
@pytest.mark.parametrize("kind", MEASURES)
def test_questions_verdicts_and_hints_have_words(kind: str, language: str, moments: list[Position]) -> None:
    for position in moments[::5]:
        view = cast(View, position.view(0))
        puzzle = puzzle_of(kind, view)
        told = [puzzle.question, puzzle.title, judge(puzzle, view, (COINS, DONE)).why]
        for act, _ in [*every_bonus(view.draft, view.roll)][::9]:
            told += [judge(puzzle, view, act).why, *(hint.text for hint in hints(puzzle, view, act) if act[0] != COINS)]
        assert all(GAME.say(text, language) for text in told)


def numbered(number: int) -> tuple[Puzzle, View]:
    stored = find(GAME, number, shipped(GAME))
    return stored.puzzle, cast(View, stored.view(GAME))


def way_of(sheet: Sheet) -> Walk:
    found = walk(sheet)
    assert found is not None
    return found


@pytest.mark.parametrize("number", [9, 12, 14, 18, 20, 21])
def test_a_wall_that_fills_an_empty_space_is_told_as_such(number: int) -> None:
    puzzle, view = numbered(number)
    act = tuple(map(parse, puzzle.solution))
    assert way_of(drawn(view, act)).legs == way_of(view.draft.sheet).legs
    first, second = (GAME.say(hint.text) for hint in hints(puzzle, view, act))
    assert first == "A wall, but the way need not change: a wall also fills the space it stands on."
    assert second == f"On a side of {puzzle.solution[0].removeprefix('wall ')}."
    assert "the wall fills an empty space" in GAME.say(judge(puzzle, view, act).why)


def test_a_wall_across_the_way_may_bring_points_by_filling_an_empty_space_alone() -> None:
    """Puzzle 66 has two answers, one of them across the way; both lead past the same displays."""
    puzzle, view = numbered(66)
    for side in ("north", "east"):
        verdict = judge(puzzle, view, (parse("wall d3"), parse(f"side {side}"), DONE))
        assert verdict.right
        assert "the wall fills an empty space" in GAME.say(verdict.why)


def test_what_is_said_of_a_right_wall_is_true() -> None:
    """A wall across the way that brings points leads past more displays, unless it fills an empty space."""
    told = Counter[str]()
    for stored in shipped(GAME):
        if stored.puzzle.kind == "points":
            view, act = cast(View, stored.view(GAME)), tuple(map(parse, stored.puzzle.solution))
            before, after = way_of(view.draft.sheet), way_of(drawn(view, act))
            reason = cast(Message, judge(stored.puzzle, view, act).why).name.removeprefix("puzzle.points.")
            told[reason] += 1
            if reason != "doorway":
                assert (after.empties < before.empties, after.displays > before.displays) == (reason == "filled", reason != "filled")
    assert {*told} == {"filled", "doorway", "round"}


def longer_legs(before: Sheet, after: Sheet) -> list[tuple[int, ...]]:
    """The legs of the way before whose ends are farther apart after, from or to any space of their cafeterias."""
    way = way_of(before)
    halls = [
        {space for space in range(SPACES) if hall >> space & 1}
        for leg in way.legs[:-1]
        for hall in before.cafeterias
        if hall >> leg[-1] & 1
    ]
    visited = [{before.entrance >> 2}, *halls, {before.exit >> 2}]
    far = [min(distances(after, start).get(space, SPACES) for space in goal) for start, goal in pairwise(visited)]
    return [leg for leg, length in zip(way.legs, far, strict=True) if length >= len(leg)]


def test_hints_and_reasons_name_the_legs_that_a_wall_makes_longer() -> None:
    """In puzzle 3 the wall cuts three legs, but the first has another path of the same length. In puzzle 63 only one leg becomes longer."""
    told = Counter[str]()
    for stored in shipped(GAME):
        if stored.puzzle.kind == "wall":
            view, act = cast(View, stored.view(GAME)), tuple(map(parse, stored.puzzle.solution))
            legs = longer_legs(view.draft.sheet, drawn(view, act))
            why = cast(Message, judge(stored.puzzle, view, act).why)
            told[why.name.removeprefix("puzzle.wall.")] += 1
            assert why.name == "puzzle.wall.order" or why.values["legs"] == len(legs)
            hint = cast(Message, hints(stored.puzzle, view, act)[0].text)
            assert (hint.values["start"], hint.values["goal"]) in [(name_of(leg[0]), name_of(leg[-1])) for leg in legs]
    assert {*told} == {"legs", "order"}


def test_a_reason_says_where_the_wall_is() -> None:
    puzzle, view = numbered(63)
    why = judge(puzzle, view, tuple(map(parse, puzzle.solution))).why
    wall, side = (word.split()[1] for word in puzzle.solution[:2])
    assert f"the wall on the {side} side of {wall} leaves only a long way" in GAME.say(why)
