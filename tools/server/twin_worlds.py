"""Compare twin worlds byte for byte: two tables that differ only in what a seat may not know.

`python -m tools.server.twin_worlds` takes every game with every option in turn; `python -m tools.server.twin_worlds 100 traxx` plays 100
rounds of one game. It stops at the first difference.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.table.serving import ServerThread
from tests.table.twins import HINTING, ProgramTwin, Twin, compare, variants

ROUNDS, STEPS = 10, 60


def main(rounds: str = str(ROUNDS), *names: str) -> int:
    """Return the number of comparisons."""
    games = [game for game in HINTING if not names or game.name in names]
    compared = 0
    with TemporaryDirectory() as folder, ServerThread(Path(folder), games, pause=0.0) as server:
        for seed in range(int(rounds)):
            for game in games:
                for options in variants(game):
                    compared += sum(compare(server, game, options, seed, STEPS, kind) for kind in (Twin, ProgramTwin))
            report(seed + 1, compared)
    return compared


def report(rounds: int, compared: int) -> None:
    sys.stdout.write(f"{rounds} rounds, {compared} moments: no byte differs\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
