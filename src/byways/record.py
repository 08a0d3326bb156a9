"""A game as set-up and entries: save, load, replay, step back, and the story one seat has seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any, TypeAlias

import msgspec

from byways.game import Complaint, Event, Game, Options, Position, Refused, Setup, Tell, View, find_game


class BadRecord(Complaint):
    """A record that cannot be read or replayed."""


class Entry(msgspec.Struct, frozen=True, tag=str.lower, tag_field="entry", forbid_unknown_fields=True):
    """One line of a record."""

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        raise NotImplementedError


class Choose(Entry, frozen=True):
    seat: int
    choice: str

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position.choose(self.seat, game.parse(self.choice), tell)

    def __str__(self) -> str:
        return f"{self.seat}: {self.choice}"


class Happen(Entry, frozen=True):
    what: str

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position.happen(self.what, tell)

    def __str__(self) -> str:
        return f"chance: {self.what}"


class Undo(Entry, frozen=True):
    seat: int

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position.undo(self.seat)

    def __str__(self) -> str:
        return f"{self.seat}: undo"


class Remove(Entry, frozen=True):
    seat: int
    why: str

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position.remove(self.seat, tell)

    def __str__(self) -> str:
        return f"{self.seat}: removed ({self.why})"


class Hint(Entry, frozen=True):
    """A seat was told what a bot would choose. Nothing changes by it, and only that seat's story has it."""

    seat: int
    choice: str

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position

    def __str__(self) -> str:
        return f"{self.seat}: hint ({self.choice})"


AnyEntry: TypeAlias = Choose | Happen | Undo | Remove | Hint


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game. `components` is the digest of the built-in ones, or somebody's own ones whole."""

    game: str
    version: int
    components: str | dict[str, Any]
    options: dict[str, Any]
    players: tuple[str, ...]
    setup: dict[str, Any]
    entries: tuple[AnyEntry, ...] = ()

    def to_json(self) -> bytes:
        """One entry a line, so that records can be read and compared."""
        head = msgspec.json.encode(msgspec.structs.replace(self, entries=()))
        lines = b",\n".join(msgspec.json.encode(entry) for entry in self.entries)
        return head.removesuffix(b"]}") + b"\n" + lines + b"\n]}\n"

    def load_game(self, card: Game | None = None) -> Game:
        """The game to replay this with: `card`, or the one that is installed, with the components that this was played with. Of an older
        version the built-in components may be gone; then its entries, if they are legal, are played with today's."""
        game = card or find_game(self.game)
        if self.version > game.version:
            raise BadRecord(self.age(game))
        if self.is_older(game) and isinstance(self.components, str):
            return game.built_in
        try:
            return game.with_components(self.components)
        except Refused as error:
            raise self.unplayable(game, str(error)) from None

    def is_older(self, game: Game) -> bool:
        """Whether this was played by the rules of an earlier version than the game has here."""
        return self.version < game.version

    def age(self, game: Game) -> str:
        """A sentence for people if this is of another version, else nothing."""
        same = self.version == game.version
        return "" if same else f"This record is of {game.title} version {self.version}; here is version {game.version}."

    def unplayable(self, game: Game, why: str) -> BadRecord:
        """A complaint that tells the age of the record too: it may be the reason."""
        return BadRecord(" ".join(filter(None, (why, self.age(game)))))

    def start(self, game: Game) -> Position:
        """The position before the first entry."""
        try:
            return start(game, self.setup)
        except Complaint as error:
            if not self.is_older(game):
                raise
            raise self.unplayable(game, str(error)) from None

    def positions(self, game: Game, tell: Tell = None) -> Iterator[Position]:
        """The position before the first entry and after each."""
        position = self.start(game)
        yield position
        for number, entry in enumerate(self.entries):
            try:
                position = entry.apply(game, position, tell)
            except Complaint as error:
                raise self.unplayable(game, f"Entry {number} of the record ({entry}) cannot be played: {error}") from None
            yield position

    def position(self, game: Game, at: int | None = None) -> Position:
        """The position after `at` entries (None: after all)."""
        end = len(self.entries) if at is None else at
        if not 0 <= end <= len(self.entries):
            raise BadRecord(f"The record has {len(self.entries)} entries; there is no position {at}.")
        *_, last = msgspec.structs.replace(self, entries=self.entries[:end]).positions(game)
        return last

    def repeated(self, game: Game, at: int | None = None) -> int:
        """How often the game stood before as it does after `at` entries, if it is a game that repeats."""
        if not game.repeats:
            return 0
        positions = islice(self.positions(game), None if at is None else at + 1)
        *earlier, now = (standing for standing, _ in groupby(map(game.standing, positions)))
        return earlier.count(now)

    def story(self, game: Game, seat: int | None) -> Iterator[Step]:
        """The game as one seat (None: a spectator) has seen it."""
        told: list[Event] = []
        positions = self.positions(game, told)
        before = next(positions)
        story = Story(seat)
        for entry, after in zip(self.entries, positions, strict=True):
            if step := story.see(entry, game, before, after, told):
                yield step
            told.clear()
            before = after


class Step(msgspec.Struct, frozen=True):
    """One moment of a story: the entries that a seat came to see, in the form it may see them, what it was told, its view then."""

    entries: tuple[str, ...]
    events: tuple[Event, ...]
    view: View


class Story:
    """Follows a game for one seat: other seats' tentative steps wait until they are final, and appear masked."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.view: View | None = None  # after the latest entry
        self.waiting: dict[int, list[str | None]] = {}

    def see(self, entry: Entry, game: Game, before: Position, after: Position, told: list[Event]) -> Step | None:
        seen = [*self._forms(entry, game, before), *self._final(after)]
        events = tuple(mine for event in told if (mine := event.told(self.seat)))
        last, self.view = self.view or before.view(self.seat), (view := after.view(self.seat))
        if not seen and not events and view == last:
            return None
        return Step(tuple(seen), events, view)

    def _forms(self, entry: Entry, game: Game, before: Position) -> list[str]:
        match entry:
            case Choose(seat, choice) if seat != self.seat:
                self.waiting.setdefault(seat, []).append(before.shown(seat, game.parse(choice), self.seat))
                return []
            case Undo(seat) if seat != self.seat:
                self.waiting[seat].pop()
                return []
            case Hint(seat) if seat != self.seat:
                return []
            case Happen() if before.chance is not None and not before.chance.seen(self.seat):
                return []
            case Remove(seat):
                self.waiting.pop(seat, None)
        return [str(entry)]

    def _final(self, after: Position) -> Iterator[str]:
        for seat in sorted(self.waiting):
            if not after.acts[seat]:
                yield from (f"{seat}: {form}" for form in self.waiting.pop(seat) if form is not None)


def opened(game: Game, setup: Setup, options: Options, players: tuple[str, ...]) -> Record:
    """A record with no entries yet."""
    return Record(game.name, game.version, named_components(game), plain(options), players, plain(setup))


def named_components(game: Game) -> str | dict[str, Any]:
    """The components of a game as a record keeps them."""
    if game.own is None:
        return game.digest
    own: dict[str, Any] = plain(game.own)
    return own


def plain(value: Any) -> Any:
    """A value as its JSON reads back, so that a record equals the one read from its file: with lists where there were tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def start(game: Game, setup: dict[str, Any]) -> Position:
    try:
        return game.start(msgspec.convert(setup, game.setup_type))
    except msgspec.ValidationError as error:
        raise BadRecord(f"The set-up is not one of {game.title}: {error}.") from None


def read(data: bytes) -> Record:
    """A record from its JSON, replayed to its end: what cannot be played is not a record."""
    try:
        record = msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as error:
        raise BadRecord(f"This is JSON but no record: {error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"This is no record, or its end is missing: {error}.") from None
    record.position(record.load_game())
    return record
