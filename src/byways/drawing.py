"""Building blocks for SVG boards: the sheet with its four layers, palette, tokens, options and labels; and SVG to PNG."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from string import Template
from typing import Literal, TypeAlias
from xml.etree.ElementTree import Element, SubElement

import msgspec

from byways.game import Choice
from byways.i18n import Message, Sentence, Value
from byways.once import once

__all__ = [
    "Sheet", "Stamp", "StrokeStep", "Strokes", "laid", "line_color", "num", "png", "render", "seat_color", "stamped", "stylesheet",
    "themed", "token", "transform", "turning", "use", "write",
]  # fmt: skip

Say: TypeAlias = Callable[[Sentence], str]  # words sentences in the viewer's language
Layer: TypeAlias = Literal["board", "pieces", "options", "labels"]
Joy: TypeAlias = Literal["lights", "doors", "riders"]
# In painting order: later layers cover earlier ones, and options get clicks before pieces.
LAYERS: tuple[Layer, ...] = ("board", "pieces", "options", "labels")
MEMORY = 1 << 14  # cache size for attributes and coordinates, most of which repeat from drawing to drawing
COLOR = re.compile(r"(#[0-9a-f]+)")
DARK_QUERY = "@media (prefers-color-scheme:dark)"

LIGHT = {
    "paper": "#f7f2e6",
    "ink": "#2e2a25",
    "faint": "#6d6557",
    "raised": "#fffdf6",
    "hollow": "#d9cfb9",
    "choice": "#0b6b66",
    "chosen": "#ffffff",
    "accent": "#e3a72f",
    "trail": "#b3362b",
    "pale": "#fffdf6",
}
DARK = {
    "paper": "#1f1d1a",
    "ink": "#eae3d4",
    "faint": "#a79e8c",
    "raised": "#322e28",
    "hollow": "#131210",
    "choice": "#57cfc0",
    "chosen": "#08211e",
    "accent": "#e6b450",
    "trail": "#f0806f",
    "pale": "#fffdf6",
}
SEATS = ("#b3362b", "#2b5fa8", "#2c7546", "#a8590d", "#7a4296", "#33302c")


# Classes set by the page: `resting` until the mouse moves, `pointing` from a click or tap to the next key press, `settled` after the
# page moved the focus, until a key press.
POINTED, FOCUSED, SHOWN = ".option:hover:not(.resting *)", ".option:focus:not(.pointing *)", ".shown"
PRESSED = f"{FOCUSED}:not(.settled *)"


def looked_at(selector: str, looks: str) -> dict[str, str]:
    """Style something inside an option that is hovered, focused, or shown by the page.

    Two rules, because the PNG renderer drops a rule that mentions hover or focus.
    """
    return {f"{POINTED} {selector},.byways {FOCUSED} {selector}": looks, f"{SHOWN} {selector}": looks}


RULES = {
    ".paper": "fill:$paper",
    ".ink": "fill:none;stroke:$ink;stroke-width:2;stroke-linecap:round;stroke-linejoin:round",
    "text": "fill:$ink;font:16px 'Source Sans Pro','Source Sans 3',system-ui,sans-serif;"
    "text-anchor:middle;dominant-baseline:central;pointer-events:none",
    "text.title": "font-size:20px;font-weight:600",
    "text.faint": "fill:$faint",
    "text.left": "text-anchor:start",
    "text.letter": "fill:$pale;font-size:16px;font-weight:600",
    "[id][transform]": "transition:transform .4s ease",  # pieces
    ".seat": "stroke:$pale;stroke-width:1.5;stroke-linejoin:round",
    **{f".seat-{seat}": f"fill:{color}" for seat, color in enumerate(SEATS)},
    ".tick,.trail-of,.chevron": "fill:none;stroke-width:4;stroke-linecap:round;stroke-linejoin:round",
    ".trail-of": "stroke-width:7;stroke-opacity:.75",
    ".band": "fill:$pale;fill-opacity:.12;stroke-width:3",
    ".cased": "stroke:$pale;stroke-width:8;stroke-opacity:1",
    ".trail-of.cased": "stroke-width:11",
    ".was": "opacity:.35",
    ".older": "opacity:.5",
    ".marks": "pointer-events:none",
    ".halo": "fill:none;stroke:$ink;stroke-width:2;stroke-dasharray:4 3",
    ".joy": "visibility:hidden",
    ".crown": "fill:$accent;stroke:#2e2a25;stroke-width:1.2;stroke-linejoin:round",
    ".option": "cursor:pointer;outline:none",
    ".hit": "fill-opacity:0",
    ".spot": "fill:$raised;stroke:$choice;stroke-width:2",
    ".sign": "fill:$choice;stroke:$choice;stroke-width:2;stroke-linejoin:round",
    ".trail": "fill:none;stroke:$trail;stroke-width:4;stroke-dasharray:1 8;stroke-linecap:round;stroke-linejoin:round",
    ".outline": "fill:none;stroke:$choice;stroke-width:3;stroke-dasharray:9 6;stroke-linejoin:round",
    ".ghost": "visibility:hidden;pointer-events:none",
    f"{POINTED} .ghost,.byways {PRESSED} .ghost": "visibility:visible",
    f"{SHOWN} .ghost": "visibility:visible",
    **looked_at(".spot", "fill:$choice;stroke-width:3"),
    **looked_at(".spot~text:not(.ghost)", "fill:$chosen"),
    **looked_at(".spot~.sign", "fill:$chosen;stroke:$chosen"),
    ".turner": "cursor:pointer",
    "[data-thing]:focus:not(.pointing *)": "outline:3px solid $ink;outline-offset:2px",
    ".pointed": "filter:drop-shadow(0 0 2px $trail) drop-shadow(0 0 3px $trail) drop-shadow(0 0 6px $trail)",
    ".advised": "filter:drop-shadow(0 0 2px $accent) drop-shadow(0 0 3px $accent) drop-shadow(0 0 7px $accent)",
    ".planned": "display:none",  # parts of a preview that only the ghost of a whole act shows
    ".mark": "fill:$accent;stroke:#2e2a25;stroke-width:1.5",
    "text.marked": "fill:#2e2a25;font-weight:600",
}
STILL = "@media (prefers-reduced-motion:reduce){.byways *{transition:none}}"

# Seats differ in shape as well as colour: disc, square, triangle, diamond, hexagon, cross, pentagon, arrow. Each has room for a letter.
TOKENS = (
    "M-13 0A13 13 0 0 1 13 0A13 13 0 0 1-13 0Z",
    "M-11.5-11.5H11.5V11.5H-11.5Z",
    "M0-15L15 11H-15Z",
    "M0-16L16 0L0 16L-16 0Z",
    "M-7.5-13H7.5L15 0L7.5 13H-7.5L-15 0Z",
    "M-6.5-14H6.5V-6.5H14V6.5H6.5V14H-6.5V6.5H-14V-6.5H-6.5Z",
    "M0-15L14-4L9 13H-9L-14-4Z",
    "M-14-8H0V-14L14 0L0 14V8H-14Z",
)
TURN = "M5-4.5A7 7 0 1 0 7 2M5-10V-4.500H-.5"  # a circular arrow: this can be turned
CROWN = "M-9-15L-11-25L-5-20L0-27L5-20L11-25L9-15Z"


def stylesheet(rules: Mapping[str, str] = {}, light: Mapping[str, str] = {}, dark: Mapping[str, str] = {}) -> str:
    """Return a game's style sheet: the shared rules and its own, in which `$name` is a palette colour.

    An empty rule removes a shared one. Plain rules come first and dark mode overrides them, because resvg and many viewers support neither
    variables nor media queries. The text is the same for all drawings of a game, so a content policy can allow it by hash.
    """
    all_rules = {selector: looks for selector, looks in {**RULES, **rules}.items() if looks}
    seats = {selector: looks for selector, looks in all_rules.items() if re.fullmatch(r"\.seat-\d+", selector)}
    all_rules |= {selector.replace("seat", "by"): looks.replace("fill", "stroke") for selector, looks in seats.items()}
    by_day = Template("\n".join(f".byways {selector}{{{looks}}}" for selector, looks in all_rules.items())).substitute({**LIGHT, **light})
    colored = ((selector, ";".join(look for look in looks.split(";") if "$" in look)) for selector, looks in all_rules.items())
    by_night = "\n".join(f".byways {selector}{{{looks}}}" for selector, looks in colored if looks)
    return f"\n{by_day}\n{DARK_QUERY}{{\n{Template(by_night).substitute({**DARK, **dark})}\n}}\n{STILL}\n"


PLAIN = stylesheet()


def style_of(svg: str) -> str:
    """Return the style sheet of a drawing, as it is written there; empty if it has none."""
    return svg.partition("<style>")[2].partition("</style>")[0]


def themed(style: str, light: str = ".light", dark: str = ".dark") -> str:
    """Return a style sheet for pages, whose `color-scheme` decides between the colours.

    It is inherited, also by copies of pieces in `<use>`, which no selector for the whole page matches. Other values, such as an opacity,
    are those of the day or the night if the page's root matches the selector `light` or `dark`; otherwise the system decides.
    """
    day, query, rest = style.partition(f"{DARK_QUERY}{{\n")
    if not query:
        return style
    night, _, rest = rest.partition("\n}\n")
    by_day = {(selector, name): value for selector, name, value in properties(day)}
    mixed, others = list[str](), list[str]()
    for selector, name, value in properties(night):
        colors = mix(by_day.get((selector, name), ""), value)
        (mixed if colors else others).append(f"{selector}{{{name}:{colors or value}}}")
    lines = (*mixed, f"{DARK_QUERY}{{:where(:root:not({light})){{", *others, "}}", f":where(:root{dark}){{", *others, "}")
    return day + "\n".join(lines) + f"\n{rest}"


def properties(rules: str) -> Iterator[tuple[str, str, str]]:
    """Yield the selector, the name and the value of each property in rules of one line each."""
    for selector, looks in re.findall(r"^(.*)\{(.*)\}$", rules, re.MULTILINE):
        for look in filter(None, looks.split(";")):
            name, _, value = look.partition(":")
            yield selector, name, value


def mix(day: str, night: str) -> str:
    """Return a value with the colours of both, or nothing if they do not only differ in colours."""
    if COLOR.sub("", day) != COLOR.sub("", night):
        return ""
    pairs = zip(COLOR.split(day), COLOR.split(night), strict=True)
    return "".join(light if light == dark else f"light-dark({light},{dark})" for light, dark in pairs)


def turning(middle: float, degrees: int) -> str:
    """Return the style of an element that the page rotates around its centre in steps of `degrees`. Still pictures show it unrotated."""
    origin = f"transform-origin:{num(middle)}px {num(middle)}px"
    return f"transform:rotate(calc(var(--turned,0)*{degrees}deg));{origin};transition:transform .25s ease"


@lru_cache(MEMORY)
def num(value: float) -> str:
    """Format a coordinate without needless digits."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def transform(x: float, y: float, scale: float = 1) -> str:
    """Return a transform that only translates and scales, so that a page can animate it."""
    return f"translate({num(x)} {num(y)})" + (f" scale({num(scale)})" if scale != 1 else "")


@lru_cache(MEMORY)
def in_id(notation: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", notation.lower())


@lru_cache(MEMORY)
def called(say: Say, name: str, **values: Value) -> str:
    """Word a label and cache it. `say` must be the same object for all drawings."""
    return say(Message(name, values))


def initial(say: Say, seat: int) -> str:
    """Return the letter on a seat's token, in the language of `say`."""
    return called(say, "seat.initial", seat=seat)


class StrokeStep(msgspec.Struct, frozen=True, array_like=True):
    """A choice made by drawing on to a place: the point it crosses out elsewhere, and the possible steps from there."""

    choice: str
    uses: tuple[float, float] | None
    then: Mapping[str, StrokeStep]


class Strokes(msgspec.Struct, frozen=True, array_like=True):
    """Everything that one stroke of the pointer can choose.

    A stroke begins at one of `starts` and passes `places`: points of the drawing, each with this `reach` around it. If there are tentative
    steps, `drawn` lists where they start and their places in order. A stroke then begins at the last one, and drawing back undoes them.
    """

    places: Mapping[str, tuple[float, float]]
    reach: float
    starts: Mapping[str, Mapping[str, StrokeStep]]
    drawn: tuple[str, ...] = ()


class Sheet:
    """One drawing: the root with id `name`, four layers, and ids only on the direct children of layers.

    Keep a layer's children in the same order from one drawing to the next: a browser stops animating an element that it has to move.
    """

    def __init__(self, name: str, size: tuple[float, float], label: str, style: str = PLAIN, say: Say = str, top: float = 0) -> None:
        width, height = map(num, size)
        box = {"viewBox": f"0 {num(top)} {width} {height}", "width": width, "height": height}
        self.name, self.say, self.has_things = name, say, False
        self.root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "id": name, "class": "byways", **box, "aria-label": label})
        SubElement(self.root, "style").text = style
        self.layers = {layer: SubElement(self.root, "g", {"id": f"{name}-{layer}"}) for layer in LAYERS}
        SubElement(self.layers["board"], "rect", {"class": "paper", "y": num(top), "width": width, "height": height})

    def name_of(self, seat: int) -> str:
        """Return the name of a seat, as the drawing says it."""
        return self.say(Message("seat.name", {"seat": seat}))

    def piece(self, piece: str, x: float, y: float, scale: float = 1, looks: str = "", layer: Layer = "pieces") -> Element:
        """Add a piece with a stable id, which events refer to; draw it around 0, 0."""
        return SubElement(self.layers[layer], "g", of_piece(f"{self.name}-{piece}", x, y, scale, looks))

    def lay(
        self, piece: str, art: Stamp, x: float, y: float, scale: float = 1, looks: str = "", layer: Layer = "pieces", label: str = ""
    ) -> None:
        """Add a piece that is a single stamp. A label also makes it a thing. Its text is cached while it does not move."""
        self.layers[layer].append(laid(f"{self.name}-{piece}", art, x, y, scale, looks, label))
        self.has_things |= bool(label)

    def joy(self, kind: Joy, x: float = 0, y: float = 0, scale: float = 1, layer: Layer = "board", stroke_width: float = 1) -> Element:
        """Add a group for a celebration, hidden in pictures. The page animates its children one after the other, once."""
        looks = {"class": "joy", "data-joy": kind, "stroke-width": num(stroke_width)}
        return SubElement(self.layers[layer], "g", {**looks, "transform": transform(x, y, scale)})

    def option(self, choice: Choice, looks: str = "", label: str | None = None) -> Element:
        """Add a legal choice, for mouse, touch and keyboard. Elements in it with the class `ghost` are its preview.

        Elements with `ghost planned` appear only in the preview of a whole act.

        `label` replaces the choice's sentence for screen readers.
        """
        notation = str(choice)
        attributes = {
            "id": f"{self.name}-option-{in_id(notation)}",
            "role": "button",
            "tabindex": "0",
            "class": f"option {looks}".rstrip(),
            "data-choice": notation,
            "aria-label": label or self.say(choice.sentence),
        }
        return SubElement(self.layers["options"], "g", attributes)

    def drag(self, option: Element, piece: str, box: tuple[float, float, float, float] | None = None) -> None:
        """Let dragging a piece to a box (x, y, width, height), or to the option's own place, make this choice."""
        option.set("data-from", piece)
        if box is not None:
            option.set("data-drop", " ".join(map(num, box)))

    def drag_on(self, option: Element, pieces: Iterable[str], then: Mapping[str, tuple[float, float, float, float]]) -> None:
        """Let dragging one of these pieces to a box make this choice and then the box's. `then` maps notations to boxes."""
        option.set("data-from", " ".join(pieces))
        option.set("data-then", "; ".join(f"{notation}: {' '.join(map(num, box))}" for notation, box in then.items()))

    def swipe(self, option: Element, box: tuple[float, float, float, float], to: tuple[int, int]) -> None:
        """Let a swipe make this choice.

        It begins in a box (x, y, width, height), and the signs in `to` give its direction right and down.
        """
        option.set("data-swipe", " ".join(map(num, (*box, *to))))

    def shared(self, path: str, transform: str) -> None:
        """Let a touch on this shape mean several options alike: beside their own shapes it offers them all."""
        trace(self.layers["board"], path, "hit", transform).set("data-shared", "")

    def thing(self, element: Element, label: str) -> Element:
        """Mark an element whose details can be looked up (`drawing.touch.touched`); `label` is its name for screen readers."""
        self.has_things = True
        element.attrib |= of_thing(label)
        return element

    def zoom(self, element: Element, piece: str, label: str) -> Element:
        """Mark a thing that enlarges a piece when it is clicked."""
        self.thing(element, label).attrib |= {"role": "button", "data-zoom": piece}
        return element

    def strokes(self, strokes: Strokes) -> None:
        """Let the player draw over several places in one movement."""
        self.layers["options"].set("data-strokes", msgspec.json.encode(strokes).decode())

    def label(self, words: str, x: float, y: float, looks: str = "") -> Element:
        """Write words on the layer of labels."""
        return write(self.layers["labels"], words, x, y, looks)

    def __str__(self) -> str:
        self.root.set("role", "group" if len(self.layers["options"]) or self.has_things else "img")
        return render(self.root)


def picture(size: tuple[float, float], paint: Callable[[Element], object], style: str = PLAIN) -> str:
    """Return an SVG picture without a background, painted from its upper left corner: a card or a tile by itself."""
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "byways", "viewBox": "0 0 {} {}".format(*map(num, size))})
    SubElement(root, "style").text = style
    paint(root)
    return render(root)


def tent(size: tuple[float, float], paint: Callable[[Element], object], style: str = PLAIN) -> str:
    """Return a picture to fold in the middle so that it stands: `paint` fills `size` from the corner, and again upside down above it."""
    wide, high = size

    def both(root: Element) -> None:
        paint(SubElement(root, "g", {"transform": f"translate({num(wide)} {num(high)}) rotate(180)"}))
        paint(SubElement(root, "g", {"transform": f"translate(0 {num(high)})"}))
        SubElement(root, "path", {"d": f"M0 {num(high)}H{num(wide)}", "stroke": "#555555", "stroke-width": ".5", "stroke-dasharray": "3 2"})

    return picture((wide, 2 * high), both, style)


class Stamp(Element):
    """Immutable artwork that drawings share, such as the print on a tile. Its text is rendered once."""

    def __init__(self, text: str | None = None) -> None:
        super().__init__("g")
        if text is not None:
            vars(self)["text_made"] = text

    @once
    def text_made(self) -> str:
        """The parts as SVG text, made once."""
        return "".join(map(render, self))


@lru_cache(4096)
def stamped(paint: Callable[..., object], *given: Hashable) -> Stamp:
    """Return the artwork that a function paints into an element, cached."""
    art = Stamp()
    paint(art, *given)
    return art


def of_piece(piece: str, x: float, y: float, scale: float, looks: str) -> dict[str, str]:
    return {"id": piece, **({"class": looks} if looks else {}), "transform": transform(x, y, scale)}


def of_thing(label: str) -> dict[str, str]:
    return {"tabindex": "-1", "role": "img", "aria-label": label, "data-thing": ""}


@lru_cache(4096)
def laid(piece: str, art: Stamp, x: float, y: float, scale: float, looks: str, label: str) -> Stamp:
    """Render a stamped piece from its artwork's text, without building elements, so that even a cache miss is cheap."""
    attributes = of_piece(piece, x, y, scale, looks) | (of_thing(label) if label else {})
    return Stamp(tagged("g", attributes.items(), art.text_made))


def render(element: Element) -> str:
    """Render like `ElementTree.tostring`, which takes twice as long and cannot reuse the text of stamps."""
    if isinstance(element, Stamp):
        return element.text_made
    inside = escape(element.text, quote=False) if element.text else ""
    if len(element):
        inside += "".join([render(child) for child in element])
    return tagged(element.tag, element.items(), inside)


def tagged(tag: str, attributes: Iterable[tuple[str, str]], inside: str) -> str:
    texts = "".join([f' {name}="{escape(value)}"' for name, value in attributes])
    return f"<{tag}{texts}>{inside}</{tag}>" if inside else f"<{tag}{texts}/>"


def corner(x: float, y: float) -> dict[str, str]:
    """Return the attributes `x` and `y`, without zeros."""
    return {**({"x": num(x)} if x else {}), **({"y": num(y)} if y else {})}


def write(parent: Element, words: str, x: float, y: float, looks: str = "") -> Element:
    """Add text that is vertically centred on `y`."""
    text = SubElement(parent, "text", {**corner(x, y), **({"class": looks} if looks else {})})
    text.text = words
    return text


def use(parent: Element, key: str, x: float, y: float, width: float, height: float | None = None, looks: str = "") -> Element:
    """Add one of the room's symbols by its key, in a box (a square without `height`). `currentColor` in the symbol follows `color`."""
    box = {**corner(x, y), "width": num(width), "height": num(width if height is None else height)}
    return SubElement(parent, "use", {"href": f"#art-{key}", **box, **({"class": looks} if looks else {})})


def trace(parent: Element, d: str, looks: str, transform: str = "") -> Element:
    return SubElement(parent, "path", {"class": looks, "d": d, **({"transform": transform} if transform else {})})


def seat_color(seat: int) -> str:
    """Return the class that fills with a seat's colour. Never rely on it alone: add the seat's shape or letter."""
    return f"seat-{seat % len(SEATS)}"


def line_color(seat: int) -> str:
    """Return the class that draws lines in a seat's colour."""
    return f"by-{seat % len(SEATS)}"


def token(parent: Element, seat: int, letter: str = "") -> None:
    """Draw a seat's token around 0, 0."""
    trace(parent, TOKENS[seat % len(TOKENS)], f"seat {seat_color(seat)}")
    if letter:
        write(parent, letter, 0, 3 if seat % len(TOKENS) == 2 else 0, "letter")  # a triangle is widest below its middle


def png(svg: str, width: int | None = None, dark: bool = False) -> bytes:
    """Render a drawing as PNG, identical on every machine: all text uses one bundled font.

    >>> from byways.game import find_game, stream
    >>> labyrinth = find_game("labyrinth")
    >>> view = labyrinth.start(labyrinth.deal(2, stream(7, "set-up"))).view(0)
    >>> png(labyrinth.draw(view), width=400, dark=True)[:4]
    b'\\x89PNG'
    """
    import font_source_sans_pro  # type: ignore[import-untyped]
    import resvg_py

    if dark:
        svg = re.sub(re.escape(DARK_QUERY) + r"\{\n(.*?)\n\}", r"\1", svg, flags=re.DOTALL)
    fonts = [font_source_sans_pro.font_files_ttf[face] for face in ("SourceSansPro", "SourceSansProSemibold")]
    family = "Source Sans Pro"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts, font_family=family, sans_serif_family=family
        )
    )
