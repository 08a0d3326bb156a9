"""What a game prints, as data: pieces to cut out, boards, and forms to fill in. Sizes are in millimetres, art is SVG."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from byways.i18n import Sentence

Size: TypeAlias = tuple[float, float]  # width and height


@dataclass(frozen=True)
class Order:
    """For whom to print: the number of players, the options of the game, and the language."""

    players: int
    options: Any
    language: str


@dataclass(frozen=True)
class Piece:
    """A piece to cut out, `count` times. One with a back is printed beside a fold."""

    face: str
    back: str = ""
    count: int = 1


@dataclass(frozen=True)
class Pieces:
    """Pieces of one size. `parts` are the fields of the components that they show, `hint` says what to do with them."""

    title: Sentence
    size: Size
    pieces: tuple[Piece, ...]
    parts: tuple[str, ...] = ()
    hint: Sentence = ""


@dataclass(frozen=True)
class Board:
    """A drawing to play or write on, `count` times. One that is larger than the paper is spread over several sheets."""

    title: Sentence
    size: Size
    art: str
    parts: tuple[str, ...] = ()
    hint: Sentence = ""
    count: int = 1


@dataclass(frozen=True)
class Form:
    """A score table to fill in by hand: its columns, and the labels of its rows, which may be empty; `count` times."""

    title: Sentence
    columns: tuple[Sentence, ...]
    rows: tuple[Sentence, ...]
    count: int = 1


AnySheet: TypeAlias = Pieces | Board | Form


@dataclass(frozen=True)
class Prints:
    """Everything that a game prints. `legend` names the signs to explain in the printed legend."""

    sheets: tuple[AnySheet, ...]
    legend: tuple[str, ...] = ()
