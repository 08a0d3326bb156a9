"""What a page shows beside the board when a game is over."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree as ET

import msgspec
import pytest

from byways.drawing import CROWN, TOKENS
from byways.game import Grade, Outcome, Tally, View, find_game
from byways.record import Choose, Remove
from byways.table.pages.results import Bar, Graded, Shown, bars_of, grading, is_crowned, mark, shown
from byways.table.play.table import Table
from byways.table.seats import Seat
from tests import toy
from tests.table.tables import DEALT, still, stored

ANN, BOT = Seat("person", holder="hash", name="Lee"), Seat("bot", bot="random")
GONE = Remove(1, "no answer in time")


def table(*entries: Choose | Remove) -> Table:
    return still(stored(*DEALT, *entries, seats=(ANN, BOT)))


def seen(seat: int | None, outcome: Outcome | None = None) -> Shown:
    over = table(GONE)
    view = over.match.screens[seat].view
    found = shown(over, msgspec.structs.replace(view, outcome=outcome) if outcome else view)
    assert found is not None
    return found


def test_before_the_end_nothing_is_shown() -> None:
    going = table()
    assert shown(going, going.match.screens[0].view) is None


def test_places_come_best_first_with_who_sat_there() -> None:
    over = seen(None, Outcome((2, 1), "", scores=(3.0, 7.5)))
    assert [(one.place, one.seat, one.name, one.about, one.score) for one in over.ranked] == [
        (1, 1, "Bob", "out of the game, bot random", "7.5"),
        (2, 0, "Lee", "Ann", "3"),
    ]


def test_a_viewer_is_you_and_reads_what_the_rules_call_it_only_after_winning() -> None:
    won, lost, watching = seen(0), seen(1), seen(None)
    assert [one.about for one in won.ranked] == ["Ann, you", "out of the game, bot random"]
    assert [one.title for one in (won, lost, watching)] == ["Victory", "", ""]
    assert [one.reason for one in (won, lost, watching)] == ["All rounds are played."] * 3


def test_a_solo_player_reads_the_title_as_headline_only() -> None:
    over = still(stored(*DEALT, GONE, seats=(ANN,)))
    alone = msgspec.structs.replace(over.match.screens[0].view, outcome=Outcome((1,), "All is drawn.", "Very good", (3.0,)))
    found = shown(over, alone)
    assert found is not None
    assert (found.title, found.reason, [one.score for one in found.ranked]) == ("", "All is drawn.", ["3"])


def test_ties_are_named_where_places_are() -> None:
    assert [one.is_tied for one in seen(None, Outcome((1, 1), "", scores=(1.0, 1.0))).ranked] == [True, True]
    assert [one.is_tied for one in seen(None, Outcome((1, 2), "", scores=(1.0, 0.0))).ranked] == [False, False]
    assert [one.is_tied for one in seen(None, Outcome((1, 1), "")).ranked] == [False, False]


def test_the_breakdown_is_in_the_order_of_places_with_a_total() -> None:
    lines = (Tally("Cards", (7, 9)), Tally("Costs", (-2, -1)))
    over = seen(0, Outcome((2, 1), "", scores=(5.0, 8.0), breakdown=lines))
    assert (over.lines, over.has_total) == ([("Cards", ["9", "7"]), ("Costs", ["−1", "−2"]), ("Total", ["8", "5"])], True)
    assert not seen(0).has_total


# Bars


def test_bars_are_laid_end_to_end_and_costs_back_from_there() -> None:
    lines = (Tally("Cards", (30, 10)), Tally("Costs", (-10, -20)), Tally("Coins", (20, None)))
    assert bars_of(Outcome((1, 2), "", scores=(40.0, -10.0), breakdown=lines)) == [
        (Bar(0, 0, 60), Bar(2, 60, 40), Bar(1, 80, 20, is_cost=True)),
        (Bar(0, 0, 20), Bar(1, 0, 20, is_cost=True)),
    ]


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


# Marks


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
def test_who_has_won_against_somebody_wears_a_crown(outcome: Outcome, crowned: list[bool]) -> None:
    assert [is_crowned(outcome, seat) for seat in range(len(outcome.places))] == crowned


def paths(svg: str) -> list[str | None]:
    return [path.get("d") for path in ET.fromstring(svg).iter("path")]


def test_a_mark_has_shape_letter_and_colour_and_perhaps_a_crown() -> None:
    view = View(seat=None, awaited=())
    assert paths(mark(toy.GAME, view, 1)) == [TOKENS[1]]
    assert paths(mark(toy.GAME, view, 1, crowned=True)) == [TOKENS[1], CROWN]
    assert 'class="seat seat-1"' in mark(toy.GAME, view, 1)
    assert ">B<" in mark(toy.GAME, view, 1)


@pytest.mark.parametrize(("game", "letters"), [("labyrinth", "RBGOPK"), ("long_way", "RBGOPKTN"), ("long_road", "RBYG"), ("traxx", "OFHL")])
def test_seats_have_the_marks_of_their_board(game: str, letters: str) -> None:
    card, view = find_game(game), View(seat=None, awaited=())
    marks = [mark(card, view, seat) for seat in range(len(letters))]
    assert [ET.fromstring(one).findtext("text") for one in marks] == list(letters)
    assert len({tuple(paths(one)) for one in marks}) == len(letters)


def test_in_the_way_a_seat_has_the_mark_of_its_piece() -> None:
    game = find_game("the_way")
    view = game.start(game.deal(2, Random(1))).view(None)
    table = msgspec.structs.replace(view.table, circle=1)  # type: ignore[attr-defined]
    marks = [mark(game, msgspec.structs.replace(view, table=table), seat) for seat in (0, 1)]
    assert [ET.fromstring(one).findtext("text") for one in marks] == ["S", "C"]


# The scale for one


def test_the_scale_of_the_rules_has_the_reached_line_marked() -> None:
    grades = (Grade("Very good", 9), Grade("Fair", 6), Grade("Poor"))
    assert grading(toy.GAME, Outcome((1,), "", "Fair", (7.0,), grades=grades)) == [
        Graded("9 or more", "Very good", is_reached=False),
        Graded("6 or more", "Fair", is_reached=True),
        Graded("below 6", "Poor", is_reached=False),
    ]
