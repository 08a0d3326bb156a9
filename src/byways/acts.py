"""A story act by act: what people step through who look back on a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from byways.game import Event, Position
from byways.i18n import Message
from byways.record import BadRecord, Played, Step, Story


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


def acts_in(start: Position, replayed: Iterable[Played], seat: int | None) -> list[tuple[int, Act]]:
    """The acts of a game as a seat saw them, each after the number of entries that it takes to its end."""
    story, steps, entries = Story(seat), [Step((), (), start.view(seat))], [0]
    for number, played in enumerate(replayed, 1):
        if seen := story.see(played):
            steps.append(seen)
            entries.append(number)
    return [(entries[act.end], act) for act in acts(steps)]


def entries_until(act: int, told: Sequence[tuple[int, Act]]) -> int:
    """How many entries it takes to the end of an act of a record."""
    if not 0 <= act < len(told):
        raise BadRecord(Message("refuse.no-act", {"act": act, "last": len(told) - 1}))
    return told[act][0]


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
