from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

import pytest
from msgspec.structs import replace

from byways.game import find_game, put, stream
from byways.games.the_way import TheWayOptions
from byways.games.the_way.puzzles.judge import KINDS, hints, judge, solve
from byways.games.the_way.state import NEIGHBOURS, STARTS, STAY, AnyChoice, Position
from byways.games.the_way.view import View
from byways.i18n import Message
from byways.puzzle import Puzzle
from byways.puzzles.attempt import consequence, play_line
from byways.puzzles.collection import StoredPuzzle, find, shipped
from tests.games.the_way.puzzles.oracle import guarded, is_sure, turns, wins

GAME = find_game("the_way")


def endings(wanted: int, apart: int, cards: int, name: str) -> Iterator[Position]:
    """Random boards near the end of a game: both have been at their Midpoints and have few cards left."""
    rng = stream("the way puzzles", name)
    for _ in range(wanted):
        position = cast(Position, GAME.start(GAME.deal(2, rng, TheWayOptions(single=True))))
        position = position.choose(position.awaited[0], "first")
        position = position.choose(position.awaited[0], "piece circle")
        table, seat = position.table, position.awaited[0]
        piece = table.piece(seat)
        tokens = put((rng.randrange(1, 24), rng.randrange(1, 24)), piece, walked(STARTS[piece], apart, rng))
        if any(tokens[one] == STARTS[one] for one in (0, 1)):
            continue
        table = replace(table, tokens=tokens, reached=put((rng.random() < 0.5,) * 2, piece, True))
        # Cards in no hand are treated as played.
        first, second = (hand[:cards] for hand in position.hands)
        yield replace(position, table=table, hands=(first, second))


def walked(cell: int, steps: int, rng: Random) -> int:
    for _ in range(steps):
        cell = rng.choice([beside for _, beside in NEIGHBOURS[cell]])
    return cell


def solution_of(stored: StoredPuzzle) -> tuple[AnyChoice, ...]:
    return tuple(cast(AnyChoice, GAME.parse(step)) for step in stored.puzzle.solution)


def puzzle_of(kind: str, seat: int, piece: int) -> Puzzle:
    return Puzzle(
        kind, seat, 0, 0, (), {"two": 2, "three": 3, "block": 1}[kind], values={"rival": 1 - seat, "piece": ("circle", "square")[piece]}
    )


def test_two_turns_are_judged_as_by_all_turns_replies_and_unseen_cards() -> None:
    verdicts = []
    for position in endings(12, 2, 1, "two"):
        seat = position.awaited[0]
        view, puzzle = cast(View, position.view(seat)), puzzle_of("two", seat, position.table.piece(seat))
        acts, solved = [*turns(position, seat)], solve(puzzle, view)
        assert solved.alternatives == len(acts)
        chosen = Random(1).sample(acts, 4) + [one for one in acts if one[0] in solved.acts][:2]
        for act, then in chosen:
            expected = is_sure(guarded(then, 1 - seat), seat, 2)
            assert judge(puzzle, view, act).right == expected == (act in solved.acts)
            verdicts.append(expected)
    assert {*verdicts} == {True, False}


@pytest.mark.slow
def test_a_block_is_judged_as_by_all_turns_replies_and_unseen_cards() -> None:
    verdicts = []
    for position in endings(9, 2, 1, "block"):
        runner = position.awaited[0]
        seat = 1 - runner
        position = replace(position, awaited=(seat,))
        view, puzzle = cast(View, position.view(seat)), puzzle_of("block", seat, position.table.piece(seat))
        for act, then in Random(1).sample([*turns(position, seat)], 2):
            if then.outcome is None:
                expected = not wins(guarded(then, runner), runner, 2)
                assert judge(puzzle, view, act).right == expected
                verdicts.append(expected)
    assert {*verdicts} == {True, False}


@pytest.mark.slow
def test_three_turns_are_right_if_two_are_left_after_any_reply() -> None:
    verdicts = []
    for position in endings(3, 3, 0, "three"):
        seat = position.awaited[0]
        view, puzzle = cast(View, position.view(seat)), puzzle_of("three", seat, position.table.piece(seat))
        acts = [*turns(position, seat)]
        for act, then in Random(1).sample(acts, 2) + [one for one in acts if one[0] in solve(puzzle, view).acts][:1]:
            if then.outcome is None:
                verdict = judge(puzzle, view, act)
                replies = [reply for _, reply in turns(guarded(then, 1 - seat), 1 - seat)]
                if not verdict.right:
                    world = guarded(cast(Position, verdict.world or position), 1 - seat)
                    replies = [cast(Position, play_line(GAME, world, [f"{seat}: {step}" for step in act] + [*verdict.line])[-1].after)]
                sampled = Random(1).sample(replies, min(2, len(replies)))
                assert verdict.right == all(reply.outcome is None and wins(reply, seat, 2) for reply in sampled)
                verdicts.append(verdict.right)
    assert {*verdicts} == {True, False}


@pytest.mark.parametrize("kind", KINDS)
def test_every_verdict_has_words_and_a_legal_line(kind: str) -> None:
    for position in endings(3, 2, 2, kind):
        seat = position.awaited[0] if kind != "block" else 1 - position.awaited[0]
        position = replace(position, awaited=(seat,))
        view, puzzle = cast(View, position.view(seat)), puzzle_of(kind, seat, position.table.piece(seat))
        for act, _ in Random(1).sample([*turns(position, seat)], 12):
            verdict = judge(puzzle, view, act)
            assert all(GAME.say(verdict.why, language) for language in GAME.languages)
            world = verdict.world or position
            assert world.view(seat) == view
            steps = play_line(GAME, world, [f"{seat}: {step}" for step in act] + [*verdict.line])
            comes_home = steps[-1].after.outcome is not None and steps[-1].after.outcome.winners == (1 - seat,)
            assert comes_home == (cast(Message, verdict.why).name in ("puzzle.rival-home", "puzzle.rival-home-card"))
            assert verdict.right or not any(entry.startswith(f"{seat}:") for entry in verdict.line)
            assert all(GAME.say(hint.text, language) for hint in hints(puzzle, view, act) for language in GAME.languages)


def test_the_hardest_reply_covers_with_a_card_that_the_rival_is_sure_to_hold() -> None:
    """Three of the four unseen cards are corners, and the rival holds three cards, so it has two corners at least."""
    stored = find(GAME, 110, shipped(GAME))
    view, act = cast(View, stored.view(GAME)), solution_of(stored)
    line = judge(stored.puzzle, view, act).line
    assert (view.unseen, view.sizes[0], line[:2]) == (("NE", "NE", "NE", "NS"), 3, ("0: card NE", "0: place b5"))


@pytest.mark.parametrize("number", [1, 22, 38, 110, 120, 130])
def test_the_hardest_reply_is_legal_whatever_the_rival_holds(number: int) -> None:
    stored = find(GAME, number, shipped(GAME))
    view, act = cast(View, stored.view(GAME)), solution_of(stored)
    line = [*(f"{view.seat}: {step}" for step in act), *judge(stored.puzzle, view, act).line]
    for seed in range(8):
        assert len(play_line(GAME, view.imagine(Random(seed)), line)) == len(line)


@pytest.mark.slow
@pytest.mark.parametrize("number", [7, 122])
def test_no_reply_without_a_card_leaves_fewer_right_turns_than_the_hardest(number: int) -> None:
    stored = find(GAME, number, shipped(GAME))
    puzzle, view, position = stored.puzzle, cast(View, stored.view(GAME)), cast(Position, stored.position(GAME))
    act = solution_of(stored)
    line = [*(f"{view.seat}: {step}" for step in act), *judge(puzzle, view, act).line]
    then = cast(Position, play_line(GAME, position, line[: len(act)])[-1].after)
    hardest = cast(Position, play_line(GAME, position, line)[-1].after)
    bare = replace(then, hands=put(then.hands, 1 - puzzle.seat, ()))
    replies = [replace(reply, hands=then.hands) for _, reply in turns(bare, 1 - puzzle.seat)]
    left = [len(solve(puzzle.after_act, cast(View, reply.view(puzzle.seat))).acts) for reply in (hardest, *Random(1).sample(replies, 12))]
    assert left[0] == min(left)


@pytest.mark.parametrize("number", [4, 16, 17])
def test_a_rival_who_can_come_home_at_once_is_not_said_to_win_in_two_turns(number: int) -> None:
    stored = find(GAME, number, shipped(GAME))
    puzzle, view = stored.puzzle, cast(View, stored.view(GAME))
    verdict = judge(puzzle, view, (STAY,))
    outcome = consequence(GAME, view, (STAY,), verdict)[-1].after.outcome
    assert outcome is not None
    assert outcome.winners == (1 - puzzle.seat,)
    assert "comes home first" in GAME.say(verdict.why)
    assert "is about to win." in GAME.say(puzzle.question)
