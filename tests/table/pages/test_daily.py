"""Deals of the day in words and pictures."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from byways.game import find_game
from byways.table.pages.daily import BARS, chart, day_text, medals_text, score_text, share_picture, share_text, time_text
from byways.table.play.dailies import format_of
from byways.table.store.deals import Try

TRAXX, LABYRINTH, LONG_ROAD = map(find_game, ("traxx", "labyrinth", "long_road"))
MINE = Try("traxx", "2026-11-18", "secret-table", 0.0, 1.0, 31.0, "1101")


def test_what_is_shared_tells_score_medal_and_a_sign_for_each_card() -> None:
    assert share_text(TRAXX, MINE, "silver", "en") == "Byways, Nov 18, 2026 · Traxx · 31 points · Silver\n●●○●"
    assert share_text(TRAXX, MINE, "", "de") == "Byways, 18.11.2026 · Traxx · 31 Punkte\n●●○●"


def test_the_shared_picture_is_a_png() -> None:
    drawn = Image.open(BytesIO(share_picture(TRAXX, MINE, "silver", "it")))
    assert drawn.size == (1280, 672)


@pytest.mark.parametrize(
    ("game", "score", "said"),
    [("traxx", 1.0, "1 point"), ("labyrinth", 9.0, "9 turns"), ("long_road", -4.0, "−4 $"), ("long_road", 25.0, "+25 $")],
)
def test_scores_are_worded_by_the_game(game: str, score: float, said: str) -> None:
    assert score_text(find_game(game), score, "en") == said


def test_medals_are_said_with_the_par_of_the_deal() -> None:
    assert medals_text(LABYRINTH, format_of(LABYRINTH), 8.0, "en") == "Par is 8 turns: gold. Silver up to 11, bronze up to 16."
    assert "3 more" in medals_text(LABYRINTH, format_of(LABYRINTH), None, "en")
    assert medals_text(LONG_ROAD, format_of(LONG_ROAD), None, "en") == "Bronze from −20 $, silver from 0 $, gold from +25 $."


def test_a_chart_has_a_bar_for_each_range_of_scores_and_marks_mine() -> None:
    made = chart(TRAXX, 31.0, [float(score) for score in range(-20, 45)], "en")
    assert made is not None
    assert (made.least, made.most, made.count) == ("−20 points", "44 points", 66)
    assert len(made.bars) <= BARS
    assert [bar.is_mine for bar in made.bars].count(True) == 1
    assert chart(TRAXX, 31.0, [], "en") is None


def test_days_and_times_follow_the_language() -> None:
    assert [day_text("2026-11-18", language) for language in ("en", "de", "it")] == [
        "November 18, 2026",
        "18. November 2026",
        "18 novembre 2026",
    ]
    assert time_text(0.0, "de") == "1. Januar, 00:00 UTC"
