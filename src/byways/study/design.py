"""What a study plays: which tournaments, with which bots and how many games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from byways.arena.plan import Plan, draw_up
from byways.bots.roster import load_bot
from byways.game import Game, JsonObject, Refused
from byways.i18n import Message
from byways.loading import load_game
from byways.room import find_room
from byways.study.strengths import thinks

BOTS = ("random", "hard:1", "hard:4")
GAMES = 80
LEAST_DEALS = 2
LADDER_SHARE = 3  # one game between neighbouring strengths for this many games of the study


class Strength(NamedTuple):
    """A bot, and how many worlds it imagines for each answer (None: it imagines none)."""

    bot: str
    worlds: int | None

    def __str__(self) -> str:
        return f"{self.bot}, {self.worlds} world{'s' if self.worlds != 1 else ''}" if self.worlds else self.bot

    def name(self, game: str) -> str:
        """Return the name by which the arena finds the bot."""
        return f"byways.study.strengths:{game} {self.bot} {self.worlds}" if self.worlds else self.bot


def read_strength(text: str) -> Strength:
    bot, colon, worlds = text.rpartition(":")
    if not colon or worlds.isidentifier():  # the name of a bot, or module:attribute
        return Strength(text, None)
    if not (worlds.isascii() and worlds.isdecimal() and int(worlds) > 0):
        raise Refused(Message("refuse.strength", {"text": text}))
    return Strength(bot, int(worlds))


class Variant(msgspec.Struct, frozen=True):
    """A variant of the game to compare: its options and components."""

    label: str
    options: JsonObject
    components: str | None = None


class Part(NamedTuple):
    """A tournament of a study: its folder, its plan and its number of games."""

    name: str
    plan: Plan
    games: int


class Design(msgspec.Struct, frozen=True):
    """Everything that determines a study."""

    game: str
    strengths: tuple[Strength, ...]
    seats: int
    games: int
    seed: int
    variants: tuple[Variant, ...]  # the first is the unchanged game

    @property
    def card(self) -> Game:
        return load_game(self.game)

    def parts(self) -> Iterator[Part]:
        """Yield all tournaments, the most important first."""
        best, first = self.strengths[-1], self.variants[0]
        for number, variant in enumerate(self.variants):
            yield Part(f"games-{number}", self._plan([best] * self.seats, variant, 1), self.games)
        for number in range(1, len(self.strengths)):
            pair = [self.strengths[number], *[self.strengths[number - 1]] * (self.seats - 1)]
            yield Part(f"ladder-{number}", self._plan(pair, first, None), max(self.seats, self.games // LADDER_SHARE))
        most_deals, runs = find_room(self.card.room).luck
        deals = max(LEAST_DEALS, most_deals * self.games // GAMES)
        for number, strength in enumerate(self.strengths):
            yield Part(f"luck-{number}", self._plan([strength] * self.seats, first, runs), deals * runs)

    def _plan(self, bots: Sequence[Strength], variant: Variant, runs: int | None) -> Plan:
        names = [bot.name(self.game) for bot in bots]
        plan = draw_up(
            self.game, names, seed=self.seed, seats=self.seats, options=variant.options, components=variant.components, limit=LIMIT
        )
        return msgspec.structs.replace(plan, runs=runs)


LIMIT = 120.0  # seconds for an act: strength is counted in worlds, and a busy machine must not decide a game


def make_design(game: str, bots: Sequence[str], seats: int | None, games: int, seed: int, variants: Sequence[Variant]) -> Design:
    """Return a design. Raise `Refused` if a part of it is wrong, before any game is played."""
    card = load_game(game)
    strengths = tuple(read_strength(text) for text in bots)
    if len(strengths) < 2 or len(set(strengths)) < len(strengths):
        raise Refused(Message("refuse.few-strengths"))
    for strength in strengths:
        bot = load_bot(card, strength.bot)
        if strength.worlds is None and thinks(card, strength.bot, bot):
            raise Refused(Message("refuse.clock-strength", {"bot": strength.bot}))
    least, most = card.seats
    return Design(game, strengths, seats or min(max(2, least), most), games, seed, tuple(variants))
