"""A table in play: what is due is started, what is chosen is stored, then shown.

Every choice is durable before anybody sees it. What a table needs to go on is in the store: after a restart, chance and bots draw from
streams named by the table's secret seed and the number of entries so far.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from math import inf
from typing import Literal, TypeAlias, TypeVar

import msgspec

from byways.bots.roster import all_bots
from byways.game import Game
from byways.record import Choose, Entry, Happen, Played, Record, Remove, Step
from byways.referee import Failure
from byways.table.chat import Talk
from byways.table.errors import Declined, Missing, Stale, Unavailable
from byways.table.play.hints import Hints
from byways.table.play.match import Match
from byways.table.play.new_table import weaker
from byways.table.play.screens import Screen
from byways.table.play.surroundings import Surroundings
from byways.table.play.wakeups import Bell
from byways.table.seats import TIMED, Absences, Notice, Seat, Seats, Told, Why, called, change_of, with_bot
from byways.table.store.commits import Taken
from byways.table.store.notifications import Appended
from byways.table.store.schema import Newest, Timed
from byways.table.store.store import StoredTable
from byways.table.workers.fair_queue import Asker
from byways.table.workers.pool import Broken, Question

GRACE = 60.0  # the least seconds a seat has when its table is reopened
QUIET = 15.0  # seconds between signs of life on a stream
HELD_UP = 5.0  # seconds before retrying what failed
LOOKING_ON = 6  # times the usual pause before a bot plays for somebody who looks on: time to take the seat back

log = logging.getLogger(__name__)

T = TypeVar("T")
TaskName: TypeAlias = Literal["end", "chance", "clock"] | int  # a number is the seat of a bot that thinks


class Table:
    """An open table: who sits there, what is played, and the tasks that keep it going."""

    def __init__(self, around: Surroundings[Table], game: Game, stored: StoredTable, match: Match | None = None) -> None:
        self.around, self.game = around, game
        self.id, self.public, self.clock = stored.id, stored.public, stored.clock
        self.seats = Seats(stored.seats, stored.changes, around.opened)
        self.match = match or Match(game, stored)
        self.rematch, self.ended = stored.rematch, stored.ended is not None
        self.host, self.talk, self.said, self.leader = stored.host, stored.talk, stored.said, stored.leader
        self.notices, self.absences = list(stored.notices), Absences()
        self.lock = asyncio.Lock()
        self.bell = Bell()
        self.tasks: dict[TaskName, asyncio.Task[None]] = {}
        self.hints = Hints(self, around.workers, around.preparation, around.worlds)
        self.address = ""  # of whoever set the table or, after a restart, looked at it first
        self.used = self.changed = self.looked = time.monotonic()
        for seat in self.match.position.awaited:
            self.match.referee.clocks[seat].allow(time.time(), GRACE)

    # Who sits where

    async def sit(self, seat: int, key: str | None, holder: str, new_key: str, name: str) -> None:
        """A player who sits down by a link gets a new one for this seat; the old one, which others know, is void. A free seat at a public
        table needs no link."""

        def sit(before: Seat) -> Seat | None:
            self.check_open()
            is_open = key is None and self.public and before.kind == "free"
            if not is_open and before.holder != holder and (key is None or before.key != key):
                raise Stale("wrong.same-link" if key else "wrong.seat-gone")
            return Seat("person", key=new_key, holder=holder, name=called(name) or before.name)

        await self.change_seat(seat, sit)

    async def move(self, seat: int, holder: str, to: str, new_key: str) -> None:
        """A seat goes with its player to another device, or gets the key of a link of its own, if it is still theirs."""

        def move(before: Seat) -> Seat | None:
            return msgspec.structs.replace(before, holder=to, key=new_key) if before.holder == holder else None

        await self.change_seat(seat, move)

    async def rename(self, seat: int, name: str, may: Callable[[Seat], object] = bool) -> None:
        def rename(before: Seat) -> Seat | None:
            may(before)
            return None if before.name == name else msgspec.structs.replace(before, name=name)

        await self.change_seat(seat, rename)

    async def stand_in(self, seat: int, bot: str | None = None, may: Callable[[Seat], object] = bool, why: Why = "asked") -> None:
        """A bot plays for the holder of a seat, who can take it back. `may` complains if this is not allowed."""
        if self.match.taught() is not None:
            raise Declined("wrong.lesson-stand-in")

        def give(before: Seat) -> Seat | None:
            may(before)
            return None if before.kind == "bot" else with_bot(before, bot or self.game.bot_names[-1], why)

        await self.change_seat(seat, give)

    async def take_back(self, seat: int, may: Callable[[Seat], object] = bool) -> None:
        def take(before: Seat) -> Seat | None:
            may(before)
            return None if before.kind == "person" else msgspec.structs.replace(before, kind="person", bot=None, why="")

        await self.change_seat(seat, take)

    async def change_seat(self, number: int, change: Callable[[Seat], Seat | None], told: Told | None = None) -> None:
        """Change a seat, judged by who the store says sits there now; None changes nothing. What is `told` is else told by the change."""
        async with self.lock:
            while (seat := change(self.seats[number])) is not None:
                notice = self.notice(number, told or change_of(self.seats[number], seat), seat.name or self.seats[number].name)
                try:
                    changes = await self.around.store.seat(self.id, number, seat, self.seats.changes, notice)
                except Taken:
                    await self.catch_up()
                else:
                    self._resit([*self.seats[:number], seat, *self.seats[number + 1 :]], changes)
                    self.notices += [notice] if notice else []
                    break
        self.proceed()

    def notice(self, seat: int, name: Told | None, who: str) -> Notice | None:
        return Notice(name, seat, who, self.match.length, time.time()) if name else None

    def look_around(self) -> None:
        """Let everybody see who has come or gone."""
        if self.seats.look_around() or (not self.ended and self.absences.notice(self.seats, self.match.length)):
            self.show()

    def _resit(self, seats: Sequence[Seat], changes: int) -> None:
        """A new player at a seat gets a full clock."""
        for number, (before, now) in enumerate(zip(self.seats, seats, strict=True)):
            if now.kind in TIMED and (now.player, now.kind) != (before.player, before.kind):
                self.match.referee.clocks[number].allow(time.time(), self.clock or 0)
        self.seats[:], self.seats.changes = seats, changes

    # What is played

    async def choose(self, seat: int, seen: int, text: str, player: str | None = None) -> None:
        """A choice of whoever sits there, or of one `player` only."""

        def preview() -> list[Played]:
            choice = self.match.read(seat, seen, text)
            return self.match.referee.preview(Choose(seat, str(choice)), choice)

        await self.play(seat, player or self.seats[seat].player, preview)

    async def undo(self, seat: int, seen: int) -> None:
        await self.play(seat, self.seats[seat].player, lambda: self.match.take_back(seat, seen))

    async def play(self, seat: int, player: str | None, preview: Callable[[], list[Played]]) -> None:
        """Tries again whenever another seat was quicker; what is no longer legal by then is a complaint."""
        async with self.lock:
            self._check_player(seat, player)
            while not await self._enter(preview()):
                self._check_player(seat, player)
        self.proceed()

    def _check_player(self, seat: int, player: str | None) -> None:
        self.check_open()
        if self.seats[seat].player != player:
            raise Stale("wrong.seat-taken")
        if self.seats[seat].kind == "bot":
            raise Declined("wrong.bot-plays")

    async def enter(self, entry: Entry) -> None:
        """An entry of a game conducted elsewhere: it has happened, no matter who sits here."""
        async with self.lock:
            while not await self._enter(self.match.referee.preview(entry)):
                pass
        self.proceed()

    async def _enter(self, *choices: Sequence[Played]) -> bool:
        """Store what was previewed, then show it, choice by choice. False if this table did not know all that was played, or who sits
        here. The lock is held from the preview on: nothing else may be played in between."""
        assert self.lock.locked()
        now, steps = time.time(), [*chain(*choices)]
        new, folded, turns = [step.entry for step in steps], self.match.folds(steps), self.match.turns(steps)
        try:
            await self.around.store.append(self.id, self.match.length, new, now, folded, self.seats.changes, turns)
        except Taken:
            await self.catch_up()
            return False
        before = self._shown_to_people()
        for nth, some in enumerate(choices):
            if nth:
                await asyncio.sleep(0)  # who watches is shown what was before
            self.match.take(some, now)
            self.show()
        if self._shown_to_people() != before:
            self.changed = time.monotonic()
        return True

    def _shown_to_people(self) -> int:
        screens = self.match.screens
        return sum(screens[seat].number for seat in screens if seat is None or self.seats[seat].kind != "bot")

    async def catch_up(self) -> None:
        """Apply what another server has appended, and what it has folded since. The caller holds the lock. Seats are read last and applied
        first: who has lost one sees none of the news in it."""
        assert self.lock.locked()
        start = self.match.settled
        sitting = await self.around.store.sitting(self.id, start)
        if sitting is None:
            raise Missing("wrong.no-table")
        self._resit(sitting.seats, sitting.changes)
        self.ended, self.leader = self.ended or sitting.has_ended, sitting.leader
        self.rematch, self.talk, self.said, self.notices = sitting.rematch, sitting.talk, sitting.said, list(sitting.notices)
        await self.around.slices.take(self.match.catch_up(sitting.log, start))
        self.show()

    async def hear(self, news: Newest | Sequence[Appended | None]) -> None:
        """Catch up with another server on the same database: what was played, and who has sat down, if that may be news here."""
        if not (isinstance(news, Newest) and self.knows(news)):
            async with self.lock:
                if not (self.knows(news) if isinstance(news, Newest) else await self._follow(news)):
                    await self.catch_up()
            self.proceed()

    async def _follow(self, news: Iterable[Appended | None]) -> bool:
        """Take what another server has told of, and show it choice by choice. Whether that is all there is to know: it goes on from what
        is known here."""
        for told in news:
            if told is None or told.changes != self.seats.changes or told.number > self.match.length:
                return False
            for _ in self.match.replay([Timed(entry, told.at) for entry in told.entries[self.match.length - told.number :]]):
                self.show()
                await asyncio.sleep(0)
        return True

    async def hear_signs(self) -> None:
        """Who was heard of at other servers."""
        await self.around.hear_signs([self])

    @property
    def is_closed(self) -> bool:
        """Whether the game was ended before its end."""
        return self.ended and self.match.position.outcome is None

    def check_open(self) -> None:
        if self.is_closed:
            raise Declined("wrong.closed")

    def knows(self, newest: Newest) -> bool:
        return newest.entries <= self.match.length and newest.changes <= self.seats.changes and newest.said <= self.said

    def show(self) -> None:
        self.used = time.monotonic()
        self.bell.ring()

    def look(self, address: str = "") -> None:
        """Somebody is here: what was paused goes on."""
        paused, self.looked = self.is_paused, time.monotonic()
        self.used, self.address = self.looked, self.address or address
        if paused:
            self.proceed()

    @property
    def is_paused(self) -> bool:
        """Whether bots wait because nobody has looked for a while."""
        return not self.seats.is_watched and time.monotonic() - self.looked > self.around.unseen

    # What goes on by itself

    @property
    def is_led(self) -> bool:
        """Whether the table goes on by itself at this server: else it does at another."""
        return self.around.leads(self.id)

    def proceed(self) -> None:
        """Show how things stand, and start whatever is due: a chance, bots, clocks, the end."""
        self.show()
        position = self.match.position
        if self.around.closed or self.is_closed:
            return
        if not self.is_led:
            self.ended = self.ended or position.outcome is not None
            return
        if position.outcome is not None:
            if not self.ended:
                self._start("end", self._end)
            return
        if position.chance is not None:
            self._start("chance", self._happen)
        for seat in position.awaited:
            if self._bot_is_awaited(seat) and not self.is_paused:
                self._start(seat, partial(self._think, seat))
        if self.clock is not None and self._deadlines():
            self._start("clock", self._watch_clocks)

    def _start(self, name: TaskName, work: Callable[[], Awaitable[None]]) -> None:
        async def run() -> None:
            try:
                await work()
            except Exception as error:  # for example, the database is away for a while: trying again loses nothing
                if not isinstance(error, Unavailable):  # which the store has logged
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
        await self.around.store.end(self.id, outcome, time.time())
        self.ended = True

    async def _happen(self) -> None:
        """A chain of automatic steps, each for people to see."""
        while (due := self.match.position.chance) is not None and not self.is_closed and self.is_led:
            if due.is_frame and self.match.length:
                await asyncio.sleep(self.around.frame)
            async with self.lock:
                if self.match.position.chance == due and self.is_led:
                    await self._enter(self.match.referee.preview(Happen(self.match.draw(due, self.match.length))))

    async def _think(self, seat: int) -> None:
        waited = 0.0  # after which change: an act that has begun goes on
        while self._bot_is_awaited(seat) and not self.is_paused:
            screen, bot = self.match.screens[seat], self.seats[seat].bot or ""
            if bot not in self.game.bot_names and bot not in all_bots(self.game):  # it came from a package that is no longer installed here
                await self._replace(seat, bot)
                continue
            seen, name = screen.number, f"{self.match.seed}/seat {seat} {self.match.length}"
            scripted = self.match.scripted(seat)
            if not scripted and not self.around.preparation.is_ready(self.game, bot):
                await self.around.preparation.wait(self.game, bot)
                continue
            try:
                asker = Asker(self.id, self.address, lambda: self.seats.is_attended)
                question = Question(self.game, bot, name, screen.view)
                answer = [scripted] if scripted else await self.around.workers.ask(question, asker)
            except Broken:
                await self._give_up(seat, bot)
                return
            if self.match.length and waited != self.changed and (left := self.changed + self.pause(seat) - time.monotonic()) > 0:
                waited = self.changed
                await self.around.pulse.wait(left)
            async with self.lock:
                if self._bot_is_awaited(seat) and self.match.screens[seat].same_since <= seen:
                    await self._enter(*self.match.act(seat, answer))

    @property
    def is_preparing(self) -> bool:
        """Whether the game waits for a bot whose code is still being compiled."""
        awaited = () if self.is_closed else self.match.position.awaited
        return any(map(self.is_preparing_bot, awaited))

    def is_preparing_bot(self, seat: int) -> bool:
        is_ready = self.around.preparation.is_ready(self.game, self.seats[seat].bot or "")
        return not is_ready and self.seats[seat].kind == "bot" and not self.match.scripted(seat)

    def bots_are_prepared(self) -> None:
        """Show that something has been compiled. No clock ran while somebody waited for it."""
        for seat in self.match.position.awaited:
            self.match.referee.clocks[seat].resume(time.time())
        self.seats.presence += 1
        self.proceed()

    def deadline(self, seat: int) -> float | None:
        """When the time of a person or a program runs out; None while nobody has to hurry."""
        is_timed = self.seats[seat].kind in TIMED and seat in self.match.position.awaited and not self.is_closed
        waits = self.is_preparing or self.hints.is_preparing(seat)
        return self.match.referee.clocks[seat].deadline if is_timed and not waits else None

    def pause(self, seat: int) -> float:
        """The seconds from what was last seen to the act of a bot."""
        return self.around.pause * (LOOKING_ON if self.seats[seat].holder and self.seats.is_here(seat) else 1)

    def _bot_is_awaited(self, seat: int) -> bool:
        is_due = self.seats[seat].kind == "bot" and seat in self.match.position.awaited and self.match.lets_act(seat)
        return is_due and not self.is_closed and self.is_led

    async def _give_up(self, seat: int, bot: str) -> None:
        """A bot that breaks down costs its seat; one that cannot even be started here does not."""
        try:
            await self.around.workers.ask(Question(self.game, bot))
        except Broken:
            await self._replace(seat, bot)
        else:
            await self._fail(seat)

    async def _replace(self, seat: int, bot: str) -> None:
        """Another bot of the game plays on."""
        other = weaker(self.game, bot)
        if other is None:
            await self._fail(seat)
            return
        log.warning("Table %s: the bot '%s' cannot be started here; '%s' plays on.", self.id, bot, other)
        await self.change_seat(
            seat, lambda before: with_bot(before, other, before.why) if (before.kind, before.bot) == ("bot", bot) else None
        )

    async def _fail(self, seat: int) -> None:
        async with self.lock:
            if self._bot_is_awaited(seat):
                await self._enter(self.match.referee.preview(Remove(seat, Failure.CRASHED.value)))

    def _deadlines(self) -> dict[int, float]:
        """When the time of each awaited person or program runs out."""
        return {seat: deadline for seat in self.match.position.awaited if (deadline := self.deadline(seat)) is not None}

    async def _watch_clocks(self) -> None:
        """A bot takes over for a player who runs out of time."""
        while self.is_led and (deadlines := self._deadlines()):
            for seat, deadline in deadlines.items():
                if deadline <= time.time():
                    await self.change_seat(seat, partial(self._late, seat))
            left = min(self._deadlines().values(), default=0.0) - time.time()
            await asyncio.sleep(max(0.01, min(left, 1.0)))

    def _late(self, seat: int, before: Seat) -> Seat | None:
        """A bot for a seat, unless somebody has just sat down there."""
        return with_bot(before, self.game.bot_names[-1], "late") if self._deadlines().get(seat, inf) <= time.time() else None

    async def story(self, seat: int | None) -> list[Step]:
        """All that a seat has seen; a long story holds up nobody."""
        match = self.match
        return await self.around.slices.take(match.tell(seat)) or match.stories[seat]

    def until(self, seat: int | None, number: int) -> Record:
        """The record up to one moment of a seat's story, for a new table; nobody gets that of an unfinished game."""
        entries = self.match.screens[seat].entries
        if self.match.position.outcome is None:
            raise Declined("wrong.not-over")
        if not 0 <= number < len(entries) or entries[number] == self.match.length:
            raise Declined("wrong.after-end")
        return self.match.until(seat, number)

    def watch(self, seat: int | None) -> AsyncGenerator[Screen | None]:
        """A seat's screen, now and whenever it changes; None as a sign of life, in a rhythm that nothing at the table can change:
        it would tell when another seat takes a step in secret. Who loses the seat goes on as a spectator."""
        return self._watch(seat, self.seats.player(seat), lambda _: None)

    def attend(self, seat: int | None) -> AsyncGenerator[Screen | Talk | None]:
        """The same for a person, who also sees when somebody comes or goes, and hears what the others say."""
        return self._watch(seat, self.seats.player(seat), self._heard, presence=True)

    def _heard(self, seat: int | None) -> Talk | None:
        return self.talk if seat is not None and self.seats.is_company(seat) else None

    async def _watch(
        self, seat: int | None, player: str | None, hear: Callable[[int | None], T], presence: bool = False
    ) -> AsyncGenerator[Screen | T | None]:
        seen, due = (-1, -1, -1), time.monotonic() + QUIET
        heard: T | None = None

        def shown() -> tuple[int, int, int]:
            return self.match.screens[seat].number, self.seats.changes, self.seats.presence if presence else 0

        def is_news() -> bool:
            return shown() != seen or self.around.closed or self.seats.player(seat) != player or hear(seat) != heard

        self.look()
        self.seats.enter(seat)
        self.around.want(self)
        self.look_around()
        try:
            while not self.around.closed:
                if self.seats.player(seat) != player:
                    self.seats.leave(seat)
                    self.seats.enter(seat := None)
                    player = None
                if (now := shown()) != seen:
                    seen = now
                    yield self.match.screens[seat]
                elif (news := hear(seat)) != heard:
                    heard = news
                    yield news
                elif time.monotonic() >= due:
                    due += QUIET
                    yield None
                else:
                    await self.bell.wait(is_news, due - time.monotonic())
        finally:
            self.seats.leave(seat)
            self.used = self.looked = time.monotonic()

    async def close(self) -> None:
        tasks = [*self.tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
