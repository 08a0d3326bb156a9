"""The result of a game on a page."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree as ET

import msgspec
import pytest

from byways.drawing import CROWN, TOKENS
from byways.game import Grade, Outcome, Tally, View, find_game
from byways.record import Choose, Remove
from byways.table.pages.results import Bar, GradeLine, Result, bars_of, grading, is_crowned, result_of, seat_icon
from byways.table.play.table import Table
from byways.table.seats import Seat
from tests import toy
from tests.table.tables import DEALT, still, stored

ANN, BOT = Seat("person", holder="hash", name="Lee"), Seat("bot", bot="random")
GONE = Remove(1, "no answer in time")


def table(*entries: Choose | Remove) -> Table:
    return still(stored(*DEALT, *entries, seats=(ANN, BOT)))


def seen(seat: int | None, outcome: Outcome | None = None) -> Result:
    over = table(GONE)
    view = over.match.screens[seat].view
    found = result_of(over, msgspec.structs.replace(view, outcome=outcome) if outcome else view)
    assert found is not None
    return found


def test_there_is_no_result_before_the_end() -> None:
    going = table()
    assert result_of(going, going.match.screens[0].view) is None


def test_standings_are_best_first_with_the_players() -> None:
    over = seen(None, Outcome((2, 1), "", scores=(3.0, 7.5)))
    assert [(one.place, one.seat, one.name, one.about, one.score) for one in over.standings] == [
        (1, 1, "Bob", "out of the game, bot random", "7.5"),
        (2, 0, "Lee", "Ann", "3"),
    ]


def test_only_the_winner_reads_the_title_of_the_rules() -> None:
    won, lost, watching = seen(0), seen(1), seen(None)
    assert [one.about for one in won.standings] == ["Ann, you", "out of the game, bot random"]
    assert [one.title for one in (won, lost, watching)] == ["Victory", "", ""]
    assert [one.reason for one in (won, lost, watching)] == ["All rounds are played."] * 3


def test_the_title_of_a_solo_game_is_only_its_headline() -> None:
    over = still(stored(*DEALT, GONE, seats=(ANN,)))
    alone = msgspec.structs.replace(over.match.screens[0].view, outcome=Outcome((1,), "All is drawn.", "Very good", (3.0,)))
    found = result_of(over, alone)
    assert found is not None
    assert (found.title, found.reason, [one.score for one in found.standings]) == ("", "All is drawn.", ["3"])


def test_tied_scores_are_marked() -> None:
    assert [one.is_tied for one in seen(None, Outcome((1, 1), "", scores=(1.0, 1.0))).standings] == [True, True]
    assert [one.is_tied for one in seen(None, Outcome((1, 2), "", scores=(1.0, 0.0))).standings] == [False, False]
    assert [one.is_tied for one in seen(None, Outcome((1, 1), "")).standings] == [False, False]


@pytest.mark.parametrize(
    ("outcome", "scores"),
    [
        (Outcome((2, 1), "", scores=(0.0, 0.0), removed=(0,)), ["", ""]),  # the set was lost by leaving, not by games
        (Outcome((2, 1), "", scores=(3.0, 1.0), removed=(0,)), ["", ""]),
        (Outcome((2, 1), "", scores=(3.0, 9.0), removed=(0,)), ["9", ""]),
        (Outcome((2, 1), "", scores=(3.0, 9.0)), ["9", "3"]),
    ],
)
def test_scores_that_did_not_decide_the_game_are_left_out(outcome: Outcome, scores: list[str]) -> None:
    assert [one.score for one in seen(None, outcome).standings] == scores


def test_the_breakdown_follows_the_standings_and_has_a_total() -> None:
    lines = (Tally("Cards", (7, 9)), Tally("Costs", (-2, -1)))
    over = seen(0, Outcome((2, 1), "", scores=(5.0, 8.0), breakdown=lines))
    assert (over.lines, over.has_total) == ([("Cards", ["9", "7"]), ("Costs", ["−1", "−2"]), ("Total", ["8", "5"])], True)
    assert not seen(0).has_total


# Bars


def test_gains_are_right_of_zero_and_losses_left_of_it() -> None:
    lines = (Tally("Cards", (30, 10)), Tally("Costs", (-10, -30)), Tally("Coins", (20, None)), Tally("Fines", (0, -20)))
    outcome = Outcome((1, 2), "", scores=(40.0, -40.0), breakdown=lines)
    assert bars_of(outcome) == [
        (Bar(0, 50, 30), Bar(1, 40, 10), Bar(2, 80, 20)),
        (Bar(0, 50, 10), Bar(1, 20, 30), Bar(3, 0, 20)),
    ]
    assert (seen(0, outcome).zero, seen(0, outcome).drawn) == (50, {0, 1, 2, 3})


def test_only_gains_start_at_the_left() -> None:
    outcome = Outcome((1, 2), "", scores=(30.0, 10.0), breakdown=(Tally("Cards", (30, 10)), Tally("Costs", (0, 0))))
    assert bars_of(outcome) == [(Bar(0, 0, 100),), (Bar(0, 0, 33.33),)]
    assert (seen(0, outcome).zero, seen(0, outcome).drawn) == (0, {0})


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome((1, 2), "", breakdown=(Tally("Far", (1, 2)),)),
        Outcome((1, 2), "", scores=(1.0, 0.0)),
        Outcome((1, 1), "", scores=(0.0, 0.0), breakdown=(Tally("Cards", (0, 0)),)),
    ],
)
def test_without_scores_lines_or_points_there_are_no_bars(outcome: Outcome) -> None:
    assert bars_of(outcome) == [(), ()]


# Icons


@pytest.mark.parametrize(
    ("outcome", "crowned"),
    [
        (Outcome((2, 1), ""), [False, True]),
        (Outcome((1, 1), ""), [False, False]),
        (Outcome((1, 1, 3), ""), [True, True, False]),
        (Outcome((1, 2), "", removed=(0, 1)), [False, False]),
        (Outcome((1,), ""), [False]),
    ],
)
def test_winners_wear_a_crown_if_there_are_losers(outcome: Outcome, crowned: list[bool]) -> None:
    assert [is_crowned(outcome, seat) for seat in range(len(outcome.places))] == crowned


def paths(svg: str) -> list[str | None]:
    return [path.get("d") for path in ET.fromstring(svg).iter("path")]


def test_an_icon_has_shape_letter_colour_and_perhaps_a_crown() -> None:
    view = View(seat=None, awaited=())
    assert paths(seat_icon(toy.GAME, view, 1)) == [TOKENS[1]]
    assert paths(seat_icon(toy.GAME, view, 1, crowned=True)) == [TOKENS[1], CROWN]
    assert 'class="seat seat-1"' in seat_icon(toy.GAME, view, 1)
    assert ">B<" in seat_icon(toy.GAME, view, 1)


@pytest.mark.parametrize(("game", "letters"), [("labyrinth", "RBGOPK"), ("long_way", "RBGOPKTN"), ("long_road", "RBYG"), ("traxx", "OFHL")])
def test_icons_look_like_the_tokens_on_the_board(game: str, letters: str) -> None:
    card, view = find_game(game), View(seat=None, awaited=())
    marks = [seat_icon(card, view, seat) for seat in range(len(letters))]
    assert [ET.fromstring(one).findtext("text") for one in marks] == list(letters)
    assert len({tuple(paths(one)) for one in marks}) == len(letters)


@pytest.mark.parametrize(("circle", "tokens"), [(None, [0, 1]), (0, [0, 1]), (1, [1, 0])])
def test_in_the_way_an_icon_has_the_players_initial_and_the_colour_of_its_piece(circle: int | None, tokens: list[int]) -> None:
    game = find_game("the_way")
    view = game.start(game.deal(2, Random(1))).view(None)
    table = msgspec.structs.replace(view.table, circle=circle)  # type: ignore[attr-defined]
    marks = [seat_icon(game, msgspec.structs.replace(view, table=table), seat) for seat in (0, 1)]
    assert [ET.fromstring(one).findtext("text") for one in marks] == ["A", "R"]
    assert [paths(one) for one in marks] == [[TOKENS[token]] for token in tokens]


# Grades of a solo game


def test_the_reached_grade_is_marked() -> None:
    grades = (Grade("Very good", 9), Grade("Fair", 6), Grade("Poor"))
    assert grading(toy.GAME, Outcome((1,), "", "Fair", (7.0,), grades=grades)) == [
        GradeLine("9 or more", "Very good", is_reached=False),
        GradeLine("6 or more", "Fair", is_reached=True),
        GradeLine("below 6", "Poor", is_reached=False),
    ]
