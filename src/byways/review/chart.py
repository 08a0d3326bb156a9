"""Draw the course of a game as SVG: each seat's chance, act by act, with mistakes and turning points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import dist
from xml.etree.ElementTree import Element, SubElement

import msgspec

from byways.drawing import RULES, num, render, seat_color, stylesheet, token, trace, transform, write
from byways.game import Event, View
from byways.i18n import Message, Sentence
from byways.review.models import Judged, Review, Turn
from byways.review.phrases import ReviewText
from byways.review.verdicts import act_of, course, turning_points
from byways.room import find_room

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720.0, 320.0, 56.0, 44.0, 30.0, 34.0
APART = 30.0  # vertical distance between the marks of two seats at the end
DASHES = ("", "10 5", "3 5", "14 4 3 4", "6 3", "2 3 9 3", "18 5", "4 7")
SIZES = {"": 2.0, "slip": 3.5, "mistake": 5.5, "blunder": 7.5}
STYLE = stylesheet(
    {
        **dict.fromkeys(RULES, ""),
        ".casing": "fill:none;stroke:$pale;stroke-opacity:.8;stroke-width:5.5;stroke-linejoin:round;stroke-linecap:round",
        ".course": "fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round",
        **{f".dash-{seat}": f"stroke-dasharray:{dashes}" for seat, dashes in enumerate(DASHES) if dashes},
        ".grid": "fill:none;stroke:$faint;stroke-width:1;stroke-opacity:.35",
        ".point": "stroke:$raised;stroke-width:1",
        ".grounds": "fill:$raised",
        "text.scale": "fill:$faint;font-size:14px;text-anchor:end",
        ".border": "fill:none;stroke:$ink;stroke-width:2",
        "text.game": "font-size:14px;font-weight:600",
        "text.side": "fill:$faint;font-size:14px;text-anchor:start",
    }
)


class Border(msgspec.Struct, frozen=True):
    """The end of one game in a set: the record length at that point, and how the game ended."""

    entries: int
    words: str


def borders_in(steps: Iterable[tuple[int, Iterable[Event]]], tell: Callable[[Sentence], str]) -> list[Border]:
    """Find where the games of a set end, given the events of a story with their entry counts. Play pauses there."""
    return [Border(entries, tell(event.wording)) for entries, events in steps for event in events if event.pause]


class Span(msgspec.Struct, frozen=True):
    """Maps entries, and chances or scores, to coordinates."""

    width: float
    height: float
    entries: int
    low: float
    high: float

    def x(self, entry: int) -> float:
        return LEFT + (self.width - LEFT - RIGHT) * entry / max(1, self.entries)

    def y(self, worth: float) -> float:
        return TOP + (self.height - TOP - BOTTOM) * (self.high - worth) / (self.high - self.low)


def chart(
    tell: ReviewText, view: View, name: str = "chart", width: float = WIDTH, height: float = HEIGHT, borders: Sequence[Border] = ()
) -> str:
    """Draw a review, complete or not. `view` shows the end of the game and determines the seats' marks; `borders` divide a set into games.

    Seat colours come from the style of the game's drawings, everything else from `STYLE`. Marks carry entry numbers in `data-begin` and
    `data-end`, so that a page can link them to the board.
    """
    review, span = tell.review, span_of(tell.review, width, height)
    box = {"viewBox": f"0 0 {num(width)} {num(height)}", "width": num(width), "height": num(height), "role": "group"}
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "id": name, "class": "byways chart", **box, "aria-label": tell.caption()})
    SubElement(root, "style").text = STYLE
    lay_scale(root, tell, span)
    lay_borders(root, tell, span, borders)
    for seat in range(review.seats):
        lay_course(root, tell, span, seat, view.token(seat), [border.entries for border in borders])
    lay_marks(root, tell, span, view)
    lay_turns(root, tell, span)
    return render(root)


def span_of(review: Review, width: float, height: float) -> Span:
    if not review.is_score:
        return Span(width, height, review.entries, 0.0, 1.0)
    shown = [value for act in review.acts for value in (act.chance, act.left)] + [one.last for one in review.accounts]
    low, high = min(shown, default=0.0), max(shown, default=1.0)
    edge = max(1.0, (high - low) / 10)
    return Span(width, height, review.entries, low - edge, high + edge)


def lay_scale(root: Element, tell: ReviewText, span: Span) -> None:
    trace(root, f"M{num(LEFT)} {num(TOP)}H{num(span.width - RIGHT)}V{num(span.height - BOTTOM)}H{num(LEFT)}Z", "grounds")
    for part in range(5):
        worth = span.low + (span.high - span.low) * part / 4
        trace(root, f"M{num(LEFT)} {num(span.y(worth))}H{num(span.width - RIGHT)}", "grid")
        write(root, tell.worth(worth), LEFT - 6, span.y(worth), "scale")
    write(root, tell.say(Message("review.start")), LEFT, span.height - BOTTOM / 2, "side")
    write(root, tell.say(Message("review.end")), span.width - RIGHT, span.height - BOTTOM / 2, "scale")


def lay_borders(root: Element, tell: ReviewText, span: Span, borders: Sequence[Border]) -> None:
    """Draw a line between the games of a set, and number them above."""
    edges = [0, *(border.entries for border in borders), span.entries] if borders else []
    for number, (begin, end) in enumerate(pairwise(edges), 1):
        write(root, tell.say(Message("review.game", {"number": number})), (span.x(begin) + span.x(end)) / 2, TOP / 2, "game")
    for border in borders:
        line = trace(root, f"M{num(span.x(border.entries))} {num(TOP - 8)}V{num(span.height - BOTTOM + 8)}", "border")
        titled(line, border.words)


def path_along(points: Sequence[tuple[int, float]], span: Span, borders: Sequence[int]) -> str:
    """Return path data, interrupted where the line between two acts crosses a border."""
    legs = [f"{num(span.x(entry))} {num(span.y(worth))}" for entry, worth in points]
    crossed = [nth % 2 == 0 and any(points[nth - 1][0] <= border <= points[nth][0] for border in borders) for nth in range(len(points))]
    return "".join(f"{'M' if nth == 0 or crossed[nth] else 'L'}{leg}" for nth, leg in enumerate(legs))


def lay_course(root: Element, tell: ReviewText, span: Span, seat: int, mark: int, borders: Sequence[int]) -> None:
    if points := path_along([*course(tell.review, seat)], span, borders):
        dashes = f"dash-{seat % len(DASHES)}"
        trace(root, points, f"casing {dashes}")  # a light casing, because some seats' colours are dark
        line = trace(root, points, f"course {seat_color(mark).replace('seat', 'by')} {dashes}")
        line.attrib |= {"role": "img", "aria-label": tell.name(seat), "data-seat": str(seat)}
    for act in tell.review.acts:
        if act.seat == seat:
            lay_act(root, tell, span, act, mark)


def lay_act(root: Element, tell: ReviewText, span: Span, act: Judged, mark: int) -> None:
    looks = f"point {act.verdict} {seat_color(mark)}"
    place = {"cx": num(span.x(act.end)), "cy": num(span.y(act.left)), "r": num(SIZES[act.verdict])}
    point = SubElement(root, "circle", {"class": looks, **place, **leading(act)})
    if act.verdict:
        titled(point, tell.turn(Turn(act.seat, act.begin, act.end, act.chance, act.left, act)))


def lay_marks(root: Element, tell: ReviewText, span: Span, view: View) -> None:
    """Put each seat's mark at the end of its line, moved apart so that none overlap."""
    lasts = sorted((span.y(last), seat) for seat, one in enumerate(tell.review.accounts) for last in [one.last])
    apart = min(APART, (span.height - TOP - BOTTOM) / max(1, len(lasts) - 1))
    lowest = span.height - BOTTOM - apart * (len(lasts) - 1)
    least = TOP
    for place, (y, seat) in enumerate(lasts):
        least = max(least, min(y, lowest + apart * place))
        marked = SubElement(root, "g", {"transform": transform(span.width - RIGHT / 2, least)})
        if marks := find_room(tell.game.room).marks:
            marks.seat_mark(view, marked, seat)
        else:
            token(marked, seat, tell.say(Message("seat.initial", {"seat": seat})))
        titled(marked, tell.name(seat))
        least += apart


def lay_turns(root: Element, tell: ReviewText, span: Span) -> None:
    taken = list[tuple[float, float]]()
    for number, turn in enumerate(turning_points(tell.review), 1):
        taken.append(free_place(span, span.x(turn.end), span.y(turn.after), taken))
        marked = SubElement(root, "g", {"class": "swing", "transform": transform(*taken[-1]), **leading(act_of(tell.review, turn))})
        SubElement(marked, "circle", {"class": "mark", "r": "10"})
        write(marked, str(number), 0, 0, "marked")
        titled(marked, tell.turn(turn))


def free_place(span: Span, x: float, y: float, taken: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """A place just above or below a point, in one of some rows inside the scale, where a mark covers no other."""
    rows = [TOP + 11 + 21 * nth for nth in range(int((span.height - TOP - BOTTOM - 1) // 21))]
    rows.sort(key=lambda row: (abs(row - y) < 13, abs(abs(row - y) - 18)))
    return next((x, row) for row in rows if all(dist((x, row), other) > 20 for other in taken))


def leading(act: Judged) -> dict[str, str]:
    return {"data-seat": str(act.seat), "data-begin": str(act.begin), "data-end": str(act.end)}


def titled(element: Element, words: str) -> None:
    """Add a tooltip that screen readers also read."""
    element.attrib |= {"role": "img", "aria-label": words}
    SubElement(element, "title").text = words
