"""Pictures of a game: its cover, and moments of an example game, drawn like any other view."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import unescape
from random import Random

from markupsafe import Markup
from msgspec.structs import replace

from byways.drawing import style_of, themed
from byways.game import Complaint, Game, View
from byways.i18n import ENGLISH
from byways.record import Record, new_record, read
from byways.room import find_room
from byways.sprite import digest
from byways.table.errors import Declined
from byways.table.i18n import language_in
from byways.table.pages.assets import digest_of

COVER = "cover"
MOMENTS = ("start", "turn", "middle", "end")
SYMBOL = '<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#art-{}" width="24" height="24"/></svg>'
SHAPE = 3 / 2  # aspect ratio of covers in lists
VIEW_BOX = re.compile(r'viewBox="([^"]*)"')


@cache
def example(game: Game) -> Record:
    """A finished bot game, made by `python -m tools.examples`, or a game before its first choice if none fits the components."""
    try:
        file = find_room(game.room).file("teaching", "example.json")
        record = read(file.read_bytes()) if file is not None else None
        if record is not None and record.load_game(game).digest == game.digest:
            return record
    except Complaint:
        pass
    seats = max(2, game.seats[0])
    return new_record(game, game.deal(seats, Random(1)), game.options(), ("",) * seats)


@cache
def moment(game: Game, name: str) -> View:
    """A view of the example: its start, its middle, a turn in its second half, or its end."""
    if name not in MOMENTS:
        raise Declined("wrong.picture", known=(COVER, *MOMENTS))
    record = example(game)
    positions = list(record.positions(game))
    if name in ("start", "end"):
        return positions[0 if name == "start" else -1].view(None)
    later = positions[len(positions) // 2 :]
    if name == "middle":
        return later[0].view(None)
    asked = next((position for position in later if position.awaited and not any(position.acts)), later[0])
    return asked.view(next(iter(asked.awaited), None))


@cache
def picture(game: Game, name: str = COVER, language: str | None = None) -> str:
    """The cover, or a moment of the example. A game without a cover shows the example's middle instead."""
    if name != COVER:
        return game.draw(moment(game, name), "example", language)
    drawn = find_room(game.room).cover
    return widened(picture(game, "middle", language)) if drawn is None else game.illustrated(drawn)


def widened(svg: str) -> str:
    """Pad a drawing to the aspect ratio of a cover, so that lists do not crop it."""

    def view_box(found: re.Match[str]) -> str:
        x, y, width, height = map(float, found[1].split())
        wide, high = max(width, SHAPE * height), max(height, width / SHAPE)
        return f'viewBox="{x - (wide - width) / 2:g} {y - (high - height) / 2:g} {wide:g} {high:g}"'

    return VIEW_BOX.sub(view_box, svg, count=1)


def address(game: Game, name: str, language: str = ENGLISH) -> str:
    """A picture's URL, which differs by language because browsers cache it."""
    spoken = language_in(game, language)
    return f"/picture/{game.name}/{name}.svg" + ("" if spoken == ENGLISH else f"?language={spoken}")


@cache
def sprite(game: Game) -> str | None:
    """The URL of a game's art, with a digest because browsers cache it forever."""
    art = find_room(game.room).art
    return f"/art/{game.name}-{digest(art)}.svg" if art else None


def symbol(game: Game, key: str) -> Markup:
    """One symbol of a game's art as SVG; empty without a key."""
    return Markup(game.illustrated(SYMBOL.format(key), sprite(game)) if key else "")


@cache
def style(game: Game) -> str:
    """The style sheet shared by all drawings of a game."""
    return unescape(style_of(picture(game, "start")))


@cache
def page_style(game: Game) -> str:
    """The style sheet for pages, which can be light or dark regardless of the system's preference."""
    return themed(style(game))


@cache
def style_address(game: Game) -> str | None:
    """The URL of the style sheet for pages, with a digest."""
    return f"/style/{game.name}-{digest_of(page_style(game).encode())}.css" if style(game) else None


@cache
def style_source(game: Game) -> str:
    """The hash with which a content policy allows that style inside a drawing."""
    return f" 'sha256-{b64encode(sha256(style(game).encode()).digest()).decode()}'" if style(game) else ""


def board(game: Game, view: View, name: str, language: str, tall: bool) -> Markup:
    """A drawing for a page, which loads the style and the art as files."""
    return Markup(on_page(game.draw(view, name, language_in(game, language), sprite(game), tall)))


def still_board(game: Game, view: View, name: str, language: str, tall: bool) -> Markup:
    """A drawing for a page, without choices."""
    return board(game, replace(view, choices=()), name, language, tall)


def on_page(svg: str) -> str:
    """A drawing without its style, for a page that loads the style as a file."""
    before, _, after = svg.partition("<style>")
    return before + after.partition("</style>")[2] if after else svg
