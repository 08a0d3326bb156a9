"""The key by which the house knows the secrets that it gave out, and since when it has had one."""

import secrets
import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    house = op.create_table("house", sa.Column("key", sa.String(64), primary_key=True), sa.Column("since", sa.Double, nullable=False))
    op.bulk_insert(house, [{"key": secrets.token_hex(32), "since": time.time()}])
