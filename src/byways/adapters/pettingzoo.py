"""Byways games as PettingZoo environments.

In `env`, agents act one after the other; in `parallel_env`, they act at the same time. Observations come from views alone.
"""

from __future__ import annotations

from io import BytesIO
from random import Random
from secrets import randbits
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from PIL import Image

from byways.adapters import encoder_of, usual_seats
from byways.drawing import png
from byways.encoding import rewards
from byways.game import Choice, Game, Illegal, Position, Refused, View, find_game, stream
from byways.i18n import Message

__all__ = ["Env", "Parallel", "env", "parallel_env"]

WAIT = "wait"
RENDER_MODES = ("svg", "rgb_array")

Observation: TypeAlias = NDArray[np.float32] | dict[str, NDArray[Any]]
Info: TypeAlias = dict[str, NDArray[np.int8]]


class Table:
    """The game, encoder and spaces that both kinds of environment share.

    A parallel environment has `wait` as its last action. It is the only legal action of a seat that is not to act.
    """

    def __init__(self, game: Game, seats: int, in_observation: bool, waits: bool, options: dict[str, object]) -> None:
        self.game, self.in_observation = game, in_observation
        self.options = game.read_options(options)
        game.deal(seats, Random(0), self.options)  # raises `Refused` if the options do not allow this number of seats
        self.encoder = encoder_of(game, self.options, seats)
        self.notations = (*map(str, self.encoder.actions), *((WAIT,) if waits else ()))
        self.agents = [f"player_{seat}" for seat in range(seats)]
        self.seat = {agent: seat for seat, agent in enumerate(self.agents)}
        self.observation_spaces = {agent: self._observation_space() for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.notations)) for agent in self.agents}
        self.rng = stream(randbits(64), "environment")
        self.reset(None)

    def _observation_space(self) -> spaces.Space[Any]:
        box = spaces.Box(-1, 1, (self.encoder.size,), np.float32)
        if not self.in_observation:
            return box
        return spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (len(self.notations),), np.int8)})

    def reset(self, seed: int | None) -> None:
        """Deal a new game. Without a seed, the random stream of the last game continues."""
        if seed is not None:
            self.rng = stream(seed, "environment")
        self._settle(self.game.start(self.game.deal(len(self.agents), self.rng, self.options)))

    def choose(self, seat: int, action: int) -> None:
        """Make a seat's choice. An illegal action raises `Illegal` and changes nothing."""
        self._settle(self.position.choose(seat, self.choice(seat, action)))

    def choice(self, seat: int, action: int) -> Choice | str:
        number = int(action)
        if not 0 <= number < len(self.encoder.actions):
            raise Illegal(Message("refuse.action", {"action": number, "actions": len(self.notations)}))
        return self.encoder.actions[number]

    def _settle(self, position: Position) -> None:
        while due := position.chance:
            position = position.happen(due.draw(self.rng))
        self.position = position
        self.views: dict[int, View] = {}

    def view(self, seat: int) -> View:
        view = self.views.get(seat)
        if view is None:
            view = self.views[seat] = self.position.view(seat)
        return view

    def mask(self, seat: int) -> NDArray[np.int8]:
        mask = self.encoder.mask(self.position.choices(seat), len(self.notations))
        if len(mask) > len(self.encoder.actions) and seat not in self.position.awaited:
            mask[-1] = 1
        return mask

    def observe(self, seat: int) -> Observation:
        observation = self.encoder.observe(self.view(seat))
        return {"observation": observation, "action_mask": self.mask(seat)} if self.in_observation else observation

    def rewards(self) -> dict[str, float]:
        return dict(zip(self.agents, rewards(self.position.outcome, len(self.agents)), strict=True))

    def render(self, mode: str | None, seat: int | None) -> str | NDArray[np.uint8] | None:
        """Draw the view of a seat (None: a spectator) as SVG text or as an array of pixels."""
        if mode is None:
            return None
        drawing = self.game.draw(self.position.view(seat))
        return str(drawing) if mode == "svg" else np.asarray(Image.open(BytesIO(png(drawing))).convert("RGB"))


class Env(AECEnv[str, Any, Any]):
    """A game whose agents act one after the other. Simultaneous acts are made in turn; agents do not see each other's unfinished acts."""

    metadata: dict[str, Any]
    agent_selection: str

    def __init__(self, table: Table, render_mode: str | None) -> None:
        super().__init__()
        self.table, self.render_mode = table, render_mode
        self.metadata = metadata_of(table.game)
        self.possible_agents = table.agents
        self.observation_spaces, self.action_spaces = table.observation_spaces, table.action_spaces

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. Without a seed, the random stream of the last game continues. `options` is ignored."""
        self.table.reset(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: Any) -> None:
        """Make a choice of the selected agent, by its number. An illegal choice raises `Illegal` and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.table.choose(self.table.seat[agent], action)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        if self.table.position.outcome is None:
            self._ask()
            return
        self.rewards = self.table.rewards()
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _ask(self) -> None:
        """Select the first awaited agent and set its action mask."""
        seat = self.table.position.awaited[0]
        self.agent_selection = agent = self.possible_agents[seat]
        self.infos[agent] = {"action_mask": self.table.mask(seat)}

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know, as an array."""
        return self.table.observe(self.table.seat[agent])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations. It is the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's choices. It is the same for all agents."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """Draw what the selected agent may see."""
        return self.table.render(self.render_mode, self.table.seat[self.agent_selection])

    def close(self) -> None:
        """Do nothing: an environment holds nothing open."""


class Parallel(ParallelEnv[str, Any, Any]):
    """A game whose agents act at the same time: each makes one choice per step. An agent that is not to act sends `wait`."""

    metadata: dict[str, Any]

    def __init__(self, table: Table, render_mode: str | None) -> None:
        self.table, self.render_mode = table, render_mode
        self.metadata = metadata_of(table.game)
        self.possible_agents = table.agents
        self.observation_spaces, self.action_spaces = table.observation_spaces, table.action_spaces

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Info]]:
        """Deal a new game, and return the observations and infos of all agents. `options` is ignored."""
        self.table.reset(seed)
        self.agents = [*self.possible_agents]
        return self._observations(), self._infos()

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        """Make the choices of all agents. If one of them is illegal, raise `Illegal` and leave the position unchanged."""
        table, before = self.table, self.table.position
        try:
            for agent in self.agents:
                self._act(before, table.seat[agent], int(actions[agent]))
        except Illegal:
            table.position, table.views = before, {}
            raise
        over = table.position.outcome is not None
        ended = dict.fromkeys(self.agents, over)
        result = self._observations(), table.rewards(), ended, dict.fromkeys(self.agents, False), self._infos()
        self.agents = [] if over else self.agents
        return result

    def _act(self, before: Position, seat: int, action: int) -> None:
        waits = action == len(self.table.encoder.actions)
        if waits and seat in before.awaited:
            raise Illegal(Message("refuse.wait", {"seat": seat}))
        if not waits:
            self.table.choose(seat, action)

    def _observations(self) -> dict[str, Any]:
        return {agent: self.table.observe(self.table.seat[agent]) for agent in self.agents}

    def _infos(self) -> dict[str, Info]:
        return {agent: {"action_mask": self.table.mask(self.table.seat[agent])} for agent in self.agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations. It is the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's choices. It is the same for all agents."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """Draw what a spectator may see."""
        return self.table.render(self.render_mode, None)

    def close(self) -> None:
        """Do nothing: an environment holds nothing open."""


def metadata_of(game: Game) -> dict[str, Any]:
    return {"name": f"{game.name}_v{game.version}", "render_modes": [*RENDER_MODES], "is_parallelizable": False, "render_fps": 2}


def env(
    game: str | Game, *, players: int | None = None, render_mode: str | None = None, mask_in_observation: bool = False, **options: object
) -> Env:
    """Return an AEC environment of a game. Further keyword arguments are the game's options.

    The action mask is in the info, and with `mask_in_observation` also in the observation, which is then a dictionary.

    >>> labyrinth = env("labyrinth", rows=5, columns=5)
    >>> labyrinth.reset(seed=7)
    >>> observation, reward, termination, truncation, info = labyrinth.last()
    >>> [labyrinth.table.notations[number] for number in info["action_mask"].nonzero()[0][:3]]
    ['slide 0 left', 'slide 0 right', 'slide 2 left']
    """
    return Env(make_table(game, players, render_mode, mask_in_observation, False, options), render_mode)


def parallel_env(
    game: str | Game, *, players: int | None = None, render_mode: str | None = None, mask_in_observation: bool = False, **options: object
) -> Parallel:
    """Return a parallel environment of a game. Its last action is `wait`."""
    return Parallel(make_table(game, players, render_mode, mask_in_observation, True, options), render_mode)


def make_table(
    game: str | Game, players: int | None, render_mode: str | None, in_observation: bool, waits: bool, options: dict[str, object]
) -> Table:
    if render_mode not in (None, *RENDER_MODES):
        raise Refused(Message("refuse.render-mode", {"mode": str(render_mode), "modes": RENDER_MODES}))
    card = find_game(game) if isinstance(game, str) else game
    return Table(card, usual_seats(card) if players is None else players, in_observation, waits, options)
