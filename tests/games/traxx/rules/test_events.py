"""The events of a round of Traxx."""

from __future__ import annotations

from byways.event import Move
from byways.game import Event
from byways.games.traxx.state import DONE, Position
from tests.games.traxx.positions import draw, entered, lay, sentences


def told_in(position: Position, *acts: str) -> list[Event]:
    events: list[Event] = []
    draw(position, *acts, tell=events)
    return events


def test_each_line_is_announced_before_the_numbers_it_reaches() -> None:
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


def test_the_first_player_at_a_number_gets_a_banner() -> None:
    first, later = lay("c6", "e4", card="GARW"), lay("c6", "e4", card="GARW", points=(entered(), entered(n9=9)))
    for position, banner, points in ((first, True, 9), (later, False, 5), (lay("c6", card="GARW"), False, 9)):
        number = next(event for event in told_in(position, "c6 c7", *[""] * (len(position.sheets) - 1)) if event.name == "number")
        assert (number.banner, number.pieces, number.values["points"]) == (banner, ("sheet-0", "number-0-9", "score-0"), points)


def test_a_seat_that_no_card_can_help_is_announced_once() -> None:
    nearly, card = "a1 b1 b2 a2 a3 a4 b5 b6", "BGYA"
    events = told_in(lay(nearly, "e4", card=card), "b6 a5", "")
    stuck = next(event for event in events if event.name == "stuck-you")
    assert sentences([form for seat in (0, 1) if (form := stuck.for_seat(seat))]) == [
        "No card can help you any more; the others play on.",
        "No card can help Otter any more.",
    ]
    later: list[Event] = []
    lay(f"{nearly} a5", "e4", card=card).choose(1, DONE, later)
    for silent in (later, told_in(lay(nearly, card=card), "b6 a5"), told_in(lay(nearly, "e4", card=card, deck=()), "b6 a5", "")):
        assert "stuck-you" not in {event.name for event in silent}
