"""Vignettes of places, and symbols (weapons, hats, herds, coins and tokens) centred on 0, 0."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from byways.drawing import TOKENS, transform, use, write
from byways.games.long_road.drawing.portrait_parts import DOLLAR, GOLD, LEATHER, RED, STAR, STEEL, ox
from byways.sprite import INK, at, disc, fill, inked, line, ring, symbol

SCENE = "0 0 80 50"
SAND, CREAM, LIT = "#e6d5a8", "#fffdf7", "#f7e7a8"
HAT = "M-13 4Q0 10 13 4Q11 1 7 2L6-7Q0-4-6-7L-7 2Q-11 1-13 4Z"


def sky(color: str) -> str:
    """Fill the sky, with a card's upper corners."""
    return fill("M0 50V5Q0 0 5 0H75Q80 0 80 5V50Z", color)


def land(color: str) -> str:
    return fill("M0 38Q25 33 45 37T80 36V50H0Z", color)


def box(x: float, y: float, wide: float, high: float) -> str:
    return f"M{x:g} {y:g}h{wide:g}v{high:g}h-{wide:g}Z"


def rounded(x: float, y: float, wide: float, high: float, radius: float) -> str:
    right, foot, r = x + wide, y + high, radius
    upper = f"M{x:g} {y + r:g}Q{x:g} {y:g} {x + r:g} {y:g}H{right - r:g}Q{right:g} {y:g} {right:g} {y + r:g}"
    return f"{upper}V{foot - r:g}Q{right:g} {foot:g} {right - r:g} {foot:g}H{x + r:g}Q{x:g} {foot:g} {x:g} {foot - r:g}Z"


def wheel(x: float, y: float, radius: float) -> str:
    spokes = f"M-{radius} 0H{radius}M0-{radius}V{radius}M-{0.7 * radius:g}-{0.7 * radius:g}L{0.7 * radius:g} {0.7 * radius:g}"
    rim = disc(0, 0, radius, "#c9a15c", opacity=".35") + ring(0, 0, radius, INK, 2.2)
    return at(
        x, y, 1, rim + line(f"{spokes}M{0.7 * radius:g}-{0.7 * radius:g}L-{0.7 * radius:g} {0.7 * radius:g}", INK, 1) + disc(0, 0, 1.6, INK)
    )


def awning() -> str:
    cloths = (f"M{x} 12H{x + 9}V20Q{x + 4.5} 25 {x} 20Z" for x in range(13, 67, 9))
    return "".join(inked(cloth, (RED, CREAM)[nth % 2], 1) for nth, cloth in enumerate(cloths))


PLACES = {
    "ranch": sky("#f3dfb2")
    + disc(66, 11, 6, "#f7f0d8")
    + fill("M44 37L56 24L64 30L72 22L80 30V40H44Z", "#d8c48c")
    + land("#c6b46e")
    + inked("M13 39V22L27 11L41 22V39Z", "#a4503a")
    + line("M10.5 24L27 10.5L43.5 24", INK, 2.4)
    + inked(box(23, 28, 8, 11), "#5d2c20", 1)
    + inked(box(24.5, 17, 5, 5), LIT, 0.9)
    + line("M45 34H80M45 41H80M49 29V46M59 29V46M69 29V46M78 29V46", INK, 3.2)
    + line("M45 34H80M45 41H80M49 29V46M59 29V46M69 29V46M78 29V46", "#9a6b3c", 1.8),
    "saloon": sky("#ebc9a8")
    + land("#c9a575")
    + inked(box(14, 10, 52, 34), "#8b5a33")
    + line("M14 20H30M50 20H66M14 36H17M27 36H30M50 36H53M63 36H66", "#6b4226", 0.9)
    + inked(box(9, 5, 62, 11), "#c98a2b")
    + line("M27 10.5H31M34 10.5H46M49 10.5H53", INK, 2.4)
    + fill(box(30, 24, 20, 20), "#3a2415")
    + inked("M31 41V25H39.5V41ZM40.5 41V25H49V41Z", "#e8c27a", 1.1)
    + line("M33 29H37.5M33 32.5H37.5M33 36H37.5M42.5 29H47M42.5 32.5H47M42.5 36H47", INK, 0.9)
    + inked(box(18, 23, 8, 10), LIT, 1)
    + inked(box(54, 23, 8, 10), LIT, 1)
    + line("M22 23V33M18 28H26M58 23V33M54 28H62", INK, 0.7),
    "relay": sky("#e4ddb8")
    + fill("M0 37L14 27L24 33L40 24L58 34L70 28L80 33V42H0Z", "#cfc995")
    + land("#b7b070")
    + inked("M8 43V22L25 10L42 22V43Z", "#7f8c66")
    + line("M5.5 24L25 9.5L44.5 24", INK, 2.4)
    + inked("M18 43V28H32V43Z", "#5f6a4a", 1.1)
    + line("M18 28L32 43M32 28L18 43", "#a3ad86", 1.3)
    + fill("M58.5 43V36L64 35L74 36L73.5 43Z", "#b7b070")
    + inked("M56 40V31H51Q48 28 51 25L58 20L60 17L62 20Q66 24 64 30H74Q77 31 77 36V45H73.5V38H62V45H58.5Z", "#7a4a2a", 1)
    + line("M62 20Q66 24 64 30M77 33Q79.5 37 78 42", INK, 2)
    + disc(55, 25, 0.9, INK),
    "store": sky("#dce3c6")
    + land("#c2b98a")
    + inked(box(18, 4, 44, 9), "#efe0bd")
    + line("M26 8.5H38M42 8.5H54", INK, 2)
    + inked(box(13, 16, 54, 28), "#d9c79a")
    + awning()
    + inked(box(34.5, 27, 11, 17), "#6b4226", 1)
    + disc(43, 36, 0.9, GOLD)
    + inked(box(18, 27, 12, 9), LIT, 1)
    + inked(box(50, 27, 12, 9), LIT, 1)
    + inked(box(16, 39, 7, 6), "#a9793f", 0.9)
    + inked("M55 45V39H63V45ZM55 41H63M55 43H63", "#8b5a33", 0.9),
    "stagecoach": sky("#f0d6a4")
    + fill("M0 38L10 24H22L28 38ZM60 37L66 28H80V37Z", "#d9a56a")
    + land("#d3ae6b")
    + line("M58 33L80 27", INK, 1.8)
    + inked("M26 8H46V14H26Z", "#8b5a33", 1)
    + inked("M20 14H58Q60 24 54 33H24Q18 24 20 14Z", "#a33b2c", 1.3)
    + line("M39 15V32M21 28H57", INK, 0.8, ".5")
    + inked(box(26, 18, 9, 8), LIT, 1)
    + inked(box(43, 18, 9, 8), LIT, 1)
    + line("M17 14H61M58 14L63 20", INK, 3)
    + wheel(27, 37, 7)
    + wheel(52, 36, 9),
    "canyon": sky("#f4d2a2")
    + disc(40, 14, 7, "#fbebc0")
    + fill("M24 50L30 30H36L38 22H45L47 32H52L58 50Z", "#dc9a63")
    + inked("M0 50V14H14L18 26H26L30 50ZM80 50V10H64L60 24H54L50 50Z", "#b8623a")
    + line("M0 22H16M0 32H26M0 41H28M63 18H80M57 29H80M53 40H80", "#8e4526", 1.4)
    + fill("M30 50L38 40H43L50 50Z", "#f0d6a4")
    + line("M46 47V41M43.5 44V42M48.5 45V42.5", INK, 2)
    + line("M27 8Q29 6 30.5 8Q32 6 34 8M50 12Q51.5 10.5 52.5 12Q53.5 10.5 55 12", INK, 1),
    "crossroads": sky("#e2e4d2")
    + fill("M0 36L18 26L34 34L54 25L80 35V42H0Z", "#ced3b0")
    + land("#b9be8c")
    + fill("M28 50L38 37H43L54 50Z", SAND)
    + fill("M0 43L38 38V40.5L0 50ZM80 42L43 38V40.5L80 49Z", SAND)
    + inked("M38.5 5H41.5V41H38.5Z", "#6b4a2a", 1)
    + inked("M41 8H58L63 12.5L58 17H41Z", "#e8c27a", 1.1)
    + inked("M39 19H22L17 23.5L22 28H39Z", "#c98a2b", 1.1)
    + line("M45 12.5H56M24 23.5H36", INK, 1.3, ".6")
    + fill("M34 42Q36 39 38.5 41Q41 38 46 42Z", "#7f8c66"),
    "river": sky("#d6e6e4")
    + fill("M0 30L16 12L28 25L44 8L62 26L80 14V50H0Z", "#8fa77c")
    + fill("M16 12L21 17.5L17 17L14 20L11.5 17ZM44 8L49 13L45 14L41 13.5Z", "#f4f6ee")
    + fill("M0 31Q20 27 40 31T80 30V50H0Z", "#a9b97f")
    + fill("M0 36Q20 32 42 35T80 34V50H0Z", "#6fa3b5")
    + line("M4 40q4-3 8 0t8 0M30 42q4-3 8 0t8 0M56 39q4-3 8 0t8 0M14 47q4-3 8 0t8 0M46 48q4-3 8 0t8 0", "#eaf4f4", 1.6)
    + inked("M68 33L72 22L76 33ZM62 32L65 25L68 32Z", "#4f7b4a", 1),
}
ELSEWHERE = sky("#e9e0c9") + disc(64, 12, 6, "#f7f0d8") + fill("M0 36L18 24L34 33L54 20L80 34V42H0Z", "#d5c9a4") + land("#c2b68c")
WEAPONS = {
    "dagger": inked("M0-12L2.9-7.5V2H-2.9V-7.5Z", STEEL)
    + line("M0-9V1", INK, 0.8, ".5")
    + inked("M-6.5 2H6.5V4.8H-6.5Z", GOLD)
    + inked("M-2 4.8H2V11.5H-2Z", LEATHER),
    "pistol": inked("M-10-1Q-12-2-12-6.5H12V-2H1Q0 2-3.5 2H-5L-7 9.5H-12.5L-10-1Z", STEEL)
    + inked("M-9-.5Q-11-2-12-4L-8-3Q-6 0-5 2L-7 9.5H-12.5Z", LEATHER)
    + line("M-3 1a3 3 0 0 0 4-2M-4-6.5V-2H3V-6.5", INK, 1),
    "rifle": inked("M-7-3.5H19V-.5H-4L-7 2.5Z", STEEL)
    + inked("M-19 1L-8-3.5H4V0H-4L-8 3.5L-18 8Z", LEATHER)
    + line("M-5 .5a2.8 2.8 0 0 0 5-.5M13-3.5V-5", INK, 1.3),
}
ROADS = {
    "tepee": line("M-4-16L1-8M4-16L-1-8", INK, 1.8)
    + inked("M0-12L13 12H-13Z", "#e3b27a", 1.6)
    + fill("M0-2L5 11.5H-5Z", "#6b3f22")
    + line("M-7.5 2L-3 0M7.5 2L3 0M-9.5 6.5L-5.5 4.5M9.5 6.5L5.5 4.5", RED, 1.7),
    "cactus": line("M-3.5 5H-7Q-11 5-11 1V-4M3.5 2H7Q11 2 11-2V-7", INK, 6)
    + inked("M-3.5 13V-10a3.5 3.5 0 0 1 7 0V13Z", "#5e8f56", 1.6)
    + line("M-3.5 5H-7Q-11 5-11 1V-4M3.5 2H7Q11 2 11-2V-7", "#5e8f56", 3.2)
    + line("M0-9V11", "#cfe2c4", 1.1),
    "rock": inked("M-14 12L-11-2L-4-11L5-9L12 0L14 12Z", "#8d8797", 1.6)
    + fill("M-4-11L-2 1L-11-2Z", "#b5afbd")
    + line("M-4-11L-2 1L-11-2M-2 1L5-9M-2 1L3 12M7 4L10 9", "#5d5768", 1.3),
}
COIN = disc(0, 0, 9, GOLD) + ring(0, 0, 9, "#7a5200", 1.3) + ring(0, 0, 6.5, "#7a5200", 0.8)
EYE = (
    disc(0, 0, 10, INK)
    + ring(0, 0, 10, CREAM)
    + line("M-6 0Q0-6 6 0Q0 6-6 0Z", "#fff", 1.4)
    + disc(0, 0, 1.8, "#fff")
    + line("M-6 5L6-5", "#fff", 1.6)
)
SIGNPOST = fill("M-1.3-10H1.3V10H-1.3Z", INK) + inked("M-8-8.5H6L9-5.5L6-2.5H-8Z", "#c98a2b") + inked("M8 0H-4L-7 2.7L-4 5.4H8Z", "#e8c27a")
CHANGE = line("M-8-4H6M2-8L6-4L2 0M8 4H-6M-2 0L-6 4L-2 8", INK, 2.2)
THINGS = {
    "coin": ("-10 -10 20 20", COIN + at(0, 0, 0.95, line(DOLLAR, "#3b2800", 1.5))),
    "ox-light": ("-11 -10 22 20", ox("#fff", INK)),
    "ox-dark": ("-11 -10 22 20", ox(INK, "#fff")),
    "signpost": ("-11 -11 22 22", SIGNPOST),
    "eye": ("-11 -11 22 22", EYE),
    "hat": ("-14 -9 28 18", fill(HAT, "currentColor") + line(HAT, "#fff")),
    "hat-plain": ("-14 -9 28 18", fill(HAT, "currentColor")),
    **{f"token-{seat}": ("-16 -16 32 32", fill(TOKENS[seat], "currentColor") + line(TOKENS[seat], CREAM, 1.5)) for seat in range(4)},
    "star": ("-11 -11 22 22", fill(STAR, GOLD) + line(STAR, "#7a5200")),
    "change": ("-11 -11 22 22", CHANGE),
}


def weave(wide: int, high: int) -> str:
    """Return the lines of the pattern on card backs."""
    falling = (f"M{max(0, x)} {max(0, -x)}L{min(wide, x + high)} {min(high, wide - x)}" for x in range(-high + 6, wide, 10))
    rising = (f"M{max(0, x - high)} {min(high, x)}L{min(wide, x)} {max(0, x - wide)}" for x in range(6, wide + high, 10))
    return "".join((*falling, *rising))


def back(wide: int, high: int) -> str:
    """Draw a card back in the current colour."""
    ground, frame = fill(rounded(0, 0, wide, high, 6), "currentColor"), rounded(4, 4, wide - 8, high - 8, 4)
    return ground + at(4, 4, 1, line(weave(wide - 8, high - 8), "#fff", 1.3, ".17")) + line(frame, "#fff", 1.2, ".55")


SCENES = {
    **{f"place-{key}": symbol(f"place-{key}", SCENE, shapes, "xMidYMid slice") for key, shapes in PLACES.items()},
    "place-unknown": symbol("place-unknown", SCENE, ELSEWHERE + disc(40, 25, 12, INK), "xMidYMid slice"),
    **{
        f"weapon-{key}": symbol(f"weapon-{key}", "-20 -13 40 26" if key == "rifle" else "-13 -13 26 26", shapes)
        for key, shapes in WEAPONS.items()
    },
    **{f"road-{key}": symbol(f"road-{key}", "-16 -18 32 32", shapes) for key, shapes in ROADS.items()},
    **{key: symbol(key, box, shapes) for key, (box, shapes) in THINGS.items()},
    "back": symbol("back", "0 0 80 110", back(80, 110), "none"),
}


def scene(parent: Element, key: str, x: float, y: float, width: float, height: float) -> Element:
    """Draw a place's vignette, cropped to its frame. A custom place has its initial."""
    if key in PLACES:
        return use(parent, f"place-{key}", x, y, width, height)
    group = SubElement(parent, "g", {"transform": transform(x + width / 2, y + height / 2)})
    use(group, "place-unknown", -width / 2, -height / 2, width, height)
    write(group, key[0].upper(), 0, 0, "letter")
    return group
