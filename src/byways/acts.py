"""Group the steps of a story into acts, for looking back on a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from byways.game import Event, Position
from byways.i18n import Message
from byways.record import BadRecord, Played, Step, Story


class Act(msgspec.Struct, frozen=True):
    """What a seat sees between two stops: one seat's act, the simultaneous acts of several seats, or a step after a pause.

    `end` is the index of its last step in the story (0 is the start). `seats` lists the seats whose acts became final. The last `ahead`
    events are dice and cards for the next round.
    """

    end: int
    seats: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    round: int = 0
    ahead: int = 0


def acts(story: Iterable[Step]) -> list[Act]:
    """Return an empty act for the start of a story, then its acts.

    Hints and undone steps are not acts. Dice and cards belong to the preceding act, tentative steps to the act that they complete.
    """
    told, pending, rounds = [Act(0)], Act(0), list[int | None]()
    for number, step in enumerate(story):
        rounds.append(step.view.round)
        pending = Act(number, tuple(sorted({*pending.seats, *step.seats})), pending.events + step.events)
        is_chance = step.by_chance and pending.events == step.events and not pending.seats
        opens_round = is_chance and (len(told) == 1 or (rounds[-1] or 0) > (rounds[told[-2].end] or 0))
        if is_stop(step) and not opens_round:
            told.append(pending)
            pending = Act(number)
        elif is_chance:
            last, ahead = told[-1], len(step.events) if opens_round else 0
            told[-1] = Act(number, last.seats, last.events + step.events, ahead=last.ahead + ahead)
            pending = Act(number)
    if None in rounds:
        return in_rounds(told)
    # Take the round from the view before the act: after a round's last act, the view already shows the next round.
    counted = [max(1, rounds[before.end] or 0) for before in told[:-1]]
    return [told[0], *(msgspec.structs.replace(act, round=number) for act, number in zip(told[1:], counted, strict=True))]


def events_by_round(told: Sequence[Act]) -> list[tuple[Event, ...]]:
    """Return the events of every act but the first, each after the dice and cards that open its round."""
    ahead = [act.events[len(act.events) - act.ahead :] for act in told]
    return [opening + act.events[: len(act.events) - act.ahead] for opening, act in zip(ahead, told[1:], strict=False)]


def acts_in(start: Position, replayed: Iterable[Played], seat: int | None) -> list[tuple[int, Act]]:
    """Return a game's acts as seen by a seat, each with the record length once the act is complete."""
    story, steps, entries = Story(seat), [Step((), (), start.view(seat))], [0]
    for number, played in enumerate(replayed, 1):
        if seen := story.see(played):
            steps.append(seen)
            entries.append(number)
    return [(entries[act.end], act) for act in acts(steps)]


def entries_until(act: int, told: Sequence[tuple[int, Act]]) -> int:
    """Return the record length once an act is complete."""
    if not 0 <= act < len(told):
        raise BadRecord(Message("refuse.no-act", {"act": act, "last": len(told) - 1}))
    return told[act][0]


def is_stop(step: Step) -> bool:
    """Whether an act with visible events ends at this step."""
    return step.view.outcome is not None or bool(step.events and (step.seats or step.is_frame))


def in_rounds(told: Sequence[Act]) -> list[Act]:
    """Number the rounds of a game that does not count them. A round ends when a seat acts again.

    Consecutive acts of one seat are a single turn, unless seats act simultaneously or the game is solo.
    """
    numbered, acted, last, number = list[Act](), set[int](), set[int](), 0
    is_alone = len({seat for act in told for seat in act.seats}) == 1
    for act in told:
        seats = set(act.seats)
        if seats and (not acted or (seats & acted and (seats != last or len(seats) > 1 or is_alone))):
            number, acted = number + 1, set()
        acted, last = acted | seats, seats or last
        numbered.append(msgspec.structs.replace(act, round=number))
    return numbered
