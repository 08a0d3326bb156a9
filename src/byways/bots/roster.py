"""Find a game's bots: its own, bots from other packages (entry point `byways.bots`), and any `module:attribute`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import groupby
from random import Random

from byways.bots import TIERS, compiled
from byways.errors import common_speaker
from byways.game import AnyPlayer, Bot, Complaint, Game, Refused
from byways.i18n import ENGLISH, Message
from byways.loading import describe, load_attribute

GROUP = "byways.bots"
ALL_COMPILED = Message("bot.compiled")
NAME = re.compile(r"[\w-]{1,64}", re.ASCII)  # 64 is the length of a column in the table's store


@cache
def external_bots() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return the bots from other packages by name, GAME.BOT, without loading them."""
    points = sorted(entry_points(group=GROUP))
    return {name: tuple(same) for name, same in groupby(points, lambda point: point.name)}


def external_bots_for(game: Game) -> dict[str, tuple[EntryPoint, ...]]:
    """Return the bots from other packages for a game, by bot name."""
    return {name.rpartition(".")[2]: points for name, points in external_bots().items() if not why_rejected(name, {game.name: game})}


def why_rejected(name: str, games: Mapping[str, Game]) -> Message | None:
    """Say why a bot from another package is not offered for these games; None if it is."""
    game, _, bot = name.rpartition(".")
    if game not in games:
        return Message("unfit.game")
    if not NAME.fullmatch(bot):
        return Message("unfit.name")
    return Message("unfit.taken", {"title": games[game].title}) if bot in games[game].bot_names else None


def rejected_bots(games: Iterable[Game], language: str = ENGLISH) -> Iterator[str]:
    """Yield a sentence for each bot from another package that is not offered."""
    cards = {game.name: game for game in games}
    for name, points in external_bots().items():
        if reason := why_rejected(name, cards):
            yield common_speaker(language).say(Message("bot.left-out", {"bot": name, "packages": packages(points), "reason": reason}))


def packages(points: Iterable[EntryPoint]) -> tuple[str, ...]:
    return tuple(sorted(point.dist.name if point.dist else point.module for point in points))


def all_bots(game: Game) -> tuple[str, ...]:
    """Return all bot names: the game's own strategies, bots from other packages, and last the levels of strength."""
    own = game.bot_names
    return (*(bot for bot in own if bot not in TIERS), *external_bots_for(game), *(bot for bot in own if bot in TIERS))


def load_bot(game: Game, name: str) -> Bot:
    """Find a bot by its name in the game or as `module:attribute`. Only for names that a user typed."""
    if ":" in name and name not in game.bots:
        return checked(name, load_attribute(name))
    return find_bot(game, name)


def find_bot(game: Game, name: str) -> Bot:
    """Find a bot of the game or of another package by name. Raises `Refused`, with the reason, if it cannot be loaded."""
    if name in game.bots:
        return game.bots[name]
    points = external_bots_for(game).get(name, ())
    if not points:
        raise Refused(Message("refuse.no-bot", {"title": game.title, "bot": name, "bots": all_bots(game)}))
    if len(points) > 1:
        raise Refused(Message("refuse.bots", {"title": game.title, "bot": name, "packages": packages(points)}))
    return loaded(points[0])


def loaded(point: EntryPoint) -> Bot:
    try:
        return checked(f"{point.name} = {point.value}", point.load())
    except Complaint:
        raise
    except (Exception, SystemExit) as error:  # a third-party module may raise anything
        raise Refused(Message("refuse.bot-load", {"bot": point.name, "place": point.value, "reason": describe(error)})) from error


def checked(name: str, bot: object) -> Bot:
    if not callable(bot):
        raise Refused(Message("refuse.not-bot", {"bot": name}))
    return bot


def make_player(game: Game, name: str, rng: Random, find: Callable[[Game, str], Bot] = find_bot) -> AnyPlayer:
    """Create a bot's player. Pass `load_bot` as `find` for a name that a user typed."""
    bot = find(game, name)
    try:
        return bot(rng)
    except (Exception, SystemExit) as error:
        raise Refused(Message("refuse.bot-start", {"bot": name, "title": game.title, "reason": describe(error)})) from error


def needs_compiled(game: Game, bot: str) -> bool:
    return bool(game.compiled) and bot in game.compiled_bots


def make_ready(games: Iterable[Game], tell: Callable[[str], None], language: str = ENGLISH) -> None:
    """Compile what the games' strong bots need. The first time on a machine this takes a while, so progress is reported."""
    say, games = common_speaker(language).say, [*games]
    if slower := plain(games):
        tell(say(slower))
    titles = {name: game.title for game in games for name in compiled.missing(game.compiled)}
    if titles:
        tell(say(compiling(titles.values())))
        for done, name in enumerate(compiled.make_ready([*titles]), 1):
            tell(say(Message("bot.compiled-one", {"title": titles[name], "done": done, "all": len(titles)})))


def compiling(titles: Iterable[str]) -> Message:
    return Message("bot.compiling", {"titles": tuple(dict.fromkeys(titles))})


def plain(games: Iterable[Game]) -> Message | None:
    """Return a warning that these games' bots are weaker if numba is missing."""
    titles = tuple(game.title for game in games if game.compiled)
    return Message("bot.plain", {"titles": titles}) if titles and not compiled.has_numba() else None
