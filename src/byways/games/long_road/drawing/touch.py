"""What teaches The Long Road: pictures of its components, and what lies where in its drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from byways.games.long_road import choices as c
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.components import Character, Take
from byways.games.long_road.drawing.phrases import in_hand
from byways.games.long_road.drawing.scene import held
from byways.games.long_road.rules.common import value_in
from byways.games.long_road.rules.events import times, weapons
from byways.games.long_road.rules.sale import prices_of
from byways.games.long_road.state import Placed
from byways.games.long_road.view import View, after_act
from byways.i18n import Message, Value
from byways.room import Touched

PIECE = re.compile(r"([a-z]+)(?:-(\d{1,3}))?(?:-(\d{1,3}))?")


def touched(view: View, piece: str, x: float, y: float, tall: bool = False) -> Touched | None:
    """All that there is to know about is a piece, so the point does not matter: the same for every shape of the sheet."""
    view, found = after_act(view), PIECE.fullmatch(piece)
    about = ABOUT.get(found[1]) if found else None
    if found is None or about is None:
        return None
    first, second = (int(number or 0) for number in found.groups()[1:])
    try:
        return about(view, first, second)
    except IndexError:  # an id that is not of this drawing
        return None


# Roads


def about_line(view: View, number: int, _: int) -> Touched:
    return Touched(Message("about.line", {"road": ROADS[number]}))


def about_caravan(view: View, number: int, _: int) -> Touched:
    return Touched(Message("about.caravan", {"road": ROADS[number]}))


def about_road(view: View, number: int, _: int) -> Touched:
    road = view.roads[number]
    white, black = prices_of(view.box, road)
    if road.on_the_road or road.destination < 0:
        return Touched(Message("about.on-the-road", {"road": ROADS[number], "price": white}))
    return Touched(Message("about.road", {"road": ROADS[number], "white": white, "black": black}))


def about_rewards(view: View, number: int, _: int) -> Touched:
    road = view.roads[number]
    rewards = times({"coin": road.coins, "dagger": road.daggers})
    if not rewards:
        return Touched(Message("about.no-rewards", {"road": ROADS[number]}))
    return Touched(Message("about.rewards", {"road": ROADS[number], "rewards": rewards}))


def about_coin(view: View, number: int, _: int) -> Touched:
    return Touched(about_rewards(view, number, 0).what, c.Reward("coin"))


def about_dagger(view: View, number: int, _: int) -> Touched:
    return Touched(about_rewards(view, number, 0).what, c.Reward("dagger"))


# Cards and characters


def about_card(view: View, card: int, _: int) -> Touched:
    """In a caravan with what it pays there, in hand, or taken by a player."""
    box = view.box
    code = box.code[card]
    values: dict[str, Value] = {"card": code, "says": box.places[box.place[card]].says}
    number = next((number for number, road in enumerate(view.roads) if card in road.cards), None)
    if (owner := next((seat for seat, cards in enumerate(view.taken) if card in cards), None)) is not None:
        return Touched(Message("about.taken", {"card": code, "seat": owner}))
    if number is None:
        return about_hand(view, card)
    pays = box.pay(card, *prices_of(box, view.roads[number]))
    return Touched(Message("about.laid", {**values, "road": ROADS[number], "pays": pays}), with_laid(view, code, number))


def about_hand(view: View, card: int) -> Touched:
    if view.seat is None or card not in view.hands[view.seat]:
        raise IndexError(card)
    code, road = view.box.code[card], ROADS[max(0, view.box.symbol[card])]
    return Touched(in_hand(view.box, card), offered(view, code) or c.Play(code, road))


def offered(view: View, code: str) -> AnyChoice | None:
    """Something that can be done with a card of the hand."""
    return next((choice for choice in view.choices if getattr(choice, "card", None) == code), None)


def with_laid(view: View, code: str, number: int) -> AnyChoice | None:
    """What a click on a card of a caravan would be: taking it at a sale, bringing it over a river."""
    if view.sale is not None:
        return c.Take(code, ROADS[number])
    ford = c.Ford(code, ROADS[number])
    return ford if any(isinstance(choice, c.Ford) for choice in view.choices) else None


def about_held(view: View, who: int, _: int) -> Touched:
    if who not in held(view):
        raise IndexError(who)
    key = view.box.keys[who]
    chosen = next((choice for choice in view.choices if getattr(choice, "character", None) == key), None)
    return Touched(ability(view.box.characters[who]), chosen or c.Assign(key))


def ability(card: Character) -> Message:
    """Most characters take a card and do something more; those that take several say so."""
    several = any(isinstance(effect, Take) and effect.count > 1 for effect in card.effects)
    value = f"{card.value}{'+' if card.plus else ''}"
    return Message("about.ability" if several else "about.character", {"character": card.key, "value": value, "says": card.says})


def about_who(view: View, character: int, _: int) -> Touched:
    """Somebody whom all have seen."""
    for number, road in enumerate(view.roads):
        for nth, placed in enumerate(road.line):
            if placed.character == character and placed.up:
                return about_placed(view, number, nth)
    raise IndexError(character)


def about_placed(view: View, number: int, nth: int) -> Touched:
    placed = view.roads[number].line[nth]
    parts = tuple(described(view, number, placed))
    return Touched(
        Message(f"about.placed-{len(parts)}", dict(zip(("what", "whose", "armed"), parts, strict=False))), with_placed(view, number, nth)
    )


def described(view: View, number: int, placed: Placed) -> Iterator[Message]:
    """Who it is, whose and what it is worth now, and how it is armed, as far as the viewer may know."""
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


def with_placed(view: View, number: int, nth: int) -> AnyChoice | None:
    """What a click on a character of a line would be, in the moment: taking it back, calling it, taking its weapon, or arming it."""
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


# Tiles, weapons and players


def about_arrival(view: View, nth: int, _: int) -> Touched:
    worth = view.box.components.arrivals.tiles[nth]
    if nth < len(view.arrivals):
        return Touched(Message("about.arrival-taken", {"seat": view.arrivals[nth], "worth": worth}))
    return Touched(Message("about.arrival", {"tile": nth + 1, "worth": worth}))


def about_reserve(view: View, nth: int, _: int) -> Touched:
    weapon = view.box.weapons[nth]
    values: dict[str, Value] = {"weapon": weapon.name, "price": weapon.price, "value": weapon.value, "left": view.reserve[nth]}
    return Touched(Message("about.weapon", values), c.Buy(weapon.name))


def about_seat(view: View, seat: int, _: int) -> Touched:
    robbing = any(isinstance(choice, c.Rob) for choice in view.choices)
    values: dict[str, Value] = {"seat": seat, "money": view.money[seat]}
    return Touched(Message("about.star" if seat == view.star else "about.seat", values), c.Rob(seat) if robbing else None)


def about_star(view: View, _: int, __: int) -> Touched:
    return about_seat(view, view.star, 0)


def about_hats(view: View, seat: int, _: int) -> Touched:
    return Touched(Message("about.hats", {"seat": seat, "hats": len(view.teams[seat])}))


def about_arms(view: View, seat: int, _: int) -> Touched:
    carried = weapons(view.arms[seat])
    return Touched(Message("about.arms", {"seat": seat, "weapons": carried}) if carried else Message("about.arms-none", {"seat": seat}))


def about_cards(view: View, seat: int, _: int) -> Touched:
    deck = view.decks[seat] + len(view.tails[seat])
    return Touched(Message("about.cards", {"seat": seat, "deck": deck, "taken": len(view.taken[seat])}))


def about_boss(view: View, _: int, __: int) -> Touched | None:
    if view.seat is None:
        return None
    bosses = view.box.components.bosses
    place = bosses.places[view.bosses[view.seat]]
    count = [view.box.places[view.box.place[card]].name for card in view.taken[view.seat]].count(place)
    return Touched(Message("about.boss", {"worth": bosses.worth, "place": place, "count": count}))


def about_tile(view: View, _: int, __: int) -> Touched:
    parts = view.box.components
    return Touched(Message("about.end", {"reward": parts.arrivals.reward, "says": parts.ends.faces[view.end].says}))


ABOUT: dict[str, Callable[[View, int, int], Touched | None]] = {
    "line": about_line,
    "caravan": about_caravan,
    "road": about_road,
    "rewards": about_rewards,
    "coin": about_coin,
    "dagger": about_dagger,
    "card": about_card,
    "held": about_held,
    "who": about_who,
    "placed": about_placed,
    "arrival": about_arrival,
    "reserve": about_reserve,
    "seat": about_seat,
    "purse": about_seat,
    "money": about_seat,
    "star": about_star,
    "hats": about_hats,
    "arms": about_arms,
    "cards": about_cards,
    "taken": about_cards,
    "boss": about_boss,
    "tile": about_tile,
}
