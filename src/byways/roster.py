"""Who can play a game: its own bots, and those from other packages by the entry point `byways.bots`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import groupby
from random import Random

from byways.bots import TIERS
from byways.game import AnyPlayer, Bot, Complaint, Game, Refused

GROUP = "byways.bots"
NAME = re.compile(r"[\w-]{1,64}", re.ASCII)  # the table's store has room for so many


@cache
def brought() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Bots from other packages, by name: GAME.BOT. This loads none of their modules."""
    points = sorted(entry_points(group=GROUP))
    return {name: tuple(same) for name, same in groupby(points, lambda point: point.name)}


def brought_for(game: Game) -> dict[str, tuple[EntryPoint, ...]]:
    """The bots from other packages for a game, by bot name."""
    return {name.rpartition(".")[2]: points for name, points in brought().items() if not unfit(name, {game.name: game})}


def unfit(name: str, games: Mapping[str, Game]) -> str:
    """Why a bot from another package is not offered for these games; nothing if it is."""
    game, _, bot = name.rpartition(".")
    if game not in games:
        return "there is no such game here (an entry point is named GAME.BOT)"
    if not NAME.fullmatch(bot):
        return "a name has up to 64 letters, digits, - and _"
    return f"{games[game].title} already has a bot of that name" if bot in games[game].bot_names else ""


def left_out(games: Iterable[Game]) -> Iterator[str]:
    """A sentence for each bot from another package that is not offered."""
    cards = {game.name: game for game in games}
    for name, points in brought().items():
        if reason := unfit(name, cards):
            yield f"The bot '{name}' ({packages(points)}) is not offered: {reason}."


def packages(points: Iterable[EntryPoint]) -> str:
    return " and ".join(sorted(point.dist.name if point.dist else point.module for point in points))


def all_bots(game: Game) -> tuple[str, ...]:
    """The names of all bots to choose from: the game's own strategies, those from other packages, and last the levels of strength."""
    own = game.bot_names
    return (*(bot for bot in own if bot not in TIERS), *brought_for(game), *(bot for bot in own if bot in TIERS))


def find_bot(game: Game, name: str) -> Bot:
    """A bot of the game, or one from another package; one that cannot be loaded is refused with the reason."""
    if name in game.bots:
        return game.bots[name]
    points = brought_for(game).get(name, ())
    if not points:
        raise Refused(f"{game.title} has no bot '{name}'; it has {', '.join(all_bots(game))}.")
    if len(points) > 1:
        raise Refused(f"{game.title} has more than one bot '{name}': {packages(points)} have one each. Uninstall all but one.")
    return loaded(points[0])


def loaded(point: EntryPoint) -> Bot:
    try:
        return checked(f"{point.name} = {point.value}", point.load())
    except Complaint:
        raise
    except (Exception, SystemExit) as error:  # a third-party module may raise anything
        raise Refused(f"The bot '{point.name}' cannot be loaded from {point.value}: {told(error)}.") from None


def checked(name: str, bot: Bot) -> Bot:
    if not callable(bot):
        raise Refused(f"'{name}' is not a bot: a bot is called with a random generator and gives a player.")
    return bot


def make_player(game: Game, name: str, rng: Random) -> AnyPlayer:
    """A bot at work."""
    bot = find_bot(game, name)
    try:
        return bot(rng)
    except Exception as error:
        raise Refused(f"The bot '{name}' of {game.title} makes no player: {told(error)}.") from None


def told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": .")
