"""The page of a table around its board: links to seats, what people say, hints, and the ways out."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import segno
from markupsafe import Markup

from byways.i18n import ENGLISH
from byways.phrases import headline
from byways.table.chat import LONGEST, REACTIONS, Talk
from byways.table.i18n import language_in
from byways.table.pages import pictures
from byways.table.pages.articles import short_page
from byways.table.pages.board import snapshot
from byways.table.pages.phrases import advice, idea, ideas, in_full, note, voice_of
from byways.table.pages.render import address, render
from byways.table.play import leaving
from byways.table.play.hints import Advised
from byways.table.play.table import Table
from byways.table.play.visits import Visit
from byways.table.seats import Kind

PARTS = ("result", "lesson", "stands-in", "seat-2", "seat-4")  # of a snapshot: a page marks its body with those it has


def advised(table: Table, hint: Advised, language: str = ENGLISH) -> str:
    """A hint: a few acts with what they are worth and why, or one choice."""
    told = [(one.act[0], *idea(table, one, language)) for one in hint.ideas]
    sentence = ideas(table, language) if told else advice(table, hint.choice, language)
    choices = [one.act[0] for one in hint.ideas] or [hint.choice]
    return render("advice.html", voice_of(table, language), sentence=sentence, choices=choices, ideas=told)


def leave_page(at: Visit, language: str) -> str:
    """The ways out of a game, and what each does."""
    table, speaking = at.table, voice_of(at.table, language)
    resigned = leaving.after_resigning(at) if leaving.can_resign(at) else None
    values = {
        "resigns": leaving.can_resign(at),
        "verdict": speaking.tell(headline(resigned)) if resigned else "",
        "at": address(table, at.seat),
        "closes": leaving.may_close(at),
        "idle": [(number, in_full(table, number, language)) for number in leaving.idle(at)],
    }
    return render("leave.html", speaking, table=table, **values)


def said(table: Table, seat: int | None, talk: Talk, since: int, language: str) -> str:
    """What people have said after a line, for one of them."""
    speaking, view = voice_of(table, language), table.match.screens[seat].view
    lines = [line for line in talk.lines if line.number > since]
    return render("said.html", speaking, talk=talk, lines=lines, view=view, names=speaking.speaker.seat_names)


def table_page(
    table: Table, seat: int | None, links: Mapping[int, str], language: str, tall: bool, looking_at: int | None, own: Mapping[str, object]
) -> str:
    """The page of a seat; `looking_at` is a moment, counted as spectators see them; `own` is what the page says for this visitor alone."""
    moment = None if looking_at is None else table.match.screens.same_moment(None, looking_at, seat)
    values: dict[str, object] = {"game": table.game, "seat": seat, "at": address(table, seat), "moment": moment}
    values["style"] = pictures.style_address(table.game)
    if seat is not None:
        values |= {"me": in_full(table, seat, language), "name": table.seats[seat].name}
    invitations = [invitation(table, number, link) for number, link in links.items()]
    kinds = {one.kind for one in invitations}
    open_to = {"waiting": "free" in kinds, "programs": "program" in kinds, "invitations": invitations}
    text = snapshot(table, seat, language, tall).text
    shown: dict[str, object] = {"note": note(table, language), "snapshot": Markup(text), "parts": parts_in(text, seat)}
    shown |= {"short": short_page(table.game, language_in(table.game, language)), "reactions": REACTIONS, "longest": LONGEST, **own}
    return render("table.html", voice_of(table, language), table=table, **shown, **open_to, **values)


def parts_in(text: str, seat: int | None) -> list[str]:
    """Which of the parts are on a page that change how others look."""
    return [part for part in PARTS if f' id="{part}"' in text] + ["say"] * (seat is not None)


class Invitation(msgspec.Struct, frozen=True):
    """A link to a seat, and the same as a code for cameras, unless it is for a program."""

    seat: int
    kind: Kind
    link: str
    code: Markup


def invitation(table: Table, number: int, link: str) -> Invitation:
    kind = table.seats[number].kind
    code = "" if kind == "program" else segno.make(link, micro=False).svg_inline(border=2, light="#fff", omitsize=True)
    return Invitation(number, kind, link, Markup(code))
