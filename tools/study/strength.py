"""Regenerate the table of `docs/bots.md`: how often each tier wins against the one below it, for every game and number of seats.

Effort is counted in imagined worlds, so the games are reproducible on any machine. Results are stored in a directory, so the command can
be stopped and resumed. `--minutes` limits the time.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from byways.arena.archive import Archive
from byways.arena.plan import Plan, draw_up
from byways.arena.statistics import Wins, wins
from byways.arena.summary import share, times
from byways.arena.tournament import hold
from byways.bots.roster import make_ready
from byways.game import all_games

SEED = 9000  # no variant of a bot was tuned on seeds from here on,
LATER = {"labyrinth": 20_000}  # or for these games from here on
SEATS = {"labyrinth": range(2, 7), "traxx": range(2, 5), "long_way": range(2, 9), "the_way": (2,), "long_road": range(2, 5)}
WORLDS = {"labyrinth": 128, "traxx": 100, "long_way": 100, "the_way": 40, "long_road": 5}  # for `hard`, about a tenth of a second
OPTIONS = {
    "labyrinth": ({"treasures": "3"}, {"rows": "11", "columns": "11"}, {"treasures": "3", "classic": "true"}),
    "the_way": ({"single": "true"},),
    "long_road": ({"draft": "true"}, {"open": "true"}, {"companeros": "true"}),
}
TIERS = (("hard", "medium"), ("medium", "easy"))


class Row(NamedTuple):
    """One bot against bots of the tier below."""

    game: str
    bots: tuple[str, ...]
    options: dict[str, str]

    @property
    def name(self) -> str:
        return "-".join((self.game, self.bots[0], str(len(self.bots)), *(f"{name}={value}" for name, value in self.options.items())))

    @property
    def seed(self) -> int:
        return LATER.get(self.game, SEED)

    def plan(self) -> Plan:
        return draw_up(self.game, self.bots, seed=self.seed, options=dict(self.options), limit=600.0, worlds=WORLDS[self.game])

    def command(self, games: int) -> str:
        chosen = "".join(f" --option {name}={value}" for name, value in self.options.items())
        return f"{self.game} {' '.join(self.bots)} --games {games} --seed {self.seed} --worlds {WORLDS[self.game]}{chosen}"


def rows() -> Iterator[Row]:
    for game, seats in SEATS.items():
        for upper, lower in TIERS:
            yield from (Row(game, (upper, *[lower] * (number - 1)), {}) for number in seats)
            yield from (Row(game, (upper, lower), options) for options in OPTIONS.get(game, ()))


def line(row: Row, archive: Archive) -> str:
    """Return a row of the table in Markdown."""
    plan = archive.plan
    found: Wins = next(wins(plan, archive.results))
    options = ", ".join(f"{name} {value}" for name, value in row.options.items())
    about = f"{plan.card.title}{f' ({options})' if options else ''}"
    command = row.command(len(archive.results))
    return f"| {about} | {row.bots[0]} : {row.bots[1]} | {plan.seats} | {share(found.share)} | {times(found.times)} | `{command}` |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("strength"), help="directory for the results")
    parser.add_argument("--games", type=int, default=60, help="games in each row, rounded up to whole rotations")
    parser.add_argument("--only", default="", help="only rows whose name matches this regular expression")
    parser.add_argument("--workers", type=int, default=None, help="worker processes (default: one per core)")
    parser.add_argument("--ray", default=None, metavar="ADDRESS", help="play on a Ray cluster")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="start no row after this many minutes")
    given = parser.parse_args()
    make_ready(all_games(), print)
    end = time.monotonic() + 60 * given.minutes
    print("| game | match | seats | won | times fair | `byways arena …` |\n|---|---|---|---|---|---|")
    for row in rows():
        if re.search(given.only, row.name) and time.monotonic() < end:
            print(line(row, hold(row.plan(), given.games, workers=given.workers, ray=given.ray, out=given.out / row.name)), flush=True)


if __name__ == "__main__":
    main()
