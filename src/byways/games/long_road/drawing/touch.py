"""Explain what a player points at in a drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from byways.games.long_road import choices as c
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.components import Character, Take
from byways.games.long_road.drawing.options import icon_of
from byways.games.long_road.drawing.phrases import in_hand
from byways.games.long_road.drawing.scene import held
from byways.games.long_road.rules.common import place_name, value_in
from byways.games.long_road.rules.events import times, weapons
from byways.games.long_road.rules.sale import prices_of
from byways.games.long_road.state import Placed
from byways.games.long_road.view import View, after_act
from byways.games.long_road.view.promises import promise
from byways.i18n import Message, Value
from byways.room import Row, Touched

PIECE = re.compile(r"([a-z]+)(?:-(\d{1,3}))?(?:-(\d{1,3}))?")


def touched(view: View, piece: str, x: float, y: float, tall: bool = False) -> Touched | None:
    """Explain a piece, given its id. Every detail is a piece, so the point and the sheet do not matter."""
    view, found = after_act(view), PIECE.fullmatch(piece)
    if found is None:
        return None
    kind, (first, second) = found[1], (int(number or 0) for number in found.groups()[1:])
    try:
        return on_road(view, kind, first, second) or at_seat(view, kind, first) or beside(view, kind, first)
    except IndexError:  # the id is not in this drawing
        return None


def on_road(view: View, kind: str, number: int, nth: int) -> Touched | None:
    match kind:
        case "line" | "caravan":
            return Touched(Message(f"about.{kind}", {"road": ROADS[number]}))
        case "road":
            return about_road(view, number)
        case "rewards":
            return Touched(rewards(view, number))
        case "coin":
            return Touched(rewards(view, number), c.Reward("coin"))
        case "dagger":
            return Touched(rewards(view, number), c.Reward("dagger"))
        case "card":
            return about_card(view, number)
        case "held":
            return about_held(view, number)
        case "who":
            return about_who(view, number)
        case "placed":
            return about_placed(view, number, nth)
    return None


def at_seat(view: View, kind: str, seat: int) -> Touched | None:
    match kind:
        case "seat" | "purse" | "money":
            return about_seat(view, seat)
        case "star":
            return about_seat(view, view.star)
        case "hats":
            return Touched(Message("about.hats", {"seat": seat, "hats": len(view.teams[seat])}))
        case "arms" if carried := weapons(view.arms[seat]):
            return Touched(Message("about.arms", {"seat": seat, "weapons": carried}))
        case "arms":
            return Touched(Message("about.arms-none", {"seat": seat}))
        case "cards" | "taken":
            deck = view.decks[seat] + len(view.tails[seat])
            told = Message(f"about.cards{of_values(view)}", {"seat": seat, "deck": deck, "taken": len(view.taken[seat])})
            return Touched(told if deck else Message("about.deck-empty", {"cards": told}))
    return None


def beside(view: View, kind: str, nth: int) -> Touched | None:
    """Explain the tiles, weapons and the boss beside the roads."""
    parts = view.box.components
    match kind:
        case "arrival":
            worth = parts.arrivals.tiles[nth]
            if nth < len(view.arrivals):
                return Touched(Message("about.arrival-taken", {"seat": view.arrivals[nth], "worth": worth}))
            return Touched(Message("about.arrival", {"tile": nth + 1, "worth": worth}))
        case "reserve":
            weapon = parts.weapons[nth]
            values: dict[str, Value] = {"weapon": weapon.name, "price": weapon.price, "value": weapon.value, "left": view.reserve[nth]}
            offered = (one for one in view.choices if isinstance(one, c.Bargain | c.Find | c.Buy) and one.weapon == weapon.name)
            return Touched(Message("about.weapon", values), *offered, c.Buy(weapon.name))
        case "boss" if view.seat is not None:
            place = parts.bosses.places[view.bosses[view.seat]]
            count = [place_name(view.box, card) for card in view.taken[view.seat]].count(place)
            return Touched(Message("about.boss", {"worth": parts.bosses.worth, "place": place, "count": count}))
        case "tile":
            return Touched(Message("about.end", {"reward": parts.arrivals.reward, "says": parts.ends.faces[view.end].says}))
    return None


# Choices


def row(view: View, choice: AnyChoice) -> Row:
    """Describe one of several choices for a card or character: where it goes, what it gains, and whether it starts a sale."""
    worth, icon = promise(view, choice), icon_of(view, choice)
    art = f"{'weapon' if icon in WEAPONS else 'road'}-{icon}" if icon else ""
    brings = (worth.brings,) if worth else ()
    match choice:
        case c.Play(code, road):
            left = rewards_left(view, code, ROADS.index(road))
            reward = Message("row.bare") if left is None else Message("row.reward", {"left": left})
            return Row(
                Message("row.road", {"road": road}),
                brings if left == 0 else (*brings, reward),
                Message("row.last") if left == 0 else "",
                art,
            )
        case c.Move(_, _, to):
            return Row(Message("row.road", {"road": to}), brings, art=art)
    return Row(choice.sentence, brings, art="change" if isinstance(choice, c.Change) else art)


def rewards_left(view: View, code: str, number: int) -> int | None:
    """Return how many rewards a played card leaves on a road; None if it takes none."""
    left = view.roads[number].coins + view.roads[number].daggers
    return left - 1 if left and view.box.signpost[view.box.kind_of[code]] else None


# Roads


def about_road(view: View, number: int) -> Touched:
    road = view.roads[number]
    white, black = prices_of(view.box, road)
    if road.on_the_road or road.destination < 0:
        return Touched(Message("about.on-the-road", {"road": ROADS[number], "price": white}))
    return Touched(Message("about.road", {"road": ROADS[number], "white": white, "black": black}))


def rewards(view: View, number: int) -> Message:
    road = view.roads[number]
    left = times({"coin": road.coins, "dagger": road.daggers})
    if not left:
        return Message("about.no-rewards", {"road": ROADS[number]})
    return Message("about.rewards", {"road": ROADS[number], "rewards": left})


# Cards and characters


def about_card(view: View, card: int) -> Touched:
    """Explain a card: taken by a player, in a caravan with its pay there, or in hand."""
    box = view.box
    code = box.code[card]
    if (owner := next((seat for seat, cards in enumerate(view.taken) if card in cards), None)) is not None:
        return Touched(Message(f"about.taken{of_values(view)}", {"card": code, "seat": owner}))
    if (number := next((number for number, road in enumerate(view.roads) if card in road.cards), None)) is not None:
        pays = box.pay(card, *prices_of(box, view.roads[number]))
        values: dict[str, Value] = {"card": code, "says": box.places[box.place[card]].says, "road": ROADS[number], "pays": pays}
        return Touched(Message("about.laid", values), with_laid(view, code, number))
    if view.seat is None or card not in view.hands[view.seat]:
        raise IndexError(card)
    offered = (choice for choice in view.choices if getattr(choice, "card", None) == code)
    return Touched(in_hand(box, card), *offered, c.Play(code, ROADS[max(0, box.symbol[card])]))


def with_laid(view: View, code: str, number: int) -> AnyChoice | None:
    """Return what a click on a caravan card would mean: taking it at a sale, or bringing it over a river."""
    if view.sale is not None:
        return c.Take(code, ROADS[number])
    return c.Ford(code, ROADS[number]) if any(isinstance(choice, c.Ford) for choice in view.choices) else None


def about_held(view: View, who: int) -> Touched:
    if who not in held(view):
        raise IndexError(who)
    key = view.box.keys[who]
    offered = (choice for choice in view.choices if getattr(choice, "character", None) == key)
    return Touched(ability(view.box.characters[who]), *offered, c.Assign(key))


def ability(card: Character) -> Message:
    """Describe an ability. Most characters take a card and do something more; those that take several say so themselves."""
    several = any(isinstance(effect, Take) and effect.count > 1 for effect in card.effects)
    value = f"{card.value}{'+' if card.plus else ''}"
    return Message("about.ability" if several else "about.character", {"character": card.key, "value": value, "says": card.says})


def about_who(view: View, character: int) -> Touched:
    for number, road in enumerate(view.roads):
        for nth, placed in enumerate(road.line):
            if placed.character == character and placed.up:
                return about_placed(view, number, nth)
    raise IndexError(character)


def about_placed(view: View, number: int, nth: int) -> Touched:
    parts = tuple(described(view, number, view.roads[number].line[nth]))
    values: dict[str, Value] = dict(zip(("what", "whose", "armed"), parts, strict=False))
    offered = (choice for choice in view.choices if concerns(choice, view, number, nth))
    return Touched(Message(f"about.placed-{len(parts)}", values), *offered, with_placed(view, number, nth))


def described(view: View, number: int, placed: Placed) -> Iterator[Message]:
    """Describe a character on a road as far as the viewer knows it: ability, player and value, weapons."""
    values: dict[str, Value] = {"seat": placed.seat, "road": ROADS[number]}
    if placed.character < 0:
        yield Message("about.hidden")
        yield Message("about.whose-hidden", values)
    else:
        yield ability(view.box.characters[placed.character])
        value = value_in(view.box, view.roads[number].cards, placed)
        yield Message("about.whose" if placed.up else "about.whose-down", {**values, "value": value})
    if any(placed.arms):
        yield Message("about.armed", {"weapons": weapons(placed.arms)})


def concerns(choice: AnyChoice, view: View, number: int, nth: int) -> bool:
    """Whether a choice concerns a character in a line, by name or by place."""
    placed = view.roads[number].line[nth]
    if isinstance(choice, c.Arm | c.Move):
        return (choice.road, choice.place) == (ROADS[number], nth + 1)
    return placed.character >= 0 and getattr(choice, "character", None) == view.box.keys[placed.character]


def with_placed(view: View, number: int, nth: int) -> AnyChoice | None:
    """Return what a click on a character in a line would currently mean: taking it back, calling it, taking its weapon, or arming it."""
    placed, kinds = view.roads[number].line[nth], {type(choice) for choice in view.choices}
    key = view.box.keys[placed.character] if placed.character >= 0 else ""
    if key and c.Recruit in kinds:
        return c.Recruit(key)
    if key and c.Call in kinds:
        return c.Call(key)
    if key and c.Seize in kinds:
        return c.Seize(next((weapon for weapon, count in zip(WEAPONS, placed.arms, strict=True) if count), WEAPONS[0]), key)
    if view.sale is not None:
        return None
    mine = [choice for choice in view.choices if isinstance(choice, c.Arm) and (choice.road, choice.place) == (ROADS[number], nth + 1)]
    return mine[0] if mine else c.Arm("dagger", ROADS[number], nth + 1)


def of_values(view: View) -> str:
    """Return the message suffix for an end tile about characters' values, for which caravan cards do not count."""
    return "-values" if view.box.components.ends.faces[view.end].counts in ("highest", "lowest") else ""


def about_seat(view: View, seat: int) -> Touched:
    robbing = any(isinstance(choice, c.Rob) for choice in view.choices)
    values: dict[str, Value] = {"seat": seat, "money": view.money[seat]}
    return Touched(Message("about.star" if seat == view.star else "about.seat", values), c.Rob(seat) if robbing else None)
