"""Reviews grow in the background: bots are asked when no game waits for them, and what they answer is kept as it comes."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from byways.game import Complaint
from byways.review.inquiry import Inquiry, inquire
from byways.review.judging import Question, Valued
from byways.review.models import Review
from byways.table.errors import Forbidden, Missing, Unavailable
from byways.table.play.slices import Slices
from byways.table.play.table import Table
from byways.table.store import reviews
from byways.table.store.store import Store
from byways.table.workers.fair_queue import Asker
from byways.table.workers.pool import Broken, CannotWeigh, Workers
from byways.table.workers.preparing import Preparation

OFTEN = 1.0  # seconds between two times that a growing review is kept
AGAIN = 60.0  # seconds before a bot that could say nothing is asked again

log = logging.getLogger(__name__)


class Gone(Exception):
    """Another server has gone on with a review, or its table has been deleted."""


class Reviews:
    """Those that grow at this server. `worlds` is the effort for an act that matters, if not the usual one."""

    def __init__(self, store: Store, workers: Workers, preparation: Preparation, slices: Slices, worlds: int | None) -> None:
        self.store, self.workers, self.preparation, self.slices, self.worlds = store, workers, preparation, slices, worlds
        self.me, self.closed = secrets.token_urlsafe(9), False
        self.growing: dict[str, asyncio.Task[None]] = {}
        self.without: dict[str, float] = {}  # games whose best bot has not said what acts are worth, until when it is not asked again

    async def look(self, table: Table) -> Review:
        """The review of a game that is over, as far as it has come. It goes on here, unless another server is at it."""
        if table.match.position.outcome is None:
            raise Forbidden("wrong.review-early")
        if time.monotonic() < self.without.get(table.game.name, 0.0):
            raise Missing("wrong.no-review", table.game, title=table.game.title)
        shelved = await self.store.do(partial(reviews.find, table=table.id))
        is_due = shelved is None or not (shelved.review.is_done or shelved.is_at_work)
        if is_due and table.id not in self.growing and not self.closed:
            self.growing[table.id] = asyncio.create_task(self._grow(table))
        return Review(table.game.name, len(table.seats), "", 0, 0) if shelved is None else shelved.review

    async def _grow(self, table: Table) -> None:
        do = self.store.do
        try:
            inquiry = await self._inquire(table)
            await do(partial(reviews.begin, table=table.id, review=inquiry.review))
            await self.preparation.wait(table.game, table.game.bot_names[-1])
            if await do(partial(reviews.take, table=table.id, me=self.me)):
                await Growth(self, table, inquiry).run()
        except* (Unavailable, Gone):  # whoever looks at it next goes on
            pass
        except* (Broken, CannotWeigh):
            self.without[table.game.name] = time.monotonic() + AGAIN
        except* Exception:
            log.exception("The review of table %s does not grow.", table.id)
        finally:
            del self.growing[table.id]

    async def _inquire(self, table: Table) -> Inquiry:
        steps = await self.slices.take(table.match.record.play(table.game, tells=False))
        return await asyncio.to_thread(inquire, table.game, steps, worlds=self.worlds)

    async def close(self) -> None:
        tasks, names = [*self.growing.values()], [*self.growing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Complaint):  # then another server waits a little before it goes on
            for name in names:
                await self.store.do(partial(reviews.release, table=name, me=self.me))


class Growth:
    """One review, as long as this server is at it."""

    def __init__(self, reviews: Reviews, table: Table, inquiry: Inquiry) -> None:
        self.reviews, self.table, self.inquiry = reviews, table, inquiry
        self.workers, self.store = reviews.workers, reviews.store
        self.known: dict[str, list[Valued]] = {}
        self.fresh: dict[str, list[Valued]] = {}  # not kept yet
        self.keeping, self.due = asyncio.Lock(), 0.0

    async def run(self) -> None:
        self.known = await self.store.do(partial(reviews.weighed, table=self.table.id))
        while questions := self.inquiry.batch():
            await self._ask(questions)
        await self._keep()

    async def _ask(self, questions: list[Question]) -> None:
        """As many at once as there are processes for slow bots; each is answered soon, so no game waits long."""
        left = iter(questions)
        async with asyncio.TaskGroup() as group:
            for _ in range(self.workers.size):
                group.create_task(self._ask_in_turn(left))

    async def _ask_in_turn(self, left: Iterator[Question]) -> None:
        for question in left:
            if question.stream not in self.known:
                self.fresh[question.stream] = self.known[question.stream] = await self._answer(question)
            self.inquiry.take(question, self.known[question.stream])
            if self.fresh and time.monotonic() > self.due:
                await self._keep()

    async def _answer(self, question: Question) -> list[Valued]:
        """Nothing where a bot that can weigh breaks down."""
        try:
            return await self.workers.weigh(question, Asker(self.table.id, self.table.address, can_wait=True))
        except Broken:
            if not any(self.known.values()):
                raise
            return []

    async def _keep(self) -> None:
        async with self.keeping:
            self.due, fresh, self.fresh = time.monotonic() + OFTEN, self.fresh, {}
            kept = partial(reviews.keep, table=self.table.id, me=self.reviews.me, review=self.inquiry.review, fresh=fresh)
            if not await self.store.do(kept):
                raise Gone
