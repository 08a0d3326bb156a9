"""What teaches a game: its pages, their figures, lessons, and answers about what somebody points at."""

from __future__ import annotations

from math import isfinite
from random import Random

import msgspec

from byways.game import Game
from byways.i18n import Sentence
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from byways.teaching.guide import explain
from byways.teaching.lesson import Lesson, lessons

EASY = "easy"


def lesson_plan(game: Game, lesson: Lesson) -> TablePlan:
    """A table for a lesson: the learner in its seat, and bots that follow the script and later play on by themselves."""
    rival = EASY if EASY in game.bot_names else game.bot_names[0]
    seats = tuple("me" if seat == lesson.seat else f"bot:{rival}" for seat in range(len(lesson.start.players)))
    return TablePlan(game.built_in, seats, lesson.start.options, begun=lesson.start, lesson=lesson.name)


class LessonPage(msgspec.Struct, frozen=True):
    text: str
    points: tuple[str, ...]


class LessonShown(msgspec.Struct, frozen=True):
    """How far a lesson is: a step of so many, its pages, and which lesson comes after the last."""

    title: str
    number: int
    count: int
    pages: tuple[LessonPage, ...]
    is_over: bool
    following: str | None


def lesson_shown(table: Table, seat: int | None, language: str) -> LessonShown | None:
    """What the learner reads; nothing for others who look on, nor for who has gone on after the end."""
    lesson = table.match.lesson
    if lesson is None or seat != lesson.seat or lesson.is_left_behind(table.match.entries):
        return None
    number, say = lesson.step(lesson.played(table.match.entries)), table.game.say
    pages = tuple(LessonPage(say(lesson.says(page.name), language), page.points) for page in lesson.steps[number].pages)
    is_over = number == len(lesson.steps) - 1
    names = [*lessons(table.game)]
    following = next(iter(names[names.index(lesson.name) + 1 :]), None) if is_over else None
    return LessonShown(say(lesson.title, language), number + 1, len(lesson.steps), pages, is_over, following)


def explained(table: Table, seat: int | None, piece: str, x: str, y: str, tall: bool = False) -> list[Sentence]:
    """What somebody points at on their newest screen, and why it cannot be chosen, as far as they may know."""
    view = table.match.screens[seat].view
    return explain(table.game, view, piece[:64], number_from(x), number_from(y), Random(0), tall)


def number_from(text: str) -> float:
    try:
        number = float(text[:16])
    except ValueError:
        return 0.0
    return number if isfinite(number) else 0.0
