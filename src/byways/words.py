"""What is said of any game: how it ended, that a position is repeated."""

from __future__ import annotations

from byways.game import Game, Outcome
from byways.speech import Message, Sentence


def repetition(game: Game, times: int, language: str | None = None) -> str:
    """Said where a position is repeated."""
    return game.say(Message("repetition", {"times": times}), language) if times else ""


def result(game: Game, outcome: Outcome, language: str | None = None) -> str:
    """The outcome in words."""
    title = f"{game.say(outcome.title, language)}." if outcome.title else ""
    said = (title, game.say(outcome.reason, language), game.say(verdict(outcome), language))
    return " ".join(filter(None, said))


def verdict(outcome: Outcome) -> Sentence:
    winners = outcome.winners
    if len(outcome.places) == 1:  # a solo player beats nobody: the title is the verdict
        return ""
    if not winners:
        return Message("result.nobody")
    if len(winners) == len(outcome.places):
        return Message("result.tie")
    return Message("result.wins", {"winners": winners, "count": len(winners)})
