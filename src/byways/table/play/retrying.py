"""Try again: a person who plays alone against bots continues at a new table, from the start of their last act.

The original game does not change, because final acts are never taken back.
"""

from __future__ import annotations

from byways.table.errors import Forbidden
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from byways.table.play.visits import Visit


def can_retry(table: Table, seat: int | None) -> bool:
    """Whether all others are bots, no clock runs, it is no deal of the day, and the player has finished an act."""
    if seat is None or table.daily or table.clock is not None or table.match.script.lesson or table.seats[seat].kind != "person":
        return False
    others = [one for number, one in enumerate(table.seats) if number != seat]
    has_bots_alone = bool(others) and all(one.kind == "bot" and one.holder is None for one in others)
    return has_bots_alone and table.match.screens[seat].last_act is not None


def retry_plan(at: Visit) -> TablePlan:
    """Plan the new table, with the same bots."""
    table, seat = at.table, at.player()
    number = table.match.screens[seat].last_act
    if number is None or not can_retry(table, seat):
        raise Forbidden("wrong.retry")
    begun = table.match.record_until(seat, number)
    seats = tuple("me" if other == seat else f"bot:{one.bot}" for other, one in enumerate(table.seats))
    names = tuple(one.name for one in table.seats)
    return TablePlan(table.game, seats, begun.options, names, begun=begun, hints=table.hints.are_allowed)
