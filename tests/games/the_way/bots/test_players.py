"""The players answer from their view alone, arrive, block, and take over anywhere."""

from __future__ import annotations

import time
from random import Random

import pytest

from byways.bots import Thought
from byways.bots.weighing import SURE, Weighed
from byways.game import Choice, stream
from byways.games.the_way import GAME, TheWayOptions
from byways.games.the_way.bots.distance import rest
from byways.games.the_way.bots.players import Racer, Thinker
from byways.games.the_way.state import CELLS, Position
from byways.games.the_way.view import view
from byways.i18n import Message
from byways.referee import play as referee_play
from tests.games.the_way.positions import OPEN, ROUND, play, position

SINGLE = TheWayOptions(single=True)
RACERS = ("greedy", "wary", "hard")


def answer(now: Position, bot: str = "greedy", seed: int = 0) -> list[str]:
    seat = now.awaited[0]
    given = GAME.bots[bot](Random(seed)).choose(now.view(seat), time.monotonic() + 0.05)
    return [str(given)] if isinstance(given, Choice) else [str(choice) for choice in given]


@pytest.mark.parametrize("bot", RACERS)
def test_a_player_who_can_win_at_once_does(bot: str) -> None:
    assert answer(position(tokens=("b1", "a5"), reached=(True, False)), bot)[-1] == "move a1"


@pytest.mark.parametrize("bot", RACERS)
def test_an_open_way_is_walked(bot: str) -> None:
    assert answer(position(ROUND, tokens=("e4", "a5")), bot)[-1] == "move e5"


@pytest.mark.parametrize("bot", RACERS)
def test_a_player_who_is_far_behind_blocks(bot: str) -> None:
    """Square is two steps from the end and has no card left, so a locked card on its way will hold it up."""
    start = position(tokens=("c3", "a3"), reached=(False, True), hands=("N NE NES NS", ""))
    for seed in range(5):
        blocked = play(start, *answer(start, bot, seed))
        assert rest(blocked.table, 1, False) > rest(start.table, 1, False)


@pytest.mark.parametrize("bot", RACERS)
@pytest.mark.parametrize("begun", [(), ("turn b2 right",), ("card NE",), ("card NE", "place c3"), ("card NE", "place c3", "lay SW")])
def test_a_player_takes_over_during_a_turn(bot: str, begun: tuple[str, ...]) -> None:
    now = play(position(OPEN, printed={"b2": "NS"}), *begun)
    assert play(now, *answer(now, bot)).awaited == (1,)


def test_the_piece_with_the_shorter_way_is_chosen_or_else_the_first_move() -> None:
    walls = {"a4": "N", "b5": "E", "d1": "W", "e2": "S"}  # dead ends that turn away from Square's corners
    even = position(OPEN, phase="choose", circle=None, first=None)
    assert answer(even) == ["first"]
    uneven = position(OPEN, phase="choose", circle=None, first=None, printed=walls)
    assert answer(uneven) == ["piece circle"]
    assert answer(position(OPEN, phase="piece", circle=None, printed=walls)) == ["piece circle"]


def test_some_variations_are_named() -> None:
    named = {answer(position(phase="vary", circle=None, first=None), seed=seed)[0] for seed in range(20)}
    assert len(named) > 3


def weighed(now: Position, *among: str, seed: int = 0) -> list[Weighed]:
    """Weigh acts, including those in `among` (steps joined by commas), with the same effort on every machine."""
    asked = [tuple(GAME.parse(step) for step in act.split(", ")) for act in among]
    return Thinker(Random(seed)).weigh(view(now, now.awaited[0]), float("inf"), asked)


@pytest.fixture
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thought, "worlds", 60)


def said(one: Weighed) -> str:
    return ", ".join(map(str, one.act))


@pytest.mark.usefixtures("few_worlds")
def test_turns_are_weighed_best_first_including_all_requested_ones() -> None:
    now = position(ROUND)
    among = ("card N, place d4, lay W, stay", "card NE, place c3", "stay")
    found = weighed(now, *among)
    assert set(among) <= {said(one) for one in found}
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    assert found == weighed(now, *among)
    chosen = {said(one): one for one in found}[", ".join(answer(now, "hard"))]
    assert found[0].value - chosen.value < 2 * chosen.doubt


@pytest.mark.usefixtures("few_worlds")
def test_a_turn_that_has_begun_is_weighed_from_there_on() -> None:
    now = play(position(ROUND), "card NE", "place c3")
    found = weighed(now, "lay SW", "lay ES, move b1")
    assert {"lay SW", "lay ES, move b1"} <= {said(one) for one in found}
    assert found[0].act[-1] == GAME.parse("move b1")


@pytest.mark.usefixtures("few_worlds")
def test_a_win_is_sure_and_to_let_it_go_is_clearly_worse() -> None:
    now = position(tokens=("b1", "b5"), reached=(True, True), single=True)
    by_act = {said(one): one for one in weighed(now, "stay")}
    assert by_act["move a1"].value == SURE
    assert by_act["stay"].value < -SURE / 2
    assert by_act["move a1"].value - by_act["stay"].value > 2 * by_act["stay"].doubt


@pytest.mark.parametrize(("phase", "first"), [("choose", None), ("vary", 1), ("piece", 1)])
def test_choices_before_a_game_are_weighed_too(phase: str, first: int | None) -> None:
    walls = {"a4": "N", "b5": "E", "d1": "W", "e2": "S"}
    now = position(OPEN, phase=phase, circle=None, first=first, printed=walls)
    found = weighed(now)
    assert {one.act for one in found} == {(choice,) for choice in now.choices(0)}
    assert phase == "vary" or said(found[0]) == answer(now, "hard")[0] == "piece circle"


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    for seed in range(3):
        players = [GAME.bots[name](stream(seed, name)) for name in ("greedy", "random")]
        outcome = referee_play(GAME, players, seed, SINGLE).outcome
        assert outcome is not None
        assert (outcome.winners, outcome.removed) == ((0,), ())


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [TheWayOptions(single=True, turns=12, arrows=True, clockwise=True, replace=True), TheWayOptions(turns=3)]
)
def test_players_keep_to_the_rules(options: TheWayOptions) -> None:
    players = [Racer(stream(1, "greedy")), Thinker(stream(1, "hard"), seconds=0.02)]
    outcome = referee_play(GAME, players, 1, options).outcome
    assert outcome is not None
    assert outcome.removed == ()


def test_random_players_play_to_the_limit_of_turns() -> None:
    outcome = referee_play(GAME, [GAME.bots["random"](stream(1, name)) for name in "ab"], 1, SINGLE).outcome
    assert outcome is not None
    assert outcome.title == Message("title.draw")


def test_whims_grow_so_that_a_deadlock_does_not_last() -> None:
    """Both are on cards that only lead back. Giving way lets the other player pass, so neither wants to."""
    start = position("┼│││┼ ─┼│││ ─│─││ ─┼│││ ┼│││┼", tokens=("b3", "b3"), locked=(CELLS["b3"],), hands=("", ""))
    now = start
    for turn in range(60):
        now = play(now, *answer(now, seed=turn))
        if now.table.tokens != start.table.tokens:
            break
    assert now.table.tokens != start.table.tokens
