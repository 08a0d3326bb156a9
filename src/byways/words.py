"""What is said of any game: how it ended, that it stands as before, who a bot is."""

from __future__ import annotations

from byways.bots import TIERS
from byways.game import Game, Outcome


def repetition(times: int) -> str:
    """Said where a game stands as it did before."""
    return f"The game stood like this before, {'once' if times == 1 else f'{times} times'}." if times else ""


def result(game: Game, outcome: Outcome, language: str | None = None) -> str:
    """The outcome in words."""
    title = f"{outcome.title}." if outcome.title else ""
    return " ".join(filter(None, (title, game.say(outcome.reason, language), verdict(game, outcome))))


def verdict(game: Game, outcome: Outcome) -> str:
    winners = [game.seat_names[seat] for seat in outcome.winners]
    if len(outcome.places) == 1:  # alone one wins against nobody: the title judges
        return ""
    if not winners:
        return "Nobody wins."
    if len(winners) == len(outcome.places):
        return "It is a tie."
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."


def bot_called(bot: str | None) -> str:
    """A bot by how strong it is, or by name."""
    return f"{bot} bot" if bot in TIERS else f"bot {bot}"
