"""The events of a round: each seat's new stretch of line, and the numbers it has reached."""

from __future__ import annotations

from byways.event import Move, confided, proclaimed
from byways.game import Tell, happened
from byways.games.traxx.state import Field
from byways.i18n import Message


def tell_number(seat: int, number: int, points: int, is_race: bool, tell: Tell) -> None:
    """Announce a number, with a banner for being first to reach it."""
    pieces = f"sheet-{seat}", f"number-{seat}-{number}", f"score-{seat}"
    if is_race and points == number:
        proclaimed(tell, "number", *pieces, seat=seat, number=number, points=points)
    else:
        happened(tell, "number", *pieces, seat=seat, number=number, points=points)


def tell_drawn(seat: int, round: int, stretch: tuple[Field, ...], tell: Tell) -> None:
    """Announce a stretch, which the pen follows, or a pass."""
    if stretch:
        pen, drawn = Move(f"pen-{seat}", stretch), stretch[1:]
        happened(tell, "draw", f"sheet-{seat}", pen, f"stretch-{seat}-{round}", seat=seat, fields=" ".join(drawn), path=drawn)
    else:
        happened(tell, "pass", f"seat-{seat}", seat=seat)


def tell_stuck(seat: int, tell: Tell) -> None:
    """Announce that no card can help a seat any more, with a separate message for the seat itself."""
    confided(tell, seat, "stuck-you", Message("event.stuck", {"seat": seat}), f"seat-{seat}", seat=seat)
