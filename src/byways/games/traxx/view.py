"""What one seat may know of a game of Traxx, and how to imagine the rest."""

from __future__ import annotations

from random import Random

from byways import game
from byways.games.traxx.components import colours_of
from byways.games.traxx.rules import growth
from byways.games.traxx.state import DONE, AnyChoice, Board, Draw, Field, Position, Sheet
from byways.speech import Message


class View(game.View[AnyChoice], frozen=True, kw_only=True):
    """`sheets` are as of the last reveal; a seat's own steps since then are in `act`. `deck` are the cards to come, in no order."""

    board: Board
    starts: tuple[Field, ...]
    sheets: tuple[Sheet, ...]
    deck: tuple[str, ...]
    turned: tuple[str, ...]

    @property
    def round(self) -> int:
        return len(self.turned)

    @property
    def card(self) -> str:
        """The card that is being drawn with, or nothing."""
        return self.turned[-1] if self.awaited else ""

    @property
    def drawn(self) -> tuple[Field, ...]:
        """The fields of this seat's tentative steps."""
        return tuple(step.to for step in self.act if isinstance(step, Draw))

    @property
    def left(self) -> str:
        """The colours of the card that this seat has not used."""
        left = self.card
        for field in self.drawn:
            left = left.replace(self.board.colour[field], "", 1)
        return left

    @property
    def expected(self) -> Message:
        if not self.left:
            return Message("prompt.finish")
        return Message("prompt.draw-on" if self.act else "prompt.draw", {"left": colours_of(self.left)})

    @property
    def due(self) -> Message:
        return Message("prompt.card")


def view(position: Position, seat: int | None) -> View:
    """What a seat knows; a spectator sees all sheets as of the last reveal."""
    return View(
        *position.header(seat),
        board=position.board,
        starts=position.starts,
        sheets=position.sheets,
        deck=position.deck,
        turned=position.turned,
    )


def imagine(view: View, rng: Random) -> Position:
    """Nothing is hidden but what the others have dotted in since the last reveal."""
    return Position(
        acts=tuple(view.act if seat == view.seat else guess(view, seat, rng) for seat in range(len(view.sheets))),
        awaited=view.awaited,
        removed=view.removed,
        outcome=view.outcome,
        board=view.board,
        starts=view.starts,
        sheets=view.sheets,
        deck=view.deck,
        turned=view.turned,
    )


def guess(view: View, seat: int, rng: Random) -> tuple[AnyChoice, ...]:
    """Some steps that another seat may have made by now; a seat that is no longer awaited has finished."""
    act: tuple[AnyChoice, ...] = ()
    sheet = view.sheets[seat]
    if not view.awaited or seat in view.removed or sheet.shut:
        return act
    while DONE not in act:
        step = rng.choice(growth(view.board, sheet, act, view.card))
        if step is DONE and seat in view.awaited:
            break
        act = (*act, step)
    return act
