"""What one seat may know of a game of Traxx, and how to imagine the rest."""

from __future__ import annotations

from random import Random

from byways import game
from byways.games.traxx.components import colours_of
from byways.games.traxx.rules import extended, growth, worth
from byways.games.traxx.state import DONE, NEIGHBOURS, AnyChoice, Board, Draw, Field, Position, Sheet
from byways.i18n import Message, Sentence


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
        found = goal(self, self.seat, sheet)
        return Message("aim.line", {"goal": found, "standing": standing}) if found else standing

    @property
    def expected(self) -> Message:
        if not self.left:
            return Message("prompt.finish")
        if self.choices == (DONE,):
            return Message("prompt.blocked" if self.act else "prompt.stuck")
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
        sheet = Sheet(sheet.line, game.put(sheet.points, number - 2, worth(view.sheets, sheet, number)), sheet.fresh)
    return sheet


def hoped(view: View, seat: int) -> Sheet:
    """A sheet as the viewer knows it, with the own dots."""
    return inked(view, seat) if seat == view.seat else view.sheets[seat]


def goal(view: View, seat: int, sheet: Sheet) -> Message | None:
    """The numbers that this card reaches, or else the nearest that a later card may reach."""
    if sheet.shut:
        return Message("aim.shut")
    within = reach(view.board, view.sheets[seat], view.act, view.card) if seat in view.awaited else set()
    if numbers := sorted(view.board.number[field] for field in within if field in view.board.number):
        return Message("aim.reach", {"numbers": tuple(paying(view, sheet, number) for number in numbers)})
    steps, number = nearest(view, sheet, len(view.left) if within else 0)
    if number:
        return Message("aim.near", {"number": number, "steps": steps, "points": worth(view.sheets, sheet, number)})
    return Message("aim.cover") if within or view.deck else None


def paying(view: View, sheet: Sheet, number: int) -> Message:
    points = worth(view.sheets, sheet, number)
    return Message("aim.number" if points == number else "aim.number-less", {"number": number, "points": points})


def reach(board: Board, sheet: Sheet, act: tuple[AnyChoice, ...], card: str) -> set[Field]:
    """All fields to which one can draw on with a card."""
    found: set[Field] = set()
    waiting = [act]
    while waiting:
        act = waiting.pop()
        steps = [step for step in growth(board, sheet, act, card) if isinstance(step, Draw)]
        found.update(step.to for step in steps)
        waiting.extend((*act, step) for step in steps)
    return found


def nearest(view: View, sheet: Sheet, left: int) -> tuple[int, int]:
    """The way over free fields to the nearest number that the cards to come may pay for, so many more fields being left of this
    card; and the number. Of several the highest, 0 if there is none."""
    hopes, enough = hoped_for(view, sheet, left), left + sum(map(len, view.deck))
    near, seen, steps = set(sheet.ends), set(sheet.line), 0
    while near and steps < enough:
        near, steps = {field for one in near for field in NEIGHBOURS[one]} - seen, steps + 1
        if numbers := [view.board.number[field] for field in near & hopes]:
            return steps, max(numbers)
        seen |= near
    return 0, 0


def hoped_for(view: View, sheet: Sheet, left: int) -> set[Field]:
    """The number fields that a later card may lead to: any whose colour is still to come, and before the last card no more than it can."""
    last = reach(view.board, sheet, (), view.deck[0]) if len(view.deck) == 1 and not left else None
    colours = set("".join(view.deck))
    return {field for field in view.board.numbers if view.board.colour[field] in colours and (last is None or field in last)}
