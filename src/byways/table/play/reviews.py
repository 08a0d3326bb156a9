"""Reviews of finished games, and puzzles from them, made in the background while no game waits for a bot, and stored as they grow."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from byways.event import Explanation
from byways.game import Complaint, Game, View
from byways.review.answers import estimated, known
from byways.review.inquiry import Inquiry, inquire
from byways.review.judging import Valued, WeighTask, scale_for
from byways.review.models import Judged, Review
from byways.table.errors import Declined, Forbidden, Missing, Unavailable
from byways.table.play.own_puzzles import find_puzzles
from byways.table.play.slices import Slices
from byways.table.play.table import Table
from byways.table.store import reviews
from byways.table.store.store import Store
from byways.table.workers.fair_queue import Requester
from byways.table.workers.pool import THINKING, BotFailed, CannotWeigh, Workers
from byways.table.workers.preparing import Preparation

OFTEN = 1.0  # seconds between two stores of a growing review
ALMOST = 0.99  # the most progress while puzzles are looked for: only a review that is not done continues after a restart
AGAIN = 60.0  # seconds before the next request to a bot that could not weigh

log = logging.getLogger(__name__)


class LeaseLost(Exception):
    """Another server has taken over the review, or the table was deleted."""


class Reviews:
    """The reviews in progress on this server. `worlds` overrides the effort for an act."""

    def __init__(self, store: Store, workers: Workers, preparation: Preparation, slices: Slices, worlds: int | None) -> None:
        self.store, self.workers, self.preparation, self.slices, self.worlds = store, workers, preparation, slices, worlds
        self.me, self.closed = secrets.token_urlsafe(9), False
        self.growing: dict[str, asyncio.Task[None]] = {}
        self.without: dict[str, float] = {}  # games whose best bot could not weigh, and when to ask it again

    async def find(self, table: Table) -> Review:
        """The review of a finished game so far. It continues to grow here, unless another server works on it."""
        if table.match.position.outcome is None:
            raise Forbidden("wrong.review-early")
        if time.monotonic() < self.without.get(table.game.name, 0.0):
            raise Missing("wrong.no-review", table.game, title=table.game.title)
        stored = await self.store.transaction(partial(reviews.find, table=table.id))
        is_due = stored is None or not (stored.review.is_done or stored.is_leased)
        if is_due and table.id not in self.growing and not self.closed:
            self.growing[table.id] = asyncio.create_task(self._grow(table))
        return Review(table.game.name, len(table.seats), "", 0, 0) if stored is None else with_known_words(stored.review, table.game)

    async def judge(self, table: Table, review: Review, act: Judged, view: View, answer: tuple[str, ...]) -> Judged:
        """Judge another act in place of a reviewed one. The same answer gets the same verdict, and its value in the review."""
        game, scale = table.game, scale_for(table.game, len(table.seats))
        if found := known(game, view, act, answer, scale):
            return found
        stream = f"try/{act.seat}/{act.begin}/{'; '.join(answer)}"
        among = tuple(dict.fromkeys((answer, *(one.act for one in act.best))))
        task = WeighTask(game, game.bot_names[-1], stream, view, among, review.worlds, THINKING)
        try:
            valued = await self.workers.weigh(task, Requester(table.id, table.address))
        except (BotFailed, CannotWeigh):
            valued = []
        made = estimated(act, valued, answer, scale)
        if made is None:
            raise Declined("wrong.no-advice")
        return made

    async def _grow(self, table: Table) -> None:
        do = self.store.transaction
        try:
            steps = await self.slices.run(table.match.record.play(table.game, tells=False))
            inquiry = await asyncio.to_thread(inquire, table.game, steps, worlds=self.worlds)
            await do(partial(reviews.begin, table=table.id, review=inquiry.review))
            await self.preparation.wait(table.game, table.game.bot_names[-1])
            if await do(partial(reviews.take, table=table.id, me=self.me)):
                async with asyncio.TaskGroup() as group:
                    search = group.create_task(find_puzzles(self.store, self.workers, table, steps))
                    group.create_task(RunningReview(self, table, inquiry, search).run())
        except* (Unavailable, LeaseLost):  # the next request continues
            pass
        except* (BotFailed, CannotWeigh):
            self.without[table.game.name] = time.monotonic() + AGAIN
        except* Exception:
            log.exception("The review of table %s has failed.", table.id)
        finally:
            del self.growing[table.id]

    async def close(self) -> None:
        tasks, names = [*self.growing.values()], [*self.growing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Complaint):  # the lease expires soon anyway
            for name in names:
                await self.store.transaction(partial(reviews.release, table=name, me=self.me))


def with_known_words(review: Review, game: Game) -> Review:
    """Drop explanations from an earlier version whose messages have no words in this one."""
    return replace(review, acts=tuple(act if has_words(game, act.why) else replace(act, why=None) for act in review.acts))


def has_words(game: Game, why: Explanation | None) -> bool:
    with suppress(LookupError):  # the message, or a value in its text, is missing
        return why is None or all(map(game.say, (why.title, *why.costs, *why.gains)))
    return False


class RunningReview:
    """A review in progress while this server holds its lease. It is done once the search for puzzles is."""

    def __init__(self, reviews: Reviews, table: Table, inquiry: Inquiry, search: asyncio.Task[None]) -> None:
        self.reviews, self.table, self.inquiry, self.search = reviews, table, inquiry, search
        self.workers, self.store = reviews.workers, reviews.store
        self.known: dict[str, list[Valued]] = {}
        self.fresh: dict[str, list[Valued]] = {}  # not stored yet
        self.storing, self.due = asyncio.Lock(), 0.0

    async def run(self) -> None:
        self.known = await self.store.transaction(partial(reviews.answers, table=self.table.id))
        while questions := self.inquiry.batch():
            await self._ask(questions)
        while not self.search.done():
            await asyncio.wait([self.search], timeout=OFTEN)
            await self._store()  # extends the lease
        await self._store()

    async def _ask(self, questions: list[WeighTask]) -> None:
        """Ask as many questions at once as there are processes for slow bots."""
        left = iter(questions)
        async with asyncio.TaskGroup() as group:
            for _ in range(self.workers.size):
                group.create_task(self._ask_in_turn(left))

    async def _ask_in_turn(self, left: Iterator[WeighTask]) -> None:
        # All tasks consume the same iterator.
        for question in left:
            # Skip questions answered before a restart or by another server.
            if question.stream not in self.known:
                self.fresh[question.stream] = self.known[question.stream] = await self._answer(question)
            self.inquiry.take(question, self.known[question.stream])
            if self.fresh and time.monotonic() > self.due:
                await self._store()

    async def _answer(self, question: WeighTask) -> list[Valued]:
        """The bot's values; none if it fails at this question after answering others."""
        try:
            return await self.workers.weigh(question, Requester(self.table.id, self.table.address, can_wait=True))
        except BotFailed:
            if not any(self.known.values()):
                raise
            return []

    async def _store(self) -> None:
        async with self.storing:
            self.due, fresh, self.fresh = time.monotonic() + OFTEN, self.fresh, {}
            progress = self.inquiry.progress if self.search.done() else min(self.inquiry.progress, ALMOST)
            review = replace(self.inquiry.review, progress=progress)
            keep = partial(reviews.save, table=self.table.id, me=self.reviews.me, review=review, fresh=fresh)
            if not await self.store.transaction(keep):
                raise LeaseLost
