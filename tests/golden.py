"""The golden playthroughs; `python -m tests.golden` regenerates them."""

from pathlib import Path

from byways.game import find_game
from byways.testing import playthrough

FOLDER = Path(__file__).parent / "playthroughs"
# Each game's bots and seed, chosen so that it has a few dozen positions.
GAMES: dict[str, tuple[tuple[str, ...], int]] = {
    "labyrinth": (("euclid", "riemann", "random"), 6),
    "long_road": (("greedy", "greedy"), 39),
    "long_way": (("random", "random"), 1280),
    "the_way": (("greedy", "wary"), 1),
    "traxx": (("random", "greedy"), 1),
}
# Options that keep a game short, with few turns, so that a whole set with its deals fits.
OPTIONS: dict[str, dict[str, object]] = {
    "the_way": {"turns": 2, "various": True},
}


def golden(name: str) -> str:
    (bots, seed), game = GAMES[name], find_game(name)
    return playthrough(game, bots, seed, game.read_options(OPTIONS.get(name, {})))


if __name__ == "__main__":
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(golden(name), "utf-8")
