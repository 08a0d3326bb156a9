"""A seat's view of Traxx, and positions imagined from it."""

from __future__ import annotations

from random import Random

from byways import game
from byways.games.traxx.components import colours_of
from byways.games.traxx.rules import GREAT, extended, extensions, numbers_in, worth
from byways.games.traxx.state import DONE, NEIGHBOURS, AnyChoice, Board, Draw, Field, Position, Sheet
from byways.i18n import Message, Sentence


class View(game.View[AnyChoice], frozen=True, kw_only=True):
    """`sheets` are as of the last reveal; `act` has the viewer's own steps since then. `deck` holds the cards to come, in no order."""

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
        """This round's card; empty between rounds."""
        return self.turned[-1] if self.awaited else ""

    @property
    def drawn(self) -> tuple[Field, ...]:
        """The fields of the viewer's dots."""
        return tuple(step.to for step in self.act if isinstance(step, Draw))

    @property
    def left(self) -> str:
        """The colours on the card that the viewer has not used."""
        left = self.card
        for field in self.drawn:
            left = left.replace(self.board.colour[field], "", 1)
        return left

    def is_stuck(self, seat: int) -> bool:
        """Whether cards remain, but neither they nor this round's card can help a seat."""
        return bool(self.deck) and self.sheets[seat].is_stuck(self.board, (*self.deck, self.card))

    @property
    def aim(self) -> Sentence:
        if self.outcome is not None:
            return ""
        if self.seat is None or self.seat in self.removed:
            return leading(self)
        if len(self.sheets) == 1 and len(self.sheets[0].line) == 1:  # a solo game begins with its rule and its target
            return Message("aim.solo", {"great": GREAT})
        sheet = with_dots(self, self.seat)
        standing = Message("aim.dots" if self.drawn else "aim.score", {"score": sheet.score})
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
    """Fill in the only hidden part: other seats' dots since the last reveal."""
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
    """Random steps that another seat may have made by now, up to `done` if it is no longer awaited."""
    act: tuple[AnyChoice, ...] = ()
    sheet = view.sheets[seat]
    if not view.awaited or seat in view.removed or sheet.shut:
        return act
    while DONE not in act:
        # A seat that is still awaited may have stopped anywhere; one that is done has chosen `done` as its last step.
        step = rng.choice(extensions(view.board, sheet, act, view.card))
        if step is DONE and seat in view.awaited:
            break
        act = (*act, step)
    return act


# The aim


def leading(view: View) -> Message:
    """The aim for spectators and removed seats: who leads."""
    scores = {seat: sheet.score for seat, sheet in enumerate(view.sheets) if seat not in view.removed}
    best = max(scores.values())
    first = tuple(seat for seat, score in scores.items() if score == best)
    if len(scores) == 1:
        return Message("aim.alone", {"seat": first[0], "score": best})
    return Message("aim.leads", {"seats": first, "count": len(first), "score": best})


def with_dots(view: View, seat: int) -> Sheet:
    """The viewer's sheet if no more dots are added."""
    sheet = extended(view.sheets[seat], view.act)
    for number in numbers_in(view.board, view.act):
        sheet = sheet.scoring(number, worth(view.sheets, sheet, number))
    return sheet


def known_sheet(view: View, seat: int) -> Sheet:
    """A seat's sheet, with dots if it is the viewer's own."""
    return with_dots(view, seat) if seat == view.seat else view.sheets[seat]


def goal(view: View, seat: int, sheet: Sheet) -> Message | None:
    """The numbers that this card can reach, or else the nearest one that a later card may reach."""
    if not view.drawn and view.is_stuck(seat):
        return Message("aim.stuck-alone" if len(view.sheets) == 1 else "aim.stuck")
    if sheet.shut:
        return Message("aim.shut")
    within = reach(view.board, view.sheets[seat], view.act, view.card) if seat in view.awaited else set()
    if numbers := sorted(view.board.number[field] for field in within if field in view.board.number):
        return Message("aim.reach", {"numbers": tuple(number_phrase(number, worth(view.sheets, sheet, number)) for number in numbers)})
    steps, number = nearest(view, sheet, len(view.left) if within else 0)
    if number:
        return Message("aim.near", {"number": number, "steps": steps, "points": worth(view.sheets, sheet, number)})
    return Message("aim.cover") if within or view.deck else None


def number_phrase(number: int, points: int) -> Message:
    """`the 8`, or `the 8 for 4` if it does not pay in full."""
    return Message("aim.number" if points == number else "aim.number-less", {"number": number, "points": points})


def reach(board: Board, sheet: Sheet, act: tuple[AnyChoice, ...], card: str) -> set[Field]:
    """All fields that some continuation of an act can reach."""
    found: set[Field] = set()
    waiting = [act]
    while waiting:
        act = waiting.pop()
        steps = [step for step in extensions(board, sheet, act, card) if isinstance(step, Draw)]
        found.update(step.to for step in steps)
        waiting.extend((*act, step) for step in steps)
    return found


def nearest(view: View, sheet: Sheet, left: int) -> tuple[int, int]:
    """The distance to the nearest number that later cards may pay for, and that number: the highest of several, 0 for none."""
    found = distances(view, sheet, left)
    number = min(found, key=lambda number: (found[number], -number), default=0)
    return found.get(number, 0), number


def distances(view: View, sheet: Sheet, left: int) -> dict[int, int]:
    """The numbers that later cards may pay for, each with its distance over free fields.

    `left` is the number of further fields that this card pays for.
    """
    targets, most = reachable_later(view, sheet, left), left + sum(map(len, view.deck))
    front, seen, steps, found = set(sheet.ends), set(sheet.line), 0, dict[int, int]()
    while front and steps < most:
        front, steps = {field for one in front for field in NEIGHBOURS[one]} - seen, steps + 1
        found |= {view.board.number[field]: steps for field in front & targets}
        seen |= front
    return found


def reachable_later(view: View, sheet: Sheet, left: int) -> set[Field]:
    """The number fields whose colours are still to come. Before the last card, only those that it can reach."""
    last = reach(view.board, sheet, (), view.deck[0]) if len(view.deck) == 1 and not left else None
    colours = set("".join(view.deck))
    return {field for field in view.board.numbers if view.board.colour[field] in colours and (last is None or field in last)}
