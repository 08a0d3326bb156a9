"""The rooms of the house: one folder a game, the same files in each."""
