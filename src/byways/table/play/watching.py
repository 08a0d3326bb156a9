"""Streams of a seat's screen."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from typing import TypeVar

from byways.table.chat import Talk
from byways.table.play.screens import Screen
from byways.table.play.table import Table

QUIET = 15.0  # seconds between signs of life

T = TypeVar("T")


def watch(table: Table, seat: int | None) -> AsyncGenerator[Screen | None]:
    """Yield a seat's screen, now and whenever it changes. A player who loses the seat continues as a spectator.

    None is a keep-alive. It comes at a fixed rate, because a timer restarted by other events would reveal hidden steps.
    """
    return _watch(table, seat, table.seats.player(seat), lambda _: None)


def attend(table: Table, seat: int | None) -> AsyncGenerator[Screen | Talk | None]:
    """Like `watch`, for a person: also yields when presence changes, and the chat."""

    def talk_for(seat: int | None) -> Talk | None:
        return table.talk if seat is not None and table.seats.has_company(seat) else None

    return _watch(table, seat, table.seats.player(seat), talk_for, with_presence=True)


async def _watch(
    table: Table, seat: int | None, player: str | None, talk_for: Callable[[int | None], T], with_presence: bool = False
) -> AsyncGenerator[Screen | T | None]:
    seen, due = (-1, -1, -1), time.monotonic() + QUIET
    heard: T | None = None

    def state() -> tuple[int, int, int]:
        return table.match.screens[seat].number, table.seats.changes, table.seats.presence if with_presence else 0

    def has_news() -> bool:
        return state() != seen or table.registry.closed or table.seats.player(seat) != player or talk_for(seat) != heard

    table.note_visit()
    table.seats.enter(seat)
    table.registry.request_news(table)
    table.update_presence()
    try:
        while not table.registry.closed:
            if table.seats.player(seat) != player:
                table.seats.leave(seat)
                table.seats.enter(seat := None)
                player = None
            if (now := state()) != seen:
                seen = now
                yield table.match.screens[seat]
            elif (talk := talk_for(seat)) != heard:
                heard = talk
                yield talk
            elif time.monotonic() >= due:
                due += QUIET
                yield None
            else:
                await table.watchers.wait(has_news, due - time.monotonic())
    finally:
        table.seats.leave(seat)
        table.note_left()
