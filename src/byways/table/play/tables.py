"""The registry of tables: opens them on request, keeps them in step with the store, and closes idle ones."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.daily import deal_key, fingerprint
from byways.errors import common_speaker
from byways.game import Complaint, Game
from byways.i18n import Message
from byways.puzzles.collection import StoredPuzzle, shipped
from byways.table.errors import Away, Declined, Garbled, Missing, Unavailable
from byways.table.play.match import Match
from byways.table.play.new_table import ANY_SEAT, TablePlan, continued, deal, new_seed, rematch_seat
from byways.table.play.reviews import Reviews
from byways.table.play.slices import Slices
from byways.table.play.stories import StoryCache
from byways.table.play.table import Table
from byways.table.seats import PUBLISHED, hash_of
from byways.table.store import deals, presence, puzzles
from byways.table.store.notifications import Appended, Notification, Stopped, Stored, Watched
from byways.table.store.schema import Progress, ServerKey
from byways.table.store.store import Store, StoredTable
from byways.table.workers.pool import BotFailed, BotRequest, Workers
from byways.table.workers.preparing import Preparation

if TYPE_CHECKING:
    from byways.table.cluster.leases import Lease
    from byways.table.cluster.notify import Notifier

PAUSE = 0.8  # seconds between an act and the next bot's act, so that people see what happened
FRAME = 0.5  # seconds before an automatic step
IDLE = 600.0  # seconds after which a table without viewers is closed
UNSEEN = 300.0  # seconds without a visitor after which bots wait
LISTENING = 0.5  # seconds between polls of the store for tables with viewers, if there are no notifications
POLLED = 10.0  # the same if there are: a server may die between a commit and its notification
AGAIN = 1.0  # seconds before a retry while the database is unreachable
OWN = "own-"  # begins the name of a puzzle from a player's own games
PUZZLE = re.compile(r"[\w-]{1,64}", re.ASCII)  # a puzzle's name
RESUMED = 500  # unfinished tables that resume after a restart

log = logging.getLogger(__name__)

T = TypeVar("T")


async def retry_while_away(work: Callable[[], Awaitable[T]], seconds: float = inf) -> T:
    """Repeat work while the database is unreachable, up to `seconds`."""
    end = time.monotonic() + seconds
    while True:
        try:
            return await work()
        except Away:
            if time.monotonic() > end:
                raise
            await asyncio.sleep(min(AGAIN, seconds))


class Tables:
    """All stored tables. `live` holds the open ones, at most one object per table."""

    def __init__(
        self,
        games: Sequence[Game],
        store: Store,
        workers: Workers,
        *,
        pause: float = PAUSE,
        frame: float = FRAME,
        idle: float = IDLE,
        unseen: float = UNSEEN,
        listening: float = LISTENING,
        seeds: Callable[[], str] = new_seed,
        worlds: int | None = None,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        report: Callable[[Message], object] = lambda message: log.info("%s", common_speaker().say(message)),
    ) -> None:
        self.games = {game.name: game for game in games}
        self.store, self.workers, self.pause, self.frame, self.idle, self.seeds = store, workers, pause, frame, idle, seeds
        self.listening, self.unseen, self.now, self.sleep = listening, unseen, now, sleep
        self.server_key = ServerKey(secrets.token_hex(32), 0.0)
        self.live: dict[str, Table] = {}
        self.unplayable: set[str] = set()  # tables that cannot be opened or continued here
        self.slices, self.stories = Slices(), StoryCache()
        self.opened = self.presence_read = time.monotonic()
        self.polled = 0.0
        self.closed = False
        self.tasks: list[asyncio.Task[None]] = []
        self.lease: Lease[Table] | None = None
        self.notifier: Notifier | None = None
        if store.listen_url:
            self._share_tables(store.listen_url)
        # One lock per table being opened, alive while a caller holds it.
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._to_read: set[str] = set()  # tables whose progress the next read fetches
        self._read: asyncio.Task[dict[str, Progress]] | None = None
        self._reading = asyncio.Lock()
        self._notified: dict[str, list[Appended | None]] = {}  # None means: read the store
        self._applying: asyncio.Task[None] | None = None
        self._requested: set[str] = set()  # tables whose leaders know that they are watched here
        self.dealing: dict[tuple[str, str], asyncio.Task[None]] = {}  # deals of the day that are being solved here, by game and day
        self.preparation, self.worlds, self.report = Preparation(games, report, self._prepared), worlds, report
        self.reviews = Reviews(store, workers, self.preparation, self.slices, worlds)

    def _share_tables(self, listen_url: str) -> None:
        """Prepare to share tables with other servers. A single server does not load these modules."""
        from byways.table.cluster.leases import Lease
        from byways.table.cluster.notify import Notifier

        self.lease = Lease(self)
        self.notifier = Notifier(self.lease.me, listen_url, self._receive, self.poll_soon)

    async def open(self) -> None:
        """Open the store and resume unfinished tables."""
        await self.store.open()
        self.server_key = await self.store.server_key()
        await self._report_key()
        is_only = self.lease is None or await self.lease.begin()
        work = [self._run(resume=is_only), self._keep_in_step()]
        if self.notifier is not None and self.lease is not None:
            self.store.notify = self.notifier.send
            work += [self.notifier.run(), self.lease.run()]
        self.tasks = [asyncio.create_task(one) for one in work]

    async def _report_key(self) -> None:
        """Say so if the latest deal of the day was made with another key: those to come differ from what other holders of it deal."""
        before, now = await self.store.transaction(deals.latest_key), fingerprint(deal_key(self.server_key.key))
        if before not in (None, now):
            self.report(Message("serve.deal-key", {"before": before or "", "now": now}))

    def _prepared(self) -> None:
        for table in self.live.values():
            table.bots_are_prepared()

    def leads(self, name: str) -> bool:
        """Whether this server runs the tasks of a table."""
        return self.lease is None or self.lease.covers(name)

    async def _run(self, resume: bool) -> None:
        with suppress(Complaint):  # logged; tables still open on request
            if resume:
                await self._resume()
        while True:
            await asyncio.sleep(max(1.0, min(self.idle, 30.0)))
            await self.sweep()

    async def _resume(self) -> None:
        for name in await retry_while_away(lambda: self.store.unfinished(RESUMED)):
            with suppress(Complaint):  # logged; the other tables still resume
                await retry_while_away(partial(self.find, name))

    async def close(self) -> None:
        self.end_streams()
        tasks = [*self.tasks, *self.dealing.values(), *filter(None, [self._applying, self.lease.opening if self.lease else None])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in [*self.live.values()]:
            await table.close()
        await self.reviews.close()
        await self.preparation.close()
        if self.lease is not None:
            # Only after closing the tables, so that no other server leads them while tasks still run here.
            with suppress(Complaint):  # the lease expires soon anyway
                await self.lease.stop()
        await self.workers.close()
        await self.store.close()

    def end_streams(self) -> None:
        """End all streams. Browsers reconnect on their own."""
        self.closed = self.reviews.closed = True
        for table in self.live.values():
            table.notify()

    # Other servers

    async def _keep_in_step(self) -> None:
        while True:
            await asyncio.sleep(self.listening)
            followed = [table for table in self.live.values() if self._follows(table)]
            try:
                if self.notifier is None or not self.notifier.is_listening or time.monotonic() > self.polled + POLLED:
                    self.polled, self._requested = time.monotonic(), set()
                    await self.poll(followed)
                for table in followed:
                    self.request_news(table)
                await self.publish_presence()
                if time.monotonic() > self.presence_read + PUBLISHED:
                    await self.read_presence(followed)
                for table in followed:
                    table.update_presence()
            except Unavailable:
                continue  # logged by the store
            except Exception:
                log.exception("Changes by other servers could not be read.")

    def _follows(self, table: Table) -> bool:
        """Whether other servers' changes to a table matter here."""
        return table.seats.is_watched or (self.lease is not None and self.lease.covers(table.id))

    def request_news(self, table: Table) -> None:
        """Tell a table's leader that it is watched here. The leader then notifies at once, or hands the table over."""
        if not (table.is_led or table.ended or table.id in self._requested):
            self._requested.add(table.id)
            self.store.notify(Watched(table.id))

    async def poll(self, tables: Sequence[Table]) -> None:
        """Bring tables up to date with the store."""
        for some in (tables[start : start + 500] for start in range(0, len(tables), 500)):
            names = [table.id for table in some]
            progress = await self.store.progress(names)
            # A current table needs nothing unless, with leases, its leader may have changed.
            behind = [
                table for table in some if table.id in progress and (self.lease is not None or not table.is_current(progress[table.id]))
            ]
            await asyncio.gather(*(self._sync_or_log(table, progress[table.id]) for table in behind))

    def poll_soon(self) -> None:
        """Poll at the next opportunity, because notifications may have been lost."""
        self.polled = 0.0

    def _receive(self, notifications: Iterable[Notification]) -> None:
        """Handle notifications from other servers."""
        assert self.lease is not None
        for one in notifications:
            match one:
                case Stopped():
                    self.lease.due.set()
                case Watched(table):
                    self.lease.want(table)
                case Stored(table) if table in self.live and self._follows(self.live[table]):
                    self._notified.setdefault(table, []).append(one.appended)
        if self._notified and (self._applying is None or self._applying.done()):
            self._applying = asyncio.create_task(self._apply_notified())

    async def _apply_notified(self) -> None:
        while self._notified and not self.closed:
            notified, self._notified = self._notified, {}
            try:
                await asyncio.gather(*(self._sync_or_log(self.live[name], notified[name]) for name in notified.keys() & self.live.keys()))
            except Unavailable:  # logged by the store
                # Their entries may be incomplete by now, so read the store.
                self._notified |= {name: [None] for name in notified}
                await asyncio.sleep(AGAIN)

    async def _sync_or_log(self, table: Table, news: Progress | Sequence[Appended | None]) -> None:
        """Sync a table. If it cannot be read, log that, so that the others still sync."""
        try:
            await self._sync(table, news)
        except Away:
            raise
        except Exception as error:
            self._log_unplayable(table.id, error)

    async def _sync(self, table: Table, news: Progress | Sequence[Appended | None]) -> None:
        """Sync a table, and lead it if no server does yet."""
        await table.sync(news)
        leader = news.leader if isinstance(news, Progress) else table.leader
        if self.lease is not None and not table.ended and await self.lease.take(table.id, leader):
            table.proceed()

    def _log_unplayable(self, name: str, error: Exception) -> None:
        """Log once that a table cannot be opened or continued here."""
        if name not in self.unplayable:
            self.unplayable.add(name)
            log.error("Table %s cannot go on here: %s", name, error, exc_info=error)

    async def refresh(self, table: Table) -> None:
        """Sync a table with the store before a request is answered."""
        progress = self.store.peek(table.id) or (await self._read_progress(table.id)).get(table.id)
        if progress is None:  # an administrator has deleted the finished game
            self.live.pop(table.id, None)
            await table.close()
            raise Missing("wrong.no-table")
        await self._sync(table, progress)

    async def _read_progress(self, name: str) -> dict[str, Progress]:
        """Coalesce reads: all requests made during one read share the next."""
        self._to_read.add(name)
        self._read = self._read or asyncio.create_task(self._read_next())
        # A caller that gives up must not cancel the read for the others.
        return await asyncio.shield(self._read)

    async def _read_next(self) -> dict[str, Progress]:
        async with self._reading:
            names, self._to_read, self._read = [*self._to_read], set(), None
            return await self.store.progress(names)

    async def publish_presence(self) -> None:
        """Let other servers know which players are here."""
        fresh = {(table, seat): at for table in self.live.values() for seat, at in table.seats.unpublished().items()}
        if fresh:
            # Servers share only the wall clock; each compares times on its monotonic clock.
            since = time.time() - time.monotonic()
            seen = {(table.id, seat): since + at for (table, seat), at in fresh.items()}
            await self.store.transaction(partial(presence.save, seen=seen))
            for (table, seat), at in fresh.items():
                table.seats.published[seat] = at

    async def read_presence(self, tables: Sequence[Table]) -> None:
        """Learn which players are present at other servers."""
        self.presence_read, since, named = time.monotonic(), time.time() - time.monotonic(), {table.id: table for table in tables}
        for (name, seat), at in (await self.store.transaction(partial(presence.load, names=[*named]))).items():
            named[name].seats.note_published(seat, at - since)

    # New tables

    def game(self, name: str) -> Game:
        if name not in self.games:
            raise Declined("wrong.no-game", name=name)
        return self.games[name]

    async def create(self, plan: TablePlan, me: str, keys: Callable[[str, int], str]) -> Table:
        """Create a table. `keys` makes its seats' keys, of which only hashes are stored."""
        name, options = secrets.token_urlsafe(9), plan.game.read_options(plan.options)
        numbers = [ANY_SEAT if plan.one_link and kind == "free" else number for number, kind in enumerate(plan.seats)]
        seats = tuple(plan.seat(seat, hash_of(me), hash_of(keys(name, number))) for seat, number in enumerate(numbers))
        await self._try_bots(plan.game, {seat.bot for seat in seats if seat.bot} - {*plan.game.bot_names})
        stored = deal(name, self.seeds(), plan.game, options, seats, plan.public, plan.clock)
        stored = msgspec.structs.replace(stored, lesson=plan.lesson, host=hash_of(me), hints=plan.allows_hints, daily=plan.daily)
        return await self.add(stored if plan.begun is None else continued(stored, plan.begun))

    async def _try_bots(self, game: Game, bots: Iterable[str]) -> None:
        """Load bots from other packages now, to find broken ones before the game."""
        for bot in bots:
            try:
                await self.workers.ask(BotRequest(game, bot))
            except BotFailed:
                raise Declined("wrong.bot-broken", bot=bot) from None

    async def add(self, stored: StoredTable) -> Table:
        await self.store.add(self._with_leader(stored))
        return await self.find_stored(stored.id)

    async def claim(self, stored: StoredTable, claim: Callable[[AsyncConnection], Awaitable[bool]]) -> Table | None:
        """Add a table, unless `claim` returns false in the same transaction."""
        is_added = await self.store.add(self._with_leader(stored), claim)
        return await self.find_stored(stored.id) if is_added else None

    async def find_stored(self, name: str) -> Table:
        if (table := await self.find(name)) is None:
            raise Unavailable("wrong.stopping")
        return table

    def _with_leader(self, new: StoredTable) -> StoredTable:
        return new if self.lease is None else msgspec.structs.replace(new, leader=self.lease.me)

    async def rematch(self, table: Table, keys: Callable[[str, int], str], seat: int) -> Table:
        """The rematch of a table: the same players and options, with the seats passed on by one.

        The first request, an offer by the player at `seat`, creates it.
        """
        if table.rematch and (found := await self.find(table.rematch)):
            return found
        again = self._new_rematch(table, secrets.token_urlsafe(9), keys)
        notice = table.notice(seat, "rematch", table.seats[seat].name)
        table.rematch = name = await self.store.add_rematch(table.id, self._with_leader(again), notice)
        await self.poll([table])
        return await self.find_stored(name)

    def _new_rematch(self, table: Table, name: str, keys: Callable[[str, int], str]) -> StoredTable:
        passed = (*table.seats[1:], table.seats[0])
        seats = tuple(rematch_seat(seat, hash_of(keys(name, number))) for number, seat in enumerate(passed))
        options = table.game.read_options(table.match.referee.head.options)
        again = deal(name, self.seeds(), table.game, options, seats, table.public, table.clock)
        return msgspec.structs.replace(again, host=table.host, hints=table.hints.are_allowed)

    # Opening and closing

    async def find(self, name: str, address: str = "") -> Table | None:
        """An open table, or one resumed from the store, for a visitor at `address`. None while the server stops."""
        async with self._opening.setdefault(name, asyncio.Lock()):
            if name not in self.live and not self.closed:
                await self._open(name)
        if (table := self.live.get(name)) is not None:
            table.note_visit(address)
        return table

    async def _open(self, name: str) -> None:
        """Open a stored table. Log it if it cannot be read, or be played by the installed rules."""
        try:
            if stored := await self.store.find(name):
                game = stored.head.load_game(self.game(stored.head.game))
                puzzle = await self.puzzle(stored) if stored.puzzle else None
                match = Match(game, msgspec.structs.replace(stored, entries=()), puzzle)
                await self.slices.run(match.replay(stored.entries))
                table = Table(self, game, stored, match)
                await self.read_presence([table])
                await self._store_turns(table, stored)
                if self.lease is not None and stored.ended is None:
                    await self.lease.take(name, stored.leader)
                # Only after everything is read, so that a failure leaves nothing half open.
                self.live[name] = table
                table.proceed()
        except Away:
            raise
        except Complaint as error:
            self._log_unplayable(name, error)
            raise
        except Exception as error:
            self._log_unplayable(name, error)
            raise Garbled("wrong.garbled") from error

    async def puzzle(self, stored: StoredTable) -> StoredPuzzle | None:
        """The puzzle of a table; None if it is no longer the one that the table began with."""
        holder = next((seat.holder for seat in stored.seats if seat.holder), "")
        found = await self.find_puzzle(self.game(stored.head.game), stored.puzzle, holder)
        begun = tuple(timed.entry for timed in stored.entries[: len(found.record.entries)]) if found else ()
        return found if found and (found.record.setup, found.record.entries) == (stored.head.setup, begun) else None

    async def find_puzzle(self, game: Game, name: str, holder: str) -> StoredPuzzle | None:
        """Find a puzzle by its name: its number among those of the game's room, or `own-` and the id of one from the holder's own games."""
        if not PUZZLE.fullmatch(name):
            return None
        if name.startswith(OWN):
            own = await self.store.transaction(partial(puzzles.find_own, holder=holder, game=game.name, name=name.removeprefix(OWN)))
            return own.body if own else None
        return next((one for one in shipped(game) if str(one.puzzle.number) == name), None)

    async def _store_turns(self, table: Table, stored: StoredTable) -> None:
        """Store whose turn it is, which new tables and those of earlier versions lack."""
        awaited = {*(table.vacant or table.match.position.awaited)}
        if turns := {seat: seat in awaited for seat in awaited ^ stored.awaited}:
            last = stored.entries[-1].at if stored.entries else stored.created
            await self.store.set_turns(table.id, turns, last)

    async def sweep(self) -> None:
        """Close tables that have no viewers and where nothing happens."""
        before = time.monotonic() - self.idle
        for table in [*self.live.values()]:
            if all(task == "clock" for task in table.tasks) and not table.seats.is_watched and table.used <= before:
                # Remove it from `live` first, so that a visitor who comes now reopens the table.
                del self.live[table.id]
                await table.close()
                if self.lease is not None:
                    await self.lease.release(table)
