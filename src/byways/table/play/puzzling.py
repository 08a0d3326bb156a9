"""Puzzles at the table: opening one, judging whole acts, hints, the solution, and playing on.

The log of a puzzle's table holds the record that leads to the puzzle and the solver's right acts, each with the line of its verdict. Wrong
tries and hints are stored in the attempt. No bot plays there.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.game import Game, View
from byways.puzzle import Hint, Verdict
from byways.puzzles.attempt import HINTS, Judged, consequence, play_line
from byways.puzzles.collection import StoredPuzzle
from byways.puzzles.state import PuzzleState
from byways.puzzles.tasks import HintTask, JudgeTask, SolutionTask
from byways.record import BadRecord, Choose, Played, Undo
from byways.table.errors import Declined, Forbidden, Garbled, Missing, NotNow, Stale
from byways.table.play.new_table import TablePlan, default_bot
from byways.table.play.table import Table
from byways.table.play.tables import PUZZLE, Tables
from byways.table.play.visits import Me, Visit
from byways.table.seats import Seat, hash_of
from byways.table.store import puzzles
from byways.table.store.notifications import Stored
from byways.table.store.schema import Attempted, Timed
from byways.table.store.store import StoredTable
from byways.table.workers.fair_queue import Requester
from byways.table.workers.pool import BotFailed

SOLVING = ("", "/stream", "/choose", "/undo", "/about", "/puzzle/hint", "/puzzle/solution")  # what a solver may ask for, after /play/ID
SOLVED = ("/puzzle/on", "/puzzle/next")  # what a solver may also send afterwards
# What a solver may ask for at a table whose puzzle is still open at another one, or no longer in the collection.
LOOKING = ("", "/stream", "/about", "/puzzle/next")


# Opening


async def begin(tables: Tables, me: Me, game: Game, name: str) -> Table:
    """Begin or continue the visitor's attempt at a puzzle."""
    found = await find_puzzle(tables, me, game, name)
    stored = await new_table(tables, me, game, name, found)
    new = Attempted(game.name, name, stored.id, stored.created)
    while (table := await tables.claim(stored, partial(puzzles.begin, holder=me.holder, new=new))) is None:
        if table := await go_on(tables, me, game, name):
            break
    return table


async def find_puzzle(tables: Tables, me: Me, game: Game, name: str) -> StoredPuzzle:
    if found := await tables.find_puzzle(game, name, me.holder):
        return found
    raise Missing("wrong.no-puzzle", game, title=game.title)


async def go_on(tables: Tables, me: Me, game: Game, name: str) -> Table | None:
    """Return the table of the visitor's attempt. Close it if its puzzle can no longer be solved, so that a new attempt can begin."""
    if (mine := await attempt_of(tables, me, game, name)) is None:
        return None
    try:
        table = await tables.find_stored(mine.table)
    except (Garbled, BadRecord):
        table = None
    if table is None or table.match.puzzle is None:
        await tables.store.transaction(partial(puzzles.close, table=mine.table, at=tables.now()))
        return None
    return table


async def attempt_of(tables: Tables, me: Me, game: Game, name: str) -> Attempted | None:
    which = partial(puzzles.attempt_of, holder=me.holder, game=game.name, puzzle=name)
    return None if me.is_new or not PUZZLE.fullmatch(name) else await tables.store.transaction(which)


async def is_here(tables: Tables, me: Me, attempt: Attempted) -> bool:
    """Whether the visitor may look at the table of their attempt, which may be another device's."""
    return await tables.store.transaction(partial(puzzles.is_at, holder=me.holder, table=attempt.table))


async def new_table(tables: Tables, me: Me, game: Game, name: str, found: StoredPuzzle) -> StoredTable:
    """Return a table that continues the puzzle's record. Raise a complaint if the record cannot be replayed."""
    await tables.slices.run(found.record.positions(found.load_game(game)))
    table, now, count = secrets.token_urlsafe(9), tables.now(), len(found.record.players)
    mine = Seat("person", key=hash_of(me.key(table, found.puzzle.seat)), holder=me.holder)
    seats = tuple(mine if seat == found.puzzle.seat else Seat("bot", bot=default_bot(game)) for seat in range(count))
    players = tuple("person" if seat is mine else f"bot:{seat.bot}" for seat in seats)
    head = msgspec.structs.replace(found.record, players=players, entries=())
    log = tuple(Timed(entry, now) for entry in found.record.entries)
    return StoredTable(table, head, tables.seeds(), False, None, now, seats, log, host=me.holder, hints=False, begun=True, puzzle=name)


# Who may see what


async def check_puzzle(tables: Tables, table: Table, me: Me, method: str, path: str, key: str = "") -> None:
    """Raise `Forbidden` if a request comes from another visitor, or asks for more than the board before the puzzle is over.

    `key` is the key in the solver's own link.
    """
    if not table.puzzle or (key and table.seats.with_key(key) is not None):
        return
    if not me.seats(table):
        raise Forbidden("wrong.puzzle-private")
    if table.match.puzzle and table.match.puzzle.is_solved and table.solving.is_running:
        await end(table, solved=True)  # a server stopped between the last act and storing that the puzzle is solved
    asked, is_look = path.removeprefix(f"/play/{table.id}"), method in ("GET", "HEAD")
    current = await attempt_of(tables, me, table.game, table.puzzle)
    if current is None or current.ended is not None:
        is_open = asked in SOLVING or asked in SOLVED or is_look
    else:
        is_open = asked in (SOLVING if table.match.puzzle and current.table == table.id else LOOKING)
    if not is_open:
        raise Forbidden("wrong.puzzle-closed")


async def end(table: Table, solved: bool) -> None:
    await change(table, partial(puzzles.end, table=table.id, at=table.registry.now(), solved=solved))


async def change(table: Table, write: Callable[[AsyncConnection], Awaitable[None]]) -> None:
    """Change the attempt in the store, and show it here and at other servers."""
    await table.registry.store.transaction(write)
    table.registry.store.notify(Stored(table.id))
    await table.sync([None])


def state_of(table: Table) -> PuzzleState:
    if table.match.puzzle is None:
        raise NotNow("wrong.puzzle-gone")
    return table.match.puzzle


def running(table: Table) -> tuple[PuzzleState, Attempted]:
    state, attempt = state_of(table), table.solving.attempt
    if attempt is None or not table.solving.is_running:
        raise NotNow("wrong.puzzle-over")
    return state, attempt


# Acts


async def choose(table: Table, seat: int, seen: int, text: str) -> Judged | None:
    """Make a step. If it completes an act, judge the act: a right one is played with the line of its verdict, a wrong one taken back.

    Return the verdict on a wrong act, with its consequence.
    """
    match, (state, attempt) = table.match, running(table)
    choice = match.check_choice(seat, seen, text)
    step = match.referee.attempt(match.position, Choose(seat, str(choice)), choice)
    if seat not in step.finished:
        await table.choose(seat, seen, text)
        return None
    act, view, length = (*state.steps_taken(match.position), choice), state.view, match.length
    verdict = await judged(table, JudgeTask(table.game, view, state.puzzle, tuple(map(str, act))))
    if verdict.right:
        table.solving.praise[state.puzzle.turns - 1] = verdict
        await play(table, length, [step, *play_line(table.game, step.after, verdict.line)])
        if state.is_solved:
            await end(table, solved=True)
        return None
    await change(table, partial(puzzles.add_try, table=table.id, number=attempt.tries + 1))
    await play(table, length, undos(table))
    return Judged(verdict, consequence(table.game, view, act, verdict))


async def judged(table: Table, task: JudgeTask | SolutionTask) -> Verdict:
    try:
        return await table.registry.workers.do(task, Requester(table.id, table.address))
    except BotFailed:
        raise Declined("wrong.not-judged") from None


async def play(table: Table, length: int, steps: list[Played]) -> None:
    """Append steps, unless the log has grown since they were made."""

    def preview() -> list[list[Played]]:
        if table.match.length != length:
            raise Stale("wrong.stale")
        return [[step] for step in steps]

    await table.append(preview)


def undos(table: Table) -> list[Played]:
    """Take back the solver's steps."""
    state, match, steps = state_of(table), table.match, list[Played]()
    for _ in state.steps_taken(match.position):
        steps.append(match.referee.attempt(steps[-1].after if steps else match.position, Undo(state.puzzle.seat)))
    return steps


async def take_back(table: Table) -> View:
    """Take back the solver's steps and return the view in which the act begins."""
    await play(table, table.match.length, undos(table))
    return state_of(table).view


# Help


class Advised(msgspec.Struct, frozen=True):
    """A hint, its number from 1 to 3, and the view that it is for."""

    hint: Hint
    nth: int
    view: View


async def hint(table: Table) -> Advised:
    """Give the next of three hints for the current act."""
    state, attempt = running(table)
    given = hints_given(table)
    nth = min(given + 1, HINTS)
    view = await take_back(table)
    try:
        found = await table.registry.workers.do(HintTask(table.game, view, state.puzzle, nth), Requester(table.id, table.address))
    except BotFailed:
        raise Declined("wrong.no-advice") from None
    if given < HINTS:  # the solution again counts no more
        await change(table, partial(puzzles.add_hint, table=table.id, number=attempt.hints + 1))
        await table.change_seat(state.puzzle.seat, lambda before: before, "hint")  # stores an unchanged seat with the notice
    return Advised(found, nth, view)


def hints_given(table: Table) -> int:
    """The number of hints for the current act."""
    return sum(notice.name == "hint" and notice.after >= table.match.act_began for notice in table.notices)


async def solution(table: Table) -> Judged:
    """Give the puzzle up, which needs a first try, and return the rest of it. After the end, return it again."""
    state, attempt = state_of(table), table.solving.attempt
    if table.solving.is_running and attempt is not None and not attempt.tries:
        raise Declined("wrong.puzzle-try-first")
    if state.is_solved:
        raise NotNow("wrong.puzzle-over")
    view = await take_back(table) if table.solving.is_running else state.view
    verdict = await judged(table, SolutionTask(table.game, view, state.puzzle))
    if table.solving.is_running:
        await end(table, solved=False)
    assert verdict.world is not None
    return Judged(verdict, play_line(table.game, verdict.world, verdict.line))


# Afterwards


def plan_on(at: Visit) -> TablePlan:
    """Plan an ordinary game from here on, against bots."""
    table, mine = at.table, at.player()
    if table.match.position.outcome is not None:
        raise NotNow("wrong.over")
    begun = table.match.record
    seats = tuple("me" if seat == mine else f"bot:{default_bot(table.game)}" for seat in range(len(table.seats)))
    return TablePlan(table.game, seats, begun.options, tuple(seat.name for seat in table.seats), begun=begun)
