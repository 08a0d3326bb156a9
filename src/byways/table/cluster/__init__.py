"""Several servers on one PostgreSQL: which of them leads a table, and how they hear of each other.

A single process on SQLite loads none of this. Several servers lose nothing in any case, since each number of a log is taken once.

Notifications. After each commit a server tells the others by NOTIFY which tables have something new. A server that has one of them open
reads on in its log. While the connection is down, a server asks twice a second how far its watched tables are; otherwise every ten
seconds, in case somebody died between storing and telling.

Leases. Bots, frames and clocks of a table run at its leader only. A server has one lease for all tables that it leads and renews it twice
a second by the database's clock. If a lease runs out after three seconds, or its server stops, the others take over twenty tables at a
time. A leader without viewers hands a table to the server where somebody watches; a table with a clock stays where its clock runs. A
leader that was only slow does no harm.
"""
