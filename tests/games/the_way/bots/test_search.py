"""The search: values of turns and replies, without knowledge of the other's hand."""

from __future__ import annotations

import time
from random import Random

import pytest

from byways.bots import Thought
from byways.games.the_way.bots.distance import rest
from byways.games.the_way.bots.players import Thinker
from byways.games.the_way.bots.search import WON, Change, Lookahead, Situation, after, situation
from byways.games.the_way.state import CARDS, CELLS, LAY, PLACE, Position, Variations
from byways.games.the_way.view import View, view
from tests.games.the_way.positions import OPEN, ROUND, play, position

FOREVER = Thought(float("inf"), float("inf"))


def seen(now: Position) -> Situation:
    view = now.view(now.awaited[0])
    assert isinstance(view, View)
    return situation(view)


def look(now: Position, thought: Thought = FOREVER) -> Lookahead:
    seat = now.awaited[0]
    return Lookahead(seen(now), now.table.piece(seat), thought, Random(1))


def test_a_turn_is_valued_by_the_distances_it_leaves() -> None:
    now = position(OPEN, tokens=("c3", "b5"), hands=("", ""))
    looked = look(now)
    for plan in looked.plans(looked.root, 0, looked.changes(looked.root, 0), 10):
        table = plan.result.table
        assert plan.worth == pytest.approx(looked.weight * rest(table, 1, False) - rest(table, 0, False))


def test_plans_are_legal_turns_and_lead_to_the_positions_of_the_rules() -> None:
    now = position(printed={"b2": "NS", "c1": "NE"}, tokens=("b1", "b5"))
    looked = look(now)
    for plan in looked.static_plans():
        then = play(now, *map(str, plan.act))
        assert (then.table.cards, then.table.locked, then.table.tokens) == (
            plan.result.table.cards,
            plan.result.table.locked,
            plan.result.table.tokens,
        )
        assert then.hands[0] == plan.result.hands[0]


def test_with_variation_3_the_replaced_card_comes_to_hand() -> None:
    now = position(printed={"c1": "N"}, hands=("NS", "N"), variations=Variations(replace=True))
    left = after(seen(now), 0, Change((CARDS["NS"], PLACE[CELLS["c1"]], LAY["EW"]), CELLS["c1"], "EW"), CELLS["b1"])
    assert (left.hands[0], left.sizes, left.table.cards[CELLS["c1"]]) == (("N",), (1, 1), "EW")


def test_the_others_win_is_prevented_in_time() -> None:
    """Square can walk home by a4 in two turns, and once it is there, that card cannot be altered."""
    now = position(OPEN, tokens=("e2", "a3"), reached=(False, True), hands=("N", ""))
    looked = look(now)
    plans = looked.weigh(looked.weigh(looked.static_plans(), 2, 4), 4, 4)
    assert CELLS["a4"] in play(now, *map(str, plans[0].act)).table.locked
    assert plans[0].worth > -WON / 2


def test_the_search_does_not_depend_on_the_others_actual_hand() -> None:
    """Both worlds look the same to Circle: seat 1 holds three of these four cards."""
    hands = ("NE", "N NES NS"), ("NE", "N NES NESW")
    first, second = (position(hands=hand, left=left) for hand, left in zip(hands, ("NESW", "NS"), strict=True))
    assert first.view(0) == second.view(0)
    assert seen(first) == seen(second)
    assert seen(first).hands[1] == ("N", "NES", "NESW", "NS")


def test_the_search_answers_when_there_is_no_time_at_all() -> None:
    now = position(ROUND, tokens=("e4", "a5"))
    answer = Thinker(Random(1)).choose(view(now, 0), time.monotonic() - 1)
    assert play(now, *map(str, answer if isinstance(answer, tuple) else (answer,))).table.tokens[0] == CELLS["e5"]


def test_the_search_goes_deeper_with_more_time() -> None:
    looked = look(position(ROUND, hands=("", "")))
    plans = looked.static_plans()
    assert looked.weigh(plans, 3, 2)[0].worth > looked.weigh(plans, 2, 2)[0].worth  # after an own turn it is nearer than after the other's
