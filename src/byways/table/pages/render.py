"""Render templates in a viewer's language, and build a table's addresses."""

from __future__ import annotations

import re
from functools import cache

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from byways.drawing import TOKENS
from byways.game import Game
from byways.i18n import languages_of, locale
from byways.table.i18n import TABLE_WORDS, Voice
from byways.table.pages import pictures
from byways.table.pages.assets import STATIC
from byways.table.play.slices import Slices
from byways.table.play.table import Table

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


pages = Environment(
    loader=PackageLoader("byways.table.pages"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
    auto_reload=False,
)


HANDS = re.compile(r"\[([^][|]+)\|([^][|]+)\]")


def by_hand(text: str) -> Markup:
    """Escape a text as HTML. For `[click|tap]`, the page shows the first word to mouse users and the second to touch users."""
    return Markup(HANDS.sub(r'<span class="by-mouse">\1</span><span class="by-finger">\2</span>', str(escape(text))))


@cache
def seat_token(token: int) -> Markup:
    """The shape and colour of a seat, as a small drawing."""
    return Markup(pages.get_template("seat-token.html").render(seat=token))


pages.globals |= {"tokens": TOKENS, "static": STATIC, "seat_token": seat_token}
pages.filters["by_hand"] = by_hand


def render(template: str, voice: Voice, /, **values: object) -> str:
    return pages.get_template(template).render(values | context(voice))


async def render_in_slices(slices: Slices, template: str, voice: Voice, /, **values: object) -> str:
    """`render` for pages that grow with a game, done in slices that leave the event loop free between them."""
    return "".join(await slices.run(pages.get_template(template).generate(values | context(voice))))


def context(voice: Voice) -> dict[str, object]:
    return {"say": voice.say, "card": voice.card, "page_language": voice.page_language, "tongues": tongues()}


@cache
def tongues() -> dict[str, str]:
    """The languages on offer, each with its name in that language."""
    return {code: str(locale(code).get_language_name()).capitalize() for code in languages_of(TABLE_WORDS)}


def policy_for(game: Game) -> str:
    """The content policy for a drawing that contains its game's style."""
    return POLICY.format(style=pictures.style_source(game))


class Address(msgspec.Struct, frozen=True):
    """The addresses of a table for one seat."""

    table: str
    seat: int | None

    def to(self, what: str = "") -> str:
        path = f"/play/{self.table}/{what}".rstrip("/")
        return path if self.seat is None else f"{path}?seat={self.seat}"


def address(table: Table, seat: int | None) -> Address:
    return Address(table.id, seat)
