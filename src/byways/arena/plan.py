"""Decide who plays whom, from which seats and on which deals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import msgspec

from byways.bots.roster import load_bot
from byways.game import Bot, Game, JsonObject, Options, Refused, stream
from byways.i18n import Message
from byways.loading import load_game
from byways.record import components_of, plain
from byways.wire.program import is_program, program_command

LIMIT = 10.0  # seconds for an act
DEALS = 1_000_000  # deals per seed, so that different seeds never share a deal


class Fixture(NamedTuple):
    """One game to play. Without runs, `byways play` with this seed and seating plays exactly the same game."""

    number: int
    deal: int
    match: int
    seed: int
    seating: tuple[str, ...]
    run: int = 0  # games with the same deal, seating and luck differ in this, and in what bots do at random


class Plan(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """Everything that determines the games except their number. A longer tournament begins with all games of a shorter one."""

    game: str
    version: int
    components: str | JsonObject
    options: JsonObject
    bots: tuple[str, ...]
    seats: int
    seed: int
    gauntlet: bool = False
    limit: float = LIMIT
    think: float | None = None  # processor seconds that built-in bots may take per answer
    worlds: int | None = None  # number of worlds that built-in bots imagine per answer, instead of a time
    runs: int | None = None  # games with each deal and seating, where equal bots have only one seating; None: one from each seat

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bots without repetitions."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def repeats(self) -> bool:
        """Whether a bot may have more than one seat in a game."""
        return len(self.names) < len(self.bots)

    @cached_property
    def matches(self) -> tuple[tuple[str, ...], ...]:
        """Every combination of bots that meet; in a gauntlet, only those with the first bot."""
        every = dict.fromkeys(combinations(self.bots, self.seats))
        return tuple(match for match in every if not self.gauntlet or self.bots[0] in match)

    @property
    def rotations(self) -> int:
        """The seatings of a match: one from every seat."""
        return 1 if self.runs and len(self.names) == 1 else self.seats

    @property
    def games_per_deal(self) -> int:
        """The number of games on one deal: every match plays it from every seat."""
        return len(self.matches) * self._games_per_match

    @property
    def _games_per_match(self) -> int:
        return self.rotations * (self.runs or 1)

    def total(self, games: int) -> int:
        """Return the total number of games, given those per match, rounded up to whole rotations."""
        return -(-games // self._games_per_match) * self.games_per_deal

    def fixture(self, number: int) -> Fixture:
        """Return a game by its number. Games are ordered by deal, so a tournament is balanced whenever it stops."""
        deal, rest = divmod(number, self.games_per_deal)
        match, rest = divmod(rest, self._games_per_match)
        run, rotation = divmod(rest, self.rotations)
        bots = self.matches[match]
        return Fixture(number, deal, match, self.seed * DEALS + deal, bots[rotation:] + bots[:rotation], run)

    @cached_property
    def card(self) -> Game:
        game = load_game(self.game)
        return game if isinstance(self.components, str) else game.with_components(self.components)

    def plays_with(self, components: str | JsonObject) -> bool:
        """Return whether another plan's components play the same as this plan's."""
        try:
            return self.card.with_components(components).digest == self.card.digest
        except Refused:
            return False

    @cached_property
    def read_options(self) -> Options:
        return self.card.read_options(self.options)

    def bot(self, name: str) -> Bot:
        return load_bot(self.card, name)


def draw_up(
    game_name: str,
    bots: Sequence[str],
    *,
    seed: int = 0,
    seats: int | None = None,
    options: JsonObject | None = None,
    components: str | None = None,
    gauntlet: bool = False,
    limit: float = LIMIT,
    think: float | None = None,
    worlds: int | None = None,
) -> Plan:
    """Make a plan. Refuses anything unplayable before the first game."""
    game = load_game(game_name)
    game = game.using(components) if components else game
    seats = usual_seats(game, bots) if seats is None else seats
    check_bots(game, bots, seats)
    read = game.read_options(options or {})
    game.deal(seats, stream(seed, "set-up"), read)
    plan = Plan(game_name, game.version, components_of(game), plain(read), tuple(bots), seats, seed, gauntlet, float(limit))
    return msgspec.structs.replace(plan, think=think, worlds=worlds)


def usual_seats(game: Game, bots: Sequence[str]) -> int:
    """Return 2, or the game's minimum if greater; 1 for a single bot if the game allows it; one seat per bot if some repeat."""
    if len(set(bots)) < len(bots):
        return len(bots)
    return 1 if len(bots) == 1 and game.seats[0] == 1 else max(2, game.seats[0])


def check_bots(game: Game, bots: Sequence[str], seats: int) -> None:
    for name in bots:
        check_bot(game, name)
    if len(bots) < seats:
        raise Refused(Message("refuse.few-bots", {"seats": seats, "bots": len(bots)}))


def check_bot(game: Game, name: str) -> None:
    if is_program(name):
        program_command(name)
    else:
        load_bot(game, name)
