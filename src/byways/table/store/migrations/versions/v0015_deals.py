"""Add deals of the day, the tries of holders, and which tables play a deal."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("tables", sa.Column("daily", sa.String(16), nullable=False, server_default=""))
    op.create_index("ix_tables_daily", "tables", ["daily"])
    op.create_table(
        "deals",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(16), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("key", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("par", sa.Double),
        sa.Column("best", sa.String(32), nullable=False, server_default=""),
        sa.Column("rival", sa.String(32), nullable=False, server_default=""),
    )
    op.create_table(
        "tries",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("begun", sa.Double, nullable=False),
        sa.Column("ended", sa.Double),
        sa.Column("score", sa.Double),
        sa.Column("signs", sa.String(200), nullable=False, server_default=""),
    )
    op.create_index("ix_tries_table_id", "tries", ["table_id"])
