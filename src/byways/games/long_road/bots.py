"""Players for The Long Road."""

from byways.bots import RandomPlayer
from byways.game import Bot

BOTS: dict[str, Bot] = {"random": RandomPlayer}
