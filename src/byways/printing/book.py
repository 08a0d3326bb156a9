"""A game's book: the rules, the legend and every sheet, as a PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from random import Random

from byways.errors import Refused
from byways.game import Game
from byways.i18n import Message, Sentence
from byways.phrases import card_words, reconstructed_parts
from byways.printing.article import Block, Pictures, blocks, paragraph, plain, signs
from byways.printing.grid import FOOT, GAP, MARGIN, PAPERS, TOP, Label, Page, Pages, PaperName
from byways.printing.ink import Ink, inked
from byways.printing.puzzles import add_puzzles
from byways.printing.typesetting import check_installed, typeset
from byways.room import find_room
from byways.sheets import Board, Form, Order, Pieces, Prints
from byways.teaching.guide import figure, how_to_play, in_short


def print_game(game: Game, order: Order, paper: PaperName = "a4", ink: Ink = "colour") -> bytes:
    """Return everything needed to play a game on paper as a PDF."""
    check_installed()
    book = Book(game, order.language, paper, ink)
    book.add_sheets(order)
    add_puzzles(book)
    return book.typeset()


def check_order(game: Game, players: int | None, language: str, options: dict[str, str]) -> Order:
    """Return an order for this many players or, without a number, for the most players that the options allow.

    Raise `Refused` if the game cannot be played so.
    """
    chosen = game.read_options(options)
    least, most = game.seats
    numbers = range(most, least - 1, -1) if players is None else (players,)
    for number in numbers:
        try:
            game.deal(number, Random(0), chosen)
        except Refused:
            if number == numbers[-1]:
                raise
        else:
            break
    return Order(number, chosen, game.language(language))


class Book:
    """The sections of a game's book, for one paper size, one kind of ink and one language."""

    def __init__(self, game: Game, language: str, paper: PaperName, ink: Ink) -> None:
        self.game, self.language = game, language
        self.words, self.paper = card_words(game, language), PAPERS[paper]
        self.pictures = Pictures(partial(inked, ink=ink), lambda name: figure(game, name, language))
        self.sections: list[Block] = []

    def say(self, name: str, **values: str | int) -> str:
        return self.game.say(Message(name, dict(values)), self.language)

    def tell(self, sentence: Sentence) -> str:
        return self.game.say(sentence, self.language)

    def titled(self, title: str, text: str) -> str:
        return self.say("line.titled", title=title, text=text)

    def add_sheets(self, order: Order) -> None:
        """Add the rules and everything that the game prints."""
        room = find_room(self.game.room)
        if room.sheets is None:
            raise Refused(Message("refuse.no-sheets", {"title": self.game.title}))
        prints = room.sheets.prints(self.game, order)
        self.add_rules(order, prints)
        self.add_fixed([sheet for sheet in prints.sheets if not isinstance(sheet, Form)])
        self.add_forms([sheet for sheet in prints.sheets if isinstance(sheet, Form)])

    def typeset(self) -> bytes:
        width, height = self.paper
        book = {
            "title": self.words.title,
            "language": self.language,
            **{"width": width, "height": height, "margin": MARGIN, "top": TOP, "foot": FOOT},
            **{"sheet": self.say("print.sheet", sheet="#1", sheets="#2"), "bar": self.say("print.bar")},
            "sections": self.sections,
        }
        return typeset(book, self.pictures.files)

    def note(self, parts: Sequence[str] = ()) -> str:
        """Return the credit, and a remark if parts are reconstructed or custom."""
        return " ".join(filter(None, (self.words.credit, self.origin(parts))))

    def origin(self, parts: Sequence[str]) -> str:
        if self.game.own is not None:
            return self.say("print.own-file", file=self.game.own_file) if self.game.own_file else self.say("print.own")
        made = tuple(part for part in parts if part in reconstructed_parts(self.game))
        return self.tell(Message("reconstruction", {"parts": made})) if made else ""

    def add_flow(self, title: str, body: list[Block], columns: int = 1, parts: Sequence[str] = ()) -> None:
        """Add sheets of running text."""
        title = self.titled(self.words.title, title) if title else self.words.title
        self.sections.append({"kind": "flow", "title": title, "hint": "", "note": self.note(parts), "columns": columns, "blocks": body})

    # Rules

    def add_rules(self, order: Order, prints: Prints) -> None:
        width = (self.paper[0] - 2 * MARGIN - GAP) / 2
        page = how_to_play(self.game, self.language, on_paper=True) or self.game.page
        short = in_short(self.game, self.language, order.players, on_paper=True) or ""
        body = [*self.opening(prints), *blocks(page, self.pictures, width), *blocks(short.rpartition("\n## ")[0], self.pictures, width)]
        if legend := signs(short, prints.legend, self.pictures):
            body += [{"kind": "heading", "level": 2, "runs": [plain(self.say("print.legend"))]}, *legend]
        self.add_flow(self.say("print.rules"), body, 2, self.game.components.__struct_fields__)

    def opening(self, prints: Prints) -> Iterator[Block]:
        """Yield the title, the instructions for printing and cutting, and the list of contents."""
        yield {"kind": "title", "text": self.words.title}
        yield {"kind": "paragraph", "runs": [plain(self.words.summary)]}
        steps = [self.say(f"print.{step}") for step in ("scale", "cut", "fold")]
        lines = [[paragraph(f"{title} × {count}" if count > 1 else title)] for title, count in self.contents(prints).items()]
        yield {"kind": "note", "items": [*map(paragraph, steps), {"kind": "bullets", "items": lines}]}

    def contents(self, prints: Prints) -> Counter[str]:
        """Return the number of pieces of each kind."""
        found: Counter[str] = Counter()
        for sheet in prints.sheets:
            found[self.tell(sheet.title)] += sum(piece.count for piece in sheet.pieces) if isinstance(sheet, Pieces) else sheet.count
        return found

    # Sheets

    def add_fixed(self, sheets: Sequence[Pieces | Board]) -> None:
        pages = Pages(self.paper)
        for sheet in sheets:
            if isinstance(sheet, Pieces):
                pages.lay_pieces(sheet)
            else:
                pages.lay_board(sheet)
        self.sections += map(self.fixed, pages.pages)

    def fixed(self, page: Page) -> Block:
        titles = dict.fromkeys(self.tell(label.block.title) for label in page.labels)
        parts = dict.fromkeys(part for label in page.labels for part in label.block.parts)
        return {
            "kind": "fixed",
            "title": self.titled(self.words.title, ", ".join(titles)),
            "hint": self.say("print.hint" if page.lines else "print.hint-whole"),
            "note": self.note(tuple(parts)),
            "images": [{**asdict(image), "art": self.pictures.add(image.art)} for image in page.images],
            "lines": [asdict(line) for line in page.lines],
            "labels": list(map(self.label, page.labels)),
        }

    def label(self, label: Label) -> Block:
        """Return the title of a block, with a hint in softer type on what to do with the block."""
        hints = [self.tell(label.block.hint), self.say("print.folded") if label.folds else ""]
        part = self.say("print.part", part=label.part[0], parts=label.part[1]) if label.part else ""
        hint = " ".join(filter(None, (part, *hints)))
        return {"words": self.tell(label.block.title), "hint": hint, "x": label.x, "y": label.y, "width": label.width}

    def add_forms(self, forms: Sequence[Form]) -> None:
        if forms:
            self.add_flow(self.say("print.scores"), [block for form in forms for block in self.form(form)])

    def form(self, form: Form) -> Iterator[Block]:
        rows = [[self.tell(row), *[""] * len(form.columns)] for row in form.rows]
        for _ in range(form.count):
            yield {"kind": "form", "words": self.tell(form.title), "heads": list(map(self.tell, form.columns)), "rows": rows}
