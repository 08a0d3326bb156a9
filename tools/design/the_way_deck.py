"""Play decks of The Way between two bots and measure the races.

    python tools/design/the_way_deck.py 2-6-10-8-4 2-4-12-8-4

A deck is written as its numbers of crosses, tees, corners, straights and dead ends, 30 in all, without arrows. `built-in` is the built-in
deck, which also allows variations: --option arrows=true.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean, median

from byways.game import Complaint, Game, Refused, stream
from byways.games.the_way import GAME, TheWayOptions
from byways.games.the_way.bots.distance import rest
from byways.games.the_way.components import Components
from byways.games.the_way.drawing.scene import Scene
from byways.games.the_way.state import OpenState, Position
from byways.games.the_way.view import View
from byways.referee import play

SHAPES = ("NESW", "NES", "NE", "NS", "N")
WHENCE = 'provenance = "reconstruction"\nsource = "A deck to be tried."'
CORNERS = "\n".join(f'{name} = "NESW"' for name in ("circle_start", "circle_midpoint", "square_start", "square_midpoint"))
BORDERS = 40
HALF = 5  # a turn in tenths, the unit of the bots
COLUMNS = ("open", "first%", "second%", "draw%", "chooser%", "turns", "q90", "later%", "leads", "blocks", "games")


@dataclass(frozen=True)
class Race:
    """One game. `winner`, `first` and `chooser` are seats, `turns` is the larger number of turns. `later` is whether the winner was second
    to reach its Midpoint; `leads` counts changes of the lead, `blocks` those caused by lengthening the opponent's way."""

    winner: int | None
    first: int
    chooser: int
    turns: int
    later: bool
    leads: int
    blocks: int


def game_with(deck: str) -> Game[Components]:
    """Return the game with a deck of these numbers."""
    if deck == "built-in":
        return GAME
    numbers = deck.split("-")
    if len(numbers) != len(SHAPES) or not all(number.isdecimal() for number in numbers):
        raise Refused(f"'{deck}' is not a deck: write the numbers of crosses, tees, corners, straights and dead ends, such as 2-6-10-8-4.")
    cards = "\n".join(f'"{card}" = {number}' for card, number in zip(SHAPES, numbers, strict=True) if int(number))
    return GAME.using(f"[cards]\n{WHENCE}\n[cards.deck]\n{cards}\n[corners]\n{WHENCE}\n{CORNERS}\n")


def race(game: Game, bots: Sequence[str], seed: str, options: TheWayOptions) -> Race:
    players = [game.bots[bot](stream(seed, f"seat {seat}")) for seat, bot in enumerate(bots)]
    referee = play(game, players, seed, options)
    positions = [position for position in referee.record.positions(game) if isinstance(position, Position)]
    tables = [position.table for position in positions if position.table.phase in ("play", "over") and not any(position.acts)]
    last = tables[-1]
    assert last.first is not None
    winner = last.results[-1]
    leads, blocks = changes(tables)
    return Race(winner, last.first, last.chooser, (last.turn + 1) // 2, came_later(tables, winner), leads, blocks)


def came_later(tables: Iterable[OpenState], winner: int | None) -> bool:
    """Whether the winner was the second to reach its Midpoint."""
    if winner is None:
        return False
    for table in tables:
        if any(table.reached):
            return not table.reached[table.piece(winner)]
    return False


def changes(tables: Sequence[OpenState]) -> tuple[int, int]:
    """Return the number of changes of the lead, and how many came from lengthening the opponent's way."""
    ways = [(rest(table, 0, True), rest(table, 1, True)) for table in tables]
    leads = blocks = 0
    leader: int | None = None
    for number, (table, now) in enumerate(zip(tables, ways, strict=True)):
        led, leader = leader, ahead(now, mover(table), leader)
        if led is not None and leader != led:
            leads += 1
            blocks += now[led] > ways[number - 1][led] and mover(tables[number - 1]) == leader
    return leads, blocks


def ahead(ways: tuple[int, int], at_turn: int, leader: int | None) -> int | None:
    """Return the seat whose way is shorter by more than half a turn (being at turn counts as another half), or the previous leader."""
    lead = ways[1] - ways[0] + (HALF if at_turn == 0 else -HALF)
    return leader if abs(lead) <= HALF else int(lead < 0)


def mover(table: OpenState) -> int:
    """Return the piece at turn."""
    assert table.first is not None
    return table.piece((table.first + table.turn) % 2)


def openness(game: Game, deals: int = 200) -> float:
    """Return the share of borders between cards that are passable on new boards."""
    views = (game.start(game.deal(2, Random(seed))).view(None) for seed in range(deals))
    return mean(len(Scene(view).joined()) / BORDERS for view in views if isinstance(view, View))


def row(deck: str, game: Game, races: Sequence[Race]) -> str:
    won, games = [race for race in races if race.winner is not None], len(races)
    first = sum(race.winner == race.first for race in won)
    chooser = sum(race.winner == race.chooser for race in won)
    turns = sorted(race.turns for race in races)
    shares = [f"{100 * count / games:.0f}" for count in (first, len(won) - first, games - len(won), chooser)]
    later = f"{100 * sum(race.later for race in won) / max(1, len(won)):.0f}"
    means = [f"{mean(counts):.1f}" for counts in ([race.leads for race in races], [race.blocks for race in races])]
    return line(deck, [f"{openness(game):.2f}", *shares, f"{median(turns):.0f}", str(turns[games * 9 // 10]), later, *means, str(games)])


def line(deck: str, cells: Iterable[str]) -> str:
    return f"{deck:<14}" + "".join(f"{cell:>9}" for cell in cells)


def report(decks: Sequence[str], games: int, bots: Sequence[str], seed: int, options: TheWayOptions) -> Iterator[str]:
    yield line("deck", COLUMNS)
    for deck in decks:
        game = game_with(deck)
        yield row(deck, game, [race(game, bots, f"{seed}/{number}", options) for number in range(games)])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("decks", nargs="*", default=["built-in"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bots", nargs=2, default=["greedy", "greedy"])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], help="name=value, an option of the game")
    given = parser.parse_args(arguments)
    try:
        options = GAME.read_options({"single": "true", **dict(option.split("=", 1) for option in given.option)})
        assert isinstance(options, TheWayOptions)
        for words in report(given.decks, given.games, given.bots, given.seed, options):
            print(words, flush=True)
    except Complaint as complaint:
        print(complaint, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
