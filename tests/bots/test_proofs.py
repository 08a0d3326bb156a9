"""Proved results and acts with the same result, in positions of all games."""

from __future__ import annotations

from random import Random

import pytest

from byways.bots.proofs import imagined, proof, result, settled, won_alone
from byways.bots.weighing import LOST, WON
from byways.game import Choice, Game, View
from byways.games.long_road import GAME as LONG_ROAD
from byways.i18n import Message
from byways.review.judging import Valued, judged, scale_for
from byways.table.play.hints import best_ideas, reasons
from tests.bots.played import GAMES, LATER, PlayedGame, acts, ends_game, play_game
from tests.review.scripted import Fanciful


@pytest.fixture(params=[pytest.param(given, id=f"{given[0]} {given[1]}", marks=pytest.mark.slow) for given in GAMES], scope="module")
def played(request: pytest.FixtureRequest) -> PlayedGame:
    return play_game(*request.param)


def names(game: Game, view: View, act: tuple[Choice, ...]) -> set[str]:
    said = reasons(game, view, tuple(map(str, act)))
    assert all(game.say(reason, language) for reason in said for language in game.languages)
    return {reason.name for reason in said if isinstance(reason, Message)}


def test_an_act_that_ends_the_game_has_no_consequences(played: PlayedGame) -> None:
    game, found, _ = played
    for moment in found:
        for act in acts(moment):
            if ends_game(moment, act):
                assert not names(game, moment.view, act) & LATER


def test_an_act_that_wins_is_worth_everything_and_one_that_loses_nothing(played: PlayedGame) -> None:
    game, found, _ = played
    for moment in found:
        scale = scale_for(game, len(imagined(moment.view, ()).acts))
        weighed = Fanciful(Random(1)).weigh(moment.view, 0.0, [*acts(moment)])
        valued = [Valued(tuple(map(str, one.act)), one.value, one.doubt) for one in settled(moment.view, weighed)]
        for idea in best_ideas(game, moment.view, valued, scale):
            found_proof = proof(moment.view, tuple(map(game.parse, idea.act)))
            assert (idea.worth in (0.0, 1.0)) == (found_proof is not None)
            if found_proof is not None:
                assert (idea.worth, idea.why) == (float(found_proof.won), (found_proof.why,))


def test_proved_results_of_acts_come_true(played: PlayedGame) -> None:
    _, found, winners = played
    for moment in found:
        known = proof(moment.view, moment.act)
        after = imagined(moment.view, moment.act)
        if known is not None and after.outcome is not None:
            assert won_alone(after, moment.seat) == known.won
            assert (moment.seat in winners) == known.won


def test_acts_with_the_same_result_are_one_act(played: PlayedGame) -> None:
    _, found, _ = played
    for moment in found:
        among = [*acts(moment)]
        weighed = settled(moment.view, Fanciful(Random(1)).weigh(moment.view, 0.0, among), [moment.act])
        values = {result(moment.view, one.act): one.value for one in weighed}
        assert moment.act in [one.act for one in weighed]
        assert all(values[result(moment.view, one.act)] == one.value for one in weighed)
        others = [result(moment.view, one.act) for one in weighed if one.act != moment.act]
        assert len(others) == len(set(others))
        assert [one.value for one in weighed] == sorted((one.value for one in weighed), reverse=True)


def test_nothing_better_is_claimed_only_if_no_act_is_better(played: PlayedGame) -> None:
    game, found, _ = played
    for moment in found:
        scale = scale_for(game, len(imagined(moment.view, ()).acts))
        weighed = settled(moment.view, Fanciful(Random(2)).weigh(moment.view, 0.0, [*acts(moment)]), [moment.act])
        act = judged(moment, [Valued(tuple(map(str, one.act)), one.value, one.doubt) for one in weighed], scale)
        assert act is not None
        assert (act.cost == 0) == all(one.chance <= act.left for one in act.best)
        assert act.cost > 0 or act.best[0].act == act.played


def test_values_of_proved_results_are_beyond_all_others() -> None:
    scale = scale_for(LONG_ROAD, 2)
    assert (scale.worth(WON), scale.worth(LOST)) == (1.0, 0.0)
    assert 0 < scale.worth(-500.0) < scale.worth(500.0) < 1
