"""Draw a view as SVG: a table with cards, and every choice on the piece it concerns."""

from __future__ import annotations

from functools import lru_cache, partial
from xml.etree.ElementTree import Element

from byways.drawing import CROWN, Sheet, Stamp, stamped, trace, transform, use, write
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.drawing.art import coin, disc, fit, hat, paragraph, rect, seat_token, weapon, width, wrap, write_numeral
from byways.games.long_road.drawing.cards import (
    FULL,
    REACH,
    boss_card,
    caravan_card,
    card_back,
    character_card,
    destination_card,
    draw_weapons,
    held_card,
    weapon_card,
)
from byways.games.long_road.drawing.layout import TALL, WIDE, Frame, Layout, Spot
from byways.games.long_road.drawing.options import by_piece, feet, lay_options
from byways.games.long_road.drawing.phrases import end_tile, name, say, tally
from byways.games.long_road.drawing.scene import chosen_cards, held, is_recruiting, kept, places, reward_count, reward_place
from byways.games.long_road.drawing.style import STYLE
from byways.games.long_road.drawing.text import standing, text
from byways.games.long_road.drawing.vignettes import scene
from byways.games.long_road.rules.common import value_in
from byways.games.long_road.rules.events import piece_of
from byways.games.long_road.rules.sale import prices_of
from byways.games.long_road.state import Arms, Placed, Road
from byways.games.long_road.view import View, after_act
from byways.games.long_road.view.promises import order
from byways.i18n import Message

__all__ = ["draw", "text", "where"]

OFF_TABLE = -160.0  # y of the other players' hands


def draw(view: View, name: str, language: str = "en", tall: bool = False) -> str:
    lay = TALL if tall else WIDE
    view = after_act(view)
    words = partial(say, view.box, language=language)
    sheet = Sheet(name, lay.size, words(Message("draw.title", {"prompt": view.prompt})), STYLE, words)
    at_table = Drawing(sheet, view, lay, language)
    at_table.lay_board()
    at_table.lay_pieces()
    for seat in range(len(view.money)):
        at_table.label_seat(seat)
    lay_options(sheet, view, lay, at_table.places, at_table.offered, at_table.feet, language)
    ride_past(sheet, view, lay)
    return str(sheet)


HERD = (("ox-light", 0.62), ("ox-dark", 0.5), ("ox-light", 0.7))  # with their positions across a road


def ride_past(sheet: Sheet, view: View, lay: Layout) -> None:
    """For a winner, let herds ride along all roads and off the right edge."""
    if view.outcome is None or not view.outcome.is_victory_of(view.seat):
        return
    joy, size = sheet.joy("riders", layer="labels"), lay.lane.high / 3
    for ox, down in HERD:
        for number in range(len(ROADS)):
            lane = lay.road(number, lay.lane)
            use(joy, ox, -size - 30 * number, lane.y + lane.high * down - size / 2, size)


def where(view: View, piece: str, place: str, tall: bool = False) -> Spot:
    """Locate a place: a piece such as `road-1` or `money-0`, a road's `caravan-1` or `line-1`, or a player's `hand-0`."""
    view, lay = after_act(view), TALL if tall else WIDE
    found = places(view, lay)
    kind, _, number = place.partition("-")
    if kind in ("caravan", "line"):
        area = lay.caravan_area(int(number)) if kind == "caravan" else lay.line_area(int(number))
        spot = found[piece] if piece in found and area.y <= found[piece].y < area.y + area.high else area
    elif kind == "hand":
        spot = found[f"seat-{number}"]._replace(y=OFF_TABLE)
        if int(number) == view.seat:
            spot = found[piece] if piece in found and found[piece].y >= lay.team.y else lay.cards
    else:
        spot = found.get(place, lay.tile)  # the tile stands in for a removed piece
    return spot.x, spot.y


class Drawing:
    """Lays out all pieces of a view on one sheet."""

    def __init__(self, sheet: Sheet, view: View, lay: Layout, language: str) -> None:
        self.sheet, self.view, self.lay, self.language = sheet, view, lay, language
        self.places = places(view, lay)
        self.box: Box = view.box
        self.chosen = chosen_cards(view)
        self.offered = by_piece(view)
        self.feet = feet(view, lay, self.places, self.offered)

    def piece(self, piece: str, label: str = "", looks: str = "", board: bool = False) -> Element:
        frame = self.places[piece]
        made = self.sheet.piece(piece, frame.x, frame.y, looks=looks, layer="board" if board else "pieces")
        return self.sheet.thing(made, label) if label else made

    def put(self, piece: str, art: Stamp, label: str = "", looks: str = "", board: bool = False) -> None:
        """Add a piece that consists of its art alone."""
        frame = self.places[piece]
        self.sheet.lay(piece, art, frame.x, frame.y, looks=looks, layer="board" if board else "pieces", label=label)

    def name(self, key: str) -> str:
        return name(self.box, key, self.language)

    # The board

    def lay_board(self) -> None:
        board = self.sheet.layers["board"]
        for number in range(len(ROADS)):
            board.append(lane(self.lay, number))
        top = self.lay.team.y - 5
        rect(board, "panel", self.lay.lane.x, top, self.lay.lane.wide, self.lay.size[1] - top - 2, 8)
        if self.view.seat is None:
            self.lay_shelves()
        for number, road in enumerate(self.view.roads):
            self.lay_side(f"line-{number}", bool(road.line), self.lay.placed(number, 0, 1))
            self.lay_side(f"caravan-{number}", bool(road.cards), self.lay.laid(number, 0, 1))
            self.lay_destination(number, road)
        self.lay_arrivals()
        self.lay_tile()

    def lay_shelves(self) -> None:
        """For spectators, show all players' taken cards where a hand would be."""
        seats = len(self.view.money)
        for seat in range(seats):
            row = self.lay.shelf(seat, seats)
            hat(self.sheet.layers["board"], seat, self.language, row.x + 16, row.y + row.high / 2, 28)

    def lay_side(self, side: str, taken: bool, first: Frame) -> None:
        """Draw one side of a destination. While it is empty, its first place says what goes there."""
        area, kind = self.places[side], side.partition("-")[0]
        art = stamped(rect, "hit", 0, 0, area.wide, area.high)
        if not taken and self.view.outcome is None:
            words = self.sheet.say(Message(f"draw.{kind}"))
            art = stamped(lay_vacant, art, words, kind, first._replace(x=first.x - area.x, y=first.y - area.y))
        self.put(side, art, board=True)

    def lay_destination(self, number: int, road: Road) -> None:
        goal = self.places[f"road-{number}"]
        art = destination_card(self.box, number, prices_of(self.box, road), self.language, goal.wide, goal.high)
        self.put(f"road-{number}", art, self.name(ROADS[number]), board=True)
        frame = self.places[f"rewards-{number}"]
        row = self.piece(f"rewards-{number}", self.sheet.say(Message("draw.rewards")), board=True)
        rect(row, "hit", 0, 0, frame.wide, frame.high)
        sale = self.view.sale
        if sale is not None and sale.road == number:
            for nth, seat in enumerate(sale.hats):
                step = (frame.wide - 26) / max(3, len(sale.hats) - 1)
                hat(row, seat, self.language, 13 + nth * step, frame.high / 2, 20 if self.lay.tall else 26)
        elif road.destination >= 0:
            for nth in range(road.coins, reward_count(self.view, road) - road.daggers):
                ring = reward_place(self.view, road, frame, nth)
                disc(row, "slot", ring.x - frame.x, ring.y - frame.y, 6 if self.lay.tall else 8)

    def lay_arrivals(self) -> None:
        for nth, worth in enumerate(self.box.components.arrivals.tiles):
            frame = self.places[f"arrival-{nth}"]
            taken = nth < len(self.view.arrivals)
            art = stamped(lay_arrival, self.view.arrivals[nth] if taken else None, worth, self.language, frame.wide, frame.high)
            self.put(f"arrival-{nth}", art, self.sheet.say(Message("draw.arrival", {"tile": nth + 1})), board=True)

    def lay_tile(self) -> None:
        frame = self.places["tile"]
        told, words = self.sheet.say(end_tile(self.box, self.view.end, self.language)), self.sheet.say(tally(self.view, self.language))
        art = stamped(lay_end, self.box.components.arrivals.reward, words, frame.wide, frame.high)
        self.put("tile", art, told, board=True)

    # Cards, characters, rewards

    def lay_pieces(self) -> None:
        for card in sorted(int(piece.partition("-")[2]) for piece in self.places if piece.startswith("card-")):
            self.lay_card(card)
        for number, road in enumerate(self.view.roads):
            self.lay_rewards(number, road)
            ranks = activation_order(self.view, number)
            for nth, placed in enumerate(road.line):
                self.lay_placed(number, nth, placed, ranks[nth])
        for who in (*held(self.view), *kept(self.view)):
            frame = self.places[f"held-{who}"]
            self.put(f"held-{who}", held_card(self.box, who, self.language, frame.wide, frame.high), self.name(self.box.keys[who]))
        self.lay_boss()
        for nth, weapon_left in enumerate(self.view.reserve):
            frame = self.places[f"reserve-{nth}"]
            self.put(f"reserve-{nth}", weapon_card(self.box, nth, weapon_left, frame.wide, frame.high), self.name(WEAPONS[nth]))

    def lay_card(self, card: int) -> None:
        frame, kind = self.places[f"card-{card}"], card % self.box.kinds
        if any(card in cards for cards in self.view.taken):
            name = self.box.places[self.box.place[kind]].name
            self.put(f"card-{card}", stamped(scene, name, 0, 0, frame.wide, frame.wide * 0.625))
            return
        art = caravan_card(self.box, kind, self.language, frame.wide, frame.high, self.feet.get(f"card-{card}", 0))
        self.put(
            f"card-{card}",
            stamped(lay_over, art, "now", frame.wide, frame.high) if card in self.chosen else art,
            self.name(self.box.code[card]),
        )

    def lay_rewards(self, number: int, road: Road) -> None:
        if self.view.sale is not None and self.view.sale.road == number:
            return
        for nth in range(road.coins):
            self.put(f"coin-{number}-{nth}", stamped(coin, 0, 0, 15 if self.lay.tall else 20))
        for nth in range(road.daggers):
            self.put(f"dagger-{number}-{nth}", stamped(weapon, "dagger", 0, 0, 20 if self.lay.tall else 26))

    def lay_placed(self, number: int, nth: int, placed: Placed, rank: str) -> None:
        piece = piece_of(number, nth, placed)
        frame = self.places[piece]
        label, view = self.sheet.say(standing(self.view, nth + 1, placed)), self.view
        if placed.character < 0:
            self.put(piece, card_back(placed.seat, placed.arms, self.language, frame.wide, frame.high), label)
            return
        value = value_in(self.box, view.roads[number].cards, placed)
        done = bool(view.sale and view.sale.done >> placed.character & 1) and not is_recruiting(view)
        art = character_card(self.box, placed, value, rank, self.language, frame.wide, frame.high, self.feet.get(piece, 0))
        is_next = view.sale and view.todo and view.todo[0].item == placed.character and not done
        over = "veil" if done else "now" if is_next else ""
        self.put(piece, stamped(lay_over, art, over, frame.wide, frame.high) if over else art, label)

    def lay_boss(self) -> None:
        view = self.view
        if view.seat is None:
            return
        frame, parts = self.places["boss"], self.box.components.bosses
        place = view.bosses[view.seat]
        count = [self.box.places[self.box.place[card]].name for card in view.taken[view.seat]].count(parts.places[place])
        told = Message("draw.boss", {"worth": parts.worth, "place": parts.places[place]})
        self.put("boss", boss_card(self.box, place, count, self.language, frame.wide, frame.high), self.sheet.say(told))

    # Players

    def label_seat(self, seat: int) -> None:
        view, frame, tall = self.view, self.places[f"seat-{seat}"], self.lay.tall
        whose = "" if tall else self.sheet.say(Message("draw.you" if seat == view.seat else "draw.seat", {"seat": seat}))
        crowned = view.outcome is not None and seat in view.outcome.winners
        art = stamped(lay_seat, seat, self.language, seat in view.awaited, whose, crowned, tall, frame.wide, frame.high)
        self.put(f"seat-{seat}", art, self.sheet.name_of(seat), "gone" if seat in view.removed else "", board=True)
        if seat == view.star:
            self.put("star", stamped(use, "star", -7, -7, 14), board=True)
        self.put(f"purse-{seat}", stamped(coin, 0, 0))
        self.put(f"money-{seat}", stamped(write, str(total(view, seat)), 0, 0, "left title ink"))
        hats = self.places[f"hats-{seat}"]
        self.put(f"hats-{seat}", stamped(lay_hats, len(view.teams[seat]), hats.wide, hats.high), board=True)
        self.put(f"arms-{seat}", stamped(arm_list, view.arms[seat], self.places[f"arms-{seat}"]), board=True)
        self.label_cards(seat)

    def label_cards(self, seat: int) -> None:
        """Draw the deck as a card back with its size, and the number of taken cards."""
        frame, taken = self.places[f"cards-{seat}"], len(self.view.taken[seat])
        left = self.view.decks[seat] + len(self.view.tails[seat])
        self.put(f"cards-{seat}", stamped(lay_deck, seat, left, frame.high), board=True)
        if taken:
            area = self.places[f"taken-{seat}"]
            write(self.piece(f"taken-{seat}", board=True), str(taken), area.wide - 1, area.high / 2, "right ink")


def lay_arrival(tile: Element, seat: int | None, worth: int, language: str, wide: float, high: float) -> None:
    rect(tile, "slot" if seat is None else "seat-box", 0, 0, wide, high, 6)
    if seat is not None:
        hat(tile, seat, language, 0.29 * wide, high / 2 + 1, min(28, 0.54 * wide))
    write(tile, f"{worth} $", wide * (0.5 if seat is None else 0.77), high / 2, "faint" if seat is None else "ink")


def lay_end(tile: Element, reward: int, words: str, wide: float, high: float) -> None:
    rect(tile, "seat-box", 0, 0, wide, high, 6)
    disc(tile, "gold", 14, high / 2, 9.5)
    write_numeral(tile, str(reward), 14, high / 2)
    fit(tile, words, 27, high / 2, wide - 36, "left plain ink")


def lay_seat(
    paper: Element, seat: int, language: str, awaited: bool, whose: str, crowned: bool, tall: bool, wide: float, high: float
) -> None:
    rect(paper, "turn" if awaited else "seat-box", 0, 0, wide, high, 7)
    middle = 13 if tall else 17
    seat_token(paper, seat, language, middle, middle)
    if whose:
        write(paper, whose, 33, 17, "left title ink")
    if crowned:
        trace(paper, CROWN, "crown", transform(middle, middle + 2, 0.6))  # above the letter


def lay_hats(paper: Element, count: int, wide: float, high: float) -> None:
    across = min(19, wide - 8)
    use(paper, "hat-plain", 0, high / 2 - across / 3, across, across * 2 / 3, "ink-hat")
    write(paper, str(count), across + 2, high / 2, "left ink")


def lay_deck(paper: Element, seat: int, left: int, high: float) -> None:
    use(paper, "back", 0, high / 2 - 8, 12, 16, f"hat-{seat}")
    write(paper, str(left), 15, high / 2, "left faint plain")


@lru_cache(maxsize=16)
def lane(lay: Layout, number: int) -> Stamp:
    art, area = Stamp(), lay.road(number, lay.lane)
    rect(art, f"lane-{number}", *area, 8 if lay.tall else 12)
    use(art, f"land-{'small-' if lay.tall else ''}{ROADS[number]}", *area, "land")
    return art


def lay_vacant(paper: Element, area: Stamp, words: str, kind: str, frame: Frame) -> None:
    paper.append(area)
    rect(paper, "vacant", *frame, 5)
    (x, y), looks = frame.middle, "plain ink" if frame.high > FULL else "small plain ink"
    lines = wrap(words, frame.wide - 6, looks)
    use(paper, "ox-light" if kind == "caravan" else "hat-plain", x - 12, y - 6 * len(lines) - 18, 24, looks="ink-hat")
    paragraph(paper, lines, x, y - 6 * len(lines) + 8, 12, looks)


def lay_over(paper: Element, art: Stamp, looks: str, wide: float, high: float) -> None:
    """Frame a piece that is active, or veil one that is done."""
    paper.append(art)
    rect(paper, looks, 0, 0, wide, high, 5)


def activation_order(view: View, number: int) -> list[str]:
    """Return the order of activation of the known characters still to come; blank if there are fewer than two."""
    line, done = view.roads[number].line, view.sale.done if view.sale else 0
    coming = tuple(placed for placed in line if placed.character < 0 or not done >> placed.character & 1)
    known = sum(placed.character >= 0 for placed in coming)
    ranks = iter(order(view, number, coming) if known > 1 else [""] * len(coming))
    return [next(ranks) if placed in coming else "" for placed in line]


def total(view: View, seat: int) -> int:
    scores = view.outcome.scores if view.outcome else None
    return int(scores[seat]) if scores else view.money[seat]


def arm_list(piece: Element, arms: Arms, frame: Frame) -> None:
    """Draw a player's weapons one by one or, if there is not enough room, one of each kind with its count."""
    rect(piece, "hit", 0, 0, frame.wide, frame.high)
    whole = sum(REACH[key] * count for key, count in zip(WEAPONS, arms, strict=True)) * frame.high / 26
    if whole <= 1.5 * frame.wide:
        lay_rack(piece, min(frame.wide, whole), frame.high)
        draw_weapons(piece, arms, (0, min(frame.wide, whole)), frame.high / 2, frame.high)
        return
    kinds = [(key, str(count) if count > 1 else "") for key, count in zip(WEAPONS, arms, strict=True) if count]
    figures = [width(count) + 1 if count else 2 for _, count in kinds]
    reach = {"dagger": 9, "pistol": 15, "rifle": 19}  # not to scale, because a rifle would leave no room for the others
    scale = min(frame.high / 18, (frame.wide - sum(figures)) / sum(reach[key] for key, _ in kinds))
    lay_rack(piece, sum(figures) + scale * sum(reach[key] for key, _ in kinds), frame.high)
    x = 0.0
    for (key, count), figure in zip(kinds, figures, strict=True):
        wide = reach[key] * scale
        weapon(piece, key, x + wide / 2, frame.high / 2, wide * 26 / REACH[key])
        write_numeral(piece, count, x + wide + figure / 2, frame.high / 2)
        x += wide + figure


def lay_rack(piece: Element, wide: float, high: float) -> None:
    """Draw a light background, so that dark weapons also stand out in dark mode."""
    if wide:
        rect(piece, "rack", -1, 0, wide + 2, high, 4)
