"""Moments of games between bots: the first with each kind of choice, the last one, and those after a show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple, get_args

from byways.errors import Refused
from byways.game import Choice, Game, View, stream
from byways.record import Record
from byways.referee import play

SEEDS = 40  # more than enough for every kind of choice to come up
BOTS = {"long_way": "easy"}  # random players seldom have a coin left for a second roll
# Options that bring other kinds of choices, or look different.
OPTIONS: dict[str, list[dict[str, object]]] = {
    "labyrinth": [{"classic": True}],
    "long_road": [{"draft": True}, {"open": True}, {"companeros": True}],
    "the_way": [{"various": True}, {"replace": True}, {"single": True}],
}


class Moment(NamedTuple):
    """A game up to a moment at which a seat has kinds of choices that did not come up before."""

    record: Record
    seat: int
    kinds: tuple[type[Choice], ...]

    @property
    def name(self) -> str:
        options = "".join(f" ({name})" for name, value in self.record.options.items() if value is True)
        return " ".join(kind.__name__.lower() for kind in self.kinds) + options


def kinds_of(game: Game) -> set[type[Choice]]:
    """All kinds of choices, as the game's positions declare them."""
    position = type(game.start(game.deal(game.seats[1], stream(0, "set-up"))))
    (declared,) = get_args(position.__orig_bases__[0])  # type: ignore[attr-defined]
    return set(get_args(declared))


@cache
def moments(game: Game, players: int) -> list[Moment]:
    """For each kind of choice the first moment that offers it, with any options; and for each of the options one within the game."""
    known, found, missing = set[type[Choice]](), list[Moment](), kinds_of(game)
    for options in ({}, *(options for options in OPTIONS.get(game.name, ()) if is_possible(game, players, options))):
        for seed in range(SEEDS):
            record = played(game, players, seed, options)
            found += new_moments(game, record, known)
            if options and not seed:
                found.append(middle(game, record))
            if known == missing or (options and seed):
                break
    return found


def is_possible(game: Game, players: int, options: Mapping[str, object]) -> bool:
    try:
        game.deal(players, stream(0, "set-up"), game.read_options(options))
    except Refused:
        return False
    return True


def played(game: Game, players: int, seed: int, options: Mapping[str, object]) -> Record:
    bots = [game.bots[BOTS.get(game.name, "random")](stream(seed, f"seat {seat}")) for seat in range(players)]
    return play(game, bots, seed, game.read_options(options)).record


def views(game: Game, record: Record) -> Iterator[tuple[int, int, View]]:
    """Yield what each seat that is awaited sees, from the start on, with the number of entries before."""
    positions = (record.start(game), *(step.after for step in record.play(game)))
    return ((number, seat, position.view(seat)) for number, position in enumerate(positions) for seat in position.awaited)


def new_moments(game: Game, record: Record, known: set[type[Choice]]) -> Iterator[Moment]:
    for number, seat, view in views(game, record):
        kinds = {type(choice) for choice in view.choices} - known
        if kinds:
            known |= kinds
            yield Moment(record.until(number), seat, tuple(sorted(kinds, key=lambda kind: kind.__name__)))


def middle(game: Game, record: Record) -> Moment:
    """The moment in the middle of a game."""
    return moment_at(game, record, len(record.entries) // 2)


def last(game: Game, record: Record) -> Moment:
    """The moment before the last choice."""
    return moment_at(game, record, max(number for number, _, _ in views(game, record)))


def moment_at(game: Game, record: Record, number: int) -> Moment:
    """The first moment with a choice after this number of entries."""
    at, seat, view = next(one for one in views(game, record) if one[0] >= number)
    return Moment(record.until(at), seat, tuple({type(choice): None for choice in view.choices}))


def shows(game: Game, record: Record) -> Iterator[Moment]:
    """The moments after the first show within a game, if any, and after the show at its end, if any."""
    ends = [number for number, step in enumerate(record.play(game), 1) if any(event.show == "ends" for event in step.events)]
    if ends and ends[0] < len(record.entries):
        yield moment_at(game, record, ends[0])
    if ends:
        yield Moment(record, 0, ())
