"""What is printed on cards and tiles: the looks of the table, words that find room, and symbols drawn around 0, 0."""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import RULES as BASE
from byways.drawing import corner, looked_at, num, use, write
from byways.games.long_road import GAME
from byways.games.long_road.choices import ROADS

SIZE = 12  # of most letters
SIZES = {"big": 20, "title": 16, "name": 13, "small": 11.5}
WIDTHS = {**dict.fromkeys(" \u00a0.,:;'()!fijlrtI", 0.28), **dict.fromkeys("mwMW", 0.8), **dict.fromkeys("ABCDGHNOPQRUVXKE", 0.59)}
HATS = ("#b3362b", "#3a3733", "#a67908", "#2c7546")  # the colours of the seats
BLACK = "#2b2621"  # what is printed on cards, which are light by day and by night
UNUSED = (".ink", ".halo", ".spot", ".sign", ".trail", ".outline", ".turner", ".seat-4", ".seat-5")
RULES = {
    **{selector: "" for selector in BASE if selector.partition("~")[0].split()[-1] in UNUSED},
    "text": BASE["text"].replace("16px", f"600 {SIZE}px").replace("$ink", BLACK),  # as on cards
    **{f"text.{looks}": f"font-size:{size}px" for looks, size in SIZES.items()},
    "text.letter": BASE["text.letter"].replace("16px", "12px"),
    "text.plain": "font-weight:400",
    "text.right": "text-anchor:end",
    "text.ink": "fill:$ink",
    "text.pale": "fill:#fffdf6",
    **{f".lane-{number}": f"fill:${road}" for number, road in enumerate(ROADS)},
    ".land": "opacity:$haze",
    ".panel": "fill:$hollow;fill-opacity:.55",
    ".card": "fill:$face;color:$face;stroke:#8a7650;stroke-width:1.2",
    ".goal": "color:$board",
    ".slot": "fill:none;stroke:$faint;stroke-width:1.2;stroke-dasharray:3 3",
    ".vacant": "fill:$raised;fill-opacity:.75;stroke:$faint;stroke-width:1.2;stroke-dasharray:6 4",
    ".seat-box": "fill:$raised;stroke:$hollow;stroke-width:1.2",
    ".turn": "fill:$raised;stroke:$ink;stroke-width:2",
    **{f".hat-{seat}": f"color:{color}" for seat, color in enumerate(HATS)},
    ".ink-hat": "color:$ink",
    ".cream": "color:#fffdf6",
    ".gold": "fill:#e2a42e;stroke:#7a5200;stroke-width:1.2",
    ".secret": "fill:#3a332b;color:#3a332b",
    ".disc": f"fill:{BLACK};stroke:#fff;stroke-width:1.2",
    ".order": f"fill:#fff;stroke:{BLACK};stroke-width:1.2",
    ".light": f"fill:#fff;stroke:{BLACK};stroke-width:1",
    ".gone": "opacity:.4",
    ".veil": "fill:$face;fill-opacity:.6",
    ".now": "fill:none;stroke:$trail;stroke-width:4",
    ".may": "fill-opacity:0;stroke:$choice;stroke-width:2.5",
    ".pill": "fill:$choice;stroke:$on;stroke-width:1",
    "text.on": "fill:$on",
    ".frame": "fill:none;stroke:$choice;stroke-width:3;stroke-dasharray:7 5",
    ".badge": "fill:$trail;stroke:$raised;stroke-width:1",
    "text.badge-word": "fill:$paper",
    **looked_at(".may", "stroke-width:5"),
    **looked_at(".pill", "fill:$ink;stroke:$ink"),
    **looked_at(".on", "fill:$paper"),
    **{f".seat-{seat}": f"fill:{color}" for seat, color in enumerate(HATS[1:], 1)},
}
LIGHT = {
    **{"tepee": "#ebd2a8", "cactus": "#d3ddb9", "rock": "#d9d2da", "haze": "1"},
    **{"face": "#fffdf7", "board": "#fbf1d8", "choice": "#0b6b66", "on": "#ffffff"},
}
DARK = {
    **{"tepee": "#4a3a26", "cactus": "#38422c", "rock": "#38343f", "haze": ".25"},
    **{"face": "#f1e9d8", "board": "#e9dcc0", "choice": "#57cfc0", "on": "#08211e"},
}


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
