"""The commands `byways labyrinth serve` and `byways labyrinth join`: games with the programs of the course."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Annotated, TypeAlias

import msgspec
import typer

from byways.game import Refused
from byways.games.labyrinth import GAME
from byways.games.labyrinth.course import dialect
from byways.games.labyrinth.course.conduct import Observe, Start, Turn
from byways.games.labyrinth.course.dialect import RefereeState
from byways.games.labyrinth.course.tcp import OurPlayer, Waits, find_referee, referee, take_part
from byways.record import Choose, Entry, Remove
from byways.roster import all_bots, make_player
from byways.table import listen

app = typer.Typer(rich_markup_mode=None, help="Labyrinth with the programs of its course, over TCP.")

Port = Annotated[int, typer.Option(min=0, max=65535, help="the port for the programs; 0 takes any that is free")]
Watch = Annotated[bool, typer.Option("--watch", help="show the game live in the browser, where its state can be saved too")]


@app.command()
def serve(
    port: Port = 45678,
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    state: Annotated[Path | None, typer.Option(metavar="FILE", help="the JSON state to begin with (default: a new deal)")] = None,
    wait: Annotated[float, typer.Option(min=0.1, help="seconds of each of the two periods of signing up")] = 20.0,
    limit: Annotated[float, typer.Option(min=0.01, help="seconds for the answer to a call")] = 4.0,
    watch: Watch = False,
) -> None:
    """Referee one game for two to six programs that sign up, and print its result as JSON."""
    begin = read_state(state) if state else None
    with listen(host, port) as listener:
        tell(f"Players may sign up at {host}, port {listener.getsockname()[1]}.")
        waits = Waits(period=wait, call=limit)
        if watch:
            with_watchers(lambda begins: say_result(referee(listener, begin, waits, said=tell, begins=begins)))
        else:
            say_result(referee(listener, begin, waits, said=tell))


def tell(sentence: str) -> None:
    """To whoever started the command; what programs read is the result alone."""
    sys.stderr.write(sentence + "\n")


def say_result(result: tuple[list[str], list[str]]) -> None:
    sys.stdout.write(msgspec.json.encode(result).decode() + "\n")
    sys.stdout.flush()


def read_state(path: Path) -> RefereeState:
    try:
        found = dialect.values(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"The file {path} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8 text'}.") from None
    if len(found) != 1:
        raise Refused(f"The file {path} should hold one state, not {len(found)} JSON values.")
    return dialect.read(RefereeState, found[0])


Begins: TypeAlias = Callable[[Start, Sequence[str]], Observe]


def with_watchers(conduct: Callable[[Begins], None]) -> None:
    """Conduct a game that everybody on this machine can watch; the page, if there is one, stays until it is closed by hand."""
    from byways.games.labyrinth.course.gallery import Gallery  # which most games do without

    def begins(start: Start, names: Sequence[str]) -> Observe:
        try:
            tell(f"Watch at {gallery.show(start, names)}.")
        except Refused as refusal:
            tell(f"This game cannot be watched. {refusal}")
        return observe

    def observe(seat: int, turn: Turn) -> None:
        entries: list[Entry] = [Choose(seat, str(choice)) for choice in turn]
        gallery.enter(entries or [Remove(seat, "misbehaved")])

    with Gallery() as gallery:
        conduct(begins)
        if gallery.table:
            gallery.wait(lambda: tell("The game is over; its page stays until Ctrl-C."))


@app.command()
def join(
    host: Annotated[str, typer.Argument(metavar="HOST")],
    port: Annotated[int, typer.Argument(metavar="PORT", min=1, max=65535)],
    name: Annotated[str, typer.Option(help="1 to 20 letters and digits")],
    strategy: Annotated[str, typer.Option(help="one of Labyrinth's bots")] = "euclid",
) -> None:
    """Sign up with a referee and play."""
    if strategy not in all_bots(GAME):
        raise Refused(f"There is no strategy '{strategy}'; there are {', '.join(all_bots(GAME))}.")
    player = OurPlayer(make_player(GAME, strategy, Random()))
    signed = str(dialect.read(dialect.Name, name))
    with closing(find_referee(host, port)) as connection:
        take_part(connection, signed, player)
    sys.stdout.write("won\n" if player.won else "lost\n")
