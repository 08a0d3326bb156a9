"""The command `byways`: the app, and commands that need little. All others are loaded on demand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper
from pkgutil import resolve_name
from typing import Annotated, Any, TypeAlias

import msgspec
import typer
from typer.core import TyperGroup

from byways.bots.roster import all_bots, left_out
from byways.cli.common import ASKED, AsJson, GameName, Language, fail, note, out, say_json, tongue
from byways.console import paths_in, print_table
from byways.errors import house
from byways.game import Complaint, Game, JsonObject, all_games, cards, find_game
from byways.i18n import Message
from byways.phrases import card_words

Command: TypeAlias = Any  # typer bundles click and keeps the types of these private
Context: TypeAlias = Any
HelpFormatter: TypeAlias = Any

LATER = (  # a function that is the command, or an app with commands of its own
    ("play", "Play in the terminal.", "byways.cli.play:play"),
    ("serve", "Play in the browser, with bots and friends.", "byways.cli.serve:serve"),
    ("replay", "Show a position of a record, or list its acts.", "byways.cli.replay:replay"),
    ("review", "Judge the acts of a record, each by what its seat knew.", "byways.cli.review:review"),
    ("arena", "Play a tournament between bots on all cores, or draw one with --report.", "byways.cli.arena:arena"),
    ("connect", "Seat a bot or a program at somebody else's table.", "byways.cli.connect:connect"),
    ("check-game", "Test a game, ours or yours, against the contract every game keeps.", "byways.cli.check:check_game"),
    ("check-player", "Walk a program through what can happen to it at a table.", "byways.cli.check:check_player"),
    ("bench", "Measure speed, as ratios to yardsticks taken in the same run.", "byways.cli.bench:bench"),
    ("tables", "List, export and delete tables of a server.", "byways.cli.tables:app"),
)


class LaterCommands(TyperGroup):
    """Commands that are loaded on demand from `module:attribute`, such as a game's own. `made` makes one command of them, or a group."""

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
    """Our commands and the games'. Cards are read only for a name that is not ours, and to list them all."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        later = {name: LaterCommands(name, explained, place, command_of) for name, explained, place in LATER}
        self.commands = {**later, **self.commands}

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


@app.callback(invoke_without_command=True)
def main_job(context: typer.Context) -> None:
    """Five tabletop games about finding, bending and blocking a way. Without a command: the table, in your browser."""
    if context.invoked_subcommand is None:
        from byways.cli.serve import PORT, open_table
        from byways.table.server.serve import Serving

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
def components(game_name: GameName) -> None:
    """Print the built-in components of a game, as a file to start your own from."""
    sys.stdout.write(find_game(game_name).components_text)


@app.command()
def schema(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="only this game's part: options, view and choices")] = None,
) -> None:
    """Print the JSON schema of the lines that programs read and write."""
    from byways.wire import messages

    say_json(messages.schema(find_game(game_name) if game_name else None))


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
