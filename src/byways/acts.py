"""A story act by act: what people step through who look back on a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from byways.game import Event
from byways.record import Step


class Act(msgspec.Struct, frozen=True):
    """What a seat sees happen between two stops: one act of somebody, those of all who act at once, or a step after a pause.

    `end` is the last moment of it, counted from the start of the story, which is 0. `seats` are those whose acts became final.
    """

    end: int
    seats: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    round: int = 0


def acts(story: Iterable[Step]) -> list[Act]:
    """The start of a story, its first step, then its acts. What changes nothing (hints, steps that were taken back) is no act; dice and
    cards that follow an act belong to it, and tentative steps belong to the act that they become."""
    told, pending = [Act(0)], Act(0)
    for number, step in enumerate(story):
        pending = Act(number, tuple(sorted({*pending.seats, *step.seats})), pending.events + step.events)
        if is_stop(step):
            told.append(pending)
            pending = Act(number)
        elif step.by_chance and pending.events == step.events and not pending.seats:
            told[-1] = Act(number, told[-1].seats, told[-1].events + step.events)
            pending = Act(number)
    return in_rounds(told)


def is_stop(step: Step) -> bool:
    """Whether something came to its end here that people are told of."""
    return step.view.outcome is not None or bool(step.events and (step.seats or step.is_frame))


def in_rounds(told: Sequence[Act]) -> list[Act]:
    """The same, each in its round. One is over when somebody acts again who has acted; but several acts in a row are one turn, unless all
    act at once or there is nobody else."""
    numbered, acted, last, number = list[Act](), set[int](), set[int](), 0
    is_alone = len({seat for act in told for seat in act.seats}) == 1
    for act in told:
        seats = set(act.seats)
        if seats and (not acted or (seats & acted and (seats != last or len(seats) > 1 or is_alone))):
            number, acted = number + 1, set()
        acted, last = acted | seats, seats or last
        numbered.append(msgspec.structs.replace(act, round=number))
    return numbered
