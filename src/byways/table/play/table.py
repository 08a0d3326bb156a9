"""An open table: it stores choices, shows them, and starts what is due.

Everything that a table needs to continue is in the store. After a restart, chance and bots draw from random streams named by the table's
secret seed and the number of entries so far.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from math import inf

from msgspec.structs import replace

from byways.bots.roster import all_bots
from byways.daily import result_of
from byways.game import Game
from byways.record import Choose, Happen, Played, Remove, Resign
from byways.referee import Failure
from byways.table.errors import Declined, Missing, NotNow, Stale
from byways.table.play.hints import Hints
from byways.table.play.match import Match
from byways.table.play.new_table import fallback_bot
from byways.table.play.progress import lesson_step, steps_of_win
from byways.table.play.registry import Registry
from byways.table.play.solving import Solving
from byways.table.play.stories import SeatStory
from byways.table.play.tasks import Tasks
from byways.table.play.wakeups import Watchers
from byways.table.seats import TIMED, Absences, Notice, NoticeName, Seat, Seats, notice_for, with_bot
from byways.table.store import progress
from byways.table.store.commits import Conflict
from byways.table.store.notifications import Appended
from byways.table.store.schema import Progress, Timed
from byways.table.store.store import StoredTable
from byways.table.workers.fair_queue import Requester
from byways.table.workers.pool import BotFailed, BotRequest

GRACE = 60.0  # minimum seconds that a seat has when its table is reopened
LOOKING_ON = 6  # factor on a bot's pause while the seat's holder looks on and may take the seat back

log = logging.getLogger(__name__)


class Table:
    """A table's seats and match, and the tasks that keep the game going.

    Nothing is shown before it is stored. All writes go through `update`.
    """

    def __init__(self, registry: Registry[Table], game: Game, stored: StoredTable, match: Match | None = None) -> None:
        self.registry, self.game = registry, game
        self.id, self.public, self.clock = stored.id, stored.public, stored.clock
        self.seats = Seats(stored.seats, stored.changes, registry.opened)
        self.match = match or Match(game, stored)
        self.rematch, self.ended, self.begun = stored.rematch, stored.ended is not None, stored.begun
        self.learned = False  # whether the learner's progress is stored
        self.daily = stored.daily  # the day of its deal, or "practice"
        self.puzzle = stored.puzzle  # the puzzle's name
        self.solving = Solving(stored.attempt)
        self.host, self.talk, self.said, self.leader = stored.host, stored.talk, stored.said, stored.leader
        self.notices, self.absences = list(stored.notices), Absences()
        self.watchers = Watchers()
        self.tasks = Tasks(self.id, self.proceed)
        self.hints = Hints(self, registry.workers, registry.preparation, registry.worlds, stored.hints)
        self.address = ""  # address of the visitor who created the table or, after a restart, first looked at it
        self.used = self.changed = self.looked = time.monotonic()
        self._lock = asyncio.Lock()
        if self.vacant:
            self.match.screens.wait_for(self.vacant, self.match.position)
        for seat in self.match.position.awaited:
            self.match.referee.clocks[seat].allow(registry.now(), GRACE)

    async def update(self, write: Callable[[], Awaitable[None]]) -> None:
        """Run an optimistic write under the table's lock.

        `write` checks the state in memory, stores a change and applies it. If another server has stored something meanwhile, the table
        catches up and `write` runs again.
        """
        async with self._lock:
            while True:
                try:
                    await write()
                except Conflict:
                    await self._catch_up()
                else:
                    break

    # Seats

    async def change_seat(
        self, number: int, change: Callable[[Seat], Seat | None], notice_name: NoticeName | None = None, who: str = ""
    ) -> None:
        """Change a seat, unless `change` returns None. `notice_name` and `who` override the notice derived from the change."""

        async def write() -> None:
            before = self.seats[number]
            if (seat := change(before)) is None:
                return
            name = notice_name or notice_for(before, seat)
            notice = self.notice(number, name, who or seat.name or before.name) if name else None
            turns = {} if seat.kind == "free" else self.match.turns_begun(number, self.vacant)
            changes = await self.registry.store.seat(self.id, number, seat, self.seats.changes, notice, turns)
            self._set_seats([*self.seats[:number], seat, *self.seats[number + 1 :]], changes)
            self.notices += [notice] if notice else []

        await self.update(write)
        self.notify()
        self.proceed()

    def notice(self, seat: int, name: NoticeName, who: str) -> Notice:
        return Notice(name, seat, who, self.match.length, self.registry.now())

    def update_presence(self) -> None:
        """Show who has arrived or left."""
        if self.seats.update_presence() or (not self.ended and self.absences.update(self.seats, self.match.length)):
            self.notify()

    def _set_seats(self, seats: Sequence[Seat], changes: int) -> None:
        """Replace the seats. A new player at a seat gets a full clock, and so does everybody when the game begins."""
        old, vacant = [*self.seats], self.vacant
        self.seats[:], self.seats.changes = seats, changes
        for number, (before, now) in enumerate(zip(old, seats, strict=True)):
            if now.kind in TIMED and (vacant or (now.player, now.kind) != (before.player, before.kind)):
                self.match.referee.clocks[number].allow(self.registry.now(), self.clock or 0)
        if vacant != self.vacant:
            self.match.screens.wait_for(self.vacant, self.match.position)

    @property
    def vacant(self) -> tuple[int, ...]:
        """The free seats that the game waits for before it begins. A game that has entries has begun."""
        return () if self.match.length else tuple(number for number, seat in enumerate(self.seats) if seat.kind == "free")

    # Choices

    async def choose(self, seat: int, seen: int, text: str, player: str | None = None) -> None:
        """Play a choice made on screen number `seen`, for the seat's current player or only for `player`."""

        def preview() -> list[Played]:
            choice = self.match.check_choice(seat, seen, text)
            steps = self.match.referee.preview(Choose(seat, str(choice)), choice)
            if self.puzzle and seat in steps[0].finished:
                raise NotNow("wrong.puzzle-closed")  # `puzzling.choose` judges whole acts
            return steps

        await self.play(seat, player or self.seats[seat].player, preview)

    async def undo(self, seat: int, seen: int) -> None:
        await self.play(seat, self.seats[seat].player, lambda: self.match.preview_undo(seat, seen))

    async def play(self, seat: int, player: str | None, preview: Callable[[], list[Played]]) -> None:
        """Play for a person or program.

        If another seat was quicker, `preview` runs again and complains if the choice is no longer legal.
        """

        def check_and_preview() -> list[list[Played]]:
            self._check_player(seat, player)
            return [preview()]

        await self.append(check_and_preview)
        self.proceed()

    def _check_player(self, seat: int, player: str | None) -> None:
        self.check_open()
        if self.seats[seat].player != player:
            raise Stale("wrong.seat-taken")
        if self.vacant:
            raise NotNow("wrong.not-begun")
        if self.seats[seat].kind == "bot":
            raise Declined("wrong.bot-plays")

    async def append(self, preview: Callable[[], Sequence[Sequence[Played]]]) -> None:
        """Store previewed choices together, then show them one by one. An empty preview stores nothing."""

        async def write() -> None:
            choices, now = preview(), self.registry.now()
            if not (steps := [*chain(*choices)]):
                return
            entries, folds, turns = [step.entry for step in steps], self.match.folds(steps), self.match.turns(steps)
            await self.registry.store.append(self.id, self.match.length, entries, now, folds, self.seats.changes, turns)
            before = self._shown_to_people()
            for nth, some in enumerate(choices):
                if nth:
                    await asyncio.sleep(0)  # lets watchers take the previous screen
                self.match.apply(some, now, folds if nth == len(choices) - 1 else {})
                self.notify()
            if self._shown_to_people() != before:
                self.changed = time.monotonic()

        await self.update(write)

    def _shown_to_people(self) -> int:
        screens = self.match.screens
        return sum(screens[seat].number for seat in screens if seat is None or self.seats[seat].kind != "bot")

    # Other servers

    async def _catch_up(self) -> None:
        """Read and apply what other servers have stored. The caller holds the lock, so no entry is added meanwhile."""
        assert self._lock.locked()
        start = self.match.first_open
        stored = await self.registry.store.update_of(self.id, start)
        if stored is None:
            raise Missing("wrong.no-table")
        # Seats first, because a player who has lost a seat must see nothing played after that. The store reads them after the log.
        self._set_seats(stored.seats, stored.changes)
        self.ended, self.leader = self.ended or stored.has_ended, stored.leader
        self.rematch, self.talk, self.said, self.notices = stored.rematch, stored.talk, stored.said, list(stored.notices)
        self.solving.attempt = stored.attempt
        await self.registry.slices.run(self.match.catch_up(stored.log, start))
        self.notify()

    async def sync(self, news: Progress | Sequence[Appended | None]) -> None:
        """Apply what other servers have stored: the entries in a notification, or whatever the store has."""
        if isinstance(news, Progress) and self.is_current(news):
            return
        async with self._lock:
            if not (self.is_current(news) if isinstance(news, Progress) else await self._follow(news)):
                await self._catch_up()
        self.proceed()

    async def _follow(self, news: Iterable[Appended | None]) -> bool:
        """Apply notified entries and show them one by one. Return False if an entry is missing."""
        for appended in news:
            if appended is None or appended.changes != self.seats.changes or appended.number > self.match.length:
                return False
            for _ in self.match.replay([Timed(entry, appended.at) for entry in appended.entries[self.match.length - appended.number :]]):
                self.notify()
                await asyncio.sleep(0)
        return True

    def is_current(self, progress: Progress) -> bool:
        return progress.entries <= self.match.length and progress.changes <= self.seats.changes and progress.said <= self.said

    # State

    @property
    def is_closed(self) -> bool:
        """Whether the game was ended without a result."""
        return self.ended and self.match.position.outcome is None

    def check_open(self) -> None:
        if self.is_closed:
            raise Declined("wrong.closed")

    def notify(self) -> None:
        """Wake watchers. Called exactly once after each change."""
        self.used = time.monotonic()
        self.watchers.notify()

    def note_visit(self, address: str = "") -> None:
        """Note that a client looks at the table. Paused bots go on."""
        paused, self.looked = self.is_paused, time.monotonic()
        self.used, self.address = self.looked, self.address or address
        if paused:
            self.proceed()

    def note_left(self) -> None:
        """Note that a client has stopped looking. The time until bots pause and the table closes starts now."""
        self.used = self.looked = time.monotonic()

    @property
    def is_paused(self) -> bool:
        """Whether bots wait because the table has had no visitor for a while."""
        return not self.seats.is_watched and time.monotonic() - self.looked > self.registry.unseen

    @property
    def is_led(self) -> bool:
        """Whether this server, and no other, runs the table's tasks."""
        return self.registry.leads(self.id)

    # Tasks

    def proceed(self) -> None:
        """Start what is due: a chance, bots, clocks, the end. Idempotent."""
        position = self.match.position
        self._start_praise()
        if self.registry.closed or self.is_closed or self.puzzle:  # in a puzzle, chances and replies come with a right act
            return
        if not self.is_led:
            self.ended = self.ended or position.outcome is not None
            return
        self._start_notes()
        if position.outcome is not None:
            if not self.ended:
                self.tasks.start("end", self._end)
            return
        if self.vacant:
            return
        if position.chance is not None:
            self.tasks.start("chance", self._happen)
        for seat in position.awaited:
            if self._bot_is_awaited(seat) and not self.is_paused:
                self.tasks.start(seat, partial(self._think, seat))
        if self.clock is not None and self._deadlines():
            self.tasks.start("clock", self._watch_clocks)

    def _start_praise(self) -> None:
        if self.solving.unpraised(self.match.puzzle) and not self.registry.closed:
            self.tasks.start("praise", partial(self.solving.recall, self, self.registry.workers))

    def _start_notes(self) -> None:
        """Start to store what follows from the log: that a lesson is over, that players have resigned."""
        if self.match.script.is_over and not self.learned:
            self.tasks.start("learned", self._store_lesson)
        if self._unmarked():
            self.tasks.start("resigned", self.mark_resigned)

    async def _end(self) -> None:
        outcome = self.match.position.outcome
        assert outcome is not None
        options = self.game.read_options(self.match.referee.head.options)
        achieved = [] if self.begun or self.daily else steps_of_win(self.game, self.seats, options, outcome)
        played = await self.registry.slices.run(self.match.record.positions(self.game)) if self.daily else []
        tried = result_of(self.game, played)
        # A crash before this leaves a complete log without an outcome; the server that opens the table next stores it.
        await self.registry.store.end(self.id, outcome, self.registry.now(), self.game.name, achieved, tried)
        self.ended = True

    def _unmarked(self) -> list[int]:
        """The seats of players whose resignation is in the log and not yet in their seat."""
        gone = [seat for seat in self.match.position.removed if self.seats[seat].is_playing]
        return [seat for seat in gone if Resign(seat) in self.match.entries]

    async def mark_resigned(self) -> None:
        """Mark the seats of players who have resigned, which takes the game off their lists.

        A crash before this leaves a resignation without a mark; the server that opens the table next stores it.
        """
        for seat in self._unmarked():
            await self.change_seat(seat, lambda before: replace(before, why="resigned") if before.is_playing else None)

    async def _store_lesson(self) -> None:
        """Store that the learner has finished the lesson."""
        lesson = self.match.script.lesson
        assert lesson is not None
        if holder := self.seats[lesson.seat].holder:
            steps = [(holder, lesson_step(lesson.name))]
            await self.registry.store.transaction(partial(progress.add, game=self.game.name, achieved=steps))
        self.learned = True

    async def _happen(self) -> None:
        """Resolve a chain of chances. Each automatic step waits, so that people can follow; pages pace shows themselves."""
        while (due := self.match.position.chance) is not None and not self.is_closed and self.is_led:
            if due.is_frame and self.match.length and not self.match.screens[None].show_begun:
                await self.registry.sleep(self.registry.frame)
            await self.append(partial(self._preview_chance, due))

    def _preview_chance(self, due: object) -> list[list[Played]]:
        # Check again under the lock: another server may have played it by now.
        chance = self.match.position.chance
        if chance is None or chance != due or not self.is_led:
            return []
        return [self.match.referee.preview(Happen(self.match.draw(chance, self.match.length)))]

    async def _think(self, seat: int) -> None:
        """Let a bot act while it is awaited."""
        paused_for = 0.0  # the change after which the bot has paused, so that it pauses only once per act
        while self._bot_is_awaited(seat) and not self.is_paused:
            seen, bot = self.match.screens[seat].number, self.seats[seat].bot or ""
            if bot not in self.game.bot_names and bot not in all_bots(self.game):  # its package is no longer installed
                await self._replace_bot(seat, bot)
                continue
            if not self.match.script.choice_for(seat) and not self.registry.preparation.is_ready(self.game, bot):
                await self.registry.preparation.wait(self.game, bot)
                continue
            try:
                answer = await self._ask_bot(seat, bot)
            except BotFailed:
                await self._give_up(seat, bot)
                return
            if self.match.length and paused_for != self.changed and (left := self.changed + self.pause(seat) - time.monotonic()) > 0:
                paused_for = self.changed
                await self.registry.sleep(left)
            await self.append(partial(self._preview_answer, seat, seen, answer))
            self._log_loss(seat)
            self.proceed()  # the lesson may be over while this bot is still awaited

    async def _ask_bot(self, seat: int, bot: str) -> Sequence[str]:
        if scripted := self.match.script.choice_for(seat):
            return [scripted]
        request = BotRequest(self.game, bot, self.match.bot_stream(seat), self.match.screens[seat].view)
        return await self.registry.workers.ask(request, Requester(self.id, self.address, lambda: self.seats.is_attended))

    def _preview_answer(self, seat: int, seen: int, answer: Sequence[str]) -> list[list[Played]]:
        """Preview an answer, or nothing if it is out of date; `_think` then asks again."""
        is_fresh = self._bot_is_awaited(seat) and self.match.screens[seat].same_since <= seen
        return self.match.preview_bot(seat, answer) if is_fresh else []

    def _bot_is_awaited(self, seat: int) -> bool:
        is_due = self.seats[seat].kind == "bot" and seat in self.match.position.awaited and self.match.script.lets_bot_act(seat)
        return is_due and not self.is_closed and self.is_led

    def pause(self, seat: int) -> float:
        """The seconds between the latest visible change and a bot's act."""
        return self.registry.pause * (LOOKING_ON if self.seats[seat].holder and self.seats.is_here(seat) else 1)

    async def _give_up(self, seat: int, bot: str) -> None:
        """Remove the seat of a bot that fails while choosing, or replace a bot that cannot even be loaded here."""
        try:
            await self.registry.workers.ask(BotRequest(self.game, bot))
        except BotFailed:
            await self._replace_bot(seat, bot)
        else:
            await self._remove_bot(seat)

    async def _replace_bot(self, seat: int, bot: str) -> None:
        other = fallback_bot(self.game, bot)
        if other is None:
            await self._remove_bot(seat)
            return
        log.warning("Table %s: the bot '%s' cannot be started here. '%s' plays on.", self.id, bot, other)
        await self.change_seat(
            seat, lambda before: with_bot(before, other, before.why) if (before.kind, before.bot) == ("bot", bot) else None
        )

    async def _remove_bot(self, seat: int) -> None:
        removal = Remove(seat, Failure.CRASHED.value)
        await self.append(lambda: [self.match.referee.preview(removal)] if self._bot_is_awaited(seat) else [])
        self._log_loss(seat)

    def _log_loss(self, seat: int) -> None:
        """Log why a bot has just lost its seat, if it has. Worker processes log tracebacks, but know no table."""
        for entry in self.match.entries:
            if isinstance(entry, Remove) and entry.seat == seat:
                log.error("Table %s: the bot '%s' lost seat %d: %s.", self.id, self.seats[seat].bot, seat, entry.why)

    @property
    def is_preparing(self) -> bool:
        """Whether the game waits for a bot whose code is being compiled."""
        awaited = () if self.is_closed else self.match.position.awaited
        return any(map(self.is_preparing_bot, awaited))

    def is_preparing_bot(self, seat: int) -> bool:
        is_ready = self.registry.preparation.is_ready(self.game, self.seats[seat].bot or "")
        return not is_ready and self.seats[seat].kind == "bot" and not self.match.script.choice_for(seat)

    def bots_are_prepared(self) -> None:
        """Continue after some code has been compiled. Clocks stood still meanwhile."""
        for seat in self.match.position.awaited:
            self.match.referee.clocks[seat].resume(self.registry.now())
        self.seats.presence += 1
        self.notify()
        self.proceed()

    # Clocks

    def deadline(self, seat: int) -> float | None:
        """When a person's or program's time runs out; None while no clock runs."""
        is_timed = self.seats[seat].kind in TIMED and seat in self.match.position.awaited and not self.is_closed
        waits = self.is_preparing or self.hints.is_preparing(seat)
        return self.match.referee.clocks[seat].deadline if is_timed and not waits else None

    def _deadlines(self) -> dict[int, float]:
        return {seat: deadline for seat in self.match.position.awaited if (deadline := self.deadline(seat)) is not None}

    async def _watch_clocks(self) -> None:
        """Let a bot stand in for a player who runs out of time."""
        while self.is_led and (deadlines := self._deadlines()):
            for seat, deadline in deadlines.items():
                if deadline <= self.registry.now():
                    await self.change_seat(seat, partial(self._replace_late, seat))
            left = min(self._deadlines().values(), default=0.0) - self.registry.now()
            # Check at least once a second, because a new player or a hint in preparation moves the deadline.
            await asyncio.sleep(max(0.01, min(left, 1.0)))

    def _replace_late(self, seat: int, before: Seat) -> Seat | None:
        """A bot for the seat, unless a new player has just sat down."""
        is_late = self._deadlines().get(seat, inf) <= self.registry.now()
        return with_bot(before, self.game.bot_names[-1], "late") if is_late else None

    # Looking back

    async def story(self, seat: int | None) -> SeatStory:
        """A seat's story up to its screen."""
        await self.registry.slices.run(self.match.build_story(seat))
        self.registry.stories.use(story := self.match.story(seat))
        return story

    async def close(self) -> None:
        await self.tasks.close()
