"""The board of Traxx satisfies everything known about the printed one."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from tools.design.traxx_board import (
    Payment,
    all_but_the_four,
    bend,
    colour,
    cover,
    distance,
    drawn,
    findings,
    known,
    main,
    pay,
    picture,
    snake,
    stretch,
)

from byways.games.traxx import GAME
from byways.games.traxx.rules import board_of
from byways.games.traxx.state import FIELDS, NEIGHBOURS, Board

BOARD, CARDS = board_of(GAME.components), GAME.components.cards


@pytest.mark.slow
def test_all_quick_constraints_hold() -> None:
    assert [what for what, why in findings(BOARD, CARDS, quick=True) if not why] == []


@pytest.mark.parametrize("start", BOARD.starts)
def test_from_every_start_some_order_of_the_cards_pays_for_all_fields(start: str) -> None:
    payment = known(BOARD, start, 61)
    assert {card for card, _ in payment} <= set(CARDS)
    assert drawn(BOARD, start, payment) == len(FIELDS)


@pytest.mark.slow
def test_a_cover_of_another_board_is_not_a_proof() -> None:
    assert known(colour(Random("another")), "e4", 61) == []


def test_every_number_except_4_can_be_reached_with_51_fields() -> None:
    payment = cover(BOARD, "e4", CARDS, all_but_the_four(BOARD))
    assert drawn(BOARD, "e4", payment) == 51
    reached = {BOARD.number[field] for _, fields in payment for field in fields if field in BOARD.number}
    assert reached == {2, 3, 5, 6, 7, 8, 9, 10}


def test_the_printed_rows_match_the_components() -> None:
    assert picture(BOARD) == "\n".join(f'    "{row}",' for row in GAME.components.board.rows)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_colours() -> None:
    one, other = colour(Random("0/0")), colour(Random("0/0"))
    assert one == other
    assert all(one.colour[field] != one.colour[beside] for field in FIELDS for beside in NEIGHBOURS[field])


def test_a_rotated_line_still_covers_all_fields() -> None:
    path, rng = snake(), Random(1)
    for _ in range(500):
        path = bend(path, rng)
        assert set(path) == set(FIELDS)
        assert all(to in NEIGHBOURS[field] for field, to in pairwise(path))


def test_a_card_pays_for_its_colours_from_one_end_only() -> None:
    assert stretch(("B", "G", "B", "Y"), 0, "BGYA", 4) == 2
    assert stretch(("B", "G", "Y", "A"), 0, "BGYA", 3) == 3
    assert stretch(("B", "G", "Y", "A"), 3, "BGYA", 3) == 4


def test_payment_of_a_short_line() -> None:
    paid: tuple[int, Payment] = pay(BOARD, "e4", ("f2", "e2", "d2", "e3", "e4"), ["BGYA"])
    assert paid == (0, [("BGYA", ("e4", "e3", "d2", "e2", "f2"))])
    assert pay(BOARD, "e4", ("f2", "e2", "d2", "e3", "e4"), ["BGAR"])[0] == 1


def test_distance_counts_steps() -> None:
    assert (distance("e5", "e5"), distance("e4", "f5"), distance("a1", "i9"), distance("a5", "e1")) == (0, 1, 8, 8)


@pytest.mark.slow
def test_a_broken_board_fails_the_check() -> None:
    clumped = Board("B" * len(FIELDS), BOARD.numbers, BOARD.starts)
    failed = [what for what, why in findings(clumped, CARDS, quick=True) if not why]
    assert "no two neighbours alike" in failed
    assert "the worked example can be drawn" in failed


@pytest.mark.slow
def test_the_command_checks_the_built_in_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    printed = capsys.readouterr().out
    assert "FAILS" not in printed
    assert printed.count("some order of the cards pays for all 61 fields") == 4


def test_the_command_requires_a_task() -> None:
    with pytest.raises(SystemExit):
        main([])
