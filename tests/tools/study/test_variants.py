"""Bots with changed constants."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from tools.study.variants import Variant, changed

from byways.arena.plan import draw_up
from byways.arena.tournament import hold
from byways.game import Choice, Player, Refused, View, find_game
from byways.games.the_way.bots.distance import rest
from byways.games.the_way.state import Position
from byways.games.traxx.bots import search
from byways.games.traxx.bots.players import Greedy

GAME = find_game("traxx")


class Witness(Player[View]):
    """Records the value of a constant at construction and when it answers."""

    def __init__(self, rng: Random) -> None:
        self.seen = [search.CONTENDERS]

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        self.seen.append(search.CONTENDERS)
        return ()


def variant(name: str) -> Variant:
    player = draw_up("traxx", [f"tools.study.variants:{name}", "medium"]).bot(f"tools.study.variants:{name}")(Random(1))
    assert isinstance(player, Variant)
    return player


def test_a_constant_is_changed_for_one_bot_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAME.bots, "hard", Witness)
    player = variant("traxx hard bots.search.CONTENDERS=48")
    player.choose(GAME.start(GAME.deal(2, Random(1))).view(0), 0.0)
    assert isinstance(player.player, Witness)
    assert player.player.seen == [48, 48]
    assert search.CONTENDERS == 24


def test_attributes_of_a_player_are_changed_whole_or_in_part() -> None:
    player = variant("traxx medium weights.near=0.9 part=0.5").player
    assert isinstance(player, Greedy)
    assert (player.weights.near, player.weights.reach, player.part) == (0.9, 0.35, 0.5)


def test_cached_values_follow_a_constant_and_return() -> None:
    rough = variant("the_way medium bots.distance.QUARTER=9")
    the_way = find_game("the_way")
    position = the_way.start(the_way.deal(2, Random(1)))
    assert isinstance(position, Position)
    table = position.table
    usual = rest(table, 0, False)
    with changed(rough.constants):
        assert rest(table, 0, False) > usual
    assert rest(table, 0, False) == usual


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("bots.kernel.SIGNS=3", "bots.kernel is compiled"),
        ("bots.search.UNHEARD=3", "no function of bots.search reads UNHEARD"),
        ("bots.players.NOTICED=0.5", "no function of bots.players reads NOTICED"),
        ("weights.near", "weights.near is not NAME=VALUE"),
        ("nowhere.NAME=1", "nowhere"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused(change: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        variant(f"traxx easy {change}")


def test_the_arena_plays_a_variant() -> None:
    plan = draw_up("traxx", ["medium", "tools.study.variants:traxx medium part=0.05"], seed=1)
    results = hold(plan, 4, workers=1).results
    assert len(results) == 4
    assert not any(result.failures for result in results)
