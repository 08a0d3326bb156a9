"""Explain why another act was better: the numbers and the room that it reaches or keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from msgspec.structs import replace

from byways.bots.mistakes import Difference, explanation
from byways.event import Explanation
from byways.game import Choice
from byways.games.traxx.bots.advice import cut_off, shut_ends, within
from byways.games.traxx.bots.proofs import best_score, drawn
from byways.games.traxx.components import NUMBERS
from byways.games.traxx.state import Sheet
from byways.games.traxx.view import View, distances, nearest, number_phrase
from byways.i18n import Message, Value

ROOM = 3  # smallest difference in fields worth mentioning


def explain(view: View, played: Sequence[Choice], best: Sequence[Choice]) -> Explanation | None:
    assert view.seat is not None
    before, mine, other = view.sheets[view.seat], drawn(view, played), drawn(view, best)
    return explanation(differences(view, before, mine, other))


def differences(view: View, before: Sheet, mine: Sheet, other: Sheet) -> Iterator[Difference | None]:
    found = [*filter(None, (missed(view, before, mine, other), passed(before, mine, other)))]
    if view.deck:
        found += filter(None, (cut(view, mine, other), shut(mine, other), room(before, mine, other), far(view, before, mine, other)))
    found += filter(None, (fewer(before, mine, other),))
    yield from found
    if not found:
        yield next_card(view, mine, other)


def scored(sheet: Sheet, before: Sheet) -> list[int]:
    return [number for number in NUMBERS if sheet.points[number - 2] > before.points[number - 2]]


def phrases(sheet: Sheet, numbers: Sequence[int]) -> tuple[Message, ...]:
    return tuple(number_phrase(number, sheet.points[number - 2] or number) for number in numbers)


def missed(view: View, before: Sheet, mine: Sheet, other: Sheet) -> Difference | None:
    """Numbers that only the best act scores with this card, if they are worth more."""
    if sum(other.points) <= sum(mine.points):
        return None
    numbers = [number for number in scored(other, before) if number not in scored(mine, before)]
    if not numbers:
        return None
    said: dict[str, Value] = {"numbers": phrases(other, numbers)}
    is_contested = view.deck and len(view.sheets) > 1 and any(other.points[number - 2] == number for number in numbers)
    cost = Message("mistake.missed-half" if is_contested else "mistake.missed-cost", said)
    title = Message("mistake.missed", {"numbers": tuple(number_phrase(number, number) for number in numbers)})
    return Difference(title, cost, Message("why.scores", said))


def passed(before: Sheet, mine: Sheet, other: Sheet) -> Difference | None:
    fields = len(other.line) - len(before.line)
    if len(mine.line) > len(before.line) or not fields:
        return None
    said: dict[str, Value] = {"fields": fields}
    return Difference(Message("mistake.pass"), Message("mistake.pass-cost", said), Message("mistake.draws", said))


def cut(view: View, mine: Sheet, other: Sheet) -> Difference | None:
    """Numbers that the best act keeps within reach and the act played does not."""
    reached = {number for number in NUMBERS if mine.points[number - 2]}
    lost = sorted({*distances(view, other, 0)} - {*distances(view, mine, 0)} - reached)
    if not lost:
        return None
    said: dict[str, Value] = {"numbers": phrases(mine, lost)}
    return Difference(Message("mistake.cut", said), Message("mistake.cut-cost", said), Message("mistake.cut-gain", said))


def shut(mine: Sheet, other: Sheet) -> Difference | None:
    if shut_ends(mine) <= shut_ends(other):
        return None
    kept = Message("mistake.shut-gain" if shut_ends(other) == 0 else "mistake.shut-one")
    return Difference(Message("mistake.shut"), Message("why.shut" if mine.shut else "why.shut-end"), kept)


def room(before: Sheet, mine: Sheet, other: Sheet) -> Difference | None:
    """The free fields that only the act played cuts off."""
    lost = cut_off(before, mine)
    if lost - cut_off(before, other) < ROOM:
        return None
    return Difference(Message("mistake.room"), Message("why.cut", {"fields": lost}), Message("why.open", {"fields": len(within(other))}))


def far(view: View, before: Sheet, mine: Sheet, other: Sheet) -> Difference | None:
    """The nearest number, if the best act comes closer to one and the act played scores no other."""
    if any(scored > best for scored, best in zip(mine.points, other.points, strict=True)):
        return None
    (steps, number), (fewer_steps, nearer) = nearest(view, mine, 0), nearest(view, other, 0)
    if not nearer or (number and steps <= fewer_steps):
        return None
    gain = Message("why.near", {"number": nearer, "steps": fewer_steps})
    if not number:
        return Difference(Message("mistake.far"), Message("mistake.no-number"), gain)
    away = steps > nearest(view, before, 0)[0]
    cost = Message("mistake.far-away" if away else "mistake.far-cost", {"number": number, "steps": steps})
    return Difference(Message("mistake.far" if away else "mistake.far-near"), cost, gain)


def fewer(before: Sheet, mine: Sheet, other: Sheet) -> Difference | None:
    few, more = len(mine.line) - len(before.line), len(other.line) - len(before.line)
    if not 0 < few < more:
        return None
    return Difference(Message("mistake.fewer"), Message("mistake.drew", {"fields": few}), Message("mistake.draws", {"fields": more}))


def next_card(view: View, mine: Sheet, other: Sheet) -> Difference | None:
    """The points that the next card adds on average, if nothing else distinguishes the acts."""
    if not view.deck:
        return Difference(Message("mistake.final"), final(mine), final(other))
    less, more = (expected(view, sheet) for sheet in (mine, other))
    said: dict[str, Value] = {"points": f"{more:.1f}"}
    if less >= more:
        return Difference(Message("mistake.later"), "", Message("mistake.next-card", said))
    return Difference(Message("mistake.next"), Message("mistake.next-card", {"points": f"{less:.1f}"}), Message("mistake.next-card", said))


def final(sheet: Sheet) -> Message:
    return Message("mistake.final-score", {"points": sheet.score})


def expected(view: View, sheet: Sheet) -> float:
    """The most points that a card from the deck can add to a sheet, averaged over the deck."""
    assert view.seat is not None
    return fmean(best_score(replace(view, turned=(*view.turned, card)), view.seat, sheet) for card in view.deck) - sheet.score
