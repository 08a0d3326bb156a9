"""Short descriptions of acts, and reasons for or against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from byways.game import Choice
from byways.games.long_way.rules.acts import apply_act
from byways.games.long_way.rules.shoppers import Walk, walk
from byways.games.long_way.state import (
    AnyChoice,
    Cafeteria,
    Coins,
    Done,
    Doorway,
    Keep,
    Reroll,
    Stop,
    Wall,
    format_points,
)
from byways.games.long_way.view import View
from byways.i18n import Message, Sentence, Value
from byways.phrases import chained

UNSAID = (Cafeteria, Done)  # left out beside other steps


def brief(act: Sequence[Choice]) -> Message:
    steps = [step for step in act if not isinstance(step, UNSAID)] or act[:1]
    return chained([Message(f"brief.{type(step).__name__.lower()}", cast(Message, step.sentence).values) for step in steps])


def why(view: View, act: Sequence[Choice]) -> tuple[Sentence, ...]:
    assert view.seat is not None
    steps = cast("tuple[AnyChoice, ...]", (*view.act, *act))
    if isinstance(steps[0], Keep | Reroll):
        return ()
    before, doors = view.sheets[view.seat], view.phase == "doors"
    after = apply_act(before, steps, doors, view.roll).sheet
    if doors:
        way = walk(after) if Done() in steps else None
        return (Message("why.doors", {"steps": length(way)}),) if way else ()
    if isinstance(steps[0], Stop):
        way = walk(before)
        return (Message("why.stop", {"score": format_points(way.score if way else 0)}),)
    reasons = (worth(walk(before), walk(after)), longer(walk(before), walk(after)), bonus(steps))
    return tuple(reason for reason in reasons if reason)[:2]


def worth(before: Walk | None, after: Walk | None) -> Message | None:
    """Compare the scores of the shoppers' way before and after."""
    if after is None:
        return Message("why.shuts") if before else None
    values: dict[str, Value] = {"score": format_points(after.score)}
    if before is None:
        return Message("why.opens", values)
    more = after.score - before.score
    if not more:
        return Message("why.same", values)
    return Message("why.more" if more > 0 else "why.less", {**values, "points": abs(more)})


def longer(before: Walk | None, after: Walk | None) -> Message | None:
    if before is None or after is None or length(after) <= length(before):
        return None
    return Message("why.longer", {"steps": length(after) - length(before)})


def length(way: Walk) -> int:
    """Count the steps of a way."""
    return sum(len(leg) - 1 for leg in way.legs)


def bonus(steps: Sequence[AnyChoice]) -> Message | None:
    return Message("why.bonus") if any(isinstance(step, Wall | Doorway | Coins) for step in steps) else None
