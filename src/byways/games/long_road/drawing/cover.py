"""The cover picture: a gunslinger meets the herds."""

from __future__ import annotations

from byways.games.long_road.drawing.portrait_parts import DOLLAR, ox
from byways.games.long_road.drawing.vignettes import COIN
from byways.sprite import INK, at, cover, disc, fill, inked, line, ring, turned

HERD = ((144, 152), (176, 146), (208, 152), (156, 174), (188, 172), (220, 175))


def card(x: float, y: float, degrees: float, shapes: str) -> str:
    shade = fill("M-43-55Q-43-62-36-62H40Q46-62 46-56V66Q46 72 40 72H-36Q-43 72-43 66Z", "#3b2c14", ".2")
    paper = inked("M-46-58Q-46-66-38-66H38Q46-66 46-58V58Q46 66 38 66H-38Q-46 66-46 58Z", "#fffdf7", 1.6)
    return at(x, y, 1, turned(degrees, shade + paper + shapes))


PORTRAIT = '<use href="#art-character-gunslinger" x="-45" y="-65" width="90" height="90"/>'
BACK = '<use href="#art-back" x="-46" y="-66" width="92" height="132" color="#2f2b28"/>'
HAT = '<use href="#art-hat-plain" x="-28" y="-18" width="56" height="36" color="#fffdf7"/>'
VALUE = (
    disc(-36, -56, 15, INK)
    + ring(-36, -56, 15, "#fffdf7", 2)
    + line("M-31-62Q-39-64-40-54Q-40-48-35.5-48T-31-53Q-31-57.5-35.5-57.5T-40-53", "#fff", 3)
)
LINES = line("M-28 38H28M-22 50H22", "#d8cdb4", 4)
COVER = cover(
    fill("M0 0H240V200H0Z", "#f4d9ac")
    + disc(186, 48, 24, "#fbebc0")
    + fill("M96 104L108 74H132L142 104ZM168 104L178 82H222L234 104Z", "#c87c4e")
    + fill("M0 100Q90 90 240 102V200H0Z", "#e3be84")
    + fill("M0 150Q110 132 240 142V196Q110 178 0 200Z", "#f5e6c8")
    + "".join(at(x, y, 1.45, ox(*(("#fff", INK), (INK, "#fff"))[nth % 2])) for nth, (x, y) in enumerate(HERD))
    + at(158, 116, 1.1, COIN + line(DOLLAR, "#3b2800", 1.5))
    + at(178, 110, 1.1, COIN + line(DOLLAR, "#3b2800", 1.5))
    + card(56, 110, -9, BACK + HAT)
    + card(82, 98, 5, PORTRAIT + VALUE + LINES)
)
