"""Players for any game: they know the contract only."""

from __future__ import annotations

from random import Random

from byways.game import Choice, Player, View


class RandomPlayer(Player):
    """Picks any legal choice, each as likely."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, deadline: float) -> Choice:
        choice: Choice = self.rng.choice(view.choices)
        return choice
