"""What is said of any game: how it ended, that a position is repeated."""

from __future__ import annotations

import msgspec

from byways.game import Game, Outcome, Part
from byways.speech import Message, Sentence, Speaker


class CardWords(msgspec.Struct, frozen=True):
    """What people read on a game's card."""

    title: str
    summary: str
    credit: str
    seating: str
    seat_names: tuple[str, ...]
    presets: dict[str, str]
    kinds: tuple[str, ...]


def card_words(game: Game, language: str) -> CardWords:
    """The card in a language, as far as the game's catalogue has words for it; loads no room, and nothing at all for English."""
    speaker = Speaker(language, (game.room,), game.seat_names)
    title, summary, credit, seating = (speaker.on_card(what, getattr(game, what)) for what in ("title", "summary", "credit", "seating"))
    presets = {preset.name: speaker.on_card(f"preset-{preset.name}", preset.label) for preset in game.presets}
    kinds = tuple(speaker.translated(kind, "kind") for kind in game.kinds)
    return CardWords(title, summary, credit, seating, speaker.seat_names, presets, kinds)


def reconstructed_parts(game: Game) -> tuple[str, ...]:
    """The parts of a game that were made for Byways because the printed ones are not published, by the names of their fields."""
    parts = {field: getattr(game.components, field) for field in game.components.__struct_fields__}
    return tuple(name for name, part in parts.items() if any(map(is_reconstruction, part if isinstance(part, tuple) else (part,))))


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
