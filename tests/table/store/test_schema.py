"""The SQL tables."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from msgspec.structs import replace

from byways.table.store.migrations.versions import v0014_hints
from byways.table.store.schema import metadata
from tests.table.store.test_store import a_table, store_at


async def test_the_migrations_lead_to_the_schema(url: str) -> None:
    def differences(connection: sa.Connection) -> list[Any]:
        found: list[Any] = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)
        return found

    async with store_at(url) as store, store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_tables_of_an_earlier_version_keep_hints(url: str) -> None:
    def migrate_again(connection: sa.Connection) -> None:
        connection.execute(sa.text("ALTER TABLE tables DROP COLUMN hints"))
        with Operations.context(MigrationContext.configure(connection)):
            v0014_hints.upgrade()

    async with store_at(url) as store:
        await store.add(replace(a_table(), hints=False))
        async with store.engine.begin() as connection:
            await connection.run_sync(migrate_again)
        found = await store.find("one")
        assert found is not None
        assert found.hints
