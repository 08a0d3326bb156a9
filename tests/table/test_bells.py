"""Who waits at a table is woken by news of their own; who sleeps for a while, together with others."""

from __future__ import annotations

import asyncio
import time

from byways.table.bells import BEAT, Bell, Pulse


async def test_only_those_who_have_news_are_woken() -> None:
    bell, news = Bell(), set[str]()
    ann, bob = (asyncio.create_task(bell.wait(lambda name=name: name in news, 60.0)) for name in ("ann", "bob"))  # type: ignore[misc]
    await asyncio.sleep(0)
    bell.ring()
    news.add("ann")
    assert not ann.done()
    bell.ring()
    await ann
    assert not bob.done()
    news.add("bob")
    bell.ring()
    await bob
    assert not bell.waiting


async def test_nobody_waits_longer_than_they_want_to() -> None:
    bell = Bell()
    await bell.wait(lambda: False, 0.01)
    assert not bell.waiting


async def test_who_goes_away_is_forgotten() -> None:
    bell = Bell()
    waiting = asyncio.create_task(bell.wait(lambda: False, 60.0))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not bell.waiting


async def test_who_sleeps_until_about_the_same_moment_is_woken_together() -> None:
    pulse = Pulse()
    pulse.begun = time.monotonic()  # so that the moments below are in the middle of beats
    tasks = [asyncio.create_task(pulse.wait(beats * BEAT)) for beats in (1.9, 2.0, 2.1, 4.0)]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(0)
    assert [task.done() for task in tasks] == [True, True, True, False]
    await tasks[-1]
    assert not pulse.sleeping


async def test_who_sleeps_is_woken_half_a_beat_too_soon_at_most() -> None:
    pulse = Pulse()
    for beats in (2.2, 2.7):
        begun = time.monotonic()
        await pulse.wait(beats * BEAT)
        assert time.monotonic() - begun > (beats - 0.5) * BEAT - 0.002  # loops count in milliseconds


async def test_who_no_longer_wants_to_sleep_wakes_nobody_else() -> None:
    pulse = Pulse()
    one, other = (asyncio.create_task(pulse.wait(2 * BEAT)) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    await asyncio.gather(one, return_exceptions=True)
    assert not other.done()
    await other
    assert not pulse.sleeping
