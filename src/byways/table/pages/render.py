"""How pages are made: templates, the words of one viewer, and the addresses of a table."""

from __future__ import annotations

from functools import cache

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from byways.drawing import TOKENS
from byways.game import Game
from byways.i18n import languages_of, locale
from byways.table.i18n import TABLE_WORDS, Voice
from byways.table.pages import pictures
from byways.table.pages.assets import STATIC
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


@cache
def mark(seat: int) -> Markup:
    """What stands for a seat on a page."""
    return Markup(pages.get_template("mark.html").render(seat=seat))


pages.globals |= {"tokens": TOKENS, "static": STATIC, "mark": mark}


def render(template: str, voice: Voice, /, **values: object) -> str:
    """A page in the words of one viewer."""
    return pages.get_template(template).render(values, say=voice.say, card=voice.card, page_language=voice.page_language, tongues=tongues())


@cache
def tongues() -> dict[str, str]:
    """The languages to choose from, each by its own name."""
    return {code: str(locale(code).get_language_name()).capitalize() for code in languages_of(TABLE_WORDS)}


def policy_for(game: Game) -> str:
    """The content policy of a page in which drawings of a game bring their style along."""
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
