"""The commands `byways labyrinth serve` and `byways labyrinth join`: games with the programs of the course."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Annotated, TypeAlias

import msgspec
import typer

from byways.bots.roster import all_bots, make_player
from byways.cli.files import read_text
from byways.game import Refused
from byways.games.labyrinth import GAME
from byways.games.labyrinth.course import dialect
from byways.games.labyrinth.course.conduct import Moment
from byways.games.labyrinth.course.dialect import RefereeState
from byways.games.labyrinth.course.tcp import FEWEST, Fault, OurPlayer, Waits, find_referee, referee, take_part
from byways.games.labyrinth.rules.setup import audit
from byways.i18n import Message
from byways.table.server.serve import listen

app = typer.Typer(rich_markup_mode=None, help="Labyrinth with the programs of its course, over TCP.")

Port = Annotated[int, typer.Option(min=0, max=65535, help="the port for the programs; 0 takes any that is free")]
Watch = Annotated[bool, typer.Option("--watch", help="show the game in the browser, live and step by step; its states can be saved there")]
Faults = Annotated[
    Path | None, typer.Option(metavar="FILE", help="write here why players are turned away and removed, a line of JSON for each")
]
State = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="the JSON state to begin with, - for standard input (default: a new deal)"),
]
Begins: TypeAlias = Callable[[Sequence[str]], Callable[[Moment], object]]


@app.command()
def serve(
    port: Port = 45678,
    host: Annotated[str, typer.Option(help="the address to listen on; 0.0.0.0 for players on other machines")] = "127.0.0.1",
    state: State = None,
    wait: Annotated[float, typer.Option(min=0.1, help="seconds of each of the two periods of signing up")] = 20.0,
    limit: Annotated[float, typer.Option(min=0.01, help="seconds for the answer to a call")] = 4.0,
    watch: Watch = False,
    faults: Faults = None,
) -> None:
    """Referee one game for two to six programs that sign up, and print its result as JSON."""
    begin = read_state(state) if state else None
    with listen(host, port) as listener, reported(faults) as failed:
        tell(Message("course.open", {"host": host, "port": listener.getsockname()[1]}))
        waits = Waits(period=wait, call=limit)

        def conduct(begins: Begins | None = None) -> None:
            say_result(referee(listener, begin, waits, said=tell, failed=failed, begins=begins))

        if watch:
            with_watchers(conduct)
        else:
            conduct()


@contextmanager
def reported(path: Path | None) -> Iterator[Callable[[Fault], object]]:
    """Where the reasons go why players are out: a file, if one is named."""
    if path is None:
        yield str
        return
    try:
        file = path.open("wb", buffering=0)
    except OSError as error:
        raise Refused(Message("refuse.unwritable-file", {"file": str(path), "reason": str(error.strerror)})) from None
    with file:
        yield lambda fault: file.write(fault.line)


def tell(sentence: Message) -> None:
    """For the person who started the command; what programs read is the result alone."""
    sys.stderr.write(GAME.say(sentence) + "\n")


def say_result(result: tuple[list[str], list[str]]) -> None:
    sys.stdout.write(msgspec.json.encode(result).decode() + "\n")
    sys.stdout.flush()


def read_state(path: Path) -> RefereeState:
    """A state alone, or after the players of one of the course's tests."""
    found = dialect.values(read_input() if str(path) == "-" else read_text(path))
    if len(found) != 1 and not (len(found) == 2 and isinstance(found[0], list)):
        raise Refused(not_one_state(path, len(found)), GAME.room)
    state = dialect.read(RefereeState, found[-1])
    if len(state.plmt) < FEWEST:
        raise Refused(Message("course.few", {"least": FEWEST, "players": len(state.plmt)}), GAME.room)
    for fault in audit(GAME.components, dialect.start_of(state).setup):
        tell(Message("course.odd", {"fault": fault}))
    return state


def read_input() -> str:
    try:
        return sys.stdin.buffer.read().decode()
    except OSError as error:
        raise Refused(Message("course.unreadable-input", {"reason": str(error.strerror)}), GAME.room) from None
    except UnicodeDecodeError:
        raise Refused(Message("course.input-not-text"), GAME.room) from None


def not_one_state(path: Path, values: int) -> Message:
    if str(path) == "-":
        return Message("course.values-in-input", {"values": values})
    return Message("course.values-in-file", {"file": str(path), "values": values})


def with_watchers(conduct: Callable[[Begins], None]) -> None:
    """Conduct a game that everybody on this machine can watch; the page of a game that was played stays until it is closed by hand."""
    from byways.games.labyrinth.course.gallery import Gallery  # which most games do without

    def begins(names: Sequence[str]) -> Callable[[Moment], object]:
        gallery.names = names
        return gallery.show

    with Gallery() as gallery:
        tell(Message("course.watch", {"address": gallery.address}))
        tell(Message("course.save", {"address": f"{gallery.address}?key={gallery.key}"}))
        conduct(begins)
        if gallery.moments:
            gallery.wait(lambda: tell(Message("course.over")))


@app.command()
def join(
    host: Annotated[str, typer.Argument(metavar="HOST")],
    port: Annotated[int, typer.Argument(metavar="PORT", min=1, max=65535)],
    name: Annotated[str, typer.Option(help="1 to 20 letters and digits")],
    strategy: Annotated[str, typer.Option(help="one of Labyrinth's bots, in capitals or not")] = "euclid",
) -> None:
    """Sign up with a referee and play."""
    known = {bot.lower(): bot for bot in all_bots(GAME)}
    if strategy.lower() not in known:
        raise Refused(Message("course.no-strategy", {"strategy": strategy, "strategies": tuple(known.values())}), GAME.room)
    player = OurPlayer(make_player(GAME, known[strategy.lower()], Random()))
    signed = str(dialect.read(dialect.Name, name))
    with closing(find_referee(host, port)) as connection:
        take_part(connection, signed, player)
    sys.stdout.write("won\n" if player.won else "lost\n")  # for scripts: the same in every language
