"""What a page needs to show acts step by step: who did what, which pieces were concerned, and by which way they went."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import groupby
from typing import TypeAlias

import msgspec
from markupsafe import Markup, escape

from byways.acts import Act
from byways.game import Event, Game, Move, View
from byways.i18n import Sentence
from byways.record import Step
from byways.room import find_room
from byways.table.pages.cache import Memo
from byways.table.play.screens import Recent, Screen

Say: TypeAlias = Callable[[Sentence], str]

WATCHED = 4  # acts that stay marked for those who only watch


class Shown(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """One event as the page plays it. It stays marked if it is news to the viewer."""

    number: int  # of its moment
    text: str
    seat: int | None = None
    token: int = -1  # which stands for the seat in the drawing
    pieces: tuple[str, ...] = ()
    moves: tuple[tuple[str, tuple[tuple[float, float], ...]], ...] = ()
    turns: tuple[tuple[str, int], ...] = ()
    banner: bool = False
    pause: bool = False
    marked: bool = False
    by_chance: bool = False  # for the viewer, who did not choose it

    @cached_property
    def html(self) -> Markup:
        """An element of its own, which a stream does not send again with the next step."""
        return Markup(f"<i>{escape(msgspec.json.encode(self).decode())}</i>")


class Told(msgspec.Struct, frozen=True):
    """What one seat did in a row, in words, with its token (-1: nobody did it)."""

    token: int
    lines: tuple[str, ...]


SHOWN: Memo[list[Shown]] = Memo()


def shown(game: Game, number: int, step: Step, say: Say, tall: bool = False, marked: bool = False) -> list[Shown]:
    """What was told at one moment, in order."""
    return [
        Shown(
            number,
            say(event.said),
            seat := seat_of(event),
            -1 if seat is None else step.view.token(seat),
            event.pieces,
            tuple((move.piece, way(game, step.view, move, tall)) for move in event.moves),
            tuple((move.piece, move.turn) for move in event.moves if move.turn),
            event.banner,
            event.pause,
            marked and seat is not None and seat != step.view.seat,
            step.by_chance and seat is not None and seat == step.view.seat,
        )
        for event in step.events
    ]


def seat_of(event: Event) -> int | None:
    seat = event.values.get("seat")
    return seat if isinstance(seat, int) else None


def way(game: Game, view: View, move: Move, tall: bool) -> tuple[tuple[float, float], ...]:
    """The points that a piece comes through; none if the drawings before and after say it all."""
    ways = find_room(game.room).ways
    if ways is None:
        return ()
    points = (ways.where(view, move.piece, place, tall) for place in move.path)
    return tuple((round(x, 1), round(y, 1)) for x, y in points)


def lately(game: Game, screen: Screen, say: Say, tall: bool = False) -> list[Shown]:
    """All that happened since a seat last took a step; the acts of others stay marked, until the game goes on after a pause."""
    kept = screen.lately if screen.view.seat is not None else screen.lately[-WATCHED:]
    steps = [one for recent in kept for one in shown_once(game, recent, say, tall)]
    begun = max((nth for nth, one in enumerate(steps[:-1], 1) if one.pause), default=0)
    return [msgspec.structs.replace(one, marked=False) for one in steps[:begun]] + steps[begun:]


def shown_once(game: Game, recent: Recent, say: Say, tall: bool) -> list[Shown]:
    """It stays on a screen for many snapshots."""
    return SHOWN.get(recent, tall, say, lambda: shown(game, recent.number, recent.step, say, tall, marked=True))


def between(game: Game, story: list[Step], since: int, until: int, say: Say, tall: bool = False) -> list[Shown]:
    """What happened in a story after one moment and until another."""
    return [one for number in range(since + 1, until + 1) for one in shown(game, number, story[number], say, tall, marked=True)]


def in_words(steps: Iterable[Shown]) -> list[Told]:
    """What was done, seat by seat."""
    return [Told(token, tuple(one.text for one in told)) for token, told in groupby(steps, key=lambda one: one.token)]


class PastAct(msgspec.Struct, frozen=True):
    """An act in the list of those who look back."""

    end: int
    seats: tuple[int, ...]
    round: int
    lines: tuple[str, ...]
    pieces: tuple[str, ...]


def past_act(act: Act, say: Say) -> PastAct:
    lines = tuple(say(event.said) for event in act.events)
    pieces = tuple(dict.fromkeys(piece for event in act.events for piece in event.pieces))
    return PastAct(act.end, act.seats, act.round, lines, pieces)
