"""Why another act of The Long Road was better."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.event import Outcome
from byways.games.long_road import GAME
from byways.games.long_road.bots import mistakes
from byways.games.long_road.bots.advice import part_of
from byways.games.long_road.bots.mistakes import explain, money, titled
from byways.games.long_road.choices import parse
from byways.games.long_road.state import Position
from byways.games.long_road.view import View
from byways.i18n import Message, Value
from tests.games.long_road.positions import at_turn, placed, play, road, roads, selling


def told(position: Position, played: str, best: str) -> list[str]:
    """Explain a mistake; the steps of an act are separated by semicolons."""
    view = position.view(0)
    assert isinstance(view, View)
    why = explain(view, *([parse(step) for step in act.split("; ")] for act in (played, best)))
    assert why is not None
    return [GAME.say(one) for one in (why.title, *why.costs, *why.gains)]


def test_a_card_that_pays_more_is_named_with_both_prices() -> None:
    line = placed("banker", 0), placed("mayor", 1)
    position = play(selling(2, *line, caravan="ranch-1 river-1", bosses=(0, 6)))
    title, *said = told(position, "take ranch-1 tepee", "take river-1 tepee")
    assert title.startswith("Another card to take")
    assert "Pays 10\N{NO-BREAK SPACE}$." in said
    assert sum(one.startswith("Pays ") for one in said) == 2


ON_TEPEE = "On the tepee road your Scout acts as number {} of {}; the best card left for it now pays {}\N{NO-BREAK SPACE}$."


def test_who_is_activated_when_and_what_that_earns_is_said_of_both_acts() -> None:
    line = placed("scout", 0), placed("cattle-baron", 1, up=True)
    position = at_turn("ranch-1 store-1 river-1", roads=roads(road("tepee-3", "ranch-1", *line)))
    said = told(position, "play river-1 cactus", "play store-1 tepee")
    assert [one for one in said if "acts as number" in one] == [ON_TEPEE.format(2, 2, 0), ON_TEPEE.format(2, 2, 6)]


def test_a_character_left_out_of_a_turn_is_missed_on_its_road() -> None:
    position = at_turn("ranch-1 store-1 river-1", "scout sheriff stockman mayor prospector", roads=roads(road("tepee-3", "ranch-1")))
    said = told(position, "play river-1 tepee; end", "play river-1 tepee; assign scout; end")
    assert said[1] == "On the tepee road none of your characters stands."
    assert ON_TEPEE.format(1, 1, 12) in said


def test_a_rival_face_down_leaves_the_place_in_the_order_open() -> None:
    line = placed("scout", 0), placed("cattle-baron", 1)
    position = at_turn("ranch-1 store-1 river-1", roads=roads(road("tepee-3", "", *line)))
    said = told(position, "play river-1 cactus", "play store-1 tepee")
    assert any("acts as number 1 of the characters you know there (2 in all)" in one for one in said)


def test_reviews_stored_by_earlier_versions_are_worded() -> None:
    values: dict[str, Value] = {"character": "scout", "place": 1, "of": 2, "pays": 30, "seat": 1, "money": 30}
    for name in ("activated", "activated-hidden", *(f"{whose}{what}-end" for whose in ("", "rival-") for what in ("money", "loss"))):
        assert all("30" in GAME.say(Message(f"mistake.{name}", values), language) for language in GAME.languages)


def test_a_step_is_named_if_the_first_steps_are_the_same() -> None:
    view = at_turn("ranch-1 store-1 river-1", roads=roads(road("tepee-3", "ranch-1", placed("scout", 0)))).view(0)
    assert isinstance(view, View)
    first = parse("play river-1 tepee")
    why = explain(view, [first, parse("reward dagger")], [first, better := parse("reward coin")])
    assert why is not None
    assert GAME.say(why.title) == f"A better step: {GAME.say(part_of(better))}"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("arm dagger tepee 2", "A step left out: dagger to the Scout on the tepee road"),
        ("move tepee 2 rock", "A step left out: the Scout from the tepee to the rock road"),
    ],
)
def test_a_title_names_the_character_to_arm_or_to_move(step: str, said: str) -> None:
    view = at_turn(roads=roads(road("tepee-3", "", placed("judge", 1), placed("scout", 0)))).view(0)
    assert isinstance(view, View)
    assert GAME.say(titled(view, parse("end"), parse(step))) == said
    assert all(GAME.say(titled(view, parse("end"), parse(step)), language) for language in GAME.languages)


@pytest.mark.parametrize(
    ("played", "best", "said"),
    [
        ((0, 0), (1, 0), ["Title", "earns you about 1"]),
        ((0, 4), (0, 3), ["Title", "earns you about 0"]),
        ((0, 0), (4, 0), ["Less money", "earns you about 0", "earns you about 4"]),
        ((3, 6), (3, 1), ["More for", "earns about 6", "earns about 1"]),
        ((3, 1), (3, 1), ["Title", "earns you about 3"]),
    ],
)
def test_after_a_small_difference_in_money_only_what_the_best_act_earns_is_said(
    played: tuple[int, ...], best: tuple[int, ...], said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = at_turn("ranch-1 store-1 river-1", money=(0, 0))
    answers = iter([[replace(start, money=money)] for money in (played, best)])
    monkeypatch.setattr(mistakes, "worlds_after", lambda view, act: next(answers))
    view = start.view(0)
    assert isinstance(view, View)
    found = [GAME.say(one) for one in money(view, (), (), "Title") if one]
    assert len(found) == len(said)
    assert all(part in one for part, one in zip(said, found, strict=True))


@pytest.mark.parametrize(
    ("played", "best", "said"),
    [
        ((60, 50), (61, 50), ["Less money", "You finish with about 60", "You finish with about 61"]),
        ((60, 62), (60, 50), ["More for", "finishes with about 62", "finishes with about 50"]),
    ],
)
def test_at_the_end_of_the_game_one_dollar_counts_and_all_of_the_final_money(
    played: tuple[int, int], best: tuple[int, int], said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = at_turn("ranch-1 store-1 river-1", money=(5, 5))
    answers = iter([[replace(start, outcome=Outcome((1, 2), "", "", tuple(map(float, scores))))] for scores in (played, best)])
    monkeypatch.setattr(mistakes, "worlds_after", lambda view, act: next(answers))
    view = start.view(0)
    assert isinstance(view, View)
    found = [GAME.say(one) for one in money(view, (), (), "Title") if one]
    assert all(part in one for part, one in zip(said, found, strict=True))
