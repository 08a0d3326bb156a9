"""Portraits of all characters."""

from __future__ import annotations

from itertools import combinations
from xml.etree.ElementTree import Element

from byways.drawing import png
from byways.games.long_road.drawing.portraits import FACES, PORTRAITS, Face, face, split
from byways.sprite import with_art
from tests.games.long_road.positions import BOX
from tests.pictures import pixels

SMALL = 48  # the smallest size at which a portrait is drawn


def seen(one: Face) -> tuple[tuple[str, str], str, str]:
    """Silhouette, feature and badge."""
    return (split(one.hair)[0], split(one.hat)[0]), split(one.feature)[0], one.badge


def grey(key: str) -> list[int]:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SMALL} {SMALL}" width="{SMALL}" height="{SMALL}">'
    rows = pixels(png(with_art(f'{svg}<use href="#art-character-{key}" width="{SMALL}" height="{SMALL}"/></svg>', PORTRAITS)))
    return [round(0.3 * red + 0.59 * green + 0.11 * blue) for row in rows for red, green, blue, *_ in row]


def test_exactly_the_built_in_characters_have_portraits() -> None:
    assert FACES.keys() == set(BOX.keys)


def test_any_two_differ_in_two_of_silhouette_feature_and_badge() -> None:
    for one, other in combinations(FACES, 2):
        different = sum(mine != yours for mine, yours in zip(seen(FACES[one]), seen(FACES[other]), strict=True))
        assert different >= 2, f"{one} looks like {other}"


def test_any_two_are_told_apart_when_they_are_small_and_grey() -> None:
    drawn = {key: grey(key) for key in FACES}
    for one, other in combinations(FACES, 2):
        different = sum(abs(mine - yours) > 40 for mine, yours in zip(drawn[one], drawn[other], strict=True))
        assert different > 0.06 * SMALL * SMALL, f"{one} looks like {other}"


def test_a_face_is_a_reference_and_a_stranger_has_an_initial() -> None:
    parent = Element("g")
    assert face(parent, "judge", 4, 5, 80).attrib == {"href": "#art-character-judge", "x": "4", "y": "5", "width": "80", "height": "80"}
    stranger = face(parent, "yodeller", 4, 5, 120)
    assert stranger.get("transform") == "translate(4 5) scale(2)"
    assert [(child.get("href"), child.text) for child in stranger] == [("#art-character-unknown", None), (None, "Y")]
    assert len(parent) == 2
