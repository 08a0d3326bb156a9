"""Server-sent events that stream what a seat sees."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Callable
from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import StreamingResponse

from byways.table.chat import Talk
from byways.table.http.limits import Limits, client_of
from byways.table.http.visitors import AtTable
from byways.table.play.screens import Screen
from byways.table.play.table import Table
from byways.table.play.watching import attend, watch
from byways.table.sse import ALIVE, GZIP_HEADER, SentEvent

HEADERS = {"X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}  # the first keeps nginx from buffering


async def place(table: AtTable, request: Request) -> AsyncIterator[None]:
    """Count a stream while it is open, or refuse it if that exceeds the limits."""
    await request.body()  # an oversized body must be refused before the stream starts
    limits: Limits = request.app.state.limits
    client = client_of(request.scope)
    limits.streams.enter(client, table.id)
    try:
        yield
    finally:
        limits.streams.leave(client, table.id)


Place = Annotated[None, Depends(place)]


class EventStream(StreamingResponse):
    media_type: str = "text/event-stream"


def event_stream(events: AsyncIterable[SentEvent], compressed: bool = False) -> EventStream:
    """A streaming response that bypasses FastAPI's event streams, whose queues would cost more than all the rest."""
    if compressed:
        return EventStream(blocks(events), headers={**HEADERS, "Content-Encoding": "gzip"})
    return EventStream(texts(events), headers=HEADERS)


async def texts(events: AsyncIterable[SentEvent]) -> AsyncIterator[bytes]:
    async for event in events:
        yield event.text


async def blocks(events: AsyncIterable[SentEvent]) -> AsyncIterator[bytes]:
    yield GZIP_HEADER
    async for event in events:
        yield event.block


async def screens(table: Table, seat: int | None, write: Callable[[Screen], SentEvent]) -> AsyncIterator[SentEvent]:
    """Yield a seat's screen now and after each change, with keep-alives between."""
    async for screen in watch(table, seat):
        yield ALIVE if screen is None else write(screen)


async def screens_and_chat(
    table: Table, seat: int | None, write: Callable[[Screen], SentEvent], say: Callable[[Talk, int], SentEvent]
) -> AsyncIterator[SentEvent]:
    """Yield a seat's screens, and chat as separate events, so that the two never share a compression context."""
    heard = 0
    async for news in attend(table, seat):
        if isinstance(news, Talk):
            yield say(news, heard)
            heard = news.last
        else:
            yield ALIVE if news is None else write(news)
