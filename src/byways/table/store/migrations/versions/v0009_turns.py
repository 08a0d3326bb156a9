"""Add turns, former holders, and games that continue another."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("seats", sa.Column("awaited", sa.Double))
    op.add_column("seats", sa.Column("former", sa.String(64)))
    op.create_index("ix_seats_former", "seats", ["former"])
    op.add_column("tables", sa.Column("begun", sa.Boolean, nullable=False, server_default=sa.false()))
