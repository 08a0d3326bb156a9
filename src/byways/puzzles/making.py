"""Look for puzzles in bot games, on all cores. An unfinished file is continued where it ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count
from pathlib import Path
from random import Random

import msgspec

from byways.bots import Thought
from byways.bots.roster import load_bot, make_player
from byways.bots.worker import SPAWN, become_worker, cores
from byways.files import read_bytes, refusing, write_bytes
from byways.game import Game, Position, Refused, View, find_game, stream
from byways.i18n import Message
from byways.puzzle import Puzzle, Source
from byways.puzzles.collection import StoredPuzzle, decode, encode
from byways.puzzles.grading import grade
from byways.record import Record, new_record
from byways.referee import ask, begin
from byways.room import Miners, find_room


def miner_of(game: Game) -> Miners[View]:
    found = find_room(game.room).miner
    if found is None:
        raise Refused(Message("refuse.no-miner", {"title": game.title}))
    return found


def make(game: Game, wanted: int, seed: int, file: Path, workers: int | None = None) -> Iterator[int]:
    """Add puzzles to a file until it has as many as wanted. Yield their number at the start and after every game.

    The games are searched and stored in order, so the same seed makes the same file however often it is interrupted.
    """
    miner_of(game)
    made = resume(file, seed)
    number, first = len(made), 0
    if number < wanted and made:
        # The last game may contain more puzzles than were stored.
        first = game_of(made[-1], seed) or 0
        made = [stored for stored in made if game_of(stored, seed) != first]
        number = len(made)
        write_bytes(file, encode(made))
    yield number
    for found in in_order(game.name, seed, first, workers or cores()) if number < wanted else ():
        numbered = [renumbered(stored, number + nth) for nth, stored in enumerate(found[: wanted - number], 1)]
        with refusing(file), file.open("ab") as out:
            out.write(encode(numbered))
        number += len(numbered)
        yield number
        if number >= wanted:
            return


def resume(file: Path, seed: int) -> list[StoredPuzzle]:
    """Return the puzzles that a file already has, without an incomplete last line. Raise `Refused` if one comes from another seed."""
    data = read_bytes(file) if file.exists() else b""
    made = decode(data[: data.rfind(b"\n") + 1], str(file))
    if any(game_of(stored, seed) is None for stored in made):
        raise Refused(Message("refuse.puzzles-seed", {"file": str(file), "seed": seed}))
    return [*made]


def game_of(stored: StoredPuzzle, seed: int) -> int | None:
    """Return the number of the game that a puzzle comes from, or None if the game has another seed."""
    of_seed, _, number = stored.source.partition("/")
    return int(number) if of_seed == str(seed) and number.isdecimal() else None


def renumbered(stored: StoredPuzzle, number: int) -> StoredPuzzle:
    return msgspec.structs.replace(stored, puzzle=msgspec.structs.replace(stored.puzzle, number=number))


def in_order(game: str, seed: int, first: int, workers: int) -> Iterator[list[StoredPuzzle]]:
    """Search several games at a time. Yield the puzzles of each game, in the order of the games."""
    pool = ProcessPoolExecutor(workers, SPAWN, initializer=become_worker)
    waiting: deque[Future[list[StoredPuzzle]]] = deque()
    try:
        for number in count(first):
            waiting.append(pool.submit(mine, game, seed, number))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def mine(name: str, seed: int, number: int) -> list[StoredPuzzle]:
    """Play one bot game and return at most one puzzle of each kind from it, graded."""
    game, source_name = find_game(name), f"{seed}/{number}"
    miner = miner_of(game)
    source = miner.SOURCES[number % len(miner.SOURCES)]
    Thought.worlds = source.worlds
    record, rng = played_game(game, source, source_name), stream(source_name, "puzzles")
    found: dict[str, list[tuple[int, Puzzle]]] = {}
    for entries, position in enumerate(record.positions(game)):
        for puzzle in candidates(miner, position, source.within, rng):
            found.setdefault(puzzle.kind, []).append((entries, puzzle))
    chosen = [rng.choice(found[kind]) for kind in sorted(found)]
    return [graded(game, StoredPuzzle(puzzle, record.until(entries), source_name)) for entries, puzzle in chosen]


def candidates(miner: Miners[View], position: Position, within: bool, rng: Random) -> Iterator[Puzzle]:
    """Yield the puzzles of all seats that are about to begin an act or, with `within`, to continue one."""
    for seat in position.awaited:
        if within or not position.acts[seat]:
            yield from miner.find(position.view(seat), rng)


def graded(game: Game, stored: StoredPuzzle) -> StoredPuzzle:
    puzzle = stored.puzzle
    return stored if puzzle.grade else msgspec.structs.replace(stored, puzzle=msgspec.structs.replace(puzzle, grade=grade(game, stored)))


def played_game(game: Game, source: Source, seed: str) -> Record:
    """Play a game of a bot against itself, up to the source's number of entries, and return its record."""
    players = [make_player(game, source.bot, stream(seed, f"seat {seat}"), load_bot) for seat in range(source.seats)]
    options, name = source.options or game.options(), source.bot.rpartition(":")[2]
    record = new_record(game, game.deal(source.seats, stream(seed, "set-up"), options), options, (name,) * source.seats)
    referee = begin(game, record, stream(seed, "chance"))
    while referee.outcome is None and len(referee.entries) < source.entries:
        request = referee.request(referee.position.awaited[0])
        ask(referee, request, players[request.seat])
    return referee.record
