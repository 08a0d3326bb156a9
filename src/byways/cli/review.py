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
from byways.cli.common import AsJson, Language, RecordGame, check_seat, note, open_record, out, output_language, say, say_json
from byways.console import print_line, print_table, progress_bar
from byways.errors import common_speaker
from byways.files import check_writable, write_bytes
from byways.game import Game, Refused
from byways.i18n import Message
from byways.record import Record
from byways.review.inquiry import Inquiry, inquire
from byways.review.judging import weigher
from byways.review.models import Review
from byways.review.page import page
from byways.review.phrases import ReviewText
from byways.review.pool import carry_out
from byways.review.verdicts import turning_points


def review(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="the record of a finished game")],
    seat: Annotated[int | None, typer.Option(help="only the acts of this seat (default: all seats)")] = None,
    game_name: RecordGame = None,
    bot: Annotated[str | None, typer.Option(metavar="NAME", help="the bot that judges, by name or module:attribute")] = None,
    worlds: Annotated[int | None, typer.Option(min=1, help="imagined worlds for an act that matters; more take longer")] = None,
    page_file: Annotated[Path | None, typer.Option("--out", metavar="FILE.html", help="write an HTML page with a chart and boards")] = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Judge the acts of a finished game by what each seat knew: what was best, what the difference cost, and what was luck."""
    record, game, steps, language = open_record(file, game_name)
    everyone = range(len(record.start(game).acts))
    check_seat(seat, len(everyone))
    seats = everyone if seat is None else [seat]
    inquiry = inquire(game, steps, seats, bot, worlds)
    weigher(game, inquiry.bot, Random())
    if page_file:
        check_writable(page_file)
    judged = judge(inquiry, game)
    if page_file:
        write_bytes(page_file, page(judged, game, record.players, steps, seats, language).encode())
    if as_json:
        say_json(judged)
        return
    print_review(ReviewText(judged, game, language), record, seats)
    if page_file:
        say("review.written", file=str(page_file))


def judge(inquiry: Inquiry, game: Game) -> Review:
    """Run the inquiry on all cores, with a progress bar."""
    make_ready([game], note, output_language())
    figures = (TaskProgressColumn(), TimeRemainingColumn())
    try:
        with progress_bar(Console(stderr=True), figures) as bar:
            task = bar.add_task(common_speaker(output_language()).say(Message("review.weighing")), total=1.0)
            for done in carry_out(inquiry):
                bar.update(task, completed=done)
    except BrokenProcessPool:
        raise Refused(Message("refuse.review-broke")) from None
    if inquiry.cases and not inquiry.review.acts:
        raise Refused(Message("refuse.no-weigher", {"title": game.title, "bot": inquiry.bot}))
    return inquiry.review


def print_review(telling: ReviewText, record: Record, seats: Collection[int]) -> None:
    """Print a summary of each seat's game, the turning points, then the accounts and how they were made."""
    for words in filter(None, map(telling.summary, seats)):
        print_line(out, " ".join(words))
    for number, turn in enumerate(turning_points(telling.review), 1):
        print_line(out, f"{number}. {telling.turn(turn)}")
    print_table(out, [telling.heads(), *(telling.row(seat, record.players[seat : seat + 1]) for seat in seats)], "right")
    print_line(out, telling.sum())
    print_line(out, telling.by())
