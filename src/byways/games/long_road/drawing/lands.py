"""The landscapes behind the roads."""

from __future__ import annotations

from byways.games.long_road.drawing.emblems import used
from byways.games.long_road.drawing.vignettes import CREAM
from byways.sprite import INK, at, disc, fill, line, symbol

WIDE, HIGH, CORNER = 988, 134, 12
WHOLE = f"0 0 {WIDE} {HIGH}"
TALL_WIDE, TALL_CORNER = 695, 14  # the middle part, for the tall sheet
DUST, RUT = "#f7ebd0", "#a98a55"
SHADE = fill("M-17 12Q0 8 19 12Q0 17-17 12Z", INK, ".16")


def soil(left: float, wide: float, corner: float, color: str) -> str:
    """Draw the ground below the horizon, with a lane's rounded lower corners."""
    right, foot = left + wide, HIGH
    sides = f"V{foot - corner}Q{right:g} {foot} {right - corner:g} {foot}H{left + corner:g}Q{left:g} {foot} {left:g} {foot - corner}Z"
    return fill(f"M{left:g} 68Q{left + wide / 4:g} 58 {left + wide / 2:g} 64T{right:g} 62{sides}", color)


def along(down: float) -> str:
    """Return a path along the road, `down` below it."""
    return f"M-20 {94 + down:g}C150 {78 + down:g} 320 {118 + down:g} 494 {108 + down:g}S830 {80 + down:g} 1008 {100 + down:g}"


ROAD = line(along(0), RUT, 34, ".35") + line(along(0), DUST, 30) + line(along(-6) + along(7), RUT, 2, ".6", "15 10")


def stand(key: str, *spots: tuple[float, float, float]) -> str:
    """Draw the same art at several places (x, y, size), each with its shadow."""
    return "".join(at(x, y, size, SHADE + used(key, -16, -18, 32, 32)) for x, y, size in spots)


def tufts(color: str, *spots: tuple[float, float]) -> str:
    return line("".join(f"M{x} {y}l-4-7M{x + 2} {y}v-9M{x + 4} {y}l4-6" for x, y in spots), color, 1.8)


PINE = fill("M0-18L9-5H5L12 6H-12L-5-5H-9Z", "#7f8f86") + line("M0 6V12", "#6b5a4a", 3)
BIRDS = line("M0 0q4-5 8 0q4-5 8 0M22 8q3-4 6 0q3-4 6 0", INK, 1.4, ".55")
POST = used("signpost", 703, 45, 38, 38)
LANDS = {  # soil colour, background, foreground
    "tepee": (
        "#e0be88",
        disc(306, 34, 19, "#fbeec9")
        + fill(
            "M16 76L34 34H92L104 50H130L146 76ZM202 76L222 42H276L296 76ZM630 76L650 28H706L722 52H752L770 76ZM854 76L874 40H944L962 76Z",
            "#dba877",
        )
        + fill("M34 34H92L98 42H30ZM650 28H706L711 37H647ZM874 40H944L947 47H870Z", "#e9c193"),
        at(140, 18, 1, BIRDS)
        + line("M250 34q-6-6 0-11t0-11M836 32q-6-6 0-11t0-11", CREAM, 4, ".8")
        + stand("road-tepee", (184, 62, 1.35), (250, 58, 1), (764, 62, 1.3), (836, 58, 1), (80, 66, 1.1), (930, 64, 1.2))
        + tufts("#a58a4c", (130, 82), (330, 84), (660, 84), (860, 78)),
    ),
    "cactus": (
        "#bccb95",
        disc(690, 32, 19, "#f6f1c9")
        + fill("M0 76V62Q90 22 190 60Q270 30 400 76ZM560 76Q660 34 760 62Q860 26 988 62V76Z", "#c3d0a2")
        + fill("M90 76Q200 36 330 76ZM630 76Q760 38 890 76Z", "#b3c48f"),
        at(290, 18, 1, BIRDS)
        + stand("road-cactus", (96, 58, 1.5), (206, 60, 1.9), (262, 62, 1), (776, 58, 1.9), (862, 64, 1.2), (936, 58, 1.6))
        + tufts("#71864f", (150, 82), (330, 86), (700, 84), (890, 80)),
    ),
    "rock": (
        "#c4bac9",
        fill(
            "M10 76L84 18L120 44L160 24L244 76ZM232 76L320 26L396 76ZM574 76L668 20L712 48L752 30L836 76ZM814 76L904 22L986 70V76Z",
            "#b8adc4",
        )
        + fill(
            "M84 18L103 32L92 35L84 30L70 36L66 32ZM320 26L336 36L324 40L312 34L304 35Z"
            "M668 20L690 34L676 38L666 33L654 36L650 31ZM904 22L924 34L912 39L900 33L890 38L884 34Z",
            "#f6f3f7",
        ),
        at(250, 20, 1, BIRDS)
        + stand("pine", (126, 62, 1), (146, 66, 1.2), (868, 62, 1.2), (888, 60, 0.9))
        + stand("road-rock", (70, 66, 1.6), (214, 62, 1.9), (254, 70, 1), (776, 62, 1.8), (826, 70, 1), (936, 66, 1.7))
        + tufts("#8a7f92", (176, 84), (320, 86), (806, 80)),
    ),
}


def land(key: str, wide: float, corner: float) -> tuple[str, str]:
    """Return the view box and shapes of the middle part of a landscape."""
    left = (WIDE - wide) / 2
    far, near = (used(f"{part}-{key}", 0, 0, WIDE, HIGH) for part in ("far", "near"))
    return f"{left:g} 0 {wide:g} {HIGH}", far + soil(left, wide, corner, LANDS[key][0]) + near


SHAPES = {
    "pine": ("-16 -18 32 32", PINE),
    **{f"far-{key}": (WHOLE, distance) for key, (_, distance, _) in LANDS.items()},
    **{f"near-{key}": (WHOLE, nearby + ROAD + POST) for key, (*_, nearby) in LANDS.items()},
    **{f"land-{key}": land(key, WIDE, CORNER) for key in LANDS},
    **{f"land-small-{key}": land(key, TALL_WIDE, TALL_CORNER) for key in LANDS},
}
LAND = {key: symbol(key, *made) for key, made in SHAPES.items()}
