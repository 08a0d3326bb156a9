"""The deal of the day in the terminal: the same as the server's that has the same key."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import msgspec
from babel.dates import format_date

from byways.bots.roster import load_bot, make_player, make_ready, needs_compiled
from byways.cli.common import note, out, output_language
from byways.cli.terminal import Quit, Terminal
from byways.console import print_line
from byways.daily import PLAYER, Chances, Daily, DailyPart, SolveTask, day_at, deal_key, fingerprint, part_of, seed_of, solve, without
from byways.files import check_writable, read_text, write_bytes
from byways.game import AnyPlayer, Choice, Event, Game, Illegal, Player, Refused, View, stream
from byways.i18n import Message, locale
from byways.record import ALONE, Record, Remove, new_record
from byways.referee import Referee, Request, begin, steps
from byways.table.store.admin import open_existing
from byways.table.store.database import data_file

KEY_FILE = "deals.key"  # beside the user's database: the key of a user who has never started a server


class DailyTerminal(Terminal):
    """A terminal that offers no choice which the deal bars."""

    barred: tuple[str, ...] = ()

    def turn(self, referee: Referee, request: Request, people: int) -> None:
        super().turn(referee, Request(request.seat, without(request.view, self.barred), request.deadline), people)

    def answer(self, referee: Referee, request: Request, typed: str) -> None:
        if typed in self.barred:
            raise Illegal(Message("refuse.daily-barred", {"choice": typed}))
        super().answer(referee, request, typed)


def own_key(folder: Path) -> str:
    """The key in the data folder, made on first use."""
    file = folder / KEY_FILE
    if not file.exists():
        write_bytes(file, secrets.token_hex(32).encode())
    return read_text(file).strip()


def find_key(db: str | None) -> str:
    """The key of the server that uses this database, or of the user's own server; without one, the user's own."""
    if db is None and not data_file().exists():
        return own_key(data_file().parent)

    async def read() -> str:
        async with open_existing(db) as store:
            return (await store.server_key()).key

    return deal_key(asyncio.run(read()))


def play_daily(game: Game, db: str | None, record: Path | None, now: float) -> None:
    """Play today's deal, and say which medal it earns."""
    if (part := part_of(game)) is None:
        raise Refused(Message("refuse.no-daily", {"title": game.title}))
    if record:
        check_writable(record)
    daily, key, language = part.DAILY, find_key(db), output_language(game)
    day = daily.first_day(day_at(now))
    seed = seed_of(key, game, day)
    make_ready([game] if any(needs_compiled(game, bot) for bot in daily.others) else [], note, output_language())
    head, events = head_of(game, daily, seed), list[Event]()
    title = Message("terminal.daily", {"title": game.title, "day": day_in(day, language), "key": fingerprint(key)})
    print_line(out, game.say(title, language))
    referee = begin(game, head, Chances(seed), tell=events)
    terminal = DailyTerminal(game, players(game, daily, seed), events, out, input, language)
    terminal.barred = daily.barred
    try:
        terminal.run(referee)
    except Quit:
        print_line(out, "\n" + game.say(Message("terminal.quit"), language))
    else:
        print_line(out, game.say(medal(game, part, referee, head, seed), language), "bold")
    finally:
        if record:
            write_bytes(record, referee.record.to_json())
            print_line(out, game.say(Message("terminal.record", {"file": str(record)}), language), paths=[str(record)])


def day_in(day: date, language: str) -> str:
    return format_date(day, "long", locale=locale(language))


def head_of(game: Game, daily: Daily, seed: str) -> Record:
    """Return the deal. Unused seats are removed."""
    setup = game.deal(1 + len(daily.others), stream(seed, "set-up"), daily.options)
    head = new_record(game, setup, daily.options, ("human", *(f"bot:{bot}" if bot else "" for bot in daily.others)))
    gone = tuple(Remove(seat, ALONE) for seat, bot in enumerate(daily.others, 1) if not bot)
    return msgspec.structs.replace(head, entries=gone)


class LikeAtTheTable(Player):
    """A bot with a random stream for each answer, named by its seat and its choices so far, as at the table."""

    def __init__(self, game: Game, bot: str, seed: str, seat: int) -> None:
        self.game, self.bot, self.seed, self.seat, self.chosen = game, bot, seed, seat, 0

    def choose(self, view: View, deadline: float) -> Sequence[Choice]:
        bot = make_player(self.game, self.bot, stream(self.seed, f"seat {self.seat} {self.chosen}"), load_bot)
        answer = steps(bot.choose(view, deadline))
        self.chosen += len(answer)
        return answer


def players(game: Game, daily: Daily, seed: str) -> dict[int, AnyPlayer]:
    """The bots. Those of removed seats are never asked."""
    return {seat: LikeAtTheTable(game, bot or game.bot_names[0], seed, seat) for seat, bot in enumerate(daily.others, PLAYER + 1)}


def medal(game: Game, part: DailyPart, referee: Referee, head: Record, seed: str) -> Message:
    par = par_of(game, part, head, seed) if part.DAILY.over_par else None
    earned = part.DAILY.medal(part.score(referee.position), par)
    return Message("terminal.daily-medal", {"medal": Message(f"medal.{earned}")}) if earned else Message("terminal.daily-none")


def par_of(game: Game, part: DailyPart, head: Record, seed: str) -> float | None:
    """The turns that the solver needs."""
    position = head.position(game)
    choices = solve(SolveTask(game, position, seed, game.bot_names[-1]))
    for choice in choices or ():
        position = position.choose(PLAYER, choice)
    return part.score(position)
