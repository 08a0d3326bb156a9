"""A game as set-up and entries: save, load, replay, step back, and the story one seat has seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from byways.game import Choice, Complaint, Event, Game, JsonObject, Options, Position, Refused, Setup, Tell, View, find_game
from byways.i18n import Message, Sentence


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
    """A seat was told what a bot would choose. It changes nothing, and appears only in that seat's story."""

    seat: int
    choice: str

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position

    def __str__(self) -> str:
        return f"{self.seat}: hint ({self.choice})"


AnyEntry: TypeAlias = Choose | Happen | Undo | Remove | Hint


class Folded(Entry, frozen=True):
    """Stands in a log for a step that was taken back, or for the undo that did so. It keeps the number, which another entry might take
    otherwise, and its place in the stories that showed it: their numbers keep their meaning. Records have none."""

    seen_by: tuple[int | None, ...]

    def apply(self, game: Game, position: Position, tell: Tell = None) -> Position:
        return position

    def __str__(self) -> str:
        return "taken back"


class Played(msgspec.Struct, frozen=True, dict=True):
    """An entry and what it led to; followers of a game get one after the other. `choice` is what the entry of a choice says."""

    entry: Entry
    before: Position
    after: Position
    told: Sequence[Event] = ()
    choice: Choice | None = None

    @property
    def finished(self) -> list[int]:
        """The seats whose acts have become final; found once."""
        found: list[int] | None = self.__dict__.get("found")
        if found is None:
            found = self.__dict__["found"] = self._finished()
        return found

    def _finished(self) -> list[int]:
        if isinstance(self.entry, Undo | Hint | Folded):
            return []
        mover = self.entry.seat if isinstance(self.entry, Choose | Remove) else None
        return [seat for seat, act in enumerate(self.after.acts) if not act and (self.before.acts[seat] or mover == seat)]


def played(game: Game, before: Position, entry: Entry, choice: Choice | None = None, tells: bool = True) -> Played:
    """What an entry leads to; its choice is read once, here, unless the caller already has it. Telling costs time."""
    told: Tell = [] if tells else None
    try:
        if isinstance(entry, Choose):
            choice = choice or game.parse(entry.choice)
            return Played(entry, before, before.choose(entry.seat, choice, told), told or (), choice)
        return Played(entry, before, entry.apply(game, before, told), told or ())
    except Complaint as error:
        error.of(game)
        raise


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game. `components` is the digest of the built-in ones, or custom ones in full."""

    game: str
    version: int
    components: str | JsonObject
    options: JsonObject
    players: tuple[str, ...]
    setup: JsonObject
    entries: tuple[AnyEntry, ...] = ()

    def to_json(self) -> bytes:
        """One entry per line, to make records easy to read and compare."""
        head = msgspec.json.encode(msgspec.structs.replace(self, entries=()))
        lines = b",\n".join(msgspec.json.encode(entry) for entry in self.entries)
        return head.removesuffix(b"]}") + b"\n" + lines + b"\n]}\n"

    def load_game(self, card: Game | None = None) -> Game:
        """The game to replay this with: `card`, or the installed one, with the components that this was played with. An older version's
        built-in components may be gone; then its entries, if they are legal, are played with today's."""
        game = card or find_game(self.game)
        if self.version > game.version:
            raise BadRecord(self._age(game))
        if self.is_older(game) and isinstance(self.components, str):
            return game.built_in
        try:
            return game.with_components(self.components)
        except Refused as error:
            raise self.unplayable(game, error.meaning) from None

    def is_older(self, game: Game) -> bool:
        """Whether this was played by the rules of an earlier version of the game."""
        return self.version < game.version

    def age(self, game: Game, language: str | None = None) -> str:
        """A sentence for people if this is from another version, else nothing."""
        return "" if self.version == game.version else game.say(self._age(game), language)

    def _age(self, game: Game) -> Message:
        return Message("record.age", {"title": game.title, "version": self.version, "here": game.version})

    def unplayable(self, game: Game, why: Sentence) -> BadRecord:
        """A complaint that also tells the record's age, which may be the reason."""
        same = self.version == game.version
        return BadRecord(why if same else Message("refuse.aged", {"why": why, "age": self._age(game)}), game)

    def start(self, game: Game) -> Position:
        """The position before the first entry."""
        try:
            return start(game, self.setup)
        except Complaint as error:
            if not self.is_older(game):
                raise
            raise self.unplayable(game, error.meaning) from None

    def play(self, game: Game, tells: bool = True) -> Iterator[Played]:
        """One entry after the other, with what it leads to."""
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
        """The position before the first entry and after each."""
        yield self.start(game)
        yield from (step.after for step in self.play(game, tells=False))

    def position(self, game: Game, at: int | None = None) -> Position:
        """The position after `at` entries (None: after all)."""
        *_, last = self.until(at).positions(game)
        return last

    def until(self, at: int | None) -> Record:
        """The same with the first `at` entries only (None: with all)."""
        if at is not None and not 0 <= at <= len(self.entries):
            raise BadRecord(Message("refuse.moment", {"entries": len(self.entries), "at": at}))
        return msgspec.structs.replace(self, entries=self.entries[:at])

    def story(self, game: Game, seat: int | None) -> Iterator[Step]:
        """The game as one seat (None: a spectator) has seen it."""
        story = Story(seat)
        yield from filter(None, map(story.see, self.play(game)))


class Step(msgspec.Struct, frozen=True, gc=False):
    """One moment of a story: the entries that a seat saw, in the form it may see them, what it was told, its view then; also whose acts
    became final, and whether dice, decks or a pause did it."""

    entries: tuple[str, ...]
    events: tuple[Event, ...]
    view: View
    seats: tuple[int, ...] = ()
    by_chance: bool = False
    is_frame: bool = False


class Story:
    """Follows a game for one seat: other seats' tentative steps wait until they are final, and appear masked."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.view: View | None = None  # after the latest entry
        self.waiting: dict[int, list[str | None]] = {}

    def see(self, step: Played) -> Step | None:
        """What this seat sees of a step; None if nothing."""
        if self._is_private(step):
            self._forms(step)
            return None
        last, self.view = self.view or step.before.view(self.seat), (view := step.after.view(self.seat))
        if isinstance(step.entry, Folded):
            return Step((), (), view) if self.seat in step.entry.seen_by else None
        seen = (*self._forms(step), *self._final(step.after))
        events = tuple(mine for event in step.told if (mine := event.told(self.seat)))
        if not seen and not events and view == last:
            return None
        by_chance = isinstance(step.entry, Happen)
        is_frame = by_chance and step.before.chance is not None and step.before.chance.is_frame
        return Step(seen, events, view, tuple(step.finished), by_chance, is_frame)

    def _is_private(self, step: Played) -> bool:
        """Whether it is another seat's tentative step, which changes nobody else's view: to make that and compare would cost most."""
        match step.entry:
            case Choose(seat) if seat != self.seat and not step.told:
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


def named_components(game: Game) -> str | JsonObject:
    """The components of a game as a record keeps them."""
    return game.digest if game.own is None else plain(game.own)


def plain(value: msgspec.Struct) -> JsonObject:
    """A value as read back from its JSON, with lists for tuples: a record then equals the one read from its file."""
    return msgspec.json.decode(msgspec.json.encode(value), type=JsonObject)


def start(game: Game, setup: JsonObject) -> Position:
    try:
        return game.start(msgspec.convert(setup, game.setup_type))
    except msgspec.ValidationError as error:
        raise BadRecord(Message("refuse.not-set-up", {"title": game.title, "reason": str(error)})) from None


def read(data: bytes) -> Record:
    """A record from its JSON, replayed to the end: what cannot be played is not a record."""
    record = decoded(data)
    record.position(record.load_game())
    return record


def decoded(data: bytes) -> Record:
    """A record from its JSON, for callers that replay it themselves."""
    try:
        return msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as error:
        raise BadRecord(Message("refuse.not-record", {"reason": str(error)})) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(Message("refuse.broken-record", {"reason": str(error)})) from None
