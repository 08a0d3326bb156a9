"""Why a choice is illegal: the rule that it breaks, as a message."""

from __future__ import annotations

from typing import cast

from byways.games.traxx.components import COLOURS
from byways.games.traxx.state import NEIGHBOURS, AnyChoice, Draw, Field, Position, Sheet
from byways.i18n import Message, Value


def why_not(position: Position, seat: int, choice: AnyChoice) -> Message:
    """The rule that an illegal choice breaks; to be done is always legal."""
    choice, act = cast(Draw, choice), cast(tuple[Draw, ...], position.acts[seat])
    drawn = tuple(step.to for step in act)
    return why_no_end(position.sheets[seat], act, drawn, choice) or why_no_field(position, seat, drawn, choice)


def why_no_end(sheet: Sheet, act: tuple[Draw, ...], drawn: tuple[Field, ...], draw: Draw) -> Message | None:
    """What is wrong with the field from which a draw goes on."""
    ends = drawn[-1:] or sheet.ends
    if draw.origin in ends:
        return None
    if draw.origin in sheet.ends and (len(sheet.line) == 1 or draw.origin != act[0].origin):
        return Message("refuse.one-end", {"end": ends[0]})
    known: dict[str, Value] = {"origin": draw.origin, **dict(zip(("end", "other"), ends, strict=False))}
    if draw.origin in (*sheet.line, *drawn):
        return Message("refuse.branch" if len(ends) == 1 else "refuse.branch-either", known)
    return Message("refuse.elsewhere" if len(ends) == 1 else "refuse.elsewhere-either", known)


def why_no_field(position: Position, seat: int, drawn: tuple[Field, ...], draw: Draw) -> Message:
    """What is wrong with the field to which a draw goes."""
    if draw.to in (*position.sheets[seat].line, *drawn):
        return Message("refuse.twice", {"to": draw.to})
    if draw.to not in NEIGHBOURS[draw.origin]:
        return why_gap(drawn[-1:] or position.sheets[seat].ends, draw)
    shade, card = position.board.colour[draw.to], position.turned[-1]
    if shade not in card:
        return Message("refuse.colour", {"to": draw.to, "colour": COLOURS[shade]})
    return Message("refuse.used", {"to": draw.to, "colour": COLOURS[shade], "fields": card.count(shade)})


def why_gap(ends: tuple[Field, ...], draw: Draw) -> Message:
    if len(ends) == 1 or any(draw.to in NEIGHBOURS[end] for end in ends):
        return Message("refuse.gap", {"to": draw.to, "origin": draw.origin})
    return Message("refuse.gap-either", {"to": draw.to, "end": ends[0], "other": ends[1]})
