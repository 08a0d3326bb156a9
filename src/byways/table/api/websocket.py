"""Websockets for programs: a program connects with a seat's key and speaks the line protocol.

A program that loses its connection reconnects with the same key, and gets its view and its remaining time.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from functools import partial

import msgspec
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from fastapi.responses import PlainTextResponse

from byways.game import Complaint, stream
from byways.referee import PlayerFailed
from byways.table.errors import Forbidden, Missing, Stale, TooMuch, Unavailable
from byways.table.http.error_handlers import headers_of, status_of
from byways.table.http.limits import Limits, RateLimit, client_of
from byways.table.http.middleware import is_foreign
from byways.table.i18n import voice
from byways.table.play.screens import Screen
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import open_table
from byways.table.play.watching import watch
from byways.table.seats import Seat, hash_of
from byways.table.store.programs import mistakes, set_mistakes
from byways.wire.conversation import MISTAKES, Conversation
from byways.wire.messages import Error, Message, Removed, event_messages, hello, line, result_message

POLICY = 1008  # close code: do not come back
LATER = 1013  # close code: try again later
LONGEST = 65536  # bytes of a line
SEND_TIMEOUT = 20.0  # seconds within which a program must read a line
DISCONNECTED = (WebSocketDisconnect, TimeoutError, RuntimeError)  # raised when sending to a disconnected program


class Programs:
    def __init__(self, tables: Tables, limits: Limits) -> None:
        self.tables, self.limits = tables, limits

    async def find(self, socket: WebSocket, name: str, key: str) -> tuple[Table, int]:
        """Find a key's table and seat. Raises if the program may not connect."""
        if is_foreign(socket.headers):
            raise Forbidden("wrong.foreign")
        if wait := self.limits.posts.take(client_of(socket.scope)):
            raise TooMuch("wrong.too-much", wait)
        table = await open_table(self.tables, name, client_of(socket.scope))
        seat = table.seats.with_key(key)
        if seat is None or table.seats[seat].kind == "person":
            raise Missing("wrong.no-program-seat")
        return table, seat

    async def serve(self, socket: WebSocket, table: Table, seat: int, key: str) -> None:
        client = client_of(socket.scope)
        self.limits.streams.enter(client, table.id)
        here = Connection(socket, table, seat, key)
        try:
            await socket.accept()
            await here.run()
        except Unavailable as error:
            await here.close(str(error), LATER)
        except DISCONNECTED:
            pass
        finally:
            self.limits.streams.leave(client, table.id)
            # Otherwise a newer connection holds the seat.
            if table.seats[seat].line == here.line:
                with suppress(Unavailable):
                    await program_left(table, seat)


class Connection:
    """A program's connection. The seat stores the id of its latest connection, on any server; earlier ones end."""

    def __init__(self, socket: WebSocket, table: Table, seat: int, key: str) -> None:
        self.socket, self.table, self.seat, self.key = socket, table, seat, hash_of(key)
        self.line = secrets.token_urlsafe(9)
        self.player: str | None = None
        self.conversation = Conversation(table.game)
        self.heard = table.match.screens[seat].number
        self.rate = RateLimit(100, 50)
        self.acting = False
        self.telling = asyncio.Lock()
        self.fault = ""

    async def run(self) -> None:
        try:
            await seat_program(self.table, self.seat, self.key, self.line)
        except Stale as late:
            await self.close(str(late), POLICY)
            return
        self.player = self.table.seats[self.seat].player
        self.conversation.mistakes -= await self.table.registry.store.transaction(partial(mistakes, table=self.table.id, seat=self.seat))
        referee, game = self.table.match.referee, self.table.game
        seed = stream(self.table.match.seed, f"program {self.seat}").getrandbits(32)
        await self.say(hello(game, game.read_options(referee.head.options), self.seat, len(referee.clocks), seed))
        tasks = [asyncio.create_task(work()) for work in (self.show, self.listen)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error

    async def say(self, message: Message) -> None:
        async with asyncio.timeout(SEND_TIMEOUT):
            await self.socket.send_text(line(message).decode().rstrip())

    async def close(self, reason: str = "", code: int = 1000) -> None:
        try:
            async with asyncio.timeout(SEND_TIMEOUT):
                await self.socket.close(code, reason)
        except DISCONNECTED:
            return

    async def show(self) -> None:
        """Send everything that the seat sees, until the game or the connection ends."""
        async for screen in watch(self.table, self.seat):
            if self._is_replaced():
                await self.close(voice().say("program.replaced"), POLICY)
                return
            if screen is not None and await self._tell(screen):
                await self.close()
                return

    async def _tell(self, screen: Screen) -> bool:
        """Send a screen, and return whether it was the last."""
        await self._tell_events(screen)
        if not self._has_seat():
            await self.say(Removed(self._why()))
        elif screen.view.outcome is not None:
            await self.say(result_message(self.table.game, screen.view))
        elif self.table.seats[self.seat].kind != "program":
            await self.say(Removed(self._why()))
        elif self.seat in screen.view.removed:
            await self.say(Removed(voice().say("program.removed")))
        else:
            await self.ask()
            return False
        return True

    async def _tell_events(self, screen: Screen) -> None:
        """Send events before the message they led to."""
        async with self.telling:
            while self._has_seat() and self.heard < screen.number:  # more may happen while the program reads
                events, self.heard = screen.events_since(self.heard), screen.number
                for message in event_messages(self.table.game, events, self.seat):
                    await self.say(message)

    def _is_replaced(self) -> bool:
        return self.table.seats[self.seat].line not in ("", self.line)

    def _has_seat(self) -> bool:
        return self.table.seats[self.seat].player == self.player

    def _why(self) -> str:
        """Why the program lost its seat, and whether it can get the seat back."""
        seat, say = self.table.seats[self.seat], voice().say
        if seat.kind != "bot":
            return say("program.seat-taken")
        after = say("program.bot-stands-in" if seat.key else "program.bot-plays-on")
        return " ".join(filter(None, (say("program.seat-lost"), self.fault, after)))

    async def ask(self, again: bool = False) -> None:
        """Send a question if the seat is awaited: once per view, and again after a mistake."""
        screen = self.table.match.screens[self.seat]
        await self._tell_events(screen)
        if self.acting or self.seat not in screen.view.awaited or not self._has_seat():
            return
        if again or self.conversation.asked is None or self.conversation.asked.id < screen.same_since:
            deadline = self.table.match.referee.clocks[self.seat].deadline
            left = None if deadline is None else deadline - time.time()
            await self.say(self.conversation.ask(screen.view, screen.number, left))

    async def listen(self) -> None:
        while True:
            said = await self.socket.receive()
            if said["type"] == "websocket.disconnect":
                return
            while wait := self.rate.take(""):
                await asyncio.sleep(wait)
            try:
                await self.hear(said.get("bytes") or (said.get("text") or "").encode())
            except PlayerFailed as lost:
                self.fault = str(lost)
                await lose_program(self.table, self.seat, self.key)  # `show` then tells the program

    async def hear(self, said: bytes) -> None:
        if self._is_replaced():
            return
        number, left = self.conversation.asked.id if self.conversation.asked else -1, self.conversation.mistakes
        answer = self.conversation.hear(said)
        if isinstance(answer, Error):
            if self.conversation.mistakes < left:
                made = MISTAKES - self.conversation.mistakes
                await self.table.registry.store.transaction(partial(set_mistakes, table=self.table.id, seat=self.seat, made=made))
            await self.say(answer)
            await self.ask(again=True)
            return
        # Ask nothing new while an answer's steps are played.
        self.acting = True
        try:
            for choice in answer:
                await self.table.choose(self.seat, number, str(choice), self.player)
                number = self.table.match.screens[self.seat].number
        except Complaint as late:  # the board has changed meanwhile, or a bot has taken over
            await self.say(Error(str(late), None, self.conversation.mistakes))
        finally:
            self.acting = False
        await self.ask()


def add_programs(app: FastAPI, tables: Tables) -> None:
    programs = Programs(tables, app.state.limits)

    @app.websocket("/program/{name}/{key}")
    async def program(socket: WebSocket, name: str, key: str) -> None:
        try:
            table, seat = await programs.find(socket, name, key)
            await programs.serve(socket, table, seat, key)
        except Complaint as error:
            await socket.send_denial_response(PlainTextResponse(str(error), status_of(error), headers_of(error)))


async def seat_program(table: Table, seat: int, key: str, line: str) -> None:
    """Give the seat to a program that holds its key. The clock of a reconnecting program has kept running."""

    def sit(before: Seat) -> Seat:
        if before.key != key or before.kind == "person":
            raise Stale("wrong.seat-taken")
        return msgspec.structs.replace(before, kind="program", bot=None, line=line)

    await table.change_seat(seat, sit)


async def lose_program(table: Table, seat: int, key: str) -> None:
    """Let a bot take over from a failed program, and void the program's key."""

    def lose(before: Seat) -> Seat | None:
        return Seat("bot", bot=table.game.bot_names[-1]) if (before.kind, before.key) == ("program", key) else None

    await table.change_seat(seat, lose)


async def program_left(table: Table, seat: int) -> None:
    """Show the others that a program has disconnected."""
    if not table.registry.closed:
        await table.change_seat(seat, lambda before: before)
