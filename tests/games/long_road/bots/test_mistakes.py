"""Why another act of The Long Road was better."""

from __future__ import annotations

import pytest

from byways.games.long_road import GAME
from byways.games.long_road.bots import mistakes
from byways.games.long_road.bots.advice import part_of
from byways.games.long_road.bots.mistakes import Earned, explain, money
from byways.games.long_road.choices import parse
from byways.games.long_road.state import Position
from byways.games.long_road.view import View
from tests.games.long_road.positions import at_turn, placed, play, road, roads, selling


def told(position: Position, played: str, best: str) -> list[str]:
    view = position.view(0)
    assert isinstance(view, View)
    why = explain(view, [parse(played)], [parse(best)])
    assert why is not None
    return [GAME.say(one) for one in (why.title, *why.costs, *why.gains)]


def test_a_card_that_pays_more_is_named_with_both_prices() -> None:
    line = placed("banker", 0), placed("mayor", 1)
    position = play(selling(2, *line, caravan="ranch-1 river-1", bosses=(0, 6)))
    title, *said = told(position, "take ranch-1 tepee", "take river-1 tepee")
    assert title.startswith("Another card to take")
    assert "Pays 10\N{NO-BREAK SPACE}$." in said
    assert sum(one.startswith("Pays ") for one in said) == 2


def test_who_is_activated_when_and_what_that_earns() -> None:
    line = placed("scout", 0), placed("cattle-baron", 1, up=True)
    position = at_turn("ranch-1 store-1 river-1", roads=roads(road("tepee-3", "ranch-1", *line)))
    said = told(position, "play ranch-1 tepee", "play store-1 tepee")
    assert any("is activated as number" in one or "earns" in one for one in said)


def test_a_step_is_named_if_the_first_steps_are_the_same() -> None:
    view = at_turn("ranch-1 store-1 river-1", roads=roads(road("tepee-3", "ranch-1", placed("scout", 0)))).view(0)
    assert isinstance(view, View)
    first = parse("play river-1 tepee")
    why = explain(view, [first, parse("reward dagger")], [first, better := parse("reward coin")])
    assert why is not None
    assert GAME.say(why.title) == f"A better step: {GAME.say(part_of(better))}"


@pytest.mark.parametrize(
    ("played", "best", "said"),
    [
        ((0.0, 0.0), (1.0, 0.0), ["Title", "earns you about 1"]),
        ((0.0, 4.0), (0.0, 3.0), ["Title", "earns you about 0"]),
        ((0.0, 0.0), (4.0, 0.0), ["Less money", "earns you about 0", "earns you about 4"]),
        ((3.0, 6.0), (3.0, 1.0), ["More for", "earns about 6", "earns about 1"]),
        ((3.0, 1.0), (3.0, 1.0), ["Title", "earns you about 3"]),
    ],
)
def test_after_a_small_difference_in_money_only_what_the_best_act_earns_is_said(
    played: tuple[float, ...], best: tuple[float, ...], said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([Earned([*played], False), Earned([*best], False)])
    monkeypatch.setattr(mistakes, "earned", lambda view, act: next(answers))
    view = at_turn("ranch-1 store-1 river-1").view(0)
    assert isinstance(view, View)
    found = [GAME.say(one) for one in money(view, (), (), "Title") if one]
    assert len(found) == len(said)
    assert all(part in one for part, one in zip(said, found, strict=True))
