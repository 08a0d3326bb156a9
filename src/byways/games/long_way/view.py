"""A seat's view of The Long Way, and determinization of the rest."""

from __future__ import annotations

from random import Random

from byways import game
from byways.games.long_way.rules.acts import APPLY, DONE, OFFERS, ROLLS, apply_act, rolls_that_fit
from byways.games.long_way.rules.shoppers import Walk, score, walk
from byways.games.long_way.state import WINS_ALONE, AnyChoice, Dice, Draft, Phase, Position, Roll, Sheet, format_points, read_dice
from byways.i18n import Message, Sentence


class View(game.View[AnyChoice], frozen=True, kw_only=True):
    """`sheets` are as of the last reveal and open to all (L18). `act` is what this seat is drawing on its own sheet."""

    chart: tuple[tuple[str, ...], ...]
    sheets: tuple[Sheet, ...]
    phase: Phase
    active: int
    dice: Dice
    round: int

    @property
    def roll(self) -> Roll:
        return read_dice(self.chart, self.dice)

    @property
    def draft(self) -> Draft:
        """This seat's sheet with its act drawn on it."""
        if self.seat is None:
            raise ValueError("A spectator has no sheet.")
        return apply_act(self.sheets[self.seat], self.act, self.phase == "doors", self.roll)

    @property
    def aim(self) -> Sentence:
        if self.outcome or self.seat in self.removed:
            return ""
        if self.seat is None:
            return best_way(self.sheets)
        sheet = self.draft.sheet
        return own_way(sheet, len(self.sheets) == 1, rolls_that_fit(self.chart, sheet))

    @property
    def due(self) -> Message:
        return Message("prompt.dice")

    @property
    def expected(self) -> Message:
        return Message("prompt.coins") if self.phase == "coins" else Message(f"prompt.{self.draft.stage}")


# The aim


def own_way(sheet: Sheet, alone: bool, rolls: int) -> Message:
    """Describe the shoppers' way and its score, or what it lacks.

    The coins follow, then the number of rolls that still fit if not all do and, in a solo game, the score needed to win.
    """
    if sheet.entrance < 0 or sheet.exit < 0:
        return Message("aim.doors")
    way, is_covered = walk(sheet), sheet.covered(sheet.entrance) or sheet.covered(sheet.exit)
    said = way_so_far(way) if way else Message("aim.covered" if is_covered else "aim.no-way")
    if way and len(way.legs) <= len(sheet.cafeterias):
        said = Message("aim.skipped", {"way": said})
    if sheet.stopped:
        return Message("aim.stopped", {"way": said})
    if sheet.coins:
        said = Message("aim.coins", {"way": said, "coins": sheet.coins})
    if rolls < ROLLS:
        said = with_room(said, rolls)
    return Message("aim.alone", {"way": said, "needed": WINS_ALONE}) if alone else said


def with_room(said: Message, rolls: int) -> Message:
    """Add how near the end is: how many rolls still let a store grow."""
    return Message("aim.room" if rolls else "aim.full", {"way": said, "rolls": rolls, "all": ROLLS})


def way_so_far(way: Walk) -> Message:
    stops = Message(f"aim.stops-{len(way.legs) - 1}")
    if not way.empties:
        return Message("aim.way", {"stops": stops, "displays": way.displays})
    displays = Message("aim.displays", {"displays": way.displays})
    return Message("aim.way-empty", {"stops": stops, "displays": displays, "empties": way.empties, "score": format_points(way.score)})


def best_way(sheets: tuple[Sheet, ...]) -> Sentence:
    """Tell spectators whose way scores most, once a tile has been drawn."""
    if not any(sheet.tiles for sheet in sheets):
        return ""
    scores = [score(sheet) for sheet in sheets]
    best = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
    return Message("aim.best", {"seats": best, "count": len(best), "score": format_points(max(scores))})


def view(position: Position, seat: int | None) -> View:
    return View(
        *position.header(seat),
        chart=position.chart,
        sheets=position.sheets,
        phase=position.phase,
        active=position.active,
        dice=position.dice,
        round=position.round,
    )


def imagine(view: View, rng: Random) -> Position:
    """Fill in the other seats' acts, the only hidden part, with random legal steps: a whole act for each seat that is done."""
    acts: list[tuple[AnyChoice, ...]] = [()] * len(view.sheets)
    if view.phase in ("doors", "draw"):
        roll = view.roll
        acts = [view.act if seat == view.seat else guess(view, seat, roll, rng) for seat in range(len(acts))]
    return Position(
        acts=tuple(acts),
        awaited=view.awaited,
        removed=view.removed,
        outcome=view.outcome,
        chart=view.chart,
        sheets=view.sheets,
        phase=view.phase,
        active=view.active,
        dice=view.dice,
        round=view.round,
    )


def guess(view: View, seat: int, roll: Roll, rng: Random) -> tuple[AnyChoice, ...]:
    """Return steps that a seat may have taken by now."""
    if view.sheets[seat].stopped or seat in view.removed:
        return ()
    act: list[AnyChoice] = []
    draft = apply_act(view.sheets[seat], (), view.phase == "doors", roll)
    while draft.stage != "ready":
        choice = rng.choice(OFFERS[draft.stage](draft, roll))
        draft = APPLY[type(choice)](draft, choice, roll)
        act.append(choice)
    return tuple(act[: rng.randint(0, len(act))]) if seat in view.awaited else (*act, DONE)
