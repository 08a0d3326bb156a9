"""Encode Traxx's views as arrays and its choices as numbers."""

from __future__ import annotations

from itertools import chain

import numpy as np

from byways.encoding import Encoder as BaseEncoder
from byways.encoding import Floats, Part
from byways.game import Options
from byways.games.traxx.components import COLOURS, NUMBERS, Components
from byways.games.traxx.state import DONE, DRAWS, FIELDS
from byways.games.traxx.view import View, known_sheet

INDEX = {field: number for number, field in enumerate(FIELDS)}
SIZE = len(FIELDS)
SHADE = {colour: number for number, colour in enumerate(COLOURS)}


class Encoder(BaseEncoder[View]):
    def __init__(self, components: Components, options: Options, seats: int) -> None:
        self.card = {card: number for number, card in enumerate(dict.fromkeys(components.cards))}
        parts = (
            Part("colours", (len(COLOURS), SIZE), "the fields of each colour, row by row"),
            Part("numbers", (SIZE,), "the number printed on a field, in tenths"),
            Part("lines", (seats, SIZE), "the fields of each seat's line; the viewer's with its dots"),
            Part("ends", (seats, SIZE), "the ends of each line"),
            Part("dots", (SIZE,), "the fields that the viewer has drawn in this round"),
            Part("points", (seats, len(NUMBERS)), "the points entered for the numbers 2 to 10, in tenths"),
            Part("left", (len(COLOURS),), "the colours of the card that the viewer has not used, in fifths"),
            Part("deck", (len(self.card),), "how many of each card are still to come, in fifteenths"),
            Part("progress", (1,), "cards turned up, in fifteenths"),
        )
        super().__init__(seats, (*chain(*DRAWS.values()), DONE), parts)
        for number, (colour, value, _) in enumerate(components.board.fields):
            self.blank[self.at["colours"] + SIZE * SHADE[colour] + number] = 1
            self.blank[self.at["numbers"] + number] = int(value or 0) / 10

    def fill(self, found: Floats, view: View, seat: int) -> list[int]:
        at, drawn = self.at, view.drawn
        ones = [at["dots"] + INDEX[field] for field in drawn]
        lines, ends, points = at["lines"], at["ends"], list[int]()
        for other in self.around(seat):
            sheet = known_sheet(view, other) if drawn else view.sheets[other]
            ones += [lines + INDEX[field] for field in sheet.line]
            ones += [ends + INDEX[field] for field in sheet.ends]
            points += sheet.points
            lines, ends = lines + SIZE, ends + SIZE
        found[at["points"] : at["left"]] = np.array(points) / 10
        for colour in view.left:
            found[at["left"] + SHADE[colour]] += 0.2
        deck = at["deck"]
        for card in view.deck:
            found[deck + self.card[card]] += 1 / 15
        found[at["progress"]] = len(view.turned) / 15
        return ones
