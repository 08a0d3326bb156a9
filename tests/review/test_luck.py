"""Alternatives to the dice or cards that came."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from byways.game import Outcome, View
from byways.record import read
from byways.review.luck import alternatives
from byways.review.moments import moments
from tests import toy
from tests.review.test_moments import RECORDS, SHOWN, found


def test_alternatives_are_other_cards_for_the_same_hand() -> None:
    ann, _ = found(*SHOWN)
    assert ann.unrolled is not None
    seen = alternatives(ann.unrolled, 20, Random(0))
    hands = {view.hand for view in seen if isinstance(view, toy.View)}
    assert len(seen) == 20
    assert hands == {(1, 1, 2), (1, 2, 2), (1, 2, 3), (1, 2, 4)}
    assert {view.awaited for view in seen if isinstance(view, View)} == {(0, 1)}


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_in_every_game_the_seat_must_act_after_an_alternative(file: Path) -> None:
    record = read(file.read_bytes())
    lucky = [one for one in moments(record.play(record.load_game(), tells=False)) if one.unrolled is not None]
    for moment in lucky[:: max(1, len(lucky) // 5)]:
        assert moment.unrolled is not None
        for seen in alternatives(moment.unrolled, 2, Random(1)):
            assert isinstance(seen, Outcome) or (moment.seat in seen.awaited and seen.choices)
