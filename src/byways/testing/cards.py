"""Checks on the game's card and the hooks of its rules."""

from __future__ import annotations

from difflib import get_close_matches
from importlib.util import find_spec
from inspect import getmembers, isfunction, signature
from pkgutil import resolve_name

from msgspec.structs import replace
from typer import Typer

from byways.game import Choice, Components, Position, Setup
from byways.room import Hooks, Rules, find_room, rules_of
from byways.testing.trial import Trial, Violation, When, check, require_equal, who

DEFAULTS = vars(Hooks[Position, Choice, Setup, Components]())
SIMILARITY = 0.75  # similarity above which a name counts as a misspelt hook


@check("card", When.START)
def hooks_are_listed(trial: Trial) -> int:
    """a function named like a hook, or nearly so, is listed in HOOKS."""
    listed = vars(rules_of(trial.game.room).HOOKS)
    lacking = [name for name, default in DEFAULTS.items() if listed[name] is default]
    for name, function in getmembers(find_room(trial.game.room).rules, isfunction):
        for hook in get_close_matches(name, lacking, cutoff=SIMILARITY) if name not in vars(Rules) else ():
            if len(signature(function).parameters) == len(signature(DEFAULTS[hook]).parameters):
                raise Violation(f"nothing calls '{name}' of the rules: if it is the hook '{hook}', HOOKS must list it under that name.")
    return len(listed)


@check("card", When.START)
def repeats_as_it_says(trial: Trial) -> int:
    """the rules have the hook `standing` if and only if the card says that positions can repeat."""
    has_standing = rules_of(trial.game.room).HOOKS.standing is not DEFAULTS["standing"]
    if has_standing != trial.game.repeats:
        raise Violation(f"HOOKS have {'a' if has_standing else 'no'} 'standing', but the card says repeats={trial.game.repeats}.")
    hash(trial.game.standing(trial.position))
    return 1


@check("card", When.START)
def brings_its_commands(trial: Trial) -> int:
    """the commands named on the card exist."""
    named = trial.game.commands
    try:
        commands = resolve_name(named) if named else None
    except Exception as error:
        raise Violation(f"the card says commands='{named}', a module:attribute that cannot be loaded: {error}.") from None
    if named and not isinstance(commands, Typer):
        raise Violation(f"the card says commands='{named}', which is not a typer.Typer.")
    return 1


@check("card", When.START)
def brings_what_is_compiled(trial: Trial) -> int:
    """the compiled modules listed on the card exist."""
    for name in trial.game.compiled:
        try:
            found = find_spec(name)
        except ModuleNotFoundError:  # the package does not exist either
            found = None
        if found is None:
            raise Violation(f"the card lists '{name}' as compiled, but there is no such module.")
    return 1


@check("card", When.POSITION)
def hides_only_if_it_says_so(trial: Trial) -> int:
    """if the card says that there are no secrets, seats act one at a time and all viewers see the same."""
    if trial.game.secrets:
        return 1
    if len(trial.position.awaited) > 1:
        raise Violation("the card says that there are no secrets, but several seats act at once without seeing each other's acts.")
    seen = trial.now.view(None)
    for seat in trial.seats:
        view = replace(trial.now.view(seat), seat=None, choices=(), act=())
        require_equal(view, seen, f"the card says that there are no secrets, but {who(seat)} sees more or less than a spectator")
    return len(trial.seats)
