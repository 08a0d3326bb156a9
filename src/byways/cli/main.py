"""The command `byways`."""

from __future__ import annotations

import logging
import os
import secrets
import sys
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import msgspec
import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

from byways.bots import Thought
from byways.cli.files import check_writable, read_bytes, read_text, write_bytes
from byways.complaint import HOUSE_WORDS, house
from byways.console import paths_in, print_line, print_table
from byways.game import AnyPlayer, Complaint, Event, Game, JsonObject, Refused, all_games, cards, find_game, stream
from byways.roster import all_bots, left_out, make_player, make_ready, needs_compiled
from byways.speech import Message, Value, languages_of, understood
from byways.words import card_words, reconstruction, repetition

if TYPE_CHECKING:
    from byways.record import Record
    from byways.table import Serving

Command: TypeAlias = Any  # typer bundles click and keeps the types of these private
Context: TypeAlias = Any
HelpFormatter: TypeAlias = Any

LATER = (
    ("arena", "Play a tournament between bots on all cores, or draw one with --report.", "byways.cli.arena:app"),
    ("bench", "Measure speed, as ratios to yardsticks taken in the same run.", "byways.cli.bench:app"),
    ("review", "Judge the acts of a record, each by what its seat knew.", "byways.cli.review:app"),
    ("tables", "List, export and delete tables of a server.", "byways.cli.tables:app"),
)


class LaterCommands(TyperGroup):
    """Commands that are loaded on demand, such as a game's own, which its card names. `made` makes one command of them, or a group."""

    def __init__(self, name: str, explained: str, module: str, made: Callable[[typer.Typer], Command] = typer.main.get_group) -> None:
        super().__init__(name=name, help=explained)
        self.module, self.made = module, made

    def make_context(self, info_name: str | None, args: list[str], parent: Context | None = None, **extra: object) -> Context:
        return self.made(resolve_name(self.module)).make_context(info_name, args, parent, **extra)


class Commands(TyperGroup):
    """Our commands and the games'. Cards are read only for a name that is not ours, and to list them all."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name, explained, module in LATER:
            self.add_command(LaterCommands(name, explained, module, typer.main.get_command))

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        if cmd_name not in self.commands and cmd_name in cards():
            self._add([find_game(cmd_name)])
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: Context) -> list[str]:
        self._add(all_games())
        return super().list_commands(ctx)

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """All that is said of each command; typer would cut it at the end of the line."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(limit=sys.maxsize)) for name, command in found if command])

    def _add(self, games: Iterable[Game]) -> None:
        for game in games:
            if game.commands and game.name not in self.commands:
                self.add_command(LaterCommands(game.name, f"Commands that only {game.title} has.", game.commands))


app = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
out = Console(highlight=False)
log = logging.getLogger(__name__)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="one of `byways games`")]
PORT = 8000
LOCALE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # what says the language of a terminal, the first that is set
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Worlds = Annotated[int | None, typer.Option(min=1, help="worlds that built-in bots imagine per answer, instead of taking time")]


def heed(language: str | None) -> str | None:
    """Complaints are in the language that is asked for, too."""
    ASKED.set(language)
    return language


ASKED: ContextVar[str | None] = ContextVar("language", default=None)
Language = Annotated[str | None, typer.Option(callback=heed, help="en, de or it (default: the language of your terminal)")]


@app.callback(invoke_without_command=True)
def main_job(context: typer.Context) -> None:
    """Five tabletop games about finding, bending and blocking a way. Without a command: the table, in your browser."""
    if context.invoked_subcommand is None:
        from byways.table import Serving

        open_table(all_games(), Serving(port=PORT, elsewhere=True), show=True)


@app.command()
def games(
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """List the games."""
    found, language = all_games(), tongue()
    for sentence in left_out(found, language):
        note(sentence)
    if as_json:
        say_json([card(game) for game in found])
        return
    heads = [house(language).say(Message(f"games.{head}")) for head in ("game", "players", "minutes", "summary", "bots")]
    print_table(out, [heads, *(row(game, language) for game in found)])


def row(game: Game, language: str) -> list[str]:
    summary = card_words(game, language).summary
    return [game.name, "{}-{}".format(*game.seats), "{}-{}".format(*game.minutes), summary, ", ".join(all_bots(game))]


def card(game: Game) -> JsonObject:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "credit": game.credit,
        "seats": game.seats,
        "minutes": game.minutes,
        "version": game.version,
        "bots": all_bots(game),
        "languages": game.languages,
        "options": msgspec.to_builtins(game.options()),
    }


@app.command()
def play(
    game_name: GameName,
    seat: Annotated[
        list[str] | None, typer.Option(metavar="WHO", help="human, bot:NAME or 'exec:PROGRAM ARGS', once for each seat, in order")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="the same seed and answers give the same game")] = None,
    option: Annotated[list[str] | None, typer.Option(help="an option of the game, as name=value")] = None,
    components: Annotated[Path | None, typer.Option(help="your own components instead of the built-in ones")] = None,
    record: Annotated[Path | None, typer.Option(help="keep the game in this file")] = None,
    limit: Annotated[float, typer.Option(min=0.01, help="seconds a program has for an act; beyond that it loses its seat")] = 60.0,
    worlds: Worlds = None,
    language: Language = None,
) -> None:
    """Play in the terminal."""
    from byways.cli.terminal import Quit, Terminal
    from byways.record import opened
    from byways.referee import begin
    from byways.wire.program import is_program, seated

    game = find_game(game_name)
    if components:
        game = game.using(read_text(components))
    Thought.worlds = worlds
    seats = seat or ["human", *[f"bot:{game.bot_names[-1]}"] * (max(game.seats[0], 2) - 1)]
    options = game.read_options(pairs(option or []))
    seed = secrets.randbelow(10**9) if seed is None else seed
    bots = seat_bots(game, seats, seed)
    make_ready([game] if any(needs_compiled(game, who.removeprefix("bot:")) for who in seats) else [], note, tongue())
    setup = game.deal(len(seats), stream(seed, "set-up"), options)
    language = tongue(game)
    if record:
        check_writable(record)
    told: list[Event] = []
    limits = [limit if is_program(who) else None for who in seats]
    with seated(game, options, seats, seed, told) as programs:
        print_line(out, game.say(Message("terminal.title", {"title": game.title, "seed": seed}), language))
        if made := reconstruction(game, language):
            print_line(out, made, "dim")
        head = opened(game, setup, options, tuple(seats))
        referee = begin(game, head, stream(seed, "chance"), limits, told)
        try:
            Terminal(game, {**bots, **programs}, told, out, input, language).run(referee)
        except Quit:
            print_line(out, "\n" + game.say(Message("terminal.quit"), language))
        finally:
            if record:
                record.write_bytes(referee.record.to_json())
                print_line(out, game.say(Message("terminal.record", {"file": str(record)}), language), paths=[str(record)])
        for seat_number, program in programs.items():
            program.end(referee.position.view(seat_number))
            if why := referee.notes.get(seat_number):
                lost = Message("terminal.lost", {"seat": seat_number, "player": seats[seat_number], "why": why})
                print_line(out, game.say(lost, language), paths=[seats[seat_number]])


def pairs(given: list[str]) -> dict[str, str]:
    """`name=value` texts as a mapping."""
    for text in given:
        if "=" not in text:
            raise Refused(Message("refuse.not-option", {"text": text}))
    return {name.strip(): value.strip() for name, value in (text.split("=", 1) for text in given)}


def seat_bots(game: Game, seats: list[str], seed: int) -> dict[int, AnyPlayer]:
    bots = {}
    for number, text in enumerate(seats):
        kind, _, name = text.partition(":")
        if text != "human" and kind != "exec" and (kind != "bot" or name not in all_bots(game)):
            raise Refused(Message("refuse.player", {"text": text, "bots": all_bots(game)}))
        if kind == "bot":
            bots[number] = make_player(game, name, stream(seed, f"seat {number}"))
    return bots


@app.command()
def serve(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="only this game")] = None,
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks any free port")] = PORT,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="sqlite+aiosqlite:///FILE or postgresql+asyncpg://… (default: a file in your data folder)"),
    ] = None,
    components: Annotated[
        list[str] | None, typer.Option(metavar="GAME=FILE", help="your own components instead of the built-in ones, for any of the games")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="a reverse proxy, or a network of them, to be believed about whom it brings (default: none)"),
    ] = None,
    listen_db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="the same PostgreSQL past a pooler such as pgbouncer, for hearing of other servers"),
    ] = None,
    monitor: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="who may read /metrics and /readyz besides this machine: an address or a network"),
    ] = None,
    log_json: Annotated[bool, typer.Option("--log-json", help="write what happens to stderr, as lines of JSON")] = False,
    processes: Annotated[int, typer.Option(min=1, help="so many processes at one port; more than one need PostgreSQL")] = 1,
) -> None:
    """Play in the browser, with bots and friends."""
    from byways.table import Serving

    with logged() if log_json else nullcontext():
        games = with_own_components([find_game(game_name)] if game_name else all_games(), components or [])
        open_table(games, Serving(host, port, db, listen_db, processes, proxy or [], monitor or []))


@contextmanager
def logged() -> Iterator[None]:
    """What would be said in the terminal is a line of the log."""
    from byways.table import logs

    os.environ[logs.AS_JSON] = "yes"
    logs.set_up()
    try:
        yield
    except Complaint as error:
        log.error("%s", error.said(tongue()))
        raise SystemExit(2) from None


def with_own_components(games: list[Game], given: list[str]) -> list[Game]:
    """The same games, with the components from FILE for each GAME=FILE."""
    chosen = {game.name: game for game in games}
    for text in given:
        name, _, file = map(str.strip, text.partition("="))
        if not file:
            raise Refused(Message("refuse.not-own", {"text": text}))
        if name not in chosen:
            raise Refused(Message("refuse.own-game", {"game": name, "file": file, "games": tuple(chosen)}))
        if chosen[name].own is not None:
            raise Refused(Message("refuse.own-twice", {"title": chosen[name].title}))
        read = read_text(Path(file))
        try:
            chosen[name] = chosen[name].using(read, Path(file).name)
        except Refused as error:
            raise Refused(Message("refuse.in-file", {"file": file, "why": error.meaning}), error.by) from None
    return list(chosen.values())


def open_table(games: list[Game], serving: Serving, show: bool = False) -> None:
    """Serve until stopped; opens a browser if there is one and somebody is at the screen."""
    from byways import table

    is_logged = table.logs.AS_JSON in os.environ

    def opened(address: str) -> None:
        if is_logged:
            return
        print_line(out, house(tongue()).say(Message("serve.open", {"address": address})))
        if show and sys.stdout.isatty():
            webbrowser.open(address)

    def tell(message: Message) -> None:
        (log.info if is_logged else note)(house(tongue()).say(message))

    table.serve(games, serving, opened, tell)


def opened_record(file: Path) -> tuple[Record, Game, str]:
    """A record, its game and the language to tell it in; people are told if it is of an older version."""
    from byways.record import read

    record = read(read_bytes(file))
    game = record.load_game()
    language = tongue(game)
    if age := record.age(game, language):
        note(age)
    return record, game, language


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a record")],
    at: Annotated[int | None, typer.Option(help="after this many entries (default: all)")] = None,
    act: Annotated[int | None, typer.Option(help="after this many acts")] = None,
    acts: Annotated[bool, typer.Option("--acts", help="list the acts instead")] = False,
    seat: Annotated[int | None, typer.Option(help="as this seat saw it (default: a spectator)")] = None,
    text: Annotated[bool, typer.Option("--text", help="the board as text (default)")] = False,
    svg: Annotated[Path | None, typer.Option(help="write the board to this SVG file")] = None,
    png: Annotated[Path | None, typer.Option(help="write the board to this PNG file")] = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Show a position of a record, or list its acts."""
    from byways.acts import acts_in, entries_until
    from byways.cli.terminal import tell_acts
    from byways.referee import Referee

    record, game, language = opened_record(file)
    seats = len(record.start(game).acts)
    if seat is not None and not 0 <= seat < seats:
        raise Refused(Message("refuse.no-seat", {"seat": seat, "last": seats - 1}))
    if acts:
        tell_acts(game, [one for _, one in acts_in(record, game, seat)], out, language)
        return
    if act is not None:
        at = entries_until(act, acts_in(record, game, seat))
    referee = Referee(game, record.until(at), lambda due, number: None)
    view = referee.position.view(seat)
    if svg:
        write_bytes(svg, game.draw(view, language=language).encode())
    if png:
        from byways.drawing import png as to_png

        write_bytes(png, to_png(game.draw(view, language=language)))
    if as_json:
        say_json(view)
    if text or not (svg or png or as_json):
        shown = len(record.entries) if at is None else at
        title: dict[str, Value] = {"title": game.title, "players": record.players, "shown": shown, "entries": len(record.entries)}
        print_line(out, game.say(Message("replay.title", title), language))
        print_line(out, game.text(view, language))
        print_line(out, " ".join([game.say(view.prompt, language), repetition(game, referee.repeated, language)]).rstrip(), "bold")


@app.command()
def components(game_name: GameName) -> None:
    """Print the built-in components of a game, as a file to start your own from."""
    sys.stdout.write(find_game(game_name).components_text)


@app.command("check-game")
def check_game(
    game_name: GameName,
    positions: Annotated[int, typer.Option(min=1, help="how many positions to look at")] = 2000,
    seed: Annotated[int, typer.Option()] = 0,
) -> None:
    """Test a game, ours or yours, against the contract every game keeps."""
    from byways import testing

    try:
        report = testing.check_game(find_game(game_name), positions=positions, seed=seed)
    except testing.NonConformance as error:
        fail(str(error), 1)
    print_line(out, str(report))


@app.command("check-player")
def check_player(
    program: Annotated[str, typer.Argument(metavar="'PROGRAM ARGS'", help="the command that starts your program")],
    game_name: Annotated[str, typer.Option("--game", metavar="GAME", help="one of `byways games`")],
    seed: Annotated[int, typer.Option()] = 0,
) -> None:
    """Walk a program through what can happen to it at a table."""
    from byways.wire.check import check_player
    from byways.wire.process import command_of

    failed = 0
    for report in check_player(command_of(program), find_game(game_name), seed):
        failed += report.verdict == "failed"
        print_line(out, f"{report.verdict}  {report.name}" + (f": {report.fault}" if report.fault else ""))
        out.print(Text("\n".join(f"        {line}" for line in report.lines), style="dim"), soft_wrap=True)
    if failed:
        fail(house().say(Message("check.failed", {"count": failed})), 1)


@app.command()
def connect(
    url: Annotated[str, typer.Argument(metavar="URL", help="the address on the table's page: ws://HOST/program/TABLE/KEY")],
    bot: Annotated[str | None, typer.Option(metavar="NAME", help="one of the game's bots")] = None,
    player: Annotated[str | None, typer.Option(metavar="'exec:PROGRAM ARGS'", help="a program that plays by stdio")] = None,
) -> None:
    """Seat a bot or a program at somebody else's table."""
    from byways.wire.connect import attend
    from byways.wire.guest import BotGuest, Guest, ProgramGuest
    from byways.wire.messages import Removed
    from byways.wire.process import Process
    from byways.wire.program import is_program, program_command

    if (bot is None) == (player is None) or (player is not None and not is_program(player)):
        raise Refused(Message("refuse.who-plays"))
    guest: Guest = BotGuest(bot) if bot is not None else ProgramGuest(Process(program_command(player or "")))
    try:
        last = attend(url, guest, partial(print_line, out))
    finally:
        guest.close()
    if isinstance(last, Removed):
        fail(last.sentence, 1)
    print_line(out, last.sentence)


@app.command()
def schema(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="only this game's part: options, view and choices")] = None,
) -> None:
    """Print the JSON schema of the lines that programs read and write."""
    from byways.wire import messages

    say_json(messages.schema(find_game(game_name) if game_name else None))


def say_json(value: object) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value).decode()) + "\n")


def tongue(game: Game | None = None) -> str:
    """The language to speak, of those a game or the house has: the one that is asked for, else the terminal's."""
    if game is not None and (asked := ASKED.get()):
        return game.language(asked)
    wishes = next(filter(None, (ASKED.get(), *map(os.environ.get, LOCALE))), "")
    return understood(wishes.split(":"), game.languages if game else languages_of(HOUSE_WORDS))


def note(sentence: str, paths: Iterable[str] = ()) -> None:
    print_line(Console(stderr=True, highlight=False), sentence, paths=paths)


def fail(sentence: str, status: int, paths: Iterable[str] = ()) -> None:
    note(sentence, paths)
    raise SystemExit(status)


def replace_unknown_letters() -> None:
    """Boards have signs that some encodings lack: Windows gives a pipe an old one, and a locale may ask for one. They become "?"."""
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, TextIOWrapper):
            output.reconfigure(errors="replace")


def main() -> None:
    """Any mistake in what was typed or read ends in one sentence and status 2."""
    replace_unknown_letters()
    ASKED.set(None)
    try:
        status = app(standalone_mode=False)
    except typer.TyperException as error:
        fail(error.format_message(), 2)
    except Complaint as error:
        fail(error.said(tongue()), 2, paths_in(error.sentence))
    except typer.Abort:
        fail(house(tongue()).say(Message("command.stopped")), 130)
    except BrokenPipeError:
        fail("", 1)
    raise SystemExit(status or 0)
