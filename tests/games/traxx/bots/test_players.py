"""The players of Traxx."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byways.game import stream
from byways.games.traxx import GAME
from byways.games.traxx.bots.players import Greedy, acts, flood, regions, spread, ways, within_reach
from byways.games.traxx.rules import extensions
from byways.games.traxx.state import ALL, BIT, DONE, FIELDS, NEIGHBOURS, Draw, Position, Sheet
from byways.games.traxx.view import view
from byways.referee import play
from tests.games.traxx.positions import BOARD, dot, lay


def bits(fields: str) -> int:
    return sum(BIT[field] for field in fields.split())


def choose(position: Position, seat: int = 0) -> list[str]:
    return [str(choice) for choice in Greedy(Random(0)).choose(view(position, seat), 0.0)]


@given(st.sets(st.sampled_from(FIELDS)))
def test_spread_finds_all_neighbours(fields: set[str]) -> None:
    start = sum(BIT[field] for field in fields)
    beside = {neighbour for field in fields for neighbour in NEIGHBOURS[field]}
    assert spread(start) & ALL == sum(BIT[field] for field in beside)


@given(st.sets(st.sampled_from(FIELDS)))
def test_ways_counts_neighbours(fields: set[str]) -> None:
    counted = ways(sum(BIT[field] for field in fields))
    for least, found in enumerate(counted, 2):
        assert found & ALL == sum(BIT[field] for field in FIELDS if len(fields & set(NEIGHBOURS[field])) >= least)


def test_an_end_can_enter_only_one_of_two_regions() -> None:
    free = bits("a1 b1 a3 a4 a5")
    assert sorted(regions(free, BIT["a2"])) == sorted([bits("a1 b1"), bits("a3 a4 a5")])
    assert within_reach(free, [BIT["a2"], BIT["i9"]]) == bits("a3 a4 a5")
    assert flood(BIT["a1"], free) == bits("a1 b1")


def test_a_line_of_one_field_can_go_both_ways() -> None:
    assert within_reach(bits("a1 b1 a3 a4 a5"), [BIT["a2"]]) == bits("a1 b1 a3 a4 a5")


def test_acts_lists_every_use_of_the_card() -> None:
    sheet = Sheet(("e4", "e3", "d2"))
    found = [left(act) for act in acts(BOARD, sheet, (), "BGYA")]
    assert len(found) == len(set(found))
    assert set(found) == set(by_hand(sheet, (), "BGYA"))
    assert {("e4", frozenset({"d3"}), "d3"), ("d2", frozenset({"d3"}), "d3")} <= set(found)


def left(act: tuple[Draw, ...]) -> tuple[str, frozenset[str], str]:
    """The end at which the line was extended, the fields it covered, and the new end."""
    return (act[0].origin, frozenset(step.to for step in act), act[-1].to) if act else ("", frozenset(), "")


def by_hand(sheet: Sheet, act: tuple[Draw, ...], card: str) -> list[tuple[str, frozenset[str], str]]:
    steps = [step for step in extensions(BOARD, sheet, act, card) if isinstance(step, Draw)]
    return [left(act), *(found for step in steps for found in by_hand(sheet, (*act, step), card))]


def test_greedy_answers_a_whole_act() -> None:
    answer = choose(lay("e4"))
    assert answer[-1] == "done"
    assert len(answer) > 1


def test_greedy_continues_from_the_steps_already_made() -> None:
    position = dot(lay("e4"), 0, "e4 e3 d2")
    answer = Greedy(Random(0)).choose(view(position, 0), 0.0)
    for choice in answer:
        position = position.choose(0, choice)
    assert position.sheets[0].line[:3] == ("e4", "e3", "d2")


def test_greedy_takes_a_number_within_reach() -> None:
    assert "draw c1 from d1" in choose(lay("e2 d1", card="YBAR", deck=()))


def test_greedy_covers_as_much_as_possible_with_the_last_card() -> None:
    assert len(choose(lay("e4", card="BGYA", deck=()))) == 5


def test_greedy_passes_when_nothing_else_is_possible() -> None:
    assert choose(lay("a1 b1", card="GARR")) == [str(DONE)]


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.integers(1, 4))
@pytest.mark.slow
def test_greedy_never_fails(seed: int, seats: int) -> None:
    players = [GAME.bots["greedy"](stream(seed, f"seat {seat}")) for seat in range(seats)]
    outcome = play(GAME, players, seed).outcome
    assert outcome is not None
    assert outcome.removed == ()


@pytest.mark.parametrize(("name", "least"), [("random", -60), ("greedy", 22)])
@pytest.mark.slow
def test_solo_scores_are_what_the_page_says(name: str, least: int) -> None:
    scores = [alone(name, seed) for seed in range(20)]
    assert mean(scores) > least


def alone(name: str, seed: int) -> float:
    outcome = play(GAME, [GAME.bots[name](stream(seed, "seat 0"))], seed).outcome
    assert outcome is not None
    assert outcome.scores is not None
    return outcome.scores[0]
