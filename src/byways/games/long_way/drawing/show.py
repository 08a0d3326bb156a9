"""The show at the end: shoppers walk through one store after the other, and what they pass is counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from byways.bits import members
from byways.drawing import Sheet as Paper
from byways.drawing import trace, write
from byways.event import Move
from byways.games.long_way import GAME
from byways.games.long_way.drawing.art import disc, display, shopper
from byways.games.long_way.drawing.draw import where
from byways.games.long_way.drawing.layout import LEFT, TOP, WIDTH
from byways.games.long_way.drawing.others import seat_mark
from byways.games.long_way.drawing.store import CELL, STORE, leg_points, line, middle, whole_store
from byways.games.long_way.drawing.style import STYLE
from byways.games.long_way.rules.events import Leg, by_score, legs_of, toured
from byways.games.long_way.rules.shoppers import Walk, walk
from byways.games.long_way.state import format_points
from byways.games.long_way.view import View
from byways.i18n import Message, Sentence
from byways.show import Count, Group, Moment, Scene, Show, Summary, Token

TITLE = Message("show.walk")
BOARD, ROW, COLUMN = 56, 50, 125  # the space above a store, and the size of a line in the scores
SIDE = 230  # the width of the scores beside a store


class Tour(NamedTuple):
    """The shoppers in one store after some legs of their way."""

    seat: int
    way: Walk | None
    legs: tuple[Leg, ...]
    walked: int

    @property
    def done(self) -> tuple[Leg, ...]:
        return self.legs[: self.walked]

    @property
    def points(self) -> int:
        return sum(leg.displays.bit_count() - leg.empties.bit_count() for leg in self.done)

    @property
    def pieces(self) -> tuple[str, ...]:
        """Everything that a tour adds to a store, and the store itself."""
        passed = [
            (kind, space)
            for leg in self.done
            for kind, bits in (("display", leg.displays), ("cost", leg.empties))
            for space in members(bits)
        ]
        legs = (f"leg-{self.seat}-{nth}" for nth in range(self.walked))
        return f"store-{self.seat}", f"walker-{self.seat}", *legs, *(f"{kind}-{self.seat}-{space}" for kind, space in passed)


def show(before: View, moments: Sequence[Moment[View]]) -> Show:
    """Build the show: the viewer's own store leg by leg, the others in one go, from the lowest score to the highest."""
    view = moments[0].view
    assert view.outcome is not None
    assert view.outcome.scores is not None
    scores = view.outcome.scores
    tours = [tour for seat in by_score(scores) for tour in tours_of(view, seat)]
    opening = tours[0]._replace(walked=0)
    scenes = (scene_of(view, tour, (opening, *tours[:nth])) for nth, tour in enumerate(tours))
    return Show(TITLE, (Scene(0, view.outcome.reason, stage=partial(draw_tour, view, opening, {})), *scenes), summary_of(view, scores))


def tours_of(view: View, seat: int) -> Iterator[Tour]:
    way = walk(view.sheets[seat])
    legs = tuple(legs_of(view.sheets[seat], way)) if way else ()
    for walked in range(1, len(legs) + 1) if seat == view.seat and legs else [len(legs)]:
        yield Tour(seat, way, legs, walked)


def scene_of(view: View, tour: Tour, earlier: Sequence[Tour]) -> Scene:
    seat, last = tour.seat, earlier[-1]
    before = last if last.seat == seat else None
    news = tour.legs[before.walked if before else 0 : tour.walked]
    pieces = tuple(sorted({*tour.pieces} ^ {*last.pieces}))
    path = tuple(place for leg in news for place in leg.path)
    caption = news[0].told(seat) if len(tour.legs) > 1 and seat == view.seat else toured(seat, tour.way)
    counts = (Count(f"points-{seat}", before.points if before else 0, tour.points),)
    totals = {one.seat: one.points for one in (*earlier[1:], tour)}
    return Scene(
        0,
        caption,
        seat,
        tuple(passed(news)),
        pieces,
        (Move(f"walker-{seat}", path),) if path else (),
        counts=counts,
        stage=partial(draw_tour, view, tour, totals),
    )


def passed(legs: Sequence[Leg]) -> Iterator[Token]:
    """Say what counts on some legs."""
    displays, empties = sum(leg.displays.bit_count() for leg in legs), sum(leg.empties.bit_count() for leg in legs)
    if displays:
        yield Token(Message("aim.displays", {"displays": displays}), f"+{displays}")
    if empties:
        yield Token(Message("tour.empties", {"empties": empties}), format_points(-empties))


def summary_of(view: View, scores: Sequence[float]) -> Summary:
    best = max(1, *scores)
    groups = (
        Group(seat, max(0, scores[seat]) / best, format_points(int(scores[seat])), "", tuple(lines_of(view, seat)))
        for seat in reversed(by_score(scores))
    )
    return Summary(TITLE, tuple(groups))


def lines_of(view: View, seat: int) -> Iterator[Token]:
    way = walk(view.sheets[seat])
    if way is None:
        yield Token(toured(seat, way))
    else:
        yield from passed(tuple(legs_of(view.sheets[seat], way)))


# The stage


def draw_tour(view: View, tour: Tour, totals: dict[int, int], name: str, language: str, tall: bool) -> str:
    """Draw a store with the way walked so far, and all stores' points beside it or, on a tall stage, below."""
    say, seats = partial(GAME.say, language=language), len(view.sheets)
    top, columns = TOP - BOARD, WIDTH // COLUMN if tall else 1
    high = STORE + 2 * BOARD + (ROW * -(-seats // columns) if tall else 0)
    paper = Paper(name, (WIDTH if tall else WIDTH + SIDE, high), say(TITLE), STYLE, say, top)
    paper.lay(f"store-{tour.seat}", whole_store(view.chart, view.sheets[tour.seat], True, False), LEFT, TOP, layer="board")
    lay_walked(paper, view, tour)
    for seat in range(seats):
        down, right = divmod(seat, columns)
        at = (COLUMN * right + 24, TOP + STORE + BOARD + ROW * down + 8) if tall else (WIDTH + 30, TOP + 16 + ROW * seat)
        lay_points(paper, view, seat, totals.get(seat), at, None if tall else say(Message("seat.name", {"seat": seat})))
    return str(paper)


def lay_walked(paper: Paper, view: View, tour: Tour) -> None:
    seat, sheet = tour.seat, view.sheets[tour.seat]
    kinds = {space: kind for kind, bits in enumerate(sheet.displays, 1) for space in members(bits)}
    for nth, points in zip(range(tour.walked), leg_points(tour.way) if tour.way else (), strict=False):
        piece = paper.piece(f"leg-{seat}-{nth}", LEFT, TOP)
        trace(piece, line(points), "path")
        disc(piece, "joint", *points[0], 5)
    for leg in tour.done:
        for space in members(leg.displays):
            x, y = middle(space)
            display(paper.piece(f"display-{seat}-{space}", LEFT + x, TOP + y + 2), kinds[space], True)
        for space in members(leg.empties):
            x, y = middle(space)
            write(paper.piece(f"cost-{seat}-{space}", LEFT + x, TOP + y), format_points(-1), 18, 21, "cost")
    if tour.done:
        shopper(paper.piece(f"walker-{seat}", *where(view, f"walker-{seat}", tour.done[-1].path[-1]), CELL / 50), f"seat seat-{seat}")


def lay_points(paper: Paper, view: View, seat: int, points: int | None, at: tuple[float, float], name: Sentence | None) -> None:
    """Draw a store's points, or a dash before the shoppers have been there, with the owner's token and, beside a store, the name."""
    piece = paper.piece(f"points-{seat}", *at)
    write(piece, "–" if points is None else format_points(points), 42, 0, "huge")
    seat_mark(view, piece, seat)
    if name is not None:
        write(piece, str(name), 74, 0, "left large")
