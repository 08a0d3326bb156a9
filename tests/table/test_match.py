"""One game as it goes at a table."""

from __future__ import annotations

from random import Random

import pytest

from byways.game import Illegal
from byways.table.tables import Tables
from tests.table.tables import LABYRINTH, set_table, until


async def test_the_numbers_of_a_screen_are_the_moments_of_its_story(tables: Tables) -> None:
    table = await set_table(tables, "bot:random", "bot:random", "bot:random")
    await until(lambda: table.ended)
    for seat, screen in table.match.screens.items():
        steps = table.match.story(seat)
        assert len(steps) == len(screen.entries) == screen.number + 1
        assert steps[-1].view == screen.view
        for step, entries in zip(steps, screen.entries, strict=True):
            assert table.match.record.position(table.game, entries).view(seat) == step.view


def test_why_a_choice_is_illegal_is_told_from_the_view_alone() -> None:
    position = LABYRINTH.start(LABYRINTH.deal(2, Random(1)))
    with pytest.raises(Illegal):
        position.view(0).imagine(Random(0)).choose(0, LABYRINTH.parse("slide 1 left"))
