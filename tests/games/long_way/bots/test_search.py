"""The hard player of The Long Way."""

from __future__ import annotations

from math import inf
from random import Random
from statistics import mean

import pytest

from byways.bots import TIERS
from byways.bots.compiled import Compiled
from byways.bots.weighing import Weighed
from byways.game import stream
from byways.games.long_way import GAME
from byways.games.long_way.bots import kernel
from byways.games.long_way.bots.players import Easy
from byways.games.long_way.bots.search import KERNEL, Hard, StoreSearch
from byways.games.long_way.rules import parse
from byways.games.long_way.state import AnyChoice, Position, Sheet
from byways.games.long_way.view import View, view
from byways.referee import play as conduct
from byways.referee import steps
from tests.games.long_way.positions import EARNED, EVERYWHERE, begin, play, ready, sheet

EARLY = ready(sheet("d1N", "e1N", displays="c6=1"), dice=(1, 3))


def hard(heats: int = 1) -> Hard:
    rng = stream(1, "seat 0")
    return Hard(rng, Easy(rng), inf, heats)


def asked(position: Position, player: Hard, deadline: float = inf) -> list[str]:
    return [str(step) for step in steps(player.choose(view(position, 0), deadline))]


def outlook(position: Position, seat: int = 0) -> StoreSearch:
    view = position.view(seat)
    assert isinstance(view, View)
    return StoreSearch(view, kernel)


def test_the_tiers_come_last() -> None:
    assert tuple(GAME.bots)[-3:] == TIERS


def test_an_answer_is_a_whole_act_and_the_same_from_the_same_view_and_stream() -> None:
    assert play(begin(), *asked(begin(), hard())).phase == "roll"
    answer = asked(EARLY, hard(3))
    assert answer[-1] == "done"
    play(EARLY, *answer)
    assert asked(EARLY, hard(3)) == answer


BEGUN = [
    ("tile a7",),
    EARNED,
    (*EARNED, "wall c3"),
    (*EARNED, "coins"),
    (*EARNED, "doorway c4 east"),
    ("cafeteria", "fork a1 down"),
    ("stop",),
]


@pytest.mark.parametrize("begun", BEGUN)
def test_hard_takes_over_in_the_middle_of_any_act(begun: tuple[str, ...]) -> None:
    store = sheet(displays="c6=1", walls="c4E") if "doorway c4 east" in begun else sheet(displays="c6=1")
    position = play(ready(store, dice=(1, 3)), *begun)
    assert play(position, *asked(position, hard())).phase in ("roll", "over")


def test_hard_answers_in_time_however_short_it_is() -> None:
    KERNEL.ready(inf)
    assert asked(EARLY, hard(100), 0.0) == asked(EARLY, hard(0))


def test_where_a_wall_covers_a_door_easy_answers() -> None:
    position = ready(sheet("a1W", "g1E", walls="a1W"), dice=(1, 3))
    play(position, *asked(position, hard()))


def test_before_the_kernel_is_compiled_easy_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compiled, "ready", lambda compiled, deadline: None)
    rng = stream(1, "seat 0")
    assert asked(EARLY, hard()) == [str(step) for step in steps(Easy(rng).choose(view(EARLY, 0), 0.0))]


GAP = EVERYWHERE.replace("c1 d1 e1", "")
WALLS = " ".join(f"{column}1S" for column in "abfg") + " c2N d2N e2N"
CAFETERIAS = ["a6 b6", "a7 b7"]


def almost_full(coins: int = 0) -> Sheet:
    return sheet("a1W", "g1E", filled=GAP, walls=WALLS, displays="a1=1 b1=2 f1=3 g1=4", cafeterias=CAFETERIAS, coins=coins)


def test_hard_stops_rather_than_cut_the_only_way() -> None:
    assert asked(ready(almost_full(), dice=(1, 5)), hard(2)) == ["stop", "done"]


def test_hard_fills_the_gap_in_the_way() -> None:
    answer = asked(ready(almost_full(), dice=(1, 2)), hard(2))
    assert answer[0] == "tile c1"


def test_hard_pays_for_a_reroll_rather_than_stop() -> None:
    """A standing bar fits nowhere, and only two of the lying ones leave the way open, so only rerolling the light die can help."""
    position = play(ready(almost_full(coins=3)), "light 2", "dark 2")
    assert asked(position, hard(40)) == ["reroll light"]
    assert asked(play(ready(almost_full(coins=3)), "light 1", "dark 2"), hard(40)) == ["keep"]


@pytest.mark.parametrize(("active", "until"), [(0, 2), (1, 1), (2, 0)])
def test_playouts_know_when_the_seat_has_the_dice_again(active: int, until: int) -> None:
    position = ready(sheet(), sheet(), sheet(), dice=(1, 3), active=active)
    assert (outlook(position).until, outlook(position).seats) == (until, 3)


def test_playouts_skip_seats_that_have_stopped() -> None:
    position = ready(sheet(), sheet(stopped=True), sheet(), dice=(1, 3))
    assert (outlook(position).until, outlook(position).seats) == (1, 2)


def test_every_act_converts_to_steps() -> None:
    look = outlook(EARLY)
    for act in look.contenders((), most=10_000):
        assert [parse(str(step)) for step in look.steps(act)] == look.steps(act)


# Weighing


def read(act: str) -> tuple[AnyChoice, ...]:
    return tuple(parse(choice) for choice in act.split("; "))


def weighed(position: Position, *among: str, heats: int = 12) -> dict[str, Weighed]:
    """Weighed acts by notation, best first."""
    found = hard(heats).weigh(view(position, 0), inf, [read(act) for act in among])
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    return {"; ".join(map(str, one.act)): one for one in found}


def test_hard_weighs_what_it_would_choose_and_every_act_a_caller_asks_about() -> None:
    acts = "stop; done", "stop", "cafeteria", "tile a7", "cafeteria; fork a1 down; done"
    position = ready(*[sheet("d1N", "e1N", displays="c6=1")] * 2, dice=(1, 3))
    found = weighed(position, *acts)
    assert {*acts} <= found.keys()
    assert "; ".join(asked(position, hard(12))) in [*found][:8]
    assert found["tile a7"].value == max(one.value for act, one in found.items() if act.startswith("tile a7;"))
    assert found["stop; done"].value < next(iter(found.values())).value - 2 * found["stop; done"].doubt
    assert [*weighed(position, *acts).items()] == [*found.items()]


@pytest.mark.parametrize("act", ["doorway c4 east; done", "wall a7; side south; done", "wall a7", "coins"])
def test_hard_weighs_bonuses_that_it_would_never_take(act: str) -> None:
    position = play(ready(sheet(displays="c6=1", walls="c4E"), dice=(1, 3)), *EARNED)
    assert act in weighed(position, act, heats=2)


def test_a_wall_before_the_door_leaves_nothing_to_score() -> None:
    position = play(ready(sheet(displays="c6=1"), dice=(1, 3)), *EARNED)
    assert weighed(position, "wall a1; side west; done", heats=4)["wall a1; side west; done"].value < 2


def test_hard_weighs_doors() -> None:
    acts = "entrance a1 north; exit g7 south; done", "entrance a1 west"
    found = weighed(begin(2), *acts, heats=6)
    assert {*acts, "; ".join(asked(begin(2), hard()))} <= found.keys()
    assert all(act.startswith("exit") for act in weighed(play(begin(2), "entrance a1 west"), heats=1))


def test_hard_weighs_rerolls() -> None:
    found = weighed(play(ready(almost_full(coins=3)), "light 2", "dark 2"), "keep", heats=40)
    assert next(iter(found)) == "reroll light"
    assert found["keep"].value < found["reroll light"].value - found["keep"].doubt


def test_hard_knows_when_it_has_lost() -> None:
    long_way = sheet(displays=" ".join(f"{column}1=1" for column in "abcdefg"), stopped=True)
    assert next(iter(weighed(ready(almost_full(), long_way, dice=(1, 5)), heats=3).values())).value < -2


def test_hard_weighs_in_time_and_without_the_kernel_too(monkeypatch: pytest.MonkeyPatch) -> None:
    acts = [read("stop; done"), read("tile a7"), read("cafeteria")]
    two = ready(*[sheet(displays="c6=1")] * 2, dice=(1, 3))
    hurried = hard().weigh(view(two, 0), 0.0, acts)
    monkeypatch.setattr(Compiled, "ready", lambda compiled, deadline: None)
    for found in (hurried, hard().weigh(view(two, 0), 0.0, acts)):
        assert {*acts} < {one.act for one in found}
    paying = play(ready(almost_full(coins=3)), "light 2", "dark 2")
    assert weighed(paying, "keep").keys() == {"keep", "reroll light", "reroll dark"}
    assert [*weighed(begin(), "entrance a1 west")][1:] == ["entrance a1 west"]


@pytest.mark.slow
def test_hard_alone_scores_far_more_than_easy_and_predicts_it() -> None:
    scores = [alone(Hard(Random(seed), Easy(Random(seed)), inf, 6), seed) for seed in range(4)]
    assert mean(scores) > 8
    assert hard(30).weigh(view(begin(), 0), inf)[0].value == pytest.approx(mean(scores), abs=3)


def alone(player: Hard, seed: int) -> float:
    outcome = conduct(GAME, [player], seed).outcome
    assert outcome is not None
    assert outcome.removed == ()
    assert outcome.scores is not None
    return outcome.scores[0]
