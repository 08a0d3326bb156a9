"""Parse the notation of choices by the fields of their classes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from byways.game import Choice, Malformed
from byways.i18n import Message

C = TypeVar("C", bound=Choice)

NUMBER = "0|[1-9][0-9]{0,17}"


class Notation(Generic[C]):
    """Reads what `Choice.__str__` writes: the class name, then the fields.

    Field types determine how to read numbers and literals. For other fields, `forms` has patterns by field name.
    """

    def __init__(self, kinds: Iterable[type[C]], **forms: str) -> None:
        self.kinds = {kind.__name__.lower(): (kind, form(kind, forms)) for kind in kinds}

    def read(self, text: str) -> C | None:
        """Return the choice with this notation, if any."""
        word = text.partition(" ")[0]
        if word not in self.kinds:
            return None
        kind, written = self.kinds[word]
        match = written.fullmatch(text)
        return msgspec.convert(match.groupdict(), kind, strict=False) if match else None

    def parse(self, text: str) -> C:
        """Return the choice with this notation, or raise `Malformed` with the valid forms."""
        choice = self.read(text)
        if choice is None:
            usages = tuple(usage(kind) for kind, _ in self.kinds.values())
            raise Malformed(Message("refuse.usage", {"text": text[:40], "usages": usages}))
        return choice


def form(kind: type[Choice], forms: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile(written(kind, lambda name, part: f"(?P<{name}>{forms.get(name) or words(part) or NUMBER})"))


def usage(kind: type[Choice]) -> str:
    """Return the form of a notation for people: 'turn CARD left|right'."""
    return f"'{written(kind, lambda name, part: words(part) or name.upper())}'"


def written(kind: type[Choice], part: Callable[[str, object], str]) -> str:
    """Return the class name and its fields, each formatted by `part` from its name and type."""
    word, types = kind.__name__.lower(), get_type_hints(kind)
    parts = kind.separator.join(part(name, types[name]) for name in kind.__struct_fields__)
    return f"{word} {parts}" if parts else word


def words(kind: object) -> str:
    """Return the alternatives of a `Literal`, separated by `|`; an empty string for other types."""
    return "|".join(map(str, get_args(kind))) if get_origin(kind) is Literal else ""
