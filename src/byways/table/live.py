"""Tables that are being played: found when somebody asks for them, kept going, and closed when nobody is there.

Every choice is durable before anybody sees it. What a table needs to go on is in the store: after a restart, chance and bots draw from
streams that are named by the table's secret seed and the number of entries so far.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial

import msgspec

from byways.game import Complaint, Game, Refused, View
from byways.record import Choose, Entry, Folded, Happen, Hint, Played, Record, Remove, Step, Undo
from byways.referee import Failure
from byways.table.match import Match, is_frame
from byways.table.plan import TIMED, Plan, called, deal, gone_on, hash_of, new_seed, seated_again
from byways.table.screens import Screen
from byways.table.store import Newest, Seat, Store, StoredTable, Taken, bot_called
from byways.table.workers import Broken, Question, Workers

PAUSE = 0.8  # seconds from one act to a bot's next: people should see what happened
FRAME = 0.5  # seconds before what follows by itself
IDLE = 600.0  # seconds after which a table that nobody looks at is closed
AWAY = 60.0  # seconds after which a person who does not look has left
LISTENING = 0.5  # seconds after which tables that somebody looks at are compared with the store
GRACE = 60.0  # seconds that a seat has at least when its table is opened again
RESUMED = 500  # unfinished tables that go on by themselves after a restart
QUIET = 15.0  # seconds after which a stream says that it is still there
HELD_UP = 5.0  # seconds until something that broke is tried again

log = logging.getLogger(__name__)


class Table:
    """One game that is being played: its course, who sits where, and the tasks that keep it going."""

    def __init__(self, house: House, game: Game, kept: StoredTable) -> None:
        self.house, self.game, self.id = house, game, kept.id
        self.seed, self.public, self.clock, self.rematch = kept.seed, kept.public, kept.clock, kept.rematch
        self.seats = list(kept.seats)
        self.match = Match(game, kept)
        self.ended = kept.ended is not None
        self.lock = asyncio.Lock()
        self.moved = asyncio.Event()
        self.changes = kept.changes
        self.tasks: dict[object, asyncio.Task[None]] = {}
        self.looking: Counter[int | None] = Counter()
        self.used = self.changed = time.monotonic()
        self.left: dict[int | None, float] = {}
        self.past: dict[int | None, list[Step]] = {}
        self.hints: dict[tuple[int, int], str] = {}  # by the number from which a view is the same, and the seat
        self.advised: set[int] = set()
        self.drawn: dict[tuple[int | None, str], tuple[tuple[int, int], str]] = {}  # the newest page by seat and language, and of what
        self.written: dict[int | None, tuple[tuple[int, int], bytes]] = {}  # the same for programs
        for seat in self.match.position.awaited:
            self.match.referee.clocks[seat].allow(time.time(), GRACE)

    # Who may do what

    def held_by(self, holder: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.holder is not None and secrets.compare_digest(seat.holder, holder)]

    def seat_with(self, key: str) -> int | None:
        """The seat that a link is for."""
        return next((number for number, seat in enumerate(self.seats) if seat.key and secrets.compare_digest(seat.key, hash_of(key))), None)

    def is_away(self, seat: int) -> bool:
        """Whether the person of a seat has not looked for a while."""
        return not self.looking[seat] and time.monotonic() - self.left.get(seat, self.house.opened) > AWAY

    async def sit(self, seat: int, holder: str, key: str, name: str) -> None:
        """Whoever sits down by a link has a new one for this seat; the old one, which others know, is worth nothing any more."""
        self.match.referee.clocks[seat].allow(time.time(), self.clock or 0)
        await self._seat(seat, Seat("person", key=key, holder=holder, name=called(name)))

    async def stand_in(self, seat: int, bot: str | None = None) -> None:
        """A bot plays for whoever holds a seat, until it is taken back."""
        if self.seats[seat].kind != "bot":
            await self._seat(seat, msgspec.structs.replace(self.seats[seat], kind="bot", bot=bot or self.game.bot_names[-1]))

    async def take_back(self, seat: int) -> None:
        self.match.referee.clocks[seat].allow(time.time(), self.clock or 0)
        await self._seat(seat, msgspec.structs.replace(self.seats[seat], kind="person", bot=None))

    async def seat_program(self, seat: int) -> None:
        """A program has come with the key of its seat; if only its line was broken, its clock has run on."""
        if self.seats[seat].kind != "program":
            self.match.referee.clocks[seat].allow(time.time(), self.clock or 0)
        await self._seat(seat, msgspec.structs.replace(self.seats[seat], kind="program", bot=None))

    async def lose_program(self, seat: int) -> None:
        """A bot plays on for a program that cannot; the key is worth nothing any more."""
        await self._seat(seat, Seat("bot", bot=self.game.bot_names[-1]))

    async def part(self, seat: int) -> None:
        """The line of a program has ended, which others should see."""
        if not self.house.closed:
            await self._seat(seat, self.seats[seat])

    async def _seat(self, number: int, seat: Seat) -> None:
        changes = await self.house.store.seat(self.id, number, seat)
        self.seats[number], self.changes = seat, changes
        self.proceed()

    # What is played

    async def choose(self, seat: int, seen: int, text: str) -> None:
        def preview() -> list[Played]:
            choice = self.match.read(seat, seen, text)
            return self.match.referee.preview(Choose(seat, str(choice)), choice)

        await self._play(seat, preview)

    async def undo(self, seat: int, seen: int) -> None:
        def preview() -> list[Played]:
            self.match.check_undo(seat, seen)
            return self.match.referee.preview(Undo(seat))

        await self._play(seat, preview)

    async def hint(self, seat: int, seen: int) -> str:
        """The notation of what the best bot would choose; that it was asked stands in the record, once for each view."""
        view, since = self.match.newest(seat, seen), self.match.screens[seat].same_since
        if not view.choices:
            raise Refused(f"There is nothing to advise. {self.game.say(view.prompt)}")
        if (since, seat) not in self.hints:
            if seat in self.advised:
                raise Refused("The bot is still thinking about it.")
            self.advised.add(seat)
            try:
                self.hints[since, seat] = await self._advise(seat, seen, view)
            finally:
                self.advised.discard(seat)
        return self.hints[since, seat]

    async def _advise(self, seat: int, seen: int, view: View) -> str:
        bot = self.game.bot_names[-1]
        try:
            answer = await self.house.workers.ask(Question(self.game, bot, f"{self.seed}/hint {self.match.length}", view))
        except Broken:
            raise Refused(f"The {bot_called(bot)} knows nothing to advise.") from None
        await self._play(seat, lambda: self.match.referee.preview(Hint(seat, str(self.match.read(seat, seen, answer[0])))))
        return answer[0]

    def advice(self, choice: str, language: str | None = None) -> str:
        """A hint in words."""
        sentence = self.game.say(self.game.parse(choice).sentence, language)
        return f"The {bot_called(self.game.bot_names[-1])} would choose: {sentence} ({choice})."

    async def _play(self, seat: int, preview: Callable[[], list[Played]]) -> None:
        """Looks again whenever another seat was quicker; what is wrong by then is a complaint."""
        async with self.lock:
            if self.seats[seat].kind == "bot":
                raise Refused(f"Nothing was played: the {bot_called(self.seats[seat].bot)} plays for you. Take your seat back first.")
            while not await self._enter(preview()):
                pass
        self.proceed()

    async def enter(self, entry: Entry) -> None:
        """An entry of a game that somebody else conducts: it has happened, whoever sits here."""
        async with self.lock:
            await self._enter(self.match.referee.preview(entry))
        self.proceed()

    async def _enter(self, steps: list[Played]) -> bool:
        """Keep what was previewed, then show it. False if the log was longer than this table knew."""
        now, new, folded = time.time(), [step.entry for step in steps], self.match.folds(steps)
        try:
            await self.house.store.append(self.id, self.match.length, new, now, folded)
        except Taken:
            await self._catch_up()
            return False
        before = self._shown_to_people()
        self.match.take(steps, now)
        if self._shown_to_people() != before:
            self.changed = time.monotonic()
        self.show()
        return True

    def _shown_to_people(self) -> int:
        screens = self.match.screens
        return sum(screens[seat].number for seat in screens if seat is None or self.seats[seat].kind != "bot")

    async def _catch_up(self) -> None:
        """Go along with what another server has appended. Where something is folded, what it undid may be unknown here: begin anew."""
        news = await self.house.store.log(self.id, self.match.length)
        if any(isinstance(timed.entry, Folded) for timed in news) and (kept := await self.house.store.find(self.id)):
            self.match = Match(self.game, kept)
        else:
            for timed in news:
                self.match.follow(timed.entry, timed.at)
        self.show()

    async def hear(self, newest: Newest) -> None:
        """Of another server on the same database: what was played, and who has sat down, if it is more than is known here."""
        async with self.lock:
            if newest.entries > self.match.length:
                await self._catch_up()
            if newest.changes > self.changes and (kept := await self.house.store.find(self.id)):
                self.seats, self.changes, self.rematch = list(kept.seats), kept.changes, kept.rematch
        self.proceed()

    def show(self) -> None:
        self.used = time.monotonic()
        moved, self.moved = self.moved, asyncio.Event()
        moved.set()

    # What goes on by itself

    def proceed(self) -> None:
        """Show how things stand, and start whatever is due: a chance, bots, clocks, the end."""
        self.show()
        position = self.match.position
        if self.house.closed:
            return
        if position.outcome is not None:
            if not self.ended:
                self._start("end", self._end)
            return
        if position.chance is not None:
            self._start("chance", self._happen)
        for seat in position.awaited:
            if self.seats[seat].kind == "bot":
                self._start(seat, partial(self._think, seat))
        if self.clock is not None and self._deadlines():
            self._start("clock", self._watch_clocks)

    def _start(self, name: object, work: Callable[[], Awaitable[None]]) -> None:
        async def run() -> None:
            try:
                await work()
            except Exception:  # a database that is away for a while, say: nothing is lost by trying again
                log.exception("Table %s is held up: %s", self.id, name)
                await asyncio.sleep(HELD_UP)
            finally:
                del self.tasks[name]
            self.proceed()

        if name not in self.tasks:
            self.tasks[name] = asyncio.create_task(run())

    async def _end(self) -> None:
        outcome = self.match.position.outcome
        assert outcome is not None
        await self.house.store.end(self.id, outcome, time.time())
        self.ended = True

    async def _happen(self) -> None:
        """A chain of steps that follow by themselves, each for people to see."""
        while (due := self.match.position.chance) is not None:
            if is_frame(due) and self.match.length:
                await asyncio.sleep(self.house.frame)
            async with self.lock:
                if self.match.position.chance == due:
                    await self._enter(self.match.referee.preview(Happen(self.match.draw(due, self.match.length))))

    async def _think(self, seat: int) -> None:
        while self._bot_is_awaited(seat):
            screen, bot = self.match.screens[seat], self.seats[seat].bot or ""
            seen, name = screen.number, f"{self.seed}/seat {seat} {self.match.length}"
            try:
                answer = await self.house.workers.ask(Question(self.game, bot, name, screen.view))
            except Broken:
                await self._fail(seat, Failure.CRASHED)
                return
            await asyncio.sleep(max(0.0, self.changed + self.house.pause - time.monotonic()) if self.match.length else 0)
            async with self.lock:
                if self._bot_is_awaited(seat) and self.match.screens[seat].same_since <= seen:
                    await self._act(seat, answer)

    def _bot_is_awaited(self, seat: int) -> bool:
        return self.seats[seat].kind == "bot" and seat in self.match.position.awaited

    async def _act(self, seat: int, answer: Sequence[str]) -> None:
        for text in answer:
            if seat in self.match.position.awaited:
                try:
                    entered = await self._enter(self.match.referee.preview(Choose(seat, text)))
                except Complaint:
                    await self._enter(self.match.referee.preview(Remove(seat, Failure.ILLEGAL.value)))
                    return
                if not entered:
                    return

    async def _fail(self, seat: int, failure: Failure) -> None:
        async with self.lock:
            if self._bot_is_awaited(seat):
                await self._enter(self.match.referee.preview(Remove(seat, failure.value)))

    def _deadlines(self) -> dict[int, float]:
        """When the time of each person or program that is awaited is over."""
        clocks = {seat: self.match.referee.clocks[seat].deadline for seat in self.match.position.awaited if self.seats[seat].kind in TIMED}
        return {seat: deadline for seat, deadline in clocks.items() if deadline is not None}

    async def _watch_clocks(self) -> None:
        """Whoever runs out of time is helped by a bot."""
        while deadlines := self._deadlines():
            for seat, deadline in deadlines.items():
                if deadline <= time.time():
                    await self.stand_in(seat)
            left = min(self._deadlines().values(), default=0.0) - time.time()
            await asyncio.sleep(max(0.01, min(left, 1.0)))

    # What has been

    def story(self, seat: int | None) -> list[Step]:
        """Everything that a seat has seen, as numbered on its screen; told again when there is more of it."""
        if len(self.past.get(seat, [])) <= self.match.screens[seat].number:
            self.past[seat] = self.match.story(seat)
        return self.past[seat]

    def until(self, seat: int | None, number: int) -> Record:
        """The record up to one moment of a seat's story, for a new table; of a game that is not over it is nobody's to have."""
        entries = self.match.screens[seat].entries
        if self.match.position.outcome is None:
            raise Refused("One can play on from any moment of a game that is over. This one still goes on.")
        if not 0 <= number < len(entries) or entries[number] == self.match.length:
            raise Refused("There is nothing to play on from there: choose a moment before the end.")
        return self.match.until(seat, number)

    async def close(self) -> None:
        tasks = [*self.tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class House:
    """All tables, in the store and open."""

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
        self.tables: dict[str, Table] = {}
        self.finding = asyncio.Lock()
        self.opened = time.monotonic()
        self.closed = False
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Unfinished tables go on where they were."""
        await self.store.open()
        self.tasks = [asyncio.create_task(self._go_on()), asyncio.create_task(self._listen())]

    async def _go_on(self) -> None:
        for name in await self.store.unfinished(RESUMED):
            with suppress(Complaint):  # a table of an older version of its game: the others go on
                await self.find(name)
        while True:
            await asyncio.sleep(max(1.0, min(self.idle, 30.0)))
            await self.sweep()

    async def _listen(self) -> None:
        while True:
            await asyncio.sleep(self.listening)
            try:
                await self.listen([table for table in self.tables.values() if +table.looking])
            except Exception:
                log.exception("Nothing is heard of other servers.")

    async def listen(self, tables: Sequence[Table]) -> None:
        """Ask how far tables are in the store: another server may have gone on with them."""
        for some in (tables[start : start + 500] for start in range(0, len(tables), 500)):
            newest = await self.store.newest([table.id for table in some])
            for table in some:
                if table.id in newest and newest[table.id] > (table.match.length, table.changes):
                    await table.hear(newest[table.id])

    async def close(self) -> None:
        self.end_streams()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for table in [*self.tables.values()]:
            await table.close()
        await self.workers.close()
        await self.store.close()

    def end_streams(self) -> None:
        """Browsers come back by themselves when there is a server again."""
        self.closed = True
        for table in self.tables.values():
            table.show()

    def game(self, name: str) -> Game:
        if name not in self.games:
            raise Refused(f"There is no game '{name}' on this table.")
        return self.games[name]

    async def set(self, plan: Plan, me: str, keys: Callable[[str, int], str]) -> Table:
        """A new table; `keys` makes the keys of its seats, of which only hashes are kept."""
        name, options = secrets.token_urlsafe(9), plan.game.read_options(plan.options)
        sitting = tuple(plan.seat(number, hash_of(me), hash_of(keys(name, number))) for number in range(len(plan.seats)))
        kept = deal(name, self.seeds(), plan.game, options, sitting, plan.public, plan.clock)
        return await self.add(kept if plan.begun is None else gone_on(kept, plan.begun))

    async def add(self, kept: StoredTable) -> Table:
        await self.store.add(kept)
        table = await self.find(kept.id)
        assert table is not None
        return table

    async def find(self, name: str) -> Table | None:
        """A table that is open, or one from the store, which goes on as soon as it is."""
        async with self.finding:
            if name not in self.tables and not self.closed and (kept := await self.store.find(name)):
                self.tables[name] = Table(self, self._game_of(kept.head), kept)
                self.tables[name].proceed()
        if (table := self.tables.get(name)) is not None:
            table.used = time.monotonic()
        return table

    def _game_of(self, head: Record) -> Game:
        """As `Record.load_game`, from the games of this house."""
        game = self.game(head.game)
        if (head.version, head.components) != (game.version, game.digest):
            raise Refused(f"This table was set with another version of {game.title} and cannot go on with this one.")
        return game

    async def sweep(self) -> None:
        """Close what nobody looks at and nothing happens at; it is found again when somebody asks."""
        before = time.monotonic() - self.idle
        for table in [*self.tables.values()]:
            if not table.tasks.keys() - {"clock"} and not +table.looking and table.used <= before:
                del self.tables[table.id]
                await table.close()

    async def rematch(self, table: Table, keys: Callable[[str, int], str]) -> Table:
        """The same people, bots and options again, with the seats passed on by one; there is one rematch of a table."""
        if table.rematch is None:
            name = secrets.token_urlsafe(9)
            again = self._again(table, name, keys)
            if await self.store.set_rematch(table.id, name):
                await self.store.add(again)
            kept = await self.store.find(table.id)
            if kept:
                table.rematch, table.changes = kept.rematch, kept.changes
            table.show()
        found = await self.find(table.rematch or "")
        if found is None:
            raise Refused("The rematch cannot be found.")
        return found

    def _again(self, table: Table, name: str, keys: Callable[[str, int], str]) -> StoredTable:
        passed = (*table.seats[1:], table.seats[0])
        sitting = tuple(seated_again(seat, hash_of(keys(name, number))) for number, seat in enumerate(passed))
        options = table.game.read_options(table.match.referee.head.options)
        return deal(name, self.seeds(), table.game, options, sitting, table.public, table.clock)

    async def watch(self, table: Table, seat: int | None) -> AsyncIterator[Screen | None]:
        """A seat's screen now and whenever it has changed; None where nothing has for a while."""
        seen = (-1, -1)
        table.looking[seat] += 1
        try:
            while not self.closed:
                moved, screen = table.moved, table.match.screens[seat]
                if (now := (screen.number, table.changes)) != seen:
                    seen = now
                    yield screen
                elif not await is_set_within(moved, QUIET):
                    yield None
        finally:
            table.looking[seat] -= 1
            table.left[seat] = table.used = time.monotonic()


async def is_set_within(event: asyncio.Event, seconds: float) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
