"""Checks of what teaches a game: every lesson can be played to its end, and points at what is there; every figure can be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from xml.etree import ElementTree as ET

from byways.game import Complaint, Game, Position, View
from byways.i18n import ENGLISH
from byways.record import Choose, Entry
from byways.room import find_room
from byways.teaching.guide import FIGURE, figure, figures, how_to_play, in_short
from byways.teaching.lesson import Lesson, Page, Step, lessons
from byways.testing.trial import Broken, NonConformance

NAME = "kit"
CONTROLS = ("#undo", "#hint", "#told", "#seats")  # of the page around the board, to be pointed at too


def check_teaching(game: Game) -> None:
    """Each lesson goes to its end by any right choice, has words for everything, and points at what is there; each figure is drawn."""
    for name, lesson in lessons(game).items():
        try:
            play_lesson(game, lesson)
        except (Broken, Complaint, LookupError) as error:
            raise NonConformance("lessons", f"{game.title}, lesson '{name}': {error}") from error
    try:
        draw_figures(game)
    except (Broken, Complaint, LookupError) as error:
        raise NonConformance("figures", f"{game.title}: {error}") from error


def play_lesson(game: Game, lesson: Lesson) -> None:
    game.say(lesson.title)
    position = lesson.start.position(lesson.start.load_game(game))
    for number, step in enumerate(lesson.steps):
        if bool(step.expect) == (number == len(lesson.steps) - 1):
            raise Broken("every step expects a choice, and the last one, which only says goodbye, does not.")
        position = play_step(game, lesson, step, position, number)


def play_step(game: Game, lesson: Lesson, step: Step, position: Position, number: int) -> Position:
    view = position.view(lesson.seat)
    there = drawn(game, view) & drawn(game, view, tall=True)
    for page in step.pages:
        read_page(game, lesson, page, there, number)
    if not step.expect:
        return position
    right = [choice for choice in view.choices if step.accepts(str(choice))]
    for pattern in step.expect:
        if not any(fnmatchcase(str(choice), pattern) for choice in right):
            raise Broken(f"step {number} expects '{pattern}', which is not possible: {', '.join(map(str, view.choices))}.")
    for wrong, reply in step.replies.items():
        game.say(lesson.says(reply))
        if not any(fnmatchcase(str(choice), wrong) and not step.accepts(str(choice)) for choice in view.choices):
            raise Broken(f"step {number} has a reply to '{wrong}', which nobody can choose there.")
    for choice in view.choices:
        if objection := lesson.objection(step, choice):
            game.say(objection)
    after = [follow(game, [Choose(lesson.seat, str(choice)), *step.script], position) for choice in right]
    return after[0]


def follow(game: Game, entries: Sequence[Entry], position: Position) -> Position:
    for entry in entries:
        position = entry.apply(game, position)
    return position


def read_page(game: Game, lesson: Lesson, page: Page, there: set[str], number: int) -> None:
    for language in game.languages:
        game.say(lesson.says(page.name), language)
    for point in page.points:
        if point not in there and point not in CONTROLS:
            raise Broken(f"step {number} points at '{point}', which is not there.")


def drawn(game: Game, view: View, tall: bool = False) -> set[str]:
    """All that can be pointed at in a drawing: pieces by their ids, options by their notation."""
    root = ET.fromstring(game.draw(view, NAME, tall=tall))
    return {value for one in root.iter() for value in (one.get("id", "").removeprefix(f"{NAME}-"), one.get("data-choice")) if value}


def draw_figures(game: Game) -> None:
    """Each figure of the page for players is there, and each that is there is on the page."""
    pictures, pages = find_room(game.room).pictures, (how_to_play(game) or "", in_short(game) or "")
    named = {found["name"] for page in pages for found in FIGURE.finditer(page)}
    if both := figures(game).keys() & pictures.keys():
        raise Broken(f"{', '.join(sorted(both))} is a moment and a picture.")
    there = {*figures(game), *pictures}
    if named != there:
        raise Broken(f"the page for players and the figures differ in {', '.join(sorted(named ^ there))}.")
    for name in sorted(there):
        ET.fromstring(figure(game, name, ENGLISH))
