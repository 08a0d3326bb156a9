"""The commands `byways labyrinth serve` and `byways labyrinth join`: games with the programs of Labyrinth's course."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from byways.game import Refused

if TYPE_CHECKING:
    from byways.games.labyrinth.course.conduct import Observe
    from byways.games.labyrinth.course.dialect import RefereeState
    from byways.games.labyrinth.state import Position

app = typer.Typer(add_completion=False, rich_markup_mode=None, help="Labyrinth with the programs of its course, over TCP.")

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
    from byways.games.labyrinth.course.tcp import Waits, referee
    from byways.table import listen

    begin = read_state(state) if state else None
    with listen(host, port) as door:
        tell(f"Players may sign up at {host}, port {door.getsockname()[1]}.")
        waits = Waits(period=wait, call=limit)
        if watch:
            with_watchers(lambda begins: say_result(referee(door, begin, waits, said=tell, begins=begins)))
        else:
            say_result(referee(door, begin, waits, said=tell))


def tell(sentence: str) -> None:
    """To whoever started the command; what programs read is the result alone."""
    sys.stderr.write(sentence + "\n")


def say_result(result: tuple[list[str], list[str]]) -> None:
    import msgspec

    sys.stdout.write(msgspec.json.encode(result).decode() + "\n")
    sys.stdout.flush()


def read_state(path: Path) -> RefereeState:
    from byways.games.labyrinth.course import dialect

    try:
        found = dialect.values(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"The file {path} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8 text'}.") from None
    if len(found) != 1:
        raise Refused(f"The file {path} should hold one state, not {len(found)} JSON values.")
    return dialect.read(dialect.RefereeState, found[0])


Begins = Callable[["Position", Sequence[str]], "Observe"]


def with_watchers(conduct: Callable[[Begins], None]) -> None:
    """Conduct a game that everybody on this machine can watch; the page stays until it is closed by hand."""
    import msgspec

    from byways.games.labyrinth import GAME
    from byways.games.labyrinth.course import dialect
    from byways.games.labyrinth.course.conduct import Turn
    from byways.games.labyrinth.course.gallery import Gallery
    from byways.games.labyrinth.state import Setup
    from byways.record import Choose, Entry, Remove

    def save(position: Position) -> bytes:
        return msgspec.json.encode(dialect.write(dialect.referee_state_of(position)))

    def begins(position: Position, names: Sequence[str]) -> Observe:
        setup = Setup(position.maze, position.avatars, position.hunts, position.rounds, queue=position.queue, last=position.last)
        tell(f"Watch at {gallery.show(setup, names)}.")
        return observe

    def observe(seat: int, turn: Turn) -> None:
        entries: list[Entry] = [Choose(seat, str(choice)) for choice in turn]
        gallery.follow(entries or [Remove(seat, "misbehaved")])

    with Gallery(GAME, save) as gallery:
        conduct(begins)
        gallery.wait(lambda: tell("The game is over; its page stays until Ctrl-C."))


@app.command()
def join(
    host: Annotated[str, typer.Argument(metavar="HOST")],
    port: Annotated[int, typer.Argument(metavar="PORT", min=1, max=65535)],
    name: Annotated[str, typer.Option(help="1 to 20 letters and digits")],
    strategy: Annotated[str, typer.Option(help="one of Labyrinth's bots")] = "euclid",
) -> None:
    """Sign up with a referee and play."""
    from byways.games.labyrinth import GAME
    from byways.games.labyrinth.course import dialect
    from byways.games.labyrinth.course.tcp import OurPlayer, find_referee, take_part

    if strategy not in GAME.bot_names:
        raise Refused(f"There is no strategy '{strategy}'; there are {', '.join(GAME.bot_names)}.")
    player = OurPlayer(GAME.bots[strategy](Random()))
    signed = str(dialect.read(dialect.Name, name))
    line = find_referee(host, port)
    try:
        take_part(line, signed, player)
    finally:
        line.close()
    sys.stdout.write("won\n" if player.won else "lost\n")
