"""Articles from Markdown: how to play, with figures, and the fine print."""

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
PAGES = {  # URLs of files that articles link to; on disk, the links lead to the files
    "teaching/how_to_play/en.md": "/rules/{}",
    "teaching/lessons": "/learn/{}",
    "../../rules.md": "/rules/{}/fine-print",
}


class Article(NamedTuple):
    """HTML, and the sections as pairs of anchor and title."""

    text: Markup
    sections: tuple[tuple[str, str], ...]


@cache
def markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # a slow import that most pages do not need

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def guide_page(game: Game, language: str) -> Article | None:
    """The how-to-play page, with a turn summary and the legend; None if the game has no guide."""
    page = how_to_play(game, language)
    return None if page is None else article(game, language, f"{page}\n\n{in_short(game, language) or ''}")


@cache
def short_page(game: Game, language: str, seats: int) -> Markup:
    """A turn summary for this many players, and the legend; empty if the game has neither."""
    return illustrated(game, language, markdown().parse(in_short(game, language, seats) or ""))


def fine_print(game: Game) -> Article:
    """The details of a game's implementation."""
    return article(game, "en", game.page)


def article(game: Game, language: str, page: str) -> Article:
    tokens = markdown().parse(page)
    headings = [(token, words_in(line)) for token, line in pairwise(tokens) if (token.type, token.tag) == ("heading_open", "h2")]
    for token, words in headings:
        token.attrSet("id", anchor(words))
    for link in (part for token in tokens for part in token.children or () if part.type == "link_open"):
        address = str(link.attrs["href"])
        link.attrSet("href", PAGES.get(address, address).format(game.name))
    return Article(illustrated(game, language, tokens), tuple((anchor(words), words) for _, words in headings))


def words_in(token: Token) -> str:
    return "".join("\n" if part.type == "softbreak" else part.content for part in token.children or ())


def anchor(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def illustrated(game: Game, language: str, tokens: list[Token]) -> Markup:
    """Render HTML with figures as inline SVG, so that the page's fonts and colours apply.

    A figure alone in a paragraph gets a caption; one among words is drawn at their size.
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
