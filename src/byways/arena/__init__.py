"""Tournaments between bots, their ratings and statistics.

`plan` decides who plays whom, `conduct` plays one game in a worker process, `pool` feeds the workers and replaces hung or dead ones,
`cluster` runs pools on a Ray cluster, `archive` stores results, and `tournament` ties it together. `statistics`, `sequential` and `ratings`
compute; `summary` and `report` show.
"""
