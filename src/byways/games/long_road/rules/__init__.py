"""The rules in the form that `byways.room` requires: set-up, legal choices, chance, and removing a seat."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from byways.bits import bit_set
from byways.game import Chance, Event, Refused, Tell, happened, put
from byways.games.long_road import GAME, LongRoadOptions
from byways.games.long_road import choices as c
from byways.games.long_road.box import DECKS, Box, box_of
from byways.games.long_road.choices import AnyChoice, parse
from byways.games.long_road.components import Components
from byways.games.long_road.rules.act import act_bounds, after, apply_choice, finalize, is_played_face_up, with_act
from byways.games.long_road.rules.agenda import CHANCES, DECISIONS, TASK_TYPES, run_agenda
from byways.games.long_road.rules.common import add_arms, reveal_cards, turn_up_characters
from byways.games.long_road.rules.decks import without_seat
from byways.games.long_road.rules.draft import DEALT, is_drafting, picks_of
from byways.games.long_road.rules.refusals import why_not
from byways.games.long_road.rules.sale import end_game, lay_destination, next_seat
from byways.games.long_road.rules.turn import find_card, laid_aside
from byways.games.long_road.state import COLORS, UNARMED, Arms, Cards, Packet, Placed, Position, Road, Setup, Task
from byways.i18n import Message, Value
from byways.room import Hooks

__all__ = ["HOOKS", "after", "deal", "due", "finalize", "offer", "parse", "start", "without"]

OPEN_PACKS = (0, 3, 4, 5)  # A, D, E and F, whose characters do not deal with face-down cards
CARD_FACES = range(2)  # the faces about caravan cards; R31: Compañeros leaves out the tile about values


# Set-up


def deal(components: Components, options: LongRoadOptions, seats: int, rng: Random) -> Setup:
    box = box_of(custom_components(components))
    hands = tuple(tuple(sorted(rng.sample(box.deck(seat), components.start.hand))) for seat in range(seats))
    first, second, third = (rng.choice([number for number, (on, _) in enumerate(box.destinations) if on == road]) for road in range(3))
    packs: Cards = ()
    packets: tuple[Cards, ...] = ()
    if options.draft:
        characters = rng.sample(playable(box, options.open), DEALT * seats)
        packets = tuple(tuple(sorted(characters[DEALT * seat : DEALT * (seat + 1)])) for seat in range(seats))
    else:
        packs = tuple(rng.sample(OPEN_PACKS if options.open else range(len(box.packs)), seats))
    return Setup(
        open=options.open,
        companeros=options.companeros,
        star=rng.randrange(seats),
        hands=hands,
        destinations=(first, second, third),
        bosses=tuple(rng.sample(range(len(components.bosses.places)), seats)),
        end=rng.randrange(len(CARD_FACES) if options.companeros else 4),
        packs=packs,
        packets=packets,
    )


def custom_components(components: Components) -> Components | None:
    """Return components as positions store them: None for the built-in ones."""
    return None if components == GAME.components else components


def playable(box: Box, is_open: bool) -> list[int]:
    """Return all characters except, in the open variant, those that deal with face-down cards."""
    return [number for number in range(len(box.keys)) if not (is_open and box.covered >> number & 1)]


def redeal(components: Components, setup: Setup, seat: int | None, rng: Random) -> Setup:
    """Deal again what a seat does not see: the others' cards, bosses, packs or packets."""
    box = box_of(custom_components(components))
    others = [other for other in range(len(setup.hands)) if other != seat]
    hands, bosses, packs, packets = setup.hands, setup.bosses, setup.packs, setup.packets
    for other in others:
        hands = put(hands, other, tuple(sorted(rng.sample(box.deck(other), len(hands[other])))))
    free = iter(
        rng.sample([boss for boss in range(len(box.components.bosses.places)) if seat is None or boss != bosses[seat]], len(others))
    )
    for other in others:
        bosses = put(bosses, other, next(free))
    if packs:
        every = OPEN_PACKS if setup.open else range(len(box.packs))
        free = iter(rng.sample([pack for pack in every if seat is None or pack != packs[seat]], len(others)))
        for other in others:
            packs = put(packs, other, next(free))
    if packets:
        mine = () if seat is None else packets[seat]
        characters = rng.sample([who for who in playable(box, setup.open) if who not in mine], DEALT * len(others))
        for nth, other in enumerate(others):
            packets = put(packets, other, tuple(sorted(characters[DEALT * nth : DEALT * (nth + 1)])))
    return replace(setup, hands=hands, bosses=bosses, packs=packs, packets=packets)


def start(components: Components, setup: Setup) -> Position:
    box, count = box_of(custom_components(components)), len(setup.hands)
    check_setup(box, setup)
    none: tuple[Cards, ...] = ((),) * count
    teams = tuple(box.packs[pack] for pack in setup.packs) or none
    decks = tuple(tuple(card for card in box.deck(deck) if deck >= count or card not in setup.hands[deck]) for deck in range(DECKS))
    position = Position(
        acts=((),) * count,
        awaited=(),
        box=box,
        open=setup.open,
        companeros=setup.companeros,
        star=setup.star,
        end=setup.end,
        bosses=setup.bosses,
        money=(components.start.money,) * count,
        arms=(UNARMED,) * count,
        reserve=supply(components, count),
        hands=setup.hands,
        decks=decks,
        tails=((),) * DECKS,
        teams=teams,
        origins=teams,
        packets=tuple(Packet(dealt, seat) for seat, dealt in enumerate(setup.packets)),
        known=(0,) * count,
        roads=(Road(-1, 0, 0), Road(-1, 0, 0), Road(-1, 0, 0)),
        ahead=tuple(range(len(box.destinations))),
        taken=none,
        todo=(*((Task("draft"),) if setup.packets else ()), Task("turn", setup.star)),
    )
    for destination in setup.destinations:
        position = lay_destination(position, destination)
    return run_agenda(position, None)


def supply(components: Components, count: int) -> Arms:
    dagger, pistol, rifle = (weapon.supply[count - 2] for weapon in components.weapons)
    return dagger, pistol, rifle


def check_setup(box: Box, setup: Setup) -> None:
    count = len(setup.hands)
    if not 2 <= count <= DECKS or not 0 <= setup.star < count or not 0 <= setup.end < 4:
        raise bad_setup("refuse.setup-seats", least=2, most=DECKS)
    for seat, hand in enumerate(setup.hands):
        if len(set(hand)) < len(hand) or not set(hand) <= set(box.deck(seat)):
            raise bad_setup("refuse.setup-hand", seat=seat)
    if any(not 0 <= card < len(box.destinations) or box.destinations[card][0] != road for road, card in enumerate(setup.destinations)):
        raise bad_setup("refuse.setup-destinations")
    if len(set(setup.bosses)) != count or not set(setup.bosses) <= set(range(len(box.components.bosses.places))):
        raise bad_setup("refuse.setup-bosses")
    if setup.companeros and setup.end not in CARD_FACES:
        raise bad_setup("refuse.setup-end")
    check_teams(box, setup)


def check_teams(box: Box, setup: Setup) -> None:
    count, dealt = len(setup.hands), [character for packet in setup.packets for character in packet]
    if bool(setup.packs) == bool(setup.packets) or count not in (len(setup.packs), len(setup.packets)):
        raise bad_setup("refuse.setup-teams")
    packs = set(OPEN_PACKS if setup.open else range(len(box.packs)))
    if len(set(setup.packs)) < len(setup.packs) or not set(setup.packs) <= packs:
        raise bad_setup("refuse.setup-packs")
    if any(len(packet) != DEALT or tuple(sorted(packet)) != packet for packet in setup.packets):
        raise bad_setup("refuse.setup-packets", count=DEALT)
    if len(set(dealt)) < len(dealt) or not set(dealt) <= set(playable(box, setup.open)):
        raise bad_setup("refuse.setup-characters")


def bad_setup(name: str, **values: Value) -> Refused:
    return Refused(Message(name, values), GAME.room)


# Choices and chance


def offer(position: Position, seat: int) -> tuple[AnyChoice, ...]:
    _, now = act_bounds(position)
    task = now.todo[0]
    return DECISIONS[task.what].offer(now, seat, task)


def due(position: Position) -> Chance | None:
    task = position.todo[0]
    kind = CHANCES.get(task.what)
    return kind.chance(position, task) if kind else None


def came(position: Position, what: str, tell: Tell) -> Position:
    task = position.todo[0]
    return run_agenda(CHANCES[task.what].resolve(position, task, what, tell), tell)


def shown(position: Position, seat: int, choice: AnyChoice, to: int | None) -> str | None:
    """Mask a choice for another seat. Cards laid aside show their backs, face-down characters nothing.

    A move names the character it turns up.
    """
    if to == seat:
        return str(choice)
    position = with_act(position)
    match choice:
        case c.Pick():
            return "pick ?"
        case c.Change(code) | c.Under(code):
            card = find_card(position.box, laid_aside(position, seat)[1], code)
            origin = " of the discard" if card in position.pool else ""
            return f"{type(choice).__name__.lower()} ? {COLORS[card // position.box.kinds]}{origin}"
        case c.Assign() | c.Saloon() if not comes_up(position, seat, choice):
            return f"{type(choice).__name__.lower()} ?"
        case c.Move():
            return " ".join((str(choice), *turned_up(position, seat, choice)))
    return str(choice)


def turned_up(position: Position, seat: int, choice: c.Move) -> list[str]:
    told: list[Event] = []
    apply_choice(position, seat, choice, told)
    return [str(value) for event in told if event.name == "unmask" for value in event.values.values()]


def comes_up(position: Position, seat: int, choice: c.Assign | c.Saloon) -> bool:
    """Whether a character is played face up or unmasked at once."""
    line = position.roads[position.todo[0].road].line
    return is_played_face_up(position, seat, choice) or bool(line and position.box.unmasks >> line[-1].character & 1)


# Removing a seat


def without(position: Position, seat: int, tell: Tell) -> Position:
    """Remove a seat, which reveals all it has. If it had the star, the star passes to the left."""
    happened(tell, "leave", seat=seat)
    position = drop_packet(position, seat) if is_drafting(position.packets) else position
    position = drop_weapons(drop_cards(drop_characters(position, seat), seat), seat)
    if len(position.seats) < 2:
        acts = ((),) * len(position.acts)
        return end_game(replace(position, acts=acts), [{"money": money} for money in position.money], Message("outcome.last"), tell)
    star = next_seat(position, seat) if position.star == seat else position.star
    return run_agenda(replace(position, star=star, todo=remaining_tasks(position, seat), reached=()), tell)


def drop_packet(position: Position, seat: int) -> Position:
    """Put the characters that a seat kept, and those it holds, into the box."""
    held = next(packet for packet in position.packets if packet.holder == seat)
    mine = tuple(sorted(picks_of(position.packets, seat)))
    packets = tuple(replace(packet, holder=-1) if packet is held else packet for packet in position.packets)
    gone = bit_set((*mine, *held.left))
    return replace(position, packets=packets, origins=put(position.origins, seat, mine), out=position.out | gone, seen=position.seen | gone)


def drop_characters(position: Position, seat: int) -> Position:
    """Take a seat's characters off the roads.

    While characters are taken back after a sale, they have no owner, so only the seat's hats go.
    """
    sale = position.sale
    # "sell" leaves the agenda when the last character is activated and the choosing begins.
    choosing = sale.road if sale is not None and not any(task.what == "sell" for task in position.todo) else -1
    leaving: list[Placed] = []
    roads = list(position.roads)
    for number, road in enumerate(roads):
        if number != choosing:
            leaving += [placed for placed in road.line if placed.seat == seat]
            roads[number] = replace(road, line=tuple(placed for placed in road.line if placed.seat != seat))
    gone = bit_set((*position.teams[seat], *(placed.character for placed in leaving)))
    reserve = position.reserve
    for placed in leaving:
        reserve = add_arms(reserve, placed.arms)
    position = replace(
        position,
        acts=tuple(renumbered(act, position.roads, seat) for act in position.acts),
        roads=tuple(roads),
        teams=put(position.teams, seat, ()),
        known=put(position.known, seat, 0),
        out=position.out | gone,
        reserve=reserve,
        sale=replace(sale, hats=tuple(hat for hat in sale.hats if hat != seat)) if sale is not None else None,
    )
    return turn_up_characters(position, gone)


def renumbered(act: tuple[AnyChoice, ...], roads: tuple[Road, ...], seat: int) -> tuple[AnyChoice, ...]:
    """Adjust another seat's tentative arming to lines that have become shorter."""

    def place(arm: c.Arm) -> int:
        before = roads[c.ROADS.index(arm.road)].line[: arm.place - 1]
        return arm.place - sum(placed.seat == seat for placed in before)

    return tuple(replace(step, place=place(step)) if isinstance(step, c.Arm) else step for step in act)


def drop_cards(position: Position, seat: int) -> Position:
    cards = (*position.hands[seat], *position.tails[seat])
    boxed = tuple(sorted((*position.boxed, *cards)))
    position = reveal_cards(position, cards)
    traces = without_seat(position.traces, seat)
    return replace(position, boxed=boxed, hands=put(position.hands, seat, ()), tails=put(position.tails, seat, ()), traces=traces)


def drop_weapons(position: Position, seat: int) -> Position:
    reserve = add_arms(position.reserve, position.arms[seat])
    return replace(position, reserve=reserve, arms=put(position.arms, seat, UNARMED))


def remaining_tasks(position: Position, seat: int) -> tuple[Task, ...]:
    """In its own turn, continue with the destinations that a seat has emptied; otherwise drop its tasks."""
    todo = position.todo
    if any(task.seat == seat and task.what in ("open", "after") for task in todo):
        # A destination that the seat emptied in its turn still arrives.
        return (*(Task("arrive", seat, road) for road in position.reached), Task("next", seat))
    if is_drafting(position.packets):
        return tuple(Task("turn", next_seat(position, seat)) if task.seat == seat else task for task in todo)
    return tuple(task for task in todo if task.seat != seat or TASK_TYPES[task.what].survives_removal)


HOOKS: Hooks[Position, AnyChoice, Setup, Components] = Hooks(came=came, shown=shown, redeal=redeal, why_not=why_not)
