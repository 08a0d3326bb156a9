"""Components as data: which fields are only text, which affect play, and where a file has an error."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec

from byways.errors import Refused
from byways.i18n import Message, Value, catalogue

WORDS = msgspec.Meta(extra={"words": True})
"""Marks a field as text for people: no choice, chance, notation, outcome or digest depends on it."""

Words: TypeAlias = Annotated[str, WORDS]


class Flaw(ValueError):
    """Why components are invalid: the name and values of a message in their game's catalogue."""

    def __init__(self, name: str, /, **values: Value) -> None:
        self.message = Message(name, values)
        super().__init__(self.message)


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a game's components: `printed` if it is a known fact, `reconstruction` if it was made for Byways."""

    provenance: Annotated[Literal["printed", "reconstruction"], WORDS]
    source: Words


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's components. Its fields are parts.

    The `__post_init__` of a part, or of the whole, validates it and raises a `Flaw`, or a ValueError with the reason in English.
    """

    def words(self, language: str) -> Mapping[str, str]:
        """Return the names that custom components define in a language, by key. Built-in names are in the catalogues."""
        return {}


K = TypeVar("K", bound=Components)


def renamed(own: Mapping[str, Mapping[str, str]], room: str) -> set[str]:
    """Return the keys whose custom names differ from the game's catalogues or are missing there."""
    return {key for language, names in own.items() for key, name in names.items() if name_in(room, language, key) != name}


def name_in(room: str, language: str, key: str) -> str | None:
    found = catalogue(room, language)
    return found.names.get((key, "name")) if found else None


def in_play(value: object) -> object:
    """Reduce components to plain data without texts. Components with equal data play the same."""
    if isinstance(value, msgspec.Struct):
        return [value.__struct_config__.tag, {name: in_play(getattr(value, name)) for name in fields_in_play(type(value))}]
    if isinstance(value, Mapping):
        return {key: in_play(item) for key, item in value.items()}
    return [in_play(item) for item in value] if isinstance(value, (tuple, list)) else value


@cache
def fields_in_play(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(kind) if WORDS not in getattr(field.type, "__metadata__", ()))


def read_components(kind: type[K], text: str, room: str | None = None) -> K:
    """Read components from the text of a file; errors are `Refused` with line and reason."""
    try:
        return msgspec.toml.decode(text, type=kind)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        wrong = Message("refuse.components-line", {"line": line_of(path.strip("`"), text), "reason": flaw_in(error) or reason})
        raise Refused(wrong, room) from None
    except msgspec.DecodeError as error:
        raise Refused(Message("refuse.components-text", {"reason": str(error)})) from None


def flaw_in(error: msgspec.ValidationError) -> Message | None:
    """Return the message of a `Flaw` that msgspec wrapped, if any."""
    return error.__cause__.message if isinstance(error.__cause__, Flaw) else None


def line_of(path: str, text: str) -> int:
    """Return the line of a TOML text on which a path such as `$.cards[2].fields` begins, or else its longest prefix that has a line."""
    wanted, best, table, counts = re.sub(r"^\$\.?", "", path), (0, 1), "", Counter[str]()
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[(\[?)([^\]]+)\]", line):
            table = header[2].strip() + (f"[{counts[header[2]]}]" if header[1] else "")
            counts[header[2]] += 1
            here = table
        elif key := re.match(r"\s*([\w\-\"]+)\s*=", line):
            here = f"{table}.{key[1]}".strip(".").replace('"', "")
        else:
            continue
        if wanted == here or re.match(re.escape(here) + r"[.\[]", wanted):
            best = max(best, (len(here), number))
    return best[1]
