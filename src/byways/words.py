"""What is said of any game: how it ended, that a position is repeated."""

from __future__ import annotations

from byways.game import Game, Outcome, Part
from byways.speech import Message, Sentence


def reconstructed_parts(game: Game) -> tuple[str, ...]:
    """The parts of a game that were made for Byways because the printed ones are not published."""
    parts = {field: getattr(game.components, field) for field in game.components.__struct_fields__}
    made = [name for name, part in parts.items() if any(map(is_reconstruction, part if isinstance(part, tuple) else (part,)))]
    return tuple(name.replace("_", " ") for name in made)


def is_reconstruction(part: object) -> bool:
    return isinstance(part, Part) and part.provenance == "reconstruction"


def reconstruction(game: Game, language: str | None = None) -> str:
    """Said wherever such parts are shown; nothing if there are none."""
    parts = reconstructed_parts(game)
    return game.say(Message("reconstruction", {"parts": parts}), language) if parts else ""


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
