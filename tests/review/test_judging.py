"""Judging an act by a bot's answer."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from byways.bots import Thought
from byways.bots.weighing import Curve
from byways.errors import Refused
from byways.game import Outcome, find_game
from byways.record import read
from byways.review.inquiry import inquire
from byways.review.judging import Scale, Valued, WeighTask, judged, result, scale_for, weigh
from byways.review.moments import Moment
from tests import toy
from tests.review.scripted import Greedy
from tests.review.test_moments import RECORDS, SHOWN, found, made

ODDS, POINTS = Scale(Curve(), is_score=False), Scale(Curve(), is_score=True)
BEST, PLAYED, WORSE, WORST = (
    Valued(("pick 4", "done"), 1.0, 0.1),
    Valued(("pick 1", "done"), 0.0, 0.2),
    Valued(("a",), -1.0, 0.1),
    Valued(("b",), -2.0, 0.1),
)
FULL = [BEST, PLAYED, WORSE, WORST]


def test_the_cost_of_an_act_is_its_difference_to_the_best() -> None:
    act = judged(found(*SHOWN)[0], FULL, ODDS)
    assert act is not None
    assert (act.chance, act.left) == (Curve().chance(1.0), 0.5)
    assert act.doubt == pytest.approx(0.2 * (0.25 + Curve().steepness(1.0)) / 2)
    assert [one.act for one in act.best] == [BEST.act, PLAYED.act, WORSE.act]


def test_the_best_act_and_equal_ones_cost_nothing() -> None:
    moment, tied = found(*SHOWN)[0], Valued(PLAYED.act, BEST.value, 0.0)
    for valued in ([PLAYED], [BEST, tied], [tied, BEST]):
        act = judged(moment, valued, ODDS)
        assert act is not None
        assert act.cost == 0


def test_in_a_solo_game_costs_are_points() -> None:
    act = judged(found(*SHOWN)[0], FULL, POINTS)
    assert act is not None
    assert (act.chance, act.left, act.doubt) == (1.0, 0.0, 0.2)


def test_an_act_that_the_bot_did_not_weigh_is_not_judged() -> None:
    assert judged(found(*SHOWN)[0], [BEST], ODDS) is None


def test_the_same_task_has_the_same_answer_and_leaves_no_setting_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(toy.BOTS, "hard", Greedy)
    moment = found(*SHOWN)[0]
    task = WeighTask(toy.GAME, "hard", "one", moment.view, (tuple(map(str, moment.act)),), 4)
    first = weigh(task)
    assert first == weigh(task)
    assert task.among[0] in [one.act for one in first]
    assert Thought.worlds is None


def test_a_mistake_comes_with_an_explanation_and_the_best_act_with_none(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("traxx")
    monkeypatch.setitem(game.bots, "hard", game.bots["greedy"])  # no compiled code
    position = game.start(game.deal(2, Random(1)))
    position = position.happen(position.chance.what[0]) if position.chance else position
    moment = Moment(0, 0, 1, position.view(0), (game.parse("done"),))
    valued = weigh(WeighTask(game, "hard", "one", moment.view, (("done",),)))
    act = judged(moment, valued, scale_for(game, 2))
    assert act is not None
    assert act.why is not None
    assert act.why.gains
    best = valued[0].act
    again = weigh(WeighTask(game, "hard", "one", moment.view, (best,)))
    assert not any(one.why for one in again)


def test_a_bot_without_weigh_is_refused() -> None:
    with pytest.raises(Refused, match="random of Tuck cannot judge acts"):
        weigh(WeighTask(toy.GAME, "random", "one", made().position(toy.GAME).view(0)))


def test_a_tie_shares_the_win_and_a_solo_result_is_the_score() -> None:
    assert [result(Outcome((1, 1, 3), ""), seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    assert result(Outcome((1,), "", scores=(17.0,)), 0) == 17.0
    assert result(Outcome((1, 1), "", removed=(1,)), 1) == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_in_every_game_hard_weighs_the_act_played_and_the_alternatives(file: Path) -> None:
    record = read(file.read_bytes())
    game = record.load_game()
    asking = inquire(game, record.play(game, tells=False), worlds=1)
    batch = asking.batch()
    for task in batch[:: max(1, len(batch) // 8)]:
        valued = weigh(task)
        assert valued[0].value == max(one.value for one in valued)
        assert set(task.among) <= {one.act for one in valued}
