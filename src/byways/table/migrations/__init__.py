"""How the database came to its present form, one step after another; run by Alembic whenever a store is opened."""
