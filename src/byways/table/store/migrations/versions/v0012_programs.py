"""Add programs' connections and mistakes."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("seats", sa.Column("line", sa.String(32), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("mistakes", sa.Integer, nullable=False, server_default="0"))
