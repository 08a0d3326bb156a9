"""Streams of a seat's screen, as server-sent events."""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, AsyncIterator, Callable
from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import StreamingResponse

from byways.table.chat import Talk
from byways.table.http.limits import Limits, client_of
from byways.table.http.visitors import AtTable
from byways.table.play.screens import Screen
from byways.table.play.table import Table
from byways.table.sse import ALIVE, GZIP_HEADER, SentEvent

GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
UNHINDERED = {"X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}


async def place(table: AtTable, request: Request) -> AsyncIterator[None]:
    """A place among the viewers, for as long as a stream is open."""
    await request.body()  # while its length can still be answered
    limits: Limits = request.app.state.limits
    who = client_of(request.scope)
    limits.streams.enter(who, table.id)
    try:
        yield
    finally:
        limits.streams.leave(who, table.id)


Place = Annotated[None, Depends(place)]


class EventStream(StreamingResponse):
    media_type: str = "text/event-stream"


def event_stream(events: AsyncIterable[SentEvent], compressed: bool = False) -> EventStream:
    """Events as they come, past FastAPI's queues, which cost more than the rest; a proxy must not hold them back either."""
    if compressed:
        return EventStream(blocks(events), headers={**UNHINDERED, "Content-Encoding": "gzip"})
    return EventStream(texts(events), headers=UNHINDERED)


async def texts(events: AsyncIterable[SentEvent]) -> AsyncIterator[bytes]:
    async for event in events:
        yield event.text


async def blocks(events: AsyncIterable[SentEvent]) -> AsyncIterator[bytes]:
    yield GZIP_HEADER
    async for event in events:
        yield event.block


def takes_gzip(request: Request) -> bool:
    return GZIP.search(request.headers.get("accept-encoding", "")) is not None


async def screens(table: Table, seat: int | None, write: Callable[[Screen], SentEvent]) -> AsyncIterator[SentEvent]:
    """A seat's screen in some form, now and whenever it changes, and signs of life between."""
    async for screen in table.watch(seat):
        yield ALIVE if screen is None else write(screen)


async def company(
    table: Table, seat: int | None, write: Callable[[Screen], SentEvent], say: Callable[[Talk, int], SentEvent]
) -> AsyncIterator[SentEvent]:
    """The same for a person, and what people say to each other after some line: an event of its own, never one with what a seat sees."""
    heard = 0
    async for news in table.attend(seat):
        if isinstance(news, Talk):
            yield say(news, heard)
            heard = news.last
        else:
            yield ALIVE if news is None else write(news)
