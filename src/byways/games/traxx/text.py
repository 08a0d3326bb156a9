"""A view as text: the viewer's sheet as rows of letters, then in words what stands where."""

from __future__ import annotations

from collections.abc import Iterator

from byways.games.traxx import GAME
from byways.games.traxx.components import COLOURS, NUMBERS, SIZES
from byways.games.traxx.state import FIELDS, Board, Field, Sheet
from byways.games.traxx.view import View

KEY = "[ ] line   < > its ends   ( ) dotted   B blue, G green, Y yellow, A grey, R red, W white"


def text(view: View, language: str = "en") -> str:
    """The own sheet large, a spectator's in turn; all other lines in words."""
    lines = [heading(view), ""]
    for seat in range(len(view.sheets)) if view.seat is None else (view.seat,):
        lines += [*rows(view.board, view.sheets[seat], view.drawn), ""]
    return "\n".join([*lines, KEY, "", *table(view), "", *others(view), f"Cards to come: {' '.join(view.deck) or 'none'}", ""])


def heading(view: View) -> str:
    first = f"Traxx, round {view.round} of {view.round + len(view.deck)}."
    if not view.card:
        return first
    left = f" Left: {view.left or 'nothing'}." if view.drawn else ""
    return f"{first} Card: {' '.join(COLOURS[shade] for shade in view.card)}.{left}"


def rows(board: Board, sheet: Sheet, drawn: tuple[Field, ...]) -> Iterator[str]:
    """Every row begins with the name of its first field and ends with that of its last."""
    fields = iter(FIELDS)
    for size in SIZES:
        row = [next(fields) for _ in range(size)]
        cells = "".join(f"{cell(board, sheet, drawn, field):^6}" for field in row)
        yield f"{' ' * (3 * (9 - size))}{row[0]} {cells} {row[-1]}"


def cell(board: Board, sheet: Sheet, drawn: tuple[Field, ...], field: Field) -> str:
    symbol = f"{board.colour[field]}{board.number.get(field, '')}"
    if field in drawn:
        return f"({symbol})"
    if field in sheet.ends:
        return f"<{symbol}>"
    return f"[{symbol}]" if field in sheet.line else symbol


def table(view: View) -> Iterator[str]:
    yield f"{'':8}{''.join(f'{number:4}' for number in NUMBERS)}  empty  total"
    for seat, sheet in enumerate(view.sheets):
        points = "".join(f"{points or '-':>4}" for points in sheet.points)
        yield f"{GAME.seat_names[seat]:8}{points}{sheet.empty:7}{sheet.score:7}{'  gone' if seat in view.removed else ''}"


def others(view: View) -> Iterator[str]:
    for seat, sheet in enumerate(view.sheets):
        yield f"{GAME.seat_names[seat]}'s line, begun at {view.starts[seat]}: {'-'.join(sheet.line)}"
    if view.drawn:
        yield f"Your dots: {'-'.join(view.drawn)}"
