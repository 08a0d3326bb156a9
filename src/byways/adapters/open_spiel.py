"""Byways games in OpenSpiel. Importing this module registers every installed game that has an encoding, as `byways_labyrinth` and so on.

Games are sequential with explicit chance: seats that act simultaneously move in turn and do not see each other's unfinished acts. The deal
is a chance node with 1,000 numbered deals. OpenSpiel's search bots in C++ (`MCTSBot`, `ISMCTSBot`) crash on any game written in Python; use
the Python ones, with `resample` for `ISMCTSBot.set_resampler`.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property
from random import Random
from typing import Any

import msgspec
import numpy as np
import pyspiel

from byways.adapters import encoder_of, usual_seats
from byways.encoding import Floats, rewards
from byways.game import Choice, Game, Options, Position, Setup, all_games, find_game, stream
from byways.record import Choose, Happen, Played, Record, Story, decode, new_record, played
from byways.room import find_room

__all__ = ["Observer", "SpielGame", "State", "register", "resample"]

DEALS = 1000
LONGEST = 20_000  # entries in a game; the longest possible game, in Labyrinth, has 18,000
PLAYERS = "players"


@dataclass(frozen=True)
class Table:
    """A game with its options and its number of seats."""

    game: Game
    options: Options
    seats: int

    @cached_property
    def encoder(self) -> Any:
        return encoder_of(self.game, self.options, self.seats)

    def deal(self, number: int) -> Setup:
        return self.game.deal(self.seats, stream(number, "deal"), self.options)


@dataclass(frozen=True, eq=False)
class Moment:
    """A position and the steps that led to it. Moments are immutable, so copies of a state share them.

    After the deal, a moment is pickled as a record. `heard` caches what each player has seen so far.
    """

    table: Table
    position: Position | None = None  # None before the deal
    setup: Setup | None = None
    before: Moment | None = None
    entry: Choose | Happen | None = None
    heard: dict[int, tuple[Story, tuple[str, ...]]] = field(default_factory=dict)

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Callable[..., Moment], tuple[object, ...]]:
        game, options = self.table.game, self.table.options
        if self.position is None:
            return undealt, (game.name, msgspec.json.encode(options), self.table.seats)
        return restored, (self.record().to_json(),)

    def record(self) -> Record:
        """Return the record of the game so far. Raise `ValueError` for an imagined world, which has no set-up."""
        entries, moment = list[Choose | Happen](), self
        while moment.before is not None:
            if moment.entry is not None:
                entries.append(moment.entry)
            moment = moment.before
        if self.setup is None:
            raise ValueError("An imagined world has no record, because it has no set-up.")
        opened = new_record(self.table.game, self.setup, self.table.options, ("player",) * self.table.seats)
        return msgspec.structs.replace(opened, entries=tuple(reversed(entries)))

    def dealt(self, setup: Setup) -> Moment:
        return Moment(self.table, self.table.game.start(setup), setup, self)

    def after(self, entry: Choose | Happen, position: Position) -> Moment:
        return Moment(self.table, position, self.setup, self, entry)

    def story(self, player: int) -> tuple[Story, tuple[str, ...]]:
        """Return a player's story, and the texts of everything that the player has seen, in order."""
        chain, moment = list[Moment](), self
        while player not in moment.heard and moment.entry is not None and moment.before is not None:
            chain.append(moment)
            moment = moment.before
        if player not in moment.heard:
            moment.heard[player] = Story(player), (view_text(moment.position, player),)
        for later in reversed(chain):
            later.heard[player] = later.heard_after(*moment.heard[player])
            moment = later
        return self.heard[player]

    def heard_after(self, story: Story, texts: tuple[str, ...]) -> tuple[Story, tuple[str, ...]]:
        heard = copy(story)
        heard.waiting = {seat: [*steps] for seat, steps in story.waiting.items()}
        seen = heard.see(self.played())
        return heard, texts if seen is None else (*texts, *seen.entries)

    def played(self) -> Played:
        assert self.before is not None
        assert self.before.position is not None
        assert self.entry is not None
        return played(self.table.game, self.before.position, self.entry)


def undealt(name: str, options: bytes, seats: int) -> Moment:
    game = find_game(name)
    return Moment(table_of(game, game.read_options(msgspec.json.decode(options)), seats))


def restored(data: bytes) -> Moment:
    """Replay a record."""
    record = decode(data)
    game = record.load_game()
    table = table_of(game, game.read_options(record.options), len(record.players))
    moment = Moment(table).dealt(msgspec.convert(record.setup, game.setup_type))
    for step in record.play(game, tells=False):
        if isinstance(step.entry, Choose | Happen):
            moment = moment.after(step.entry, step.after)
    return moment


@cache
def table_of(game: Game, options: Options, seats: int) -> Table:
    return Table(game, options, seats)


def view_text(position: Position | None, player: int | None) -> str:
    """A view as JSON; empty before the deal."""
    return "" if position is None else msgspec.json.encode(position.view(player)).decode()


class State(pyspiel.State):
    """A state of a game. Its Python side holds a single `Moment`."""

    def __init__(self, game: SpielGame, moment: Moment) -> None:
        super().__init__(game)
        self.moment = moment

    def current_player(self) -> int:
        """Return the player whose choice is next, or the mark for chance or for the end."""
        position = self.moment.position
        if position is None or position.chance is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.outcome is not None else position.awaited[0]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.moment.position is not None and self.moment.position.outcome is not None

    def _legal_actions(self, player: int) -> list[int]:
        position = self.moment.position
        if position is None or player != self.current_player():
            return []
        return sorted(self.moment.table.encoder.numbers(position.choices(player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible results of the chance that is due, each with its probability."""
        position = self.moment.position
        if position is None:
            return [(number, 1 / DEALS) for number in range(DEALS)]
        due = position.chance
        assert due is not None
        total = sum(due.weights)
        return [(number, weight / total) for number, weight in enumerate(due.weights) if weight]

    def _apply_action(self, action: int) -> None:
        moment, position = self.moment, self.moment.position
        if position is None:
            self.moment = moment.dealt(moment.table.deal(action))
        elif (due := position.chance) is not None:
            what = due.what[action]
            self.moment = moment.after(Happen(what), position.happen(what))
        else:
            seat, choice = position.awaited[0], self._choice(action)
            self.moment = moment.after(Choose(seat, str(choice)), position.choose(seat, choice))

    def _choice(self, action: int) -> Choice:
        choice: Choice = self.moment.table.encoder.actions[action]
        return choice

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self._choice(action))
        position = self.moment.position
        due = position.chance if position is not None else None
        return f"deal {action}" if due is None else due.what[action]

    def returns(self) -> list[float]:
        """Return what each player has won: 0 until the end."""
        position = self.moment.position
        return rewards(position.outcome if position else None, self.moment.table.seats)

    def __str__(self) -> str:
        position = self.moment.position
        return "before the deal" if position is None else self.moment.table.game.text(position.view(None))


class Observer:
    """Observations from a seat's view. The tensor has the parts of the game's encoding.

    A view includes everything relevant from the past, so an information state has the same tensor as an observation. Its string adds
    everything that the player has seen. Without private information, the string is a spectator's view; without public information, it has
    only the fields that a spectator does not see. In both cases there is no tensor.
    """

    def __init__(self, table: Table, kind: Any) -> None:
        self.table, self.kind = table, kind
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        if kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            self.tensor = np.zeros(table.encoder.size, np.float32)
            self.dict = table.encoder.split(self.tensor)

    def set_from(self, state: State, player: int) -> None:
        """Write what a player may know into the tensor."""
        if self.tensor is not None:
            position = state.moment.position
            self.tensor[:] = 0 if position is None else self.table.encoder.observe(position.view(player))

    def string_from(self, state: State, player: int) -> str:
        """Return what a player may know as a string; empty before the deal."""
        position, kind = state.moment.position, self.kind
        if position is None:
            return ""
        if kind.private_info == pyspiel.PrivateInfoType.NONE:
            return view_text(position, None)
        if not kind.public_info:
            return private_text(position, player)
        if not kind.perfect_recall:
            return view_text(position, player)
        return "\n".join((f"seat {player}", *state.moment.story(player)[1], view_text(position, player)))


def private_text(position: Position, player: int) -> str:
    """Return the fields in which a seat's view differs from a spectator's, as JSON."""
    mine, open_ = position.view(player), position.view(None)
    own = {name: value for name in mine.__struct_fields__ if (value := getattr(mine, name)) != getattr(open_, name)}
    return msgspec.json.encode(own).decode()


def resample(state: State, player: int, rng: Random | None = None) -> State:
    """Return a state that this player cannot tell apart from the given one. Its hidden parts are imagined from the player's view alone."""
    moment = state.moment
    assert moment.position is not None
    world = moment.position.view(player).imagine(rng or Random())
    heard = {player: moment.story(player)}
    other: State = state.clone()
    other.moment = Moment(moment.table, world, heard=heard)
    return other


class SpielGame(pyspiel.Game):
    """A Byways game, with its options as OpenSpiel parameters. `register` makes a subclass for each game."""

    card: Game
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        card, given = self.card, params or {}
        seats = given.get(PLAYERS) or usual_seats(card)
        options = card.read_options({name: value for name, value in given.items() if name != PLAYERS})
        card.deal(seats, Random(0), options)  # raises `Refused` if the options do not allow this number of seats
        self.table = table_of(card, options, seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table.encoder.actions),
            max_chance_outcomes=DEALS,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> State:
        """Return the state before the deal."""
        return State(self, Moment(self.table))

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound of the chances in a game."""
        return LONGEST

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return an observer, by default of what a player knows now, without the past."""
        return Observer(self.table, kind or pyspiel.IIGObservationType(perfect_recall=False))


def game_type(card: Game) -> Any:
    defaults = msgspec.structs.asdict(card.options())
    return pyspiel.GameType(
        short_name=f"byways_{card.name}",
        long_name=f"Byways: {card.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=card.seats[1],
        min_num_players=max(2, card.seats[0]),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        default_loadable=True,
        parameter_specification={PLAYERS: usual_seats(card), **defaults},
    )


def register(card: Game) -> None:
    """Register a game in OpenSpiel, under the name `byways_NAME`. The games of Byways are registered by importing this module.

    >>> state = pyspiel.load_game("byways_traxx(players=2)").new_initial_state()
    >>> state.is_chance_node()
    True
    >>> state.apply_action(7)  # one of the deals
    >>> state.chance_outcomes()[0][1] > 0  # the first card
    True
    """
    # A class, not a closure: OpenSpiel keeps its reference until after the interpreter has ended, and freeing a closure then would crash.
    kind = game_type(card)
    pyspiel.register_game(kind, type(f"SpielGame_{card.name}", (SpielGame,), {"card": card, "kind": kind}))


for one in all_games():
    if find_room(one.room).encoding is not None and one.seats[1] > 1:
        register(one)
