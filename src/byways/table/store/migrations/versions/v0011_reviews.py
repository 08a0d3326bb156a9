"""Add reviews, and bots' answers for them."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("review", sa.Text, nullable=False),
        sa.Column("server", sa.String(32), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_table(
        "weighings",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("stream", sa.String(64), primary_key=True),
        sa.Column("answer", sa.Text, nullable=False),
    )
