"""Choices read back from their notation, by the fields of their classes."""

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
    """Reads what `Choice.__str__` writes: the name of a kind of choice, then its parts. The type tells how to read numbers and fixed
    words; for all other parts, `forms` has patterns by field name."""

    def __init__(self, kinds: Iterable[type[C]], **forms: str) -> None:
        self.kinds = {kind.__name__.lower(): (kind, form(kind, forms)) for kind in kinds}

    def read(self, text: str) -> C | None:
        """The choice with this notation, if any."""
        word = text.partition(" ")[0]
        if word not in self.kinds:
            return None
        kind, written = self.kinds[word]
        match = written.fullmatch(text)
        return msgspec.convert(match.groupdict(), kind, strict=False) if match else None

    def parse(self, text: str) -> C:
        """The choice with this notation; if there is none, the complaint says how choices are written."""
        choice = self.read(text)
        if choice is None:
            usages = tuple(usage(kind) for kind, _ in self.kinds.values())
            raise Malformed(Message("refuse.usage", {"text": text[:40], "usages": usages}))
        return choice


def form(kind: type[Choice], forms: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile(written(kind, lambda name, part: f"(?P<{name}>{forms.get(name) or words(part) or NUMBER})"))


def usage(kind: type[Choice]) -> str:
    """How a kind of choice is written, for people: 'turn CARD left|right'."""
    return f"'{written(kind, lambda name, part: words(part) or name.upper())}'"


def written(kind: type[Choice], part: Callable[[str, object], str]) -> str:
    """The name of a kind and its parts, each made from its name and its type."""
    word, types = kind.__name__.lower(), get_type_hints(kind)
    parts = kind.separator.join(part(name, types[name]) for name in kind.__struct_fields__)
    return f"{word} {parts}" if parts else word


def words(kind: object) -> str:
    """The words that a part may be, if its words are fixed."""
    return "|".join(map(str, get_args(kind))) if get_origin(kind) is Literal else ""
