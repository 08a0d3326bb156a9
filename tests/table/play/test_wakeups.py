"""Watchers of a table are woken when they have news."""

from __future__ import annotations

import asyncio

from byways.table.play.wakeups import Watchers


async def test_only_watchers_with_news_are_woken() -> None:
    watchers, news = Watchers(), set[str]()
    ann = asyncio.create_task(watchers.wait(lambda: "ann" in news, 60.0))
    bob = asyncio.create_task(watchers.wait(lambda: "bob" in news, 60.0))
    await asyncio.sleep(0)
    watchers.notify()
    await asyncio.sleep(0)
    assert not ann.done()
    news.add("ann")
    watchers.notify()
    await ann
    assert not bob.done()
    news.add("bob")
    watchers.notify()
    await bob
    assert len(watchers) == 0


async def test_a_watcher_waits_no_longer_than_it_wants() -> None:
    watchers = Watchers()
    await watchers.wait(lambda: False, 0.0)
    assert len(watchers) == 0


async def test_a_cancelled_watcher_is_forgotten() -> None:
    watchers = Watchers()
    waiting = asyncio.create_task(watchers.wait(lambda: False, 60.0))
    await asyncio.sleep(0)
    assert len(watchers) == 1
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert len(watchers) == 0
