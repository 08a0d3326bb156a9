"""People say a few words at a table: judged by what the store has, kept, then shown."""

from __future__ import annotations

import time
from collections.abc import Callable

from byways.table.chat import Talk
from byways.table.errors import Declined, Forbidden
from byways.table.play.table import Table
from byways.table.play.visits import Me, Visit
from byways.table.store.commits import Taken


async def speak(at: Visit, text: str, reaction: str = "") -> None:
    """A few words of a person to the others."""

    def say(talk: Talk) -> Talk:
        seat = at.player()
        if not at.table.seats.is_company(seat):
            raise Declined("wrong.talk-alone")
        return talk.say(seat, at.table.seats[seat].name, time.time(), text, reaction)

    await change(at.table, say)


def is_host(table: Table, me: Me) -> bool:
    return not me.is_new and table.host == me.holder


async def close(at: Visit, yes: bool) -> None:
    """The host lets nobody speak, or everybody again."""
    if not is_host(at.table, at.me):
        raise Forbidden("wrong.not-host")
    await change(at.table, lambda talk: talk.close(yes))


async def change(table: Table, new: Callable[[Talk], Talk]) -> None:
    async with table.lock:
        while True:
            talk = new(table.talk)
            try:
                table.said = await table.around.store.talk(table.id, talk, table.said)
            except Taken:
                await table.catch_up()
            else:
                table.talk = talk
                break
    table.show()
