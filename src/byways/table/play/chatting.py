"""Chat at a table, across servers."""

from __future__ import annotations

import time
from collections.abc import Callable

from byways.table.chat import Talk
from byways.table.errors import Declined, Forbidden
from byways.table.play.table import Table
from byways.table.play.visits import Me, Visit


async def speak(at: Visit, text: str, reaction: str = "") -> None:
    """Add a player's line."""

    def say(talk: Talk) -> Talk:
        seat = at.player()
        if not at.table.seats.has_company(seat):
            raise Declined("wrong.talk-alone")
        return talk.say(seat, at.table.seats[seat].name, time.time(), text, reaction)

    await change_talk(at.table, say)


def is_host(table: Table, me: Me) -> bool:
    return not me.is_new and table.host == me.holder


async def close(at: Visit, yes: bool) -> None:
    """Close a table's chat, or open it again. Only the host may."""
    if not is_host(at.table, at.me):
        raise Forbidden("wrong.not-host")
    await change_talk(at.table, lambda talk: talk.close(yes))


async def change_talk(table: Table, change: Callable[[Talk], Talk]) -> None:
    async def write() -> None:
        talk = change(table.talk)
        table.said = await table.registry.store.talk(table.id, talk, table.said)
        table.talk = talk

    await table.update(write)
    table.notify()
