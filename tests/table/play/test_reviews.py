"""Reviews made in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from byways.event import Explanation
from byways.game import find_game
from byways.i18n import Message
from byways.record import Played, Record
from byways.review.inquiry import inquire
from byways.review.judging import weigh
from byways.review.models import Judged, Review
from byways.table.errors import Forbidden, Missing
from byways.table.play import reviews
from byways.table.play.reviews import with_known_words
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.store.store import Store
from byways.table.workers.pool import Workers
from tests import toy
from tests.table import unruly
from tests.table.tables import OpenTables, set_table, until

TUCK = replace(toy.GAME, room=unruly.__name__, bot_names=("random", "weighs"))


async def over(tables: Tables) -> Table:
    table = await set_table(tables, "bot:random", "bot:random", game=TUCK)
    await until(lambda: table.ended)
    return table


async def grown(tables: Tables, table: Table) -> Review:
    await tables.reviews.find(table)
    while name := next(iter(tables.reviews.growing), None):
        await tables.reviews.growing[name]
    return await tables.reviews.find(table)


def needed(record: Record) -> int:
    """The number of questions of a whole review."""
    inquiry, count = inquire(TUCK, record.play(TUCK), worlds=8), 0
    while questions := inquiry.batch():
        count += len(questions)
        for question in questions:
            inquiry.take(question, weigh(question))
    return count


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which bots record each question."""
    monkeypatch.setattr(reviews, "OFTEN", 0.0)
    monkeypatch.setenv("BYWAYS_WEIGHED", str(tmp_path / "asked"))
    return tmp_path / "asked"


async def test_a_review_is_made_once_and_stored(open_tables: OpenTables, asked: Path) -> None:
    tables = await open_tables(TUCK, worlds=8)
    table = await over(tables)
    first = await tables.reviews.find(table)
    assert (first.total, first.is_done) == (0, False)
    review = await grown(tables, table)
    assert review.is_done
    assert len(review.acts) == review.total > 0
    count = len(asked.read_text().splitlines())
    assert await (await open_tables(TUCK)).reviews.find(table) == review
    assert len(asked.read_text().splitlines()) == count


async def test_a_running_game_has_no_review(tables: Tables) -> None:
    table = await set_table(tables, "me", "me")
    with pytest.raises(Forbidden, match="only after the game"):
        await tables.reviews.find(table)


async def test_a_game_whose_best_bot_cannot_weigh_has_no_review(open_tables: OpenTables) -> None:
    tables = await open_tables()
    table = await set_table(tables, "bot:random", "bot:random")
    await until(lambda: table.ended)
    with pytest.raises(Missing, match="no bot of Tuck"):
        await grown(tables, table)


async def test_a_review_resumes_after_a_restart(open_tables: OpenTables, asked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = await open_tables(TUCK, worlds=8)
    table = await over(tables)
    await tables.reviews.find(table)
    await until(lambda: asked.exists() and len(asked.read_text().splitlines()) > 2)
    await tables.close()
    again = await open_tables(TUCK, worlds=8)
    same = await again.find(table.id)
    assert same is not None
    assert len((await again.reviews.find(same)).acts) > 0
    assert (await grown(again, same)).is_done
    monkeypatch.delenv("BYWAYS_WEIGHED")
    assert len(asked.read_text().splitlines()) <= needed(table.match.record) + 1  # the interrupted one


async def test_a_review_is_not_done_before_puzzles_have_been_looked_for(open_tables: OpenTables, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, may_end = list[Table](), asyncio.Event()

    async def look(store: Store, workers: Workers, table: Table, steps: Sequence[Played]) -> None:
        looks.append(table)
        await may_end.wait()

    monkeypatch.setattr(reviews, "find_puzzles", look)
    monkeypatch.setattr(reviews, "OFTEN", 0.001)
    tables = await open_tables(TUCK, worlds=8)
    table = await over(tables)
    async with asyncio.timeout(20):
        while (review := await tables.reviews.find(table)).progress < reviews.ALMOST:
            await asyncio.sleep(0.002)
    assert (len(review.acts), review.is_done) == (review.total, False)
    await tables.close()
    again = await open_tables(TUCK, worlds=8)
    may_end.set()
    same = await again.find_stored(table.id)
    assert (await grown(again, same)).is_done
    assert looks == [table, same]


async def test_one_server_makes_the_review_and_the_others_read_it(url: str, open_tables: OpenTables, asked: Path) -> None:
    tables, other = [await open_tables(TUCK, at=url, worlds=8) for _ in range(2)]
    table = await over(tables)
    twin = await other.find(table.id)
    assert twin is not None
    await tables.reviews.find(table)
    await until(lambda: asked.exists())
    for _ in range(3):
        await other.reviews.find(twin)
    assert (await grown(tables, table)).is_done
    assert (await other.reviews.find(twin)).is_done
    assert not other.workers.idle  # no bot was asked there


@pytest.mark.parametrize("gone", [Message("mistake.of-old"), Message("prompt.draw", {"cards": 2})])
def test_an_explanation_from_an_earlier_version_is_dropped_if_this_one_has_no_words_for_it(gone: Message) -> None:
    worded, unworded = Explanation("Less room", ("Cuts off 7 free fields.",)), Explanation("Less room", (gone,))
    acts = tuple(Judged(0, begin, begin + 1, ("finish",), 0.5, 0.4, 0.1, (), why=why) for begin, why in enumerate((worded, unworded, None)))
    known = with_known_words(Review("traxx", 1, "hard", 4, 9, acts=acts), find_game("traxx"))
    assert [act.why for act in known.acts] == [worded, None, None]
