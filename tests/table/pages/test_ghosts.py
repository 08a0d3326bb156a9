"""Ghosts of whole acts."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from byways.game import find_game
from byways.record import read
from byways.review.moments import Moment, moments
from byways.table.pages.ghosts import ghosts
from tests.games.long_road.positions import arms, at_turn, placed, road, roads

RECORDS = Path(__file__).parents[2] / "records"


def acts_of(record: str) -> list[Moment]:
    kept = read((RECORDS / f"{record}.json").read_bytes())
    return moments(kept.play(kept.load_game(), tells=False))


def steps(game: str, moment: Moment, tall: bool = False) -> list[Element]:
    drawn = ghosts(find_game(game), moment.view, [str(choice) for choice in moment.act], "en", tall)
    return list(fromstring(f"<svg>{drawn}</svg>"))


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("record", ["labyrinth-1", "long_road-1", "long_way-1", "the_way-1", "traxx-1"])
def test_every_step_of_an_act_has_its_ghost_without_ids_or_options(record: str, tall: bool) -> None:
    for moment in acts_of(record)[::9]:
        drawn = steps(record[:-2], moment, tall)
        assert len(drawn) == len(moment.act)
        parts = [part for step in drawn for part in step.iter()]
        assert not any({"id", "data-choice", "tabindex"} & part.attrib.keys() for part in parts)
        assert any(len(step) or step.get("data-on") for step in drawn) or len(drawn) == 1


def test_a_line_of_traxx_is_drawn_to_its_end() -> None:
    moment = max(acts_of("traxx-1"), key=lambda moment: len(moment.act))
    drawn = steps("traxx", moment)
    assert [sum("dots" in part.get("class", "") for part in step.iter()) for step in drawn] == [1] * (len(moment.act) - 1) + [0]


def test_a_slide_is_drawn_with_the_turned_tile_and_the_walk() -> None:
    moment = next(moment for moment in acts_of("labyrinth-1") if len(moment.act) == 3)
    slide, insert, walk = ({name for part in step.iter() for name in part.get("class", "").split()} for step in steps("labyrinth", moment))
    assert ("slid" in slide, "way" in insert, "trail" in walk) == (True, True, True)


def test_only_the_last_forecast_of_an_act_is_shown() -> None:
    forecasts = [
        [any("would" in child.get("class", "").split() for child in step) for step in steps("long_way", moment)]
        for moment in acts_of("long_way-1")
    ]
    assert any(any(shown) for shown in forecasts)
    assert all(sum(shown) <= 1 for shown in forecasts)


def test_numbers_are_not_drawn_where_an_earlier_step_has_moved_the_characters() -> None:
    """The third character of a line on a phone moves the others, and is then armed. On a wide sheet, they stay."""
    position = at_turn("ranch-1", arms=(arms("dagger"), arms()), roads=roads(road("tepee-3", "", placed("judge", 1), placed("mayor", 1))))
    act = ["play ranch-1 tepee", "reward coin", "assign gunslinger", "arm dagger tepee 3"]
    for tall in (False, True):
        drawn = fromstring(f"<svg>{ghosts(find_game('long_road'), position.view(0), act, 'en', tall)}</svg>")
        numbers = ["".join(part.itertext()) for part in drawn.iter() if part.get("class") == "ghost would"]
        assert numbers == (["", "", ""] if tall else ["?", "?", "1"])
