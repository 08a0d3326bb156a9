"""The legal choices as clickable elements, each with a preview."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from xml.etree.ElementTree import Element, SubElement

from byways import drawing
from byways.drawing import num, trace, transform, write
from byways.games.traxx.drawing.layout import APART, CARD_AT, HALF, MIDDLE, TALL, TOP, WIDTH, center, cross, hexagon, next_spent, spent, way
from byways.games.traxx.drawing.text import letter
from byways.games.traxx.rules import extensions
from byways.games.traxx.state import AnyChoice, Done, Draw, Field
from byways.games.traxx.view import View, known_sheet
from byways.i18n import Message, Value

BUTTON = 112, 54
REACH = 0.8 * HALF  # how close a stroke must pass to a field's centre


def offer(sheet: drawing.Sheet, view: View) -> None:
    if view.choices:
        sheet.strokes(strokes(view))
    ways, used = Counter(choice.to for choice in view.choices if isinstance(choice, Draw)), spent(view)
    # A field beside both ends has two options: each has its disc, and the field offers both.
    for field in (field for field, count in ways.items() if count > 1):
        sheet.shared(hexagon(*center(field)), transform(*MIDDLE))
    for choice in view.choices:
        if isinstance(choice, Done):
            offer_done(sheet, view, choice)
        else:
            option = sheet.option(choice, "field")
            option.set("data-anchor", " ".join(map(num, far_side(choice))))
            target = SubElement(option, "g", {"transform": transform(*MIDDLE)})
            if ways[choice.to] == 1:
                trace(target, hexagon(*center(choice.to)), "hit")
            draw_target(target, letter(sheet.say, view.board.colour[choice.to]), choice.to, choice.origin, view.board.number)
            trace(option, cross(next_spent(view, choice.to, used)), "ghost cross", transform(*CARD_AT))


def strokes(view: View) -> drawing.Strokes:
    """The lines that the viewer can draw in one stroke: from either end, or those that begin where the tentative line does."""
    line = [step for step in view.act if isinstance(step, Draw)]
    starts: dict[str, dict[str, drawing.StrokeStep]] = {}
    for draw in draws(view, ()):
        if not line or draw.origin == line[0].origin:
            starts.setdefault(draw.origin, {})[draw.to] = stroke_step(view, (draw,), [])
    passed = {*starts, *(place for steps in starts.values() for place in places_in(steps))}
    drawn = (line[0].origin, *view.drawn) if line else ()
    return drawing.Strokes({field: MIDDLE.of(field) for field in sorted(passed)}, REACH, starts, drawn)


def draws(view: View, act: tuple[AnyChoice, ...]) -> list[Draw]:
    found = extensions(view.board, view.sheets[view.seat or 0], act, view.card)
    return [choice for choice in found if isinstance(choice, Draw)]


def stroke_step(view: View, act: tuple[AnyChoice, ...], used: list[int]) -> drawing.StrokeStep:
    last = act[-1]
    assert isinstance(last, Draw)
    nth = next_spent(view, last.to, used)
    then = {draw.to: stroke_step(view, (*act, draw), [*used, nth]) for draw in draws(view, act)}
    return drawing.StrokeStep(str(last), (CARD_AT[0] + APART * nth, CARD_AT[1]), then)


def places_in(steps: Mapping[str, drawing.StrokeStep]) -> Iterator[str]:
    for place, step in steps.items():
        yield place
        yield from places_in(step.then)


def offer_done(sheet: drawing.Sheet, view: View, choice: Done) -> None:
    """Offer Pass and Done in different corners, so that a double click on one does not press the other."""
    gain = known_sheet(view, view.seat or 0).score - view.sheets[view.seat or 0].score
    name, x = ("done", WIDTH - 8 - BUTTON[0]) if view.drawn else ("pass", 8)
    values: dict[str, Value] = {"points": gain, "fields": len(view.drawn)}
    words, what, said = (sheet.say(Message(f"draw.{name}{part}", values)) for part in ("", "-what", "-said"))
    option = sheet.option(choice, label=said)
    only, y = " only" if view.choices == (choice,) else "", TOP + TALL - BUTTON[1]
    box = {"x": num(x), "y": num(y), "width": num(BUTTON[0]), "height": num(BUTTON[1]), "rx": "14"}
    SubElement(option, "rect", {"class": f"button{only}", **box})
    write(option, words, x + BUTTON[0] / 2, y + 18, f"title{only}")
    write(option, what, x + BUTTON[0] / 2, y + 39, f"what{only}")


def far_side(draw: Draw) -> tuple[float, float]:
    """The left or right side of a field, away from the line's end, where a hint's badge covers nothing."""
    (x, y), (from_x, _) = MIDDLE.of(draw.to), MIDDLE.of(draw.origin)
    return x + (HALF if x > from_x else -HALF), y


def draw_target(option: Element, letter: str, to: Field, origin: Field, numbers: Collection[Field] = ()) -> None:
    """Frame a field, with a disc where the line would enter it. A field beside both ends has two discs."""
    trace(option, hexagon(*center(to), 0.9), "next")
    trace(option, way((origin, to)), "ghost dots")
    x, y = entry(to, origin, numbers)
    at = {"cx": num(x), "cy": num(y)}
    SubElement(option, "circle", {"class": "hit", **at, "r": "20"})
    SubElement(option, "circle", {"class": "spot", **at, "r": "10.5"})
    write_colour(option, letter, x, y, "step")


def write_colour(parent: Element, letter: str, x: float, y: float, looks: str) -> None:
    """Write a colour's letter where only one fits. Some languages need two."""
    label = write(parent, letter, x, y, looks)
    if len(letter) > 1:
        label.attrib |= {"textLength": "15", "lengthAdjust": "spacingAndGlyphs"}


def entry(to: Field, origin: Field, numbers: Collection[Field]) -> tuple[float, float]:
    """A point on the border or, if no number is there, above it, because the lower field's letter is just below the border."""
    lower, upper = sorted((to, origin), key=lambda field: center(field)[1], reverse=True)
    (x, y), (upper_x, upper_y) = center(lower), center(upper)
    part = 0.5 if y == upper_y or upper in numbers else 0.65
    return x + (upper_x - x) * part, y + (upper_y - y) * part
