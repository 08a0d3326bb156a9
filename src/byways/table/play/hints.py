"""What the best bot advises: acts with what each is worth and why, or, if it cannot say so, what it would choose."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from byways.game import Game, View
from byways.i18n import Sentence
from byways.record import Hint, Played
from byways.review.judging import Question as Weighing
from byways.review.judging import Scale, Valued, scale_for
from byways.room import find_room
from byways.table.errors import Declined
from byways.table.i18n import inside
from byways.table.play.match import Match
from byways.table.seats import Seats
from byways.table.workers.fair_queue import Asker
from byways.table.workers.pool import THINKING, Broken, CannotWeigh, Question, Workers
from byways.table.workers.preparing import Preparation

MOST = 3  # acts that are told


class Idea(msgspec.Struct, frozen=True):
    """An act in notation, the chance to win that it leaves (alone: the score expected) with its standard error, and reasons."""

    act: tuple[str, ...]
    worth: float
    doubt: float
    why: tuple[Sentence, ...] = ()


class Advised(msgspec.Struct, frozen=True):
    """The choice that seems best, and what it and others are worth, as far as the bot can say."""

    choice: str
    ideas: tuple[Idea, ...] = ()


class AdvisedTable(Protocol):
    """What hints need of their table."""

    id: str
    address: str
    game: Game
    match: Match
    seats: Seats

    async def play(self, seat: int, player: str | None, preview: Callable[[], list[Played]]) -> None: ...


class Hints:
    """Those of one table: one for each view, and each request for one is in the record."""

    def __init__(self, table: AdvisedTable, workers: Workers, preparation: Preparation, worlds: int | None) -> None:
        self.table, self.workers, self.preparation, self.worlds = table, workers, preparation, worlds
        self.given: dict[tuple[int, int], Advised] = {}  # by seat, and the number since which its view has been the same
        self.thinking: set[int] = set()  # seats that a bot is working for
        self.weighs = True  # until it is known better

    async def ask(self, seat: int, seen: int) -> Advised:
        table = self.table
        view, moment = table.match.newest(seat, seen), (seat, table.match.screens[seat].same_since)
        if not view.choices:
            raise Declined("wrong.nothing-to-advise", table.game, prompt=inside(table.game, view.prompt))
        if asked := table.match.advice(seat):
            return Advised(asked)
        if moment not in self.given:
            if seat in self.thinking:
                raise Declined("wrong.still-thinking")
            self.thinking.add(seat)
            try:
                await self.preparation.wait(table.game, self._bot)
                self.given[moment] = await self._advise(seat, seen, view)
            finally:
                self.thinking.discard(seat)
        return self.given[moment]

    def is_preparing(self, seat: int) -> bool:
        """Whether a seat waits for a hint by a bot whose code is still being compiled."""
        return seat in self.thinking and not self.is_ready

    @property
    def is_ready(self) -> bool:
        return self.preparation.is_ready(self.table.game, self._bot)

    async def _advise(self, seat: int, seen: int, view: View) -> Advised:
        """The bot's random stream is named by what the seat has seen: the length of the log would tell of hidden steps."""
        match, player = self.table.match, self.table.seats[seat].player
        stream = f"{match.seed}/hint {seat} {match.screens[seat].same_since}"
        ideas = await self._weigh(stream, view)
        choice = ideas[0].act[0] if ideas else await self._choose(stream, view)
        await self.table.play(seat, player, lambda: match.referee.preview(Hint(seat, str(match.read(seat, seen, choice)))))
        return Advised(choice, ideas)

    async def _choose(self, stream: str, view: View) -> str:
        try:
            return (await self.workers.ask(Question(self.table.game, self._bot, stream, view), self._asker))[0]
        except Broken:
            raise Declined("wrong.no-advice") from None

    async def _weigh(self, stream: str, view: View) -> tuple[Idea, ...]:
        game, scale = self.table.game, scale_for(self.table.game, len(self.table.seats))
        if not self.weighs or len(view.choices) == 1:
            return ()
        worlds = self.worlds or scale.curve.worlds
        try:
            valued = await self.workers.weigh(Weighing(game, self._bot, stream, view, (), worlds, THINKING), self._asker)
        except CannotWeigh:
            self.weighs = False
            return ()
        except Broken:
            return ()
        return await asyncio.to_thread(ideas_of, game, view, valued, scale)

    @property
    def _bot(self) -> str:
        return self.table.game.bot_names[-1]

    @property
    def _asker(self) -> Asker:
        return Asker(self.table.id, self.table.address)


def ideas_of(game: Game, view: View, valued: Sequence[Valued], scale: Scale) -> tuple[Idea, ...]:
    """The best acts that begin differently, for their beginnings can be pointed at on the board; then others, if there are too few."""
    ranked = sorted(valued, key=lambda one: -one.value)
    first = [one for nth, one in enumerate(ranked) if one.act[0] not in {other.act[0] for other in ranked[:nth]}]
    chosen = [*first, *(one for one in ranked if one not in first)][:MOST]
    best = sorted(chosen, key=lambda one: -one.value)
    advice = find_room(game.room).advice
    whys = [advice.why(view, tuple(map(game.parse, one.act))) if advice else () for one in best]
    return tuple(
        Idea(
            one.act,
            scale.worth(one.value),
            scale.doubt(one.doubt, one.value, best[0].value),
            tuple(reason for reason in why if not any(reason in before for before in whys[:nth])),  # what is said above is not said again
        )
        for nth, (one, why) in enumerate(zip(best, whys, strict=True))
    )
