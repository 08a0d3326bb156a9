"""The course of a game, drawn."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from byways.bots import RandomPlayer
from byways.drawing import png
from byways.referee import play
from byways.review.chart import chart, course
from byways.review.inquiry import inquire
from byways.review.judging import answer
from byways.review.models import Review
from byways.review.phrases import Telling
from byways.review.verdicts import turning_points
from tests import toy
from tests.review.scripted import Greedy

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def review(monkeypatch: pytest.MonkeyPatch) -> Review:
    monkeypatch.setitem(toy.BOTS, "random", Greedy)
    asking = inquire(toy.GAME, GAME.record.play(toy.GAME), worlds=4)
    while batch := asking.batch():
        asking.take(batch[0], answer(batch[0]))
    return asking.review


GAME = play(toy.GAME, [RandomPlayer(Random(seat)) for seat in range(3)], 1)
END = GAME.position.view(None)


def drawn(review: Review, width: float = 720) -> ET.Element:
    return ET.fromstring(chart(Telling(review, toy.GAME), END, width=width))


def test_each_seat_has_a_line_told_apart_by_more_than_its_colour(review: Review) -> None:
    lines = [path.attrib["class"].split() for path in drawn(review).iter(f"{SVG}path") if "course" in path.attrib["class"]]
    assert lines == [["course", f"by-{seat}", f"dash-{seat}"] for seat in range(3)]


def test_turning_points_are_numbered_and_in_words(review: Review) -> None:
    marks = [mark for mark in drawn(review).iter(f"{SVG}g") if mark.get("class") == "swing"]
    turns = turning_points(review)
    assert turns
    assert [(mark.get("data-begin"), mark.get("data-end")) for mark in marks] == [(str(turn.begin), str(turn.end)) for turn in turns]
    assert all(" from " in mark.attrib["aria-label"] for mark in marks)


def test_it_can_be_drawn_before_anything_is_known_and_on_a_phone(review: Review) -> None:
    bare = Review("tuck", 3, "hard", 4, 9)
    for one in (bare, review):
        assert png(chart(Telling(one, toy.GAME), END, width=400)).startswith(b"\x89PNG")


def test_lines_go_to_the_end_once_every_act_is_judged(review: Review) -> None:
    assert [entry for entry, _ in course(review, 0)][-1] == review.entries
    growing = replace(review, acts=review.acts[:-1], progress=0.5)
    assert [entry for entry, _ in course(growing, 0)][-1] < review.entries


def test_alone_the_scale_is_in_points(review: Review) -> None:
    alone = replace(review, is_score=True)
    scale = [text.text for text in drawn(alone).iter(f"{SVG}text") if text.get("class") == "scale"]
    assert not any("%" in (text or "") for text in scale)
