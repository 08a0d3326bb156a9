"""A view of Traxx as text: the viewer's sheet as rows of letters, then everything else in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from byways.drawing import Say, called
from byways.games.traxx import GAME
from byways.games.traxx.components import COLOURS, NUMBERS, SIZES, colours_of
from byways.games.traxx.rules import worth
from byways.games.traxx.state import FIELDS, Board, Field, Sheet
from byways.games.traxx.view import View, known_sheet
from byways.i18n import ENGLISH, Message
from byways.phrases import number


def letter(say: Say, shade: str) -> str:
    """A colour's letter, for players who cannot tell the colours apart."""
    return called(say, "draw.letter", colour=COLOURS[shade])


@lru_cache
def speaking(language: str) -> Say:
    return partial(GAME.say, language=language)


def text(view: View, language: str = ENGLISH) -> str:
    """The viewer's sheet, or all sheets for a spectator, as rows of letters; then every line in words."""
    say = speaking(language)
    lines = [" ".join(map(say, heading(view))), ""]
    for seat in range(len(view.sheets)) if view.seat is None else (view.seat,):
        lines += [*rows(say, view.board, view.sheets[seat], view.drawn), ""]
    return "\n".join([*lines, say(Message("terminal.key")), "", *table(view, say), "", *map(say, others(say, view)), ""])


def heading(view: View) -> Iterator[Message]:
    yield Message("terminal.round", {"round": view.round, "rounds": view.round + len(view.deck)})
    if view.card:
        yield Message("terminal.card", {"colours": colours_of(view.card)})
    if view.drawn:
        yield Message("terminal.left", {"left": colours_of(view.left)}) if view.left else Message("terminal.used")


def rows(say: Say, board: Board, sheet: Sheet, drawn: tuple[Field, ...]) -> Iterator[str]:
    """The rows of a sheet, each between the names of its first and last fields."""
    fields = iter(FIELDS)
    for size in SIZES:
        row = [next(fields) for _ in range(size)]
        cells = "".join(f"{cell(say, board, sheet, drawn, field):^6}" for field in row)
        yield f"{' ' * (3 * (9 - size))}{row[0]} {cells} {row[-1]}"


def cell(say: Say, board: Board, sheet: Sheet, drawn: tuple[Field, ...], field: Field) -> str:
    symbol = f"{letter(say, board.colour[field])}{board.number.get(field, '')}"
    if field in drawn:
        return f"({symbol})"
    if field in sheet.ends:
        return f"<{symbol}>"
    return f"[{symbol}]" if field in sheet.line else symbol


def table(view: View, say: Say) -> Iterator[str]:
    empty, total, gone = map(say, (Message("draw.empty"), Message("draw.total"), Message("terminal.gone")))
    yield f"{'':8}{''.join(f'{number:4}' for number in NUMBERS)}{empty:>7}{total:>7}"
    if view.seat is not None and view.outcome is None:
        pays = "".join(f"{pay or '-':>4}" for pay in payments(view, view.seat))
        yield f"{say(Message('terminal.pays')):8}{pays}"
    for seat in range(len(view.sheets)):
        sheet = known_sheet(view, seat)
        name, points = say(Message("seat.name", {"seat": seat})), "".join(f"{points or '-':>4}" for points in sheet.points)
        yield f"{name:8}{points}{number(-sheet.empty):>7}{number(sheet.score):>7}{f'  {gone}' if seat in view.removed else ''}"


def payments(view: View, seat: int) -> Iterator[int]:
    """The points that each number would now pay a seat; 0 for reached numbers."""
    sheet = known_sheet(view, seat)
    return (0 if points else worth(view.sheets, sheet, number) for number, points in zip(NUMBERS, sheet.points, strict=True))


def others(say: Say, view: View) -> Iterator[Message]:
    for seat, sheet in enumerate(view.sheets):
        yield Message("terminal.line", {"seat": seat, "start": view.starts[seat], "line": "-".join(sheet.line)})
    if view.drawn:
        yield Message("terminal.dots", {"dots": "-".join(view.drawn)})
    yield (
        Message("terminal.cards", {"cards": " ".join("".join(letter(say, shade) for shade in card) for card in view.deck)})
        if view.deck
        else Message("terminal.no-cards")
    )
