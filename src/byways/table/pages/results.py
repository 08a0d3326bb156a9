"""The result of a game: places, the breakdown of scores, and the grades of a solo game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

import msgspec
from markupsafe import Markup

from byways.drawing import CROWN, render, token, trace
from byways.game import Game, Outcome, View
from byways.i18n import ENGLISH, Message
from byways.phrases import breakdown, decided, number, title_for
from byways.room import find_room
from byways.table.i18n import language_in, voice
from byways.table.pages.phrases import players, voice_of
from byways.table.play.table import Table

COLUMNS = 4  # seats that fit side by side on a phone


class Bar(msgspec.Struct, frozen=True):
    """A part of a score: its line in the breakdown, and its start and length in percent of the width."""

    line: int
    start: float
    length: float


class Standing(msgspec.Struct, frozen=True):
    place: int
    seat: int
    name: str
    about: str
    icon: Markup
    score: str
    is_tied: bool
    bars: tuple[Bar, ...]


class GradeLine(msgspec.Struct, frozen=True):
    """A grade that the rules give for a solo score."""

    score: str
    title: str
    is_reached: bool


class Result(msgspec.Struct, frozen=True):
    """A result on a page. Each of `lines` has one value per seat, in the order of `standings`; the last is the total if `has_total`.

    `zero` is the position of zero in all bars, in percent of the width. Losses are to its left, gains to its right.
    """

    title: str
    reason: str
    decided: str
    standings: list[Standing]
    lines: list[tuple[str, list[str]]]
    has_total: bool
    grades: list[GradeLine]
    zero: float

    @property
    def drawn(self) -> set[int]:
        """The lines that are part of a bar."""
        return {bar.line for one in self.standings for bar in one.bars}

    @property
    def has_many(self) -> bool:
        """Whether there are too many seats to give each a column."""
        return len(self.standings) > COLUMNS


def result_of(table: Table, view: View, language: str = ENGLISH) -> Result | None:
    """The result for one viewer; None before the end."""
    outcome, tell = view.outcome, voice_of(table, language).tell
    if outcome is None:
        return None
    standings = ranking(table, view, outcome, language)
    title = title_for(outcome, view.seat) if len(outcome.places) > 1 else ""  # the title is the headline of a solo game
    said = breakdown(outcome, tell)
    lines = [(label, [values[one.seat] for one in standings]) for label, values in said]
    has_total = len(said) > len(outcome.breakdown)
    zero, _ = scale_of(outcome)
    why = " ".join(map(tell, decided(outcome, view.seat)))
    return Result(tell(title), tell(outcome.reason), why, standings, lines, has_total, grading(table.game, outcome, language), zero)


def ranking(table: Table, view: View, outcome: Outcome, language: str = ENGLISH) -> list[Standing]:
    """The standings of all seats, best first."""
    bars = bars_of(outcome)
    standings = [
        Standing(
            outcome.places[one.number],
            one.number,
            one.name,
            ", ".join(one.about),
            seat_icon(table.game, view, one.number, language, is_crowned(outcome, one.number)),
            number(outcome.scores[one.number]) if outcome.scores and has_score(outcome, one.number) else "",
            outcome.scores is not None and outcome.places.count(outcome.places[one.number]) > 1,
            bars[one.number],
        )
        for one in players(table, view, language)
    ]
    return sorted(standings, key=lambda one: (one.place, one.seat))


def has_score(outcome: Outcome, seat: int) -> bool:
    """Whether to show a seat's score. Not for seats that left, nor for the last one left unless its score won the game."""
    left = [other for other in range(len(outcome.places)) if other not in outcome.removed]
    scores = outcome.scores or ()
    is_decisive = len(left) > 1 or not outcome.removed or scores[seat] > max(scores[other] for other in outcome.removed)
    return seat in left and is_decisive


def is_crowned(outcome: Outcome, seat: int) -> bool:
    """Whether a seat has won and another has not."""
    return seat in outcome.winners and len(outcome.winners) < len(outcome.places)


def seat_icon(game: Game, view: View, seat: int, language: str = ENGLISH, crowned: bool = False) -> Markup:
    """A seat as the board draws it, styled by the board's style sheet."""
    svg = Element("svg", {"class": "byways mark-of-seat", "viewBox": "-18 -28 36 46", "aria-hidden": "true"})
    if marks := find_room(game.room).marks:
        marks.seat_mark(view, svg, seat)
    else:
        token(svg, seat, game.say(Message("seat.initial", {"seat": seat}), language_in(game, language)))
    if crowned:
        trace(svg, CROWN, "crown")
    return Markup(render(svg))


def bars_of(outcome: Outcome) -> list[tuple[Bar, ...]]:
    """Each seat's bars: gains end to end to the right of zero, losses to the left. Empty without scores."""
    zero, unit = scale_of(outcome)
    return [tuple(bars_along(points_of(outcome, seat), zero, unit)) for seat in range(len(outcome.places))]


def scale_of(outcome: Outcome) -> tuple[float, float]:
    """The position of zero and the length of one point, in percent of the width."""
    parts = [points_of(outcome, seat) for seat in range(len(outcome.places))]
    gain, loss = (max(sum(sign * value for value in values if sign * value > 0) for values in parts) for sign in (1, -1))
    return (100 * loss / (gain + loss), 100 / (gain + loss)) if gain + loss else (0, 0)


def points_of(outcome: Outcome, seat: int) -> list[float]:
    """A seat's points for each line of the breakdown; empty without scores."""
    values = (line.values[seat] for line in outcome.breakdown if outcome.scores)
    return [value if isinstance(value, int | float) else 0 for value in values]


def bars_along(values: Sequence[float], zero: float, unit: float) -> Iterator[Bar]:
    left = right = zero
    for line, value in enumerate(values):
        if value > 0:
            yield Bar(line, round(right, 2), round(unit * value, 2))
            right += unit * value
        elif value < 0:
            left += unit * value
            yield Bar(line, round(left, 2), round(-unit * value, 2))


def grading(game: Game, outcome: Outcome, language: str = ENGLISH) -> list[GradeLine]:
    say, spoken = voice(language, game).say, language_in(game, language)
    least = min((grade.least for grade in outcome.grades if grade.least is not None), default=0)
    return [
        GradeLine(
            say("play.grade-below", least=number(least)) if grade.least is None else say("play.grade", least=number(grade.least)),
            game.say(grade.title, spoken),
            grade.title == outcome.title,
        )
        for grade in outcome.grades
    ]
