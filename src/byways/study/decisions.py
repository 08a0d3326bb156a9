"""Measure how much single decisions matter: a bot weighs decisions sampled from games."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import msgspec

from byways.arena.conduct import record_path
from byways.bots import Thought
from byways.bots.roster import load_bot, make_player
from byways.bots.weighing import Weighed, Weigher, curve_for
from byways.bots.worker import SPAWN, become_worker, cores
from byways.files import write_bytes
from byways.game import Choice, Game, Position, Refused, stream
from byways.i18n import Message
from byways.loading import load_game
from byways.record import Choose
from byways.study.reading import read_record

log = logging.getLogger(__name__)

WORLDS = 16
OTHERS = 3  # legal first choices with which the best act is compared
SECONDS = 300.0  # at most for one decision: worlds limit the thinking, and a busy machine must not end it early


class Task(msgspec.Struct, frozen=True):
    """A request to weigh one decision of a game."""

    game: str
    folder: str
    number: int
    bot: str
    seed: int


class Decision(msgspec.Struct, frozen=True):
    """A weighed decision. `moment` says when in the game it was made, from 0 (start) to 1 (end).

    `gain` is the win probability that the best act gains over the median of three random acts; 0 if it is within twice its standard error.
    """

    number: int
    moment: float
    gain: float


def weigh_or_nothing(task: Task) -> Decision | None:
    """Weigh a decision. Return None if the bot crashes or the record is damaged, which is reported when its facts are read."""
    try:
        return weigh_one(task)
    except Exception:
        log.exception("The decision of game %d was not weighed.", task.number)
        return None


def weigh_one(task: Task) -> Decision | None:
    """Weigh a random decision of a game. Return None if the game has none, or if the bot cannot weigh acts."""
    Thought.worlds = WORLDS
    game, record = read_record(record_path(Path(task.folder), task.number), load_game(task.game))
    steps = list(record.play(game, tells=False))
    begun = [
        at
        for at, step in enumerate(steps)
        if isinstance(step.entry, Choose) and not step.before.acts[step.entry.seat] and len(step.before.choices(step.entry.seat)) > 1
    ]
    if not begun:
        return None
    rng = stream(task.seed, f"decision {task.number}")
    at = rng.choice(begun)
    entry = steps[at].entry
    assert isinstance(entry, Choose)
    player = make_player(game, task.bot, rng, load_bot)
    if not isinstance(player, Weigher):
        return None
    position = steps[at].before
    choices = position.choices(entry.seat)
    others = [(choice,) for choice in rng.sample(choices, min(OTHERS, len(choices)))]
    weighed = player.weigh(position.view(entry.seat), time.monotonic() + SECONDS, others)
    return Decision(task.number, at / len(steps), gain(game, position, weighed, others))


def gain(game: Game, position: Position, weighed: Sequence[Weighed], others: Sequence[tuple[Choice, ...]]) -> float:
    """Return the win probability that the best act gains over the median of the others, or 0 if the difference is uncertain."""
    best = weighed[0]
    middle = median_low_act([one for one in weighed if one.act in others])
    curve, sure = curve_for(game.room, len(position.acts)), best.value - middle.value > 2 * middle.doubt
    return curve.chance(best.value) - curve.chance(middle.value) if sure else 0.0


def median_low_act(acts: Sequence[Weighed]) -> Weighed:
    return sorted(acts, key=lambda one: one.value)[(len(acts) - 1) // 2]


def read_decisions(file: Path) -> dict[int, Decision]:
    """Read the decisions that an earlier run has weighed. An incomplete last line is ignored."""
    lines = file.read_bytes().split(b"\n")[:-1] if file.exists() else []
    try:
        return {decision.number: decision for decision in (msgspec.json.decode(line, type=Decision) for line in lines)}
    except msgspec.DecodeError as error:
        raise Refused(Message("refuse.in-file", {"file": str(file), "why": str(error)})) from None


def weigh_decisions(file: Path, tasks: Iterable[Task], workers: int | None, progress: Callable[[int, int], None]) -> list[Decision]:
    """Weigh the decisions that are missing from a file, add them to it, and return all of them."""
    found, every = read_decisions(file), list(tasks)
    missing = [task for task in every if task.number not in found]
    for done, decision in enumerate(carry_out(missing, workers), 1):
        progress(len(every) - len(missing) + done, len(every))
        if decision is not None:
            found[decision.number] = decision
            write_bytes(file, b"".join(msgspec.json.encode(one) + b"\n" for one in found.values()))
    return [found[task.number] for task in every if task.number in found]


def carry_out(tasks: Sequence[Task], workers: int | None) -> Iterator[Decision | None]:
    if not tasks:
        return
    pool = ProcessPoolExecutor(workers or cores(), SPAWN, initializer=become_worker)
    try:
        for done in as_completed([pool.submit(weigh_or_nothing, task) for task in tasks]):
            yield done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
