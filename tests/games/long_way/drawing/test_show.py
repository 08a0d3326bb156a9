"""The shoppers' walk at the end, scene by scene."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from byways.games.long_way.drawing.draw import where
from byways.games.long_way.drawing.show import show
from byways.games.long_way.view import View
from byways.record import read
from byways.show import Moment, Show

RECORD = Path(__file__).parents[3] / "records" / "long_way-2.json"


@cache
def ending() -> tuple[View, dict[int | None, View]]:
    """The view before the end of a recorded game of three, and the last view of each viewer."""
    record = read(RECORD.read_bytes())
    *_, before, last = record.play(record.load_game())
    views = {seat: last.after.view(seat) for seat in (None, 0, 1, 2)}
    start = before.after.view(None)
    assert isinstance(start, View)
    return start, {seat: view for seat, view in views.items() if isinstance(view, View)}


def shown(seat: int | None) -> tuple[View, Show]:
    before, views = ending()
    return views[seat], show(before, [Moment((), views[seat])])


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_the_points_of_each_store_add_up_to_its_score(seat: int | None) -> None:
    view, walk = shown(seat)
    assert view.outcome is not None
    assert view.outcome.scores is not None
    points = dict.fromkeys(range(3), 0)
    for scene in walk.scenes[1:]:
        (count,), owner = scene.counts, scene.seat
        assert owner is not None
        assert count.piece == f"points-{owner}"
        assert count.before == points[owner]
        assert count.after - count.before == sum(int(str(token.amount).replace("\N{MINUS SIGN}", "-")) for token in scene.tokens)
        points[owner] = count.after
    assert tuple(points.values()) == view.outcome.scores
    assert walk.summary is not None
    assert {group.seat: group.amount for group in walk.summary.groups} == {owner: str(score) for owner, score in points.items()}


def test_the_own_store_is_walked_leg_by_leg_and_the_best_comes_last() -> None:
    view, walk = shown(0)
    assert view.outcome is not None
    assert view.outcome.places[0] == 1
    owners = [scene.seat for scene in walk.scenes]
    assert owners[0] is None
    assert owners[1:3] == sorted((1, 2), key=lambda seat: (view.outcome.scores or ())[seat] if view.outcome else 0)
    assert owners[3:] == [0] * len(owners[3:])
    assert len(owners[3:]) == 1 + len(view.sheets[0].cafeterias)
    _, watched = shown(None)
    assert sorted(scene.seat for scene in watched.scenes if scene.seat is not None) == [0, 1, 2]


@pytest.mark.parametrize("tall", [False, True])
def test_a_walker_ends_where_it_is_drawn(tall: bool) -> None:
    view, walk = shown(1)
    for scene in walk.scenes[1:]:
        (move,) = scene.moves
        assert scene.stage is not None
        x, y = where(view, move.piece, move.path[-1], tall)
        drawn = ET.fromstring(scene.stage("s", "en", tall)).find(f".//*[@id='s-{move.piece}']")
        assert drawn is not None
        assert drawn.get("transform", "").startswith(f"translate({x:g} {y:g})")
