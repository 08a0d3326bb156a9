"""What one seat may know of a game of Traxx, and how to imagine the rest."""

from __future__ import annotations

from random import Random

from byways import game
from byways.games.traxx.components import colours_of
from byways.games.traxx.rules import extended, growth, worth
from byways.games.traxx.state import DONE, NEIGHBOURS, AnyChoice, Board, Draw, Field, Position, Sheet
from byways.speech import Message, Sentence


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
    def aim(self) -> Sentence:
        if self.outcome is not None:
            return ""
        if self.seat is None or self.seat in self.removed:
            return leading(self)
        sheet = inked(self, self.seat)
        standing = Message("aim.dots" if self.drawn else "aim.score", {"score": signed(sheet.score)})
        return Message("aim.line", {"goal": goal(self, self.seat, sheet), "standing": standing})

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


# The aim


def signed(points: int) -> str:
    return str(points).replace("-", "−")


def leading(view: View) -> Message:
    """What those are told who do not draw."""
    scores = {seat: sheet.score for seat, sheet in enumerate(view.sheets) if seat not in view.removed}
    best = max(scores.values())
    first = tuple(seat for seat, score in scores.items() if score == best)
    if len(scores) == 1:
        return Message("aim.alone", {"seat": first[0], "score": signed(best)})
    return Message("aim.leads", {"seats": first, "count": len(first), "score": signed(best)})


def inked(view: View, seat: int) -> Sheet:
    """The viewer's sheet as it will be if no more dots are added."""
    sheet = extended(view.sheets[seat], view.act)
    for number in (view.board.number[field] for field in view.drawn if field in view.board.number):
        sheet = Sheet(sheet.line, game.put(sheet.points, number - 2, worth(view.sheets, sheet, number)))
    return sheet


def goal(view: View, seat: int, sheet: Sheet) -> Message:
    """The numbers that this card reaches, or else the nearest."""
    if sheet.shut:
        return Message("aim.shut")
    if numbers := sorted(view.board.number[field] for field in reach(view, seat) if field in view.board.number):
        return Message("aim.reach", {"numbers": tuple(paying(view, sheet, number) for number in numbers)})
    steps, number = nearest(view.board, sheet)
    if not number:
        return Message("aim.cover")
    return Message("aim.near", {"number": number, "steps": steps, "points": worth(view.sheets, sheet, number)})


def paying(view: View, sheet: Sheet, number: int) -> Message:
    return Message("aim.number", {"number": number, "points": worth(view.sheets, sheet, number)})


def reach(view: View, seat: int) -> set[Field]:
    """All fields to which the viewer can still draw with this card."""
    found: set[Field] = set()
    waiting = [view.act] if seat in view.awaited else []
    while waiting:
        act = waiting.pop()
        steps = [step for step in growth(view.board, view.sheets[seat], act, view.card) if isinstance(step, Draw)]
        found.update(step.to for step in steps)
        waiting.extend((*act, step) for step in steps)
    return found


def nearest(board: Board, sheet: Sheet) -> tuple[int, int]:
    """The way to the nearest number over free fields of any colour, and the number; of several the highest, 0 if there is none."""
    near, seen, steps = set(sheet.ends), set(sheet.line), 0
    while near:
        near, steps = {field for one in near for field in NEIGHBOURS[one]} - seen, steps + 1
        if numbers := [board.number[field] for field in near if field in board.number]:
            return steps, max(numbers)
        seen |= near
    return 0, 0
