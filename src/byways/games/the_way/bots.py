"""Players for The Way."""

from __future__ import annotations

from byways.bots import RandomPlayer
from byways.game import Bot

BOTS: dict[str, Bot] = {"random": RandomPlayer}
