"""Who waits at a table is woken by news of their own; who sleeps for a while, together with others."""

from __future__ import annotations

import asyncio
import time

from hypothesis import given
from hypothesis import strategies as st

from byways.table.play.wakeups import LEEWAY, TOGETHER, Bell, Pulse


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
    tasks = [asyncio.create_task(pulse.wait(seconds)) for seconds in (0.2, 0.21, 0.19, 0.6)]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(0)
    assert [task.done() for task in tasks] == [True, True, True, False]
    await tasks[-1]
    assert (pulse.moments, pulse.sleeping) == ([], {})


async def test_of_many_who_sleep_until_the_same_moment_not_all_are_woken_at_once() -> None:
    pulse = Pulse()
    tasks = [asyncio.create_task(pulse.wait(0.1)) for _ in range(TOGETHER + 1)]
    await asyncio.sleep(0)
    assert [len(sleepers) for sleepers in pulse.sleeping.values()] == [TOGETHER, 1]
    await asyncio.gather(*tasks)


@given(seconds=st.lists(st.floats(0.0, 5.0), max_size=40))
def test_nobody_is_woken_a_fifth_of_the_time_or_the_leeway_too_soon_or_too_late(seconds: list[float]) -> None:
    async def wanted_and_given() -> list[tuple[float, float]]:
        pulse, found = Pulse(), list[tuple[float, float]]()
        for one in seconds:
            begun, before = time.monotonic(), {moment: len(sleepers) for moment, sleepers in pulse.sleeping.items()}
            waiting = asyncio.ensure_future(pulse.wait(one))
            await asyncio.sleep(0)
            found += [(one, moment - begun) for moment, sleepers in pulse.sleeping.items() if len(sleepers) > before.get(moment, 0)]
            waiting.cancel()
        return found

    for wanted, slept in asyncio.run(wanted_and_given()):
        assert abs(slept - wanted) <= min(wanted / 5, LEEWAY) + 0.02  # for what the test itself takes


async def test_who_sleeps_alone_sleeps_as_long_as_they_want() -> None:
    pulse, begun = Pulse(), time.monotonic()
    await pulse.wait(0.1)
    assert time.monotonic() - begun > 0.098  # loops count in milliseconds


async def test_who_no_longer_wants_to_sleep_wakes_nobody_else() -> None:
    pulse = Pulse()
    one, other = (asyncio.create_task(pulse.wait(0.1)) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    await asyncio.gather(one, return_exceptions=True)
    assert not other.done()
    await other
    assert not pulse.sleeping
