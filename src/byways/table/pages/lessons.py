"""Lessons at a table, and explanations of what a viewer points at."""

from __future__ import annotations

from functools import cache
from math import isfinite
from random import Random

import msgspec
from markupsafe import Markup

from byways.game import Choice, Game
from byways.i18n import Sentence
from byways.table.i18n import Voice
from byways.table.pages.pictures import symbol
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from byways.teaching.guide import explain, meant, row, touched
from byways.teaching.lesson import Lesson, lessons

EASY = "easy"
WORDS, SECONDS = 180, 6  # reading speed in words a minute, and seconds for a choice


def lesson_plan(game: Game, lesson: Lesson, name: str = "") -> TablePlan:
    """Plan a table for a lesson: the learner, and bots that follow the script and play freely after it ends."""
    seats = tuple("me" if seat == lesson.seat else f"bot:{easiest_bot(game)}" for seat in range(len(lesson.start.players)))
    names = tuple(name if seat == "me" else "" for seat in seats)
    return TablePlan(game.built_in, seats, lesson.start.options, names, begun=lesson.start, lesson=lesson.name)


def easiest_bot(game: Game) -> str:
    return EASY if EASY in game.bot_names else game.bot_names[0]


@cache
def minutes(game: Game, name: str, language: str) -> int:
    """Estimate how long a lesson takes from the length of its texts and the number of its choices."""
    lesson = lessons(game)[name]
    texts = [game.say(lesson.says(page.name), language) for step in lesson.steps for page in step.pages]
    words = sum(len(text.split()) for text in texts)
    return max(1, round(words / WORDS + SECONDS * len(lesson.steps) / 60))


class LessonPage(msgspec.Struct, frozen=True):
    text: str
    points: tuple[str, ...]


class LessonShown(msgspec.Struct, frozen=True):
    """The learner's current step; `number` counts from 1 to `count`."""

    title: str
    number: int
    count: int
    pages: tuple[LessonPage, ...]
    is_over: bool


def lesson_shown(table: Table, seat: int | None, language: str) -> LessonShown | None:
    """The learner's current step; None for other viewers, and once the learner plays on after the end."""
    lesson, number = table.match.script.lesson, table.match.script.step
    if lesson is None or number is None or seat != lesson.seat or table.match.script.is_left_behind:
        return None
    say, view = table.game.say, table.match.screens[seat].view
    pages = tuple(LessonPage(say(lesson.says(page.name), language), page.pointed(view)) for page in lesson.steps[number].pages)
    return LessonShown(say(lesson.title, language), number + 1, len(lesson.steps), pages, number == len(lesson.steps) - 1)


class PathShown(msgspec.Struct, frozen=True):
    """The continuation of a finished lesson: the lesson `following` or, if there is none, a game with this bot and preset."""

    following: str | None
    bot: str
    preset: str | None = None


def path_of(game: Game, following: str | None = None) -> PathShown:
    usual = next(iter(game.presets), None)
    return PathShown(following, easiest_bot(game), usual.name if usual else None)


def path_shown(table: Table, seat: int | None) -> PathShown | None:
    """The learner's next step after a finished lesson, even while they play on or after they have won."""
    lesson = table.match.script.lesson
    if lesson is None or seat != lesson.seat or not table.match.script.is_over:
        return None
    names = [*lessons(table.game)]
    return path_of(table.game, next(iter(names[names.index(lesson.name) + 1 :]), None))


def explained(table: Table, seat: int | None, piece: str, x: str, y: str, tall: bool = False) -> tuple[list[Sentence], list[Choice]]:
    """What lies at a point of a seat's latest drawing, or why it cannot be chosen, and the legal choices that a tap there may mean."""
    view, at = table.match.screens[seat].view, (piece[:64], number_from(x), number_from(y))
    sentences = explain(table.game, view, *at, Random(0), tall)
    return sentences, meant(view, touched(table.game, view, *at, tall))


class ShownRow(msgspec.Struct, frozen=True):
    """A choice in words, as listed on the page. `art` is its symbol as SVG."""

    choice: str
    name: str
    details: tuple[str, ...]
    warning: str
    art: Markup


def row_shown(table: Table, seat: int | None, choice: Choice, voice: Voice) -> ShownRow:
    found = row(table.game, table.match.screens[seat].view, choice)
    details, art = tuple(map(voice.tell, found.details)), symbol(table.game, found.art)
    return ShownRow(str(choice), voice.tell(found.name), details, voice.tell(found.warning), art)


def number_from(text: str) -> float:
    try:
        number = float(text[:16])
    except ValueError:
        return 0.0
    return number if isfinite(number) else 0.0
