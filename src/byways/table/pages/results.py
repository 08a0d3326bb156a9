"""What a page shows beside the board when a game is over: places, what the scores are made of, and the scale of a game for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

import msgspec
from markupsafe import Markup

from byways.drawing import CROWN, render, token, trace
from byways.game import Game, Outcome, View
from byways.i18n import ENGLISH
from byways.phrases import breakdown, number, title_for
from byways.room import find_room
from byways.table.i18n import language_in, voice
from byways.table.pages.phrases import people, voice_of
from byways.table.play.table import Table

COLUMNS = 4  # of seats that a panel on a phone has room for


class Bar(msgspec.Struct, frozen=True):
    """A part of a score in a drawing: which line of the breakdown, from where and how far, in hundredths of the longest bar."""

    line: int
    start: float
    length: float
    is_cost: bool = False


class Ranked(msgspec.Struct, frozen=True):
    """The place of a seat."""

    place: int
    seat: int
    name: str
    about: str
    mark: Markup
    score: str
    is_tied: bool
    bars: tuple[Bar, ...]


class Graded(msgspec.Struct, frozen=True):
    """A line of the scale by which the rules judge a solo player."""

    score: str
    title: str
    is_reached: bool


class Shown(msgspec.Struct, frozen=True):
    """A result on a page. `lines` has what each seat has of something, in the order of `ranked`; the last is the total if `has_total`."""

    title: str
    reason: str
    ranked: list[Ranked]
    lines: list[tuple[str, list[str]]]
    has_total: bool
    grades: list[Graded]

    @property
    def has_many(self) -> bool:
        """Whether there are too many seats for a column each."""
        return len(self.ranked) > COLUMNS


def shown(table: Table, view: View, language: str = ENGLISH) -> Shown | None:
    """None before the end."""
    outcome, tell = view.outcome, voice_of(table, language).tell
    if outcome is None:
        return None
    ranked = ranking(table, view, outcome, language)
    title = title_for(outcome, view.seat) if len(outcome.places) > 1 else ""  # a solo player reads it as the headline
    said = breakdown(outcome, tell)
    lines = [(label, [values[one.seat] for one in ranked]) for label, values in said]
    has_total = len(said) > len(outcome.breakdown)
    return Shown(tell(title), tell(outcome.reason), ranked, lines, has_total, grading(table.game, outcome, language))


def ranking(table: Table, view: View, outcome: Outcome, language: str = ENGLISH) -> list[Ranked]:
    """The places of all seats, best first."""
    bars = bars_of(outcome)
    ranked = [
        Ranked(
            outcome.places[one.number],
            one.number,
            one.name,
            ", ".join(one.about),
            mark(table.game, view, one.number, is_crowned(outcome, one.number)),
            number(outcome.scores[one.number]) if outcome.scores else "",
            outcome.scores is not None and outcome.places.count(outcome.places[one.number]) > 1,
            bars[one.number],
        )
        for one in people(table, view, language)
    ]
    return sorted(ranked, key=lambda one: (one.place, one.seat))


def is_crowned(outcome: Outcome, seat: int) -> bool:
    """Who has won against somebody."""
    return seat in outcome.winners and len(outcome.winners) < len(outcome.places)


def mark(game: Game, view: View, seat: int, crowned: bool = False) -> Markup:
    """What stands for a seat on the board, in the colours that the board has brought to the page."""
    svg = Element("svg", {"class": "byways mark-of-seat", "viewBox": "-18 -28 36 46", "aria-hidden": "true"})
    if marks := find_room(game.room).marks:
        marks.seat_mark(view, svg, seat)
    else:
        token(svg, seat, game.seat_names[seat][:1])
    if crowned:
        trace(svg, CROWN, "crown")
    return Markup(render(svg))


def bars_of(outcome: Outcome) -> list[tuple[Bar, ...]]:
    """For each seat what earned points, end to end, and then what cost some, back from there; none without scores."""
    seats = range(len(outcome.places))
    parts = [[points(line.values[seat]) for line in outcome.breakdown] if outcome.scores else [] for seat in seats]
    longest = max(sum(value for value in values if value > 0) for values in parts)
    return [tuple(bars_along(values, 100 / longest)) if longest else () for values in parts]


def points(value: object) -> float:
    return value if isinstance(value, int | float) else 0


def bars_along(values: Sequence[float], unit: float) -> Iterator[Bar]:
    reach = 0.0
    for line, value in sorted(enumerate(values), key=lambda part: part[1] < 0):
        start, end = max(0, min(reach, reach + unit * value)), max(reach, reach + unit * value)
        reach += unit * value
        if end > start:
            yield Bar(line, round(start, 2), round(end - start, 2), value < 0)


def grading(game: Game, outcome: Outcome, language: str = ENGLISH) -> list[Graded]:
    say, spoken = voice(language, game).say, language_in(game, language)
    least = min((grade.least for grade in outcome.grades if grade.least is not None), default=0)
    return [
        Graded(
            say("play.grade-below", least=number(least)) if grade.least is None else say("play.grade", least=number(grade.least)),
            game.say(grade.title, spoken),
            grade.title == outcome.title,
        )
        for grade in outcome.grades
    ]
