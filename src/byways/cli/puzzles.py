"""The command `byways puzzles`."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TaskID, TimeRemainingColumn

from byways.bots.roster import make_ready
from byways.cli.common import AsJson, GameName, Language, fail, note, out, output_language, say, say_json
from byways.cli.replay import write_picture
from byways.console import print_line, print_table, progress_bar
from byways.errors import common_speaker
from byways.files import check_writable
from byways.game import Game, JsonObject, Refused
from byways.i18n import Message, Value
from byways.loading import load_game
from byways.puzzles import collection
from byways.puzzles.checking import flaw_in
from byways.puzzles.collection import StoredPuzzle, judge_of
from byways.puzzles.making import make


def puzzles(
    game_name: GameName,
    kind: Annotated[str | None, typer.Option(help="only puzzles of this kind")] = None,
    grade: Annotated[int | None, typer.Option(min=1, max=5, help="only puzzles of this grade, from 1 (easy) to 5")] = None,
    number: Annotated[int | None, typer.Option(help="show the puzzle with this number")] = None,
    svg: Annotated[Path | None, typer.Option(help="write the board of one puzzle to this SVG file; needs --number")] = None,
    check: Annotated[bool, typer.Option("--check", help="prove the puzzles again")] = False,
    wanted: Annotated[
        int | None, typer.Option("--make", min=1, help="look for new puzzles until --file has this many; it can be stopped and continued")
    ] = None,
    seed: Annotated[int, typer.Option(help="for --make: the same seed makes the same puzzles")] = 1,
    file: Annotated[Path | None, typer.Option(help="a file of puzzles instead of those of Byways; for --make the file to write")] = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """List, show, check and make puzzles."""
    game = load_game(game_name)
    language = output_language(game)
    if wanted is not None:
        make_more(game, wanted, seed, file or Path(f"puzzles-{game.name}.jsonl"))
        return
    if svg and number is None:
        raise Refused(Message("refuse.puzzle-svg"))
    chosen = choose(game, kind, grade, number, file)
    if check:
        prove(game, chosen, language)
    elif svg:
        write_picture(svg, game.draw(chosen[0].view(game), language=language).encode(), as_json)
    elif as_json:
        say_json([described(game, stored, number is not None, language) for stored in chosen])
    elif number is not None:
        show(game, chosen[0], language)
    else:
        print_list(game, chosen, language)


def choose(game: Game, kind: str | None, grade: int | None, number: int | None, file: Path | None) -> Sequence[StoredPuzzle]:
    """Return the puzzles that match the options. Raise `Refused` if there are none."""
    kinds, found = judge_of(game).KINDS, collection.puzzles(game, file)
    if kind is not None and kind not in kinds:
        raise Refused(Message("refuse.puzzle-kind", {"title": game.title, "kind": kind, "kinds": tuple(kinds)}))
    if number is not None:
        return [collection.find(game, number, found)]
    chosen = [one for one in found if kind in (None, one.puzzle.kind) and grade in (None, one.puzzle.grade)]
    if not chosen:
        raise Refused(Message("refuse.no-such-puzzles", {"title": game.title}))
    return chosen


def print_list(game: Game, chosen: Sequence[StoredPuzzle], language: str) -> None:
    heads = [common_speaker(language).say(Message(f"solving.{head}")) for head in ("number", "grade", "kind", "question")]
    rows = [[str(one.puzzle.number), str(one.puzzle.grade), one.puzzle.kind, game.say(one.puzzle.question, language)] for one in chosen]
    print_table(out, [heads, *rows])


def show(game: Game, stored: StoredPuzzle, language: str) -> None:
    """Print the board and the question, and nothing that gives the answer away."""
    puzzle = stored.puzzle
    heading: dict[str, Value] = {"number": puzzle.number, "grade": puzzle.grade, "kind": puzzle.title}
    print_line(out, game.say(Message("solving.heading", heading), language))
    print_line(out, game.text(stored.view(game), language))
    print_line(out, game.say(puzzle.question, language), "bold")


def described(game: Game, stored: StoredPuzzle, whole: bool, language: str) -> JsonObject:
    """Describe a puzzle as JSON, without its solution and without hidden information. `whole` adds the view."""
    puzzle = stored.puzzle
    about = {
        "game": game.name,
        "number": puzzle.number,
        "kind": puzzle.kind,
        "grade": puzzle.grade,
        "seat": puzzle.seat,
        "turns": puzzle.turns,
        "known": puzzle.known,
        "values": puzzle.values,
        "question": game.say(puzzle.question, language),
        "answers": puzzle.answers,
        "alternatives": puzzle.alternatives,
    }
    return {**about, "view": stored.view(game)} if whole else about


def prove(game: Game, chosen: Sequence[StoredPuzzle], language: str) -> None:
    """Prove each puzzle again. Report every flaw, and exit with status 1 if there are any."""
    flaws = 0
    bar, task = progress("solving.checking", len(chosen))
    with bar:
        for stored in chosen:
            if flaw := flaw_in(game, stored):
                flaws += 1
                note(game.say(flaw, language))
            bar.advance(task)
    if flaws:
        fail(game.say(Message("solving.flaws", {"flaws": flaws, "puzzles": len(chosen)}), language), 1)
    say("solving.sound", puzzles=len(chosen))


def make_more(game: Game, wanted: int, seed: int, file: Path) -> None:
    check_writable(file)
    make_ready([game], note, output_language())
    bar, task = progress("solving.making", wanted)
    try:
        with bar:
            for made in make(game, wanted, seed, file):
                bar.update(task, completed=made)
    except BrokenProcessPool:
        raise Refused(Message("refuse.puzzles-broke", {"file": str(file)})) from None
    say("solving.made", puzzles=wanted, file=str(file))


def progress(name: str, total: int) -> tuple[Progress, TaskID]:
    bar = progress_bar(Console(stderr=True), (MofNCompleteColumn(), TimeRemainingColumn()))
    return bar, bar.add_task(common_speaker(output_language()).say(Message(name)), total=total)
