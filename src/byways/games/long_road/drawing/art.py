"""Primitives for cards and tiles: shapes, text that fits its space, and centred symbols."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import count
from math import inf
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import corner, num, use, write
from byways.games.long_road import GAME
from byways.games.long_road.drawing.style import SIZE, SIZES
from byways.i18n import Message

WIDTHS = {  # letter widths in Source Sans, relative to the font size; all others are 0.5
    **dict.fromkeys(" \u00a0\u202f", 0.2),
    **dict.fromkeys(".,:;'()!fijlrtI", 0.29),
    **dict.fromkeys("bdhnopqu", 0.55),
    **dict.fromkeys("mwMW", 0.8),
    **dict.fromkeys("ABCDGHNOPQRUVXKE", 0.6),
}


def rect(parent: Element, looks: str, x: float, y: float, width: float, height: float, radius: float = 0) -> Element:
    size = {"width": num(width), "height": num(height), **({"rx": num(radius)} if radius else {})}
    return SubElement(parent, "rect", {"class": looks, **corner(x, y), **size})


def disc(parent: Element, looks: str, x: float, y: float, radius: float) -> Element:
    center = {f"c{name}": place for name, place in corner(x, y).items()}
    return SubElement(parent, "circle", {"class": looks, **center, "r": num(radius)})


def fit(parent: Element, words: str, x: float, y: float, room: float, looks: str = "") -> Element:
    """Write words within `room`. Words that are too long are set smaller, then squeezed."""
    if width(words, looks) > room:
        looks = " ".join((*(look for look in looks.split() if look not in SIZES), "small"))
    text = write(parent, words, x, y, looks)
    if width(words, looks) > room:
        text.set("textLength", num(room))
        text.set("lengthAdjust", "spacingAndGlyphs")
    return text


def write_numeral(parent: Element, words: str, x: float, y: float, looks: str = "") -> None:
    """Draw a number centred on a disc. Digits have no descenders, so the font's own middle line would be too low."""
    write(parent, words, x, y - 0.045 * font_size(looks), looks)


def write_title(parent: Element, words: str, x: float, y: float, room: float, looks: str = "") -> None:
    """Write a name centred on one line, or on two if it is too long for one."""
    lines = title_lines(words, room, looks)
    for nth, line in enumerate(lines):
        fit(parent, line, x, y + 11.5 * (nth - (len(lines) - 1) / 2), room, looks)


def title_lines(words: str, room: float, looks: str = "") -> list[str]:
    return wrap(words, room, looks) if width(words, f"small {looks}") > room else [words]


@lru_cache(maxsize=4096)
def width(words: str, looks: str = "") -> float:
    """Estimate the width of words with the given looks."""
    return font_size(looks) * (1 if "plain" in looks else 1.05) * sum(WIDTHS.get(letter, 0.5) for letter in words)


def font_size(looks: str) -> float:
    return next((SIZES[look] for look in looks.split() if look in SIZES), SIZE)


def wrap(words: str, room: float, looks: str = "") -> list[str]:
    """Break words into lines no wider than `room`."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if width(longer, looks) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def wrap_within(words: str, room: float, most: int, looks: str = "") -> list[str]:
    """Break words into `most` lines at most. If they need more, lines are wider than `room`, to be squeezed."""
    return next(lines for wider in count(room) if len(lines := wrap(words, wider, looks)) <= most)


def paragraph(parent: Element, lines: list[str], x: float, y: float, step: float, looks: str = "", room: float = inf) -> None:
    for nth, line in enumerate(lines):
        fit(parent, line, x, y + step * (nth + 0.5), room, looks)


# Symbols, centred on x, y


def herd(parent: Element, white: bool, x: float, y: float, size: float = 16) -> None:
    use(parent, "ox-light" if white else "ox-dark", x - size / 2, y - size / 2, size)


def coin(parent: Element, x: float, y: float, size: float = 18) -> None:
    use(parent, "coin", x - size / 2, y - size / 2, size)


def weapon(parent: Element, key: str, x: float, y: float, high: float) -> None:
    wide = high * (40 / 26 if key == "rifle" else 1)
    use(parent, f"weapon-{key}", x - wide / 2, y - high / 2, wide, high)


def road_symbol(parent: Element, road: str, x: float, y: float, size: float) -> None:
    use(parent, f"road-{road}", x - size / 2, y - size / 2, size)


def hat(parent: Element, seat: int, language: str, x: float, y: float, wide: float) -> None:
    """Draw a hat in a seat's colour, with its letter."""
    use(parent, "hat", x - wide / 2, y - wide / 2, wide, looks=f"hat-{seat}")
    write(parent, letter_of(seat, language), x, y - 0.03 * wide, "letter")


def seat_token(parent: Element, seat: int, language: str, x: float, y: float) -> None:
    """Draw a seat's token, small but with a legible letter."""
    use(parent, f"token-{seat}", x - 12, y - 12, 24, looks=f"hat-{seat}")
    write(parent, letter_of(seat, language), x, y + (2 if seat == 2 else 0), "letter")


@cache
def letter_of(seat: int, language: str) -> str:
    return GAME.say(Message("seat.initial", {"seat": seat}), language)
