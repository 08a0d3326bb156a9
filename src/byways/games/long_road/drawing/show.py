"""Shows: a sale, with one scene per character, and the end of the game. Everything comes from views and events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from byways.game import Event
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.drawing.phrases import tile_count
from byways.games.long_road.drawing.scene import is_recruiting
from byways.games.long_road.drawing.stage import Column, Items, Person, SaleStage, Source, Ware, draw_count, draw_sale
from byways.games.long_road.rules.common import place_name, value_in
from byways.games.long_road.rules.events import weapons
from byways.games.long_road.rules.sale import prices_of
from byways.games.long_road.state import Placed
from byways.games.long_road.view import View
from byways.i18n import Message, Value
from byways.show import Count, Flight, Group, Moment, Scene, Show, Summary, Token

MOST_COINS = 8  # maximum number of coins that fly for one payment
UNTOLD = ("recruit", "sold", "decline", "leave")  # events outside activations
SOURCES: tuple[Source, ...] = ("boss", "end tile", "arrivals", "weapons")  # in the order of the final count


class Part(msgspec.Struct):
    """The beginning of a sale, or an activation: its first event, its other events, and the index of its last moment."""

    event: Event
    road: int
    moment: int
    events: list[Event] = []

    @property
    def is_activation(self) -> bool:
        return self.event.name == "activate"

    @property
    def seat(self) -> int:
        return int(str(self.event.values["seat"]))


def show(before: View, moments: Sequence[Moment[View]]) -> Show:
    """Build the show for a sale, or for the end, which begins with the remaining caravans."""
    parts, counted, is_over = collect(moments)
    views = [before, *(moments[part.moment].view for part in parts)]
    scenes = tuple(scene_of(views, parts, nth) for nth in range(len(parts)))
    road, last = ROADS[parts[0].road], moments[-1].view
    if parts[0].event.name == "arrive":
        title = Message("show.sale", {"road": road})
        return Show(title, scenes, sale_summary(views, parts, is_recruiting(last)) if is_over else None)
    title = Message("show.end")
    if last.outcome is None:
        return Show(title, scenes)
    return Show(
        title, (*scenes, *count_scenes(last, views[-1], counted, len(moments) - 1)), end_summary(before, last, views, parts, counted)
    )


def collect(moments: Sequence[Moment[View]]) -> tuple[list[Part], dict[int, Event], bool]:
    """Return a show's parts, each seat's final count, and whether the show is over."""
    parts, counted = list[Part](), dict[int, Event]()
    for nth, moment in enumerate(moments):
        for event in moment.events:
            if parts and event.show:
                return parts, counted, True
            if event.name in ("arrive", "resolve"):
                parts.append(Part(event, ROADS.index(str(event.values["road"])), nth))
            elif event.name == "activate":
                parts.append(Part(event, parts[-1].road, nth))
            elif event.name == "count":
                counted[int(str(event.values["seat"]))] = event
            elif event.name not in UNTOLD:
                parts[-1].events.append(event)
                parts[-1].moment = nth
    return parts, counted, is_recruiting(moments[-1].view)


def money(amount: int) -> str:
    return f"{'−' if amount < 0 else '+'}{abs(amount)}\u00a0$"


# Scenes of a sale


def scene_of(views: Sequence[View], parts: Sequence[Part], nth: int) -> Scene:
    """Build the scene of a part. `views` has the views before the show and after each part."""
    part, before, after = parts[nth], views[nth], views[nth + 1]
    stage = stage_of(views, parts, nth)
    tokens = tuple(token for event in part.events for token in event_tokens(after, part, event))
    people = tuple(f"{kind}-{person.placed.character}" for person in stage.people for kind in ("who", "nth", "earned"))
    sold = tuple(f"card-{card}" for event in part.events if event.name == "sell" for card in cards_of(event))
    acting = acting_piece(after, part)
    if not part.is_activation and not stage.people:
        tokens = (*tokens, Token(Message("show.empty")))
    has_acted = nth < len(parts) - 1 or not after.awaited or is_recruiting(after)
    if part.is_activation and has_acted and not any(token.amount for token in tokens):
        tokens = (Token(Message("show.nothing"), money(0)), *tokens)
    return Scene(
        part.moment,
        part.event.wording,
        part.seat if "seat" in part.event.values else None,
        tokens,
        ("beam", *people, *sold, *(f"slot-{ware.number}" for ware in stage.wares)),
        flights=tuple(flight for event in part.events for flight in flights_of(event, acting)),
        counts=tuple(Count(f"money-{seat}", before.money[seat], after.money[seat]) for seat in changed(before, after)),
        stage=partial(draw_sale, stage),
    )


def changed(before: View, after: View) -> list[int]:
    return [seat for seat in range(len(after.money)) if before.money[seat] != after.money[seat]]


def acting_piece(view: View, part: Part) -> str:
    return f"who-{view.box.character_of[str(part.event.values['character'])]}" if part.is_activation else ""


def cards_of(event: Event) -> list[int]:
    """Return the cards of a sale. They are not in its moves if the viewer has made the sale step by step."""
    return numbers_in(event, "cards")


def number_in(event: Event, name: str) -> int:
    return int(str(event.values[name]))


def flights_of(event: Event, acting: str) -> Iterator[Flight]:
    """Yield coins that fly from a card to its character, and from there to its player's purse."""
    if event.name == "sell":
        for card, paid in zip(cards_of(event), paid_for(event), strict=True):
            if paid:
                yield Flight("coin", f"slot-{card}", acting, min(paid, MOST_COINS))
    if event.name in ("sell", "earn") and number_in(event, "money"):
        yield Flight("coin", acting, f"purse-{event.values['seat']}", min(number_in(event, "money"), MOST_COINS))
    if event.name == "rob" and number_in(event, "amount"):
        yield Flight("coin", f"purse-{event.values['victim']}", f"purse-{event.values['seat']}", number_in(event, "amount"))


def paid_for(event: Event) -> list[int]:
    return numbers_in(event, "paid")


def numbers_in(event: Event, name: str) -> list[int]:
    values = event.values[name]
    return [int(str(one)) for one in values] if isinstance(values, tuple) else []


def event_tokens(view: View, part: Part, event: Event) -> Iterator[Token]:
    """Say what happened in an activation, and why it paid."""
    values, key = event.values, str(part.event.values.get("character", ""))
    match event.name:
        case "sell":
            for card, paid in zip(cards_of(event), paid_for(event), strict=True):
                yield Token(sold(view, part, key, card, paid), money(paid), f"place-{place_name(view.box, card)}")
        case "earn":
            says = view.box.characters[view.box.character_of[key]].says
            name = "show.earned-each" if number_in(event, "times") > 1 else "show.earned"
            values = {"times": number_in(event, "times"), "each": number_in(event, "each"), "says": says}
            yield Token(Message(name, values), money(number_in(event, "money")), f"character-{key}")
        case "rob":
            yield Token(event.wording, money(number_in(event, "amount")), "coin")
        case "tile":
            worth = view.box.components.arrivals.tiles[number_in(event, "tile") - 1]
            yield Token(Message("show.tile", {"seat": values["seat"], "tile": values["tile"], "worth": worth}), "", "coin")
        case "weapon" | "seize":
            yield Token(event.wording, "", f"weapon-{values['weapon']}")
        case "return" | "recover":
            held = values["weapons"]
            arms = held if isinstance(held, tuple) else ()
            yield Token(event.wording, "", next((f"weapon-{key}" for key, count in zip(WEAPONS, arms, strict=True) if count), ""))
        case _:
            yield Token(event.wording)


def sold(view: View, part: Part, key: str, card: int, paid: int) -> Message:
    """Say what a card pays for. Name the ability if it pays more or less than the card's herds."""
    box = view.box
    white, black = prices_of(box, view.roads[part.road]) if view.sale is None else (view.sale.white, view.sale.black)
    herds = ("show.white", box.white[card], white), ("show.black", box.black[card], black)
    told = tuple(Message(name, {"count": count, "price": price}) for name, count, price in herds if count)
    values: dict[str, Value] = {"place": place_name(box, card), "herds": told}
    if not paid:
        return Message("show.unsold", values)
    if paid == box.pay(card, white, black):
        return Message("show.sold", values)
    return Message("show.sold-by", {**values, "says": box.characters[box.character_of[key]].says})


# The stage of a sale


def stage_of(views: Sequence[View], parts: Sequence[Part], nth: int) -> SaleStage:
    """Build the stage.

    `views` has the views before the show and after each part; the sale began with the last part that is not an activation.
    """
    first = max(at for at in range(nth + 1) if not parts[at].is_activation)
    view, part = views[nth + 1], parts[nth]
    opening, road = views[first + 1], part.road
    wares = {card: Ware(card) for card in opening.roads[road].cards}
    for one in parts[first : nth + 1]:
        for event in one.events:
            if event.name == "sell":
                wares |= {card: Ware(card, owner(view, card), True) for card in cards_of(event)}
    done = [person for at in range(first + 1, nth + 1) if (person := acted(views, parts, at, at == nth)) is not None]
    gone = {person.placed.character for person in done}
    coming = [placed for placed in view.roads[road].line if placed.character not in gone]
    cards = view.roads[road].cards
    waiting = sorted((Person(placed, value_in(view.box, cards, placed)) for placed in coming), key=lambda one: -one.value)
    gains = tuple(now - then for now, then in zip(view.money, views[first].money, strict=True))
    prices = prices_of(view.box, opening.roads[road])
    acting = part.seat if part.is_activation else None
    return SaleStage(view.box, road, prices, view.seat, acting, view.money, gains, (*done, *waiting), tuple(wares.values()))


def owner(view: View, card: int) -> int | None:
    return next((seat for seat, cards in enumerate(view.taken) if card in cards), None)


def acted(views: Sequence[View], parts: Sequence[Part], nth: int, is_now: bool) -> Person | None:
    """Return an activation's character as it was before, because its weapons are returned at the end. None if it left with its player."""
    before, part, box = views[nth], parts[nth], views[nth].box
    who = box.character_of[str(part.event.values["character"])]
    for placed in (*before.roads[part.road].line, *views[nth + 1].roads[part.road].line):
        if placed.character == who:
            return Person(placed, number_in(part.event, "value"), "now" if is_now else "done", earnings(part))
    return Person(Placed(who, part.seat, (0, 0, 0), True, 0), number_in(part.event, "value"), "now" if is_now else "done", earnings(part))


def earnings(part: Part) -> int:
    """Return what an activation earned its player."""
    paid = sum(number_in(event, "money") for event in part.events if event.name in ("sell", "earn"))
    return paid + sum(number_in(event, "amount") for event in part.events if event.name == "rob")


# Summaries


def sale_summary(views: Sequence[View], parts: Sequence[Part], hires: bool) -> Summary:
    before, after = views[0], views[-1]
    gains = [now - then for now, then in zip(after.money, before.money, strict=True)]
    most = max(1, *gains)
    groups = tuple(
        Group(seat, max(0, gain) / most, money(gain), f"{after.money[seat]}\u00a0$", tuple(seat_lines(views, parts, seat)))
        for seat, gain in enumerate(gains)
        if seat not in after.removed
    )
    tiles = (token for event in parts[0].events if event.name == "tile" for token in event_tokens(after, parts[0], event))
    title = Message("show.summary", {"road": ROADS[parts[0].road], "money": sum(gains)})
    return Summary(title, groups, (*boss_note(before, after), *tiles), Message("show.hire") if hires else "")


def seat_lines(views: Sequence[View], parts: Sequence[Part], seat: int) -> Iterator[Token]:
    """Say what each of a seat's characters got, and what others took from the seat."""
    acts = [(nth, part) for nth, part in enumerate(parts) if part.is_activation]
    for nth, part in acts:
        if part.seat == seat:
            events = [event for event in part.events if event.name != "return"]
            told = (token.text for event in events for token in event_tokens(views[nth + 1], part, event))
            why = tuple(text for text in told if not isinstance(text, tuple))
            heading = Message("show.who", {"character": part.event.values["character"], "value": part.event.values["value"]})
            key = part.event.values["character"]
            yield Token(why or Message("show.nothing"), money(earnings(part)), f"character-{key}", heading)
        for event in part.events:
            if event.name == "rob" and event.values["victim"] == seat:
                yield Token(event.wording, money(-number_in(event, "amount")), "coin")
            if event.name == "seize" and part.seat != seat == armed(views[nth], part, event):
                yield from event_tokens(views[nth + 1], part, event)
    if not any(part.seat == seat for _, part in acts):
        yield Token(Message("show.absent"))


def armed(before: View, part: Part, event: Event) -> int:
    """Return whose character loses a weapon."""
    who = before.box.character_of[str(event.values["character"])]
    return next(placed.seat for placed in before.roads[part.road].line if placed.character == who)


def boss_note(before: View, after: View) -> Iterator[Token]:
    """Tell only the viewer what the boss will add."""
    if after.seat is None or after.outcome is not None:
        return
    parts = after.box.components.bosses
    place = parts.places[after.bosses[after.seat]]
    now, then = (sum(place_name(view.box, card) == place for card in view.taken[after.seat]) for view in (after, before))
    heading = Message("show.boss", {"worth": parts.worth, "place": place})
    yield Token(
        Message("show.boss-own", {"here": now - then, "all": now}),
        money(parts.worth * (now - then)),
        f"place-{place}",
        heading,
        secret=True,
    )


# The end


def count_scenes(view: View, before: View, counted: dict[int, Event], moment: int) -> Iterator[Scene]:
    """Yield one scene each for bosses, end tile, arrival tiles and weapons. `before` shows the money after the last sale."""
    purse = {seat: before.money[seat] for seat in counted}
    shown: list[tuple[Source, dict[int, tuple[Token, ...]]]] = []
    for source in SOURCES if counted else ():
        tokens = {seat: tuple(source_tokens(view, seat, source, number_in(event, source))) for seat, event in counted.items()}
        if not any(tokens.values()):
            continue
        shown.append((source, tokens))
        gains = {seat: number_in(event, source) for seat, event in counted.items()}
        columns = tuple(
            Column(seat, purse[seat] + gains[seat], tuple(Items(name, number_in(counted[seat], name), rows[seat]) for name, rows in shown))
            for seat in counted
        )
        yield Scene(
            moment,
            caption(view, source),
            None,
            tuple(token for one in tokens.values() for token in one),
            tuple(f"{source.replace(' ', '-')}-{seat}" for seat in counted),
            flights=tuple(
                Flight("coin", f"{source.replace(' ', '-')}-{seat}", f"purse-{seat}", min(gain, MOST_COINS))
                for seat, gain in gains.items()
                if gain
            ),
            counts=tuple(Count(f"money-{seat}", purse[seat], purse[seat] + gain) for seat, gain in gains.items() if gain),
            stage=partial(draw_count, view.box, view.seat, columns),
        )
        purse = {seat: held + gains[seat] for seat, held in purse.items()}


def caption(view: View, source: Source) -> Message:
    if source != "end tile":
        return Message(f"show.count-{source}")
    parts = view.box.components
    return Message("show.count-end-tile", {"reward": parts.arrivals.reward, "says": parts.ends.faces[view.end].says})


def source_tokens(view: View, seat: int, source: Source, worth: int) -> Iterator[Token]:
    """Say what a seat gets from one source of the final count, and why."""
    parts = view.box.components
    if source == "boss":
        place = parts.bosses.places[view.bosses[seat]]
        count = sum(place_name(view.box, card) == place for card in view.taken[seat])
        values: dict[str, Value] = {"seat": seat, "worth": parts.bosses.worth, "place": place, "count": count}
        yield Token(Message("show.their-boss", values), money(worth), f"place-{place}")
    elif source == "end tile":
        yield Token(Message("show.their-tile", {"seat": seat, "count": tile_count(view, seat) or 0}), money(worth), "coin" if worth else "")
    elif source == "arrivals":
        for nth, holder in enumerate(view.arrivals):
            if holder == seat:
                yield Token(Message("show.their-arrival", {"seat": seat, "tile": nth + 1}), money(parts.arrivals.tiles[nth]), "coin")
    elif worth:
        key = next(key for key, count in zip(WEAPONS, view.arms[seat], strict=True) if count)
        yield Token(Message("show.their-weapons", {"seat": seat, "weapons": weapons(view.arms[seat])}), money(worth), f"weapon-{key}")


def end_summary(before: View, view: View, views: Sequence[View], parts: Sequence[Part], counted: dict[int, Event]) -> Summary:
    outcome = view.outcome
    assert outcome is not None
    totals = [int(score) for score in outcome.scores or view.money]
    gains = [total - then for total, then in zip(totals, before.money, strict=True)]
    most = max(1, *totals)
    groups = tuple(
        Group(
            seat,
            max(0, totals[seat]) / most,
            money(gains[seat]),
            f"{totals[seat]}\u00a0$",
            tuple(end_lines(view, views, parts, counted, seat)),
        )
        for seat in sorted(range(len(totals)), key=lambda seat: outcome.places[seat])
        if seat not in view.removed
    )
    return Summary(Message("show.end-summary"), groups)


def end_lines(view: View, views: Sequence[View], parts: Sequence[Part], counted: dict[int, Event], seat: int) -> Iterator[Token]:
    if any(part.is_activation for part in parts):
        yield from seat_lines(views, parts, seat)
    for source in SOURCES if seat in counted else ():
        yield from source_tokens(view, seat, source, number_in(counted[seat], source))
