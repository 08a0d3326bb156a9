"""Durable storage of tables, in SQLite or PostgreSQL.

Commits. Entries of all tables that arrive together are committed together. SQLite runs with WAL and `synchronous=FULL`: a commit is on
disk when it returns.

Outages. A choice waits up to ten seconds for a database that is away; then its player gets an error. If the connection is lost during a
commit, the same rows are inserted again, and compared if they are already there. Every other operation is idempotent and runs once more
after a lost connection. Background tasks retry until they succeed.

Problems. A database that is full, read-only, damaged or of a later version is refused at the start. Nothing is written to a SQLite file
that was moved or deleted. A table whose rows cannot be read is logged and left alone.

Versions of seats. The store counts the changes of a table's seats. A seat changes, and an entry is stored, only if the count is the one
that the writer knew. So an old key is invalid everywhere at once, and only one of several players gets a seat.

Turns. A seat's row says since when it has been its turn, written with the entries that begin and end the turn, so lists of tables open
no table.

Only Alembic migrations change the schema. They run when a store is opened.
"""
