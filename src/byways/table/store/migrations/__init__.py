"""Alembic migrations, run whenever a store is opened."""
