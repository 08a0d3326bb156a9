"""Pages to read: how a game is played, with its figures, and its fine print."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from byways.game import Game
from byways.table.pages.pictures import on_page, sprite
from byways.teaching.guide import figure, how_to_play, in_short

ALONE = re.compile(r'<p><img src="(?P<name>[a-z0-9-]+)" alt="(?P<words>[^"]*)" /></p>')
AMONG = re.compile(r'<img src="(?P<name>[a-z0-9-]+)" alt="(?P<words>[^"]*)" />')
HEADING = re.compile(r"<h2>(?P<words>.*?)</h2>")


class Reading(NamedTuple):
    """A page as HTML, and its sections by their anchors."""

    text: Markup
    sections: tuple[tuple[str, str], ...]


def html(markdown: str) -> str:
    from markdown_it import MarkdownIt  # which takes longer to load than many a page to make

    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown))


@cache
def guide_page(game: Game, language: str) -> Reading | None:
    """How to play, then a turn in short and the legend; None for a game without such a page."""
    page = how_to_play(game, language)
    return None if page is None else reading(game, language, f"{page}\n\n{in_short(game, language) or ''}")


@cache
def short_page(game: Game, language: str) -> Markup:
    """A turn in short and the legend; empty for a game without them."""
    return illustrated(game, language, html(in_short(game, language) or ""))


@cache
def fine_print(game: Game) -> Reading | None:
    """What those who study a game want to know; None if it is not written down."""
    try:
        page = game.page
    except (FileNotFoundError, TypeError):
        return None
    return reading(game, "en", page)


def reading(game: Game, language: str, markdown: str) -> Reading:
    text = illustrated(game, language, html(markdown))
    sections = tuple((anchor(found["words"]), found["words"]) for found in HEADING.finditer(text))
    named = HEADING.sub(lambda found: f'<h2 id="{anchor(found["words"])}">{found["words"]}</h2>', text)
    return Reading(Markup(named), tuple((name, str(Markup(words).striptags())) for name, words in sections))


def anchor(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", Markup(words).striptags().lower()).strip("-")


def illustrated(game: Game, language: str, text: str) -> Markup:
    """With the figures in place: alone in a paragraph they have a caption, among words they are as small as these.

    They are part of the page, so its letters and its light or dark are theirs.
    """

    def picture(found: re.Match[str], looks: str) -> str:
        svg = on_page(figure(game, found["name"], language, sprite(game)))
        return svg.replace("<svg", f'<svg aria-label="{found["words"]}" data-looks="{looks}"', 1)

    def alone(found: re.Match[str]) -> str:
        return f"<figure>{picture(found, 'figure')}<figcaption>{found['words']}</figcaption></figure>"

    return Markup(AMONG.sub(lambda found: picture(found, "symbol"), ALONE.sub(alone, text)))
