"""A tournament's report page: complete, self-contained and escaped."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from byways.arena.archive import Archive, BotFailure, Result
from byways.arena.plan import Plan, draw_up
from byways.arena.report import page, write_report
from byways.game import Refused

BOTS = ["random", "byways.bots:RandomPlayer", "tests.arena.unruly:Loud"]


def an_archive(plan: Plan, scored: bool = True) -> Archive:
    results = []
    for number in range(plan.total(8)):
        fixture = plan.fixture(number)
        places = tuple(1 + (plan.bots.index(name) + number) % plan.seats for name in fixture.seating)
        scores = tuple(float(number % 7 - place) for place in places) if scored else None
        results.append(
            Result(number, fixture.seed, fixture.seating, places, scores, 20, (BotFailure(0, "<b>late</b>", "Traceback\n  <i>"),))
        )
    return Archive(plan, results)


def titles(text: str) -> list[str]:
    return re.findall(r"<h2>(.*?)</h2>", text)


@pytest.fixture(scope="module")
def text() -> str:
    return page(an_archive(draw_up("tests.toy:GAME", BOTS)))


@pytest.mark.slow
def test_the_page_shows_ratings_places_scores_and_the_matrix(text: str) -> None:
    assert titles(text) == ["Failures", "Standings", "Pairs", "Ratings", "Places", "Scores", "Who beats whom"]
    assert text.count("<svg") == 4


def test_a_game_without_scores_has_no_plot_of_them() -> None:
    assert "Scores" not in titles(page(an_archive(draw_up("tests.toy:GAME", BOTS, seats=3), scored=False)))


def test_solo_games_have_scores_only() -> None:
    assert titles(page(an_archive(draw_up("traxx", ["random", "greedy"], seats=1)))) == ["Failures", "Standings", "Scores"]


def test_the_page_loads_nothing_and_has_no_duplicate_ids(text: str) -> None:
    assert not re.search(r'(src|href)="(?!#|data:)', text)
    assert "<script" not in text
    twice = [name for name, count in Counter(re.findall(r'\bid="([^"]*)"', text)).items() if count > 1]
    assert twice == []
    used = set(re.findall(r'(?:url\(#|href="#)([^")]*)', text))
    assert used <= set(re.findall(r'\bid="([^"]*)"', text))
    for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ET.fromstring(svg)


def test_texts_are_escaped(text: str) -> None:
    assert "&lt;b&gt;late&lt;/b&gt;" in text
    assert "<b>" not in text
    assert "<pre>Traceback\n  &lt;i&gt;</pre>" in text


@pytest.mark.slow
def test_the_written_page_depends_only_on_the_results(tmp_path: Path) -> None:
    archive = an_archive(draw_up("tests.toy:GAME", BOTS[:2]))
    assert write_report(archive, tmp_path).read_text("utf-8") == page(archive)


def test_a_page_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "report.html").mkdir()
    with pytest.raises(Refused, match="cannot be written: Is a directory"):
        write_report(Archive(draw_up("traxx", ["random", "greedy"], seats=1)), tmp_path)


def test_a_tournament_without_games_has_a_page() -> None:
    assert "0 games" in page(Archive(draw_up("tests.toy:GAME", BOTS)))
