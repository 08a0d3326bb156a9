"""Symbols that drawings embed or refer to."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from byways.sprite import at, digest, disc, fill, inked, line, ring, sprite_file, symbol, turned, with_art
from tests.pictures import SVG

ART = {key: symbol(key, "0 0 10 10", disc(5, 5, 4, "#000")) for key in ("coin", "hat", "ox")}
USES = "".join(f'<use href="#art-{key}"/>' for key in ("hat", "coin", "hat"))
DRAWING = f'<svg xmlns="http://www.w3.org/2000/svg" id="then">{USES}</svg>'


def ids(svg: str) -> list[str]:
    return [element.attrib["id"] for element in ET.fromstring(svg).iter(f"{SVG}symbol")]


def test_a_standalone_drawing_embeds_each_symbol_once() -> None:
    alone = with_art(DRAWING, ART)
    assert ids(alone) == ["then-art-hat", "then-art-coin"]
    assert [element.attrib["href"] for element in ET.fromstring(alone).iter(f"{SVG}use")] == [
        "#then-art-hat",
        "#then-art-coin",
        "#then-art-hat",
    ]


def test_two_drawings_on_a_page_have_no_id_in_common() -> None:
    assert not {*ids(with_art(DRAWING, ART))} & {*ids(with_art(DRAWING.replace("then", "now"), ART))}


def test_symbols_used_by_symbols_are_included() -> None:
    herd = symbol("herd", "0 0 20 10", '<use href="#art-ox"/><use href="#art-ox"/>')
    alone = with_art('<svg xmlns="http://www.w3.org/2000/svg" id="then"><use href="#art-herd"/></svg>', {**ART, "herd": herd})
    assert ids(alone) == ["then-art-herd", "then-art-ox"]
    assert alone.count('href="#then-art-ox"') == 2


def test_with_a_sprite_a_drawing_embeds_nothing() -> None:
    there = with_art(DRAWING, ART, "/art/x.svg")
    assert ids(there) == []
    assert there.count('href="/art/x.svg#art-hat"') == 2


def test_a_drawing_without_symbols_is_unchanged() -> None:
    assert with_art("<svg/>", ART) == with_art("<svg/>", ART, "/art/x.svg") == "<svg/>"


def test_unknown_symbols_are_left_out() -> None:
    assert ids(with_art(DRAWING, {"coin": ART["coin"]})) == ["then-art-coin"]


def test_the_sprite_has_all_symbols_and_its_digest_changes_with_them() -> None:
    assert ids(sprite_file(ART)) == ["art-coin", "art-hat", "art-ox"]
    assert digest(ART) == digest(dict(ART)) != digest({"coin": ART["coin"]})


def test_shapes_are_well_formed_and_a_symbol_inherits_no_style() -> None:
    shapes = (
        fill("M0 0H9", "#fff", ".5")
        + line("M0 0H9", dashes="2 2")
        + inked("M0 0H9Z", "#fff")
        + ring(5, 5, 3)
        + at(1, 2, 0.5, turned(45, disc(0, 0, 2, "#fff", 1)))
    )
    root = ET.fromstring(symbol("all", "0 0 10 10", shapes))
    assert [child.tag for child in root] == ["path", "path", "path", "circle", "g"]
    assert (root.get("fill"), root.get("stroke")) == ("none", "none")
    assert [child.get("stroke-width") for child in root] == [None, "1.2", "1.2", "1.2", None]
