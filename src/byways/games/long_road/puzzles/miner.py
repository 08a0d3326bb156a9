"""Find sales in which the card that earns most now is wrong, and turns before an arrival in which few of many acts are best."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from byways.games.long_road import LongRoadOptions
from byways.games.long_road.choices import ROADS
from byways.games.long_road.components import Take
from byways.games.long_road.puzzles.judge import world_of
from byways.games.long_road.puzzles.sale import Courses, TooManyCourses, acts, begun, is_open, wealth
from byways.games.long_road.rules.effects import effect_of
from byways.games.long_road.rules.turn import CHARACTER
from byways.games.long_road.view import View
from byways.puzzle import Puzzle, Source

SOURCES = (
    Source("medium", 2, 5),
    Source("medium", 2, 5, LongRoadOptions(open=True), within=True),
    Source("medium", 3, 5),
    Source("medium", 2, 5, LongRoadOptions(open=True), within=True),
)
ALTERNATIVES = 25
CARDS = 4  # different acts at a sale, at least
TURNS = 250  # different turns before a sale, at most
MOMENTS = {"take": 800, "arm": 700}  # positions of a sale to search, at most: a judge should answer at once
AHEAD = 3  # $ that the best turn must gain over ending the turn at once
ANSWERS = {"take": 2, "arm": 4}  # right acts, at most
STEPS = 2  # different ones in every best turn, at least: a single weapon on the obvious character is dull


def find(view: View, rng: Random) -> Iterator[Puzzle]:
    try:
        if view.sale is not None:
            yield from takes(view)
        elif view.open and len(view.reached) == 1 and view.todo[0].what == "after" and view.todo[0].stage == CHARACTER:
            yield from arms(view)
    except TooManyCourses:
        return


def takes(view: View) -> Iterator[Puzzle]:
    task = view.todo[0]
    if view.act or view.seat is None or task.what != "effect" or not isinstance(effect_of(view.box, task), Take):
        return
    world, seat, courses = world_of(view), view.seat, Courses(view.seat, MOMENTS["take"])
    found = [*acts(world, seat).values()] if is_open(world, seat) else []
    if len(found) < CARDS:
        return
    sure = sorted(((courses.sure(then), wealth(then, seat), tuple(map(str, act))) for act, then in found), reverse=True)
    best, most = sure[0][0], max(now for _, now, _ in sure)
    right = [(now, act) for worth, now, act in sure if worth == best]
    if len(courses.ends) < ALTERNATIVES or len(right) > ANSWERS["take"] or any(now == most for now, _ in right):
        return
    yield Puzzle("take", seat, len(courses.ends), len(right), right[0][1], values={"best": best, "character": view.box.keys[task.item]})


def arms(view: View) -> Iterator[Puzzle]:
    assert view.seat is not None
    world, seat, courses = world_of(view), view.seat, Courses(view.seat, MOMENTS["arm"])
    found = [*acts(world, seat, TURNS).values()]
    if len(found) < ALTERNATIVES:
        return
    sure = sorted(((courses.sure(begun(then)), -len(act), tuple(map(str, act))) for act, then in found), reverse=True)
    best, plain = sure[0][0], next(worth for worth, _, act in sure if act == ("end",))
    right = [act for worth, _, act in sure if worth == best]
    if len(right) > ANSWERS["arm"] or best - plain < AHEAD or min(map(steps, right)) < STEPS:
        return
    values: dict[str, int | str] = {"best": best, "plain": plain, "road": ROADS[view.reached[0]]}
    yield Puzzle("arm", seat, len(found), len(right), right[0], values=values)


def steps(act: tuple[str, ...]) -> int:
    """Return the number of different steps, without the end of the turn and the choice of whom to rob, which changes no sale."""
    return len({step for step in act if step != "end" and not step.startswith("rob ")})
