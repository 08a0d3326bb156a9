"""How the database got its present form, step by step; Alembic runs these whenever a store is opened."""
