"""Results in a terminal."""

from io import StringIO
from math import inf

import pytest
from rich.console import Console

from byways.arena.archive import Archive, BotFailure, Result
from byways.arena.plan import Plan, draw_up
from byways.arena.statistics import Scores, Share
from byways.arena.summary import elo, headline, ordinal, score, show, standings

BOTS = ["random", "byways.bots:RandomPlayer"]


def an_archive(plan: Plan, games: int, scores: tuple[float, ...] | None = None, failures: tuple[BotFailure, ...] = ()) -> Archive:
    """Return an archive in which the second bot wins every game."""
    fixtures = map(plan.fixture, range(games))
    places = [tuple(1 if name == BOTS[1] else 2 for name in fixture.seating) for fixture in fixtures]
    results = [Result(n, n, plan.fixture(n).seating, places[n] if plan.seats > 1 else (1,), scores, 9, failures) for n in range(games)]
    return Archive(plan, results)


def shown(archive: Archive) -> str:
    text = StringIO()
    show(archive, Console(file=text, width=120))
    return text.getvalue()


def test_the_best_comes_first_with_its_rating_and_places() -> None:
    archive = an_archive(draw_up("tests.toy:GAME", BOTS, seed=4), 20)
    assert [one.bot for one, _ in standings(archive)] == BOTS[::-1]
    first, heads, winner, *_ = shown(archive).splitlines()
    assert first == "Tuck, round robin, 2 seats, seed 4: 20 games"
    assert heads.split() == ["bot", "games", "rating", "1st", "2nd"]
    assert winner.endswith("100% (84-100)      0% (0-16)")


def test_pairs_follow_with_elo() -> None:
    assert "random : byways.bots:RandomPlayer    0      0    20  0% (0-16)  under −287" in shown(
        an_archive(draw_up("tests.toy:GAME", BOTS), 20)
    )


def test_solo_games_are_ordered_by_score() -> None:
    text = shown(an_archive(draw_up("traxx", ["random", "greedy"], seats=1), 4, (7.0,)))
    assert text.splitlines()[0] == "Traxx, round robin, 1 seat, seed 0: 4 games"
    assert text.splitlines()[1].split() == ["bot", "games", "score"]
    assert "7.0 ± 0.0" in text


def test_a_bot_that_failed_is_named_in_a_sentence() -> None:
    text = shown(an_archive(draw_up("tests.toy:GAME", BOTS), 1, failures=(BotFailure(0, "no answer in time"),)))
    assert text.endswith("random lost 1 of 1 games because it failed (no answer in time).\n")


def test_the_report_of_a_failure_is_shown() -> None:
    text = shown(an_archive(draw_up("tests.toy:GAME", BOTS), 1, failures=(BotFailure(0, "no answer in time", "It slept."),)))
    assert text.endswith("(no answer in time). Most recently:\n  It slept.\n")


def test_the_headline_names_options_that_differ_from_the_defaults() -> None:
    plan = draw_up("tests.toy:GAME", BOTS, options={"rounds": "3"}, gauntlet=True)
    assert headline(Archive(plan)) == "Tuck, gauntlet, 2 seats, rounds 3, seed 0: 0 games"


def test_an_archive_without_games_can_be_shown() -> None:
    assert "0 games" in shown(Archive(draw_up("tests.toy:GAME", BOTS)))
    assert "0 games" in shown(Archive(draw_up("traxx", ["random"])))


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Share(-0.3, -120.0, 0.4), "0 (−120 to 0)"),
        (Share(35.2, -86.1, 155.9), "+35 (−86 to +156)"),
        (Share(inf, 287.0, inf), "over +287"),
        (Share(-inf, -inf, -287.0), "under −287"),
    ],
)
def test_elo_has_an_interval_or_is_a_bound(found: Share, text: str) -> None:
    assert elo(found) == text


def test_scores_and_ordinals_are_formatted() -> None:
    assert [ordinal(place) for place in (1, 2, 3, 4)] == ["1st", "2nd", "3rd", "4th"]
    assert [score(None), score(Scores((2.0,), 2.0, inf)), score(Scores((1.0, 3.0), 2.0, 1.96))] == ["-", "2.0", "2.0 ± 2.0"]


def test_a_field_with_a_repeated_bot_shows_wins_instead_of_ratings() -> None:
    text = shown(an_archive(draw_up("tests.toy:GAME", [BOTS[1], BOTS[0], BOTS[0]]), 6))
    first, heads, *_ = text.splitlines()
    assert first == "Tuck, byways.bots:RandomPlayer, random, random, 3 seats, seed 0: 6 games"
    assert heads.split() == ["bot", "games", "1st", "2nd", "3rd"]
    assert "byways.bots:RandomPlayer  100% (61-100)         33%  3.00 (1.83-3.00)" in text
