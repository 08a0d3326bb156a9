"""A player's progress in a game: lessons learned, levels beaten, and what to try next.

A step is stored as a short text: `lesson NAME`, `beat LEVEL`, `more seats` or `preset NAME`. A win counts only for a person who plays alone
against bots of one level.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from byways.bots import TIERS
from byways.game import Game, Options, Outcome
from byways.table.seats import Seat

PEOPLE, PROGRAMS, BOTS, ALONE = "people", "programs", "bots", "alone"  # opponents other than a single kind of bot
MORE_SEATS = "more seats"


def lesson_step(lesson: str) -> str:
    return f"lesson {lesson}"


def beat_step(level: str) -> str:
    return f"beat {level}"


def preset_step(preset: str) -> str:
    return f"preset {preset}"


def usual_players(game: Game) -> int:
    return max(2, game.seats[0])


def opponents(seats: Sequence[Seat], mine: int) -> str:
    """The kind of opponents: people if there are any, or a bot's name if all opponents are that bot."""
    others = [seat for number, seat in enumerate(seats) if number != mine]
    if any(seat.holder or seat.former or seat.kind == "person" for seat in others):
        return PEOPLE
    if any(seat.kind != "bot" for seat in others):
        return PROGRAMS
    kinds = {seat.bot or "" for seat in others}
    return next(iter(kinds), ALONE) if len(kinds) < 2 else BOTS


def steps_of_win(game: Game, seats: Sequence[Seat], options: Options, outcome: Outcome) -> list[tuple[str, str]]:
    """The steps that a finished game adds, each with its holder: only a person who alone beats bots of one level gets any."""
    if len(outcome.winners) != 1:
        return []
    (seat,) = outcome.winners
    level, holder = opponents(seats, seat), seats[seat].holder
    if level not in TIERS or holder is None or seats[seat].kind != "person":
        return []
    presets = [preset_step(preset.name) for preset in game.presets[1:] if preset.options == options]
    more = [MORE_SEATS] * (len(seats) > usual_players(game))
    return [(holder, step) for step in (beat_step(level), *more, *presets)]


class Ladder(msgspec.Struct, frozen=True):
    """How far a player has come: the levels they have beaten, and the settings to try next. If nothing is left to try, `is_done`."""

    levels: tuple[str, ...]  # the game's levels, weakest first
    beaten: int  # number of levels up to the strongest one beaten
    players: int
    bot: str
    preset: str | None = None
    is_done: bool = False


def ladder(game: Game, done: Collection[str]) -> Ladder:
    """The next step for a player: the next level, then more seats, then each variant."""
    levels = tuple(level for level in TIERS if level in game.bot_names)
    beaten = max((number for number, level in enumerate(levels, 1) if beat_step(level) in done), default=0)
    players, preset = usual_players(game), next(iter(game.presets), None)
    usual = preset.name if preset else None
    if beaten < len(levels) or not levels:
        return Ladder(levels, beaten, players, levels[beaten] if levels else game.bot_names[-1], usual, not levels)
    if players < game.seats[1] and MORE_SEATS not in done:
        return Ladder(levels, beaten, players + 1, levels[-1], usual)
    variant = next((one.name for one in game.presets[1:] if preset_step(one.name) not in done), None)
    return Ladder(levels, beaten, players, levels[-1], variant or usual, variant is None)
