from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest

from byways.game import stream
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.choices import parse
from byways.games.long_road.puzzles.judge import hints, judge, solve, solved
from byways.games.long_road.puzzles.sale import TooManyCourses, acts, is_open, is_sold
from byways.games.long_road.rules.act import with_act
from byways.games.long_road.rules.sale import final_money
from byways.games.long_road.rules.turn import CHARACTER
from byways.games.long_road.state import Position
from byways.games.long_road.view import View
from byways.i18n import Message
from byways.puzzle import Puzzle
from byways.puzzles.attempt import play_line, solution
from byways.puzzles.collection import shipped
from byways.record import played
from byways.referee import play
from byways.teaching.lesson import entry_from

SMALL = 60  # moments of a sale that the oracle can search in no time


def owned(position: Position, seat: int) -> int:
    money = final_money(position)[seat]
    return money["money"] + money["boss"] + money["weapons"]


def sure_by_rules(position: Position, seat: int, begun: bool = False) -> int:
    """The oracle: what a seat has at the end of the sale if all others choose what is worst for it, choice by choice."""
    begun = begun or position.sale is not None
    if begun and is_sold(position):
        return owned(position, seat)
    if position.chance is not None:
        return sure_by_rules(position.happen(position.chance.what[-1]), seat, begun)
    mover = position.awaited[0]
    ends = (sure_by_rules(position.choose(mover, choice), seat, begun) for choice in position.choices(mover))
    return max(ends) if mover == seat else min(ends)


def moments(kind: str, games: int) -> Iterator[tuple[Puzzle, Position]]:
    """Small sales, and turns before small sales, in open games of two."""
    for nth in range(games):
        players = [GAME.bots["medium"](stream("sales", f"{nth} {seat}")) for seat in range(2)]
        record = play(GAME, players, f"sales {nth}", LongRoadOptions(open=True)).record
        for position in record.positions(GAME):
            now = cast(Position, position)
            if now.awaited and is_one(kind, now) and (puzzle := puzzle_of(kind, now, now.awaited[0])):
                yield puzzle, now


def is_one(kind: str, position: Position) -> bool:
    view = cast(View, position.view(position.awaited[0]))
    if kind == "take":
        return view.sale is not None and view.todo[0].what == "effect" and not view.act and is_open(position, position.awaited[0])
    return len(view.reached) == 1 and view.todo[0].what == "after" and view.todo[0].stage >= CHARACTER and len(view.choices) < 6


def puzzle_of(kind: str, position: Position, seat: int) -> Puzzle | None:
    try:
        right, alternatives = solved(kind, position, seat, SMALL)
    except TooManyCourses:
        return None
    values: dict[str, int | str] = {"best": right[0][1], "plain": 0, "road": "rock", "character": "banker"}
    return Puzzle(kind, seat, alternatives, len(right), (), values=values)


@pytest.fixture(scope="module", params=["take", "arm"])
def cases(request: pytest.FixtureRequest) -> list[tuple[Puzzle, Position]]:
    return [*moments(request.param, 4)][:12]


def test_the_judge_agrees_with_every_course_of_the_sale_by_the_rules(cases: list[tuple[Puzzle, Position]]) -> None:
    verdicts = set()
    for puzzle, position in cases:
        view = cast(View, position.view(puzzle.seat))
        for act, then in Random(1).sample([*acts(position, puzzle.seat).values()], 1) + [*acts(position, puzzle.seat).values()][:3]:
            verdict = judge(puzzle, view, act)
            assert verdict.value == sure_by_rules(then, puzzle.seat)
            assert verdict.right == (verdict.value == verdict.best)
            verdicts.add(verdict.right)
    assert verdicts == {True, False}


def test_what_is_hidden_makes_no_difference(cases: list[tuple[Puzzle, Position]]) -> None:
    """Other hands, decks and bosses of the others, in the same view: the same is certain."""
    for puzzle, position in cases[:4]:
        view = cast(View, position.view(puzzle.seat))
        worlds = [cast(Position, view.imagine(Random(number))) for number in range(3)]
        assert len({tuple(sorted((str(act), worth) for act, worth in solved(puzzle.kind, world, puzzle.seat)[0])) for world in worlds}) == 1


def test_after_a_wrong_act_the_sale_is_played_out_to_what_is_certain(cases: list[tuple[Puzzle, Position]]) -> None:
    for puzzle, position in cases:
        for act, _ in [*acts(position, puzzle.seat).values()][:3]:
            verdict = judge(puzzle, cast(View, position.view(puzzle.seat)), act)
            then = verdict.world
            for entry in map(entry_from, (*(f"{puzzle.seat}: {choice}" for choice in act), *verdict.line) if then else ()):
                assert then is not None
                then = played(GAME, then, entry).after
            if then is not None:
                assert owned(cast(Position, then), puzzle.seat) == verdict.value


@pytest.mark.parametrize("kind", ["take", "arm"])
def test_a_shown_solution_plays_the_sale_to_its_end(kind: str) -> None:
    for stored in [one for one in shipped(GAME) if one.puzzle.kind == kind][::12]:
        shown = solution(GAME, stored.puzzle, cast(View, stored.view(GAME)))
        assert shown.world is not None
        end = cast(Position, play_line(GAME, shown.world, shown.line)[-1].after)
        assert is_sold(end)
        assert owned(end, stored.puzzle.seat) == stored.puzzle.values["best"]


def test_a_verdict_counts_all_that_is_certain(cases: list[tuple[Puzzle, Position]]) -> None:
    """The money from before included, on right and wrong acts."""
    for puzzle, position in cases:
        for act, _ in [*acts(position, puzzle.seat).values()][:3]:
            verdict = judge(puzzle, cast(View, position.view(puzzle.seat)), act)
            values = cast(Message, verdict.why).values
            parts = {part.name: int(part.values["money"].replace("−", "-")) for part in cast(Any, values["parts"])}
            assert sum(parts.values()) == values["money"] == verdict.value
            assert parts.get("puzzle.sum.before", 0) == with_act(position).money[puzzle.seat]


def test_words_of_a_verdict() -> None:
    """After the last choice of a rival, and before an arrival."""
    said = {}
    for stored in (one for one in shipped(GAME) if one.puzzle.number in (1, 71)):
        act = stored.puzzle.solution if stored.puzzle.number == 71 else ("take stagecoach-2 rock",)
        said[stored.puzzle.number] = GAME.say(judge(stored.puzzle, cast(View, stored.view(GAME)), tuple(map(parse, act))).why)
    assert said == {
        1: "Only 89 $ are certain, not 92 $: 51 $ from before, 7 $ now, 12 $ later in the sale, 18 $ from your boss, and 1 $ for weapons.",
        71: "66 $ are certain: 49 $ from before, −1 $ in this turn, 6 $ in the sale, and 12 $ from your boss; "
        "ending the turn at once makes sure of only 61 $.",
    }


def test_right_acts_are_judged_right(cases: list[tuple[Puzzle, Position]]) -> None:
    for puzzle, position in cases:
        view = cast(View, position.view(puzzle.seat))
        found = solve(puzzle, view)
        assert (len(found.acts), found.alternatives) == (puzzle.answers, puzzle.alternatives)
        assert all(judge(puzzle, view, act).right for act in found.acts)


@pytest.mark.parametrize("language", GAME.languages)
def test_questions_verdicts_and_hints_have_words(cases: list[tuple[Puzzle, Position]], language: str) -> None:
    for puzzle, position in cases:
        view = cast(View, position.view(puzzle.seat))
        for act, _ in [*acts(position, puzzle.seat).values()][:4]:
            told = [puzzle.question, puzzle.title, judge(puzzle, view, act).why, *(hint.text for hint in hints(puzzle, view, act))]
            assert all(GAME.say(text, language) for text in told)


def test_the_second_hint_before_an_arrival_is_a_sentence_that_names_the_character() -> None:
    """One puzzle for each kind of first step."""
    kinds = {stored.puzzle.solution[0].split()[0]: stored for stored in shipped(GAME) if stored.puzzle.kind == "arm"}
    for kind, stored in kinds.items():
        view, puzzle = cast(View, stored.view(GAME)), stored.puzzle
        _, second = hints(puzzle, view, tuple(map(parse, puzzle.solution)))
        for said in (GAME.say(second.text, language) for language in GAME.languages):
            assert said.endswith(".")
            assert kind not in ("arm", "move") or not re.search(r"\d", said)


def test_a_character_in_the_line_is_named_by_its_place() -> None:
    stored = next(one for one in shipped(GAME) if one.puzzle.solution[0] == "arm dagger cactus 1")
    view = cast(View, stored.view(GAME))
    character = GAME.say(Message("choose.assign", {"character": view.box.keys[view.roads[1].line[0].character]})).split()[2]
    _, second = hints(stored.puzzle, view, tuple(map(parse, stored.puzzle.solution)))
    assert GAME.say(second.text) == f"First give a dagger to the {character} on the cactus road."


def test_the_question_before_an_arrival_says_that_the_arrival_tile_does_not_count() -> None:
    puzzle = next(stored.puzzle for stored in shipped(GAME) if stored.puzzle.kind == "arm")
    assert "The arrival tile does not count." in GAME.say(puzzle.question)


def test_the_steps_before_a_puzzle_are_final() -> None:
    stored = next(one for one in shipped(GAME) if one.puzzle.kind == "arm")
    assert GAME.say(stored.view(GAME).no_undo) == "There is nothing to take back: what you did last is final."
