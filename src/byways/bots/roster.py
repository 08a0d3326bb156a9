"""Who can play a game: its own bots, and those from other packages by the entry point `byways.bots`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import groupby
from random import Random

from byways.bots import TIERS, compiled
from byways.errors import house
from byways.game import AnyPlayer, Bot, Complaint, Game, Refused
from byways.i18n import ENGLISH, Message

GROUP = "byways.bots"
ALL_COMPILED = Message("bot.compiled")
NAME = re.compile(r"[\w-]{1,64}", re.ASCII)  # the table's store has room for so many


@cache
def brought() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Bots from other packages, by name: GAME.BOT. This loads none of their modules."""
    points = sorted(entry_points(group=GROUP))
    return {name: tuple(same) for name, same in groupby(points, lambda point: point.name)}


def brought_for(game: Game) -> dict[str, tuple[EntryPoint, ...]]:
    """The bots from other packages for a game, by bot name."""
    return {name.rpartition(".")[2]: points for name, points in brought().items() if not unfit(name, {game.name: game})}


def unfit(name: str, games: Mapping[str, Game]) -> Message | None:
    """Why a bot from another package is not offered for these games; None if it is."""
    game, _, bot = name.rpartition(".")
    if game not in games:
        return Message("unfit.game")
    if not NAME.fullmatch(bot):
        return Message("unfit.name")
    return Message("unfit.taken", {"title": games[game].title}) if bot in games[game].bot_names else None


def left_out(games: Iterable[Game], language: str = ENGLISH) -> Iterator[str]:
    """A sentence for each bot from another package that is not offered."""
    cards = {game.name: game for game in games}
    for name, points in brought().items():
        if reason := unfit(name, cards):
            yield house(language).say(Message("bot.left-out", {"bot": name, "packages": packages(points), "reason": reason}))


def packages(points: Iterable[EntryPoint]) -> tuple[str, ...]:
    return tuple(sorted(point.dist.name if point.dist else point.module for point in points))


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
        raise Refused(Message("refuse.bot-load", {"bot": point.name, "place": point.value, "reason": told(error)})) from None


def checked(name: str, bot: Bot) -> Bot:
    if not callable(bot):
        raise Refused(Message("refuse.not-bot", {"bot": name}))
    return bot


def make_player(game: Game, name: str, rng: Random) -> AnyPlayer:
    """A bot at work."""
    bot = find_bot(game, name)
    try:
        return bot(rng)
    except Exception as error:
        raise Refused(Message("refuse.bot-start", {"bot": name, "title": game.title, "reason": told(error)})) from None


def needs_compiled(game: Game, bot: str) -> bool:
    return bool(game.compiled) and bot in game.compiled_bots


def make_ready(games: Iterable[Game], tell: Callable[[str], None], language: str = ENGLISH) -> None:
    """Compile what the strong bots of games need. The first time on a machine that takes a while, so people see how far it has come."""
    say, games = house(language).say, [*games]
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
    """What people are told of these games' bots where there is no numba: they think in plain Python."""
    titles = tuple(game.title for game in games if game.compiled)
    return Message("bot.plain", {"titles": titles}) if titles and not compiled.has_numba() else None


def told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": .")
