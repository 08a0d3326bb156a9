"""Shared code for commands: output, language, and option types."""

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

from byways.console import paths_in, print_line
from byways.errors import COMMON_CATALOGUE, common_speaker
from byways.files import read_bytes
from byways.game import Game, Refused
from byways.i18n import Message, Value, best_language, languages_of
from byways.loading import load_game

if TYPE_CHECKING:
    from byways.record import Played, Record

out = Console(highlight=False)

LOCALE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides
REQUESTED: ContextVar[str | None] = ContextVar("language", default=None)


def request_language(language: str | None) -> str | None:
    """Remember `--language`, so that errors use it too."""
    REQUESTED.set(language)
    return language


GameName = Annotated[str, typer.Argument(metavar="GAME", help="a name from `byways games`, or module:attribute")]
RecordGame = Annotated[str | None, typer.Option("--game", metavar="MODULE:ATTRIBUTE", help="the game, if it is not installed")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Worlds = Annotated[int | None, typer.Option(min=1, help="imagined worlds per answer of a built-in bot, instead of a time limit")]
LANGUAGES = ", ".join(languages_of(COMMON_CATALOGUE))
Language = Annotated[str | None, typer.Option(callback=request_language, help=f"{LANGUAGES} (default: the language of your terminal)")]


def output_language(game: Game | None = None) -> str:
    """Return the language for output: `--language`, or the terminal's if the game (or Byways) has it."""
    if game is not None and (requested := REQUESTED.get()):
        return game.language(requested)
    wishes = next(filter(None, (REQUESTED.get(), *map(os.environ.get, LOCALE))), "")
    return best_language(wishes.split(":"), game.languages if game else languages_of(COMMON_CATALOGUE))


def say(name: str, **values: Value) -> None:
    """Print a message that belongs to no game."""
    message = Message(name, values)
    print_line(out, common_speaker(output_language()).say(message), paths=paths_in(message))


def note(sentence: str, paths: Iterable[str] = ()) -> None:
    """Print a sentence to stderr."""
    print_line(Console(stderr=True, highlight=False), sentence, paths=paths)


def fail(sentence: str, status: int, paths: Iterable[str] = ()) -> NoReturn:
    """Print a sentence to stderr and exit."""
    note(sentence, paths)
    raise SystemExit(status)


def say_json(value: object) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value).decode()) + "\n")


def pairs(given: list[str]) -> dict[str, str]:
    """Parse `name=value` texts."""
    for text in given:
        if "=" not in text:
            raise Refused(Message("refuse.not-option", {"text": text}))
    return {name.strip(): value.strip() for name, value in (text.split("=", 1) for text in given)}


def check_seat(seat: int | None, seats: int) -> None:
    if seat is not None and not 0 <= seat < seats:
        raise Refused(Message("refuse.no-seat", {"seat": seat, "last": seats - 1}))


def open_record(file: Path, game_name: str | None = None) -> tuple[Record, Game, list[Played], str]:
    """Return a record, its game, its steps replayed to the end, and the output language. Prints a note if the record is from another
    version.
    """
    from byways.record import decode

    record = decode(read_bytes(file))
    game = record.load_game(load_game(game_name) if game_name else None)
    steps = list(record.play(game))
    language = output_language(game)
    if age := record.age(game, language):
        note(age)
    return record, game, steps, language
