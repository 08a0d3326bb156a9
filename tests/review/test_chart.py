"""The chart of a review."""

from __future__ import annotations

from itertools import combinations
from math import dist
from random import Random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from byways.bots import RandomPlayer
from byways.drawing import png
from byways.game import Event
from byways.referee import play
from byways.review.chart import BOTTOM, TOP, Border, Span, borders_in, chart, free_place
from byways.review.inquiry import inquire
from byways.review.judging import weigh
from byways.review.models import Review
from byways.review.phrases import ReviewText
from byways.review.verdicts import act_of, course, turning_points
from tests import toy
from tests.review.scripted import Greedy

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def review(monkeypatch: pytest.MonkeyPatch) -> Review:
    monkeypatch.setitem(toy.BOTS, "random", Greedy)
    asking = inquire(toy.GAME, GAME.record.play(toy.GAME), worlds=4)
    while batch := asking.batch():
        asking.take(batch[0], weigh(batch[0]))
    return asking.review


GAME = play(toy.GAME, [RandomPlayer(Random(seat)) for seat in range(3)], 1)
END = GAME.position.view(None)


def drawn(review: Review, width: float = 720) -> ET.Element:
    return ET.fromstring(chart(ReviewText(review, toy.GAME), END, width=width))


def test_borders_divide_a_set_into_numbered_games(review: Review) -> None:
    own = [act for act in review.acts if act.seat == 0]
    border = Border(own[1].begin, "Ann wins game 1.")
    whole, divided = (chart(ReviewText(review, toy.GAME), END, borders=borders) for borders in ((), (border,)))
    assert [("Game 1" in drawn, "Game 2" in drawn, drawn.count(border.words)) for drawn in (whole, divided)] == [
        (False, False, 0),
        (True, True, 2),  # as a label and as a tooltip
    ]
    lines = [path.attrib["d"] for path in ET.fromstring(divided).iter(f"{SVG}path") if path.get("class") == "course by-0 dash-0"]
    assert [line.count("M") for line in lines] == [2]


def test_games_end_where_play_pauses() -> None:
    game = Event("win", "Ann wins.", pause=True)
    assert borders_in([(3, ()), (5, (Event("walk", "Ann walks."), game)), (9, (game,))], str) == [
        Border(5, "Ann wins."),
        Border(9, "Ann wins."),
    ]


def test_lines_of_seats_differ_in_more_than_colour(review: Review) -> None:
    lines = [path.attrib["class"].split() for path in drawn(review).iter(f"{SVG}path") if "course" in path.attrib["class"]]
    assert lines == [["course", f"by-{seat}", f"dash-{seat}"] for seat in range(3)]


def test_turning_points_are_marked_and_described(review: Review) -> None:
    marks = [mark for mark in drawn(review).iter(f"{SVG}g") if mark.get("class") == "swing"]
    turns = turning_points(review)
    assert turns
    opened = [act_of(review, turn) for turn in turns]
    assert [(mark.get("data-begin"), mark.get("data-seat")) for mark in marks] == [(str(act.begin), str(act.seat)) for act in opened]
    assert all(" from " in mark.attrib["aria-label"] for mark in marks)


@given(st.lists(st.tuples(st.floats(56, 350), st.floats(0, 1)), min_size=2, max_size=5))
def test_no_number_of_a_turning_point_covers_another_or_leaves_the_scale(points: list[tuple[float, float]]) -> None:
    span, taken = Span(400, 190, 9, 0, 1), list[tuple[float, float]]()
    for x, worth in points:
        taken.append(free_place(span, x, span.y(worth), taken))
    assert all(dist(one, other) > 20 for one, other in combinations(taken, 2))
    assert all(TOP < y < 190 - BOTTOM for _, y in taken)


def test_an_empty_review_can_be_drawn_and_a_narrow_chart(review: Review) -> None:
    bare = Review("tuck", 3, "hard", 4, 9)
    for one in (bare, review):
        assert png(chart(ReviewText(one, toy.GAME), END, width=400)).startswith(b"\x89PNG")


def test_lines_reach_the_end_once_every_act_is_judged(review: Review) -> None:
    assert [entry for entry, _ in course(review, 0)][-1] == review.entries
    growing = replace(review, acts=review.acts[:-1], progress=0.5)
    assert [entry for entry, _ in course(growing, 0)][-1] < review.entries


def test_in_a_solo_game_the_scale_is_in_points(review: Review) -> None:
    alone = replace(review, is_score=True)
    scale = [text.text for text in drawn(alone).iter(f"{SVG}text") if text.get("class") == "scale"]
    assert not any("%" in (text or "") for text in scale)
