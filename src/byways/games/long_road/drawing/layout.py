"""The table's layout for two to four players, on a wide sheet and on a tall one for phones."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Spot: TypeAlias = tuple[float, float]


class Frame(NamedTuple):
    x: float
    y: float
    wide: float
    high: float

    @property
    def middle(self) -> Spot:
        return self.x + self.wide / 2, self.y + self.high / 2

    def inside(self, by: float) -> Frame:
        """Shrink by this much on each side. A negative amount enlarges."""
        return Frame(self.x + by, self.y + by, self.wide - 2 * by, self.high - 2 * by)


class Card(NamedTuple):
    """A card's maximum size, and the gap to the next card."""

    wide: float
    high: float
    gap: float


class Layout(NamedTuple):
    """The areas of a sheet. A road has up to `abreast` characters and `across` cards in one row; more are in two rows."""

    size: Spot
    seats: Frame
    arrivals: Frame
    tile: Frame
    lane: Frame  # the first road's lane
    goal: Frame
    step: float  # distance between roads
    gunman: Card
    caravan: Card
    abreast: int
    across: int
    team: Frame
    person: Card
    cards: Frame
    card: Card
    boss: Frame
    weapons: Frame
    tray: Frame
    tall: bool = False

    # Roads

    def road(self, number: int, frame: Frame) -> Frame:
        return frame._replace(y=frame.y + number * self.step)

    def line_area(self, number: int) -> Frame:
        lane = self.road(number, self.lane)
        return lane._replace(x=lane.x + 4, wide=self.goal.x - lane.x - 8)

    def caravan_area(self, number: int) -> Frame:
        lane, start = self.road(number, self.lane), self.goal.x + self.goal.wide + 4
        return lane._replace(x=start, wide=lane.x + lane.wide - start - 4)

    def placed(self, number: int, nth: int, count: int) -> Frame:
        """Locate a character in a line. The first is nearest to the destination."""
        area = self.line_area(number)
        one = self.on_road(area, self.gunman, nth, count, self.abreast)
        return one._replace(x=2 * area.x + area.wide - one.x - one.wide)

    def laid(self, number: int, nth: int, count: int) -> Frame:
        return self.on_road(self.caravan_area(number), self.caravan, nth, count, self.across)

    def is_placed_alike(self, before: int, after: int) -> bool:
        """Whether characters stay about where they are when their line changes from one number to another."""
        return all(alike(self.placed(0, nth, before), self.placed(0, nth, after)) for nth in range(before))

    def is_laid_alike(self, before: int, after: int) -> bool:
        """The same for the cards of a caravan."""
        return all(alike(self.laid(0, nth, before), self.laid(0, nth, after)) for nth in range(before))

    def on_road(self, area: Frame, card: Card, nth: int, count: int, across: int) -> Frame:
        """Locate card `nth` of `count` in an area. Cards shrink to fit; more than `across` are in two rows."""
        rows = 2 if count > across else 1
        columns = -(-count // rows)
        wide = min(card.wide, (area.wide - (columns - 1) * card.gap) // columns)
        high = card.high if rows == 1 else (area.high - 4 - card.gap) // rows
        top = area.y + (area.high - rows * high - (rows - 1) * card.gap) / 2
        return Frame(area.x + nth % columns * (wide + card.gap), top + nth // columns * (high + card.gap), wide, high)

    def rewards(self, goal: Frame) -> Frame:
        top, high = (25, 22) if self.tall else (42, 46)
        return Frame(goal.x + 2, goal.y + top, goal.wide - 4, high)

    # In a row

    def seat(self, seat: int, seats: int) -> Frame:
        return in_row(self.seats, Card(self.seats.wide, self.seats.high, 4), seat, seats)

    def arrival(self, nth: int) -> Frame:
        return in_row(self.arrivals, Card(self.arrivals.wide, self.arrivals.high, 4), nth, 4)

    def held(self, nth: int, count: int, cards: int) -> Frame:
        """Locate a character in hand, centred. On a wide sheet, the caravan cards share the row."""
        if self.tall:
            return in_middle(self.team, self.person, nth, count)
        one = in_middle(self.team, self.person, nth, count + cards)
        return one._replace(x=one.x - self.person.gap)

    def hand(self, nth: int, count: int, team: int) -> Frame:
        """Locate a caravan card in hand. On a wide sheet it is beside the characters."""
        if self.tall:
            return in_middle(self.cards, self.card, nth, count)
        one = in_middle(self.cards, self.card, team + nth, team + count)
        return one._replace(x=one.x + self.card.gap)

    def kept(self, nth: int) -> Frame:
        """Locate one of the characters kept in a draft, which are in the tray."""
        across = min(self.tray.high, 44)
        step = min(across + 2, (self.tray.wide - across) / 4)
        return Frame(self.tray.x + nth * step, self.tray.y, across, across)

    def weapon(self, nth: int) -> Frame:
        return in_row(self.weapons, Card(self.weapons.wide, self.weapons.high, 2), nth, 3)

    # A player's belongings, in the frame of the seat

    def purse(self, seat: Frame) -> Frame:
        return Frame(seat.x + 35, seat.y + 13, 0, 0) if self.tall else Frame(seat.x + seat.wide - 78, seat.y + 17, 0, 0)

    def star(self, seat: Frame) -> Frame:
        return Frame(seat.x + 5, seat.y + 6, 0, 0) if self.tall else Frame(seat.x + 29, seat.y + 8, 0, 0)

    def hats(self, seat: Frame) -> Frame:
        return Frame(seat.x + 2, seat.y + 23, 22, 18) if self.tall else Frame(seat.x + 6, seat.y + 33, 32, 24)

    def arms(self, seat: Frame) -> Frame:
        return Frame(seat.x + 26, seat.y + 23, seat.wide - 55, 18) if self.tall else Frame(seat.x + 42, seat.y + 33, 72, 24)

    def deck(self, seat: Frame) -> Frame:
        wide = 29 if self.tall else 34
        return Frame(seat.x + seat.wide - wide - 2, seat.y + 3, wide, 19 if self.tall else 28)

    def taken(self, seat: Frame) -> Frame:
        if self.tall:
            return Frame(seat.x + seat.wide - 28, seat.y + 23, 27, 18)
        return Frame(seat.x + 118, seat.y + 33, seat.wide - 122, 24)

    def trophy(self, seat: Frame, nth: int, count: int) -> Frame:
        """Locate a taken card in the stack. The stack's right end leaves room for the number of cards."""
        area, wide = self.taken(seat), 11 if self.tall else 26
        step = min(wide + 2, max(0, area.wide - wide - 14) // max(1, count - 1))
        return Frame(area.x + nth * step, area.y + (area.high - wide * 0.625) / 2, wide, wide * 0.625)

    # For spectators

    def shelf(self, seat: int, seats: int) -> Frame:
        """Locate the row of a player's taken cards."""
        wide = self.size[0] - 2 * self.team.x if self.tall else self.boss.x - 2 * self.team.x
        high = self.team.high // seats
        return Frame(self.team.x, self.team.y + seat * high, wide, high)

    def shelved(self, seat: int, seats: int, nth: int, count: int) -> Frame:
        row = self.shelf(seat, seats)
        wide = min(90, (row.high - 3) // 0.625)
        step = min(wide + 3, (row.wide - 34 - wide) // max(1, count - 1))
        return Frame(row.x + 34 + nth * step, row.y + (row.high - wide * 0.625) / 2, wide, wide * 0.625)


def alike(one: Frame, other: Frame) -> bool:
    return one.high == other.high and abs(one.x - other.x) < one.wide / 4


def in_row(area: Frame, card: Card, nth: int, count: int) -> Frame:
    wide = min(card.wide, (area.wide - (count - 1) * card.gap) // count)
    return Frame(area.x + nth * (wide + card.gap), area.y, wide, card.high)


def in_middle(area: Frame, card: Card, nth: int, count: int) -> Frame:
    one = in_row(area, card, nth, count)
    return one._replace(x=one.x + (area.wide - count * one.wide - (count - 1) * card.gap) / 2)


WIDE = Layout(
    size=(1000, 706),
    seats=Frame(6, 4, 724, 60),
    arrivals=Frame(740, 4, 254, 28),
    tile=Frame(740, 36, 254, 28),
    lane=Frame(6, 70, 988, 134),
    goal=Frame(432, 73, 136, 128),
    step=139,
    gunman=Card(80, 118, 6),
    caravan=Card(98, 118, 6),
    abreast=6,
    across=6,
    team=Frame(15, 496, 838, 204),
    person=Card(112, 204, 5),
    cards=Frame(15, 496, 838, 204),
    card=Card(112, 204, 5),
    boss=Frame(866, 496, 126, 60),
    weapons=Frame(866, 560, 126, 90),
    tray=Frame(866, 656, 126, 44),
)
TALL = Layout(
    size=(400, 521),
    seats=Frame(4, 2, 392, 42),
    arrivals=Frame(4, 47, 156, 22),
    tile=Frame(164, 47, 232, 22),
    lane=Frame(3, 72, 394, 76),
    goal=Frame(146, 74, 92, 72),
    step=78,
    gunman=Card(66, 72, 2),
    caravan=Card(74, 72, 2),
    abreast=4,
    across=5,
    team=Frame(3, 310, 394, 105),
    person=Card(128, 105, 1.5),
    cards=Frame(5, 418, 190, 100),
    card=Card(94, 100, 2),
    boss=Frame(199, 418, 41, 62),
    weapons=Frame(242, 418, 154, 62),
    tray=Frame(199, 484, 196, 34),
    tall=True,
)
