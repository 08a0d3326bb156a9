from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

import pytest
from msgspec.structs import replace

from byways.game import find_game, put, stream
from byways.games.labyrinth import LabyrinthOptions
from byways.games.labyrinth.puzzles.judge import hints, judge, possible_finds, solve
from byways.games.labyrinth.state import Pass, Position
from byways.games.labyrinth.view import View
from byways.i18n import Message
from byways.puzzle import Puzzle
from byways.puzzles.attempt import consequence, play_line
from byways.puzzles.collection import shipped
from tests.games.labyrinth.puzzles.oracle import is_right, reaches, turns

GAME = find_game("labyrinth")
TURNS = {"two": 2, "three": 3, "safe": 2, "forced": 2, "block": 1}
LET_HOME = {"block": "puzzle.rival-home", "forced": "puzzle.rival-first"}


def positions(kind: str, wanted: int) -> Iterator[tuple[Puzzle, Position]]:
    """Random small mazes in which the goal takes as many turns as the kind says."""
    rng = stream("labyrinth puzzles", kind)
    while wanted:
        setup = GAME.deal(2, rng, LabyrinthOptions(rows=3, columns=5, treasures=1, rounds=50))
        position = cast(Position, GAME.start(setup))
        for _ in range(rng.randrange(12)):
            position = position.choose(seat := position.awaited[0], rng.choice(position.choices(seat)))
            if position.outcome:
                break
        if position.outcome or any(position.acts):
            continue
        seat = position.awaited[0]
        homeward = kind == "forced" or rng.random() < 0.5
        position = replace(position, found=put(position.found, seat, int(homeward)))
        soon = {"two": 1, "three": 2, "safe": 1, "forced": 1, "block": 1}[kind]
        if not reaches(position, seat, soon):
            values: dict[str, int | str] = {"rival": 1 - seat, "goal": "home" if homeward else "treasure"}
            yield Puzzle(kind, seat, 0, 0, (), TURNS[kind], values=values), position
            wanted -= 1


@pytest.mark.parametrize(("kind", "wanted"), [("two", 5), ("three", 2), ("safe", 6), ("forced", 6), ("block", 12)])
def test_the_judge_agrees_with_all_turns_and_replies_by_the_rules(kind: str, wanted: int) -> None:
    verdicts = set()
    for puzzle, position in positions(kind, wanted):
        view, acts = cast(View, position.view(puzzle.seat)), [*turns(position, puzzle.seat)]
        solved = solve(puzzle, view)
        assert solved.alternatives == len(acts)
        for act, then in Random(1).sample(acts, min(6, len(acts))) + [one for one in acts if one[0] in solved.acts][:3]:
            if not isinstance(act[0], Pass):
                assert judge(puzzle, view, act).right == is_right(puzzle, position, then) == (act in solved.acts)
                verdicts.add(act in solved.acts)
    assert verdicts == {True, False}


@pytest.mark.parametrize("kind", TURNS)
def test_every_verdict_has_words_and_a_legal_line(kind: str) -> None:
    for puzzle, position in positions(kind, 3):
        view = cast(View, position.view(puzzle.seat))
        for act, then in turns(position, puzzle.seat):
            verdict = judge(puzzle, view, act)
            assert all(GAME.say(verdict.why, language) for language in GAME.languages)
            # The rival may come home in the line only if it has its treasure.
            play_line(GAME, replace(then, found=put(then.found, 1 - puzzle.seat, 1)) if kind == "block" else then, verdict.line)
            assert not any(entry.startswith(f"{puzzle.seat}:") for entry in verdict.line)  # the solver's next turn is its own to find
        for act in solve(puzzle, view).acts[:1]:
            assert all(GAME.say(hint.text, language) for hint in hints(puzzle, view, act) for language in GAME.languages)


def test_to_pass_is_never_right() -> None:
    for puzzle, position in positions("safe", 2):
        assert not judge(puzzle, cast(View, position.view(puzzle.seat)), (Pass(),)).right


@pytest.mark.parametrize("kind", ["block", "forced"])
def test_a_rival_that_is_let_home_wins(kind: str) -> None:
    """To pass shows the threat; in the line of any turn that lets the rival home, the rival has its treasures and wins."""
    for stored in [stored for stored in shipped(GAME) if stored.puzzle.kind == kind][:3]:
        puzzle, view = stored.puzzle, cast(View, stored.view(GAME))
        passed = judge(puzzle, view, (Pass(),))
        assert passed.why == Message(LET_HOME[kind], {**puzzle.values, "turns": puzzle.turns})
        for act, _ in [((Pass(),), None), *Random(1).sample([*turns(cast(Position, stored.position(GAME)), puzzle.seat)], 12)]:
            verdict = judge(puzzle, view, act)
            if verdict.why == passed.why:
                assert verdict.world is not None
                assert verdict.world.view(puzzle.seat) == view
                outcome = consequence(GAME, view, act, verdict)[-1].after.outcome
                assert outcome is not None
                assert outcome.winners == (1 - puzzle.seat,)


def test_a_pass_that_ends_the_game_threatens_nothing() -> None:
    for puzzle, position in positions("block", 40):
        then = position.choose(puzzle.seat, "pass")
        if then.outcome:
            assert judge(puzzle, cast(View, position.view(puzzle.seat)), (Pass(),)).line == ()
            return
    raise AssertionError("no second pass of a round found")


def test_all_treasures_of_the_rival_may_be_where_it_has_stopped_but_not_at_its_home_nor_where_the_viewers_is() -> None:
    for puzzle, position in positions("two", 5):
        view, rival = cast(View, position.view(puzzle.seat)), 1 - puzzle.seat
        home, (mine,) = view.avatars[rival].home, view.hunts[puzzle.seat]
        place = next(place for place in view.maze.grid.fixed if place not in (home, mine))

        def after_stops(*trail: int, view: View = view, rival: int = rival) -> tuple[int, ...] | None:
            return possible_finds(replace(view, avatars=put(view.avatars, rival, replace(view.avatars[rival], trail=trail))))

        assert after_stops() is after_stops(home) is after_stops(mine) is after_stops(place, home) is None
        assert after_stops(home, mine, place) == (place,)


def test_the_rival_of_a_shipped_race_may_have_all_its_treasures() -> None:
    races = [stored for stored in shipped(GAME) if stored.puzzle.kind in ("block", "forced")]
    assert all(possible_finds(cast(View, stored.view(GAME))) for stored in races)


def test_after_a_right_turn_the_rival_replies_and_the_goal_is_still_within_reach() -> None:
    for puzzle, position in positions("safe", 20):
        for act in solve(puzzle, cast(View, position.view(puzzle.seat))).acts[:1]:
            verdict = judge(puzzle, cast(View, position.view(puzzle.seat)), act)
            then = play_line(GAME, position, [f"{puzzle.seat}: {step}" for step in act] + [*verdict.line])[-1].after
            last = puzzle.after_act
            assert solve(last, cast(View, then.view(puzzle.seat))).acts
            return
    raise AssertionError("no safe turn found")
