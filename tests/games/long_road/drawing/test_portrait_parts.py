"""The parts of portraits."""

from __future__ import annotations

from byways.games.long_road.drawing.portrait_parts import BADGES, COLLARS, FEATURES, HAIR, HAIR_BEHIND, HATS, SKINS
from byways.games.long_road.drawing.portraits import FACES, split


def test_every_part_is_used_in_a_portrait() -> None:
    worn = {
        "skin": {one.skin for one in FACES.values()},
        "hair": {split(one.hair)[0] for one in FACES.values()},
        "collar": {one.coat.split(", ")[1] for one in FACES.values()},
        "hat": {split(one.hat)[0] for one in FACES.values()},
        "feature": {split(one.feature)[0] for one in FACES.values()},
        "badge": {one.badge for one in FACES.values()},
    }
    kit = {"skin": SKINS, "hair": HAIR, "collar": COLLARS, "hat": HATS, "feature": FEATURES, "badge": BADGES}
    assert worn == {part: set(kinds) for part, kinds in kit.items()}
    assert HAIR.keys() == HAIR_BEHIND.keys()
