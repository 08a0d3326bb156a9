"""Days, seeds, medals, and chances by occurrence."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byways.daily import Chances, Daily, daily_of, day_at, deal_key, featured, fingerprint, part_of, seed_of, without
from byways.game import Chance, Game, Options, Position, all_games, find_game, stream
from byways.games.labyrinth.rules import PASS

TRAXX, LONG_WAY, LABYRINTH, LONG_ROAD = map(find_game, ("traxx", "long_way", "labyrinth", "long_road"))
WEDNESDAY = date(2026, 11, 18)


def dealt(game: Game, seed: str) -> Position:
    daily = daily_of(game)
    assert daily is not None
    position = game.start(game.deal(1 + len(daily.others), stream(seed, "set-up"), daily.options))
    for seat, bot in enumerate(daily.others, 1):
        position = position if bot else position.remove(seat)
    return position


def came(game: Game, seed: str, whim: int, names: Iterable[str]) -> dict[str, list[str]]:
    """What came of each chance in a game of random choices."""
    position, chances, rng = dealt(game, seed), Chances(seed), Random(whim)
    found: dict[str, list[str]] = {name: [] for name in names}
    while position.outcome is None:
        if due := position.chance:
            what = chances.draw(due)
            chances.count(due)
            found.get(due.name, []).append(what)
            position = position.happen(what)
        else:
            seat = position.awaited[0]
            position = position.choose(seat, rng.choice(position.choices(seat)))
    return found


@pytest.mark.parametrize(("game", "names"), [(TRAXX, ["the next card"]), (LONG_WAY, ["the light die", "the dark die"])])
@given(whims=st.tuples(st.integers(0, 99), st.integers(0, 99)))
def test_the_same_comes_whatever_is_chosen(game: Game, names: list[str], whims: tuple[int, int]) -> None:
    one, other = (came(game, "seed", whim, names) for whim in whims)
    for name in names:
        both = min(len(one[name]), len(other[name]))  # one game may be shorter
        assert both > 0
        assert one[name][:both] == other[name][:both]


def test_chances_ahead_count_before_they_are_stored() -> None:
    due = dealt(TRAXX, "seed").chance
    assert due is not None
    fresh, counted = Chances("seed"), Chances("seed")
    counted.count(due)
    assert fresh.draw(due, [due]) == counted.draw(due)
    assert [fresh.draw(due, [due] * nth) for nth in range(8)] != [fresh.draw(due)] * 8


def test_a_card_that_is_still_there_comes_whatever_else_is_gone() -> None:
    """What others have taken from a deck changes a draw only if they took its card."""
    deck = tuple("abcdefgh")
    for nth in range(20):
        chances = Chances(f"seed {nth}")
        card = chances.draw(Chance("a card", deck, (1,) * 8))
        left = tuple(other for other in deck if other == card or other in "aceg")
        assert chances.draw(Chance("a card", left, (1,) * len(left))) == card


def test_heavier_results_come_more_often() -> None:
    due = Chance("a card", ("rare", "common"), (1, 9))
    assert 0.85 < sum(Chances(str(seed)).draw(due) == "common" for seed in range(1000)) / 1000 < 0.95


def test_what_is_taken_counts_at_once() -> None:
    due = Chance("a die", tuple("123456"), (1,) * 6)
    taking, counting = Chances("seed"), Chances("seed")
    for _ in range(8):
        what = counting.draw(due)
        counting.count(due)
        assert taking.take(due) == what


def test_chances_of_other_seats_do_not_count() -> None:
    mine, theirs = (Chance("a card", ("a", "b", "c", "d"), (1,) * 4, (seat,)) for seat in (0, 1))
    chances = Chances("seed")
    before = chances.draw(mine)
    chances.count(theirs)
    assert chances.draw(mine) == before


def test_a_seed_follows_from_key_game_version_components_and_day() -> None:
    seed = seed_of("key", TRAXX, WEDNESDAY)
    others = [seed_of("other", TRAXX, WEDNESDAY), seed_of("key", LONG_WAY, WEDNESDAY), seed_of("key", TRAXX, WEDNESDAY + timedelta(1))]
    assert seed == seed_of("key", TRAXX, WEDNESDAY)
    assert seed not in others
    assert len(seed) == 64


def test_the_key_of_deals_does_not_tell_the_key_of_the_server() -> None:
    assert deal_key("server") not in ("server", deal_key("other"))
    assert len(fingerprint(deal_key("server"))) == 8


def test_days_are_those_of_utc() -> None:
    midnight = 20_000 * 86400.0
    assert day_at(midnight) - day_at(midnight - 0.001) == timedelta(1)


def test_a_weekly_deal_is_named_by_its_monday() -> None:
    daily = daily_of(LONG_ROAD)
    assert daily is not None
    assert (daily.first_day(WEDNESDAY), daily.last_day(WEDNESDAY)) == (date(2026, 11, 16), date(2026, 11, 22))


def test_each_daily_game_is_featured_in_turn_and_the_weekly_one_on_sundays() -> None:
    week = [featured(all_games(), WEDNESDAY + timedelta(days)) for days in range(7)]
    assert week[4] == LONG_ROAD
    assert {game.name for game in week if game} == {"traxx", "long_way", "labyrinth", "long_road"}
    assert featured([], WEDNESDAY) is None


@pytest.mark.parametrize(
    ("game", "medals"),
    [
        (TRAXX, {19: "", 20: "bronze", 30: "silver", 38: "gold"}),
        (LONG_WAY, {5: "", 6: "bronze", 9: "silver", 12: "gold"}),
        (LONG_ROAD, {-21: "", -20: "bronze", 0: "silver", 25: "gold"}),
        (LABYRINTH, {17: "", 16: "bronze", 11: "silver", 8: "gold", 7: "gold"}),
    ],
)
def test_medals_are_fixed(game: Game, medals: dict[int, str]) -> None:
    daily = daily_of(game)
    assert daily is not None
    assert {score: daily.medal(score, 8.0) for score in medals} == medals
    assert daily.medal(None, 8.0) == ""


def test_there_is_no_medal_before_the_par_is_known() -> None:
    daily = Daily(Options(), (8, 3, 0), "", "", over_par=True)
    assert daily.medal(5.0) == ""
    assert daily.is_better(5.0, 6.0)


def test_a_barred_choice_is_not_offered() -> None:
    part = part_of(LABYRINTH)
    assert part is not None
    view = dealt(LABYRINTH, "seed").view(0)
    assert PASS in view.choices
    offered = without(view, part.DAILY.barred)
    assert PASS not in offered.choices
    assert len(offered.choices) == len(view.choices) - 1
    assert without(offered, part.DAILY.barred) is offered
