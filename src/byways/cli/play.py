"""The command `byways play`."""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Annotated

import typer

from byways.bots import Thought
from byways.bots.roster import all_bots, load_bot, make_player, make_ready, needs_compiled
from byways.cli.common import GameName, Language, Worlds, note, out, output_language, pairs
from byways.cli.terminal import Quit, Terminal
from byways.console import print_line
from byways.files import check_writable, read_text, write_bytes
from byways.game import AnyPlayer, Event, Game, Options, Refused, stream
from byways.i18n import Message, Speaker
from byways.loading import load_game
from byways.phrases import reconstruction
from byways.record import new_record
from byways.referee import begin
from byways.wire.program import is_program, running_programs

BOT = "bot:"


def play(
    game_name: GameName,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="WHO", help="human, bot:NAME, module:attribute of a bot, 'exec:PROGRAM ARGS'; once per seat"),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="the same seed and answers give the same game, unless a bot plays against the clock")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="an option of the game, as name=value")] = None,
    components: Annotated[Path | None, typer.Option(help="your own components instead of the built-in ones")] = None,
    record: Annotated[Path | None, typer.Option(help="write the record of the game to this file")] = None,
    limit: Annotated[float, typer.Option(min=0.01, help="seconds per act of a program; one that takes longer loses its seat")] = 60.0,
    worlds: Worlds = None,
    puzzle: Annotated[int | None, typer.Option(metavar="N", help="solve a puzzle of `byways puzzles GAME` instead")] = None,
    daily: Annotated[bool, typer.Option("--daily", help="play today's deal, the same as on the server with the same key")] = False,
    db: Annotated[
        str | None, typer.Option(metavar="URL", help="with --daily: the database of the server (default: the file in your data folder)")
    ] = None,
    language: Language = None,
) -> None:
    """Play in the terminal."""
    game = load_game(game_name)
    if puzzle is not None:
        solve_puzzle(game, puzzle)
        return
    if daily:
        play_todays_deal(game, bool(seat or seed is not None or option or components), db, record)
        return
    if components:
        game = game.using(read_text(components))
    Thought.worlds, Speaker.shows_indices = worlds, True
    seats = seat or ["human", *[f"bot:{game.bot_names[-1]}"] * (max(game.seats[0], 2) - 1)]
    options = game.read_options(pairs(option)) if option else usual_options(game, seats)
    seed = secrets.randbelow(10**9) if seed is None else seed
    bots = seat_bots(game, seats, seed)
    make_ready([game] if any(needs_compiled(game, who.removeprefix(BOT)) for who in seats) else [], note, output_language())
    setup = game.deal(len(seats), stream(seed, "set-up"), options)
    language = output_language(game)
    if record:
        check_writable(record)
    events: list[Event] = []
    limits = [limit if is_program(who) else None for who in seats]
    with running_programs(game, options, seats, seed, events) as programs:
        print_line(out, game.say(Message("terminal.title", {"title": game.title, "seed": seed}), language))
        if notice := reconstruction(game, language):
            print_line(out, notice, "dim")
        head = new_record(game, setup, options, tuple(seats))
        referee = begin(game, head, stream(seed, "chance"), limits, events)
        try:
            Terminal(game, {**bots, **programs}, events, out, input, language).run(referee)
        except Quit:
            print_line(out, "\n" + game.say(Message("terminal.quit"), language))
        finally:
            if record:
                write_bytes(record, referee.record.to_json())
                print_line(out, game.say(Message("terminal.record", {"file": str(record)}), language), paths=[str(record)])
        for seat_number, program in programs.items():
            program.end(referee.position.view(seat_number))


def usual_options(game: Game, seats: list[str]) -> Options:
    """The first preset for this number of players if people play, otherwise the game's own defaults."""
    fitting = [preset.options for preset in game.presets if preset.most is None or len(seats) <= preset.most]
    return fitting[0] if fitting and "human" in seats else game.options()


def solve_puzzle(game: Game, number: int) -> None:
    from byways.cli.solving import Solving
    from byways.puzzles.attempt import Attempt
    from byways.puzzles.collection import find, puzzles

    Speaker.shows_indices, language = True, output_language(game)
    attempt = Attempt(game, find(game, number, puzzles(game)))
    try:
        Solving(Terminal(attempt.game, {}, [], out, input, language), attempt).run()
    except Quit:
        print_line(out, "\n" + game.say(Message("terminal.quit"), language))


def play_todays_deal(game: Game, has_settings: bool, db: str | None, record: Path | None) -> None:
    from byways.cli.daily import play_daily  # loads the store

    if has_settings:
        raise Refused(Message("refuse.daily-option"))
    Speaker.shows_indices = True
    play_daily(game, db, record, time.time())


def seat_bots(game: Game, seats: list[str], seed: int) -> dict[int, AnyPlayer]:
    """Check who sits in each seat, and return the bots by seat."""
    bots = {}
    for number, text in enumerate(seats):
        if text == "human" or is_program(text):
            continue
        name = text.removeprefix(BOT)
        if ":" not in name and (name == text or name not in all_bots(game)):
            raise Refused(Message("refuse.player", {"text": text, "bots": all_bots(game)}))
        bots[number] = make_player(game, name, stream(seed, f"seat {number}"), load_bot)
    return bots
