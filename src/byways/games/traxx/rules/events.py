"""What is told of a round: what each seat has drawn, and which numbers it has reached."""

from __future__ import annotations

from byways.event import Move, proclaimed
from byways.game import Tell, happened
from byways.games.traxx.state import Field


def tell_number(seat: int, number: int, points: int, is_race: bool, tell: Tell) -> None:
    """To be first at a number is what everybody is after."""
    pieces = f"sheet-{seat}", f"number-{seat}-{number}", f"score-{seat}"
    if is_race and points == number:
        proclaimed(tell, "number", *pieces, seat=seat, number=number, points=points)
    else:
        happened(tell, "number", *pieces, seat=seat, number=number, points=points)


def tell_drawn(seat: int, number: int, stretch: tuple[Field, ...], tell: Tell) -> None:
    """The pen goes along what a seat has drawn in the round of that number."""
    if stretch:
        pen, drawn = Move(f"pen-{seat}", stretch), stretch[1:]
        happened(tell, "draw", f"sheet-{seat}", pen, f"stretch-{seat}-{number}", seat=seat, fields=" ".join(drawn), path=drawn)
    else:
        happened(tell, "pass", f"seat-{seat}", seat=seat)
