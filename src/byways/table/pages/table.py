"""A table's page around its board: invitations, chat, hints, and leaving."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any

import msgspec
import segno
from markupsafe import Markup

from byways.game import View
from byways.i18n import ENGLISH, Message
from byways.phrases import headline
from byways.table.chat import LONGEST, REACTIONS, Talk
from byways.table.i18n import language_in
from byways.table.pages import pictures
from byways.table.pages.articles import short_page
from byways.table.pages.board import snapshot
from byways.table.pages.ghosts import ghosts
from byways.table.pages.phrases import advice, idea, ideas, in_full, note, voice_of
from byways.table.pages.render import address, render
from byways.table.play import leaving
from byways.table.play.hints import Advice
from byways.table.play.table import Table
from byways.table.play.visits import Visit
from byways.table.seats import Kind

PARTS = ("result", "lesson", "puzzle", "stands-in", "retry", "seat-2", "seat-4")  # ids in a snapshot that become classes of the body


class ShownIdea(msgspec.Struct, frozen=True):
    """An act in words and as a ghost. `choices` lists its steps in notation, one per line, after the steps already taken."""

    choices: str
    ghost: Markup
    text: str = ""
    worth: str = ""
    reasons: Sequence[str] = ()


def advised(table: Table, view: View, acted: int, hint: Advice, language: str = ENGLISH, tall: bool = False) -> str:
    """A hint for a view: a few acts with their worth and reasons, or one choice, each with its ghost for the board.

    `acted` is when the seat's latest act became final; the hint lasts until the next act does.
    """
    spoken = language_in(table.game, language)

    def shown(act: Sequence[str], *words: Any) -> ShownIdea:
        return ShownIdea("\n".join([*map(str, view.act), *act]), ghosts(table.game, view, act, spoken, tall), *words)

    weighed = [shown(one.act, *idea(table, one, language)) for one in hint.ideas]
    sentence = ideas(table, language) if weighed else advice(table, hint.choice, language)
    acts = weighed or [shown((hint.choice,))]
    return render("advice.html", voice_of(table, language), sentence=sentence, ideas=acts, acted=acted)


def leave_page(at: Visit, language: str) -> str:
    """The ways to leave a game, and what each means."""
    table, speaking = at.table, voice_of(at.table, language)
    resigned = leaving.outcome_after_resigning(at) if leaving.can_resign(at) else None
    values = {
        "resigns": leaving.can_resign(at),
        "verdict": speaking.tell(headline(resigned)) if resigned else "",
        "at": address(table, at.seat),
        "closes": leaving.may_close(at),
        "idle": [(number, in_full(table, number, language)) for number in leaving.absent_seats(at)],
    }
    return render("leave.html", speaking, table=table, **values)


def said(table: Table, seat: int | None, talk: Talk, since: int, language: str) -> str:
    """The chat after a given line, for one viewer."""
    speaking, view = voice_of(table, language), table.match.screens[seat].view
    lines = [line for line in talk.lines if line.number > since]
    return render("said.html", speaking, talk=talk, lines=lines, view=view, names=speaking.speaker.seat_names)


def table_page(
    table: Table, seat: int | None, links: Mapping[int, str], language: str, tall: bool, looking_at: int | None, own: Mapping[str, object]
) -> str:
    """A seat's page. `looking_at` is a moment as numbered for spectators; `own` has values for this visitor only."""
    moment = None if looking_at is None else table.match.screens.same_moment(None, looking_at, seat)
    values: dict[str, object] = {"game": table.game, "seat": seat, "at": address(table, seat), "moment": moment}
    values["style"] = pictures.style_address(table.game)
    if seat is not None:
        name = table.seats[seat].name
        values |= {"me": in_full(table, seat, language) if name else Message("seat.the", {"seat": seat}), "name": name}
    invitations = invitations_of(table, links)
    kinds = {one.kind for one in invitations}
    free = [one for one in invitations if one.kind == "free"]
    open_to = {"waiting": len(free), "programs": "program" in kinds, "invitations": invitations}
    text = snapshot(table, seat, language, tall).text
    shown: dict[str, object] = {"note": note(table, language), "snapshot": Markup(text), "parts": parts_in(text, seat)}
    shown |= {
        "short": short_page(table.game, language_in(table.game, language), len(table.seats)),
        "reactions": REACTIONS,
        "longest": LONGEST,
        **own,
    }
    return render("table.html", voice_of(table, language), table=table, **shown, **open_to, **values)


def parts_in(text: str, seat: int | None) -> list[str]:
    """The parts of a page that affect the style of others."""
    return [part for part in PARTS if f' id="{part}"' in text] + ["say"] * (seat is not None)


class Invitation(msgspec.Struct, frozen=True):
    """A link to a seat, or to any of several free seats."""

    seats: tuple[int, ...]
    kind: Kind
    link: str


def invitations_of(table: Table, links: Mapping[int, str]) -> list[Invitation]:
    """One invitation for each link. `links` maps seats to their links."""
    seats = {link: tuple(number for number, other in links.items() if other == link) for link in links.values()}
    return [Invitation(numbers, table.seats[numbers[0]].kind, link) for link, numbers in seats.items()]


@lru_cache(1000)
def qr_code(link: str) -> bytes:
    """A QR code as an SVG file. Making one takes longer than drawing the board, so it is not part of the page."""
    file = BytesIO()
    segno.make(link, micro=False).save(file, kind="svg", border=2, light="#fff", omitsize=True)
    return file.getvalue()
