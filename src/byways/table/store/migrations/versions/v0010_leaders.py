"""Add tables' leaders and servers' leases."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table("servers", sa.Column("id", sa.String(32), primary_key=True), sa.Column("until", sa.Double, nullable=False))
    op.add_column("tables", sa.Column("leader", sa.String(32)))
    op.create_index("ix_tables_leader", "tables", ["leader"])
