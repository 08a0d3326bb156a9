"""Bots that imagine a set number of worlds, by name: `byways.study.strengths:labyrinth hard 4` imagines 4 worlds for every answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from byways.bots import Thought
from byways.bots.roster import load_bot
from byways.game import Bot, Choice, Player, View
from byways.loading import load_game


class Strength(Player[View]):
    """A bot that imagines its own number of worlds, whatever number the process has set for other bots."""

    def __init__(self, rng: Random, bot: Bot, worlds: int) -> None:
        self.player, self.worlds = bot(rng), worlds

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        usual, Thought.worlds = Thought.worlds, self.worlds
        try:
            return self.player.choose(view, deadline)
        finally:
            Thought.worlds = usual


def __getattr__(name: str) -> Bot:
    """Return the bot with this name. The arena looks bots up as attributes of a module."""
    try:
        game, bot, worlds = name.split(" ")
        count = int(worlds)
    except ValueError:
        raise AttributeError(name) from None
    return partial(Strength, bot=load_bot(load_game(game), bot), worlds=count)
