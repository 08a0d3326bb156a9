"""Pictures of a game for the lobby and its rules: moments of the example in its room, drawn like any other view."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import unescape
from random import Random

from byways.game import Complaint, Game, View
from byways.i18n import ENGLISH
from byways.record import Record, opened, read
from byways.room import find_room
from byways.sprite import digest
from byways.table.errors import Declined
from byways.table.i18n import language_in
from byways.table.pages.assets import digest_of

COVER = "cover"
MOMENTS = ("start", "turn", "middle", "end")
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@cache
def example(game: Game) -> Record:
    """A whole game by bots, made by `python -m tools.examples`; if there is none that fits, a game before its first choice."""
    try:
        file = find_room(game.room).file("teaching", "example.json")
        record = read(file.read_bytes()) if file is not None else None
        if record is not None and record.load_game(game).digest == game.digest:
            return record
    except Complaint:
        pass
    return opened(game, game.deal(max(2, game.seats[0]), Random(1)), game.options(), ())


@cache
def moment(game: Game, name: str) -> View:
    """The example before anybody has chosen, halfway as a spectator or the player to choose sees it, and at its end."""
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
    """The cover that the room drew, or a moment of the example; a room without a cover has the middle instead."""
    if name != COVER:
        return game.draw(moment(game, name), "example", language)
    drawn = find_room(game.room).cover
    return picture(game, "middle", language) if drawn is None else game.illustrated(drawn)


def address(game: Game, name: str, language: str = ENGLISH) -> str:
    """Where a picture is found: each language has its own, for pictures are kept by browsers."""
    spoken = language_in(game, language)
    return f"/picture/{game.name}/{name}.svg" + ("" if spoken == ENGLISH else f"?language={spoken}")


@cache
def sprite(game: Game) -> str | None:
    """Where the art of a game is found: each version of it has its own address, for browsers keep it for good."""
    art = find_room(game.room).art
    return f"/art/{game.name}-{digest(art)}.svg" if art else None


@cache
def style(game: Game) -> str:
    """The style that all drawings of a game have."""
    found = STYLE.search(picture(game, "start"))
    return unescape(found[1]) if found else ""


@cache
def style_address(game: Game) -> str | None:
    """Where pages find that style, in each version of it."""
    return f"/style/{game.name}-{digest_of(style(game).encode())}.css" if style(game) else None


@cache
def style_source(game: Game) -> str:
    """How a content policy allows that style in a drawing that stands alone: by its hash."""
    return f" 'sha256-{b64encode(sha256(style(game).encode()).digest()).decode()}'" if style(game) else ""


def on_page(svg: str) -> str:
    """A drawing as a part of a page, which has the style from its file."""
    before, _, after = svg.partition("<style>")
    return before + after.partition("</style>")[2] if after else svg
