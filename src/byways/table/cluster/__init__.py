"""Several servers on one PostgreSQL: leases decide which of them runs a table, notifications keep them up to date.

A single process on SQLite loads none of this. Several servers never lose anything, because each log number is used only once.

Notifications. After each commit, a server uses NOTIFY to tell the others which tables have something new. A server that follows one of
these tables appends the entries or reads the store. While its connection is down, a server polls the tables it follows twice a second;
otherwise every ten seconds, in case another server died between a commit and its notification.

Leases. A table's bots, automatic steps and clocks run only on its leader. A server has one lease for all tables it leads and renews it
twice a second, by the database's clock. When a lease expires, after three seconds, or its server stops, the others take over twenty tables
at a time. A leader without viewers hands a table to a server where it is watched, unless a clock runs. A slow leader that still acts does
no harm.
"""
