"""Print a position as a diagram, and a finished game as a score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from byways.game import Game, Outcome, View
from byways.i18n import Message
from byways.phrases import breakdown, result
from byways.printing.article import Block, paragraph, size_of
from byways.printing.book import Book
from byways.printing.grid import FOOT, MARGIN, TOP
from byways.printing.typesetting import is_printable

HIGHEST = 150  # millimetres for a board, so that a score table fits on the sheet too


def print_position(game: Game, view: View, players: Sequence[str], heading: str, language: str) -> bytes:
    """Return a PDF with the board of a view and, if the game is over, with the result. The font must have all letters of the names."""
    book = Book(game, language, "a4", "colour")
    body = [paragraph(heading), *(scores(book, view.outcome, players) if view.outcome else ()), plate(book, view)]
    if view.outcome is None:
        body.append(paragraph(game.say(view.prompt, language)))
    book.add_flow("", body, parts=game.components.__struct_fields__)
    return book.typeset()


def printable_names(game: Game, players: Sequence[str], language: str) -> tuple[str, ...]:
    """Return the players' names. One with letters that the font lacks is replaced by the name of its seat."""
    return tuple(name if is_printable(name) else game.say(seat_name(seat), language) for seat, name in enumerate(players))


def seat_name(seat: int) -> Message:
    return Message("seat.name", {"seat": seat})


def plate(book: Book, view: View) -> Block:
    """Return the board, as large as the sheet allows and without the viewer's choices."""
    svg = book.game.draw(msgspec.structs.replace(view, choices=()), language=book.language)
    wide, high = size_of(svg)
    room = HIGHEST if view.outcome else book.paper[1] - TOP - FOOT - 25
    scale = min((book.paper[0] - 2 * MARGIN) / wide, room / high)
    return {"kind": "plate", "image": book.pictures.add(svg), "width": wide * scale, "words": book.words.title}


def scores(book: Book, outcome: Outcome, players: Sequence[str]) -> Iterator[Block]:
    """Yield the result in words, and a score table with a column for every player."""
    yield paragraph(result(book.game, outcome, book.language))
    rows = [(book.say("print.place"), [str(place) for place in outcome.places]), *breakdown(outcome, book.tell)]
    names = [book.tell(seat_name(seat)) for seat in range(len(outcome.places))]
    heads = [name if player in ("", name) else book.titled(name, player) for name, player in zip(names, players, strict=True)]
    yield {"kind": "form", "words": "", "heads": heads, "rows": [[label, *values] for label, values in rows]}
