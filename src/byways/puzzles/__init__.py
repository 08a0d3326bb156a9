"""Puzzles: stored positions with a question whose answer is proved. Rooms judge and find them (`puzzles.judge`, `puzzles.miner`)."""
