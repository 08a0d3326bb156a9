"""A seat's view, and worlds imagined from it."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from random import Random
from types import SimpleNamespace

from msgspec.structs import replace

from byways import game
from byways.bits import bit_set, members
from byways.game import put
from byways.games.long_road import choices as c
from byways.games.long_road.box import DECKS, Box, box_of
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.components import PACK_SIZE, Components
from byways.games.long_road.rules import OPEN_PACKS
from byways.games.long_road.rules.act import act_bounds
from byways.games.long_road.rules.agenda import CHANCES
from byways.games.long_road.rules.common import ONE_WEAPON, add_arms
from byways.games.long_road.rules.decks import imagine_traces, place_traced_cards
from byways.games.long_road.rules.draft import is_drafting
from byways.games.long_road.state import Arms, Cards, Packet, Position, Road, Sale, SeenPacket, Task, Trace
from byways.games.long_road.view.masks import (
    UNKNOWN,
    back,
    known_origins,
    masked_bosses,
    masked_hands,
    masked_roads,
    masked_tails,
    masked_teams,
    seen_packet,
    shuffled,
)
from byways.games.long_road.view.packets import imagine_packets
from byways.i18n import Message, Sentence, Value

# The prompt for an effect, by what it offers
EFFECT_PROMPTS = {c.Take: "take", c.Keep: "keep", c.Done: "done", c.Seize: "seize", c.Rob: "rob", c.Call: "call"}


class View(game.View[AnyChoice], frozen=True):
    """Everything that one seat may know, with its own tentative act applied; `base` is its view before the act.

    A hidden card is known by its back: -1 is a card of deck 0, -2 of deck 1 and so on; -5, -6 … are such cards in the `pool`. An unknown
    character is -1. `decks` has sizes without the tails, `teams` the characters in hand, and `origins` the known part of the initial teams.
    """

    # The base fields again, without defaults, because positional arguments make a view eight times as fast as keywords.
    seat: int | None
    awaited: Cards
    choices: tuple[AnyChoice, ...]
    act: tuple[AnyChoice, ...]
    removed: Cards
    outcome: game.Outcome | None
    own: Components | None
    open: bool
    companeros: bool
    star: int
    end: int
    bosses: Cards
    money: Cards
    arms: tuple[Arms, ...]
    reserve: Arms
    hands: tuple[Cards, ...]
    decks: Cards
    tails: tuple[Cards, ...]
    discard: Cards
    boxed: Cards
    layers: tuple[Cards, ...]
    traces: tuple[Trace, ...]
    pool: Cards
    teams: tuple[Cards, ...]
    origins: tuple[Cards, ...]
    packets: tuple[SeenPacket, ...]
    known: Cards
    seen: int
    out: int
    roads: tuple[Road, Road, Road]
    ahead: Cards
    arrivals: Cards
    reached: Cards
    taken: tuple[Cards, ...]
    turns: int
    ending: bool
    todo: tuple[Task, ...]
    sale: Sale | None
    base: View | None = None

    @property
    def when(self) -> Sentence:
        """The number of turns that every seat has begun; empty during the draft."""
        return "" if any(self.packets) and not self.turns else Message("when.turn", {"turn": self.turns // len(self.money) + 1})

    @property
    def box(self) -> Box:
        return box_of(self.own)

    @property
    def expected(self) -> Message:
        task, kinds = self.todo[0], set(map(type, self.choices))
        match task.what:
            case "open":
                return Message("prompt.change" if self.act else "prompt.play" if task.stage else "prompt.open")
            case "after":
                bonus = bool(kinds - {c.Assign, c.Buy, c.Arm, c.End})
                return Message(("prompt.market", "prompt.bonus", "prompt.character", "prompt.after")[2 * (c.Assign in kinds) + bonus])
            case "effect":
                # Pages about past moments show views without choices.
                offered = (name for kind, name in EFFECT_PROMPTS.items() if kind in kinds)
                name = "take-on" if {c.Take, c.Done} <= kinds else next(offered, "effect")
                return Message(f"prompt.{name}", {"character": self.box.keys[task.item]})
        return Message(f"prompt.{task.what}")

    @property
    def due(self) -> Message:
        return CHANCES[self.todo[0].what].prompt

    @property
    def aim(self) -> Sentence:
        if self.outcome is not None:
            return ""
        if is_drafting(self.packets):
            return self._aim_of_draft()
        return self._aim_of_all() if self.seat is None else after_act(self)._aim_of(self.seat)

    @property
    def no_undo(self) -> Sentence:
        task = self.todo[0] if self.seat in self.awaited else None
        if task is None or task.what not in ("open", "after"):
            return super().no_undo
        if task.item < 0:
            return Message("undo.drew" if task.what == "open" and task.stage else "undo.begin")
        # A puzzle may begin within an act.
        return super().no_undo if self.removed or self.act else Message("undo.beside")

    def _aim_of_draft(self) -> Message:
        if self.seat is None:
            return Message("aim.draft-all", {"team": PACK_SIZE})
        kept = [owner for packet in self.packets for owner, _ in packet.picks].count(self.seat) + len(self.act)
        return Message("aim.draft", {"team": PACK_SIZE, "kept": kept})

    def _aim_of_all(self) -> Message:
        """The aim for spectators, who see the money but no boss."""
        most = max(self.money)
        leading = tuple(seat for seat, money in enumerate(self.money) if money == most)
        values: dict[str, Value] = {"seats": leading, "money": most}
        return Message("aim.all", {**values, "more": self._more}) if self._more else Message("aim.all-last", values)

    @property
    def _more(self) -> int:
        """The number of arrivals still to come before the end."""
        return len(self.box.components.arrivals.tiles) - len(self.arrivals)

    def _goal(self) -> Message:
        if not self._more or self.ending:
            return Message("aim.goal-last")
        return Message("aim.goal", {"more": self._more})

    def _purse(self, seat: int) -> Message:
        """A seat's money, including what its boss would pay now."""
        parts, box = self.box.components.bosses, self.box
        boss = parts.worth * [box.places[box.place[card]].name for card in self.taken[seat]].count(parts.places[self.bosses[seat]])
        return Message("aim.purse-boss" if boss else "aim.purse", {"money": self.money[seat] + boss})

    def _aim_of_sale(self, seat: int, sale: Sale, purse: Message) -> Message:
        """Count the seat's characters still to come, except the acting one."""
        acting = self.todo[0].item if self.todo[0].what == "effect" else -1
        mine = [placed.character for placed in self.roads[sale.road].line if placed.seat == seat]
        coming = [character for character in mine if character != acting and not sale.done >> character & 1]
        if coming:
            return Message("aim.sale" if acting in mine else "aim.sale-wait", {"purse": purse, "coming": len(coming)})
        return Message("aim.sale-last" if acting in mine else "aim.sold", {"purse": purse})

    def _aim_of(self, seat: int) -> Message:
        purse = self._purse(seat)
        if self.sale is not None:
            return self._aim_of_sale(seat, self.sale, purse)
        values: dict[str, Value] = {"goal": self._goal(), "purse": purse}
        if self.reached:
            return Message("aim.reached", {**values, "road": c.ROADS[self.reached[0]]})
        if self.ending:
            return Message("aim.ending", {**values, "price": self.box.components.arrivals.on_the_road})
        left, road = min((left, road) for road, left in enumerate(one.coins + one.daggers for one in self.roads) if left)
        return Message("aim.open", {**values, "road": c.ROADS[road], "left": left})


def after_act(view: View) -> View:
    """Return the view with the viewer's tentative buying and arming applied."""
    if (seat := view.seat) is None:
        return view
    for choice in view.act:
        if isinstance(choice, c.Buy):
            view = bought(view, seat, c.WEAPONS.index(choice.weapon))
        elif isinstance(choice, c.Arm):
            view = armed(view, seat, choice)
    return view


def bought(view: View, seat: int, weapon: int) -> View:
    return replace(
        view,
        money=put(view.money, seat, view.money[seat] - view.box.weapons[weapon].price),
        arms=put(view.arms, seat, add_arms(view.arms[seat], ONE_WEAPON[weapon])),
        reserve=add_arms(view.reserve, ONE_WEAPON[weapon], -1),
    )


def armed(view: View, seat: int, choice: c.Arm) -> View:
    number, weapon = c.ROADS.index(choice.road), ONE_WEAPON[c.WEAPONS.index(choice.weapon)]
    line = view.roads[number].line
    placed = line[choice.place - 1]
    line = put(line, choice.place - 1, replace(placed, arms=add_arms(placed.arms, weapon)))
    tepee, cactus, rock = put(view.roads, number, replace(view.roads[number], line=line))
    return replace(view, arms=put(view.arms, seat, add_arms(view.arms[seat], weapon, -1)), roads=(tepee, cactus, rock))


IMAGINED = ("acts", "box", "bosses", "hands", "tails", "discard", "decks", "origins", "packets", "teams", "roads")
SHARED = tuple(name for name in Position.__struct_fields__ if name not in IMAGINED)  # the fields that a position shares with its views


def view(position: Position, seat: int | None) -> View:
    """Return a seat's view. The seat sees its own act applied; the others see nothing of it."""
    if seat is not None and position.acts[seat]:
        start, now = act_bounds(position)
        if now is not position:
            return seen(position, now, seat, base_of(start, seat))
    made = seen(position, position, seat, None)
    if position.outcome is not None:
        return laid_open(made, position)
    if position.awaited == (seat,):
        position.__dict__["base"] = made  # for an act that may begin here
    return made


def base_of(position: Position, seat: int) -> View:
    """Return the view before an act, computed once for all its steps."""
    made: View | None = position.__dict__.get("base")
    if made is None:
        made = position.__dict__["base"] = view(position, seat)
    return made


# Masked fields rarely change, but a view is made at every step. So fields identical (`is`) to those of the seat's latest position are taken
# from its latest view. Comparing identities is cheaper than a cache keyed by value.
LATEST: dict[int | None, tuple[Position, View]] = {}
MASKED = ("bosses", "hands", "decks", "tails", "layers", "pool", "teams", "origins", "seen")
NOTHING = SimpleNamespace(**dict.fromkeys(MASKED), roads=(None,) * 3)


def seen(outer: Position, position: Position, seat: int | None, base: View | None) -> View:
    """Build a view. `position` is `outer` with the seat's act applied."""
    last, before = LATEST.get(seat) or (NOTHING, NOTHING)
    hands, decks, tails, layers, pool = position.hands, position.decks, position.tails, position.layers, position.pool
    teams, origins, roads, as_before = position.teams, position.origins, position.roads, pool is last.pool
    made = View(
        seat,
        outer.awaited,
        () if seat is None else outer.choices(seat),
        () if seat is None else outer.acts[seat],
        outer.removed,
        outer.outcome,
        position.box.own,
        position.open,
        position.companeros,
        position.star,
        position.end,
        before.bosses if position.bosses is last.bosses else masked_bosses(position.bosses, seat),
        position.money,
        position.arms,
        position.reserve,
        before.hands if as_before and hands is last.hands else masked_hands(hands, pool, seat),
        before.decks if decks is last.decks else (len(decks[0]), len(decks[1]), len(decks[2]), len(decks[3])),
        before.tails if as_before and tails is last.tails and layers is last.layers else masked_tails(tails, layers, pool, seat),
        shuffled(position.discard, pool) if pool else position.discard,
        position.boxed,
        layers,
        tuple([trace for trace in position.traces if trace.seat == seat]) if position.traces else (),
        pool,
        before.teams if teams is last.teams else masked_teams(teams, seat),
        before.origins if origins is last.origins and position.seen == last.seen else known_origins(origins, position.seen, seat),
        tuple([seen_packet(packet, seat, position.removed) for packet in position.packets]) if position.packets else (),
        position.known,
        position.seen,
        position.out,
        before.roads if roads is last.roads else masked_roads(roads, seat, last.roads, before.roads),
        position.ahead,
        position.arrivals,
        position.reached,
        position.taken,
        position.turns,
        position.ending,
        position.todo,
        position.sale,
        base,
    )
    LATEST[seat] = position, made
    return made


def laid_open(view: View, position: Position) -> View:
    """Reveal everything, at the end."""
    return replace(view, bosses=position.bosses, teams=position.teams, origins=position.origins, roads=position.roads)


# Imagining


def imagine(view: View, rng: Random) -> Position:
    if view.base is not None and view.seat is not None:
        # Replay the act on a world from before it, so that its steps can be undone there too.
        world = imagine(view.base, rng)
        for choice in view.act:
            world = world.choose(view.seat, choice)
        return world
    hands, tails, discard, decks = imagine_cards(view, rng)
    origins, packets, teams, roads = imagine_characters(view, rng)
    position = Position(
        acts=tuple(view.act if seat == view.seat else () for seat in range(len(view.hands))),
        box=view.box,
        bosses=imagine_bosses(view, rng),
        hands=hands,
        tails=tails,
        discard=discard,
        decks=decks,
        origins=origins,
        packets=packets,
        teams=teams,
        roads=roads,
        **{name: getattr(view, name) for name in SHARED},
    )
    return with_acts(replace(position, traces=imagine_traces(position, view.seat, rng)), view, rng)


def imagine_bosses(view: View, rng: Random) -> Cards:
    free = [boss for boss in range(len(view.box.components.bosses.places)) if boss not in view.bosses]
    rng.shuffle(free)
    return tuple(free.pop() if boss == UNKNOWN else boss for boss in view.bosses)


def imagine_cards(view: View, rng: Random) -> tuple[tuple[Cards, ...], tuple[Cards, ...], Cards, tuple[Cards, ...]]:
    """Deal the unseen cards of each colour, and of each colour in the pool, at random to the places that show their backs."""
    box = view.box
    held, under = with_traced_cards(view, rng) if view.traces else (view.hands, view.tails)
    lying = [card for cards in (*held, *under, *view.taken, view.discard, view.boxed) for card in cards]
    lying += [card for road in view.roads for card in road.cards]
    seen = set(lying)
    hidden = [[card for card in box.deck(deck) if card not in seen] for deck in range(DECKS)]
    unseen = [[card for card in cards if (card in view.pool) == discarded] for discarded in (False, True) for cards in hidden]
    for cards in unseen:
        rng.shuffle(cards)

    def fill(cards: Cards) -> Cards:
        # Backs are negative: -1 for the first deck, and DECKS lower for cards in the pool (`masks.back`).
        return tuple(unseen[-1 - card].pop() if card < 0 else card for card in cards)

    hands, tails, discard = tuple(tuple(sorted(fill(hand))) for hand in held), tuple(map(fill, under)), fill(view.discard)
    return hands, tails, tuple(sorted(discard)), tuple(tuple(sorted(cards)) for cards in unseen[:DECKS])


def with_traced_cards(view: View, rng: Random) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Return hands and tails with the traced cards put in."""
    seats, piles = len(view.hands), [list(cards) for cards in (*view.hands, *view.tails)]
    place_traced_cards(view.traces, piles, seats, [back(trace.card, view.pool) for trace in view.traces], rng)
    return tuple(map(tuple, piles[:seats])), tuple(map(tuple, piles[seats:]))


def imagine_characters(view: View, rng: Random) -> tuple[tuple[Cards, ...], tuple[Packet, ...], tuple[Cards, ...], tuple[Road, Road, Road]]:
    """Deal or draft teams and place their hidden characters, uniformly over everything consistent with what was seen (by rejection)."""
    while True:
        packets = imagine_packets(view.packets, view.origins, view.open, view.box, rng)
        if view.outcome is not None:
            return view.origins, packets, view.teams, view.roads
        origins = imagine_origins(view, packets, rng)
        found = imagine_places(view, origins, rng)
        if found is not None:
            return (origins, packets, *found)


def imagine_origins(view: View, packets: tuple[Packet, ...], rng: Random) -> tuple[Cards, ...]:
    if is_drafting(view.packets):
        return view.origins
    if packets:
        kept = [(seat, who) for packet in packets for seat, who in packet.picks]
        return tuple(tuple(sorted(who for owner, who in kept if owner == seat)) for seat in range(len(view.hands)))
    packs = view.box.packs
    found = {seat: next(pack for pack in packs if team[0] in pack) for seat, team in enumerate(view.origins) if team}
    free = [packs[nth] for nth in (OPEN_PACKS if view.open else range(len(packs))) if packs[nth] not in found.values()]
    rng.shuffle(free)
    return tuple(found[seat] if seat in found else free.pop() for seat in range(len(view.hands)))


def imagine_places(view: View, origins: tuple[Cards, ...], rng: Random) -> tuple[tuple[Cards, ...], tuple[Road, Road, Road]] | None:
    """Place each seat's hidden characters face down or into its hand.

    None rejects teams that do not fit, or that fit in few ways, which keeps all worlds equally likely.
    """
    teams = list(view.teams)
    placed: dict[tuple[int, int], int] = {}
    for seat in range(len(view.hands)):
        if seat == view.seat or seat in view.removed:
            continue
        fresh = bit_set(origins[seat]) & ~view.seen
        slots = [(road, at) for road in range(3) for at, one in enumerate(view.roads[road].line) if one.seat == seat and not one.up]
        ways, most = seatings(tuple(view.roads[road].line[at].could for road, at in slots), view.known[seat] | fresh, fresh)
        # Accept teams in proportion to the number of ways in which they fit. `most` is the same for every team that may have been dealt.
        if not ways or rng.random() * most >= len(ways):
            return None
        way = rng.choice(ways)
        placed.update(zip(slots, way, strict=True))
        teams[seat] = tuple(who for who in members(view.known[seat] | fresh) if who not in way)
    first, second, third = (laid(road, number, placed) for number, road in enumerate(view.roads))
    return tuple(teams), (first, second, third)


@lru_cache(32)  # many worlds are imagined from the same view
def seatings(could: tuple[int, ...], pool: int, fresh: int) -> tuple[list[Cards], int]:
    """Return all ways to place a pool's characters face down, and the number of ways if unseen characters could be anywhere."""
    if not could:
        return [()], 1
    ways, most = [], 0
    for way in permutations(members(pool), len(could)):
        if all((mask | fresh) >> who & 1 for mask, who in zip(could, way, strict=True)):
            most += 1
            if all(mask >> who & 1 for mask, who in zip(could, way, strict=True)):
                ways.append(way)
    return ways, most


def laid(road: Road, number: int, placed: dict[tuple[int, int], int]) -> Road:
    if not any(number == at[0] for at in placed):
        return road
    line = tuple(replace(one, character=placed.get((number, at), one.character)) for at, one in enumerate(road.line))
    return replace(road, line=line)


def with_acts(position: Position, view: View, rng: Random) -> Position:
    """Invent other seats' hidden acts: tentative steps in a turn, picks in a draft."""
    if view.todo and view.todo[0].what == "draft":
        kept = (picked(position, view, seat, rng) for seat in range(len(view.hands)))
        return replace(position, acts=tuple(kept))
    for seat in view.awaited:
        while seat != view.seat and rng.random() < 0.5:
            then = position.choose(seat, rng.choice(position.choices(seat)))
            # This step would have made the act final, and the viewer would have seen it.
            if not then.acts[seat]:
                break
            position = then
    return position


def picked(position: Position, view: View, seat: int, rng: Random) -> tuple[AnyChoice, ...]:
    if seat == view.seat or seat in view.awaited or seat in view.removed:
        return position.acts[seat]
    packet = next(packet for packet in position.packets if packet.holder == seat)
    return (position.box.picks[rng.choice(packet.left)],)
