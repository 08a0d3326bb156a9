"""How long requests block the event loop."""

from __future__ import annotations

import asyncio
import time

import pytest
from tools.server.loop_holds import holds, long_game, ticking

from byways.game import find_game
from tools.server import loop_holds


async def test_the_longest_iteration_of_the_loop_counts() -> None:
    async with ticking() as ticks:
        await asyncio.sleep(0)
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        await asyncio.sleep(0)
    assert 0.05 <= max(ticks) < sum(ticks)


def test_a_long_game_has_its_length_and_is_not_over() -> None:
    game = find_game("labyrinth")
    record = long_game(game, 600)
    assert len(record.entries) >= 600
    assert record.position(game).outcome is None


@pytest.mark.long
@pytest.mark.database
def test_every_get_route_is_measured_and_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_holds, "REQUESTS", 1)
    found = holds(60)
    assert {hold.address: hold.status for hold in found if hold.status >= 400} == {}
    assert len(found) > 40
    assert found == sorted(found, key=lambda hold: -hold.milliseconds)
