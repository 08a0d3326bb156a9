"""Checks on lessons and figures: lessons can be played to the end and point at what to touch; figures can be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from xml.etree import ElementTree as ET

from byways.game import Complaint, Game, Position, Refused, View
from byways.i18n import ENGLISH
from byways.record import Choose, Entry
from byways.room import find_room
from byways.teaching.guide import FIGURE, figure, figures, how_to_play, in_short, meant, place_of, touched
from byways.teaching.lesson import Lesson, LessonStep, Page, lessons
from byways.testing.trial import NonConformance, Violation

NAME = "kit"
CONTROLS = ("#undo", "#hint", "#told", "#seats")  # elements of the page that lessons may point at


def check_teaching(game: Game) -> None:
    """Play each lesson with only right choices, read its texts, check what it points at, and draw each figure."""
    for name, lesson in lessons(game).items():
        try:
            play_lesson(game, lesson)
        except (Violation, Complaint, LookupError) as error:
            raise NonConformance("lessons", f"{game.title}, lesson '{name}': {error}") from error
    try:
        draw_figures(game)
    except (Violation, Complaint, LookupError) as error:
        raise NonConformance("figures", f"{game.title}: {error}") from error


def play_lesson(game: Game, lesson: Lesson) -> None:
    game.say(lesson.title)
    position = lesson.start.position(lesson.start.load_game(game))
    for number, step in enumerate(lesson.steps):
        if bool(step.expect) == (number == len(lesson.steps) - 1):
            raise Violation("every step must expect a choice, except the last, which must not.")
        position = play_step(game, lesson, step, position, number)


def play_step(game: Game, lesson: Lesson, step: LessonStep, position: Position, number: int) -> Position:
    view = position.view(lesson.seat)
    there = drawn(game, view) & drawn(game, view, tall=True)
    for page in step.pages:
        read_page(game, lesson, page, there, number)
    if not step.expect:
        return position
    right = [choice for choice in view.choices if step.accepts(str(choice))]
    for pattern in step.expect:
        if not any(fnmatchcase(str(choice), pattern) for choice in right):
            raise Violation(f"step {number} expects '{pattern}', which is not possible: {', '.join(map(str, view.choices))}.")
    for wrong, reply in step.replies.items():
        game.say(lesson.says(reply))
        if not any(fnmatchcase(str(choice), wrong) and not step.accepts(str(choice)) for choice in view.choices):
            raise Violation(f"step {number} has a reply to '{wrong}', which is no wrong choice there.")
    for choice in view.choices:
        if objection := lesson.objection(step, choice):
            game.say(objection)
    after = [follow(game, [Choose(lesson.seat, str(choice)), *step.script], position) for choice in right]
    check_touch(game, view, step, number)
    return after[0]


def check_touch(game: Game, view: View, step: LessonStep, number: int) -> None:
    if not all(can_be_touched(game, view, step, tall) for tall in (False, True)):
        raise Violation(f"the last page of step {number} does not point at what to touch.")


def can_be_touched(game: Game, view: View, step: LessonStep, tall: bool) -> bool:
    """Return whether a step's last page points at a visible, right option, or at a piece whose touch may mean one."""
    root = ET.fromstring(game.draw(view, NAME, tall=tall))
    offered = {one.get("data-choice", ""): "asked" not in one.get("class", "").split() for one in root.iter()}

    def leads_on(point: str) -> bool:
        if point in offered:
            return offered[point] and step.accepts(point)
        try:
            place = place_of(root, NAME, point)
        except Refused:
            return False
        return any(step.accepts(str(choice)) for choice in meant(view, touched(game, view, point, *place, tall)))

    return any(leads_on(point) for page in step.pages[-1:] for point in page.pointed(view))


def follow(game: Game, entries: Sequence[Entry], position: Position) -> Position:
    for entry in entries:
        position = entry.apply(game, position)
    return position


def read_page(game: Game, lesson: Lesson, page: Page, there: set[str], number: int) -> None:
    for language in game.languages:
        game.say(lesson.says(page.name), language)
    for point in page.points:
        if point not in CONTROLS and not any(fnmatchcase(one, point) for one in there):
            raise Violation(f"step {number} points at '{point}', which is not there.")


def drawn(game: Game, view: View, tall: bool = False) -> set[str]:
    """Return what can be pointed at in a drawing: piece ids and option notations."""
    root = ET.fromstring(game.draw(view, NAME, tall=tall))
    return {value for one in root.iter() for value in (one.get("id", "").removeprefix(f"{NAME}-"), one.get("data-choice")) if value}


def draw_figures(game: Game) -> None:
    """Check that the how-to-play pages and the figures match, and draw each figure."""
    pictures, pages = find_room(game.room).pictures, (how_to_play(game) or "", in_short(game) or "")
    named = {found["name"] for page in pages for found in FIGURE.finditer(page)}
    if both := figures(game).keys() & pictures.keys():
        raise Violation(f"{', '.join(sorted(both))} is both a figure from a record and a picture.")
    there = {*figures(game), *pictures}
    if named != there:
        raise Violation(f"the how-to-play pages and the figures differ in {', '.join(sorted(named ^ there))}.")
    for name in sorted(there):
        ET.fromstring(figure(game, name, ENGLISH))
