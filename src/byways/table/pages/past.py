"""What has been: moments of a game, all acts of it, and playing on from one."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from byways.acts import acts
from byways.record import Step
from byways.table.i18n import language_in, voice
from byways.table.pages import pictures
from byways.table.pages.board import as_json
from byways.table.pages.lobby import CLOCKS, bots
from byways.table.pages.phrases import ending, voice_of
from byways.table.pages.render import address, render
from byways.table.pages.steps import between, past_act
from byways.table.play.new_table import usual_bot
from byways.table.play.table import Table


async def past_page(table: Table, seat: int | None, number: int, since: int | None, language: str, tall: bool) -> str | None:
    """What a seat saw at the end of an act, what it was told of it, and what happened since another moment, usually the act before."""
    seen = await table.story(seat)
    if not 0 <= number < len(seen) or (since is not None and not 0 <= since <= number):
        return None
    step, game, speaking = seen[number], table.game, voice_of(table, language)
    view = msgspec.structs.replace(step.view, choices=())
    steps = between(game, seen, act_before(seen, number) if since is None else since, number, speaking.tell, tall)
    return render(
        "past.html",
        speaking,
        told=[ending(table, view, language)] if view.outcome else [one.text for one in steps],
        steps=as_json(steps),
        board=Markup(pictures.on_page(game.draw(view, "then", language_in(game, language), pictures.sprite(game), tall))),
        share=shared(table, seat, number),
        on=address(table, seat).to(f"on/{number}") if table.match.position.outcome and not view.outcome else None,
    )


def act_before(story: list[Step], number: int) -> int:
    """The last moment before another one at which an act ended."""
    return max((act.end for act in acts(story) if act.end < number), default=0)


async def missed(table: Table, seat: int | None, number: int, language: str) -> str:
    """How much happened since a moment, for somebody who was away."""
    count = sum(act.end > number for act in acts(await table.story(seat)))
    return render("missed.html", voice(language, table.game), count=count)


async def history(table: Table, seat: int | None, language: str) -> str:
    """All that a seat has seen, act by act."""
    seen, speaking = await table.story(seat), voice_of(table, language)
    return render("history.html", speaking, acts=[past_act(act, speaking.tell) for act in acts(seen)])


def shared(table: Table, seat: int | None, number: int) -> str:
    """The address of a moment for everybody: it counts what spectators have seen."""
    return f"/play/{table.id}?at={table.match.screens.same_moment(seat, number, None)}"


async def on_page(table: Table, seat: int | None, number: int, name: str, language: str) -> str:
    """How to play on from a moment of a finished game, against bots: in one's own seat, or in that of the player to choose."""
    table.until(seat, number)  # declines a moment that nobody can play on from
    view = (await table.story(seat))[number].view
    mine = seat if seat is not None and seat not in view.removed else next(iter(view.awaited), 0)
    seats = [
        {"number": other, "chosen": "me" if other == mine else f"bot:{usual_bot(table.game)}", "may_be_empty": False}
        for other in range(len(table.seats))
    ]
    at = address(table, seat)
    values = {"fields": [], "action": at.to(f"on/{number}"), "moment": number, "back": shared(table, seat, number), "name": name}
    menu = bots(table.game, language)
    return render("set.html", voice(language, table.game), game=table.game, seats=seats, bots=menu, clocks=CLOCKS, **values)
