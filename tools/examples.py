"""Write the example of every game, played by bots with a fixed seed; lobby and rules pages take their pictures from it.

`python -m tools.examples` writes `example.json` into the room of each game; `python -m tools.examples traxx` into one.
"""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

from byways.game import find_game, stream
from byways.record import Record
from byways.referee import play

# The bots, the seed and the options of each game, chosen for the pictures.
GAMES: dict[str, tuple[tuple[str, ...], int, dict[str, object]]] = {
    "labyrinth": (("riemann", "euclid", "riemann", "euclid"), 3, {"treasures": 2}),
    "long_road": (("greedy", "greedy", "greedy"), 1, {}),
    "long_way": (("planner", "greedy"), 2, {}),
    "the_way": (("greedy", "greedy"), 1, {"single": True}),
    "traxx": (("greedy", "greedy"), 1, {}),
}


def example(name: str) -> Record:
    (bots, seed, options), game = GAMES[name], find_game(name)
    players = [game.bots[bot](stream(seed, f"seat {seat}")) for seat, bot in enumerate(bots)]
    return play(game, players, seed, game.read_options(options), names=[f"bot:{bot}" for bot in bots]).record


def main(names: list[str]) -> None:
    for name in names or GAMES:
        room = Path(str(resources.files(find_game(name).room)))
        (room / "teaching" / "example.json").write_bytes(example(name).to_json())


if __name__ == "__main__":
    main(sys.argv[1:])
