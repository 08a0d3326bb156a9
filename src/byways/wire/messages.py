"""The lines of the protocol, one JSON object each. Lines to a program have a tag `say`; a program only sends answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from byways import i18n as speech
from byways.game import Choice, Event, Game, JsonObject, Options, Outcome, Tally, View
from byways.i18n import Sentence, Value
from byways.phrases import result

PROTOCOL = 1

MessageOrNone: TypeAlias = speech.Message | None  # a sentence by name and values; null where there is only the sentence


def message_of(sentence: Sentence) -> MessageOrNone:
    return None if isinstance(sentence, str) else sentence


class Message(msgspec.Struct, frozen=True, tag=str.lower, tag_field="say"):
    """One line to a program."""


class GameCard(msgspec.Struct, frozen=True):
    """The game in play. `components` is a digest by which a program can tell whether it knows the tiles, cards and boards."""

    name: str
    title: str
    version: int
    options: JsonObject
    components: str


class Hello(Message, frozen=True, kw_only=True):
    """The first line. After a reconnection it comes again, and all lines before it are void.

    `names` are the seats' names in sentences; a program that seeds its generator with `seed` makes games repeatable.
    """

    protocol: int = PROTOCOL
    game: GameCard
    seat: int
    seats: int
    names: tuple[str, ...]
    seed: int


class Offer(msgspec.Struct, frozen=True):
    """A legal choice. `notation` is the text to answer with, `parts` the same choice as named fields."""

    notation: str
    sentence: str
    parts: JsonObject
    message: MessageOrNone = None


class Request(Message, frozen=True, kw_only=True):
    """The seat must choose. `seconds` are left for its whole act (null: no clock); `view` is all it may know, except its choices."""

    id: int
    prompt: str
    seconds: float | None
    choices: tuple[Offer, ...]
    view: JsonObject
    message: MessageOrNone = None


class EventMessage(Message, frozen=True, tag="event"):
    """An event, worded for this seat."""

    name: str
    sentence: str
    pieces: tuple[str, ...] = ()
    values: dict[str, Value] = {}
    message: MessageOrNone = None


class Error(Message, frozen=True):
    """An answer was refused and nothing was played. An open request is sent again; `mistakes_left` counts for the whole game."""

    sentence: str
    id: int | None = None
    mistakes_left: int = 0
    message: MessageOrNone = None


class Removed(Message, frozen=True):
    """The program has lost its seat. This is the last line."""

    sentence: str
    message: MessageOrNone = None


class SpokenTally(msgspec.Struct, frozen=True):
    """One line of the score breakdown: its label and a number or text for each seat."""

    sentence: str
    values: tuple[float | str | None, ...]
    message: MessageOrNone = None


class SpokenOutcome(msgspec.Struct, frozen=True):
    """An outcome in English, as results, tables and views have it. `message` is the meaning of the reason."""

    places: tuple[int, ...]
    reason: str
    title: str = ""
    scores: tuple[float, ...] | None = None
    removed: tuple[int, ...] = ()
    breakdown: tuple[SpokenTally, ...] = ()
    message: MessageOrNone = None


class Result(Message, frozen=True):
    """The game is over. This is the last line."""

    sentence: str
    outcome: SpokenOutcome
    view: JsonObject
    message: MessageOrNone = None


class Answer(msgspec.Struct, frozen=True):
    """The only line from a program: the id of the request and the notation of a choice, or of all choices of an act in order."""

    id: int
    choice: str | tuple[str, ...]


AnyMessage: TypeAlias = Hello | Request | EventMessage | Error | Removed | Result


def line(message: Message | Answer) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def hello(game: Game, options: Options, seat: int, seats: int, seed: int) -> Hello:
    card = GameCard(game.name, game.title, game.version, msgspec.to_builtins(options), game.digest)
    return Hello(game=card, seat=seat, seats=seats, names=game.seat_names[:seats], seed=seed)


def request(game: Game, view: View, number: int, seconds: float | None) -> Request:
    prompt, left = view.prompt, None if seconds is None else round(max(seconds, 0.0), 3)
    choices, shown = offers(game, view.choices), without_choices(view, game.say)
    return Request(id=number, prompt=game.say(prompt), seconds=left, choices=choices, view=shown, message=message_of(prompt))


def offers(game: Game, choices: Sequence[Choice]) -> tuple[Offer, ...]:
    return tuple(
        Offer(str(choice), game.say(choice.sentence), msgspec.to_builtins(choice), message_of(choice.sentence)) for choice in choices
    )


def without_choices(view: View, say: Callable[[Sentence], str]) -> JsonObject:
    """Return a view as JSON without its choices, which a request lists itself."""
    plain = plain_view(view, say)
    del plain["choices"]
    return plain


def plain_view(view: View, say: Callable[[Sentence], str]) -> JsonObject:
    """Return a view as JSON, with its outcome in words."""
    plain: JsonObject = msgspec.to_builtins(view)
    if view.outcome is not None:
        plain["outcome"] = msgspec.to_builtins(spoken(view.outcome, say))
    return plain


def event_messages(game: Game, events: Sequence[Event], seat: int) -> list[EventMessage]:
    """Word events for a seat, leaving out those it may not see."""
    visible = [mine for event in events if (mine := event.for_seat(seat))]
    return [EventMessage(event.name, game.say(event.wording), event.pieces, event.values, message_of(event.wording)) for event in visible]


def removed(game: Game, sentence: Sentence) -> Removed:
    return Removed(game.say(sentence), message_of(sentence))


def result_message(game: Game, view: View) -> Result:
    """Describe a finished game, worded for the view's seat."""
    assert view.outcome is not None
    sentence = result(game, view.outcome, seat=view.seat)
    return Result(sentence, spoken(view.outcome, game.say), without_choices(view, game.say), message_of(view.outcome.reason))


def spoken(outcome: Outcome, say: Callable[[Sentence], str]) -> SpokenOutcome:
    return SpokenOutcome(
        outcome.places,
        say(outcome.reason),
        say(outcome.title),
        outcome.scores,
        outcome.removed,
        tuple(spoken_line(line, say) for line in outcome.breakdown),
        message_of(outcome.reason),
    )


def spoken_line(line: Tally, say: Callable[[Sentence], str]) -> SpokenTally:
    values = tuple(say(value) if isinstance(value, speech.Message) else value for value in line.values)
    return SpokenTally(say(line.label), values, message_of(line.label))


def schema(game: Game | None = None) -> JsonObject:
    """Return the JSON schema of all lines or, for one game, of its options, its view and the parts of its choices."""
    kinds: JsonObject = {"to the program": AnyMessage, "from the program": Answer}
    if game is not None:
        kinds = {"options": game.options, "view": game.view_type}
    found, definitions = msgspec.json.schema_components([*kinds.values(), SpokenOutcome], ref_template="#/$defs/{name}")
    return with_spoken_outcome({**dict(zip(kinds, found, strict=False)), "$defs": definitions})


def view_schema(game: Game) -> JsonObject:
    """Return the JSON schema of a game's view."""
    (view, _), definitions = msgspec.json.schema_components([game.view_type, SpokenOutcome], ref_template="#/$defs/{name}")
    return with_spoken_outcome({**view, "$defs": definitions})


def with_spoken_outcome(found: JsonObject) -> JsonObject:
    """Replace the outcome that views have in the library by the one that they have in JSON."""
    for name in ("Outcome", "Tally", "Grade"):
        found["$defs"].pop(name, None)
    text = msgspec.json.encode(found).replace(b'"#/$defs/Outcome"', b'"#/$defs/SpokenOutcome"')
    return msgspec.json.decode(text, type=JsonObject)
