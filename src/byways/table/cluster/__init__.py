"""Several servers on one PostgreSQL: leases decide which of them runs a table, notifications keep them up to date.

A single process on SQLite loads none of this. Several servers lose nothing in any case, since each number of a log is used once.

Notifications. After each commit a server sends the others, by NOTIFY, the tables that have something new. A server that follows one of
them appends the entries or reads the store. While its connection is down, a server polls the tables it follows twice a second; otherwise
every ten seconds, in case another server died between a commit and its notification.

Leases. Bots, automatic steps and clocks of a table run at its leader only. A server has one lease for all tables it leads and renews it
twice a second, by the database's clock. When a lease has expired after three seconds, or its server stops, the others take over twenty
tables at a time. A leader without viewers hands a table to a server where it is watched, unless a clock runs. A leader that was only
slow does no harm.
"""
