"""Studies: answers to a designer's questions about a game, from bot games."""
