"""Card faces, large and small."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from xml.etree.ElementTree import Element

import font_source_sans_pro  # type: ignore[import-untyped]
import pytest
from fontTools.ttLib import TTFont

from byways.games.long_road import GAME
from byways.games.long_road.box import own_box
from byways.games.long_road.drawing.art import font_size
from byways.games.long_road.drawing.cards import (
    SPINE,
    boss_card,
    caravan_card,
    card_back,
    character_card,
    destination_card,
    held_card,
    weapon_card,
)
from byways.games.long_road.drawing.layout import TALL, WIDE
from byways.games.long_road.drawing.pictures import CARD, PERSON
from byways.games.long_road.state import UNARMED
from tests.games.long_road.positions import BOX, placed, who

SIZES = pytest.mark.parametrize("size", [(98, 118), (106, 204), (62, 102), (62, 68), (44, 72), (29, 72), (31, 35)])


def art(element: Element) -> list[str]:
    return [one.get("href", "").removeprefix("#art-") for one in element.iter("use")]


def words(element: Element) -> str:
    return " ".join(one.text or "" for one in element.iter("text"))


@SIZES
def test_a_place_shows_picture_and_herds_in_any_size_and_its_marks_where_it_has_a_name(size: tuple[float, float]) -> None:
    found = art(caravan_card(BOX, BOX.kind_of["ranch-1"], "en", *size))
    assert "place-ranch" in found
    assert ("marks-tepee-post" in found) == (size[0] >= SPINE)
    assert {"herds-1-2", "herd-1-2"} & set(found)


def lowest(card: Element) -> float:
    """Return how far down the symbols and texts of a card reach."""
    symbols = [float(one.get("y", 0)) + float(one.attrib["height"]) for one in card.iter("use")]
    return max(*symbols, *(float(one.get("y", 0)) + 5 for one in card.iter("text")), 0)


@pytest.mark.parametrize("kind", range(BOX.kinds))
@pytest.mark.parametrize(
    ("size", "free"),
    [
        *(((112, 204), 24), ((112, 204), 51), ((94, 100), 17), ((94, 100), 51), ((62, 100), 26), ((62, 100), 51)),
        *(((74, 72), 17), ((52, 72), 17), ((30, 72), 17), ((52, 35), 19), ((30, 35), 19)),
    ],
)
def test_a_place_keeps_its_foot_free_for_pills(kind: int, size: tuple[float, float], free: float) -> None:
    for language in GAME.languages:
        assert lowest(caravan_card(BOX, kind, language, *size, free)) <= size[1] - free + 1


@pytest.mark.parametrize(("size", "free"), [((66, 72), 17), ((66, 72), 26), ((33, 72), 17), ((33, 72), 51), ((43, 35), 19), ((33, 35), 19)])
@pytest.mark.parametrize("character", BOX.keys)
def test_a_character_keeps_its_foot_free_for_pills(character: str, size: tuple[float, float], free: float) -> None:
    card = character_card(BOX, placed(character, 0, "dagger pistol"), 9, "2", "de", *size, free)
    assert lowest(card) <= size[1] - free + 1


def test_a_card_of_the_hand_tells_its_bonus() -> None:
    assert words(caravan_card(BOX, BOX.kind_of["canyon-1"], "en", 106, 204)) == "Canyon take a dagger from the reserve"
    assert words(caravan_card(BOX, BOX.kind_of["river-1"], "it", 62, 102)) == "Fiume porta qui una carta da un’altra carovana"


def test_very_many_herds_are_counted() -> None:
    components = GAME.using(GAME.components_text.replace("white = 1, black = 2", "white = 4, black = 3", 1)).components
    assert components != GAME.components
    box = own_box(components)
    kind = next(kind for kind in range(box.kinds) if box.herds[kind] == 7)
    assert words(caravan_card(box, kind, "en", 44, 64)) == "4 3"


@pytest.mark.parametrize("size", [(80, 118), (33, 72), (33, 35)])
def test_a_character_on_the_table_shows_value_order_hat_and_weapons(size: tuple[float, float]) -> None:
    card = character_card(BOX, placed("judge", 1, "rifle"), 12, "2", "en", *size)
    assert {"character-judge", "weapon-rifle", "eye"} <= set(art(card))
    assert {"B", "12", "2"} <= set(words(card).split())
    assert "eye" not in art(character_card(BOX, placed("judge", 1, up=True), 4, "", "en", *size))


def test_a_card_back_shows_only_whose_it_is_and_its_weapons() -> None:
    assert art(card_back(3, (1, 1, 0), "en", 80, 118)) == ["back", "hat-plain", "weapon-dagger", "weapon-pistol"]
    assert words(card_back(3, UNARMED, "en", 80, 118)) == "G"


@pytest.mark.parametrize("size", [(99, 204), (76, 112)])
def test_a_character_in_hand_says_what_it_does(size: tuple[float, float]) -> None:
    told = words(held_card(BOX, who("saloon-girl"), "en", *size))
    assert told == "1+ Saloon Girl value +3 per Saloon still there; 1 $ per opponent still to come"


def test_a_destination_says_what_it_pays() -> None:
    assert words(destination_card(BOX, 1, (2, 5), "en", 136, 128)) == "Cactus 2 $ 5 $"


@pytest.mark.parametrize("size", [(126, 64), (46, 64)])
def test_the_boss_tells_how_many_were_taken(size: tuple[float, float]) -> None:
    assert words(boss_card(BOX, 1, 2, "en", *size)).startswith("6 $ × 2")
    assert "×" not in words(boss_card(BOX, 1, None, "en", *size))


def test_a_weapon_tells_value_number_and_price() -> None:
    assert words(weapon_card(BOX, 2, 3, 46, 64)) == "+8 × 3 6"


@cache
def advances(face: str) -> dict[int, float]:
    """Return the width of each letter in the font that browsers load, relative to the font size."""
    with TTFont(font_source_sans_pro.font_files_ttf[face]) as font:
        widths, em = font["hmtx"], font["head"].unitsPerEm
        return {letter: widths[glyph][0] / em for letter, glyph in font.getBestCmap().items()}


def outside(card: Element, size: tuple[float, float]) -> Iterator[str]:
    """Yield the texts that reach beyond a card's sides or its foot."""
    wide, high = size
    for text in card.iter("text"):
        said, looks = text.text or "", text.get("class", "")
        widths = advances("SourceSansPro" if "plain" in looks.split() else "SourceSansProSemibold")
        length = float(text.get("textLength", font_size(looks) * sum(widths[ord(letter)] for letter in said)))
        left = float(text.get("x", 0)) - (0 if "left" in looks.split() else length / 2)
        if left < 0 or left + length > wide or float(text.get("y", 0)) + 0.45 * font_size(looks) > high:
            yield said


DRAFTED, HELD = 6, 4  # the most characters in hand, in a draft, and cards
IN_HAND = {(frame.wide, frame.high) for lay in (WIDE, TALL) for count in range(1, DRAFTED + 1) for frame in [lay.held(0, count, HELD)]}
PLAYED = {(frame.wide, frame.high) for lay in (WIDE, TALL) for count in range(1, 13) for frame in [lay.laid(0, 0, count)]}
HELD_CARDS = {(frame.wide, frame.high) for lay in (WIDE, TALL) for count in range(1, HELD + 1) for frame in [lay.hand(0, count, DRAFTED)]}


@pytest.mark.parametrize("language", GAME.languages)
@pytest.mark.parametrize("size", sorted({*IN_HAND, PERSON, (124, 200)}))
def test_what_a_character_in_hand_says_stays_on_its_card(language: str, size: tuple[float, float]) -> None:
    cards = {key: held_card(BOX, who(key), language, *size) for key in BOX.keys}
    assert {key: beyond for key, card in cards.items() if (beyond := [*outside(card, size)])} == {}


@pytest.mark.parametrize("language", GAME.languages)
@pytest.mark.parametrize("size", sorted({*PLAYED, *HELD_CARDS, CARD, (124, 152)}))
def test_what_a_place_says_stays_on_its_card(language: str, size: tuple[float, float]) -> None:
    cards = {code: caravan_card(BOX, kind, language, *size) for code, kind in BOX.kind_of.items()}
    assert {code: beyond for code, card in cards.items() if (beyond := [*outside(card, size)])} == {}
