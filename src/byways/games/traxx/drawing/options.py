"""What can be chosen, as things to click on in the drawing, each with a preview."""

from __future__ import annotations

from collections import Counter
from xml.etree.ElementTree import Element, SubElement

from byways import drawing
from byways.drawing import Say, num, trace, transform, write
from byways.games.traxx.drawing.layout import CARD_AT, MIDDLE, TALL, TOP, WIDTH, center, cross, hexagon, next_spent, spent, way
from byways.games.traxx.drawing.text import letter
from byways.games.traxx.state import Done, Draw, Field
from byways.games.traxx.view import View, hoped
from byways.i18n import Message

BUTTON = 112, 54


def offer(sheet: drawing.Sheet, view: View) -> None:
    ways, used = Counter(choice.to for choice in view.choices if isinstance(choice, Draw)), spent(view)
    for choice in view.choices:
        if isinstance(choice, Done):
            offer_done(sheet, view, choice)
        else:
            option = sheet.option(choice)
            offer_draw(sheet.say, SubElement(option, "g", {"transform": transform(*MIDDLE)}), view, choice, ways[choice.to] > 1)
            trace(option, cross(next_spent(view, choice.to, used)), "ghost cross", transform(*CARD_AT))


def offer_done(sheet: drawing.Sheet, view: View, choice: Done) -> None:
    """To pass and to be done have a corner of the sheet each, so that who has just done one thing does not do the other."""
    gain = hoped(view, view.seat or 0).score - view.sheets[view.seat or 0].score
    name, x = ("done", WIDTH - 8 - BUTTON[0]) if view.drawn else ("pass", 8)
    words, what = sheet.say(Message(f"draw.{name}")), sheet.say(Message(f"draw.{name}-what", {"points": gain, "fields": len(view.drawn)}))
    option = sheet.option(choice, label=sheet.say(Message(f"draw.{name}-said", {"points": gain, "fields": len(view.drawn)})))
    only, y = " only" if view.choices == (choice,) else "", TOP + TALL - BUTTON[1]
    box = {"x": num(x), "y": num(y), "width": num(BUTTON[0]), "height": num(BUTTON[1]), "rx": "14"}
    SubElement(option, "rect", {"class": f"button{only}", **box})
    write(option, words, x + BUTTON[0] / 2, y + 18, f"title{only}")
    write(option, what, x + BUTTON[0] / 2, y + 39, f"what{only}")


def offer_draw(say: Say, option: Element, view: View, choice: Draw, both: bool) -> None:
    """The field lights up, with its letter where the line would come in; beside both ends it has one such place for each. Pointed at, it
    shows the line and strikes out its colour on the card."""
    if not both:
        trace(option, hexagon(*center(choice.to)), "hit")
    beckon(option, letter(say, view.board.colour[choice.to]), choice.to, choice.origin)


def beckon(option: Element, letter: str, to: Field, origin: Field) -> None:
    (x, y), (from_x, from_y) = center(to), center(origin)
    trace(option, hexagon(x, y, 0.9), "next")
    trace(option, way((origin, to)), "ghost dots")
    at = {"cx": num(from_x + 0.62 * (x - from_x)), "cy": num(from_y + 0.62 * (y - from_y))}
    SubElement(option, "circle", {"class": "hit", **at, "r": "20"})
    SubElement(option, "circle", {"class": "spot", **at, "r": "12"})
    write(option, letter, from_x + 0.62 * (x - from_x), from_y + 0.62 * (y - from_y), "step")
