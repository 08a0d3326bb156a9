"""Pages to read: how a game is played, with its figures, and its fine print."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from byways.game import Game
from byways.table.pages.pictures import on_page, sprite
from byways.teaching.guide import figure, how_to_play, in_short

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

FIGURE = re.compile(r"[a-z0-9-]+")  # an image with such an address is a figure


class Reading(NamedTuple):
    """A page as HTML, and its sections by their anchors."""

    text: Markup
    sections: tuple[tuple[str, str], ...]


@cache
def markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # importing it takes longer than making most pages

    return MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def guide_page(game: Game, language: str) -> Reading | None:
    """How to play, then a turn in short and the legend; None for a game without such a page."""
    page = how_to_play(game, language)
    return None if page is None else reading(game, language, f"{page}\n\n{in_short(game, language) or ''}")


@cache
def short_page(game: Game, language: str) -> Markup:
    """A turn in short and the legend; empty for a game without them."""
    return illustrated(game, language, markdown().parse(in_short(game, language) or ""))


@cache
def fine_print(game: Game) -> Reading | None:
    """What those who study a game want to know; None if it is not written down."""
    try:
        page = game.page
    except (FileNotFoundError, TypeError):
        return None
    return reading(game, "en", page)


def reading(game: Game, language: str, page: str) -> Reading:
    tokens = markdown().parse(page)
    headings = [(token, words_in(line)) for token, line in pairwise(tokens) if (token.type, token.tag) == ("heading_open", "h2")]
    for token, words in headings:
        token.attrSet("id", anchor(words))
    return Reading(illustrated(game, language, tokens), tuple((anchor(words), words) for _, words in headings))


def words_in(token: Token) -> str:
    return "".join("\n" if part.type == "softbreak" else part.content for part in token.children or ())


def anchor(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def illustrated(game: Game, language: str, tokens: list[Token]) -> Markup:
    """A page as HTML with its figures: one that is alone in a paragraph has a caption, one among words is as small as these.

    They are SVG inside the page, so that its fonts and its light or dark colours apply to them.
    """
    for before, line, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        for image in line.children or ():
            if image.type == "image" and FIGURE.fullmatch(str(image.attrs["src"])):
                is_alone = before.type == "paragraph_open" and not before.hidden and line.children == [image]
                if is_alone:
                    before.tag = after.tag = "figure"
                image.type, image.content = "html_inline", picture(game, language, image, is_alone)
    return Markup(markdown().renderer.render(tokens, markdown().options, {}))


def picture(game: Game, language: str, image: Token, is_alone: bool) -> str:
    from markdown_it.common.utils import escapeHtml

    words, looks = escapeHtml(words_in(image)), "figure" if is_alone else "symbol"
    svg = on_page(figure(game, str(image.attrs["src"]), language, sprite(game)))
    labelled = svg.replace("<svg", f'<svg aria-label="{words}" data-looks="{looks}"', 1)
    return f"{labelled}<figcaption>{words}</figcaption>" if is_alone else labelled
