"""Labyrinth's benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import inf

from byways.game import find_game, stream
from byways.games.labyrinth import LabyrinthOptions
from byways.games.labyrinth.bots.compiled_solver import KERNEL
from byways.games.labyrinth.bots.players import Strategist
from byways.games.labyrinth.bots.solver import solve, solve_plain
from byways.games.labyrinth.view import View, board_of
from byways.yardstick import Comparison, Work, chess_play


def decisions(decide: Callable[[View], object]) -> Work:
    """Decisions on 7 by 7 boards, at the start of games and later."""
    game = find_game("labyrinth")
    views = []
    for seed in range(30):
        position = game.start(game.deal(4, stream(seed, "set-up")))
        rng = stream(seed, "seat 0")
        for _ in range(3 * (seed % 10)):
            if position.outcome is None:
                position = position.choose(position.awaited[0], rng.choice(position.choices(position.awaited[0])))
        if position.outcome is None:
            views.append(position.view(position.awaited[0]))

    def work() -> int:
        for view in views:
            decide(view)  # type: ignore[arg-type]
        return len(views)

    return work


def solutions(size: int, turns: int, goals: int, how: Callable[[View, int], object] = solve) -> Work:
    """Goals that take exactly this many turns, at the start of games on square boards."""
    game, options, views = find_game("labyrinth"), LabyrinthOptions(rows=size, columns=size), []
    for seed in count():
        view = game.start(game.deal(2, stream(seed, "set-up"), options)).view(0)
        if solve(view, turns - 1) is None and solve(view, turns):  # type: ignore[arg-type]
            views.append(view)
        if len(views) == goals:
            break

    def work() -> int:
        for view in views:
            how(view, turns)  # type: ignore[arg-type]
        return len(views)

    return work


def comparisons() -> Iterator[Comparison]:
    yield Comparison("a whole euclid decision", decisions(Strategist("euclid").turn), "python-chess moves", chess_play())
    KERNEL.ready(inf)
    for size, turns, goals in ((7, 3, 10), (9, 4, 3), (11, 4, 3)):
        ours, theirs = solutions(size, turns, goals), solutions(size, turns, goals, by_the_plain_search)
        yield Comparison(f"the fewest turns, {turns} on {size} by {size}, compiled", ours, "by the plain search", theirs)
    yield Comparison("the fewest turns, 4 on 13 by 13", solutions(13, 4, 3), "python-chess moves", chess_play())


def by_the_plain_search(view: View, most: int) -> object:
    return solve_plain(board_of(view), view, most, lambda: False)
