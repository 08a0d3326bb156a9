"""All tables: loaded when somebody asks for them, kept going, and closed when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

import msgspec

from byways.errors import house
from byways.game import Complaint, Game
from byways.i18n import Message
from byways.table.errors import Away, Declined, Garbled, Missing, Unavailable
from byways.table.play.match import Match
from byways.table.play.new_table import TablePlan, deal, gone_on, new_seed, seated_again
from byways.table.play.reviews import Reviews
from byways.table.play.slices import Slices
from byways.table.play.table import Table
from byways.table.play.wakeups import Pulse
from byways.table.seats import SIGNED, hash_of
from byways.table.store import presence
from byways.table.store.commits import Write
from byways.table.store.notifications import Appended, Notification, Stopped, Stored, Wanted
from byways.table.store.schema import TURN, Newest, ServerKey, turn_rows
from byways.table.store.store import Store, StoredTable
from byways.table.workers.pool import Broken, Question, Workers
from byways.table.workers.preparing import Preparation

if TYPE_CHECKING:
    from byways.table.cluster.leases import Lead
    from byways.table.cluster.notify import News

PAUSE = 0.8  # seconds from one act to a bot's next, to let people see what happened
FRAME = 0.5  # seconds before an automatic step
IDLE = 600.0  # seconds after which a table without viewers is closed
UNSEEN = 300.0  # seconds after which bots wait until somebody looks again
LISTENING = 0.5  # seconds between checks of tables with viewers against the store, where nobody tells of news
NET = 10.0  # seconds between such checks where somebody does: one may still die between storing something and telling of it
AGAIN = 1.0  # seconds before the store is asked again when it could not answer
RESUMED = 500  # unfinished tables that resume by themselves after a restart

log = logging.getLogger(__name__)

T = TypeVar("T")


async def persistent(work: Callable[[], Awaitable[T]], seconds: float = inf) -> T:
    """Something that must be done, however long the database is away, or for some seconds."""
    until = time.monotonic() + seconds
    while True:
        try:
            return await work()
        except Away:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(min(AGAIN, seconds))


def tell(news: News, lead: Lead[Table], *told: Write | Notification) -> None:
    """Let other servers know. Most tables are led where they are watched: entries that nobody waits for are told with more, a moment later,
    and by the table's name only."""
    for one in told:
        if not isinstance(one, Write):
            news.tell(one)
        elif lead.can_wait(one.table):
            news.tell(Stored(one.table), later=True)
        else:
            news.tell(one.news)


class Tables:
    """All tables: in the store, and the live ones also in memory, by name."""

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
        tell: Callable[[Message], object] = lambda message: log.info("%s", house().say(message)),
    ) -> None:
        self.games = {game.name: game for game in games}
        self.store, self.workers, self.pause, self.frame, self.idle, self.seeds = store, workers, pause, frame, idle, seeds
        self.listening, self.unseen = listening, unseen
        self.server_key = ServerKey(secrets.token_hex(32), 0.0)
        self.live: dict[str, Table] = {}
        self.asked: set[str] = set()  # tables that the next read is for
        self.asking: asyncio.Task[dict[str, Newest]] | None = None
        self.reading = asyncio.Lock()
        self.finding: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.slices, self.pulse = Slices(), Pulse()
        self.opened = self.heard = time.monotonic()
        self.closed = False
        self.tasks: list[asyncio.Task[None]] = []
        self.left_alone: set[str] = set()  # tables that cannot go on here
        self.lead: Lead[Table] | None = None
        self.news: News | None = None
        if store.listen_url:
            self._share_tables(store.listen_url)
        self.told: dict[str, list[Appended | None]] = {}  # of tables; None: something to look for in the store
        self.hearing: asyncio.Task[None] | None = None
        self.listened = 0.0
        self.wanted: set[str] = set()  # tables that this server has asked for lately
        self.preparation, self.worlds = Preparation(games, tell, self._prepared), worlds
        self.reviews = Reviews(store, workers, self.preparation, self.slices, worlds)

    def _share_tables(self, listen_url: str) -> None:
        """With other servers on the same database; a server alone does not load what that needs."""
        from byways.table.cluster.leases import Lead
        from byways.table.cluster.notify import News

        self.lead = Lead(self)
        self.news = News(self.lead.me, listen_url, self.hear_of, self.hear_of_all)

    async def open(self) -> None:
        """Resume unfinished tables."""
        await self.store.open()
        self.server_key = await self.store.server_key()
        is_only = self.lead is None or await self.lead.begin()
        work = [self._go_on(resume=is_only), self._listen()]
        if self.news is not None and self.lead is not None:
            self.store.tell = partial(tell, self.news, self.lead)
            work += [self.news.run(), self.lead.run()]
        self.tasks = [asyncio.create_task(one) for one in work]

    def _prepared(self) -> None:
        for table in self.live.values():
            table.bots_are_prepared()

    def leads(self, name: str) -> bool:
        """Whether a table goes on by itself at this server."""
        return self.lead is None or self.lead.has(name)

    async def _go_on(self, resume: bool) -> None:
        with suppress(Complaint):  # which is logged; tables still open when somebody asks for them
            if resume:
                await self._resume()
        while True:
            await asyncio.sleep(max(1.0, min(self.idle, 30.0)))
            await self.sweep()

    async def _resume(self) -> None:
        for name in await persistent(lambda: self.store.unfinished(RESUMED)):
            with suppress(Complaint):  # this table cannot go on here, which is logged: the others resume
                await persistent(partial(self.find, name))

    async def _listen(self) -> None:
        while True:
            await asyncio.sleep(self.listening)
            followed = [table for table in self.live.values() if self._follows(table)]
            try:
                await self._cast_net(followed)
                for table in followed:
                    self.want(table)
                await self.sign()
                if time.monotonic() > self.heard + SIGNED:
                    await self.hear_signs(followed)
                for table in followed:
                    table.look_around()
            except Unavailable:
                continue  # which the store has logged
            except Exception:
                log.exception("Nothing is heard of other servers.")

    def _follows(self, table: Table) -> bool:
        """Whether it matters here what another server stores of a table."""
        return table.seats.is_watched or (self.lead is not None and self.lead.has(table.id))

    async def _cast_net(self, followed: Sequence[Table]) -> None:
        if self.news is None or not self.news.is_heard or time.monotonic() > self.listened + NET:
            self.listened, self.wanted = time.monotonic(), set()
            await self.listen(followed)

    def want(self, table: Table) -> None:
        """Somebody watches a table here: whoever leads it tells of it at once from now on, or lets it go if nobody watches there."""
        if not (table.is_led or table.ended or table.id in self.wanted):
            self.wanted.add(table.id)
            self.store.tell(Wanted(table.id))

    async def listen(self, tables: Sequence[Table]) -> None:
        """Ask the store how far along tables are: another server may have continued them."""
        for some in (tables[start : start + 500] for start in range(0, len(tables), 500)):
            names = [table.id for table in some]
            newest = self.store.glance(*names)
            if len(newest) < len(some):
                newest = await self.store.newest(names)
            heard = [table for table in some if table.id in newest and not self._is_known(table, newest[table.id])]
            await asyncio.gather(*(self._hear(table, newest[table.id]) for table in heard))

    def _is_known(self, table: Table, newest: Newest) -> bool:
        """Whether there is nothing to do: no news, and nobody else who could lead."""
        return self.lead is None and table.knows(newest)

    def hear_of(self, news: Iterable[Notification]) -> None:
        """Another server has stored something of some tables, or wants one, or stops."""
        assert self.lead is not None
        assert self.news is not None
        for one in news:
            match one:
                case Stopped():
                    self.lead.due.set()
                case Wanted(table):
                    if self.lead.note_watched(table):
                        self.news.tell()  # what has waited
                case Stored(table) if table in self.live and self._follows(self.live[table]):
                    self.told.setdefault(table, []).append(one.appended)
        if self.told and (self.hearing is None or self.hearing.done()):
            self.hearing = asyncio.create_task(self._hear_told())

    def hear_of_all(self) -> None:
        """Something may have been missed: the store is asked next."""
        self.listened = 0.0

    async def _hear_told(self) -> None:
        while self.told and not self.closed:
            told, self.told = self.told, {}
            try:
                names = told.keys() & self.live.keys()
                at_once = {name for name in names if None not in told[name] and not self.live[name].lock.locked()}
                for name in at_once:  # tasks would take longer than to follow
                    await self._hear(self.live[name], told[name])
                await asyncio.gather(*(self._hear(self.live[name], told[name]) for name in names - at_once))
            except Unavailable:  # which the store has logged
                self.told |= {name: [None] for name in told}
                await asyncio.sleep(AGAIN)

    async def sign(self) -> None:
        """Let other servers know who is here."""
        fresh = {(table, seat): at for table in self.live.values() for seat, at in table.seats.signs().items()}
        if fresh:
            since = time.time() - time.monotonic()
            heard = {(table.id, seat): since + at for (table, seat), at in fresh.items()}
            await self.store.do(partial(presence.note, heard=heard))
            for (table, seat), at in fresh.items():
                table.seats.signed[seat] = at

    async def hear_signs(self, tables: Sequence[Table]) -> None:
        """Who was heard of at other servers."""
        self.heard, since, named = time.monotonic(), time.time() - time.monotonic(), {table.id: table for table in tables}
        for (name, seat), at in (await self.store.do(partial(presence.noted, names=[*named]))).items():
            named[name].seats.hear(seat, at - since)

    async def _hear(self, table: Table, newest: Newest | Sequence[Appended | None]) -> None:
        """One table that cannot be read keeps nobody from hearing of the others."""
        try:
            await self._catch_up(table, newest)
        except Away:
            raise
        except Exception as error:
            self._leave_alone(table.id, error)

    def _leave_alone(self, name: str, error: Exception) -> None:
        """Log, once, that a table cannot be opened or continued here."""
        if name not in self.left_alone:
            self.left_alone.add(name)
            log.error("Table %s cannot go on here: %s", name, error, exc_info=error)

    async def refresh(self, table: Table) -> None:
        """Let a table know what the store says now; where that takes time, all who ask while another read is running share the next."""
        newest = (self.store.glance(table.id) or await self._share(table.id)).get(table.id)
        if newest is None:  # it is over, and whoever keeps the database has deleted it
            self.live.pop(table.id, None)
            await table.close()
            raise Missing("wrong.no-table")
        await self._catch_up(table, newest)

    async def _catch_up(self, table: Table, newest: Newest | Sequence[Appended | None]) -> None:
        """Where nobody leads a table, this server does from now on."""
        await table.hear(newest)
        leader = newest.leader if isinstance(newest, Newest) else table.leader
        if self.lead is not None and not table.ended and await self.lead.take(table.id, leader):
            table.proceed()

    async def _share(self, name: str) -> dict[str, Newest]:
        self.asked.add(name)
        self.asking = self.asking or asyncio.create_task(self._ask())
        return await asyncio.shield(self.asking)

    async def _ask(self) -> dict[str, Newest]:
        async with self.reading:
            names, self.asked, self.asking = [*self.asked], set(), None
            return await self.store.newest(names)

    async def close(self) -> None:
        self.end_streams()
        tasks = [*self.tasks, *filter(None, [self.hearing, self.lead.going if self.lead else None])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in [*self.live.values()]:
            await table.close()
        await self.reviews.close()
        await self.preparation.close()
        if self.lead is not None:
            with suppress(Complaint):  # the others notice by themselves, if a little later
                await self.lead.stop()
        await self.workers.close()
        await self.store.close()

    def end_streams(self) -> None:
        """Browsers reconnect by themselves when there is a server again."""
        self.closed = self.reviews.closed = True
        for table in self.live.values():
            table.show()

    def game(self, name: str) -> Game:
        if name not in self.games:
            raise Declined("wrong.no-game", name=name)
        return self.games[name]

    async def set(self, plan: TablePlan, me: str, keys: Callable[[str, int], str]) -> Table:
        """A new table; `keys` makes the keys of its seats, of which only hashes are stored."""
        name, options = secrets.token_urlsafe(9), plan.game.read_options(plan.options)
        sitting = tuple(plan.seat(number, hash_of(me), hash_of(keys(name, number))) for number in range(len(plan.seats)))
        await self._try_out(plan.game, {seat.bot for seat in sitting if seat.bot} - {*plan.game.bot_names})
        stored = deal(name, self.seeds(), plan.game, options, sitting, plan.public, plan.clock)
        stored = msgspec.structs.replace(stored, lesson=plan.lesson, host=hash_of(me))
        return await self.add(stored if plan.begun is None else gone_on(stored, plan.begun))

    async def _try_out(self, game: Game, bots: Iterable[str]) -> None:
        """A bot from another package may not work here: better to know before the game than during it."""
        for bot in bots:
            try:
                await self.workers.ask(Question(game, bot))
            except Broken:
                raise Declined("wrong.bot-broken", bot=bot) from None

    async def add(self, stored: StoredTable) -> Table:
        await self.store.add(self._led_here(stored))
        return await self._opened(stored.id)

    async def _opened(self, name: str) -> Table:
        """A table that is stored; a server that is being stopped opens none."""
        if (table := await self.find(name)) is None:
            raise Unavailable("wrong.stopping")
        return table

    def _led_here(self, new: StoredTable) -> StoredTable:
        return new if self.lead is None else msgspec.structs.replace(new, leader=self.lead.me)

    async def find(self, name: str, address: str = "") -> Table | None:
        """An open table, or one from the store, which then resumes, for somebody at this address."""
        async with self.finding.setdefault(name, asyncio.Lock()):
            if name not in self.live and not self.closed:
                await self._open(name)
        if (table := self.live.get(name)) is not None:
            table.look(address)
        return table

    async def replayed(self, game: Game, stored: StoredTable) -> Match:
        """A match as far as it is stored; a long log holds up nobody."""
        match = Match(game, msgspec.structs.replace(stored, entries=()))
        await self.slices.take(match.replay(stored.entries))
        return match

    async def _open(self, name: str) -> None:
        """A table that cannot be read, or not be played by today's rules, is logged and left alone."""
        try:
            if stored := await self.store.find(name):
                game = stored.head.load_game(self.game(stored.head.game))
                table = Table(self, game, stored, await self.replayed(game, stored))
                await self.hear_signs([table])
                await self._note_turns(table, stored)
                if self.lead is not None and stored.ended is None:
                    await self.lead.take(name, stored.leader)
                self.live[name] = table
                table.proceed()
        except Away:
            raise
        except Complaint as error:
            self._leave_alone(name, error)
            raise
        except Exception as error:
            self._leave_alone(name, error)
            raise Garbled("wrong.garbled") from error

    async def _note_turns(self, table: Table, stored: StoredTable) -> None:
        """Of a new table or one of an earlier version, the store does not know yet whose turn it is."""
        awaited = {*table.match.position.awaited}
        if turns := {seat: seat in awaited for seat in awaited ^ stored.awaited}:
            last = stored.entries[-1].at if stored.entries else stored.created
            await self.store.do(lambda connection: connection.execute(TURN, turn_rows(table.id, turns, last)))

    async def sweep(self) -> None:
        """Close tables without viewers where nothing happens; they are loaded again when somebody asks."""
        before = time.monotonic() - self.idle
        for table in [*self.live.values()]:
            if all(task == "clock" for task in table.tasks) and not table.seats.is_watched and table.used <= before:
                del self.live[table.id]
                await table.close()
                if self.lead is not None:
                    await self.lead.release(table)

    async def rematch(self, table: Table, keys: Callable[[str, int], str]) -> Table:
        """The same people, bots and options again, with the seats passed on by one; a table has one rematch."""
        if table.rematch and (found := await self.find(table.rematch)):
            return found
        again = self._again(table, secrets.token_urlsafe(9), keys)
        table.rematch = name = await self.store.add_rematch(table.id, self._led_here(again))
        await self.listen([table])
        return await self._opened(name)

    def _again(self, table: Table, name: str, keys: Callable[[str, int], str]) -> StoredTable:
        passed = (*table.seats[1:], table.seats[0])
        sitting = tuple(seated_again(seat, hash_of(keys(name, number))) for number, seat in enumerate(passed))
        options = table.game.read_options(table.match.referee.head.options)
        again = deal(name, self.seeds(), table.game, options, sitting, table.public, table.clock)
        return msgspec.structs.replace(again, host=table.host)
