"""What is read and said in Traxx: notation, and what is told of a turn."""

from __future__ import annotations

import pytest

from byways.event import Move
from byways.game import Event, Malformed
from byways.games.traxx import rules
from byways.games.traxx.state import Done, Draw, Position
from tests.games.traxx.positions import draw, entered, lay

# Notation


@pytest.mark.parametrize(
    "text", ["draw", "draw e4", "draw e4 d3", "draw E4 from d3", "draw e4  from d3", "Done", "Pass", "pass e4", "draw e4 from d3 "]
)
def test_what_is_no_choice_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="Write 'draw e4 from d3' or 'done'"):
        rules.parse(text)


def test_t3_pass_is_understood_as_done() -> None:
    assert rules.parse("pass") == Done()
    assert lay("e4").choose(0, rules.parse("pass")).awaited == ()


def test_a_field_off_the_board_is_malformed() -> None:
    with pytest.raises(Malformed, match=r"There is no field a9\. The top row runs from a1 to a5"):
        rules.parse("draw a9 from a5")


def test_a_jump_reads_well_and_is_illegal() -> None:
    assert rules.parse("draw a1 from i9") == Draw("a1", "i9")


# What is told


def told_in(position: Position, *acts: str) -> list[Event]:
    events: list[Event] = []
    draw(position, *acts, tell=events)
    return events


def test_each_line_is_told_by_itself_and_then_what_it_reached() -> None:
    events = told_in(lay("e4", "d5", "f5"), "e4 f4", "d5 c4", "")
    assert [(event.name, event.values["seat"], event.pieces) for event in events] == [
        ("draw", 0, ("sheet-0", "pen-0", "stretch-0-1")),
        ("number", 0, ("sheet-0", "number-0-3", "score-0")),
        ("draw", 1, ("sheet-1", "pen-1", "stretch-1-1")),
        ("number", 1, ("sheet-1", "number-1-4", "score-1")),
        ("pass", 2, ("seat-2",)),
    ]


def test_the_pen_goes_from_the_end_where_the_line_grew() -> None:
    at_the_end, at_the_beginning = (told_in(lay("e4 e3"), act)[0] for act in ("e3 d2 e2", "e4 f4"))
    assert at_the_end.moves == (Move("pen-0", ("e3", "d2", "e2")),)
    assert at_the_beginning.moves == (Move("pen-0", ("e4", "f4")),)


def test_to_be_first_at_a_number_is_proclaimed() -> None:
    first, later = lay("c6", "e4", card="GARW"), lay("c6", "e4", card="GARW", points=(entered(), entered(n9=9)))
    for position, banner, points in ((first, True, 9), (later, False, 5), (lay("c6", card="GARW"), False, 9)):
        number = next(event for event in told_in(position, "c6 c7", *[""] * (len(position.sheets) - 1)) if event.name == "number")
        assert (number.banner, number.pieces, number.values["points"]) == (banner, ("sheet-0", "number-0-9", "score-0"), points)


def test_a_line_knows_what_the_last_round_added_to_it() -> None:
    once = draw(lay("e4 e3", "d5"), "e3 d2", "")
    assert [sheet.fresh for sheet in once.sheets] == [1, 0]
    assert draw(once.happen("BGYR"), "e4 e5", "").sheets[0].stretch == ("e4", "e5")
    assert draw(once.happen("BGYR"), "", "").sheets[0].fresh == 0
