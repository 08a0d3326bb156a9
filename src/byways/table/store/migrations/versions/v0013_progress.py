"""Add what holders have achieved, and the tables that they have cleared from their lists."""

import json
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

FINISHED = (
    "SELECT tables.id, game, outcome, seat, kind, bot, holder, former FROM tables JOIN seats ON seats.table_id = tables.id "
    "WHERE outcome IS NOT NULL AND lesson = '' AND NOT begun ORDER BY tables.id, seat"
)


def upgrade() -> None:
    made = op.create_table(
        "progress",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("step", sa.String(80), primary_key=True),
    )
    op.create_table(
        "cleared",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
    )
    if rows := [{"holder": holder, "game": game, "step": f"beat {bot}"} for holder, game, bot in sorted({*wins()})]:
        op.bulk_insert(made, rows)


def wins() -> Iterator[tuple[str, str, str]]:
    """Yield the holder, game and level of each win by a single person against bots of one level."""
    found: dict[str, list[sa.Row[tuple[object, ...]]]] = {}
    for row in op.get_bind().execute(sa.text(FINISHED)):
        found.setdefault(row.id, []).append(row)
    for seats in found.values():
        people = [seat for seat in seats if seat.kind == "person" and seat.holder]
        bots = {seat.bot for seat in seats if seat.kind == "bot" and not seat.holder and not seat.former}
        if len(people) == 1 and len(bots) == 1 and len(people) + sum(seat.kind == "bot" for seat in seats) == len(seats):
            (person,), (bot,) = people, bots
            if bot in ("easy", "medium", "hard") and has_won(person.outcome, person.seat, len(seats)):
                yield person.holder, person.game, bot


def has_won(outcome: str, seat: int, seats: int) -> bool:
    try:
        places = json.loads(outcome)["places"]
        return len(places) == seats and places[seat] == 1 and places.count(1) == 1
    except (ValueError, LookupError, TypeError, AttributeError):  # an unreadable outcome
        return False
