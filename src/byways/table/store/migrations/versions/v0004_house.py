"""Add the key that signs browsers' secrets."""

import secrets
import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    house = op.create_table("house", sa.Column("key", sa.String(64), primary_key=True), sa.Column("since", sa.Double, nullable=False))
    op.bulk_insert(house, [{"key": secrets.token_hex(32), "since": time.time()}])
