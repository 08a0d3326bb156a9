"""Two games that differ only in what seat 0 cannot see, played in step until seat 0 can tell them apart."""

from __future__ import annotations

from random import Random

from byways.game import Choice, Game, Position
from byways.record import Choose, Entry, Happen, Played, played
from byways.testing.hidden import shown_alike

LONGEST = 150  # entries


def twins(game: Game, rng: Random) -> tuple[list[Played], list[Played]]:
    setup = game.deal(max(2, game.seats[0]), rng)
    here, there = game.start(setup), game.start(game.redeal(setup, 0, rng))
    one, other = list[Played](), list[Played]()
    while len(one) < LONGEST and here.outcome is None and (pair := entries(here, there, rng)):
        steps = played(game, here, pair[0]), played(game, there, pair[1])
        here, there = (step.after for step in steps)
        if here.view(0) != there.view(0) or here.awaited != there.awaited:
            break
        one.append(steps[0])
        other.append(steps[1])
    return one, other


def entries(here: Position, there: Position, rng: Random) -> tuple[Entry, Entry] | None:
    """Return one entry per game, which look the same to seat 0."""
    if (due := here.chance) and (instead := there.chance):
        if not due.seen(0):
            return Happen(due.draw(rng)), Happen(instead.draw(rng))
        common = [what for what in due.what if what in instead.what]
        return (Happen(what := rng.choice(common)), Happen(what)) if common else None
    seat = rng.choice(here.awaited)
    pairs = shown_alike(here, there, seat, 0)
    return None if not pairs else entered(seat, *rng.choice(pairs))


def entered(seat: int, choice: Choice, twin: Choice) -> tuple[Entry, Entry]:
    return Choose(seat, str(choice)), Choose(seat, str(twin))
