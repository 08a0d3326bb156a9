"""Building blocks of drawings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import SubElement

import pytest

from byways import drawing
from byways.drawing import DARK, LIGHT, SEATS, TOKENS, Sheet, Stamp, num, png, seat_color, stylesheet, token, trace, transform, use, write
from byways.game import Choice
from byways.record import read
from byways.sprite import disc, symbol, with_art
from tests import toy
from tests.pictures import SVG, Pixel, layer, options, pixels

PAPER = (*bytes.fromhex(LIGHT["paper"][1:]), 255)
NIGHT = (*bytes.fromhex(DARK["paper"][1:]), 255)


class Go(Choice, frozen=True):
    where: str

    def __str__(self) -> str:
        return f"go {self.where}"

    @property
    def sentence(self) -> str:
        return f"Go to <{self.where}> & stay"


def sheet(name: str = "b") -> Sheet:
    return Sheet(name, (80, 40), "A test")


def inked(rows: Iterable[list[Pixel]], left: int, right: int) -> bool:
    return any(pixel != PAPER for row in rows for pixel in row[left:right])


# Symbols


def test_a_symbol_is_used_by_key_in_a_square_or_a_box() -> None:
    parent = ET.Element("g")
    square, box = use(parent, "coin", 1, 2.5, 20), use(parent, "coin", 0, 0, 20, 10, "seat-1")
    assert square.attrib == {"href": "#art-coin", "x": "1", "y": "2.5", "width": "20", "height": "20"}
    assert (box.get("height"), box.get("class")) == ("10", "seat-1")
    assert list(parent) == [square, box]


def test_symbols_appear_in_a_png() -> None:
    paper = sheet()
    use(paper.layers["board"], "coin", 0, 0, 40)
    rows = pixels(png(with_art(str(paper), {"coin": symbol("coin", "0 0 10 10", disc(5, 5, 5, "#0000ff"))})))
    assert rows[20][20] == (0, 0, 255, 255)
    assert rows[20][60] == PAPER


# The sheet


def test_a_drawing_has_a_style_and_four_layers_in_their_order() -> None:
    root = ET.fromstring(str(sheet()))
    assert [(child.tag, child.get("id")) for child in root] == [
        (f"{SVG}style", None),
        (f"{SVG}g", "b-board"),
        (f"{SVG}g", "b-pieces"),
        (f"{SVG}g", "b-options"),
        (f"{SVG}g", "b-labels"),
    ]


def test_the_root_has_its_name_size_and_spoken_label() -> None:
    root = ET.fromstring(str(sheet()))
    assert (root.get("id"), root.get("viewBox"), root.get("aria-label")) == ("b", "0 0 80 40", "A test")


def test_a_seat_is_named_by_the_speaker_of_the_sheet() -> None:
    assert Sheet("b", (80, 40), "A test", say=toy.GAME.say).name_of(1) == "Bob"


def test_a_drawing_is_an_image_until_it_has_options() -> None:
    still, offering = sheet(), sheet()
    offering.option(Go("home"))
    assert ET.fromstring(str(still)).get("role") == "img"
    assert ET.fromstring(str(offering)).get("role") == "group"


def test_a_piece_has_a_stable_id_and_a_transform() -> None:
    drawn = sheet()
    drawn.piece("tile-3", 10, 20.5, looks="tile", layer="board")
    assert dict(layer(str(drawn), "board")[-1].items()) == {
        "id": "b-tile-3",
        "class": "tile",
        "transform": "translate(10 20.5)",
    }


def test_an_option_is_a_button_with_notation_and_sentence() -> None:
    drawn = sheet()
    drawn.option(Go("3,4"))
    assert dict(options(str(drawn))["go 3,4"].items()) == {
        "id": "b-option-go-3-4",
        "role": "button",
        "tabindex": "0",
        "class": "option",
        "data-choice": "go 3,4",
        "aria-label": "Go to <3,4> & stay",
    }


def test_a_zoom_is_a_button_that_names_a_piece() -> None:
    drawn = sheet()
    small = drawn.zoom(drawn.piece("small", 0, 0), "large", "Ann's board")
    assert {name: small.get(name) for name in ("role", "aria-label", "data-zoom", "data-thing")} == {
        "role": "button",
        "aria-label": "Ann's board",
        "data-zoom": "large",
        "data-thing": "",
    }


def test_all_text_is_escaped() -> None:
    drawn = Sheet("b", (9, 9), 'a "quoted" <label>')
    drawn.label("<script>alert('&')</script>", 1, 1)
    drawn.option(Go('"><script>'))
    root = ET.fromstring(str(drawn))
    assert "<script" not in str(drawn)
    assert root.get("aria-label") == 'a "quoted" <label>'
    assert layer(str(drawn), "labels")[0].text == "<script>alert('&')</script>"
    assert list(options(str(drawn))) == ['go "><script>']


def test_a_stamp_looks_the_same_everywhere() -> None:
    stamp, drawn = Stamp(), sheet()
    trace(stamp, "M0 0H9", "ink")
    for piece in (drawn.piece("one", 0, 0), drawn.piece("two", 9, 9)):
        piece.append(stamp)
    assert str(drawn).count('"><path class="ink" d="M0 0H9"/></g>') == 2


@pytest.mark.parametrize(("value", "written"), [(3, "3"), (3.0, "3"), (2.5, "2.5"), (1 / 3, "0.333"), (-7.5, "-7.5"), (1234.5, "1234.5")])
def test_numbers_have_no_needless_digits(value: float, written: str) -> None:
    assert num(value) == written


def test_a_transform_always_has_the_same_two_functions() -> None:
    assert transform(1, 2) == "translate(1 2)"
    assert transform(1, 2, 0.5) == "translate(1 2) scale(0.5)"


# Style


def test_every_style_rule_applies_only_to_drawings() -> None:
    rules = [line for line in stylesheet({".own": "fill:$ink"}).splitlines() if "{" in line and not line.startswith("@")]
    assert all(line.startswith(".byways ") for line in rules)


def test_plain_rules_come_first_and_dark_mode_overrides_only_colours() -> None:
    style = stylesheet({".own": "fill:$leaf;stroke-width:3"}, {"leaf": "#111111"}, {"leaf": "#eeeeee"})
    light, dark = style.split(drawing.DARK_QUERY)
    assert ".byways .own{fill:#111111;stroke-width:3}" in light
    assert ".byways .own{fill:#eeeeee}" in dark
    assert "$" not in style


def test_the_palettes_name_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys()


def test_six_seats_differ_in_colour_and_in_shape() -> None:
    assert len(set(SEATS)) == len({seat_color(seat) for seat in range(6)}) == 6
    assert len(set(TOKENS)) == len(TOKENS) == 8


def test_a_seventh_seat_has_a_token_too() -> None:
    drawn = sheet()
    token(drawn.piece("avatar-6", 0, 0), 6, "A")
    assert [text.text for text in layer(str(drawn), "pieces").iter(f"{SVG}text")] == ["A"]


def test_a_game_may_leave_out_shared_rules() -> None:
    assert ".byways .trail{" in stylesheet()
    assert ".byways .trail{" not in stylesheet({".trail": ""})


def test_there_are_no_inline_styles_or_scripts() -> None:
    drawn = sheet()
    token(drawn.piece("avatar-0", 9, 9), 0, "R")
    names = {name for element in ET.fromstring(str(drawn)).iter() for name in element.attrib}
    assert not any(name == "style" or name.startswith("on") for name in names)


# Pictures


def test_a_label_leaves_ink_only_at_its_place() -> None:
    drawn = sheet()
    drawn.label("Row", 20, 20)
    rows = pixels(png(str(drawn)))
    assert inked(rows, 5, 35)
    assert not inked(rows, 40, 80)


def test_a_label_is_vertically_centred() -> None:
    drawn = sheet()
    drawn.label("H", 40, 20)
    lines = [y for y, row in enumerate(pixels(png(str(drawn)))) if any(pixel != PAPER for pixel in row)]
    assert abs((lines[0] + lines[-1]) / 2 - 20) <= 1


def test_the_letter_of_a_token_is_visible() -> None:
    bare, lettered = sheet(), sheet()
    token(bare.piece("avatar-1", 20, 20), 1)
    token(lettered.piece("avatar-1", 20, 20), 1, "B")
    assert png(str(bare)) != png(str(lettered))


def test_ghosts_appear_only_with_their_option_shown() -> None:
    shown = []
    for looks in ("", "shown"):
        drawn = sheet()
        trace(drawn.option(Go("home"), looks), "M10 20H70", "ghost trail")
        shown.append(inked(pixels(png(str(drawn))), 0, 80))
    assert shown == [False, True]


def test_a_picture_can_be_dark_and_of_any_width() -> None:
    rows = pixels(png(str(sheet()), width=20, dark=True))
    assert (len(rows), len(rows[0]), rows[0][0]) == (10, 20, NIGHT)


def test_a_picture_is_the_same_each_time() -> None:
    drawn = sheet()
    drawn.label("Same", 40, 20, "title")
    assert png(str(drawn)) == png(str(drawn))


def test_bold_and_plain_letters_come_from_the_font() -> None:
    plain, bold = sheet(), sheet()
    write(plain.layers["labels"], "Ring", 40, 20)
    write(bold.layers["labels"], "Ring", 40, 20, "letter")
    assert re.search(r"font-weight:600", str(plain))
    assert png(str(plain)) != png(str(bold))


def test_on_a_page_colours_follow_its_color_scheme() -> None:
    """No selector refers to the whole page, because it would not match copies of pieces.

    Other values depend on the page's class, or else on the system.
    """
    style = drawing.themed(drawing.stylesheet({".land": "fill:$ink;opacity:$haze"}, {"haze": "1"}, {"haze": ".25"}))
    system, _, chosen = style.partition(drawing.DARK_QUERY)[2].partition(":where(:root.dark){")
    assert ".byways .land{fill:light-dark(#2e2a25,#eae3d4)}" in style
    assert system == "{:where(:root:not(.light)){\n.byways .land{opacity:.25}\n}}\n"
    assert chosen.startswith("\n.byways .land{opacity:.25}\n}\n")
    assert "prefers-reduced-motion" in chosen
    assert style.count("{") == style.count("}")


@pytest.mark.parametrize("name", ["labyrinth-1", "long_road-3", "long_way-2", "the_way-2", "traxx-1"])
@pytest.mark.parametrize("tall", [False, True])
def test_only_a_winner_has_something_to_celebrate(name: str, tall: bool) -> None:
    record = read((Path(__file__).parent / "records" / f"{name}.json").read_bytes())
    game = record.load_game()
    *_, last = record.play(game)
    outcome = last.after.outcome
    assert outcome is not None
    for seat in (None, *range(len(outcome.places))):
        drawn = game.draw(last.after.view(seat), tall=tall)
        assert ('class="joy"' in drawn) == outcome.is_victory_of(seat)


def test_a_celebration_is_hidden_in_pictures() -> None:
    plain, glad = sheet(), sheet()
    SubElement(glad.joy("lights"), "rect", {"width": "80", "height": "40", "stroke": "red"})
    assert png(str(glad)) == png(str(plain))
