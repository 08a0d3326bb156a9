"""Save, load and replay a game as a set-up and entries, and derive the story that one seat has seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Annotated, TypeAlias

import msgspec

from byways.game import Chance, Choice, Complaint, Event, Game, JsonObject, Options, Position, Refused, Setup, Tell, View, find_game
from byways.i18n import Message, Sentence
from byways.once import once

__all__ = [
    "AnyEntry", "BadRecord", "Choose", "Entry", "Folded", "Happen", "Hint", "Leave", "Played", "Record", "Remove", "Resign", "Step",
    "Story", "Undo", "new_record", "read",
]  # fmt: skip

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=4096)]  # printing a sentence with megabytes of text would take minutes


ALONE = "the other plays alone"  # why a seat is removed that never played; nobody is told


class BadRecord(Complaint):
    """A record that cannot be read or replayed."""


class Entry(msgspec.Struct, frozen=True, tag=str.lower, tag_field="entry", forbid_unknown_fields=True):
    """One line of a record. By default it changes nothing."""

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        """Return the position after this entry. Events are appended to `tell`."""
        return position


class Choose(Entry, frozen=True):
    """A seat makes a choice, written in the game's notation."""

    seat: int
    choice: Text

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position.choose(self.seat, game.parse(self.choice), tell)

    def __str__(self) -> str:
        return f"{self.seat}: {self.choice}"


class Happen(Entry, frozen=True):
    """Chance decides: the result of a die, a draw or a shuffle."""

    what: Text

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position.happen(self.what, tell)

    def __str__(self) -> str:
        return f"chance: {self.what}"


class Undo(Entry, frozen=True):
    """A seat takes back the last step of its act."""

    seat: int

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position.undo(self.seat)

    def __str__(self) -> str:
        return f"{self.seat}: undo"


class Leave(Entry, frozen=True):
    """A seat leaves the game."""

    seat: int


class Remove(Leave, frozen=True):
    """A seat is removed: its program failed, or, in records of earlier releases, its player resigned."""

    why: Text

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position.remove(self.seat, None if self.why == ALONE else tell)

    def __str__(self) -> str:
        return f"{self.seat}: removed ({self.why})"


class Resign(Leave, frozen=True):
    """A player gives up. If one seat is left, the game is over."""

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position.resign(self.seat, tell)

    def __str__(self) -> str:
        return f"{self.seat}: resigned"


class Hint(Entry, frozen=True):
    """A bot's suggestion to a seat. It changes nothing and appears only in that seat's story."""

    seat: int
    choice: Text

    def __str__(self) -> str:
        return f"{self.seat}: hint ({self.choice})"


#: An entry that may stand in a record file.
AnyEntry: TypeAlias = Choose | Happen | Undo | Remove | Resign | Hint


class Folded(Entry, frozen=True):
    """Replaces an undone step, or its undo, in a log.

    The entries after it keep their numbers, and stories that showed it keep their length.

    Records never contain one.
    """

    seen_by: tuple[int | None, ...]

    def __str__(self) -> str:
        return "taken back"


class Played(msgspec.Struct, frozen=True, dict=True):
    """An entry with the positions before and after it and its events. `choice` is the parsed choice of a `Choose`."""

    entry: Entry
    before: Position
    after: Position
    events: Sequence[Event] = ()
    choice: Choice | None = None

    def __repr__(self) -> str:
        return f"<Played {self.entry}>"

    @once
    def finished(self) -> list[int]:
        """The seats whose acts became final."""
        if isinstance(self.entry, Undo | Hint | Folded):
            return []
        mover = self.entry.seat if isinstance(self.entry, Choose | Leave) else None
        return [seat for seat, act in enumerate(self.after.acts) if not act and (self.before.acts[seat] or mover == seat)]


def chances_in(steps: Iterable[Played]) -> list[Chance]:
    """The chances that these steps have resolved."""
    return [due for step in steps if isinstance(step.entry, Happen) and (due := step.before.chance)]


def played(game: Game, before: Position, entry: Entry, choice: Choice | None = None, tells: bool = True) -> Played:
    """Apply an entry. Pass `choice` if it is already parsed, and `tells=False` to skip building events."""
    events: Tell = [] if tells else None
    try:
        if isinstance(entry, Choose):
            choice = choice or game.parse(entry.choice)
            return Played(entry, before, before.choose(entry.seat, choice, events), events or (), choice)
        return Played(entry, before, entry.apply(game, before, events), events or ())
    except Complaint as error:
        error.of(game)
        raise


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game. `components` is the digest of built-in components, or holds custom ones in full."""

    game: Text
    version: Annotated[int, msgspec.Meta(ge=1)]
    components: Text | JsonObject
    options: JsonObject
    players: tuple[Text, ...]
    setup: JsonObject
    entries: tuple[AnyEntry, ...] = ()

    def __repr__(self) -> str:
        return f"<Record of {self.game}, {', '.join(self.players)}: {len(self.entries)} entries>"

    def to_json(self) -> bytes:
        """Encode with one entry per line, so that records are easy to read and compare."""
        head = msgspec.json.encode(msgspec.structs.replace(self, entries=()))
        lines = b",\n".join(msgspec.json.encode(entry) for entry in self.entries)
        return head.removesuffix(b"]}") + b"\n" + lines + b"\n]}\n"

    def _repr_html_(self) -> str | None:
        """The players, the result and the final board, for notebooks; None if the record cannot be replayed."""
        try:
            game = self.load_game()
            view = self.position(game).view(None)
        except Complaint:
            return None
        about = f"{game.title}: {', '.join(self.players)}. {len(self.entries)} entries. {game.say(view.prompt)}"
        return f"<p>{escape(about)}</p>{view._repr_svg_()}"

    def load_game(self, card: Game | None = None) -> Game:
        """Return the game to replay this record with: `card` or the installed game, with the record's components.

        An older version's built-in components may no longer exist; its entries are then replayed with the current ones.
        """
        game = card or find_game(self.game)
        if self.version > game.version:
            raise BadRecord(self._age(game))
        if self.is_older(game) and isinstance(self.components, str):
            return game.built_in
        try:
            if not self.is_older(game):  # an older version may have had other options
                game.read_options(self.options)
            return game.with_components(self.components)
        except Refused as error:
            raise self.unplayable(game, error.meaning) from None

    def is_older(self, game: Game) -> bool:
        """Whether this record was played with an earlier version of the game."""
        return self.version < game.version

    def age(self, game: Game, language: str | None = None) -> str:
        """A notice that the record is from another version, or an empty string."""
        return "" if self.version == game.version else game.say(self._age(game), language)

    def _age(self, game: Game) -> Message:
        return Message("record.age", {"title": game.title, "version": self.version, "here": game.version})

    def unplayable(self, game: Game, why: Sentence) -> BadRecord:
        """An error that also states the record's version, which may be the cause."""
        same = self.version == game.version
        return BadRecord(why if same else Message("refuse.aged", {"why": why, "age": self._age(game)}), game)

    def start(self, game: Game) -> Position:
        """The position before the first entry."""
        try:
            position = start(game, self.setup)
        except Complaint as error:
            if not self.is_older(game):
                raise
            raise self.unplayable(game, error.meaning) from None
        if len(self.players) != len(position.acts):
            raise BadRecord(Message("refuse.record-players", {"seats": len(position.acts), "players": len(self.players)}))
        return position

    def play(self, game: Game, tells: bool = True) -> Iterator[Played]:
        """Replay the entries one by one."""
        position = self.start(game)
        for number, entry in enumerate(self.entries):
            try:
                step = played(game, position, entry, tells=tells)
            except Complaint as error:
                why = Message("refuse.entry", {"number": number, "entry": str(entry), "why": error.meaning})
                raise self.unplayable(game, why) from None
            yield step
            position = step.after

    def positions(self, game: Game) -> Iterator[Position]:
        """Yield the position before the first entry and after each."""
        yield self.start(game)
        yield from (step.after for step in self.play(game, tells=False))

    def position(self, game: Game, at: int | None = None) -> Position:
        """The position after `at` entries (None: after all)."""
        *_, last = self.until(at).positions(game)
        return last

    def until(self, at: int | None) -> Record:
        """The record with only the first `at` entries (None: all)."""
        if at is not None and not 0 <= at <= len(self.entries):
            raise BadRecord(Message("refuse.moment", {"entries": len(self.entries), "at": at}))
        return msgspec.structs.replace(self, entries=self.entries[:at])

    def story(self, game: Game, seat: int | None) -> Iterator[Step]:
        """Yield the game as one seat (None: a spectator) saw it."""
        story = Story(seat)
        yield from filter(None, map(story.see, self.play(game)))


class Step(msgspec.Struct, frozen=True, gc=False):
    """One step of a story: the entries and events as a seat saw them, and its view afterwards.

    `seats` are the seats whose acts became final. `by_chance` marks dice, decks and pauses, `is_frame` only pauses.
    """

    entries: tuple[str, ...]
    events: tuple[Event, ...]
    view: View
    seats: tuple[int, ...] = ()
    by_chance: bool = False
    is_frame: bool = False


class Story:
    """Follows a game for one seat. Other seats' tentative steps are held back until they are final, and then appear masked."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.view: View | None = None  # after the latest entry
        self.waiting: dict[int, list[str | None]] = {}

    def see(self, step: Played) -> Step | None:
        """Return what this seat sees of a step, or None."""
        if self._is_private(step):
            self._forms(step)
            return None
        last, self.view = self.view or step.before.view(self.seat), (view := step.after.view(self.seat))
        if isinstance(step.entry, Folded):
            return Step((), (), view) if self.seat in step.entry.seen_by else None
        seen = (*self._forms(step), *self._final(step.after))
        events = tuple(mine for event in step.events if (mine := event.for_seat(self.seat)))
        if not seen and not events and view == last:
            return None
        by_chance = isinstance(step.entry, Happen)
        is_frame = by_chance and step.before.chance is not None and step.before.chance.is_frame
        return Step(seen, events, view, tuple(step.finished), by_chance, is_frame)

    def _is_private(self, step: Played) -> bool:
        """Whether this is another seat's tentative step. It cannot change the view, so the view need not be computed and compared."""
        match step.entry:
            case Choose(seat) if seat != self.seat and not step.events:
                before, after = step.before, step.after
                return len(after.acts[seat]) > len(before.acts[seat]) and after.awaited == before.awaited
        return False

    def _forms(self, step: Played) -> list[str]:
        entry, before = step.entry, step.before
        match entry:
            case Choose(seat) if seat != self.seat and step.choice is not None:
                self.waiting.setdefault(seat, []).append(before.shown(seat, step.choice, self.seat))
                return []
            case Undo(seat) if seat != self.seat:
                self.waiting[seat].pop()
                return []
            case Hint(seat) if seat != self.seat:
                return []
            case Happen() if before.chance is not None and not before.chance.seen(self.seat):
                return []
            case Leave(seat):
                self.waiting.pop(seat, None)
        return [str(entry)]

    def _final(self, after: Position) -> Iterator[str]:
        for seat in sorted(self.waiting):
            if not after.acts[seat]:
                yield from (f"{seat}: {form}" for form in self.waiting.pop(seat) if form is not None)


def new_record(game: Game, setup: Setup, options: Options, players: tuple[str, ...]) -> Record:
    """Return a record without entries."""
    return Record(game.name, game.version, components_of(game), plain(options), players, plain(setup))


def components_of(game: Game) -> str | JsonObject:
    """Return a game's components as a record stores them."""
    return game.digest if game.own is None else plain(game.own)


def plain(value: msgspec.Struct) -> JsonObject:
    """Convert a value to plain JSON data, with lists for tuples, so that a new record equals the one read back from its file."""
    return msgspec.json.decode(msgspec.json.encode(value), type=JsonObject)


def start(game: Game, setup: JsonObject) -> Position:
    """Return the first position of a stored set-up."""
    try:
        return game.start(msgspec.convert(setup, game.setup_type))
    except msgspec.ValidationError as error:
        raise BadRecord(Message("refuse.not-set-up", {"title": game.title, "reason": str(error)})) from None


def read(data: bytes) -> Record:
    """Decode a record and replay it to the end; raise `BadRecord` if that fails.

    >>> from byways.game import stream
    >>> labyrinth = find_game("labyrinth")
    >>> record = new_record(labyrinth, labyrinth.deal(2, stream(7, "set-up")), labyrinth.options(), ("ann", "bob"))
    >>> read(record.to_json()) == record
    True
    """
    record = decode(data)
    record.position(record.load_game())
    return record


def decode(data: bytes) -> Record:
    """Decode a record without replaying it."""
    try:
        return msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as error:
        raise BadRecord(Message("refuse.not-record", {"reason": str(error)})) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(Message("refuse.broken-record", {"reason": str(error)})) from None
