"""The players of The Long Way."""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import count
from math import inf
from random import Random

import pytest

from byways.bots import TIERS
from byways.game import stream
from byways.games.long_way import GAME
from byways.games.long_way.bots import players as bots
from byways.games.long_way.bots.players import Greedy, Planner
from byways.games.long_way.bots.playouts import Playouts
from byways.games.long_way.state import Dice, Sheet
from byways.games.long_way.view import View
from byways.referee import play as conduct
from tests.games.long_way.positions import EARNED, EVERYWHERE, begin, play, ready, sheet

KINDS = [Greedy, Planner]


def asked(player: Greedy, view: object, deadline: float = 0.0) -> list[str]:
    assert isinstance(view, View)
    answer = player.choose(view, deadline)
    return [str(step) for step in answer] if isinstance(answer, list) else [str(answer)]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the planner to a few playouts."""
    monkeypatch.setattr(bots, "ROUNDS", (4, 4, 2))


def test_random_comes_first_and_the_strongest_last() -> None:
    assert list(GAME.bots) == ["random", "greedy", "planner", *TIERS]


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_is_a_whole_act(kind: type[Greedy]) -> None:
    assert asked(kind(Random(1)), begin().view(0)) == ["entrance d1 north", "exit e1 north", "done"]
    steps = asked(kind(Random(1)), ready(sheet(), dice=(1, 5)).view(0))
    assert steps[-1] == "done"
    play(ready(sheet(), dice=(1, 5)), *steps)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("begun", [("entrance a1 north",), ("entrance a1 north", "exit c1 north")])
def test_players_take_over_while_doors_are_drawn(begun: tuple[str, ...], kind: type[Greedy]) -> None:
    position = play(begin(), *begun)
    assert play(position, *asked(kind(Random(1)), position.view(0))).phase == "roll"


BEGUN = [("tile a7",), EARNED, (*EARNED, "wall c3"), (*EARNED, "coins"), ("cafeteria",), ("cafeteria", "fork a1 down"), ("stop",)]


@pytest.mark.parametrize("begun", BEGUN)
def test_greedy_takes_over_in_the_middle_of_any_act(begun: tuple[str, ...]) -> None:
    position = play(ready(sheet(displays="c6=1"), dice=(1, 3)), *begun)
    assert play(position, *asked(Greedy(Random(1)), position.view(0))).phase in ("roll", "over")


@pytest.mark.parametrize("begun", BEGUN)
@pytest.mark.usefixtures("short")
def test_planner_takes_over_in_the_middle_of_any_act(begun: tuple[str, ...]) -> None:
    position = play(ready(sheet(displays="c6=1"), dice=(1, 3)), *begun)
    assert play(position, *asked(Planner(Random(1)), position.view(0), inf)).phase in ("roll", "over")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.usefixtures("short")
def test_players_stop_rather_than_cut_the_only_way(kind: type[Greedy]) -> None:
    """Only one place is left for the tile, and its walls would cut the only way."""
    walls = " ".join(f"{column}1S" for column in "abfg") + " c2N d2N e2N"
    gap = EVERYWHERE.replace("c1 d1 e1", "")
    store = sheet("a1W", "g1E", filled=gap, walls=walls, displays="a1=1 b1=2 f1=3 g1=4", cafeterias=["a6 b6", "a7 b7"])
    assert asked(kind(Random(1)), ready(store, dice=(1, 5)).view(0), inf)[0] == "stop"


def test_greedy_pays_for_another_roll_when_the_tile_does_not_fit() -> None:
    store = sheet("a1W", "g1E", filled=EVERYWHERE.replace("c1 d1 e1", ""), coins=3, cafeterias=["a6 b6", "a7 b7"], displays="b1=1")
    position = play(ready(store), "light 2", "dark 1")
    assert asked(Greedy(Random(1)), position.view(0)) in (["reroll light"], ["keep"])


@pytest.mark.slow
def test_greedy_plays_whole_games_far_better_than_careless_play() -> None:
    scores = []
    for seed in range(3):
        outcome = conduct(GAME, [Greedy(stream(seed, "seat 0"))], seed).outcome
        assert outcome is not None
        assert outcome.removed == ()
        scores.append((outcome.scores or (0.0,))[0])
    assert sum(scores) / len(scores) > 5


EARLY = ready(sheet("d1N", "e1N", displays="c6=1"), dice=(1, 3))


@pytest.mark.usefixtures("short")
def test_planner_answers_the_same_from_the_same_view_and_stream() -> None:
    answers = [asked(Planner(stream(seed, "seat 0")), EARLY.view(0), inf) for seed in (1, 1)]
    assert answers[0] == answers[1]


def test_planner_takes_the_act_with_the_best_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fake playouts prefer sheets with a sofa."""
    monkeypatch.setattr(Playouts, "play_out", lambda playouts, sheet, rolls: sheet.displays[2].bit_count())
    assert asked(Planner(Random(1)), EARLY.view(0), inf)[1].endswith(" 3")
    monkeypatch.setattr(Playouts, "play_out", lambda playouts, sheet, rolls: -sheet.displays[2].bit_count())
    assert not asked(Planner(Random(1)), EARLY.view(0), inf)[1].endswith(" 3")


def test_planner_drops_the_worse_acts_and_uses_the_same_dice_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Dice, ...]] = []

    def play_out(playouts: Playouts, sheet: Sheet, rolls: Iterable[Dice]) -> int:
        seen.append(tuple(rolls))
        return 0

    monkeypatch.setattr(Playouts, "play_out", play_out)
    monkeypatch.setattr(bots, "ROUNDS", (4, 4, 2))
    asked(Planner(Random(1)), EARLY.view(0), inf)
    assert [len(set(seen[:4])), len(set(seen[4:8])), len(set(seen[8:]))] == [1, 1, 1]
    assert (len(seen), len(set(seen))) == (10, 3)


def test_planner_answers_in_time_with_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fake clock advances by a second at each reading, so there is time for one whole round."""
    ticks = count()
    played: list[Sheet] = []

    def play_out(playouts: Playouts, sheet: Sheet, rolls: Iterable[Dice]) -> int:
        played.append(sheet)
        return len(sheet.cafeterias)

    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))
    monkeypatch.setattr(Playouts, "play_out", play_out)
    asked(Planner(Random(1)), EARLY.view(0), 27.0)
    assert len(played) == 20
    assert next(ticks) == 22


def test_without_time_planner_answers_as_greedy_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Greedy, "tried", Planner.tried)
    assert asked(Planner(Random(1)), EARLY.view(0)) == asked(Greedy(Random(1)), EARLY.view(0))


@pytest.mark.usefixtures("short")
@pytest.mark.slow
def test_planner_plays_a_whole_game_beside_others() -> None:
    outcome = conduct(GAME, [Planner(stream(1, "seat 0")), GAME.bots["random"](stream(1, "seat 1"))], 1).outcome
    assert outcome is not None
    assert outcome.removed == ()
    assert outcome.winners == (0,)
