"""Deals and tries in both databases."""

from __future__ import annotations

from functools import partial

from byways.daily import DAY
from byways.table.store import deals, progress
from byways.table.store.deals import Deal, Try
from tests.table.store.test_store import store_at

DEAL = Deal("traxx", "2026-11-18", "seed", "key", 1, "digest")
ME, OTHER = "m" * 64, "o" * 64


async def test_the_first_deal_of_a_day_stays(url: str) -> None:
    async with store_at(url) as store:
        assert await store.transaction(deals.latest_key) is None
        assert await store.transaction(partial(deals.add, deal=DEAL)) == DEAL
        other = Deal("traxx", "2026-11-18", "other", "later", 2, "digest")
        assert await store.transaction(partial(deals.add, deal=other)) == DEAL
        assert await store.transaction(deals.latest_key) == "key"
        assert await store.transaction(partial(deals.claim, deal=DEAL, name="best", table="one"))
        assert not await store.transaction(partial(deals.claim, deal=DEAL, name="best", table="two"))
        await store.transaction(partial(deals.set_par, deal=DEAL, par=8.0))
        found = await store.transaction(partial(deals.find, game="traxx", day="2026-11-18"))
        assert found == Deal("traxx", "2026-11-18", "seed", "key", 1, "digest", 8.0, "one")


async def test_a_holder_has_one_try_of_a_deal_which_ends_once(url: str) -> None:
    first, second = (Try("traxx", "2026-11-18", table, 100.0) for table in ("one", "two"))
    async with store_at(url) as store:
        assert await store.transaction(partial(deals.begin, holder=ME, new=first))
        assert not await store.transaction(partial(deals.begin, holder=ME, new=second))
        await store.transaction(partial(deals.finish, table="one", at=200.0, score=31.0, signs="101"))
        await store.transaction(partial(deals.finish, table="one", at=300.0, score=99.0, signs=""))
        done = Try("traxx", "2026-11-18", "one", 100.0, 200.0, 31.0, "101", is_kept=False)
        assert await store.transaction(partial(deals.try_of, holder=ME, game="traxx", day="2026-11-18")) == done
        assert await store.transaction(partial(deals.tries_of, holder=ME)) == [done]


async def test_a_try_cannot_end_after_24_hours(url: str) -> None:
    async with store_at(url) as store:
        await store.transaction(partial(deals.begin, holder=ME, new=Try("traxx", "2026-11-18", "one", 100.0)))
        await store.transaction(partial(deals.finish, table="one", at=100.0 + DAY, score=31.0, signs="101"))
        (mine,) = await store.transaction(partial(deals.tries_of, holder=ME))
        assert (mine.score, mine.state(99.0 + DAY), mine.state(100.0 + DAY)) == (None, "running", "missed")


async def test_a_holder_can_be_carried_over_and_forgotten(url: str) -> None:
    async with store_at(url) as store:
        for table, game in (("one", "traxx"), ("two", "long_way")):
            await store.transaction(partial(deals.begin, holder=ME, new=Try(game, "2026-11-18", table, 100.0)))
        await store.transaction(partial(deals.finish, table="one", at=200.0, score=31.0, signs="101"))
        await store.transaction(partial(progress.add, game="traxx", achieved=[(ME, "beat easy")]))
        await store.transaction(partial(deals.copy, source=ME, target=OTHER, table="somewhere"))
        assert [one.game for one in await store.transaction(partial(deals.tries_of, holder=OTHER))] == ["traxx"]
        assert len(await store.transaction(partial(deals.finished, game="traxx", day="2026-11-18"))) == 1
        assert await store.transaction(partial(deals.has_finished, holder=ME))
        await store.transaction(partial(deals.forget, holder=ME))
        assert await store.transaction(partial(deals.tries_of, holder=ME)) == []
        assert not await store.transaction(partial(deals.has_finished, holder=ME))
        assert len(await store.transaction(partial(deals.tries_of, holder=OTHER))) == 1
