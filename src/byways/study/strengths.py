"""Bots that imagine a set number of worlds, by name: `byways.study.strengths:labyrinth hard 4` imagines 4 worlds for every answer.

A bot that is given no number must not need one, because it would then think by the clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from byways.bots import Thought
from byways.bots.roster import load_bot, needs_compiled
from byways.game import Bot, Choice, Game, Player, View, stream
from byways.loading import load_game
from byways.referee import play

TRIALS = 20  # answers of each seat after which a bot that has not thought counts as one that never does


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


class Trial(Player[View]):
    """Plays a bot's first answers, with one world each, and then at random. Afterwards `thought` says whether the bot has thought."""

    def __init__(self, bot: Bot) -> None:
        self.rng = stream(0, "trial")
        self.player, self.left, self.thought = Strength(self.rng, bot, 1), TRIALS, False

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        if self.thought or not self.left:
            return self.rng.choice(view.choices)
        begun, self.left = Thought.begun_here, self.left - 1
        answer = self.player.choose(view, deadline)
        self.thought = Thought.begun_here > begun
        return answer


def thinks(game: Game, name: str, bot: Bot) -> bool:
    """Return whether a bot imagines worlds until its time is over, so that it needs a number of them."""
    if needs_compiled(game, name):
        return True  # a search; asking it would compile it first
    players = [Trial(bot) for _ in range(max(2, game.seats[0]))]
    play(game, players, 0)
    return any(player.thought for player in players)


def __getattr__(name: str) -> Bot:
    """Return the bot with this name. The arena looks bots up as attributes of a module."""
    try:
        game, bot, worlds = name.split(" ")
        count = int(worlds)
    except ValueError:
        raise AttributeError(name) from None
    return partial(Strength, bot=load_bot(load_game(game), bot), worlds=count)
