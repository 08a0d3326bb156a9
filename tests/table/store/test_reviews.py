"""Reviews in the store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import pytest
from msgspec.structs import replace

from byways.review.judging import Valued
from byways.review.models import Judged, Review
from byways.table.seats import Notice
from byways.table.store import admin, reviews
from byways.table.store.store import Store
from tests.table.tables import stored

EMPTY = Review("tuck", 2, "hard", 8, 2)
ACT = Judged(0, 3, 4, ("pick 1",), 0.5, 0.4, 0.01, ())
GROWN = replace(EMPTY, acts=(ACT,), progress=0.5)
ANSWERS = {"review/0/1": [Valued(("pick 1",), 0.5, 0.1)]}


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """Yield a store with one finished table."""
    store = Store(url)
    await store.open()
    await store.add(stored())
    yield store
    await store.close()


async def found(store: Store) -> reviews.StoredReview | None:
    return await store.transaction(partial(reviews.find, table="one"))


async def test_a_review_is_begun_once_and_stored_as_it_grows(store: Store) -> None:
    assert await found(store) is None
    for review in (EMPTY, replace(EMPTY, total=9)):
        await store.transaction(partial(reviews.begin, table="one", review=review))
    assert await found(store) == (EMPTY, False)
    assert await store.transaction(partial(reviews.take, table="one", me="a"))
    for _ in range(2):  # a call that lost its connection is repeated
        assert await store.transaction(partial(reviews.save, table="one", me="a", review=GROWN, fresh=ANSWERS))
    assert await found(store) == (GROWN, True)
    assert await store.transaction(partial(reviews.answers, table="one")) == ANSWERS
    done = replace(GROWN, progress=1.0)
    assert await store.transaction(partial(reviews.save, table="one", me="a", review=done, fresh={}))
    assert await found(store) == (done, True)
    assert await store.transaction(partial(reviews.answers, table="one")) == {}


async def test_one_server_works_on_a_review_until_it_stops_or_its_lease_expires(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await store.transaction(partial(reviews.begin, table="one", review=EMPTY))
    assert [await store.transaction(partial(reviews.take, table="one", me=me)) for me in "aba"] == [True, False, True]
    await store.transaction(partial(reviews.release, table="one", me="b"))
    assert not await store.transaction(partial(reviews.take, table="one", me="b"))
    await store.transaction(partial(reviews.release, table="one", me="a"))
    assert not await store.transaction(partial(reviews.save, table="one", me="a", review=GROWN, fresh=ANSWERS))  # too late
    assert await found(store) == (EMPTY, False)
    monkeypatch.setattr(reviews, "LEASE", -1.0)  # it has expired by the next call
    assert [await store.transaction(partial(reviews.take, table="one", me=me)) for me in "ab"] == [True, True]
    assert [await store.transaction(partial(reviews.save, table="one", me=me, review=GROWN, fresh=ANSWERS)) for me in "ab"] == [False, True]


async def test_a_review_is_deleted_with_its_table(store: Store) -> None:
    await store.transaction(partial(reviews.begin, table="one", review=EMPTY))
    await store.close_table("one", 0, Notice("closed", 0, "", 0, 200.0))
    await admin.delete(store, ["one"])
    assert await found(store) is None
    await store.transaction(partial(reviews.begin, table="one", review=EMPTY))
    assert await found(store) is None
