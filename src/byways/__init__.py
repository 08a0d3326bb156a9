"""Five tabletop games about finding, bending and blocking a way."""

from byways.game import all_games, find_game

__all__ = ["all_games", "find_game"]
__version__ = "1.0.0"
