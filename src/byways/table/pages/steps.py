"""Events as steps that a page animates: the pieces concerned, and the paths they take."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import accumulate, islice
from typing import TypeAlias

import msgspec
from markupsafe import Markup, escape

from byways.acts import Act
from byways.game import Event, Game, Move, View
from byways.i18n import Sentence
from byways.record import Step
from byways.room import find_room
from byways.table.pages.cache import Memo
from byways.table.play.screens import Recent, Screen, show_after

Say: TypeAlias = Callable[[Sentence], str]

WATCHED = 4  # acts that stay marked for spectators


class AnimationStep(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """One event as the page animates it. It stays marked if it is news to the viewer."""

    number: int  # the moment's number
    text: str
    seat: int | None = None
    token: int = -1  # the seat's token in the drawing
    pieces: tuple[str, ...] = ()
    moves: tuple[tuple[str, tuple[tuple[float, float], ...]], ...] = ()
    turns: tuple[tuple[str, int], ...] = ()
    banner: bool = False
    pause: bool = False
    marked: bool = False
    by_chance: bool = False  # happened to the viewer without a choice
    show: int = 0  # the number at which the show it belongs to began

    @cached_property
    def html(self) -> Markup:
        """JSON in a separate element, so that a stream does not resend it with the next step."""
        return Markup(f"<i>{escape(msgspec.json.encode(self).decode())}</i>")


STEPS: Memo[list[AnimationStep]] = Memo()


def steps_at(game: Game, number: int, step: Step, say: Say, tall: bool = False, marked: bool = False, show: int = 0) -> list[AnimationStep]:
    """The events of one moment, in order. `show` is the show in progress before the moment."""
    shows = accumulate(step.events, lambda show, event: show_after(event, number, show), initial=show)
    return [
        AnimationStep(
            number,
            say(event.wording),
            seat := acting_seat(event),
            -1 if seat is None else step.view.token(seat),
            event.pieces,
            tuple((move.piece, path_of(game, step.view, move, tall)) for move in event.moves),
            tuple((move.piece, move.turn) for move in event.moves if move.turn),
            event.banner,
            event.pause,
            marked and seat is not None and seat != step.view.seat,
            step.by_chance and seat is not None and seat == step.view.seat,
            show,
        )
        for event, show in zip(step.events, islice(shows, 1, None), strict=True)
    ]


def acting_seat(event: Event) -> int | None:
    seat = event.values.get("seat")
    return seat if isinstance(seat, int) else None


def path_of(game: Game, view: View, move: Move, tall: bool) -> tuple[tuple[float, float], ...]:
    """The points that a piece passes through. Empty if the drawings before and after suffice."""
    ways = find_room(game.room).ways
    if ways is None:
        return ()
    points = (ways.where(view, move.piece, place, tall) for place in move.path)
    return tuple((round(x, 1), round(y, 1)) for x, y in points)


def recent_steps(game: Game, screen: Screen, say: Say, tall: bool = False) -> list[AnimationStep]:
    """All steps since a seat last chose. Other seats' acts are marked, except those before the last pause."""
    kept = screen.lately if screen.view.seat is not None else screen.lately[-WATCHED:]
    steps = [one for recent in kept for one in cached_steps(game, recent, say, tall)]
    begun = max((nth for nth, one in enumerate(steps[:-1], 1) if one.pause), default=0)
    return [msgspec.structs.replace(one, marked=False) for one in steps[:begun]] + steps[begun:]


def cached_steps(game: Game, recent: Recent, say: Say, tall: bool) -> list[AnimationStep]:
    """The steps of a recent moment, cached because many snapshots contain them."""
    return STEPS.get(recent, tall, say, lambda: steps_at(game, recent.number, recent.step, say, tall, marked=True, show=recent.show))


def between(game: Game, story: list[Step], since: int, until: int, say: Say, tall: bool = False) -> list[AnimationStep]:
    """The events of a story after one moment, up to and including another. Unlike in play, the viewer's own acts are marked too."""
    steps = (one for number in range(since + 1, until + 1) for one in steps_at(game, number, story[number], say, tall))
    return [msgspec.structs.replace(one, marked=one.seat is not None) for one in steps]


class PastAct(msgspec.Struct, frozen=True):
    """An act in the list for looking back. The board after a round's last act may already show the next round."""

    end: int
    seats: tuple[int, ...]
    round: int
    round_after: int
    lines: tuple[str, ...]
    pieces: tuple[str, ...]


def past_act(act: Act, after: View, say: Say) -> PastAct:
    lines = tuple(say(event.wording) for event in act.events)
    pieces = tuple(dict.fromkeys(piece for event in act.events for piece in event.pieces))
    return PastAct(act.end, act.seats, act.round, act.round if after.round is None else after.round, lines, pieces)
