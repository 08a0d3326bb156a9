"""Convert Markdown to blocks for the layout: the rules, the summary of a turn, and the legend."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

Block: TypeAlias = dict[str, Any]  # as `layout.typ` reads it
Draw: TypeAlias = Callable[[str], str]  # draws the figure of this name
POINTER = re.compile(r"\[([^|\]]*)\|[^\]]*\]")  # paper shows the first word of `[click|tap]`
VIEW_BOX = re.compile(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"')
NATURAL, HIGHEST = 0.21, 92  # millimetres per unit of a drawing, and the greatest height of a figure


def read(markdown: str) -> SyntaxTreeNode:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(MarkdownIt("commonmark", {"html": False}).enable("table").parse(POINTER.sub(r"\1", markdown)))


def blocks(markdown: str, pictures: Pictures, width: float) -> list[Block]:
    """Return the blocks of a page, with figures no wider than `width` millimetres."""
    return [made for node in read(markdown).children for made in block(node, pictures, width)]


class Pictures:
    """The pictures of a book by file name; equal ones are stored once."""

    def __init__(self, prepare: Callable[[str], str], draw: Draw = str) -> None:
        self.prepare, self.draw = prepare, draw
        self.files: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def add(self, svg: str) -> str:
        """Add a picture unless it is already stored, and return its file name."""
        if svg not in self._names:
            self._names[svg] = f"{len(self._names)}.svg"
            self.files[self._names[svg]] = self.prepare(svg)
        return self._names[svg]


def block(node: SyntaxTreeNode, pictures: Pictures, width: float) -> Iterator[Block]:
    match node.type:
        case "heading":
            if node.tag != "h1":  # the book already has a title
                yield {"kind": "heading", "level": int(node.tag[1]), "runs": runs(node.children[0], pictures)}
        case "paragraph":
            inline = node.children[0]
            if [child.type for child in inline.children] == ["image"]:
                yield figure(pictures.draw(str(inline.children[0].attrs["src"])), inline.children[0].content, pictures, width)
            else:
                yield {"kind": "paragraph", "runs": runs(inline, pictures)}
        case "bullet_list" | "ordered_list":
            items = [[made for child in item.children for made in block(child, pictures, width)] for item in node.children]
            start = node.attrs.get("start", 1)
            yield {"kind": "bullets" if node.type == "bullet_list" else "numbers", "start": start, "items": items}
        case "table":
            rows = [row for part in node.children for row in part.children]
            yield {"kind": "table", "rows": [[runs(cell.children[0], pictures) for cell in row.children] for row in rows]}


def figure(svg: str, words: str, pictures: Pictures, width: float) -> Block:
    wide, high = size_of(svg)
    scale = min(NATURAL, width / wide, HIGHEST / high)
    return {"kind": "figure", "image": pictures.add(svg), "width": wide * scale, "words": words}


def size_of(svg: str) -> tuple[float, float]:
    found = VIEW_BOX.search(svg)
    assert found
    return float(found[1]), float(found[2])


def runs(inline: SyntaxTreeNode, pictures: Pictures, looks: str = "") -> list[Block]:
    """Return runs of text, each in one style, and the symbols between them."""
    made: list[Block] = []
    for node in inline.children:
        if node.type == "image":
            made.append({"image": pictures.add(pictures.draw(str(node.attrs["src"])))})
        elif node.type in ("strong", "em", "link"):
            made += runs(node, pictures, looks if node.type == "link" else node.type)
        else:
            made.append({"text": " " if node.type in ("softbreak", "hardbreak") else node.content, "looks": looks})
    return made


def signs(markdown: str, kept: Sequence[str], pictures: Pictures) -> list[Block]:
    """Return the lines of a legend whose first sign is one of `kept`, in the order of `kept`."""
    found: dict[str, Block] = {}
    for inline in (
        item.children[0].children[0] for part in read(markdown).children if part.type == "bullet_list" for item in part.children
    ):
        name = str(inline.children[0].attrs.get("src", ""))
        if name in kept:
            made = runs(inline, pictures)
            words = [one for one in made if one.get("text", " ").strip()]
            found[name] = {"images": [one["image"] for one in made if "image" in one], "runs": [one for one in words if "text" in one]}
    return [{"kind": "signs", "items": [found[name] for name in kept if name in found]}] if found else []


def plain(text: str) -> Block:
    return {"text": text, "looks": ""}


def paragraph(text: str) -> Block:
    return {"kind": "paragraph", "runs": [plain(text)]}
