"""What is possible when the order of the cards is known."""

from __future__ import annotations

from tools.study.traxx_known_order import best_line, order, told_line

from byways.game import stream
from byways.games.traxx import GAME
from byways.games.traxx.state import Position
from byways.referee import play


def test_it_knows_the_order_and_finds_more_than_who_does_not() -> None:
    game = play(GAME, [GAME.bots["greedy"](stream(3, "seat 0"))], 3)
    assert isinstance(game.position, Position)
    assert game.position.turned == tuple(order(tuple(sorted(game.position.turned)), 3))
    assert game.position.sheets[0].score < best_line(3, 8) <= 54


def test_who_plays_on_like_hard_and_knows_the_order_finds_more_too() -> None:
    game = play(GAME, [GAME.bots["greedy"](stream(3, "seat 0"))], 3)
    assert isinstance(game.position, Position)
    assert game.position.sheets[0].score + 5 < told_line(3) <= 54
