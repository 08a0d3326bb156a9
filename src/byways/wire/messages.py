"""The lines of the protocol: one JSON object each. `say` names what the house says; a program only answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from byways import i18n as speech
from byways.game import Choice, Event, Game, JsonObject, Options, Outcome, Tally, View
from byways.i18n import Sentence, Value
from byways.phrases import result

PROTOCOL = 1


Said: TypeAlias = speech.Message | None  # an English sentence by name and values; null where there is only the sentence


def meant(sentence: Sentence) -> Said:
    return None if isinstance(sentence, str) else sentence


class Message(msgspec.Struct, frozen=True, tag=str.lower, tag_field="say"):
    """One line from the house."""


class GameCard(msgspec.Struct, frozen=True):
    """What is played: `components` is the digest of tiles, cards and boards, by which a program can tell whether it knows them."""

    name: str
    title: str
    version: int
    options: JsonObject
    components: str


class Hello(Message, frozen=True, kw_only=True):
    """The first line. It comes again after a broken connection: then nothing said before counts.

    `names` are what sentences call the seats; `seed` is for the program's own random choices, to make games repeatable.
    """

    protocol: int = PROTOCOL
    game: GameCard
    seat: int
    seats: int
    names: tuple[str, ...]
    seed: int


class Offer(msgspec.Struct, frozen=True):
    """A choice that the seat has: its notation is the answer, `parts` is the same by named parts."""

    notation: str
    sentence: str
    parts: JsonObject
    message: Said = None


class Request(Message, frozen=True, kw_only=True):
    """The seat is awaited. `seconds` are left for its whole act (null: no clock); `view` is all it may know, except its choices."""

    id: int
    prompt: str
    seconds: float | None
    choices: tuple[Offer, ...]
    view: JsonObject
    message: Said = None


class Told(Message, frozen=True, tag="event"):
    """Something happened, as this seat is told it."""

    name: str
    sentence: str
    pieces: tuple[str, ...] = ()
    values: dict[str, Value] = {}
    message: Said = None


class Error(Message, frozen=True):
    """Nothing was played. An open request stays open and is repeated; `mistakes_left` may still be made in this game."""

    sentence: str
    id: int | None = None
    mistakes_left: int = 0
    message: Said = None


class Removed(Message, frozen=True):
    """The seat is lost to this program, and this is the last line."""

    sentence: str
    message: Said = None


class SpokenTally(msgspec.Struct, frozen=True):
    """A line of the breakdown: what was counted, and what each seat has of it, a number or in words."""

    sentence: str
    values: tuple[float | str | None, ...]
    message: Said = None


class SpokenOutcome(msgspec.Struct, frozen=True):
    """How it ended, in English."""

    places: tuple[int, ...]
    reason: str
    title: str = ""
    scores: tuple[float, ...] | None = None
    removed: tuple[int, ...] = ()
    breakdown: tuple[SpokenTally, ...] = ()


class Result(Message, frozen=True):
    """The game is over, and this is the last line."""

    sentence: str
    outcome: SpokenOutcome
    view: JsonObject
    message: Said = None


class Answer(msgspec.Struct, frozen=True):
    """All that a program says: the id of the request, and the notation of a choice, or those of a whole act in order."""

    id: int
    choice: str | tuple[str, ...]


AnyMessage: TypeAlias = Hello | Request | Told | Error | Removed | Result


def line(message: Message | Answer) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def hello(game: Game, options: Options, seat: int, seats: int, seed: int) -> Hello:
    card = GameCard(game.name, game.title, game.version, msgspec.to_builtins(options), game.digest)
    return Hello(game=card, seat=seat, seats=seats, names=game.seat_names[:seats], seed=seed)


def request(game: Game, view: View, number: int, seconds: float | None) -> Request:
    prompt, left = view.prompt, None if seconds is None else round(max(seconds, 0.0), 3)
    choices, shown = offers(game, view.choices), without_choices(view)
    return Request(id=number, prompt=game.say(prompt), seconds=left, choices=choices, view=shown, message=meant(prompt))


def offers(game: Game, choices: Sequence[Choice]) -> tuple[Offer, ...]:
    return tuple(Offer(str(choice), game.say(choice.sentence), msgspec.to_builtins(choice), meant(choice.sentence)) for choice in choices)


def without_choices(view: View) -> JsonObject:
    """They are in the request already."""
    plain: JsonObject = msgspec.to_builtins(view)
    del plain["choices"]
    return plain


def told(game: Game, events: Sequence[Event], seat: int) -> list[Told]:
    """What a seat is told of events, in its words."""
    heard = [mine for event in events if (mine := event.told(seat))]
    return [Told(event.name, game.say(event.said), event.pieces, event.values, meant(event.said)) for event in heard]


def removed(game: Game, sentence: Sentence) -> Removed:
    return Removed(game.say(sentence), meant(sentence))


def ending(game: Game, view: View) -> Result:
    """The result of a finished game, with nothing left for the reader to fill in."""
    assert view.outcome is not None
    sentence = result(game, view.outcome, seat=view.seat)
    return Result(sentence, spoken(view.outcome, game.say), without_choices(view), meant(view.outcome.reason))


def spoken(outcome: Outcome, say: Callable[[Sentence], str]) -> SpokenOutcome:
    """An outcome in English."""
    return SpokenOutcome(
        outcome.places,
        say(outcome.reason),
        say(outcome.title),
        outcome.scores,
        outcome.removed,
        tuple(spoken_line(line, say) for line in outcome.breakdown),
    )


def spoken_line(line: Tally, say: Callable[[Sentence], str]) -> SpokenTally:
    values = tuple(say(value) if isinstance(value, speech.Message) else value for value in line.values)
    return SpokenTally(say(line.label), values, meant(line.label))


def schema(game: Game | None = None) -> JsonObject:
    """The JSON schema of all lines, or of one game's part in them: options, view, and the parts of its choices."""
    kinds: JsonObject = {"to the program": AnyMessage, "from the program": Answer}
    if game is not None:
        kinds = {"options": game.options, "view": game.view_type}
    found, definitions = msgspec.json.schema_components(kinds.values(), ref_template="#/$defs/{name}")
    return {**dict(zip(kinds, found, strict=True)), "$defs": definitions}
