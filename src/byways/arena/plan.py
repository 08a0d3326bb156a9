"""Who plays whom, from which seats, on which deals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from byways.bots import roster
from byways.game import Bot, Game, JsonObject, Options, Refused, find_game, stream
from byways.i18n import Message
from byways.record import named_components, plain
from byways.wire.program import is_program, program_command

LIMIT = 10.0
DEALS = 1_000_000  # the most that one seed has room for: different seeds never share a deal


class Fixture(NamedTuple):
    """One game to play: `byways play` with this seed and seating plays exactly the same."""

    number: int
    deal: int
    match: int
    seed: int
    seating: tuple[str, ...]


class Plan(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """All that decides what is played, except how many games: a longer tournament begins with all games of a shorter one."""

    game: str
    version: int
    components: str | JsonObject
    options: JsonObject
    bots: tuple[str, ...]
    seats: int
    seed: int
    gauntlet: bool = False
    limit: float = LIMIT
    think: float | None = None  # the most processor seconds that built-in bots take for an answer
    worlds: int | None = None  # the worlds that they imagine for it, whatever the time

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bots, each once."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def repeats(self) -> bool:
        """Whether a bot may sit in more than one seat of a game."""
        return len(self.names) < len(self.bots)

    @cached_property
    def matches(self) -> tuple[tuple[str, ...], ...]:
        """Every field of bots that meet: all fields, or in a gauntlet those with the first bot."""
        every = dict.fromkeys(combinations(self.bots, self.seats))
        return tuple(match for match in every if not self.gauntlet or self.bots[0] in match)

    @property
    def a_deal(self) -> int:
        """How many games one deal is played in: by every match, from every seat."""
        return len(self.matches) * self.seats

    def total(self, games: int) -> int:
        """All games of a tournament with so many games per match, rounded up to whole rotations."""
        return -(-games // self.seats) * self.a_deal

    def fixture(self, number: int) -> Fixture:
        """Deal by deal, so a tournament is balanced whenever it is stopped."""
        deal, rest = divmod(number, self.a_deal)
        match, turned = divmod(rest, self.seats)
        bots = self.matches[match]
        return Fixture(number, deal, match, self.seed * DEALS + deal, bots[turned:] + bots[:turned])

    @cached_property
    def card(self) -> Game:
        game = load_game(self.game)
        return game if isinstance(self.components, str) else game.with_components(self.components)

    def plays_with(self, components: str | JsonObject) -> bool:
        """Whether the components that another plan names play the same as ours."""
        try:
            return self.card.with_components(components).digest == self.card.digest
        except Refused:
            return False

    @cached_property
    def read_options(self) -> Options:
        return self.card.read_options(self.options)

    def bot(self, name: str) -> Bot:
        return find_bot(self.card, name)


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
    """A plan that can be played; anything wrong with it is refused before the first game."""
    game = load_game(game_name)
    game = game.using(components) if components else game
    seats = usual_seats(game, bots) if seats is None else seats
    check_bots(game, bots, seats)
    read = game.read_options(options or {})
    game.deal(seats, stream(seed, "set-up"), read)
    plan = Plan(game_name, game.version, named_components(game), plain(read), tuple(bots), seats, seed, gauntlet, float(limit))
    return msgspec.structs.replace(plan, think=think, worlds=worlds)


def usual_seats(game: Game, bots: Sequence[str]) -> int:
    """Duels, unless the game needs more; a single bot plays alone where the game allows it; bots of which some repeat are one field."""
    if len(set(bots)) < len(bots):
        return len(bots)
    return 1 if len(bots) == 1 and game.seats[0] == 1 else max(2, game.seats[0])


def check_bots(game: Game, bots: Sequence[str], seats: int) -> None:
    for name in bots:
        check_bot(game, name)
    if len(bots) < seats:
        raise Refused(Message("refuse.few-bots", {"seats": seats, "bots": len(bots)}))


def load_game(name: str) -> Game:
    """A game by the name of its entry point, or any as `module:attribute`."""
    if ":" not in name:
        return find_game(name)
    found = load(name)
    if not isinstance(found, Game):
        raise Refused(Message("refuse.not-card", {"name": name}))
    return found


def check_bot(game: Game, name: str) -> None:
    if is_program(name):
        program_command(name)
    else:
        find_bot(game, name)


def find_bot(game: Game, name: str) -> Bot:
    """A bot of the game by its name, or any as `module:attribute`."""
    return roster.checked(name, load(name)) if ":" in name and name not in game.bots else roster.find_bot(game, name)


def load(name: str) -> Any:
    module, _, attribute = name.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise Refused(Message("refuse.load", {"name": name, "reason": str(error)})) from None
