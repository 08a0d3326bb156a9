"""What a bot's answer means."""

from __future__ import annotations

from pathlib import Path

import pytest

from byways.bots import Thought
from byways.bots.weighing import Curve
from byways.errors import Refused
from byways.game import Outcome
from byways.record import read
from byways.review.inquiry import inquire
from byways.review.judging import Question, Scale, Valued, answer, judged, result
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


def test_an_act_costs_what_the_best_one_would_leave_more() -> None:
    act = judged(found(*SHOWN)[0], FULL, ODDS)
    assert act is not None
    assert (act.chance, act.left) == (Curve().chance(1.0), 0.5)
    assert act.doubt == pytest.approx(0.2 * (0.25 + Curve().steepness(1.0)) / 2)
    assert [one.act for one in act.best] == [BEST.act, PLAYED.act, WORSE.act]


def test_the_best_act_costs_nothing_and_neither_does_one_as_good() -> None:
    moment, tied = found(*SHOWN)[0], Valued(PLAYED.act, BEST.value, 0.0)
    for valued in ([PLAYED], [BEST, tied], [tied, BEST]):
        act = judged(moment, valued, ODDS)
        assert act is not None
        assert act.cost == 0


def test_alone_one_loses_points() -> None:
    act = judged(found(*SHOWN)[0], FULL, POINTS)
    assert act is not None
    assert (act.chance, act.left, act.doubt) == (1.0, 0.0, 0.2)


def test_a_bot_that_says_nothing_of_what_was_played_cannot_judge_it() -> None:
    assert judged(found(*SHOWN)[0], [BEST], ODDS) is None


def test_the_same_question_has_the_same_answer_and_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(toy.BOTS, "hard", Greedy)
    moment = found(*SHOWN)[0]
    question = Question(toy.GAME, "hard", "one", moment.view, (tuple(map(str, moment.act)),), 4)
    first = answer(question)
    assert first == answer(question)
    assert question.among[0] in [one.act for one in first]
    assert Thought.worlds is None


def test_a_bot_that_cannot_weigh_is_refused_in_a_sentence() -> None:
    with pytest.raises(Refused, match="random of Tuck cannot say what it thinks"):
        answer(Question(toy.GAME, "random", "one", made().position(toy.GAME).view(0)))


def test_a_tie_is_a_part_of_a_win_and_alone_it_is_the_score() -> None:
    assert [result(Outcome((1, 1, 3), ""), seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    assert result(Outcome((1,), "", scores=(17.0,)), 0) == 17.0
    assert result(Outcome((1, 1), "", removed=(1,)), 1) == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_in_every_game_hard_can_judge_what_was_played_and_what_else_could_have_come(file: Path) -> None:
    record = read(file.read_bytes())
    game = record.load_game()
    asking = inquire(game, record.play(game, tells=False), worlds=1)
    batch = asking.batch()
    for question in batch[:: max(1, len(batch) // 8)]:
        valued = answer(question)
        assert valued[0].value == max(one.value for one in valued)
        assert set(question.among) <= {one.act for one in valued}
