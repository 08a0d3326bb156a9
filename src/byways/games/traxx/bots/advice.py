"""Short descriptions of acts, and reasons for or against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from byways.game import Choice
from byways.games.traxx.components import NUMBERS
from byways.games.traxx.state import BIT, NEIGHBOURS, AnyChoice, Draw, Field, Sheet
from byways.games.traxx.view import View, nearest, number_phrase, with_dots
from byways.i18n import Message, Sentence


def brief(act: Sequence[Choice]) -> Message:
    draws = [step for step in act if isinstance(step, Draw)]
    if not draws:
        return Message("brief.done")
    return Message("brief.draw", {"fields": "\N{EN DASH}".join([draws[0].origin, *(step.to for step in draws)])})


def why(view: View, act: Sequence[Choice]) -> tuple[Sentence, ...]:
    assert view.seat is not None
    before = view.sheets[view.seat]
    after = with_dots(replace(view, act=cast("tuple[AnyChoice, ...]", (*view.act, *act))), view.seat)
    scored = [number for number in NUMBERS if after.points[number - 2] > before.points[number - 2]]
    reasons = (scores(view, after, scored), devalues(view, after, scored) or room(view, before, after))
    return tuple(reason for reason in reasons if reason)


def scores(view: View, after: Sheet, scored: list[int]) -> Message | None:
    """The numbers that an act scores, or else the nearest one that a later card may reach."""
    if scored:
        return Message("why.scores", {"numbers": tuple(number_phrase(number, after.points[number - 2]) for number in scored)})
    steps, number = nearest(view, after, 0)
    return Message("why.near", {"number": number, "steps": steps}) if number else None


def devalues(view: View, after: Sheet, scored: list[int]) -> Message | None:
    """The numbers that pay only half from the next round on: to the other players or, in a solo game, the lower ones."""
    if not view.deck or not scored:
        return None
    if len(view.sheets) == 1:
        highest, reached = max(scored), [number for number in NUMBERS if after.points[number - 2]]
        lower = [number for number in NUMBERS if number < highest and not after.points[number - 2]]
        return Message("why.lower", {"number": highest}) if lower and highest == max(reached) else None
    first = tuple(number for number in scored if not any(sheet.points[number - 2] for sheet in view.sheets))
    return Message("why.first", {"numbers": tuple(number_phrase(number, number) for number in first)}) if first else None


def room(view: View, before: Sheet, after: Sheet) -> Message | None:
    """The room that an act leaves for the line to continue."""
    if not view.deck:
        return None
    if shut_ends(after) > shut_ends(before):
        return Message("why.shut" if after.shut else "why.shut-end")
    if cut := cut_off(before, after):
        return Message("why.cut", {"fields": cut})
    return Message("why.open", {"fields": len(within(after))})


def cut_off(before: Sheet, after: Sheet) -> int:
    """The number of free fields that the line can no longer reach, without those that it has drawn through."""
    return len(within(before)) - len(within(after)) - (len(after.line) - len(before.line))


def shut_ends(sheet: Sheet) -> int:
    return sum(all(sheet.used & BIT[field] for field in NEIGHBOURS[end]) for end in sheet.ends)


def within(sheet: Sheet) -> set[Field]:
    """The free fields connected to an end of the line."""
    found: set[Field] = set()
    front = [*sheet.ends]
    while front:
        for field in NEIGHBOURS[front.pop()]:
            if not sheet.used & BIT[field] and field not in found:
                found.add(field)
                front.append(field)
    return found
