"""Sentences about any game: its card, results, repetitions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

import msgspec

from byways.game import Choice, Game, Outcome, Part
from byways.i18n import Message, Sentence, Speaker, Value
from byways.room import find_room

NAMED = range(3, 11)  # numbers of players with their own texts
NOTHING = "\N{EN DASH}"


class CardWords(msgspec.Struct, frozen=True):
    """The texts of a game's card."""

    title: str
    summary: str
    credit: str
    seating: str
    seat_names: tuple[str, ...]
    presets: dict[str, str]
    presets_about: dict[str, str]
    consists: str
    kinds: tuple[str, ...]


def card_words(game: Game, language: str) -> CardWords:
    """Return the card in a language, falling back to English. Imports no room, and loads no catalogue for English."""
    speaker = Speaker(language, (game.room,), game.seat_names)
    texts = ("title", "summary", "credit", "seating", "consists")
    title, summary, credit, seating, consists = (speaker.on_card(what, getattr(game, what)) for what in texts)
    presets = {preset.name: speaker.on_card(f"preset-{preset.name}", preset.label) for preset in game.presets}
    about = {preset.name: speaker.on_card(f"preset-{preset.name}-about", preset.about) for preset in game.presets}
    kinds = tuple(speaker.translated(kind, "kind") for kind in game.kinds)
    return CardWords(title, summary, credit, seating, speaker.seat_names, presets, about, consists, kinds)


def reconstructed_parts(game: Game) -> tuple[str, ...]:
    """Return the field names of components that were reconstructed because the printed ones are not published."""
    parts = {field: getattr(game.components, field) for field in game.components.__struct_fields__}
    lists = {name: part if isinstance(part, tuple) else (part,) for name, part in parts.items()}
    return tuple(name for name, part in lists.items() if any(isinstance(one, Part) and one.provenance == "reconstruction" for one in part))


def reconstruction(game: Game, language: str | None = None) -> str:
    """The notice about reconstructed parts; empty if there are none."""
    parts = reconstructed_parts(game)
    return game.say(Message("reconstruction", {"parts": parts}), language) if parts else ""


def repetition(game: Game, times: int, language: str | None = None) -> str:
    """The notice about a repeated position; empty if it is new."""
    return game.say(Message("repetition", {"times": times}), language) if times else ""


def result(game: Game, outcome: Outcome, language: str | None = None, seat: int | None = None) -> str:
    """Return the outcome in words for a seat or a spectator: the headline, then the reason."""
    return f"{game.say(headline(outcome, seat), language)} {game.say(outcome.reason, language)}".strip()


def headline(outcome: Outcome, seat: int | None = None) -> Sentence:
    """Return the result for a seat, or the winners for a spectator."""
    if seat is not None and seat in outcome.removed:
        return Message("result.left")
    if len(outcome.places) == 1:
        return alone(outcome)
    if seat is None or len(outcome.winners) in (0, len(outcome.places)):
        return verdict(outcome)
    return won(outcome, seat) if seat in outcome.winners else lost(outcome, seat)


def alone(outcome: Outcome) -> Sentence:
    """The headline of a solo game: its title or score."""
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
    """The headline for a seat that did not win: its place, in games with scores and more than two seats."""
    count, place, others = len(outcome.places), outcome.places[seat], level_with(outcome, seat)
    if count == 2 or outcome.scores is None:
        return Message("result.lost", {"winners": outcome.winners})
    if count not in NAMED:
        return Message("result.place-number", {"place": place, "count": count})
    if others:
        return Message("result.place-shared", {"place": place, "others": others})
    return Message("result.place", {"place": place, "count": count})


def level_with(outcome: Outcome, seat: int) -> tuple[int, ...]:
    """Return the other seats with the same place."""
    return tuple(other for other, place in enumerate(outcome.places) if place == outcome.places[seat] and other != seat)


def title_for(outcome: Outcome, seat: int | None) -> Sentence:
    """The title that the rules give the result, if the seat has won or the game is a draw."""
    return outcome.title if seat in outcome.winners or len(outcome.winners) == len(outcome.places) else ""


CLOSE = 0.05  # share of the winning score


def decided(outcome: Outcome, seat: int | None) -> tuple[Message, ...]:
    """Explain a defeat from the breakdown: the line with the largest difference, and a line where the seat was ahead.

    Of equal differences, the last counts: in a set, the later game. Empty for winners and spectators, and if the breakdown does not tell.
    """
    if seat is None or seat in outcome.removed or seat in outcome.winners or not outcome.winners:
        return ()
    winner, scores = outcome.winners[0], outcome.scores
    both = [(line.label, line.values[winner], line.values[seat]) for line in outcome.breakdown]
    lines = [(label, theirs, mine) for label, theirs, mine in both if isinstance(theirs, int | float) and isinstance(mine, int | float)]
    if scores is None:  # lines are facts, the most important first
        return tuple(Message("result.decided", compared(*line)) for line in [line for line in lines if line[1] != line[2]][:1])
    close = (Message("result.close"),) if scores[winner] - scores[seat] <= max(1, CLOSE * abs(scores[winner])) else ()
    by_lead = sorted(lines, key=lambda line: line[1] - line[2])
    leads = [theirs - mine for _, theirs, mine in by_lead]
    if not leads or leads[-1] <= 0 or scores[winner] <= scores[seat]:
        return close
    ahead = by_lead[:1] if leads[0] < 0 else []
    return (*close, Message("result.decided", compared(*by_lead[-1])), *(Message("result.ahead", compared(*line)) for line in ahead))


def compared(label: Sentence, theirs: float, mine: float) -> dict[str, Value]:
    return {"label": label, "theirs": number(theirs), "mine": number(mine)}


def number(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def breakdown(outcome: Outcome, say: Callable[[Sentence], str]) -> list[tuple[str, list[str]]]:
    """Return the breakdown in words, with one value per seat on each line. The last line is the total if there are scores."""

    def said(value: float | Message | None) -> str:
        return say(value) if isinstance(value, Message) else NOTHING if value is None else number(value)

    lines = [(say(line.label), [*map(said, line.values)]) for line in outcome.breakdown]
    if len(lines) > 1 and outcome.scores:
        lines.append((say(Message("result.total")), [*map(number, outcome.scores)]))
    return lines


def brief(game: Game, act: Sequence[Choice], say: Callable[[Sentence], str]) -> str:
    """Describe an act in few words, or step by step if the game has no short form."""
    if (advice := find_room(game.room).advice) is None:
        return "; ".join(say(step.sentence).rstrip(".") for step in act)
    said = say(advice.brief(act))
    return said[:1].upper() + said[1:]


def chained(parts: Sequence[Message]) -> Message:
    """Join parts of an act with "then", for the `brief` of a game."""
    return reduce(lambda first, then: Message("brief.then", {"first": first, "then": then}), parts)
