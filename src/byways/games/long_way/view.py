"""What one seat may know of a game of The Long Way, and how to imagine the rest."""

from __future__ import annotations

from random import Random

from byways import game
from byways.games.long_way.acts import DONE, OFFERS, STEPS, drawing
from byways.games.long_way.state import AnyChoice, Dice, Draft, Phase, Position, Roll, Sheet, read_dice
from byways.speech import Message


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
    def due(self) -> Message:
        return Message("prompt.dice")

    @property
    def expected(self) -> Message:
        return Message("prompt.coins") if self.phase == "coins" else Message(f"prompt.{self.draft.stage}")


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
    position = Position(
        acts=((),) * len(view.sheets),
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
    if view.phase not in ("doors", "draw"):
        return position
    acts = [view.act if seat == view.seat else guess(position, seat, rng) for seat in range(len(view.sheets))]
    return Position(**{name: getattr(position, name) for name in position.__struct_fields__} | {"acts": tuple(acts)})


def guess(position: Position, seat: int, rng: Random) -> tuple[AnyChoice, ...]:
    """Some steps that a seat may have taken by now."""
    if position.sheets[seat].stopped or seat in position.removed:
        return ()
    act: list[AnyChoice] = []
    made = drawing(position.sheets[seat], (), position.phase == "doors", position.roll)
    while made.stage != "ready":
        choice = rng.choice(OFFERS[made.stage](made, position.roll))
        made = STEPS[type(choice)](made, choice, position.roll)
        act.append(choice)
    return tuple(act[: rng.randint(0, len(act))]) if seat in position.awaited else (*act, DONE)
