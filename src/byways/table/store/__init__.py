"""What must not be lost, in SQLite or PostgreSQL.

Group commit. Entries of all tables that arrive together are committed by one thread, so SQLite runs with WAL and `synchronous=FULL`: a
commit is on disk when it returns. No commit waits for more to come.

A database that goes away stops nobody for good. A write waits up to ten seconds; then its sender gets 503. If the connection was lost
during a commit, the same rows are inserted again: they either go in now or are there already, and the store compares them. Everything
that goes on by itself tries again by itself.

A database that is full, read-only, damaged or of a later version is refused at start-up. Nothing is written to a SQLite file that has
been moved or deleted. A table whose rows cannot be read is logged and left alone.

Seats have a version. The store counts the changes of a table's seats. A seat changes, and an entry is stored, only if the count is the
one that the server knew. So a void key is void everywhere, and of all who come with one key one sits down.

Whose turn it is stands in a seat's row, written with the entries that begin and end a turn, so lists of tables open no table.

Only Alembic migrations change the schema, and they run when a store is opened.
"""
