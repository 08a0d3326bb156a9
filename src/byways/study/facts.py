"""Facts about one game: its length, its choices, who led, and which components were used."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Protocol

import msgspec

from byways.game import Choice, Game, Position
from byways.record import Choose, Record
from byways.room import find_room

MOMENTS = 20  # parts into which a game is divided


class Counts(Protocol):
    """The optional module `study` of a room."""

    def leads(self, position: Any, /) -> Sequence[float]:
        """Return a number for the progress of each seat. The seat with the highest number leads."""

    def used(self, position: Any, chosen: Sequence[tuple[int, Any, Any]], /) -> Sequence[tuple[int, str, str]]:
        """Return the components that each seat has used by the end: the seat, the kind of component and its name.

        `chosen` has all choices, each with its seat and the position before it.
        """


class Facts(msgspec.Struct, frozen=True):
    """One game. For each moment, `offered` has the mean number of choices, and `leaders` the seat that leads alone, or -1."""

    places: tuple[int, ...]
    acts: int
    choices: int
    forced: int
    offered: tuple[float, ...]
    most_offered: int
    leaders: tuple[int, ...]
    changes: int
    margin: float | None
    used: tuple[tuple[int, str, str], ...]

    def win(self, seat: int) -> float:
        """Return 1 if the seat won alone, its share if it tied for first place, and 0 if it lost."""
        return (self.places[seat] == 1) / self.places.count(1)


def facts_of(game: Game, record: Record) -> Facts:
    """Replay a game and collect its facts."""
    counts: Counts | None = find_room(game.room).study
    offered, leaders = list[int](), list[int]()
    chosen, acts = list[tuple[int, Choice, Position]](), 0
    position = record.start(game)
    for step in record.play(game, tells=False):
        position = step.after
        if isinstance(step.entry, Choose) and step.choice is not None:
            offered.append(len(step.before.choices(step.entry.seat)))
            chosen.append((step.entry.seat, step.choice, step.before))
        if step.finished:
            acts += len(step.finished)
            leaders.append(leader(counts, position))
    outcome = position.outcome
    assert outcome is not None
    scores = sorted(outcome.scores or (), reverse=True)
    led = [seat for seat in leaders if seat >= 0]
    return Facts(
        places=outcome.places,
        acts=acts,
        choices=len(offered),
        forced=offered.count(1),
        offered=tuple(sum(part) / len(part) for part in moments(offered)),
        most_offered=max(offered, default=0),
        leaders=tuple(part[-1] for part in moments(leaders)),
        changes=sum(one != other for one, other in pairwise(led)),
        margin=scores[0] - scores[1] if len(scores) > 1 else None,
        used=tuple(counts.used(position, chosen)) if counts else (),
    )


def leader(counts: Counts | None, position: Position) -> int:
    """Return the seat that leads alone, or -1."""
    leads = counts.leads(position) if counts else []
    best = max(leads, default=0.0)
    return leads.index(best) if leads.count(best) == 1 else -1


def moments(values: Sequence[int]) -> list[Sequence[int]]:
    """Divide a sequence into as many parts as there are moments. Parts of a short sequence repeat values."""
    size = len(values) / MOMENTS
    return [values[int(part * size) : max(int(part * size) + 1, int((part + 1) * size))] for part in range(MOMENTS)] if values else []
