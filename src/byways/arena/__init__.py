"""Tournaments between bots on all cores, their ratings and statistics.

`plan` says who plays whom, `conduct` plays one game in a worker process, `pool` keeps the workers busy and replaces those that hang or die,
`archive` keeps the results, `tournament` ties it all together; `statistics`, `sequential` and `ratings` count, `summary` and `report` show.
"""
