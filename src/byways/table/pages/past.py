"""Looking back: a game's moments and acts, and playing on from a moment."""

from __future__ import annotations

from byways.table.i18n import voice
from byways.table.pages import pictures
from byways.table.pages.board import as_json
from byways.table.pages.lobby import CLOCKS, bots
from byways.table.pages.phrases import ending, voice_of
from byways.table.pages.render import address, render, render_in_slices
from byways.table.pages.shows import show_at
from byways.table.pages.steps import between, past_act
from byways.table.play.new_table import default_bot
from byways.table.play.table import Table

MOST = 100  # moments on a page


async def past_page(table: Table, seat: int | None, number: int, language: str, tall: bool) -> str | None:
    """A moment of a seat's story, with its act's events so far; None if the seat has not seen that moment."""
    story = await table.story(seat)
    if not 0 <= number < len(story.steps):
        return None
    game, speaking = table.game, voice_of(table, language)
    view = story.steps[number].view
    steps = between(game, story.steps, max(story.act_before(number), number - MOST), number, speaking.tell, tall)
    return render(
        "past.html",
        speaking,
        told=[ending(table, view, language)] if view.outcome else [one.text for one in steps],
        steps=as_json(steps),
        board=pictures.still_board(game, view, "then", language, tall),
        share=public_address(table, seat, number),
        show=show_at(story.steps, number),
        on=address(table, seat).to(f"on/{number}") if table.match.position.outcome and not view.outcome else None,
    )


async def missed(table: Table, seat: int | None, number: int, language: str) -> str:
    """The number of acts since a moment, for a returning player."""
    count = sum(act.end > number for act in (await table.story(seat)).acts)
    return render("missed.html", voice(language, table.game), count=count)


async def history(table: Table, seat: int | None, language: str) -> str:
    """The list of all acts a seat has seen."""
    story, speaking, slices = await table.story(seat), voice_of(table, language), table.registry.slices
    acts = await slices.run(past_act(act, story.steps[act.end].view, speaking.tell) for act in story.acts)
    return await render_in_slices(slices, "history.html", speaking, acts=acts)


def public_address(table: Table, seat: int | None, number: int) -> str:
    """A moment's address for any viewer, numbered by the spectators' moments."""
    return f"/play/{table.id}?at={table.match.screens.same_moment(seat, number, None)}"


async def on_page(table: Table, seat: int | None, number: int, name: str, language: str) -> str:
    """The form for playing on from a moment of a finished game, against bots, in the viewer's seat or the awaited player's."""
    table.match.record_before_end(seat, number)  # raises if there is nothing to play on from
    view = (await table.story(seat)).steps[number].view
    mine = seat if seat is not None and seat not in view.removed else next(iter(view.awaited), 0)
    played = [one.bot if one.kind == "bot" else default_bot(table.game) for one in table.seats]
    chosen = ["me" if other == mine else f"bot:{bot}" for other, bot in enumerate(played)]
    seats = [{"number": other, "chosen": one, "may_be_empty": False} for other, one in enumerate(chosen)]
    at, speaking = address(table, seat), voice_of(table, language)
    when = speaking.tell(view.when) if view.when else speaking.say("when.moment", number=number)
    values = {"fields": [], "action": at.to(f"on/{number}"), "when": when, "back": public_address(table, seat, number), "name": name}
    menu = bots(table.game, language)
    return render("set.html", speaking, game=table.game, seats=seats, bots=menu, clocks=CLOCKS, **values)
