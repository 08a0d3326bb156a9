"""Whole books, read back from their PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest
from PIL import ImageOps
from pypdfium2 import raw

from byways.errors import COMMON_CATALOGUE, Refused
from byways.game import Game, find_game
from byways.i18n import languages_of
from byways.printing.article import POINTER
from byways.printing.book import Book, check_order, print_game
from byways.printing.grid import GUTTER, MARGIN, RIM
from byways.printing.typesetting import is_printable
from byways.room import find_room
from byways.sheets import Pieces
from byways.teaching.guide import how_to_play, in_short
from tests.printing.pdf import MM, boxes, fonts, texts
from tests.toy import GAME as TOY

LANGUAGES = {"labyrinth": "en", "long_road": "de", "long_way": "it", "the_way": "de", "traxx": "en"}
NOTICES = {"en": "Reconstructed for Byways", "de": "Für Byways gemacht, nicht gedruckt", "it": "Ricostruzione di Byways"}


@cache
def printed(name: str) -> bytes:
    game = find_game(name)
    return print_game(game, check_order(game, None, LANGUAGES[name], {}), "letter" if name == "long_way" else "a4")


@cache
def words(name: str) -> list[str]:
    with pypdfium2.PdfDocument(printed(name)) as pdf:
        return texts(pdf)


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> Iterator[pypdfium2.PdfDocument]:
    with pypdfium2.PdfDocument(printed(request.param)) as pdf:
        yield pdf


def test_every_sheet_has_its_size_its_number_and_a_bar_of_50_mm(book: pypdfium2.PdfDocument) -> None:
    sizes = {(round(page.get_width() / MM, 1), round(page.get_height() / MM, 1)) for page in book}
    assert sizes in ({(210.0, 297.0)}, {(215.9, 279.4)})
    for number, text in enumerate(texts(book), 1):
        assert any(f"{sheet} {number} {of} {len(book)}" in text for sheet, of in (("Sheet", "of"), ("Bogen", "von"), ("Foglio", "di")))
        assert "50 mm: " in text
    left, right = (box.middle[0] for box in boxes(book[len(book) - 1]) if box.width < 1 and 3 < box.height < 4)
    assert right - left == pytest.approx(50, abs=0.1)


def test_nothing_lies_nearer_than_8_mm_to_the_edge(book: pypdfium2.PdfDocument) -> None:
    for page in book:
        picture = ImageOps.invert(page.render(scale=1, grayscale=True).to_pil())
        left, top, right, foot = picture.getbbox() or (0, 0, 0, 0)
        assert min(left, top, picture.width - right, picture.height - foot) >= int(MARGIN * MM) - 1


def test_all_text_is_text_in_embedded_fonts(book: pypdfium2.PdfDocument) -> None:
    assert all(name.startswith("SourceSansPro") and embedded for page in book for name, embedded in fonts(page))
    assert all(texts(book))


class Cut(NamedTuple):
    """A block of pieces, as the cut marks around it show: the size of its pieces and how many have room."""

    size: tuple[float, float]
    columns: int
    rows: int


def cuts(page: pypdfium2.PdfPage) -> Iterator[Cut]:
    """Read the cut marks of a page. Vertical ones stand above and below each block."""
    found = boxes(page)
    upright = [box for box in found if box.width < 0.3 and 4 < box.height < 5]
    level = [box for box in found if box.height < 0.3 and 4 < box.width < 5]
    edges = sorted({round(box.y, 1) for box in upright})
    for top, foot in zip(edges[::2], edges[1::2], strict=True):
        across = sorted({round(box.middle[0], 2) for box in upright if round(box.y, 1) == top})
        down = sorted({round(box.middle[1], 2) for box in level if top < box.y < foot + RIM})
        wide = across[1] - across[0]
        widths = [there - here for here, there in pairwise(across)]
        heights = [there - here for here, there in pairwise(down)]
        assert all(width == pytest.approx(wide, abs=0.1) or width == pytest.approx(2 * GUTTER, abs=0.1) for width in widths)
        assert all(height == pytest.approx(heights[0], abs=0.1) for height in heights)
        gaps = sum(width == pytest.approx(2 * GUTTER, abs=0.1) for width in widths)
        yield Cut((wide, heights[0]), len(widths) - gaps, len(heights))


@pytest.mark.parametrize("name", ["labyrinth", "traxx", "the_way", "long_road"])
def test_pieces_are_cut_to_size_and_as_many_as_the_game_has(name: str) -> None:
    game = find_game(name)
    printing = find_room(game.room).sheets
    assert printing is not None
    found = [cut for page in pypdfium2.PdfDocument(printed(name)) for cut in cuts(page)]
    for sheet in printing.prints(game, check_order(game, None, LANGUAGES[name], {})).sheets:
        if isinstance(sheet, Pieces):
            left = sum(piece.count * (2 if piece.back else 1) for piece in sheet.pieces)
            while left > 0:
                cut = found.pop(0)
                assert cut.size == pytest.approx(sheet.size, abs=0.1)
                left -= cut.columns * cut.rows
            assert -left < cut.columns
    assert found == []


def test_no_picture_is_a_bitmap(book: pypdfium2.PdfDocument) -> None:
    for page in book:
        assert [*page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE])] == []


def test_sheets_without_marks_do_not_speak_of_them() -> None:
    for text in words("traxx"):
        assert ("cut along the marks" in text) == ("Traxx: Cards" in text)


def test_a_frame_larger_than_the_paper_has_marks_where_its_parts_meet() -> None:
    game = find_game("labyrinth")
    order = check_order(game, 2, "en", {"rows": "15", "columns": "15"})
    pdf = pypdfium2.PdfDocument(print_game(game, order))
    parts = [page for page, text in zip(pdf, texts(pdf), strict=True) if "glue the parts together" in text]
    assert len(parts) > 1
    assert all([(cut.columns, cut.rows) for cut in cuts(page)] == [(1, 1)] for page in parts)


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_sheet_has_the_credit_and_reconstructed_parts_are_labelled(name: str) -> None:
    sheets = words(name)
    credit = Book(find_game(name), LANGUAGES[name], "a4", "colour").words.credit
    assert all("".join(credit.split()) in "".join(text.split()) for text in sheets)
    assert any(NOTICES[LANGUAGES[name]] in text for text in sheets)


def test_the_title_of_a_sheet_is_set_as_in_its_language() -> None:
    titles = [Book(find_game("labyrinth"), language, "a4", "colour").titled("X", "Y") for language in ("de", "fr")]
    assert titles == ["X: Y", "X\N{NARROW NO-BREAK SPACE}: Y"]


def test_the_same_order_gives_the_same_bytes() -> None:
    game = find_game("traxx")
    assert print_game(game, check_order(game, None, "en", {})) == printed("traxx")


def test_own_components_are_labelled_as_own() -> None:
    game = find_game("traxx")
    own = game.using(game.components_text.replace('"BGYA"', '"BGYW"', 1), "mine.toml")
    sheets = texts(pypdfium2.PdfDocument(print_game(own, check_order(own, 1, "en", {}))))
    assert all("With your own components from mine.toml" in text for text in sheets)
    assert not any(NOTICES["en"] in text for text in sheets)


@pytest.mark.parametrize(("players", "options"), [(None, {"rows": "5", "columns": "5"}), (4, {"classic": "true"})])
def test_without_a_number_an_order_is_for_as_many_as_can_play(players: int | None, options: dict[str, str]) -> None:
    assert check_order(find_game("labyrinth"), players, "en", options).players == 4


@pytest.mark.parametrize("players", [0, 5])
def test_a_wrong_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(Refused, match=f"not for {players}"):
        check_order(find_game("traxx"), players, "en", {})


def test_a_game_without_sheets_says_so() -> None:
    with pytest.raises(Refused, match="has no sheets to print"):
        print_game(TOY, check_order(TOY, 2, "en", {}))


@pytest.mark.parametrize("language", languages_of(COMMON_CATALOGUE))
@pytest.mark.parametrize("name", LANGUAGES)
def test_printed_rules_do_not_speak_of_screens(name: str, language: str) -> None:
    game = find_game(name)
    short = in_short(game, language, on_paper=True) or ""
    for text in (how_to_play(game, language, on_paper=True) or "", short.rpartition("\n## ")[0]):
        assert not POINTER.findall(text)  # `[click|tap]`
        assert not re.search(r"\[\[|\|\||\]\]", text)
        assert not re.search(r"(?<!\*)\*(Done|Fertig|Fatto|Terminé|Listo)\*(?!\*)|Touchscreen|touch screen|schermo|écran|pantalla", text)


@pytest.mark.parametrize("language", languages_of(COMMON_CATALOGUE))
def test_no_letter_is_missing_from_the_font(language: str) -> None:
    known = letters_of_the_font()
    for game in map(find_game, LANGUAGES):
        assert not letters(game, language) - known - {"\n"}


def letters(game: Game, language: str) -> set[str]:
    """All letters of a book: in its texts and in its pictures."""
    from xml.etree import ElementTree as ET

    book = Book(game, language, "a4", "colour")
    book.add_sheets(check_order(game, None, language, {}))
    found = set(repr(book.sections))
    for svg in book.pictures.files.values():
        found |= {letter for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text") for letter in text.text or ""}
    return found


def test_the_font_has_all_letters_of_names_that_are_printed() -> None:
    accepted = {letter for letter in map(chr, range(0x20, 0x10000)) if is_printable(letter)}
    assert not accepted - letters_of_the_font()
    assert is_printable("Zoë Łukasz Ivić Ольга Ελένη O’Neill")
    assert not is_printable("中村")


@cache
def letters_of_the_font() -> set[str]:
    import font_source_sans_pro  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont

    with TTFont(Path(font_source_sans_pro.font_files_ttf["SourceSansPro"])) as font:
        return {chr(code) for code in font.getBestCmap()}
