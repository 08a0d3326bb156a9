"""Choices read back from their notation, by the fields of their classes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from byways.game import Choice

C = TypeVar("C", bound=Choice)

NUMBER = "0|[1-9][0-9]{0,17}"


class Notation(Generic[C]):
    """Reads what `Choice.__str__` writes: the name of a kind of choice, then its parts. A part that is a number or one of some words is
    known by its type; for all others, `forms` has patterns by the names of the fields."""

    def __init__(self, kinds: Iterable[type[C]], **forms: str) -> None:
        self.kinds = {kind.__name__.lower(): (kind, form(kind, forms)) for kind in kinds}

    def read(self, text: str) -> C | None:
        """The choice that is written so, if any is."""
        word = text.partition(" ")[0]
        if word not in self.kinds:
            return None
        kind, written = self.kinds[word]
        match = written.fullmatch(text)
        return msgspec.convert(match.groupdict(), kind, strict=False) if match else None


def form(kind: type[Choice], forms: Mapping[str, str]) -> re.Pattern[str]:
    word, types = kind.__name__.lower(), get_type_hints(kind)
    parts = kind.separator.join(f"(?P<{name}>{forms.get(name) or form_of(types[name])})" for name in kind.__struct_fields__)
    return re.compile(f"{word} {parts}" if parts else word)


def form_of(kind: object) -> str:
    return "|".join(map(str, get_args(kind))) if get_origin(kind) is Literal else NUMBER
