"""Streams of a seat's screen: server-sent events, one whole state per message."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT

from byways.table.limits import Limits, client_of
from byways.table.live import Table
from byways.table.screens import Screen
from byways.table.visitors import AtTable


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


def message(screen: Screen, data: bytes) -> bytes:
    """The number of a screen is the id of its message: a client that reconnects says what it saw last."""
    return b"data: %b\nid: %d\n\n" % (data.replace(b"\n", b"\ndata: "), screen.number)


class EventStream(StreamingResponse):
    media_type: str = "text/event-stream"


def event_stream(table: Table, seat: int | None, write: Callable[[Screen], bytes]) -> EventStream:
    """A seat's screen in some form, now and whenever it changes. It avoids FastAPI's queues, which cost more than the rest."""

    async def messages() -> AsyncIterator[bytes]:
        async for screen in table.watch(seat):
            yield KEEPALIVE_COMMENT if screen is None else write(screen)

    return EventStream(messages())
