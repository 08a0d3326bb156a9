"""What is said of any game: how it ended, that a position is repeated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

import msgspec

from byways.game import Choice, Game, Outcome, Part
from byways.i18n import Message, Sentence, Speaker
from byways.room import find_room

NAMED = range(3, 11)  # how many players there are words for
NOTHING = "\N{EN DASH}"


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


def result(game: Game, outcome: Outcome, language: str | None = None, seat: int | None = None) -> str:
    """The outcome in words for a seat or for who watches: first how it went, then why."""
    return f"{game.say(headline(outcome, seat), language)} {game.say(outcome.reason, language)}".strip()


def headline(outcome: Outcome, seat: int | None = None) -> Sentence:
    """How it went for a seat or, to those who watch, who wins."""
    if seat is not None and seat in outcome.removed:
        return Message("result.left")
    if len(outcome.places) == 1:
        return alone(outcome)
    if seat is None or len(outcome.winners) in (0, len(outcome.places)):
        return verdict(outcome)
    return won(outcome, seat) if seat in outcome.winners else lost(outcome, seat)


def alone(outcome: Outcome) -> Sentence:
    """A solo player beats nobody: the title is the verdict."""
    if isinstance(outcome.title, Message):
        return Message("result.title", {"title": outcome.title})
    if outcome.title or not outcome.scores:
        return f"{outcome.title}." if outcome.title else Message("awaiting.nobody")
    return Message("result.points", {"score": number(outcome.scores[0]), "count": int(outcome.scores[0])})


def verdict(outcome: Outcome) -> Message:
    winners = outcome.winners
    if not winners:
        return Message("result.nobody")
    if len(winners) == len(outcome.places):
        return Message("result.tie")
    return Message("result.wins", {"winners": winners, "count": len(winners)})


def won(outcome: Outcome, seat: int) -> Message:
    others = level_with(outcome, seat)
    return Message("result.shared", {"others": others}) if others else Message("result.won")


def lost(outcome: Outcome, seat: int) -> Message:
    """Among several with scores one has a place; elsewhere there are only winners and losers."""
    count, place, others = len(outcome.places), outcome.places[seat], level_with(outcome, seat)
    if count == 2 or outcome.scores is None:
        return Message("result.lost", {"winners": outcome.winners})
    if count not in NAMED:
        return Message("result.place-number", {"place": place, "count": count})
    if others:
        return Message("result.place-shared", {"place": place, "others": others})
    return Message("result.place", {"place": place, "count": count})


def level_with(outcome: Outcome, seat: int) -> tuple[int, ...]:
    """The other seats that have the same place."""
    return tuple(other for other, place in enumerate(outcome.places) if place == outcome.places[seat] and other != seat)


def title_for(outcome: Outcome, seat: int | None) -> Sentence:
    """What the rules call it, for those who have won it; a draw is everybody's."""
    return outcome.title if seat in outcome.winners or len(outcome.winners) == len(outcome.places) else ""


def number(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def breakdown(outcome: Outcome, say: Callable[[Sentence], str]) -> list[tuple[str, list[str]]]:
    """The lines of a result in words, each with what every seat has; the last one is the total where lines add up to one."""

    def said(value: float | Message | None) -> str:
        return say(value) if isinstance(value, Message) else NOTHING if value is None else number(value)

    lines = [(say(line.label), [*map(said, line.values)]) for line in outcome.breakdown]
    if len(lines) > 1 and outcome.scores:
        lines.append((say(Message("result.total")), [*map(number, outcome.scores)]))
    return lines


def brief(game: Game, act: Sequence[Choice], say: Callable[[Sentence], str]) -> str:
    """An act in few words; step by step where the game has none."""
    if (advice := find_room(game.room).advice) is None:
        return "; ".join(say(step.sentence).rstrip(".") for step in act)
    said = say(advice.brief(act))
    return said[:1].upper() + said[1:]


def chained(parts: Sequence[Message]) -> Message:
    """Parts of an act one after the other, for the `brief` of a game."""
    return reduce(lambda first, then: Message("brief.then", {"first": first, "then": then}), parts)
