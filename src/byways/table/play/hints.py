"""Hints from the best bot: weighed acts with reasons or, if the bot cannot weigh, its choice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Protocol

import msgspec

from byways.bots.proofs import proof
from byways.game import Game, View
from byways.i18n import Sentence
from byways.record import Hint, Played
from byways.review.judging import Scale, Valued, WeighTask, scale_for
from byways.room import find_room
from byways.table.errors import Declined
from byways.table.i18n import inside
from byways.table.play.match import Match
from byways.table.seats import NoticeName, Seat, Seats
from byways.table.workers.fair_queue import Requester
from byways.table.workers.pool import THINKING, BotFailed, BotRequest, CannotWeigh, Workers
from byways.table.workers.preparing import Preparation

MOST = 3  # acts in a hint


class Idea(msgspec.Struct, frozen=True):
    """An act in notation with its chance to win (in a solo game, the expected score), that number's standard error, and reasons."""

    act: tuple[str, ...]
    worth: float
    doubt: float
    why: tuple[Sentence, ...] = ()


class Advice(msgspec.Struct, frozen=True):
    """The best choice and, if the bot can weigh, weighed acts, best first."""

    choice: str
    ideas: tuple[Idea, ...] = ()


class AdvisedTable(Protocol):
    """The part of a table that hints use."""

    id: str
    address: str
    game: Game
    match: Match
    seats: Seats

    async def play(self, seat: int, player: str | None, preview: Callable[[], list[Played]]) -> None: ...

    async def change_seat(self, number: int, change: Callable[[Seat], Seat | None], notice_name: NoticeName | None = None) -> None: ...


class Hints:
    """A table's hints. Each view gets at most one, and every hint is in the record and the log."""

    def __init__(self, table: AdvisedTable, workers: Workers, preparation: Preparation, worlds: int | None, are_allowed: bool) -> None:
        self.table, self.workers, self.preparation, self.worlds, self.are_allowed = table, workers, preparation, worlds, are_allowed
        self.given: dict[str, Advice] = {}  # by the digest of the view
        self.thinking: set[int] = set()  # seats whose hints are being made
        self.weighs = True  # until the bot turns out to lack `weigh`

    async def ask(self, seat: int, seen: int) -> Advice:
        table = self.table
        if not self.are_allowed:
            raise Declined("wrong.no-hints")
        view = table.match.current_view(seat, seen)
        if not view.choices:
            raise Declined("wrong.nothing-to-advise", table.game, prompt=inside(table.game, view.prompt))
        step = table.match.script.step_for(seat)
        if step is not None and (choice := step.advice(view)):
            return Advice(choice)
        digest = digest_of(view)
        if digest not in self.given:
            if seat in self.thinking:
                raise Declined("wrong.still-thinking")
            self.thinking.add(seat)
            try:
                await self.preparation.wait(table.game, self._bot)
                self.given[digest] = await self._advise(seat, seen, view, f"hint {digest}")
            finally:
                self.thinking.discard(seat)
        return self.given[digest]

    def is_preparing(self, seat: int) -> bool:
        """Whether a seat's hint waits for a bot whose code is being compiled."""
        return seat in self.thinking and not self.is_ready

    @property
    def is_ready(self) -> bool:
        return self.preparation.is_ready(self.table.game, self._bot)

    async def _advise(self, seat: int, seen: int, view: View, stream: str) -> Advice:
        """Make a hint and record it. Its random stream comes from the view, so a position has the same hint in every process."""
        match, player = self.table.match, self.table.seats[seat].player
        ideas = await self._weigh(stream, view)
        choice = ideas[0].act[0] if ideas else await self._choose(stream, view)
        # Recorded before it is shown, so that every hint given is in the record.
        await self.table.play(seat, player, lambda: match.referee.preview(Hint(seat, str(match.check_choice(seat, seen, choice)))))
        await self.table.change_seat(seat, lambda before: before, "hint")  # stores an unchanged seat with the notice
        return Advice(choice, ideas)

    async def _choose(self, stream: str, view: View) -> str:
        try:
            return (await self.workers.ask(BotRequest(self.table.game, self._bot, stream, view), self._requester))[0]
        except BotFailed:
            raise Declined("wrong.no-advice") from None

    async def _weigh(self, stream: str, view: View) -> tuple[Idea, ...]:
        game, scale = self.table.game, scale_for(self.table.game, len(self.table.seats))
        if not self.weighs or len(view.choices) == 1:
            return ()
        worlds = self.worlds or scale.curve.worlds
        try:
            valued = await self.workers.weigh(WeighTask(game, self._bot, stream, view, (), worlds, THINKING), self._requester)
        except CannotWeigh:
            self.weighs = False
            return ()
        except BotFailed:
            return ()
        return await asyncio.to_thread(best_ideas, game, view, valued, scale)

    @property
    def _bot(self) -> str:
        return self.table.game.bot_names[-1]

    @property
    def _requester(self) -> Requester:
        return Requester(self.table.id, self.table.address)


def digest_of(view: View) -> str:
    """Identify a view by a digest. The other awaited seats are left out, because no hint depends on whether they are done."""
    alone = msgspec.structs.replace(view, awaited=())
    return sha256(msgspec.json.encode(alone, order="deterministic")).hexdigest()


def reasons(game: Game, view: View, act: tuple[str, ...]) -> tuple[Sentence, ...]:
    """Say what an act achieves; if it decides the game, only that."""
    steps, advice = tuple(map(game.parse, act)), find_room(game.room).advice
    if proved := proof(view, steps):
        return (proved.why,)
    return advice.why(view, steps) if advice else ()


def best_ideas(game: Game, view: View, valued: Sequence[Valued], scale: Scale) -> tuple[Idea, ...]:
    """Pick the best acts with different first steps, which the board can highlight, then others if these are too few."""
    ranked = sorted(valued, key=lambda one: -one.value)
    first = [one for nth, one in enumerate(ranked) if one.act[0] not in {other.act[0] for other in ranked[:nth]}]
    chosen = [*first, *(one for one in ranked if one not in first)][:MOST]
    best = sorted(chosen, key=lambda one: -one.value)
    # An act without the reason that another one has would look better or worse than it is, so reasons may repeat.
    return tuple(
        Idea(
            one.act,
            scale.worth(one.value),
            scale.doubt(one.doubt, one.value, best[0].value),
            reasons(game, view, one.act),
        )
        for one in best
    )
