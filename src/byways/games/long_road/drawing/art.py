"""What is printed on cards and tiles: words that find room, and symbols drawn around 0, 0."""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import corner, num, use, write
from byways.games.long_road import GAME
from byways.games.long_road.drawing.style import SIZE, SIZES

WIDTHS = {**dict.fromkeys(" \u00a0.,:;'()!fijlrtI", 0.28), **dict.fromkeys("mwMW", 0.8), **dict.fromkeys("ABCDGHNOPQRUVXKE", 0.59)}


def rect(parent: Element, looks: str, x: float, y: float, width: float, height: float, radius: float = 0) -> Element:
    size = {"width": num(width), "height": num(height), **({"rx": num(radius)} if radius else {})}
    return SubElement(parent, "rect", {"class": looks, **corner(x, y), **size})


def disc(parent: Element, looks: str, x: float, y: float, radius: float) -> Element:
    center = {f"c{name}": place for name, place in corner(x, y).items()}
    return SubElement(parent, "circle", {"class": looks, **center, "r": num(radius)})


def at(x: float, y: float, scale: float = 1) -> str:
    return f"translate({num(x)} {num(y)})" + ("" if scale == 1 else f" scale({num(scale)})")


def fit(parent: Element, words: str, x: float, y: float, room: float, looks: str = "") -> Element:
    """Words in so much room: those that are too long are smaller, and narrower if that is not enough."""
    if width(words, looks) > room:
        looks = " ".join((*(look for look in looks.split() if look not in SIZES), "small"))
    text = write(parent, words, x, y, looks)
    if width(words, looks) > room:
        text.set("textLength", num(room))
        text.set("lengthAdjust", "spacingAndGlyphs")
    return text


def entitle(parent: Element, words: str, x: float, y: float, room: float, looks: str = "") -> None:
    """A name around this line, on two where one has no room for it."""
    lines = title_lines(words, room, looks)
    for nth, line in enumerate(lines):
        fit(parent, line, x, y + 11.5 * (nth - (len(lines) - 1) / 2), room, looks)


def title_lines(words: str, room: float, looks: str = "") -> list[str]:
    return wrapped(words, room, looks) if width(words, f"small {looks}") > room else [words]


@lru_cache(maxsize=4096)
def width(words: str, looks: str = "") -> float:
    """About how wide words are."""
    size = next((SIZES[look] for look in looks.split() if look in SIZES), SIZE)
    return size * (1 if "plain" in looks else 1.05) * sum(WIDTHS.get(letter, 0.5) for letter in words)


def wrapped(words: str, room: float, looks: str = "") -> list[str]:
    """Words in lines that are so wide."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if width(longer, looks) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def paragraph(parent: Element, lines: list[str], x: float, y: float, step: float, looks: str = "") -> None:
    for nth, line in enumerate(lines):
        write(parent, line, x, y + step * (nth + 0.5), looks)


# The art; each has its middle at x, y


def herd(parent: Element, white: bool, x: float, y: float, size: float = 16) -> None:
    use(parent, "ox-light" if white else "ox-dark", x - size / 2, y - size / 2, size)


def coin(parent: Element, x: float, y: float, size: float = 18) -> None:
    use(parent, "coin", x - size / 2, y - size / 2, size)


def weapon(parent: Element, key: str, x: float, y: float, high: float) -> None:
    wide = high * (40 / 26 if key == "rifle" else 1)
    use(parent, f"weapon-{key}", x - wide / 2, y - high / 2, wide, high)


def road_symbol(parent: Element, road: str, x: float, y: float, size: float) -> None:
    use(parent, f"road-{road}", x - size / 2, y - size / 2, size)


def hat(parent: Element, seat: int, x: float, y: float, wide: float) -> None:
    """In the colour of a seat, with its letter."""
    use(parent, "hat", x - wide / 2, y - wide / 2, wide, looks=f"hat-{seat}")
    write(parent, letter_of(seat), x, y - 0.03 * wide, "letter")


def plate(parent: Element, seat: int, x: float, y: float) -> None:
    """What stands for a seat, small, but with a letter that can be read."""
    use(parent, f"token-{seat}", x - 12, y - 12, 24, looks=f"hat-{seat}")
    write(parent, letter_of(seat), x, y + (2 if seat == 2 else 0), "letter")


def letter_of(seat: int) -> str:
    return GAME.seat_names[seat][0]
