"""The command `byways`: the app and small commands. All others are imported on demand."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper
from pkgutil import resolve_name
from typing import Annotated, Any, TypeAlias

import msgspec
import typer
from typer.core import TyperGroup

from byways.bots.roster import all_bots, rejected_bots
from byways.cli.common import REQUESTED, AsJson, GameName, Language, fail, note, out, output_language, say_json
from byways.console import paths_in, print_table
from byways.errors import common_speaker
from byways.game import Complaint, Game, JsonObject, all_games, cards, find_game
from byways.i18n import Message
from byways.loading import foreign_frames, load_game, traceback_of
from byways.phrases import card_words

Command: TypeAlias = Any  # typer bundles click and keeps these types private
Context: TypeAlias = Any
HelpFormatter: TypeAlias = Any

VALUE_ERROR = "Value error, "  # typer says this before the sentence about a wrong value
DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
LAZY = (  # name, help, and the function or app to import
    ("play", "Play in the terminal.", "byways.cli.play:play"),
    ("serve", "Play in the browser, with bots and friends.", "byways.cli.serve:serve"),
    ("replay", "Show a position of a record, or list its acts.", "byways.cli.replay:replay"),
    ("print", "Write the sheets of a game to a PDF, to play it on paper.", "byways.cli.print:print_sheets"),
    ("review", "Judge the acts of a finished game by what each seat knew.", "byways.cli.review:review"),
    ("puzzles", "List, show, check and make puzzles.", "byways.cli.puzzles:puzzles"),
    ("arena", "Play a tournament between bots on all cores.", "byways.cli.arena:arena"),
    ("study", "Study a game by games between bots: length, fairness, tension, luck and skill.", "byways.cli.study:study"),
    ("new", "Write a package for a new bot or game, with a test.", "byways.cli.new:app"),
    ("connect", "Seat a bot or a program at a table on another server.", "byways.cli.connect:connect"),
    ("check-game", "Test a game, built-in or your own, against the contract of games.", "byways.cli.check:check_game"),
    ("check-player", "Test a program with everything that can happen to it at a table.", "byways.cli.check:check_player"),
    ("bench", "Measure speed, as ratios to yardsticks in the same run.", "byways.cli.bench:bench"),
    ("tables", "List, export and delete the stored tables of a server.", "byways.cli.tables:app"),
)


class LazyCommand(TyperGroup):
    """A command or group, imported on demand from `module:attribute`. `made` builds it from the imported object."""

    def __init__(self, name: str, explained: str, place: str, made: Callable[[Any], Command] = typer.main.get_group) -> None:
        super().__init__(name=name, help=explained)
        self.place, self.made = place, made

    def make_context(self, info_name: str | None, args: list[str], parent: Context | None = None, **extra: object) -> Context:
        return self.made(resolve_name(self.place)).make_context(info_name, args, parent, **extra)


def command_of(found: typer.Typer | Callable[..., None]) -> Command:
    if isinstance(found, typer.Typer):
        return typer.main.get_command(found)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command()(found)
    return typer.main.get_command(alone)


class Commands(TyperGroup):
    """The built-in commands and those of games. Games are imported only for unknown names and for the help."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        lazy = {name: LazyCommand(name, explained, place, command_of) for name, explained, place in LAZY}
        self.commands = {**lazy, **self.commands}

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        if cmd_name not in self.commands and cmd_name in cards():
            self._add([find_game(cmd_name)])
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: Context) -> list[str]:
        self._add(all_games())
        return super().list_commands(ctx)

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """List the commands with their full help, which typer would truncate."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(limit=sys.maxsize)) for name, command in found if command])

    def _add(self, games: Iterable[Game]) -> None:
        for game in games:
            if game.commands and game.name not in self.commands:
                self.add_command(LazyCommand(game.name, f"Commands of {game.title}.", game.commands))


app = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True)
def main_job(context: typer.Context) -> None:
    """Five tabletop games about finding, bending and blocking a way. Without a command, open the table in your browser."""
    if context.invoked_subcommand is None:
        from byways.cli.serve import PORT, open_table
        from byways.table.server.serve import ServerOptions

        open_table(all_games(), ServerOptions(port=PORT, any_port=True), show=True)


@app.command()
def games(
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """List the games."""
    found, language = all_games(), output_language()
    for sentence in rejected_bots(found, language):
        note(sentence)
    if as_json:
        say_json([card(game) for game in found])
        return
    heads = [common_speaker(language).say(Message(f"games.{head}")) for head in ("game", "players", "minutes", "summary", "bots")]
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
def components(game_name: GameName) -> None:
    """Print the built-in components of a game, as a starting point for your own."""
    sys.stdout.write(load_game(game_name).components_text)


@app.command()
def schema(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="only the options, view and choices of this game")] = None,
) -> None:
    """Print the JSON schema of the lines that programs read and write."""
    from byways.wire import messages

    say_json(messages.schema(load_game(game_name) if game_name else None))


def replace_unencodable() -> None:
    """Print "?" for characters that the output encoding lacks, as on Windows pipes and in old locales."""
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, TextIOWrapper):
            output.reconfigure(errors="replace")


def main() -> None:
    """Run the command. Bad input ends with one sentence and status 2."""
    replace_unencodable()
    REQUESTED.set(None)
    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        fail(error.format_message().replace(VALUE_ERROR, ""), 2)
    except Complaint as error:
        if error.__cause__ is not None and foreign_frames(error.__cause__):  # a bot's or a game's own code failed
            note(traceback_of(error.__cause__))
        fail(error.in_language(output_language()), 2, paths_in(error.sentence))
    except typer.Abort:
        fail(common_speaker(output_language()).say(Message("command.stopped")), 130)
    except BrokenPipeError:
        drop_output()
        raise SystemExit(1) from None
    except OSError as error:
        if error.errno not in DISK_FULL:
            raise
        drop_output()
        fail(common_speaker(output_language()).say(Message("refuse.unwritable-output", {"reason": str(error.strerror)})), 2)
    raise SystemExit(status or 0)


def drop_output() -> None:
    """Discard the rest of stdout. Otherwise Python would try to write it again at exit, and print a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
