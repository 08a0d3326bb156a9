"""Distances on many boards at once agree with those on each alone."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from byways.games.the_way.bots.distance import trails
from byways.games.the_way.bots.distance_arrays import FREE, HELD, LOCKED, NUMBER, SHARED, distances_to_goals
from byways.games.the_way.cards import CARD, FACES
from byways.games.the_way.state import MIDPOINTS, Position, Variations
from tests.games.the_way.positions import DECK, position


def shuffled(rng: Random, variations: Variations) -> Position:
    laid = {place: rng.choice(FACES[CARD[rng.choice(DECK)]]) for place in ("b1", "b2", "b3", "c2", "c3", "c4", "d3", "d4", "a3", "e3")}
    tokens = (rng.choice(("a1", "b2", "c3")), rng.choice(("a5", "c3", "d4")))
    locked = tuple(sorted(rng.sample(range(25), rng.randint(0, 6))))
    return position(tokens=tokens, printed=laid, locked=locked, variations=variations)


@given(st.integers(0, 10**6), st.builds(Variations, arrows=st.booleans(), clockwise=st.booleans(), replace=st.booleans()))
def test_many_boards_are_reckoned_as_each_alone(seed: int, variations: Variations) -> None:
    rng = Random(seed)
    tables = [shuffled(rng, variations).table for _ in range(5)]
    covers = [rng.random() < 0.5 for _ in tables]
    faces, states = np.empty((25, 5), np.uint8), np.full((25, 5), FREE, np.uint8)
    for board, table in enumerate(tables):
        faces[:, board] = [NUMBER[face] for face in table.cards]
        states[list(table.locked), board] = LOCKED
        states[table.tokens[1], board] = SHARED if table.tokens[0] == table.tokens[1] else HELD
    found = distances_to_goals(variations, faces, states, np.array(covers), np.full(5, MIDPOINTS[0]))
    alone = [trails(table, 0, MIDPOINTS[0], cover).far for table, cover in zip(tables, covers, strict=True)]
    assert found.T.tolist() == alone
