"""What commands share: their output, the language they speak, and types of options."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import msgspec
import typer
from rich.console import Console

from byways.cli.files import read_bytes
from byways.console import print_line
from byways.errors import HOUSE_WORDS
from byways.game import Game, Refused
from byways.i18n import Message, languages_of, understood

if TYPE_CHECKING:
    from byways.record import Played, Record

out = Console(highlight=False)

LOCALE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # what says the language of a terminal, the first that is set
ASKED: ContextVar[str | None] = ContextVar("language", default=None)


def heed(language: str | None) -> str | None:
    """Complaints are in the language that is asked for, too."""
    ASKED.set(language)
    return language


GameName = Annotated[str, typer.Argument(metavar="GAME", help="one of `byways games`")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Worlds = Annotated[int | None, typer.Option(min=1, help="worlds that built-in bots imagine per answer, instead of taking time")]
Language = Annotated[str | None, typer.Option(callback=heed, help="en, de or it (default: the language of your terminal)")]


def tongue(game: Game | None = None) -> str:
    """The language to speak, of those a game or the house has: the one that is asked for, else the terminal's."""
    if game is not None and (asked := ASKED.get()):
        return game.language(asked)
    wishes = next(filter(None, (ASKED.get(), *map(os.environ.get, LOCALE))), "")
    return understood(wishes.split(":"), game.languages if game else languages_of(HOUSE_WORDS))


def note(sentence: str, paths: Iterable[str] = ()) -> None:
    print_line(Console(stderr=True, highlight=False), sentence, paths=paths)


def fail(sentence: str, status: int, paths: Iterable[str] = ()) -> NoReturn:
    note(sentence, paths)
    raise SystemExit(status)


def say_json(value: object) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value).decode()) + "\n")


def pairs(given: list[str]) -> dict[str, str]:
    """`name=value` texts as a mapping."""
    for text in given:
        if "=" not in text:
            raise Refused(Message("refuse.not-option", {"text": text}))
    return {name.strip(): value.strip() for name, value in (text.split("=", 1) for text in given)}


def opened_record(file: Path) -> tuple[Record, Game, list[Played], str]:
    """A record, its game, the record replayed to the end, and the language to tell it in; people are told if it is of an older version."""
    from byways.record import decoded

    record = decoded(read_bytes(file))
    game = record.load_game()
    steps = list(record.play(game))
    language = tongue(game)
    if age := record.age(game, language):
        note(age)
    return record, game, steps, language
