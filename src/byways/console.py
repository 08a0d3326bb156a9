"""Print sentences and tables to a terminal of any width, a pipe or a file.

Terminals wrap lines between words. Pipes and files get one line per sentence and one line per table row.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn
from rich.table import Table
from rich.text import Text

from byways.i18n import Message, Sentence

GAP = 2  # cells between two columns
ROOMY = 60  # minimum terminal width for a progress bar beside the figures
JOINT = "\ue000"  # stands for a non-breaking space


def print_line(console: Console, sentence: str, style: str = "", paths: Iterable[str] = ()) -> None:
    """Print a sentence. Terminals wrap it between words, but never inside one of `paths`."""
    if console.file.isatty():
        console.print(Text(wrapped(sentence, console.width, paths), style), soft_wrap=True)
    else:
        console.print(Text(sentence), soft_wrap=True)


def wrapped(text: str, width: int, paths: Iterable[str] = ()) -> str:
    for path in paths:
        text = text.replace(path, path.replace(" ", JOINT))
    lines = (textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False) for line in text.split("\n"))
    return "\n".join(lines).replace(JOINT, " ")


def paths_in(sentence: Sentence) -> Iterator[str]:
    """Yield the file paths among the values of a message and of its nested messages."""
    for value in sentence.values.values() if isinstance(sentence, Message) else ():
        if isinstance(value, Message):
            yield from paths_in(value)
        elif isinstance(value, str) and os.sep in value:
            yield value


def print_table(console: Console, rows: Iterable[Sequence[str]], justify: JustifyMethod = "left") -> None:
    """Print a table whose first row is the header; `justify` applies to all columns but the first.

    In a terminal that is too narrow for its words, each row becomes a paragraph.
    """
    columns = list(zip(*rows, strict=True))
    least = [max(cell_len(word) for text in column for word in (text.split() or [""])) for column in columns]
    most = [max(map(cell_len, column)) for column in columns]
    room = console.width - GAP * (len(columns) - 1)
    if not console.file.isatty():
        lay_out(console, columns, most, justify)
    elif sum(least) <= room:
        lay_out(console, columns, spread(least, most, room), justify)
    else:
        print_paragraphs(console, columns)


def spread(least: Sequence[int], most: Sequence[int], room: int) -> list[int]:
    """Distribute the room over the columns, between the minimum and maximum of each, narrower columns first."""
    widths = list(least)
    for _ in range(room - sum(least)):
        if growing := [nth for nth, width in enumerate(widths) if width < most[nth]]:
            widths[min(growing, key=widths.__getitem__)] += 1
    return widths


def lay_out(console: Console, columns: Sequence[Sequence[str]], widths: Sequence[int], justify: JustifyMethod) -> None:
    whole = sum(widths) + GAP * (len(widths) - 1)
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), width=whole)
    for nth, (column, width) in enumerate(zip(columns, widths, strict=True)):
        table.add_column(Text(column[0]), width=width, justify=justify if nth else "left")
    for row in list(zip(*columns, strict=True))[1:]:
        table.add_row(*map(Text, row))
    console.print(table, crop=False)


def print_paragraphs(console: Console, columns: Sequence[Sequence[str]]) -> None:
    heads, *rows = zip(*columns, strict=True)
    for nth, row in enumerate(rows):
        if nth:
            console.print()
        for head, text in zip(heads, row, strict=True):
            print_line(console, f"{head}: {text}" if head else text)


def progress_bar(console: Console, figures: Iterable[ProgressColumn], more: Iterable[ProgressColumn] = ()) -> Progress:
    """Return a progress display for terminals: the figures, and a bar and `more` if there is room. Pipes get nothing."""
    extra = [BarColumn(), *more] if console.width >= ROOMY else []
    columns = (TextColumn("{task.description}"), *extra, *figures)
    return Progress(*columns, console=console, transient=True, disable=not console.file.isatty())
