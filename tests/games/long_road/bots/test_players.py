"""The bots: greedy beats random, hard finds the best choice, and both respect their time."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from byways.bots import Thought
from byways.bots.trials import Trials
from byways.game import Choice, Outcome, stream
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road.bots.players import GreedyPlayer, after, chance, extras, greedily, lead, thinker, two_turns_on, value, worth
from byways.games.long_road.choices import Draw, End
from byways.games.long_road.view import view
from byways.referee import play
from tests.games.long_road.positions import BOX, at_turn, placed, road, roads, selling, table, who
from tests.games.long_road.positions import play as play_lines

OPTIONS = [LongRoadOptions(), LongRoadOptions(draft=True), LongRoadOptions(open=True, companeros=True)]


@pytest.mark.parametrize("options", OPTIONS)
def test_greedy_beats_random(options: LongRoadOptions) -> None:
    ahead = 0.0
    for seed in range(4):
        names = ("greedy", "random") if seed % 2 else ("random", "greedy")
        players = [GAME.bots[name](stream(seed, f"seat {seat}")) for seat, name in enumerate(names)]
        outcome = play(GAME, players, seed, options).outcome
        assert outcome is not None
        assert outcome.scores is not None
        assert not outcome.removed
        ahead += outcome.scores[names.index("greedy")] - outcome.scores[names.index("random")]
    assert ahead > 80


def test_greedy_takes_the_card_that_pays_most() -> None:
    position = play_lines(selling(2, placed("drover", 0), caravan="saloon-1 ranch-1 canyon-1", money=(0, 0), bosses=(0, 1)))
    assert str(GreedyPlayer(Random(1)).choose(view(position, 0), 0.0)) == "take canyon-1 tepee"


def test_greedy_can_take_over_in_the_middle_of_an_act() -> None:
    position = play_lines(at_turn(), "0: change ranch-1")
    assert str(GreedyPlayer(Random(1)).choose(view(position, 0), 0.0)) == "draw"
    armed = play_lines(at_turn("canyon-2 ranch-1 saloon-1"), "0: play canyon-2 tepee", "0: buy dagger")
    assert str(GreedyPlayer(Random(1)).choose(view(armed, 0), 0.0)) == "end"


def test_greedy_drafts_by_worth_and_now_and_then_tries_another() -> None:
    position = table(2, LongRoadOptions(draft=True))
    picks = Counter(str(GreedyPlayer(Random(seed)).choose(view(position, 0), 0.0)) for seed in range(60))
    best = max(position.packets[0].left, key=lambda character: worth(BOX)[character])
    assert picks.most_common(1)[0][0] == f"pick {BOX.keys[best]}"
    assert len(picks) > 1


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
def test_the_tiers_keep_to_the_rules_and_to_their_time(options: LongRoadOptions) -> None:
    players = [GAME.bots["easy"](stream(1, "a")), GAME.bots["medium"](stream(1, "b")), thinker(stream(1, "c"), seconds=0.003)]
    outcome = play(GAME, players, 1, options).outcome
    assert outcome is not None
    assert not outcome.removed


def test_hard_takes_what_comes_out_best() -> None:
    position = play_lines(selling(2, placed("drover", 0), caravan="saloon-1 ranch-1 canyon-1", money=(0, 0), bosses=(0, 1)))
    player = Trials(Random(1), greedily, lead, after, two_turns_on, worlds=8)
    assert str(player.choose(view(position, 0), float("inf"))) == "take canyon-1 tepee"


def parsed(*texts: str) -> tuple[Choice, ...]:
    return tuple(map(GAME.parse, texts))


def test_hard_weighs_whole_turns_beside_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thought, "worlds", 4)
    position = at_turn("canyon-2 ranch-1 saloon-1")
    asked = [parsed("play canyon-2 tepee", "buy dagger", "end"), parsed("play canyon-2 tepee", "buy dagger"), parsed("change ranch-1")]
    seen = view(position, 0)
    weighed = thinker(Random(1)).weigh(seen, float("inf"), asked)
    assert {one.act for one in weighed} >= {*asked}
    assert {one.act[0] for one in weighed} == {*seen.choices}
    assert all(isinstance(one.act[-1], End | Draw) for one in weighed if one.act not in asked)
    assert weighed == thinker(Random(1)).weigh(seen, float("inf"), asked)


def test_hard_weighs_its_own_choice_best_and_a_bad_one_behind() -> None:
    position = play_lines(selling(2, placed("drover", 0), caravan="saloon-1 ranch-1 canyon-1", money=(0, 0), bosses=(0, 1)))
    best, *_, worst = Trials(Random(1), greedily, lead, after, two_turns_on, chance=chance, worlds=12).weigh(
        view(position, 0), float("inf")
    )
    assert best.act[:1] == parsed("take canyon-1 tepee")
    assert best.value - worst.value > worst.doubt


@pytest.mark.parametrize("options", OPTIONS)
def test_hard_weighs_whatever_it_is_asked(options: LongRoadOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thought, "worlds", 0)
    position, rng = table(2, options), Random(1)
    while position.outcome is None:
        if due := position.chance:
            position = position.happen(due.draw(rng))
            continue
        seat = position.awaited[0]
        choices = position.choices(seat)
        assert {one.act[0] for one in thinker(rng).weigh(view(position, seat), float("inf"))} == {*choices}
        position = position.choose(seat, greedily(position, seat, rng))


def test_the_less_is_to_come_the_surer_is_a_lead() -> None:
    chances = [chance(at_turn(money=(30, 10), arrivals=(0,) * arrivals), 0) for arrivals in range(5)]
    assert chances == sorted(chances)
    assert 0.5 < chances[0] < 0.7
    assert 0.9 < chances[-1] < 1
    assert chance(replace(at_turn(), outcome=Outcome((2, 1), "It is over.")), 1) == 1
    assert sum(chance(table(4), seat) for seat in range(4)) == pytest.approx(1)


def test_a_trial_continues_for_two_turns_of_each_and_past_a_sale() -> None:
    first = at_turn()
    assert not two_turns_on(first, first)
    assert two_turns_on(first, replace(first, turns=first.turns + 4))
    assert not two_turns_on(first, replace(play_lines(selling(2, placed("drover", 0), caravan="ranch-1 canyon-1")), turns=first.turns + 4))


def test_at_the_end_the_lead_is_the_difference_of_scores() -> None:
    over = replace(at_turn(), outcome=Outcome((2, 1), "It is over.", scores=(40.0, 52.0)))
    assert (lead(over, 0), lead(over, 1)) == (-12, 12)
    richer = at_turn(money=(30, 10))
    assert lead(richer, 0) == -lead(richer, 1) > 0


def test_characters_that_bring_more_are_worth_more() -> None:
    assert extras(BOX.characters[who("prospector")]) > extras(BOX.characters[who("drover")])


def test_a_character_on_a_full_road_adds_value() -> None:
    empty = at_turn(roads=roads(road("tepee-3", "ranch-1 canyon-1")))
    there = at_turn(roads=roads(road("tepee-3", "ranch-1 canyon-1", placed("judge", 0))))
    assert value(there, 0) > value(empty, 0)
    assert value(there, 1) < value(empty, 1)
