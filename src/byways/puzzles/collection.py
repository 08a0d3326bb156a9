"""Collections of puzzles: files with one puzzle per line, plain or compressed with gzip. A room ships `puzzles/puzzles.jsonl.gz`."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec

from byways.files import read_bytes
from byways.game import Complaint, Game, Position, Refused, View
from byways.i18n import Message, Value
from byways.puzzle import Puzzle
from byways.record import Record
from byways.room import Judges, find_room

SHIPPED = "puzzles.jsonl.gz"
GZIP = b"\x1f\x8b"


class StoredPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle with the record that leads to its position. `source` names the seed and the number of the game it comes from."""

    puzzle: Puzzle
    record: Record
    source: str = ""

    def load_game(self, card: Game) -> Game:
        """Return the game with the record's components."""
        if self.record.game != card.name:
            raise Refused(Message("refuse.puzzle-game", {"number": self.puzzle.number, "title": card.title, "game": self.record.game}))
        return self.record.load_game(card)

    def position(self, card: Game) -> Position:
        """Replay the record and return the puzzle's position.

        Raise `Refused` with the puzzle's number if the record cannot be replayed, or if the puzzle's seat is not to act in the position.
        """
        try:
            position = self.record.position(self.load_game(card))
        except Complaint as error:
            raise Refused(Message("refuse.puzzle-record", {"number": self.puzzle.number, "why": error.meaning}), card) from None
        if self.puzzle.seat not in position.awaited:
            raise Refused(Message("refuse.puzzle-seat", {"number": self.puzzle.number, "seat": self.puzzle.seat}), card)
        return position

    def view(self, card: Game) -> View:
        """Return the view of the solver, who also knows `puzzle.known`."""
        return self.position(card).view(self.puzzle.seat)


def judge_of(game: Game) -> Judges[View]:
    found = find_room(game.room).judge
    if found is None:
        raise Refused(Message("refuse.no-puzzles", {"title": game.title}))
    return found


@cache
def shipped(game: Game) -> tuple[StoredPuzzle, ...]:
    """Return the puzzles of a game's room, in the order of their numbers."""
    file = find_room(game.room).file("puzzles", SHIPPED)
    return () if file is None else decode(file.read_bytes(), SHIPPED)


def puzzles(game: Game, file: Path | None = None) -> tuple[StoredPuzzle, ...]:
    """Return the puzzles of a file or, without a file, of the game's room. Raise `Refused` if there are none."""
    judge_of(game)
    found = shipped(game) if file is None else decode(read_bytes(file), str(file))
    if not found:
        raise Refused(Message("refuse.no-puzzles", {"title": game.title}))
    if file is not None:
        check_questions(game, found)
    return found


def check_questions(game: Game, found: Iterable[StoredPuzzle]) -> None:
    """Raise `Refused` for a puzzle of another game, and for one whose question is in no catalogue."""
    for stored in found:
        stored.load_game(game)
        try:
            game.say(stored.puzzle.question)
        except LookupError:
            about: dict[str, Value] = {"title": game.title, "number": stored.puzzle.number, "kind": stored.puzzle.kind}
            raise Refused(Message("refuse.puzzle-question", about)) from None


def find(game: Game, number: int, collection: Sequence[StoredPuzzle]) -> StoredPuzzle:
    """Return the puzzle with this number. If there is none, raise `Refused` with the first and the last number."""
    for stored in collection:
        if stored.puzzle.number == number:
            return stored
    numbers = [stored.puzzle.number for stored in collection]
    raise Refused(Message("refuse.no-puzzle", {"title": game.title, "number": number, "first": min(numbers), "last": max(numbers)}))


def decode(data: bytes, name: str) -> tuple[StoredPuzzle, ...]:
    """Read a collection. Raise `Refused` if the file is cut off, or with the number of the line if a line is not a puzzle."""
    try:
        lines = (gzip.decompress(data) if data.startswith(GZIP) else data).splitlines()
    except (EOFError, OSError, zlib.error):
        raise Refused(Message("refuse.puzzles-cut", {"file": name})) from None
    return tuple(parsed(lines, name))


def parsed(lines: Iterable[bytes], name: str) -> Iterator[StoredPuzzle]:
    decoder = msgspec.json.Decoder(StoredPuzzle)
    for number, line in enumerate(lines, 1):
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refused(Message("refuse.puzzles-line", {"file": name, "line": number, "reason": str(error)})) from None


def encode(collection: Iterable[StoredPuzzle]) -> bytes:
    """Encode puzzles, one per line."""
    return b"".join(msgspec.json.encode(stored) + b"\n" for stored in collection)


def compressed(collection: Iterable[StoredPuzzle]) -> bytes:
    """Return the file that a room ships. Equal collections give equal bytes."""
    return gzip.compress(encode(collection), 9, mtime=0)
