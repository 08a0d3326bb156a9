"""The commands `byways labyrinth serve` and `byways labyrinth join`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Annotated

import msgspec
import typer

from byways.bots.roster import all_bots, make_player
from byways.files import read_text
from byways.game import Refused
from byways.games.labyrinth import GAME
from byways.games.labyrinth.course import dialect
from byways.games.labyrinth.course.conduct import Moment
from byways.games.labyrinth.course.dialect import RefereeState
from byways.games.labyrinth.course.tcp import FEWEST, BotPlayer, Dismissal, Report, Waits, find_referee, ignore, referee, take_part
from byways.games.labyrinth.rules.setup import audit
from byways.i18n import Message, Speaker
from byways.table.server.serve import listen

app = typer.Typer(add_completion=False, rich_markup_mode=None, help="Labyrinth with the programs of its course, over TCP.")

Port = Annotated[int, typer.Option(min=0, max=65535, help="the port for the programs; 0 takes any free port")]
Watch = Annotated[bool, typer.Option("--watch", help="show the game in a browser, live and step by step, where its states can be saved")]
Faults = Annotated[
    Path | None, typer.Option(metavar="FILE", help="write a line of JSON here for each player that is turned away or removed")
]
State = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="the JSON state to start from, - for standard input (default: a new deal)"),
]


@app.command()
def serve(
    port: Port = 45678,
    host: Annotated[str, typer.Option(help="the address to listen on; 0.0.0.0 for players on other machines")] = "127.0.0.1",
    state: State = None,
    wait: Annotated[float, typer.Option(min=0.1, help="seconds of each of the two sign-up periods")] = 20.0,
    limit: Annotated[float, typer.Option(min=0.01, help="seconds for the answer to a call")] = 4.0,
    watch: Watch = False,
    faults: Faults = None,
) -> None:
    """Referee one game for two to six programs that sign up, and print its result as JSON."""
    Speaker.shows_indices = True
    begin = read_state(state) if state else None
    with listen(host, port) as listener, dismissals_to(faults) as dismissed:
        tell(Message("course.open", {"host": host, "port": listener.getsockname()[1]}))

        def conduct(report: Report) -> None:
            say_result(referee(listener, begin, Waits(period=wait, call=limit), report))

        report = Report(tell, dismissed)
        if watch:
            with_watchers(conduct, report)
        else:
            conduct(report)


@contextmanager
def dismissals_to(path: Path | None) -> Iterator[Callable[[Dismissal], object]]:
    """Yield a callback that writes dismissals to the given file, if any."""
    if path is None:
        yield ignore
        return
    try:
        file = path.open("wb", buffering=0)
    except OSError as error:
        raise Refused(Message("refuse.unwritable-file", {"file": str(path), "reason": str(error.strerror)})) from None
    with file:
        yield lambda dismissal: file.write(dismissal.line)


def tell(sentence: Message) -> None:
    """Write a message for people to standard error. Standard output is reserved for the result, so that programs can read it."""
    sys.stderr.write(GAME.say(sentence) + "\n")


def say_result(result: tuple[list[str], list[str]]) -> None:
    sys.stdout.write(msgspec.json.encode(result).decode() + "\n")
    sys.stdout.flush()


def read_state(path: Path) -> RefereeState:
    """Read a state. In the course's tests a list of players may precede it."""
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


def with_watchers(conduct: Callable[[Report], None], report: Report) -> None:
    """Conduct a game with a page to watch it, which is served until Ctrl-C even after the game."""
    from byways.games.labyrinth.course.gallery import Gallery  # slow to import

    def begin(names: Sequence[str]) -> Callable[[Moment], object]:
        gallery.names = names
        return gallery.show

    with Gallery() as gallery:
        tell(Message("course.watch", {"address": gallery.address}))
        tell(Message("course.save", {"address": f"{gallery.address}?key={gallery.key}"}))
        conduct(replace(report, begin=begin))
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
    player = BotPlayer(make_player(GAME, known[strategy.lower()], Random()))
    signed = str(dialect.read(dialect.Name, name))
    with closing(find_referee(host, port)) as connection:
        take_part(connection, signed, player)
    sys.stdout.write("won\n" if player.won else "lost\n")  # read by scripts, so not translated
