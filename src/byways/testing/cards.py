"""Checks of what a game says of itself: the properties on its card, and the hooks of its rules."""

from __future__ import annotations

from difflib import get_close_matches
from importlib.util import find_spec
from inspect import getmembers, isfunction, signature
from pkgutil import resolve_name

from msgspec.structs import replace
from typer import Typer

from byways.game import Choice, Components, Position, Setup
from byways.room import Hooks, Rules, find_room, rules_of
from byways.testing.trial import Broken, Trial, When, check, same, who

DEFAULTS = vars(Hooks[Position, Choice, Setup, Components]())
HOW_ALIKE = 0.75  # two names, of 1: so much for a slip of the finger


@check("card", When.START)
def hooks_are_listed(trial: Trial) -> int:
    """a function of the rules that is named like a hook, or nearly so, is listed in HOOKS."""
    listed = vars(rules_of(trial.game.room).HOOKS)
    lacking = [name for name, default in DEFAULTS.items() if listed[name] is default]
    for name, function in getmembers(find_room(trial.game.room).rules, isfunction):
        for hook in get_close_matches(name, lacking, cutoff=HOW_ALIKE) if name not in vars(Rules) else ():
            if len(signature(function).parameters) == len(signature(DEFAULTS[hook]).parameters):
                raise Broken(f"nobody calls '{name}' of the rules: if it is the hook '{hook}', HOOKS must list it as that.")
    return len(listed)


@check("card", When.START)
def repeats_as_it_says(trial: Trial) -> int:
    """rules say what standing alike means if the card says that the game repeats, and only then."""
    has_standing = rules_of(trial.game.room).HOOKS.standing is not DEFAULTS["standing"]
    if has_standing != trial.game.repeats:
        raise Broken(f"HOOKS have {'a' if has_standing else 'no'} 'standing', but the card says repeats={trial.game.repeats}.")
    hash(trial.game.standing(trial.position))
    return 1


@check("card", When.START)
def brings_its_commands(trial: Trial) -> int:
    """the commands that the card names are there."""
    named = trial.game.commands
    try:
        commands = resolve_name(named) if named else None
    except Exception as error:
        raise Broken(f"the card says commands='{named}', a module:attribute that cannot be loaded: {error}.") from None
    if named and not isinstance(commands, Typer):
        raise Broken(f"the card says commands='{named}', which is not a typer.Typer.")
    return 1


@check("card", When.START)
def brings_what_is_compiled(trial: Trial) -> int:
    """the modules that the card lists as compiled are there."""
    for name in trial.game.compiled:
        try:
            found = find_spec(name)
        except ModuleNotFoundError:  # not even its package is there
            found = None
        if found is None:
            raise Broken(f"the card lists '{name}' as compiled, but there is no such module.")
    return 1


@check("card", When.POSITION)
def hides_only_if_it_says_so(trial: Trial) -> int:
    """where the card says that there are no secrets, seats act one by one and everybody sees the same."""
    if trial.game.secrets:
        return 1
    if len(trial.position.awaited) > 1:
        raise Broken("the card says that there are no secrets, but several seats act at once and do not see each other's acts.")
    seen = trial.now.view(None)
    for seat in trial.seats:
        view = replace(trial.now.view(seat), seat=None, choices=(), act=())
        same(view, seen, f"the card says that there are no secrets, but {who(seat)} sees something else than a spectator")
    return len(trial.seats)
