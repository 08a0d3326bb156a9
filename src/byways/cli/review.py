"""The command `byways review`."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import TaskProgressColumn, TimeRemainingColumn

from byways.bots.roster import make_ready
from byways.cli.common import AsJson, Language, note, opened_record, out, say_json, tongue
from byways.cli.files import check_writable, write_bytes
from byways.console import print_line, print_table, progress_bar
from byways.errors import house
from byways.game import Game, Refused
from byways.i18n import Message
from byways.record import Record
from byways.review.inquiry import Inquiry, inquire
from byways.review.judging import weigher
from byways.review.models import Review
from byways.review.page import page
from byways.review.phrases import Telling
from byways.review.pool import carry_out
from byways.review.verdicts import turning_points


def review(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="the record of a game that is over")],
    seat: Annotated[int | None, typer.Option(help="only the acts of this seat (default: of all)")] = None,
    worlds: Annotated[int | None, typer.Option(min=1, help="worlds to imagine for an act that matters; more take longer")] = None,
    page_file: Annotated[Path | None, typer.Option("--out", metavar="FILE.html", help="write a page with a chart and boards")] = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Judge the acts of a record, each by what its seat knew: what was best, what it cost, and what chance gave."""
    record, game, steps, language = opened_record(file)
    seats = chosen(seat, len(record.start(game).acts))
    inquiry = inquire(game, steps, seats, worlds=worlds)
    weigher(game, inquiry.bot, Random())
    if page_file:
        check_writable(page_file)
    made = carried_out(inquiry, game)
    if page_file:
        write_bytes(page_file, page(made, game, record.players, steps, seats, language).encode())
    if as_json:
        say_json(made)
        return
    tell(Telling(made, game, language), record, seats)
    if page_file:
        print_line(out, house(tongue()).say(Message("review.written", {"file": str(page_file)})), paths=[str(page_file)])


def chosen(seat: int | None, seats: int) -> Collection[int]:
    if seat is not None and not 0 <= seat < seats:
        raise Refused(Message("refuse.no-seat", {"seat": seat, "last": seats - 1}))
    return range(seats) if seat is None else [seat]


def carried_out(inquiry: Inquiry, game: Game) -> Review:
    """On all cores, with a bar for who waits."""
    make_ready([game], note, tongue())
    figures = (TaskProgressColumn(), TimeRemainingColumn())
    try:
        with progress_bar(Console(stderr=True), figures) as bar:
            task = bar.add_task(house(tongue()).say(Message("review.weighing")), total=1.0)
            for done in carry_out(inquiry):
                bar.update(task, completed=done)
    except BrokenProcessPool:
        raise Refused(Message("refuse.review-broke")) from None
    if inquiry.cases and not inquiry.review.acts:
        raise Refused(Message("refuse.no-weigher", {"title": game.title, "bot": inquiry.bot}))
    return inquiry.review


def tell(telling: Telling, record: Record, seats: Collection[int]) -> None:
    """The accounts, then where the game turned."""
    print_line(out, telling.by())
    print_table(out, [telling.heads(), *(telling.row(seat, record.players[seat : seat + 1]) for seat in seats)], "right")
    print_line(out, telling.sum())
    for number, turn in enumerate(turning_points(telling.review), 1):
        print_line(out, f"{number}. {telling.turn(turn)}")
