"""The SQL tables."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from byways.table.store.schema import metadata
from tests.table.store.test_store import store_at


async def test_the_migrations_lead_to_the_schema(url: str) -> None:
    def differences(connection: sa.Connection) -> list[Any]:
        found: list[Any] = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)
        return found

    async with store_at(url) as store, store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
