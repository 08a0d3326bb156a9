"""The command `byways play`."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from byways.bots import Thought
from byways.bots.roster import all_bots, make_player, make_ready, needs_compiled
from byways.cli.common import GameName, Language, Worlds, note, out, pairs, tongue
from byways.cli.files import check_writable, read_text
from byways.cli.terminal import Quit, Terminal
from byways.console import print_line
from byways.game import AnyPlayer, Event, Game, Refused, find_game, stream
from byways.i18n import Message
from byways.phrases import reconstruction
from byways.record import opened
from byways.referee import begin
from byways.wire.program import is_program, seated


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


def seat_bots(game: Game, seats: list[str], seed: int) -> dict[int, AnyPlayer]:
    bots = {}
    for number, text in enumerate(seats):
        kind, _, name = text.partition(":")
        if text != "human" and kind != "exec" and (kind != "bot" or name not in all_bots(game)):
            raise Refused(Message("refuse.player", {"text": text, "bots": all_bots(game)}))
        if kind == "bot":
            bots[number] = make_player(game, name, stream(seed, f"seat {number}"))
    return bots
