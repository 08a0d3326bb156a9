"""What one seat may know of a game of The Long Way, and how to imagine the rest."""

from __future__ import annotations

from random import Random

from byways import game
from byways.games.long_way.rules.acts import DONE, OFFERS, STEPS, drawing
from byways.games.long_way.rules.shoppers import Walk, score, walk
from byways.games.long_way.state import WINS_ALONE, AnyChoice, Dice, Draft, Phase, Position, Roll, Sheet, minus, read_dice
from byways.i18n import Message, Sentence


class View(game.View[AnyChoice], frozen=True, kw_only=True):
    """`sheets` are as of the last reveal, open to all (L18); what this seat is drawing on its own one is `act`."""

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
        """This seat's own sheet with its act drawn on it."""
        if self.seat is None:
            raise ValueError("A spectator has no sheet.")
        return drawing(self.sheets[self.seat], self.act, self.phase == "doors", self.roll)

    @property
    def aim(self) -> Sentence:
        if self.outcome or self.seat in self.removed:
            return ""
        return best_way(self.sheets) if self.seat is None else own_way(self.draft.sheet, len(self.sheets) == 1)

    @property
    def due(self) -> Message:
        return Message("prompt.dice")

    @property
    def expected(self) -> Message:
        return Message("prompt.coins") if self.phase == "coins" else Message(f"prompt.{self.draft.stage}")


# How far one is


def own_way(sheet: Sheet, alone: bool) -> Message:
    """What the shoppers' way is worth now, or what is missing for one; what one can pay for rerolls, and alone what is needed to win."""
    if sheet.entrance < 0 or sheet.exit < 0:
        return Message("aim.doors")
    way = walk(sheet)
    told = way_so_far(way) if way else Message("aim.covered" if is_covered(sheet) else "aim.no-way")
    if way and len(way.legs) <= len(sheet.cafeterias):
        told = Message("aim.skipped", {"way": told})
    if sheet.stopped:
        return Message("aim.stopped", {"way": told})
    if sheet.coins:
        told = Message("aim.coins", {"way": told, "coins": sheet.coins})
    return Message("aim.alone", {"way": told, "needed": WINS_ALONE}) if alone else told


def is_covered(sheet: Sheet) -> bool:
    return sheet.covered(sheet.entrance) or sheet.covered(sheet.exit)


def way_so_far(way: Walk) -> Message:
    stops = Message(f"aim.stops-{len(way.legs) - 1}")
    if not way.empties:
        return Message("aim.way", {"stops": stops, "displays": way.displays})
    displays = Message("aim.displays", {"displays": way.displays})
    return Message("aim.way-empty", {"stops": stops, "displays": displays, "empties": way.empties, "score": minus(way.score)})


def best_way(sheets: tuple[Sheet, ...]) -> Sentence:
    """Whose way is worth most, for those who look on."""
    scores = [score(sheet) for sheet in sheets]
    best = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
    return (
        Message("aim.best", {"seats": best, "count": len(best), "score": minus(max(scores))})
        if any(sheet.tiles for sheet in sheets)
        else ""
    )


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
    """Nothing is hidden but what the others are drawing: any legal steps, all of them if they are not awaited any more."""
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
    """Some steps that a seat may have taken by now."""
    if view.sheets[seat].stopped or seat in view.removed:
        return ()
    act: list[AnyChoice] = []
    made = drawing(view.sheets[seat], (), view.phase == "doors", roll)
    while made.stage != "ready":
        choice = rng.choice(OFFERS[made.stage](made, roll))
        made = STEPS[type(choice)](made, choice, roll)
        act.append(choice)
    return tuple(act[: rng.randint(0, len(act))]) if seat in view.awaited else (*act, DONE)
