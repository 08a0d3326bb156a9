"""The speed of the PettingZoo environments, compared with one of PettingZoo's own and with the bare rules."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np

from byways.game import Game, Refused
from byways.i18n import Message
from byways.yardstick import Comparison, Work

STEPS = 2000


def comparisons(games: Iterable[Game], rules: dict[str, Work]) -> list[Comparison]:
    """Compare each game's environment with `connect_four_v3` and with random play by the bare rules."""
    try:
        import pettingzoo

        from byways.adapters.pettingzoo import env

        four = steps(pettingzoo.make("aec", "classic/connect_four-v3"))
    except ImportError:
        raise Refused(Message("refuse.no-pettingzoo")) from None
    found = list[Comparison]()
    for game in games:
        ours = steps(env(game))
        found.append(Comparison(f"{game.name}: PettingZoo steps", ours, "connect_four_v3 steps", four))
        found.append(Comparison(f"{game.name}: PettingZoo steps", ours, "choices by the bare rules", rules[game.name]))
    return found


def steps(env: Any) -> Work:
    """Step through random games, with every acting agent's observation and mask."""

    def work() -> int:
        rng = Random(1)
        env.reset(seed=1)
        for _ in range(STEPS):
            observation, _, over, _, info = env.last()
            mask = observation["action_mask"] if isinstance(observation, dict) else info.get("action_mask")
            legal = () if over else np.flatnonzero(mask)
            env.step(None if over else legal[rng.randrange(len(legal))])
            if not env.agents:
                env.reset()
        return STEPS

    return work
