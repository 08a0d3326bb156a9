"""All tables: loaded when somebody asks for them, kept going, and closed when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

import msgspec

from byways.game import Complaint, Game
from byways.table.complaints import Declined
from byways.table.live import Table
from byways.table.plan import TablePlan, deal, gone_on, new_seed, seated_again
from byways.table.seats import hash_of
from byways.table.store import Newest, Store, StoredTable
from byways.table.workers import Broken, Question, Workers

PAUSE = 0.8  # seconds from one act to a bot's next, to let people see what happened
FRAME = 0.5  # seconds before an automatic step
IDLE = 600.0  # seconds after which a table without viewers is closed
LISTENING = 0.5  # seconds between checks of tables with viewers against the store
RESUMED = 500  # unfinished tables that resume by themselves after a restart

log = logging.getLogger(__name__)


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
        listening: float = LISTENING,
        seeds: Callable[[], str] = new_seed,
    ) -> None:
        self.games = {game.name: game for game in games}
        self.store, self.workers, self.pause, self.frame, self.idle, self.seeds = store, workers, pause, frame, idle, seeds
        self.listening = listening
        self.live: dict[str, Table] = {}
        self.asked: set[str] = set()  # tables that the next read is for
        self.asking: asyncio.Task[dict[str, Newest]] | None = None
        self.reading = asyncio.Lock()
        self.finding = asyncio.Lock()
        self.opened = time.monotonic()
        self.closed = False
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Resume unfinished tables."""
        await self.store.open()
        self.tasks = [asyncio.create_task(self._go_on()), asyncio.create_task(self._listen())]

    async def _go_on(self) -> None:
        for name in await self.store.unfinished(RESUMED):
            with suppress(Complaint):  # today's rules do not allow this table: the others resume
                await self.find(name)
        while True:
            await asyncio.sleep(max(1.0, min(self.idle, 30.0)))
            await self.sweep()

    async def _listen(self) -> None:
        while True:
            await asyncio.sleep(self.listening)
            try:
                await self.listen([table for table in self.live.values() if table.seats.is_watched])
            except Exception:
                log.exception("Nothing is heard of other servers.")

    async def listen(self, tables: Sequence[Table]) -> None:
        """Ask the store how far along tables are: another server may have continued them."""
        for some in (tables[start : start + 500] for start in range(0, len(tables), 500)):
            newest = await self.store.newest([table.id for table in some])
            for table in some:
                if table.id in newest:
                    await table.hear(newest[table.id])

    async def refresh(self, table: Table) -> None:
        """Let a table know what the store says now; all who ask while another read is running share the next."""
        self.asked.add(table.id)
        self.asking = self.asking or asyncio.create_task(self._ask())
        newest = await asyncio.shield(self.asking)
        if table.id in newest:
            await table.hear(newest[table.id])

    async def _ask(self) -> dict[str, Newest]:
        async with self.reading:
            names, self.asked, self.asking = [*self.asked], set(), None
            return await self.store.newest(names)

    async def close(self) -> None:
        self.end_streams()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for table in [*self.live.values()]:
            await table.close()
        await self.workers.close()
        await self.store.close()

    def end_streams(self) -> None:
        """Browsers reconnect by themselves when there is a server again."""
        self.closed = True
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
        stored = msgspec.structs.replace(stored, lesson=plan.lesson)
        return await self.add(stored if plan.begun is None else gone_on(stored, plan.begun))

    async def _try_out(self, game: Game, bots: Iterable[str]) -> None:
        """A bot from another package may not work here: better to know before the game than during it."""
        for bot in bots:
            try:
                await self.workers.ask(Question(game, bot))
            except Broken:
                raise Declined("wrong.bot-broken", bot=bot) from None

    async def add(self, stored: StoredTable) -> Table:
        await self.store.add(stored)
        table = await self.find(stored.id)
        assert table is not None
        return table

    async def find(self, name: str) -> Table | None:
        """An open table, or one from the store, which then resumes."""
        async with self.finding:
            if name not in self.live and not self.closed and (stored := await self.store.find(name)):
                self.live[name] = Table(self, stored.head.load_game(self.game(stored.head.game)), stored)
                self.live[name].proceed()
        if (table := self.live.get(name)) is not None:
            table.used = time.monotonic()
        return table

    async def sweep(self) -> None:
        """Close tables without viewers where nothing happens; they are loaded again when somebody asks."""
        before = time.monotonic() - self.idle
        for table in [*self.live.values()]:
            if not table.tasks.keys() - {"clock"} and not table.seats.is_watched and table.used <= before:
                del self.live[table.id]
                await table.close()

    async def rematch(self, table: Table, keys: Callable[[str, int], str]) -> Table:
        """The same people, bots and options again, with the seats passed on by one; a table has one rematch."""
        if table.rematch is None:
            name = secrets.token_urlsafe(9)
            again = self._again(table, name, keys)
            if await self.store.set_rematch(table.id, name):
                await self.store.add(again)
            stored = await self.store.find(table.id)
            if stored:
                table.rematch, table.seats.changes = stored.rematch, stored.changes
            table.show()
        found = await self.find(table.rematch or "")
        if found is None:
            raise Declined("wrong.no-rematch")
        return found

    def _again(self, table: Table, name: str, keys: Callable[[str, int], str]) -> StoredTable:
        passed = (*table.seats[1:], table.seats[0])
        sitting = tuple(seated_again(seat, hash_of(keys(name, number))) for number, seat in enumerate(passed))
        options = table.game.read_options(table.match.referee.head.options)
        return deal(name, self.seeds(), table.game, options, sitting, table.public, table.clock)
