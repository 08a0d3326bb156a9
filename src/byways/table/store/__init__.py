"""Durable storage of tables, in SQLite or PostgreSQL.

Commits. Entries of all tables that arrive together are committed together. SQLite runs with WAL and `synchronous=FULL`, so a commit is on
disk when it returns.

Outages. A choice waits up to ten seconds for an unreachable database; then its player gets an error. If the connection is lost during a
commit, the same rows are inserted again or, if they already exist, compared. Every other operation is idempotent and runs once more after a
lost connection. Background tasks retry until they succeed.

Problems. A full, read-only or damaged database, or one of a later version, is refused at start-up. Nothing is written to a SQLite file that
was moved or deleted. A table with unreadable rows is logged and left alone.

Versions of seats. The store counts the changes to a table's seats. A seat changes, and an entry is stored, only if the writer knows the
current count. So an old key becomes invalid on all servers at once, and only one of several players gets a seat.

Turns. A seat's row stores when its turn began. It is written with the entries that begin and end the turn, so that table lists need not
open any table.

Only Alembic migrations change the schema. They run when a store is opened.
"""
