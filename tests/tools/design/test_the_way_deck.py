"""The simulation of decks of The Way."""

from __future__ import annotations

import pytest
from tools.design.the_way_deck import Race, came_later, changes, game_with, main, mover, openness, race, row

from byways.game import Refused
from byways.games.the_way import GAME, TheWayOptions
from byways.games.the_way.state import CELLS
from tests.games.the_way.positions import OPEN, SHUT, position


def test_a_deck_is_written_by_its_numbers() -> None:
    assert game_with("30-0-0-0-0").components.cards.all == ("NESW",) * 30
    assert game_with("built-in") is GAME


@pytest.mark.parametrize(
    ("deck", "reason"), [("2-6-10", r"is not a deck: write the numbers"), ("2-6-10-8-5", r"there must be 30 cards, not 31")]
)
def test_other_numbers_are_refused(deck: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        game_with(deck)


def test_openness_is_the_share_of_passable_borders() -> None:
    assert openness(game_with("30-0-0-0-0"), 3) == 1
    assert 0.3 < openness(GAME, 50) < 0.4


def test_a_race_is_measured() -> None:
    measured = race(game_with("30-0-0-0-0"), ("greedy", "random"), "0", TheWayOptions(single=True, turns=40))
    assert (measured.winner, measured.turns, measured.later) == (0, 16, False)


def test_the_lead_changes_when_the_other_way_gets_shorter() -> None:
    ahead, behind = position(OPEN, tokens=("b1", "a5"), seat=0).table, position(OPEN, tokens=("b1", "c4"), seat=1).table
    assert changes([ahead, behind]) == (1, 0)
    assert changes([ahead, ahead]) == (0, 0)


def test_alternating_steps_do_not_change_the_lead() -> None:
    tokens = [("a1", "a5"), ("b1", "a5"), ("b1", "b5"), ("c1", "b5")]
    assert changes([position(OPEN, tokens=both, turn=turn).table for turn, both in enumerate(tokens)]) == (0, 0)


def test_a_block_makes_the_leaders_way_longer() -> None:
    """Square steps on, and the leader's card and both its goals are enclosed by locked dead ends."""
    walls = {"c1": "N", "d1": "E", "c2": "S", "b1": "W", "d5": "W", "e4": "N", "a2": "S"}
    before = position(OPEN, tokens=("c1", "a5"), seat=1).table
    after = position(OPEN, tokens=("c1", "b4"), printed=walls, locked=tuple(CELLS[place] for place in walls)).table
    assert changes([before, after]) == (1, 1)


def test_pieces_move_in_turn() -> None:
    assert [mover(position(seat=1, turn=turn).table) for turn in range(3)] == [1, 0, 1]


def test_the_winner_may_have_reached_its_midpoint_later() -> None:
    tables = [position(SHUT).table, position(SHUT, reached=(True, False)).table, position(SHUT, reached=(True, True)).table]
    assert [came_later(tables, winner) for winner in (0, 1, None)] == [False, True, False]


def test_a_row_summarises_the_measurements() -> None:
    races = [Race(0, 0, 1, 16, False, 1, 0), Race(1, 0, 1, 20, True, 3, 2), Race(None, 1, 0, 150, False, 2, 1)]
    shown = row("built-in", GAME, races).split()
    assert shown[2:] == ["33", "33", "33", "33", "20", "150", "50", "2.0", "1.0", "3"]


def test_the_tool_prints_a_line_for_each_deck(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["built-in", "10-10-10-0-0", "--games", "1", "--option", "turns=2"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["deck", "built-in", "10-10-10-0-0"]


def test_bad_arguments_end_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["1-2-3"]) == 2
    assert "is not a deck" in capsys.readouterr().err
