"""The cover picture: a line over coloured fields towards the high numbers."""

from __future__ import annotations

from byways.sprite import INK, cover, disc, fill, line, ring

COLORS = {"b": "#8fb5e3", "g": "#9bcd86", "y": "#f4d75e", "a": "#b5b1a8", "r": "#e78b7b", "w": "#fdfaf2"}
ROWS = ("brgby", "ywarg", "brywab", "gabry")
LEFT = (45, 26, 7, 26)  # the left edge of each row
SEAM = "#7d7565"
DIGITS = {
    "5": "M3.5-5.5H-2.5L-3-.5Q4-3 4 2Q4 5.5 0 5.5Q-2.5 5.5-3.5 4",
    "7": "M-4-5.5H4L-1.5 5.5",
    "8": "M0-.5Q-3.3-.5-3.3-3T0-5.5T3.3-3T0-.5Q-4-.5-4 2.5T0 5.5T4 2.5T0-.5Z",
    "10": "M-6-3.5L-3.5-5.5V5.5M3.5-5.5Q7-5.5 7 0T3.5 5.5T0 0T3.5-5.5Z",
}


def middle(across: int, down: int) -> tuple[float, float]:
    return LEFT[down] + 19 + 38 * across, 50 + 33 * down


def hexagon(x: float, y: float) -> str:
    return f"M{x:g} {y - 22:g}l19 11v22l-19 11l-19-11v-22Z"


def number(across: int, down: int, digits: str, color: str) -> str:
    x, y = middle(across, down)
    return disc(x, y, 12.5, color, 1.5) + f'<g transform="translate({x:g} {y:g})">{line(DIGITS[digits], INK, 2.2)}</g>'


FIELDS = "".join(
    fill(hexagon(*middle(across, down)), COLORS[color]) + line(hexagon(*middle(across, down)), SEAM, 1.2)
    for down, colors in enumerate(ROWS)
    for across, color in enumerate(colors)
)
STOPS = ((0, 3), (1, 2), (2, 2), (1, 1), (1, 0), (2, 0), (3, 1), (4, 2))
LINE = "M" + "L".join(f"{x:g} {y:g}" for x, y in (middle(*stop) for stop in STOPS))
COVER = cover(
    fill("M0 0H240V200H0Z", "#efeae0")
    + FIELDS
    + line(LINE, "#fff", 10)
    + line(LINE, INK, 5.5)
    + disc(*middle(0, 3), 7, INK)
    + ring(*middle(0, 3), 7, "#fff", 2)
    + number(1, 0, "7", "#e2a42e")
    + number(4, 2, "10", "#e2a42e")
    + number(0, 1, "5", "#fffdf7")
    + number(3, 3, "8", "#fffdf7")
)
