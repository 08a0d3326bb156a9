"""Alembic's entry point. It uses the store's connection."""

from alembic import context

from byways.table.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
