"""Measure the balance of The Long Road between greedy bots: earnings of characters, wins by seat, length, empty decks."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean, stdev

from byways.game import stream
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.state import Position
from byways.referee import steps

Tally = defaultdict[str, list[float]]
WORKING = ("effect", "leave")


def tally() -> Tally:
    return defaultdict(list)


@dataclass
class Balance:
    """Observations by subject: money per activation, share of a win times the number of players."""

    seats: int
    income: Tally = field(default_factory=tally)
    team: Tally = field(default_factory=tally)
    kept: Tally = field(default_factory=tally)
    seat: Tally = field(default_factory=tally)
    boss: Tally = field(default_factory=tally)
    money: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    empty: list[float] = field(default_factory=list)
    choices: list[float] = field(default_factory=list)

    def watch(self, seed: int, options: LongRoadOptions, bot: str) -> None:
        """Play one game and record the observations."""
        dealt: Position | None = None
        sold: tuple[int, int, int] | None = None
        chosen = 0
        for position in positions(seed, self.seats, options, bot):
            step = position.todo[0] if position.todo else None
            if dealt is None and all(position.teams):
                dealt = position
            if sold and (step is None or step.what not in WORKING):
                character, seat, before = sold
                self.income[position.box.characters[character].en].append(wealth(position, seat) - before)
                sold = None
            if step and step.what == "activate" and not position.roads[step.road].on_the_road:
                sold = step.item, step.seat, wealth(position, step.seat)
            chosen += bool(position.awaited)
        assert dealt is not None
        self.note(dealt, position, chosen)

    def note(self, dealt: Position, end: Position, chosen: int) -> None:
        assert end.outcome is not None
        assert end.outcome.scores is not None
        places = end.box.components.bosses.places
        drafted = {character for team in dealt.teams for character in team}
        for character in [character for packet in dealt.packets for character in packet.dealt]:
            self.kept[end.box.characters[character].en].append(character in drafted)
        for seat in range(self.seats):
            share = self.seats * (seat in end.outcome.winners) / len(end.outcome.winners)
            self.seat[str((seat - end.star) % self.seats + 1)].append(share)
            self.boss[places[end.bosses[seat]]].append(share)
            for character in dealt.teams[seat]:
                self.team[end.box.characters[character].en].append(share)
            self.empty.append(not end.decks[seat])
        self.money += end.outcome.scores
        self.turns.append(end.turns / self.seats)
        self.choices.append(chosen)


def wealth(position: Position, seat: int) -> int:
    """Return a seat's money plus what the boss will pay for its cards."""
    box, bosses = position.box, position.box.components.bosses
    place = box.place_of[bosses.places[position.bosses[seat]]]
    return position.money[seat] + bosses.worth * sum(box.place[card] == place for card in position.taken[seat])


def positions(seed: int, seats: int, options: LongRoadOptions, bot: str) -> Iterator[Position]:
    players = [GAME.bots[bot](stream(seed, f"seat {seat}")) for seat in range(seats)]
    chance = stream(seed, "chance")
    position = GAME.start(GAME.deal(seats, stream(seed, "set-up"), options))
    while True:
        assert isinstance(position, Position)
        yield position
        if position.outcome is not None:
            return
        if position.chance is not None:
            position = position.happen(position.chance.draw(chance))
        else:
            seat = position.awaited[0]
            for choice in steps(players[seat].choose(position.view(seat), 0.0)):
                position = position.choose(seat, choice)


def measure(games: int, seats: int, options: LongRoadOptions, seed: int = 0, bot: str = "greedy") -> Balance:
    balance = Balance(seats)
    for number in range(games):
        balance.watch(seed + number, options, bot)
    return balance


def report(balance: Balance) -> Iterator[str]:
    yield f"{balance.seats} players, {len(balance.turns)} games"
    yield f"final money {mean(balance.money):.1f}, turns each {mean(balance.turns):.1f}, choices a game {mean(balance.choices):.0f}"
    yield f"own deck empty: {100 * mean(balance.empty):.0f} % of seats"
    for name, tallied in (("seat from the star", balance.seat), ("boss", balance.boss), ("team with", balance.team)):
        yield f"{name}, wins x players: {', '.join(f'{key} {mean(values):.2f} ± {error(values):.2f}' for key, values in ranked(tallied))}"
    if balance.kept:
        yield f"kept when dealt in a draft, %: {', '.join(f'{key} {100 * mean(values):.0f}' for key, values in ranked(balance.kept))}"
    usual = mean(value for values in balance.income.values() for value in values)
    yield f"income per activation, {usual:.1f} $ on average:"
    for key, values in ranked(balance.income):
        yield f"  {key:<14} {mean(values):5.1f} ± {error(values):.1f} $, {mean(values) / usual:.2f} of the average ({len(values)})"


def error(values: list[float]) -> float:
    """Return the standard error of the mean."""
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0


def ranked(tallied: Tally) -> list[tuple[str, list[float]]]:
    return sorted(tallied.items(), key=lambda item: -mean(item[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bot", default="greedy", choices=list(GAME.bots))
    for option in ("draft", "open", "companeros"):
        parser.add_argument(f"--{option}", action="store_true")
    given = parser.parse_args()
    options = LongRoadOptions(draft=given.draft, open=given.open, companeros=given.companeros)
    print("\n".join(report(measure(given.games, given.seats, options, given.seed, given.bot))))


if __name__ == "__main__":
    main()
