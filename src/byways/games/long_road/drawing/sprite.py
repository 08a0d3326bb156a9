"""All of The Long Road's art, by key."""

from __future__ import annotations

from byways.games.long_road.drawing.emblems import COMPOSED
from byways.games.long_road.drawing.lands import LAND
from byways.games.long_road.drawing.portraits import PORTRAITS
from byways.games.long_road.drawing.vignettes import SCENES

ART = {**PORTRAITS, **SCENES, **COMPOSED, **LAND}
