"""The cover picture: shelves make the way from the entrance to the exit long."""

from __future__ import annotations

from byways.sprite import INK, at, cover, disc, fill, inked, line, turned

SIDE = 30
WALLS = "M66 32V152M96 182V62M126 32V152M156 182V62M186 32V152"
WAY = "M51 18V167H81V47H111V167H141V47H171V167H201V20"
BED = inked("M-8-11H8V11H-8Z", "#9fb9c9", 1.3) + fill("M-6-9H6V-4H-6Z", "#fff")
LAMP = disc(0, 0, 9, "#d9a04a", 1.3) + disc(0, 0, 3.6, "#f6dda6")
SOFA = inked("M-10-7H10V7H-10Z", "#8fae7c", 1.3) + line("M-10 0H10M0-7V0", INK, 1)


def die(x: float, y: float, degrees: float, color: str, dot: str, dots: tuple[tuple[int, int], ...]) -> str:
    cube = inked("M-15-9Q-15-15-9-15H9Q15-15 15-9V9Q15 15 9 15H-9Q-15 15-15 9Z", color, 1.5)
    return at(x, y, 1, turned(degrees, cube + "".join(disc(across, down, 2.8, dot) for across, down in dots)))


SLABS = "".join(f"M{x} {y}h{SIDE - 2}v{SIDE - 2}h-{SIDE - 2}Z" for x in range(37, 215, SIDE) for y in range(33, 170, SIDE))
COVER = cover(
    fill("M0 0H240V200H0Z", "#e6d9c0")
    + fill("M36 32H216V182H36Z", "#efe6d2")
    + fill(SLABS, "#fffaf0")
    + line("M38 32H36V182H216V32H214M64 32H188", INK, 4)
    + line(WALLS, INK, 4)
    + line(WAY, "#fff", 9)
    + line(WAY, "#c0392b", 5)
    + line("M43 40L51 50L59 40M193 28L201 18L209 28", "#c0392b", 4.5)
    + at(81, 104, 1, BED)
    + at(141, 104, 1, LAMP)
    + at(171, 92, 1, SOFA)
    + die(182, 178, -10, "#fffdf7", INK, ((-7, -7), (7, -7), (0, 0), (-7, 7), (7, 7)))
    + die(215, 171, 12, INK, "#fff", ((-7, -7), (0, 0), (7, 7)))
)
