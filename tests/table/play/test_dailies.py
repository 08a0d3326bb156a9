"""Counted tries, practice, past days, who may see what, what was possible, streaks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from random import Random

import msgspec
import pytest

from byways.daily import DAY, PRACTICE, daily_of, deal_key, fingerprint
from byways.game import Game, find_game
from byways.i18n import Message
from byways.record import ALONE, Choose, Remove
from byways.table.errors import Declined, Forbidden, Missing
from byways.table.play import dailies, seating
from byways.table.play.dailies import Streak, begin, check_closed, check_peek, find_deal, practise, replay, share_beaten, streak
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, Visit
from byways.table.store import deals
from byways.table.store.deals import Try
from byways.table.store.schema import house
from tests.table.clock import FakeClock
from tests.table.tables import OpenTables, log_of, offer, until

TRAXX, LABYRINTH, LONG_ROAD = map(find_game, ("traxx", "labyrinth", "long_road"))
ANN, BOB = Me("a" * 40, False), Me("b" * 40, False)
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()
TODAY = date(2026, 11, 18)
OpenAt = Callable[..., Awaitable[tuple[Tables, FakeClock]]]


@pytest.fixture
def open_at(open_tables: OpenTables) -> OpenAt:
    """Opens tables at noon, and returns their clock too."""

    async def opened(*games: Game, at: str | None = None) -> tuple[Tables, FakeClock]:
        clock = FakeClock(NOON)
        where = {} if at is None else {"at": at}
        return await open_tables(*(games or (TRAXX,)), now=clock, **where), clock

    return opened


async def play_on(table: Table, choices: int = 10_000, whim: int = 0) -> None:
    """Play random choices, up to the end."""
    rng = Random(whim)
    for _ in range(choices):
        await until(lambda: 0 in table.match.position.awaited or table.match.position.outcome, 120.0)
        if table.match.position.outcome is not None:
            break
        await offer(table, 0, rng)


async def finish(table: Table, whim: int = 0) -> None:
    await play_on(table, whim=whim)
    await until(lambda: table.ended)


def cards(table: Table) -> list[str]:
    return [str(entry) for entry in table.match.entries if not isinstance(entry, Choose)]


async def my_try(tables: Tables, me: Me, game: Game = TRAXX, day: date = TODAY) -> Try:
    found = await dailies.try_of(tables, me, game, day.isoformat())
    assert found is not None
    return found


async def test_everybody_gets_the_same_cards_whatever_they_choose(open_at: OpenAt) -> None:
    tables, _ = await open_at()
    ann, bob = await begin(tables, ANN, TRAXX), await begin(tables, BOB, TRAXX)
    for whim, table in enumerate((ann, bob)):
        await play_on(table, 25, whim)
    both = min(len(cards(ann)), len(cards(bob)))
    assert both > 3
    assert cards(ann)[:both] == cards(bob)[:both]
    assert ann.match.position.sheets != bob.match.position.sheets  # type: ignore[attr-defined]


async def test_cards_are_the_same_after_a_restart(open_tables: OpenTables) -> None:
    clock = FakeClock(NOON)
    tables = await open_tables(TRAXX, now=clock)
    table = await begin(tables, ANN, TRAXX)
    await play_on(table, 10)
    other = await open_tables(TRAXX, now=clock)
    again = await other.find_stored(table.id)
    for one in (table, again):
        assert one.match.chances is not None
    assert table.match.chances.came == again.match.chances.came  # type: ignore[union-attr]


async def test_one_try_counts(open_at: OpenAt) -> None:
    tables, _ = await open_at()
    first = await begin(tables, ANN, TRAXX)
    assert await begin(tables, ANN, TRAXX) is first
    assert (await my_try(tables, ANN)).table == first.id


async def test_servers_that_begin_a_try_at_once_agree(open_tables: OpenTables, url: str) -> None:
    one, other = [await open_tables(TRAXX, at=url, now=FakeClock(NOON)) for _ in range(2)]
    first, second = await asyncio.gather(begin(one, ANN, TRAXX), begin(other, ANN, TRAXX))
    assert first.id == second.id
    third = await begin(other, BOB, TRAXX)
    assert third.match.seed == first.match.seed


async def test_a_finished_try_is_stored(open_tables: OpenTables, url: str) -> None:
    tables = await open_tables(TRAXX, at=url, now=FakeClock(NOON))
    table = await begin(tables, ANN, TRAXX)
    await finish(table)
    mine = await my_try(tables, ANN)
    assert (mine.score, mine.ended, mine.state(NOON)) == (dailies.score_of(table), NOON, "over")
    assert len(mine.signs) == 15
    assert not table.hints.are_allowed
    assert not table.public


async def test_a_try_goes_on_over_midnight_and_counts_for_its_day(open_at: OpenAt) -> None:
    tables, clock = await open_at()
    table = await begin(tables, ANN, TRAXX)
    await play_on(table, 10)
    clock.now = NOON + 0.5 * DAY + 60  # a minute past midnight
    assert dailies.current_day(tables, TRAXX) == TODAY + timedelta(1)
    await play_on(table, 3)
    with pytest.raises(Forbidden):
        await check_peek(tables, await begin(tables, BOB, TRAXX), ANN)  # the new day's deal is another
    await finish(table)
    assert (await my_try(tables, ANN)).score is not None
    new = await begin(tables, ANN, TRAXX)
    assert (new.daily, table.daily) == ("2026-11-19", "2026-11-18")
    assert new.match.seed != table.match.seed


async def test_after_24_hours_a_try_no_longer_counts(open_at: OpenAt) -> None:
    tables, clock = await open_at()
    table = await begin(tables, ANN, TRAXX)
    clock.now = NOON + DAY - 1
    assert (await my_try(tables, ANN)).state(clock.now) == "running"
    clock.now = NOON + DAY
    await finish(table)
    mine = await my_try(tables, ANN)
    assert (mine.state(clock.now), mine.score) == ("missed", None)


async def test_a_game_that_is_ended_without_a_result_ends_the_try(open_at: OpenAt) -> None:
    from byways.table.play.leaving import close

    tables, _ = await open_at()
    await close(await begin(tables, ANN, TRAXX), 0, "closed")
    assert (await my_try(tables, ANN)).state(NOON) == "missed"


# Who may see what


async def test_nobody_peeks_before_their_own_try_is_over(open_at: OpenAt) -> None:
    tables, _ = await open_at()
    ann = await begin(tables, ANN, TRAXX)
    await finish(ann)
    await check_peek(tables, ann, ANN)
    for me in (BOB, Me("c" * 40, True)):
        with pytest.raises(Forbidden):
            await check_peek(tables, ann, me)
    bob = await begin(tables, BOB, TRAXX)
    with pytest.raises(Forbidden):
        await check_peek(tables, ann, BOB)
    await finish(bob)
    await check_peek(tables, ann, BOB)


async def test_a_past_day_is_open_but_not_to_those_who_still_try(open_at: OpenAt) -> None:
    tables, clock = await open_at()
    ann = await begin(tables, ANN, TRAXX)
    await finish(ann)
    clock.now = NOON + DAY / 2 - 60
    await begin(tables, BOB, TRAXX)
    clock.now += 120
    await check_peek(tables, ann, Me("c" * 40, True))
    with pytest.raises(Forbidden):
        await check_peek(tables, ann, BOB)
    clock.now += DAY
    await check_peek(tables, ann, BOB)


async def test_the_own_link_opens_a_table_on_another_device(open_at: OpenAt) -> None:
    tables, _ = await open_at()
    table = await begin(tables, ANN, TRAXX)
    key = ANN.key(table.id, 0)
    await check_peek(tables, table, BOB, key)
    with pytest.raises(Forbidden):
        await check_peek(tables, table, BOB, "wrong")
    await seating.sit_down(table, BOB, key, "")
    assert (await my_try(tables, BOB)).table == table.id
    await finish(table)
    assert (await my_try(tables, BOB)).score == (await my_try(tables, ANN)).score
    assert len(await tables.store.transaction(partial(deals.finished, game="traxx", day="2026-11-18"))) == 1


async def test_a_link_to_an_open_seat_shows_no_deal_to_those_who_still_try(open_at: OpenAt) -> None:
    tables, clock = await open_at()
    table = await begin(tables, ANN, TRAXX)
    await finish(table)
    plan = TablePlan(TRAXX, ("free",), begun=table.match.record.until(8), daily=table.daily)
    onward = await tables.create(plan, ANN.secret, ANN.key)
    with pytest.raises(Forbidden):
        await check_peek(tables, onward, BOB, ANN.key(onward.id, 0))
    for kind in ("free", "program"):
        with pytest.raises(Declined):
            check_closed(tables, msgspec.structs.replace(plan, seats=(kind,)))
    check_closed(tables, msgspec.structs.replace(plan, seats=("me",)))
    clock.now += DAY
    with pytest.raises(Declined):  # a try may still be running
        check_closed(tables, plan)
    clock.now += DAY
    check_closed(tables, plan)


async def test_a_deal_has_no_rematch_no_stand_in_no_retry_and_no_hint(open_at: OpenAt) -> None:
    from byways.table.play.retrying import can_retry

    tables, _ = await open_at(LONG_ROAD)
    table = await begin(tables, ANN, LONG_ROAD)
    await play_on(table, 5)
    with pytest.raises(Declined):
        await seating.stand_in(Visit(table, ANN, 0), 0)
    with pytest.raises(Declined):
        await table.hints.ask(0, table.match.screens[0].number)
    assert not can_retry(table, 0)
    with pytest.raises(Forbidden):
        await seating.rematch(tables, Visit(table, ANN, 0))


# Practice and past days


async def test_practice_has_other_cards_each_time_and_does_not_count(open_at: OpenAt) -> None:
    tables, _ = await open_at()
    one, two = await practise(tables, ANN, TRAXX), await practise(tables, ANN, TRAXX)
    assert (one.daily, one.match.seed == two.match.seed) == (PRACTICE, False)
    await finish(one)
    assert await dailies.try_of(tables, ANN, TRAXX, "2026-11-18") is None
    await check_peek(tables, two, BOB)


async def test_a_past_day_can_be_played_but_not_counted(open_at: OpenAt) -> None:
    tables, _ = await open_at()
    yesterday = TODAY - timedelta(1)
    table = await replay(tables, ANN, TRAXX, yesterday)
    assert table.match.seed == (await find_deal(tables, TRAXX, yesterday)).seed
    assert await dailies.try_of(tables, ANN, TRAXX, yesterday.isoformat()) is None
    with pytest.raises(Forbidden):
        await replay(tables, ANN, TRAXX, TODAY)
    await finish(await begin(tables, ANN, TRAXX))
    assert (await replay(tables, ANN, TRAXX, TODAY)).daily == "2026-11-18"


@pytest.mark.parametrize("text", ["2026-11-19", "2020-01-01", "yesterday", "2026-11-8", ""])
async def test_there_are_no_deals_of_other_days(open_at: OpenAt, text: str) -> None:
    tables, _ = await open_at()
    with pytest.raises(Missing):
        dailies.read_day(tables, TRAXX, text)


async def test_a_deal_of_another_version_cannot_be_played(open_at: OpenAt) -> None:
    tables, _ = await open_at()
    await find_deal(tables, TRAXX, TODAY)
    with pytest.raises(Declined):
        await begin(tables, ANN, replace(TRAXX, version=99))


async def test_a_changed_key_leaves_stored_deals_alone_and_is_reported(open_tables: OpenTables) -> None:
    tables = await open_tables(TRAXX, now=FakeClock(NOON))
    before = await find_deal(tables, TRAXX, TODAY)
    reported: list[Message] = []
    await open_tables(TRAXX, now=FakeClock(NOON), report=reported.append)
    assert reported == []
    await tables.store.transaction(lambda connection: connection.execute(house.update().values(key="0" * 64)))
    later = await open_tables(TRAXX, now=FakeClock(NOON), report=reported.append)
    assert reported == [Message("serve.deal-key", {"before": before.key, "now": fingerprint(deal_key("0" * 64))})]
    assert await find_deal(later, TRAXX, TODAY) == before
    assert (await find_deal(later, TRAXX, TODAY - timedelta(1))).key != before.key


# What was possible


@pytest.mark.long
async def test_the_solver_plays_labyrinth_and_sets_the_par(open_at: OpenAt) -> None:
    tables, _ = await open_at(LABYRINTH)
    table = await begin(tables, ANN, LABYRINTH)
    await tables.dealing["labyrinth", "2026-11-18"]
    deal = await find_deal(tables, LABYRINTH, TODAY)
    best = await tables.find_stored(deal.best)
    assert deal.par == dailies.score_of(best) is not None
    assert (await log_of(tables.store, best.id))[0].entry == Remove(1, ALONE)
    assert "pass" not in map(str, table.match.screens[0].view.choices)
    assert not table.match.screens[0].events
    assert dailies.prepare(tables, LABYRINTH, deal) is None
    with pytest.raises(Forbidden):
        await check_peek(tables, best, ANN)


async def test_bots_answer_alike_to_like_play(open_at: OpenAt) -> None:
    tables, _ = await open_at(LONG_ROAD)
    ann, bob = await begin(tables, ANN, LONG_ROAD), await begin(tables, BOB, LONG_ROAD)
    rng = Random(0)
    for _ in range(8):
        await my_turn(ann)
        await my_turn(bob)
        assert ann.match.position == bob.match.position
        choice = str(rng.choice(ann.match.screens[0].view.choices))
        await ann.choose(0, ann.match.screens[0].number, choice)
        await bob.choose(0, bob.match.screens[0].number, choice)
        if bob.match.position.acts[0]:  # a step that is taken back and made again
            await bob.undo(0, bob.match.screens[0].number)
            await bob.choose(0, bob.match.screens[0].number, choice)
    assert bob.match.length > ann.match.length


async def my_turn(table: Table) -> None:
    await until(lambda: table.match.position.awaited == (0,), 120.0)


# Streaks and bests


def tried(day: date, score: float | None = 1.0, game: str = "traxx", ended: float = NOON) -> Try:
    return Try(game, day.isoformat(), day.isoformat(), NOON, None if score is None else ended, score)


def test_a_streak_lasts_through_today_until_it_is_played() -> None:
    days = {TODAY - timedelta(back) for back in (1, 2, 3, 5)}
    assert streak(days, TODAY) == Streak(3, 3, (False, True, False, True, True, True, False))
    assert streak({*days, TODAY}, TODAY).length == 4
    assert streak(days, TODAY + timedelta(1)).length == 0
    assert streak((), TODAY) == Streak(0, 0, (False,) * 7)


def test_a_weekly_deal_counts_for_the_day_on_which_it_was_finished() -> None:
    monday = date(2026, 11, 16)
    found = dailies.days_played([TRAXX, LONG_ROAD], [tried(monday, game="long_road"), tried(TODAY - timedelta(1)), tried(TODAY, None)])
    assert found == {TODAY, TODAY - timedelta(1)}


def test_the_best_is_the_fewest_turns_or_the_most_points() -> None:
    tries = [tried(TODAY, 20), tried(TODAY - timedelta(1), 30), tried(TODAY, 9, "labyrinth"), tried(TODAY - timedelta(1), 7, "labyrinth")]
    best = dailies.bests([TRAXX, LABYRINTH], [*tries, tried(TODAY, None), tried(TODAY, 5, "unknown")])
    assert {name: one.score for name, one in best.items()} == {"traxx": 30, "labyrinth": 7}


def test_the_share_of_tries_that_were_worse() -> None:
    traxx, labyrinth = daily_of(TRAXX), daily_of(LABYRINTH)
    assert traxx is not None
    assert labyrinth is not None
    assert share_beaten(traxx, 30, [10, 20, 30, 40]) == 50
    assert share_beaten(labyrinth, 30, [10, 20, 30, 40]) == 25
    assert share_beaten(traxx, 30, []) is None
