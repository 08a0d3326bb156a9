"""What speed is measured against: any two pieces of work compared, and the common yardstick, random moves of python-chess."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, TypeAlias

from byways.game import Refused
from byways.i18n import Message

Work: TypeAlias = Callable[[], int]  # does something and says how many times

CHESS_GAMES = 20
CHESS_MOVES = 200


class Comparison(NamedTuple):
    """Our way of doing something and another, each with a name."""

    name: str
    ours: Work
    yardstick: str
    theirs: Work


def chess_play() -> Work:
    """The moves that python-chess makes at random: list the legal ones, take one, push it."""
    try:
        import chess
    except ImportError:
        raise Refused(Message("refuse.no-yardstick")) from None

    def work() -> int:
        rng, made = Random(1), 0
        for _ in range(CHESS_GAMES):
            board = chess.Board()
            for _ in range(CHESS_MOVES):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(rng.choice(moves))
                made += 1
        return made

    return work
