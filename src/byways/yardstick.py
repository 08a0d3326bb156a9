"""The yardstick for benchmarks: random moves in python-chess."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, TypeAlias

from byways.game import Refused
from byways.i18n import Message

Work: TypeAlias = Callable[[], int]  # does some work and returns the number of repetitions

CHESS_GAMES = 20
CHESS_MOVES = 200


class Comparison(NamedTuple):
    """Our work and the work it is compared with, each with a name."""

    name: str
    ours: Work
    yardstick: str
    theirs: Work


def chess_play() -> Work:
    """Return the yardstick: python-chess lists the legal moves, picks one at random and pushes it."""
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
