"""Bots with changed constants, for comparison in the arena.

    python -m byways arena traxx hard "tools.study.variants:traxx hard bots.search.CONTENDERS=48" --games 100 --seed 90000 --worlds 100

The game and the bot are followed by any number of changes without spaces: a constant, with the module that reads it
(`bots.search.CONTENDERS=48`), or an attribute of the player in lower case (`weights.near=0.8`, `part=0.5`). The name contains all changes,
so results stored with `--out` identify the variant.

A constant is changed while the bot is constructed and while it answers. Constants that are compiled, or read only at import, are refused.
"""

from __future__ import annotations

import sys
from ast import literal_eval
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from inspect import CO_OPTIMIZED, getsource
from random import Random
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import msgspec

from byways.bots.roster import find_bot
from byways.game import Bot, Choice, Player, View, find_game


class Constant(NamedTuple):
    """A constant in a module of a game's room."""

    room: str
    module: ModuleType
    name: str


Constants = Mapping[Constant, Any]


def __getattr__(name: str) -> Bot:
    """Build a variant: the arena looks bots up by name."""
    game_name, _, rest = name.partition(" ")
    if not rest:
        raise AttributeError(name)
    bot, *changes = rest.split()
    game = find_game(game_name)
    traits = dict(map(read, changes))
    constants = {constant(game.room, name): traits.pop(name) for name in [*traits] if name.rpartition(".")[2].isupper()}
    return partial(Variant, bot=find_bot(game, bot), constants=constants, traits=traits)


def read(change: str) -> tuple[str, Any]:
    name, _, value = change.partition("=")
    try:
        return name, literal_eval(value)
    except SyntaxError:
        raise ValueError(f"{change} is not NAME=VALUE") from None


def constant(room: str, path: str) -> Constant:
    """Find a constant by its path in a room; refuse one that cannot be changed."""
    place, _, name = path.rpartition(".")
    module = import_module(f"{room}.{place}")
    if hasattr(module, "njit"):
        raise ValueError(f"{place} is compiled")
    if not hasattr(module, name) or not any(name in code.co_names for code in functions(module)):
        raise ValueError(f"no function of {place} reads {name}")
    return Constant(room, module, name)


def functions(module: ModuleType) -> Iterator[CodeType]:
    """Yield the code of all functions of a module, without its top level."""
    waiting = [compile(getsource(module), module.__name__, "exec")]
    while waiting:
        code = waiting.pop()
        if code.co_flags & CO_OPTIMIZED:
            yield code
        waiting += [inner for inner in code.co_consts if isinstance(inner, CodeType)]


@contextmanager
def changed(constants: Constants) -> Iterator[None]:
    usual = {constant: getattr(constant.module, constant.name) for constant in constants}
    put(constants)
    try:
        yield
    finally:
        put(usual)


def put(constants: Constants) -> None:
    """Set the constants and clear the caches of the game, which may depend on them."""
    for (room, module, name), value in constants.items():
        setattr(module, name, value)
        for kept in caches_of(room):
            kept.cache_clear()


@cache
def caches_of(room: str) -> list[Any]:
    modules = [module for name, module in sys.modules.items() if name.startswith(f"{room}.")]
    return [thing for module in modules for thing in vars(module).values() if hasattr(thing, "cache_clear")]


class Variant(Player[View]):
    def __init__(self, rng: Random, bot: Bot, constants: Constants, traits: Mapping[str, Any]) -> None:
        self.constants = constants
        with changed(constants):
            self.player = bot(rng)
        for path, value in traits.items():
            self.change(path, value)

    def change(self, path: str, value: Any) -> None:
        name, _, part = path.partition(".")
        trait = getattr(self.player, name)
        setattr(self.player, name, with_part(trait, part, value) if part else value)

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        with changed(self.constants):
            return self.player.choose(view, deadline)


def with_part(trait: Any, part: str, value: Any) -> Any:
    """Replace a field of a frozen struct or a named tuple."""
    return msgspec.structs.replace(trait, **{part: value}) if isinstance(trait, msgspec.Struct) else trait._replace(**{part: value})
