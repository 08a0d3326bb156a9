"""Who waits at a table is woken by news of their own."""

from __future__ import annotations

import asyncio

from byways.table.bells import Bell


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
