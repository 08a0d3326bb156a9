"""Add attempts at puzzles, puzzles from the holders' own games, and which tables play a puzzle."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("tables", sa.Column("puzzle", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "attempts",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("begun", sa.Double, nullable=False),
        sa.Column("ended", sa.Double),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("hints", sa.Integer, nullable=False, server_default="0"),
        sa.Column("first", sa.Boolean),
        sa.Column("solved", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_attempts_table_id", "attempts", ["table_id"])
    op.create_table(
        "own_puzzles",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
