"""Traxx with a known order of the cards."""

from __future__ import annotations

from tools.study.traxx_known_order import best_score, order, told_score

from byways.game import stream
from byways.games.traxx import GAME
from byways.games.traxx.state import Position
from byways.referee import play


def test_knowing_the_order_finds_a_better_line() -> None:
    game = play(GAME, [GAME.bots["greedy"](stream(3, "seat 0"))], 3)
    assert isinstance(game.position, Position)
    assert game.position.turned == tuple(order(tuple(sorted(game.position.turned)), 3))
    assert game.position.sheets[0].score < best_score(3, 8) <= 54


def test_hard_with_the_known_order_scores_more() -> None:
    game = play(GAME, [GAME.bots["greedy"](stream(3, "seat 0"))], 3)
    assert isinstance(game.position, Position)
    assert game.position.sheets[0].score + 5 < told_score(3) <= 54
