"""All the art of The Long Road, by the keys that its drawings use."""

from __future__ import annotations

from byways.games.long_road.faces import PORTRAITS
from byways.games.long_road.lands import LAND
from byways.games.long_road.marks import COMPOSED
from byways.games.long_road.scenes import SCENES

ART = {**PORTRAITS, **SCENES, **COMPOSED, **LAND}
