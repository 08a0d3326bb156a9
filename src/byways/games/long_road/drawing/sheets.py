"""The Long Road on paper: all cards, tiles, weapons, money and hats, and a reference card for each player."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from byways.drawing import picture, use, write
from byways.game import Game
from byways.games.long_road.box import own_box
from byways.games.long_road.choices import ROADS
from byways.games.long_road.components import Components, Weapon
from byways.games.long_road.drawing.art import (
    coin,
    disc,
    fit,
    hat,
    herd,
    letter_of,
    paragraph,
    rect,
    road_symbol,
    weapon,
    wrap,
    write_numeral,
)
from byways.games.long_road.drawing.cards import boss_card, caravan_card, centred_paragraph, destination_card, held_card
from byways.games.long_road.drawing.emblems import GOAL
from byways.games.long_road.drawing.phrases import said
from byways.games.long_road.drawing.style import STYLE
from byways.i18n import Message
from byways.sheets import Form, Order, Piece, Pieces, Prints

MONEY = {1: 20, 2: 10, 5: 6, 10: 6, 20: 6, 50: 4}  # the number of coins in the box, by value
HATS, ROADS_OPEN = 5, 3
CARD, PLACE = (45.0, 72.5), (45.0, 55.0)
TARGET, BOSS = (45.0, 42.4), (45.0, 30.0)
TILE, TOKEN = (22.0, 22.0), (18.0, 18.0)
REFERENCE = (57.5, 81.6)
LEGEND = ("tepee", "white", "black", "signpost", "dagger", "pistol", "rifle", "hat", "star")
STEPS = ("change", "play", "character", "bonus", "buy", "arm", "refill")
SCORES = ("money", "boss", "tile", "arrivals", "weapons")


def prints(game: Game[Components], order: Order) -> Prints:
    return Prints(Printer(game, order).sheets(), LEGEND)


class Printer:
    """The components of a game, drawn in one language."""

    def __init__(self, game: Game[Components], order: Order) -> None:
        self.game, self.box, self.order, self.language = game, own_box(game.components), order, order.language

    def say(self, name: str, **values: int | str) -> str:
        return self.game.say(Message(name, dict(values)), self.language)

    def drawn(self, size: tuple[float, float], paint: Callable[[Element], object]) -> str:
        return self.game.illustrated(picture(size, paint, STYLE))

    def sheets(self) -> tuple[Pieces | Form, ...]:
        seats = range(self.order.players)
        return (
            *(self.deck(seat) for seat in seats),
            self.characters(),
            self.destinations(),
            self.bosses(),
            self.tiles(),
            self.ends(),
            self.on_the_road(),
            self.weapons(),
            self.money(),
            self.hats(),
            self.references(),
            self.scores(),
        )

    # Cards

    def deck(self, seat: int) -> Pieces:
        back = self.drawn((124, 152), lambda root: back_of(root, 124, 152, f"hat-{seat}", letter_of(seat, self.language)))
        faces = [
            self.drawn((124, 152), lambda root, kind=kind: root.append(caravan_card(self.box, kind, self.language, 124, 152, 1)))  # type: ignore[misc]
            for kind in range(self.box.kinds)
        ]
        return Pieces(Message("print.deck", {"seat": seat}), PLACE, tuple(Piece(face, back) for face in faces), ("places",))

    def characters(self) -> Pieces:
        def face(who: int) -> str:
            def paint(root: Element) -> None:
                root.append(held_card(self.box, who, self.language, 124, 200))
                write(root, self.box.characters[who].pack, 10, 190, "small")

            return self.drawn((124, 200), paint)

        back = self.drawn((124, 200), lambda root: back_of(root, 124, 200, "secret", ""))
        cards = tuple(Piece(face(who), back) for who in range(len(self.box.characters)))
        return Pieces(Message("print.characters"), CARD, cards, ("characters",), Message("print.packs"))

    def destinations(self) -> Pieces:
        wide, high = GOAL

        def face(nth: int) -> str:
            road, card = self.box.destinations[nth]

            def paint(root: Element) -> None:
                root.append(destination_card(self.box, road, (card.white, card.black), self.language, wide, high))
                rewards = ["coin"] * card.coins + ["dagger"] * card.daggers
                for at, reward in enumerate(rewards):
                    x = wide / 2 + 20 * (at - (len(rewards) - 1) / 2)
                    if reward == "coin":
                        coin(root, x, 62, 19)
                    else:
                        weapon(root, "dagger", x, 62, 26)

            return self.drawn((wide, high), paint)

        backs = [self.drawn((wide, high), lambda root, road=road: road_back(root, wide, high, road)) for road in ROADS]  # type: ignore[misc]
        cards = tuple(Piece(face(nth), backs[road]) for nth, (road, _) in enumerate(self.box.destinations))
        return Pieces(Message("print.destinations"), TARGET, cards, ("destinations",))

    def bosses(self) -> Pieces:
        parts = self.box.components.bosses

        def face(nth: int) -> str:
            return self.drawn((120, 80), lambda root: root.append(boss_card(self.box, nth, None, self.language, 120, 80)))

        back = self.drawn((120, 80), lambda root: back_of(root, 120, 80, "secret", self.say("print.boss-back")))
        return Pieces(Message("print.bosses"), BOSS, tuple(Piece(face(nth), back) for nth in range(len(parts.places))), ("bosses",))

    # Tiles

    def tiles(self) -> Pieces:
        """Return the arrival tiles, with the number of the arrival on the front and its value on the back."""

        def side(words: str, under: str) -> str:
            return self.drawn((80, 80), lambda root: tile(root, words, under))

        values = self.box.components.arrivals.tiles
        pieces = (Piece(side(f"{nth}.", self.say("print.arrival")), side(f"{value} $", "")) for nth, value in enumerate(values, 1))
        return Pieces(Message("print.arrivals"), TILE, tuple(pieces), ("arrivals",))

    def ends(self) -> Pieces:
        """The end tiles, with a face on each side."""
        faces = self.box.components.ends.faces

        def side(nth: int) -> str:
            reward = f"{self.box.components.arrivals.reward} $"
            lines = wrap(said(self.box, faces[nth].says, self.language), 70, "small plain")
            return self.drawn((80, 80), lambda root: tile(root, reward, *lines))

        return Pieces(Message("print.ends"), TILE, (Piece(side(0), side(1)), Piece(side(2), side(3))), ("ends", "arrivals"))

    def on_the_road(self) -> Pieces:
        price = self.box.components.arrivals.on_the_road

        def paint(root: Element) -> None:
            tile(root, f"{price} $", *wrap(self.say("print.on-the-road"), 70, "small plain"))
            for nth in (0, 1):
                herd(root, nth == 0, 13 + 54 * nth, 14, 18)

        return Pieces(Message("print.road-tiles"), TILE, (Piece(self.drawn((80, 80), paint), count=ROADS_OPEN),), ("arrivals",))

    # Tokens

    def weapons(self) -> Pieces:
        def face(nth: int) -> str:
            parts = self.box.weapons[nth]

            def paint(root: Element) -> None:
                rect(root, "card", 1, 1, 50, 50, 6)
                weapon(root, parts.name, 26, 20, 26)
                write(root, f"+{parts.value}", 26, 42, "name")

            return self.drawn((52, 52), paint)

        players = max(self.order.players, 2) - 2
        pieces = tuple(Piece(face(nth), count=parts.supply[players]) for nth, parts in enumerate(self.box.weapons))
        return Pieces(Message("print.weapons"), TOKEN, pieces, ("weapons",))

    def money(self) -> Pieces:
        def face(value: int) -> str:
            def paint(root: Element) -> None:
                disc(root, "gold", 26, 26, 24)
                disc(root, "light", 26, 26, 17)
                write_numeral(root, str(value), 26, 26, "big")

            return self.drawn((52, 52), paint)

        return Pieces(Message("print.money"), TOKEN, tuple(Piece(face(value), count=count) for value, count in MONEY.items()))

    def hats(self) -> Pieces:
        def face(seat: int) -> str:
            def paint(root: Element) -> None:
                rect(root, "card", 1, 1, 50, 50, 6)
                hat(root, seat, self.language, 26, 27, 44)

            return self.drawn((52, 52), paint)

        def star(root: Element) -> None:
            rect(root, "card", 1, 1, 50, 50, 6)
            use(root, "star", 6, 6, 40)

        pieces = tuple(Piece(face(seat), count=HATS) for seat in range(self.order.players))
        return Pieces(Message("print.hats"), TOKEN, (*pieces, Piece(self.drawn((52, 52), star))))

    # Reference and scores

    def references(self) -> Pieces:
        wide, high = 248, 352

        def paint(root: Element) -> None:
            rect(root, "card", 1, 1, wide - 2, high - 2, 10)
            fit(root, self.say("print.turn"), wide / 2, 20, wide - 20, "title")
            y = 38.0
            for nth, step in enumerate(STEPS, 1):
                lines = wrap(self.say(f"print.step-{step}", **self.figures()), wide - 44, "plain")
                write(root, str(nth), 16, y + 8, "name")
                paragraph(root, lines, 30, y, 14, "left plain")
                y += 14 * len(lines) + 6
            for nth, parts in enumerate(self.box.weapons):
                weapon_line(root, parts, 10 + 78 * nth, high - 44)
            fit(root, self.say("print.weapon-line"), wide / 2, high - 16, wide - 20, "small plain")

        return Pieces(Message("print.references"), REFERENCE, (Piece(self.drawn((wide, high), paint), count=self.order.players),))

    def figures(self) -> dict[str, int]:
        start = self.box.components.start
        return {"change": start.change, "hand": start.hand}

    def scores(self) -> Form:
        columns = tuple(Message("seat.name", {"seat": seat}) for seat in range(self.order.players))
        rows = (*(Message(f"print.score-{row}") for row in SCORES), Message("print.total"))
        return Form(Message("print.final"), columns, rows, count=3)


def weapon_line(root: Element, parts: Weapon, x: float, y: float) -> None:
    weapon(root, parts.name, x + 12, y, 26)
    for line, words in enumerate((f"+{parts.value}", f"{parts.price} $ / {parts.resale} $")):
        write(root, words, x + (34 if parts.name == "rifle" else 28), y - 7 + 14 * line, "left small")


def tile(root: Element, words: str, *lines: str) -> None:
    """Draw a square tile with a large word and, below it, small lines."""
    rect(root, "card", 1, 1, 78, 78, 8)
    write(root, words, 40, 24 if any(lines) else 40, "big")
    centred_paragraph(root, [line for line in lines if line], (40, 74), (36, 76), 12, "small plain")


def back_of(root: Element, wide: float, high: float, looks: str, words: str) -> None:
    """Draw the back of a card, with a hat and a letter or word on it."""
    use(root, "back", 0, 0, wide, high, looks)
    use(root, "hat-plain", wide / 2 - 30, high / 2 - 30, 60, looks="cream")
    write(root, words, wide / 2, high / 2 - 2, "title")


def road_back(root: Element, wide: float, high: float, road: str) -> None:
    rect(root, "card", 1, 1, wide - 2, high - 2, 8)
    road_symbol(root, road, wide / 2, high / 2, 74)
