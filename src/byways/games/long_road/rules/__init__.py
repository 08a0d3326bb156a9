"""Set-up, legal choices, what a choice or a chance does, and a seat that goes."""

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
from byways.games.long_road.rules.act import after, done, final, lies_open, live, unfolded
from byways.games.long_road.rules.agenda import DECISIONS, KINDS, LUCK, settle
from byways.games.long_road.rules.common import add_arms, reveal, uncover
from byways.games.long_road.rules.decks import without_seat
from byways.games.long_road.rules.draft import DEALT, drafting, kept
from byways.games.long_road.rules.refusals import why_not
from byways.games.long_road.rules.sale import following, lay, over
from byways.games.long_road.rules.turn import find, laid_aside
from byways.games.long_road.state import BARE, COLORS, Arms, Cards, Packet, Placed, Position, Road, Setup, Step
from byways.i18n import Message, Value
from byways.room import Hooks

__all__ = ["HOOKS", "after", "deal", "due", "final", "offer", "parse", "start", "without"]

OPEN_PACKS = (0, 3, 4, 5)  # A, D, E and F: nobody in them deals with face-down cards
CARD_FACES = range(2)  # of the end tile about caravan cards; R31: in Compañeros the other one, about values, is left out


# Set-up


def deal(components: Components, options: LongRoadOptions, seats: int, rng: Random) -> Setup:
    box = box_of(own_of(components))
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


def own_of(components: Components) -> Components | None:
    """Somebody's own components, as positions keep them."""
    return None if components == GAME.components else components


def playable(box: Box, is_open: bool) -> list[int]:
    """With open cards, characters that deal with face-down cards are left out."""
    return [number for number in range(len(box.keys)) if not (is_open and box.covered >> number & 1)]


def redeal(components: Components, setup: Setup, seat: int | None, rng: Random) -> Setup:
    """Deal anew what a seat does not see: the others' cards, bosses, packs or packets."""
    box = box_of(own_of(components))
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
    box, count = box_of(own_of(components)), len(setup.hands)
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
        arms=(BARE,) * count,
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
        todo=(*((Step("draft"),) if setup.packets else ()), Step("turn", setup.star)),
    )
    for destination in setup.destinations:
        position = lay(position, destination)
    return settle(position, None)


def supply(components: Components, count: int) -> Arms:
    dagger, pistol, rifle = (weapon.supply[count - 2] for weapon in components.weapons)
    return dagger, pistol, rifle


def check_setup(box: Box, setup: Setup) -> None:
    count = len(setup.hands)
    if not 2 <= count <= DECKS or not 0 <= setup.star < count or not 0 <= setup.end < 4:
        raise broken("refuse.setup-seats", least=2, most=DECKS)
    for seat, hand in enumerate(setup.hands):
        if len(set(hand)) < len(hand) or not set(hand) <= set(box.deck(seat)):
            raise broken("refuse.setup-hand", seat=seat)
    if any(not 0 <= card < len(box.destinations) or box.destinations[card][0] != road for road, card in enumerate(setup.destinations)):
        raise broken("refuse.setup-destinations")
    if len(set(setup.bosses)) != count or not set(setup.bosses) <= set(range(len(box.components.bosses.places))):
        raise broken("refuse.setup-bosses")
    if setup.companeros and setup.end not in CARD_FACES:
        raise broken("refuse.setup-end")
    check_teams(box, setup)


def check_teams(box: Box, setup: Setup) -> None:
    count, dealt = len(setup.hands), [character for packet in setup.packets for character in packet]
    if bool(setup.packs) == bool(setup.packets) or count not in (len(setup.packs), len(setup.packets)):
        raise broken("refuse.setup-teams")
    packs = set(OPEN_PACKS if setup.open else range(len(box.packs)))
    if len(set(setup.packs)) < len(setup.packs) or not set(setup.packs) <= packs:
        raise broken("refuse.setup-packs")
    if any(len(packet) != DEALT or tuple(sorted(packet)) != packet for packet in setup.packets):
        raise broken("refuse.setup-packets", count=DEALT)
    if len(set(dealt)) < len(dealt) or not set(dealt) <= set(playable(box, setup.open)):
        raise broken("refuse.setup-characters")


def broken(name: str, **values: Value) -> Refused:
    return Refused(Message(name, values), GAME.room)


# Steps


def offer(position: Position, seat: int) -> tuple[AnyChoice, ...]:
    _, now = unfolded(position)
    step = now.todo[0]
    return DECISIONS[step.what].offers(now, seat, step)


def due(position: Position) -> Chance | None:
    step = position.todo[0]
    luck = LUCK.get(step.what)
    return luck.chance(position, step) if luck else None


def came(position: Position, what: str, tell: Tell) -> Position:
    step = position.todo[0]
    return settle(LUCK[step.what].comes(position, step, what, tell), tell)


def shown(position: Position, seat: int, choice: AnyChoice, to: int | None) -> str | None:
    """Cards laid aside show their backs, a character that stays face down nothing at all; a move says whom it turns up."""
    if to == seat:
        return str(choice)
    position = live(position)
    match choice:
        case c.Pick():
            return "pick ?"
        case c.Change(code) | c.Under(code):
            card = laid_down(position, seat, code)
            origin = " of the discard" if card in position.pool else ""
            return f"{type(choice).__name__.lower()} ? {COLORS[card // position.box.kinds]}{origin}"
        case c.Assign() | c.Saloon() if not comes_up(position, seat, choice):
            return f"{type(choice).__name__.lower()} ?"
        case c.Move():
            return " ".join((str(choice), *turned_up(position, seat, choice)))
    return str(choice)


def turned_up(position: Position, seat: int, choice: c.Move) -> list[str]:
    told: list[Event] = []
    done(position, seat, choice, told)
    return [str(value) for event in told if event.name == "unmask" for value in event.values.values()]


def laid_down(position: Position, seat: int, code: str) -> int:
    """The card that a choice lays aside."""
    return find(position.box, laid_aside(position, seat)[1], code)


def comes_up(position: Position, seat: int, choice: c.Assign | c.Saloon) -> bool:
    """Whether a character that is played will lie face up at once."""
    line = position.roads[position.todo[0].road].line
    return lies_open(position, seat, choice) or bool(line and position.box.unmasks >> line[-1].character & 1)


# A seat that goes


def without(position: Position, seat: int, tell: Tell) -> Position:
    """It lays everything open and takes no more turns; the star passes left if it was its."""
    happened(tell, "leave", seat=seat)
    position = drop_packet(position, seat) if drafting(position.packets) else position
    position = drop_weapons(drop_cards(drop_characters(position, seat), seat), seat)
    if len(position.seats) < 2:
        acts = ((),) * len(position.acts)
        return over(replace(position, acts=acts), [{"money": money} for money in position.money], Message("outcome.last"), tell)
    star = following(position, seat) if position.star == seat else position.star
    return settle(replace(position, star=star, todo=without_steps(position, seat), reached=()), tell)


def drop_packet(position: Position, seat: int) -> Position:
    """What it has kept so far and what it holds goes to the box."""
    held = next(packet for packet in position.packets if packet.holder == seat)
    mine = tuple(sorted(kept(position.packets, seat)))
    packets = tuple(replace(packet, holder=-1) if packet is held else packet for packet in position.packets)
    gone = bit_set((*mine, *held.left))
    return replace(position, packets=packets, origins=put(position.origins, seat, mine), out=position.out | gone, seen=position.seen | gone)


def drop_characters(position: Position, seat: int) -> Position:
    """While hats come off the pile the characters of that sale belong to nobody: they stay, its hats go."""
    sale = position.sale
    choosing = sale.road if sale is not None and not any(step.what == "sell" for step in position.todo) else -1
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
    return uncover(position, gone)


def renumbered(act: tuple[AnyChoice, ...], roads: tuple[Road, ...], seat: int) -> tuple[AnyChoice, ...]:
    """Another seat's tentative arming names places of a line that has become shorter."""
    return tuple(moved_up(step, roads, seat) if isinstance(step, c.Arm) else step for step in act)


def moved_up(step: c.Arm, roads: tuple[Road, ...], seat: int) -> c.Arm:
    before = roads[c.ROADS.index(step.road)].line[: step.place - 1]
    return replace(step, place=step.place - sum(placed.seat == seat for placed in before))


def drop_cards(position: Position, seat: int) -> Position:
    cards = (*position.hands[seat], *position.tails[seat])
    boxed = tuple(sorted((*position.boxed, *cards)))
    position = reveal(position, cards)
    traces = without_seat(position.traces, seat)
    return replace(position, boxed=boxed, hands=put(position.hands, seat, ()), tails=put(position.tails, seat, ()), traces=traces)


def drop_weapons(position: Position, seat: int) -> Position:
    reserve = add_arms(position.reserve, position.arms[seat])
    return replace(position, reserve=reserve, arms=put(position.arms, seat, BARE))


def without_steps(position: Position, seat: int) -> tuple[Step, ...]:
    """In its own turn what it has emptied arrives; elsewhere only its own steps are dropped."""
    todo = position.todo
    if any(step.seat == seat and step.what in ("open", "after") for step in todo):
        return (*(Step("arrive", seat, road) for road in position.reached), Step("next", seat))
    if drafting(position.packets):
        return tuple(Step("turn", following(position, seat)) if step.seat == seat else step for step in todo)
    return tuple(step for step in todo if step.seat != seat or KINDS[step.what].remains)


HOOKS: Hooks[Position, AnyChoice, Setup, Components] = Hooks(came=came, shown=shown, redeal=redeal, why_not=why_not)
