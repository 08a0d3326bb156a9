"""Studies: what a designer asks of a game, answered by games between bots."""
