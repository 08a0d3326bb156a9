"""A turn: change cards, play a caravan card with its reward, a character, the place's bonus, buy, arm, end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from msgspec.structs import replace

from byways.game import Chance, Move, Tell, confided, happened, put
from byways.games.long_road import choices as c
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.components import Bonus
from byways.games.long_road.rules.common import (
    Deeds,
    add_arms,
    from_reserve,
    gain,
    join,
    leave_line,
    less,
    on,
    one_more,
    one_of,
    place_name,
    popped,
    reveal,
    rob,
    uncover,
    with_road,
)
from byways.games.long_road.rules.decks import draw_from_under, in_sight, planned, put_under, under_which
from byways.games.long_road.rules.events import discarded_drawn, piece_of, tell_character, tell_under
from byways.games.long_road.state import BARE, DISCARD, Arms, Cards, Placed, Position, Step, source
from byways.i18n import Message

CHARACTER, BONUS, MARKET = 3, 4, 5  # the stages after a card, as the rules number them
DRAW, END = c.Draw(), c.End()
COIN_REWARD, DAGGER_REWARD = c.Reward("coin"), c.Reward("dagger")
BUYS, BARGAINS, FINDS = tuple(map(c.Buy, WEAPONS)), tuple(map(c.Bargain, WEAPONS)), tuple(map(c.Find, WEAPONS))
ROBS = tuple(map(c.Rob, range(4)))
MOST_CHANGED = 3


def begin(position: Position, step: Step, tell: Tell) -> Position:
    """R6: a player without cards goes on to buying and arming."""
    first = Step("open", step.seat) if position.hands[step.seat] else Step("after", step.seat, stage=MARKET)
    if tell is not None:
        happened(tell, "turn", next=step.seat)
    return replace(position, turns=position.turns + 1, todo=(first, *position.todo[1:]))


# Offers


def offer_open(position: Position, seat: int, step: Step) -> tuple[AnyChoice, ...]:
    """Steps 1 and 2: change cards, or play one."""
    box = position.box
    if position.acts[seat]:
        return (DRAW, *more_changes(box, position, seat))
    if step.stage or position.money[seat] < box.components.start.change:
        return plays(box, position.hands[seat])
    return plays(box, position.hands[seat]) + more_changes(box, position, seat)


@lru_cache(maxsize=4096)  # the same hands are asked for at every step and in every world
def kinds(box: Box, hand: Cards) -> tuple[int, ...]:
    """Cards of equal kind from different decks are one choice."""
    return tuple(sorted({card % box.kinds for card in hand}))


@lru_cache(maxsize=4096)
def plays(box: Box, hand: Cards) -> tuple[c.Play, ...]:
    return tuple(play for kind in kinds(box, hand) for play in box.plays[kind])


def more_changes(box: Box, position: Position, seat: int) -> tuple[AnyChoice, ...]:
    """R7: at most three, and no more than can be drawn."""
    act = position.acts[seat]
    if len(act) >= MOST_CHANGED or len(planned(position, seat, len(act) + 1)) <= len(act):
        return ()
    return changes(box, laid_aside(position, seat)[1] if act else position.hands[seat])


@lru_cache(maxsize=4096)
def changes(box: Box, hand: Cards) -> tuple[c.Change, ...]:
    return tuple([box.changes[kind] for kind in kinds(box, hand)])


def laid_aside(position: Position, seat: int) -> tuple[Cards, Cards]:
    """The cards that the tentative act changes, in order, and those that stay in hand."""
    box, left = position.box, position.hands[seat]
    aside: Cards = ()
    for choice in position.acts[seat]:
        if isinstance(choice, c.Change):
            card = find(box, left, choice.card)
            aside, left = (*aside, card), less(left, card)
    return aside, left


def find(box: Box, cards: Cards, code: str) -> int:
    """The first card of a kind."""
    kind = box.kind_of[code]
    for card in cards:
        if card % box.kinds == kind:
            return card
    raise AssertionError(code)


def offer_reward(position: Position, seat: int, step: Step) -> tuple[AnyChoice, ...]:
    return (COIN_REWARD, DAGGER_REWARD)


def offer_after(position: Position, seat: int, step: Step) -> tuple[AnyChoice, ...]:
    """Steps 3 to 6 in one list: whatever is chosen, the steps before it are over."""
    if position.acts[seat]:
        return (END, *offer_arming(position, seat))
    box = position.box
    choices: list[AnyChoice] = [END]
    if step.stage <= CHARACTER:
        choices += offer_characters(box, position, seat, step)
    if step.stage <= BONUS:
        bonus = box.bonus[step.item]
        choices += BONUSES[bonus.do][0](position, seat, step, bonus)
    return (*choices, *offer_weapons(box, position, seat), *offer_arming(position, seat))


def has_ally(position: Position, seat: int, road: int) -> bool:
    for placed in position.roads[road].line:  # noqa: SIM110  (a plain loop takes half the time here)
        if placed.seat == seat:
            return True
    return False


def offer_characters(box: Box, position: Position, seat: int, step: Step) -> list[AnyChoice]:
    """Beside an own hat only who may be played beside an ally."""
    if not has_ally(position, seat, step.road):
        return [box.assigns[character] for character in position.teams[seat]]
    allowed = box.beside_ally
    return [box.assigns[character] for character in position.teams[seat] if allowed >> character & 1]


def offer_weapons(box: Box, position: Position, seat: int) -> list[c.Buy]:
    money, offered = position.money[seat], []
    for nth, price in enumerate(box.prices):
        if money >= price and position.reserve[nth]:
            offered.append(BUYS[nth])
    return offered


def offer_arming(position: Position, seat: int) -> list[AnyChoice]:
    carried = carried_arms(position, seat)
    if carried == BARE:
        return []
    places = []
    for road in range(3):
        for place, placed in enumerate(position.roads[road].line):
            if placed.seat == seat:
                places.append((road, place))
    return [ARMS[nth][road][place] for nth, count in enumerate(carried) if count for road, place in places] if places else []


ARMS = tuple(tuple(tuple(c.Arm(weapon, road, place) for place in range(1, 25)) for road in ROADS) for weapon in WEAPONS)


def carried_arms(position: Position, seat: int) -> Arms:
    """The weapons of a seat's reserve after its tentative buying and arming."""
    arms = position.arms[seat]
    for choice in position.acts[seat]:
        if isinstance(choice, c.Buy):
            arms = add_arms(arms, one_of(WEAPONS.index(choice.weapon)))
        elif isinstance(choice, c.Arm):
            arms = add_arms(arms, one_of(WEAPONS.index(choice.weapon)), -1)
    return arms


# What the places offer and do


def offer_play(position: Position, seat: int, step: Step, bonus: Bonus) -> Iterable[AnyChoice]:
    return plays(position.box, position.hands[seat])


def offer_saloon(position: Position, seat: int, step: Step, bonus: Bonus) -> Iterable[AnyChoice]:
    """While step 3 is still open the same character is played by it, and the bonus stays."""
    free = step.stage <= CHARACTER and not has_ally(position, seat, step.road)
    return [position.box.saloons[character] for character in (() if free else position.teams[seat])]


def offer_move(position: Position, seat: int, step: Step, bonus: Bonus) -> Iterable[AnyChoice]:
    for road in range(3):
        for place, placed in enumerate(position.roads[road].line):
            if placed.seat == seat or bonus.whose == "any":
                yield from MOVES[road][place]


MOVES = tuple(tuple(tuple(c.Move(road, place, to) for to in ROADS if to != road) for place in range(1, 25)) for road in ROADS)


def offer_bargain(position: Position, seat: int, step: Step, bonus: Bonus) -> Iterable[AnyChoice]:
    money, weapons = position.money[seat], position.box.weapons
    return [BARGAINS[nth] for nth, left in enumerate(position.reserve) if left and money >= weapons[nth].bargain]


def offer_rob(position: Position, seat: int, step: Step, bonus: Bonus) -> Iterable[AnyChoice]:
    return [ROBS[other] for other in position.seats if other != seat and position.money[other]]


def offer_find(position: Position, seat: int, step: Step, bonus: Bonus) -> Iterable[AnyChoice]:
    weapon = WEAPONS.index(bonus.weapon)
    return (FINDS[weapon],) if position.reserve[weapon] else ()


def offer_under(position: Position, seat: int, step: Step, bonus: Bonus) -> Iterable[AnyChoice]:
    box = position.box
    return () if under_which(position, seat) is None else [box.unders[kind] for kind in kinds(box, position.hands[seat])]


def offer_ford(position: Position, seat: int, step: Step, bonus: Bonus) -> Iterable[AnyChoice]:
    box = position.box
    for road in range(3):
        if road != step.road:
            yield from (box.fords[kind][road] for kind in kinds(box, position.roads[road].cards))


def after_bonus(position: Position, stage: int = MARKET) -> Position:
    """The head of the agenda goes on to a later stage."""
    return replace(position, todo=(replace(position.todo[0], stage=stage), *position.todo[1:]))


def do_saloon(position: Position, seat: int, step: Step, choice: c.Saloon, tell: Tell) -> Position:
    return after_bonus(play_character(position, seat, step.road, position.box.character_of[choice.character], False, tell))


def do_move(position: Position, seat: int, step: Step, choice: c.Move, tell: Tell) -> Position:
    old, new = ROADS.index(choice.road), ROADS.index(choice.to)
    moved, position = leave_line(position, old, choice.place - 1)
    if tell is not None:
        came = piece_of(new, len(position.roads[new].line), moved)
        pieces = dict.fromkeys((piece_of(old, choice.place - 1, moved), came))
        ways = (Move(piece, (f"line-{old}", f"line-{new}") if piece == came else (f"line-{new}",)) for piece in pieces)
        happened(tell, "move", *ways, seat=seat, road=choice.road, to=choice.to)
    return after_bonus(join(position, new, moved, True, tell))


def do_bargain(position: Position, seat: int, step: Step, choice: c.Bargain, tell: Tell) -> Position:
    weapon = WEAPONS.index(choice.weapon)
    return after_bonus(buy(position, seat, weapon, position.box.weapons[weapon].bargain, tell))


def do_rob(position: Position, seat: int, step: Step, choice: c.Rob, tell: Tell) -> Position:
    return after_bonus(rob(position, seat, choice.seat, position.box.bonus[step.item].amount, tell))


def do_find(position: Position, seat: int, step: Step, choice: c.Find, tell: Tell) -> Position:
    happened(tell, "find", f"reserve-{WEAPONS.index(choice.weapon)}", f"arms-{seat}", seat=seat, weapon=choice.weapon)
    return after_bonus(from_reserve(position, seat, WEAPONS.index(choice.weapon)))


def do_under(position: Position, seat: int, step: Step, choice: c.Under, tell: Tell) -> Position:
    """As many cards as one likes, one after the other."""
    card, deck = find(position.box, position.hands[seat], choice.card), under_which(position, seat)
    assert deck is not None
    if tell is not None:
        tell_under(seat, deck, place_name(position.box, card), tell)
    hands = put(position.hands, seat, less(position.hands[seat], card))
    return after_bonus(put_under(replace(position, hands=hands), seat, deck, (card,)), BONUS)


def do_ford(position: Position, seat: int, step: Step, choice: c.Ford, tell: Tell) -> Position:
    road = ROADS.index(choice.road)
    there, here = position.roads[road], position.roads[step.road]
    card = find(position.box, there.cards, choice.card)
    happened(tell, "ford", f"card-{card}", seat=seat, place=place_name(position.box, card), road=choice.road)
    position = replace(position, roads=with_road(position, road, replace(there, cards=less(there.cards, card))))
    return after_bonus(replace(position, roads=with_road(position, step.road, replace(here, cards=(*here.cards, card)))))


def play_first(position: Position, seat: int, step: Step, choice: c.Play, tell: Tell) -> Position:
    return play_card(position, seat, choice, CHARACTER, tell)


def play_more(position: Position, seat: int, step: Step, choice: c.Play, tell: Tell) -> Position:
    """One more card by a ranch does not open step 3 again."""
    return play_card(position, seat, choice, BONUS, tell)


def play_card(position: Position, seat: int, choice: c.Play, stage: int, tell: Tell) -> Position:
    box, road = position.box, ROADS.index(choice.road)
    card = find(box, position.hands[seat], choice.card)
    if tell is not None:
        way = Move(f"card-{card}", (f"hand-{seat}", f"caravan-{road}"))
        happened(tell, "play", way, seat=seat, card=choice.card, place=place_name(box, card), road=choice.road)
    there = position.roads[road]
    todo = (Step("after", seat, road, card % box.kinds, stage), *position.todo[1:])
    position = reveal(position, (card,)) if position.pool or position.traces else position
    hands = put(position.hands, seat, less(position.hands[seat], card))
    roads = with_road(position, road, replace(there, cards=(*there.cards, card)))
    if not box.signpost[card] or not there.coins + there.daggers:
        return replace(position, hands=hands, roads=roads, todo=todo)
    if there.coins and there.daggers:
        return replace(position, hands=hands, roads=roads, todo=(Step("reward", seat, road), *todo))
    return take_reward(replace(position, hands=hands, roads=roads, todo=todo), seat, road, bool(there.coins), tell)


def do_reward(position: Position, seat: int, step: Step, choice: c.Reward, tell: Tell) -> Position:
    return take_reward(popped(position), seat, step.road, choice.kind == "coin", tell)


def take_reward(position: Position, seat: int, number: int, coin: bool, tell: Tell) -> Position:
    road = position.roads[number]
    if tell is not None:
        way = (
            Move(f"coin-{number}-{road.coins - 1}", (f"purse-{seat}",))
            if coin
            else Move(f"dagger-{number}-{road.daggers - 1}", (f"arms-{seat}",))
        )
        happened(tell, "reward", way, f"{'money' if coin else 'arms'}-{seat}", seat=seat, kind="coin" if coin else "dagger")
    coins, daggers = road.coins - coin, road.daggers - (not coin)
    roads = with_road(position, number, replace(road, coins=coins, daggers=daggers))
    reached = position.reached if coins + daggers else (*position.reached, number)
    position = replace(position, roads=roads, reached=reached)
    return gain(position, seat, 1) if coin else replace(position, arms=put(position.arms, seat, add_arms(position.arms[seat], (1, 0, 0))))


def do_assign(position: Position, seat: int, step: Step, choice: c.Assign, tell: Tell) -> Position:
    up = has_ally(position, seat, step.road)
    return after_bonus(play_character(position, seat, step.road, position.box.character_of[choice.character], up, tell), BONUS)


def play_character(position: Position, seat: int, road: int, character: int, up: bool, tell: Tell) -> Position:
    """Face down, unless it is played open or beside an ally."""
    up = up or position.open
    if tell is not None:
        tell_character(position, seat, road, character, up, tell)
    could = position.known[seat] | position.box.everybody & ~position.seen
    position = replace(position, teams=put(position.teams, seat, less(position.teams[seat], character)))
    if up:
        known = put(position.known, seat, position.known[seat] & ~(1 << character))
        position = uncover(replace(position, known=known), 1 << character)
        return join(position, road, Placed(character, seat, BARE, True, 0), False, tell)
    return join(position, road, Placed(character, seat, BARE, False, could), False, tell)


def buy(position: Position, seat: int, weapon: int, price: int, tell: Tell) -> Position:
    if tell is not None:
        way = Move(f"purse-{seat}", (f"purse-{seat}", f"reserve-{weapon}"))
        happened(tell, "buy", way, f"reserve-{weapon}", f"arms-{seat}", f"money-{seat}", seat=seat, weapon=WEAPONS[weapon], price=price)
    return from_reserve(gain(position, seat, -price), seat, weapon)


def do_draw(position: Position, seat: int, step: Step, choice: c.Draw, tell: Tell) -> Position:
    """The change becomes final. R5: the cards go under the deck that is drawn from, which the discard has none of."""
    aside, hand = laid_aside(position, seat)
    plan = planned(position, seat, len(aside))
    price = position.box.components.start.change
    happened(tell, "change", f"money-{seat}", seat=seat, price=price, cards=len(aside))
    draws = tuple(Step("draw", seat, item=deck) for deck in plan)
    position = put_under(gain(position, seat, -price), seat, seat if plan[-1] == DISCARD else plan[-1], aside)
    todo = (*draws, Step("open", seat, stage=1), *position.todo[1:])
    return replace(position, acts=put(position.acts, seat, ()), awaited=(), hands=put(position.hands, seat, hand), todo=todo)


def do_end(position: Position, seat: int, step: Step, choice: c.End, tell: Tell) -> Position:
    """Buying and arming become final; then the hand is refilled, and what was reached is sold."""
    for done in position.acts[seat]:
        if isinstance(done, c.Buy):
            weapon = WEAPONS.index(done.weapon)
            position = buy(position, seat, weapon, position.box.weapons[weapon].price, tell)
        elif isinstance(done, c.Arm):
            position = arm(position, seat, WEAPONS.index(done.weapon), ROADS.index(done.road), done.place - 1, tell)
    arrivals = [Step("arrive", seat, road) for road in position.reached]
    acts = put(position.acts, seat, ())
    return replace(position, acts=acts, awaited=(), reached=(), todo=(Step("refill", seat), *arrivals, Step("next", seat)))


def arm(position: Position, seat: int, weapon: int, number: int, place: int, tell: Tell) -> Position:
    road = position.roads[number]
    if tell is not None:
        happened(
            tell, "arm", piece_of(number, place, road.line[place]), f"arms-{seat}", seat=seat, weapon=WEAPONS[weapon], road=ROADS[number]
        )
    placed = road.line[place]
    line = put(road.line, place, replace(placed, arms=add_arms(placed.arms, one_of(weapon))))
    arms = put(position.arms, seat, add_arms(position.arms[seat], one_of(weapon), -1))
    return replace(position, arms=arms, roads=with_road(position, number, replace(road, line=line)))


# For each bonus: what it offers, and what a choice of it does.
BONUSES: dict[str, tuple[Callable[[Position, int, Step, Bonus], Iterable[AnyChoice]], Deeds]] = {
    "play": (offer_play, on(c.Play, play_more)),
    "character": (offer_saloon, on(c.Saloon, do_saloon)),
    "move": (offer_move, on(c.Move, do_move)),
    "bargain": (offer_bargain, on(c.Bargain, do_bargain)),
    "rob": (offer_rob, on(c.Rob, do_rob)),
    "find": (offer_find, on(c.Find, do_find)),
    "under": (offer_under, on(c.Under, do_under)),
    "ford": (offer_ford, on(c.Ford, do_ford)),
}
BONUS_DEEDS: Deeds = {choice: deed for _, deeds in BONUSES.values() for choice, deed in deeds.items()}


# Cards that are drawn


def deck_of(position: Position, seat: int) -> int:
    """Where a refill draws from: it ends when there is nothing to draw."""
    deck = source(position, seat)
    assert deck is not None
    return deck


def refilled(position: Position, step: Step, tell: Tell) -> Position | None:
    full = len(position.hands[step.seat]) >= position.box.components.start.hand
    return popped(position) if full or source(position, step.seat) is None else None


def drawing(position: Position, step: Step) -> Chance:
    return card_of(position, step.seat, step.item)


def refilling(position: Position, step: Step) -> Chance:
    return card_of(position, step.seat, deck_of(position, step.seat))


def card_of(position: Position, seat: int, here: int) -> Chance:
    """A card from a deck or the discard, for the eyes of who draws it."""
    code = position.box.code
    if here == DISCARD:
        codes = [code[card] for card in position.discard]
        found = sorted(set(codes))
        return Chance("a card of the discard", tuple(found), tuple(map(codes.count, found)), (seat,))
    deck = position.decks[here]
    if deck:
        return Chance("a caravan card", tuple([code[card] for card in deck]), (1,) * len(deck), (seat,))
    return Chance("a card from under the deck", (code[position.tails[here][0]],), (1,), (seat,))


def draw(position: Position, step: Step, what: str, tell: Tell) -> Position:
    return popped(draw_card(position, step.seat, step.item, what, tell))


def refill(position: Position, step: Step, what: str, tell: Tell) -> Position:
    """The step stays until the hand is full."""
    return draw_card(position, step.seat, deck_of(position, step.seat), what, tell)


def draw_card(position: Position, seat: int, here: int, what: str, tell: Tell) -> Position:
    """A card comes: from a deck, from under it, or from the discard."""
    box, position = position.box, replace(position, traces=in_sight(position)) if position.traces else position
    if here == DISCARD:
        return draw_discarded(position, seat, find(box, position.discard, what), tell)
    under = not position.decks[here]
    card = position.tails[here][0] if under else here * box.kinds + box.kind_of[what]
    if tell is not None:
        confided(tell, seat, "draw", Message("event.draw-unseen", {"seat": seat}), place=place_name(box, card))
    hands = put(position.hands, seat, one_more(position.hands[seat], card))
    if not under:
        return replace(position, hands=hands, decks=put(position.decks, here, less(position.decks[here], card)))
    return draw_from_under(replace(position, hands=hands), seat, here)


def draw_discarded(position: Position, seat: int, card: int, tell: Tell) -> Position:
    """R6: the discard is shuffled, so of what lay in it the others know only that one card of some colour is gone."""
    if tell is not None:
        tell.append(discarded_drawn(seat, place_name(position.box, card)))
    hands = put(position.hands, seat, one_more(position.hands[seat], card))
    pool = tuple(sorted({*position.pool, *position.discard}))
    return replace(position, hands=hands, discard=less(position.discard, card), pool=pool)
