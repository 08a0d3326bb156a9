"""Explain why a choice is illegal."""

from __future__ import annotations

from typing import cast

from byways.games.traxx.components import COLOURS
from byways.games.traxx.state import NEIGHBOURS, AnyChoice, Draw, Field, Position, Sheet
from byways.i18n import Message, Value


def why_not(position: Position, seat: int, choice: AnyChoice) -> Message:
    """Return the rule that a draw breaks; `done` is always legal."""
    choice, act = cast(Draw, choice), cast(tuple[Draw, ...], position.acts[seat])
    drawn = tuple(step.to for step in act)
    return wrong_origin(position.sheets[seat], act, drawn, choice) or wrong_target(position, seat, drawn, choice)


def wrong_origin(sheet: Sheet, act: tuple[Draw, ...], drawn: tuple[Field, ...], draw: Draw) -> Message | None:
    """Return what is wrong with the field where a draw starts."""
    ends = drawn[-1:] or sheet.ends
    if draw.origin in ends:
        return None
    if draw.origin in sheet.ends and (len(sheet.line) == 1 or draw.origin != act[0].origin):
        return Message("refuse.one-end", {"end": ends[0]})
    known: dict[str, Value] = {"origin": draw.origin, **dict(zip(("end", "other"), ends, strict=False))}
    if draw.origin in (*sheet.line, *drawn):
        return Message("refuse.branch" if len(ends) == 1 else "refuse.branch-either", known)
    return Message("refuse.elsewhere" if len(ends) == 1 else "refuse.elsewhere-either", known)


def wrong_target(position: Position, seat: int, drawn: tuple[Field, ...], draw: Draw) -> Message:
    """Return what is wrong with the field where a draw ends."""
    if draw.to in (*position.sheets[seat].line, *drawn):
        return Message("refuse.twice", {"to": draw.to})
    if draw.to not in NEIGHBOURS[draw.origin]:
        return gap(drawn[-1:] or position.sheets[seat].ends, draw)
    shade, card = position.board.colour[draw.to], position.turned[-1]
    if shade not in card:
        return Message("refuse.colour", {"to": draw.to, "colour": COLOURS[shade]})
    return Message("refuse.used", {"to": draw.to, "colour": COLOURS[shade], "fields": card.count(shade)})


def gap(ends: tuple[Field, ...], draw: Draw) -> Message:
    if len(ends) == 1 or any(draw.to in NEIGHBOURS[end] for end in ends):
        return Message("refuse.gap", {"to": draw.to, "origin": draw.origin})
    return Message("refuse.gap-either", {"to": draw.to, "end": ends[0], "other": ends[1]})
