"""Add a table's host and talk."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("host", sa.String(64)))
    op.add_column("tables", sa.Column("talk", sa.Text, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("said", sa.Integer, nullable=False, server_default="0"))
