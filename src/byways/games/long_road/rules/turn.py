"""A turn: change cards, play a caravan card and take its reward, play a character, use the bonus, buy, arm, end, refill."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from byways.game import Chance, Move, Tell, happened, put
from byways.games.long_road import choices as c
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.rules.common import (
    ONE_WEAPON,
    Actions,
    add_arms,
    add_money,
    from_reserve,
    join_line,
    leave_line,
    on,
    place_name,
    pop_task,
    replace_road,
    reveal_cards,
    rob,
    turn_up_characters,
    with_card,
    without_card,
)
from byways.games.long_road.rules.decks import draw_from_under, draw_plan, prune_traces, put_under, under_which
from byways.games.long_road.rules.events import drawn, piece_of, tell_character, tell_under
from byways.games.long_road.state import DISCARD, UNARMED, Arms, Cards, Placed, Position, Task, draw_source

CHARACTER, BONUS, MARKET = 3, 4, 5  # stages of "after", numbered like the steps of a turn in the rules
DRAW, END = c.Draw(), c.End()
COIN_REWARD, DAGGER_REWARD = c.Reward("coin"), c.Reward("dagger")
BUYS, BARGAINS, FINDS = tuple(map(c.Buy, WEAPONS)), tuple(map(c.Bargain, WEAPONS)), tuple(map(c.Find, WEAPONS))
ROBS = tuple(map(c.Rob, range(4)))
PLACES = range(1, 25)  # positions in a line, more than there ever are
ARMS = tuple(tuple(tuple(c.Arm(weapon, road, place) for place in PLACES) for road in ROADS) for weapon in WEAPONS)
MOVES = tuple(tuple(tuple(c.Move(road, place, to) for to in ROADS if to != road) for place in PLACES) for road in ROADS)
MOST_CHANGED = 3


def begin_turn(position: Position, task: Task, tell: Tell) -> Position:
    """Begin a turn. R6: a player without cards starts with buying and arming."""
    first = Task("open", task.seat) if position.hands[task.seat] else Task("after", task.seat, stage=MARKET)
    if tell is not None:
        happened(tell, "turn", next=task.seat)
    return replace(position, turns=position.turns + 1, todo=(first, *position.todo[1:]))


# Offers


def offer_open(position: Position, seat: int, task: Task) -> tuple[AnyChoice, ...]:
    """Steps 1 and 2: change cards or play one."""
    box = position.box
    if position.acts[seat]:
        return (DRAW, *offer_changes(box, position, seat))
    if task.stage or position.money[seat] < box.components.start.change:
        return play_choices(box, position.hands[seat])
    return play_choices(box, position.hands[seat]) + offer_changes(box, position, seat)


@lru_cache(maxsize=4096)  # the same hands come up at every step and in every imagined world
def distinct_kinds(box: Box, hand: Cards) -> tuple[int, ...]:
    """Return the kinds of cards in a hand. Cards of the same kind from different decks are one choice."""
    return tuple(sorted({card % box.kinds for card in hand}))


@lru_cache(maxsize=4096)
def play_choices(box: Box, hand: Cards) -> tuple[c.Play, ...]:
    return tuple(play for kind in distinct_kinds(box, hand) for play in box.plays[kind])


def offer_changes(box: Box, position: Position, seat: int) -> tuple[AnyChoice, ...]:
    """R7: change at most three cards, and no more than can be drawn."""
    act = position.acts[seat]
    if len(act) >= MOST_CHANGED or len(draw_plan(position, seat, len(act) + 1)) <= len(act):
        return ()
    return change_choices(box, laid_aside(position, seat)[1] if act else position.hands[seat])


@lru_cache(maxsize=4096)
def change_choices(box: Box, hand: Cards) -> tuple[c.Change, ...]:
    return tuple([box.changes[kind] for kind in distinct_kinds(box, hand)])


def laid_aside(position: Position, seat: int) -> tuple[Cards, Cards]:
    """Return the cards that the tentative act changes, in order, and those that stay in hand."""
    box, left = position.box, position.hands[seat]
    aside: Cards = ()
    for choice in position.acts[seat]:
        if isinstance(choice, c.Change):
            card = find_card(box, left, choice.card)
            aside, left = (*aside, card), without_card(left, card)
    return aside, left


def find_card(box: Box, cards: Cards, code: str) -> int:
    """Return the first card of a kind."""
    kind = box.kind_of[code]
    for card in cards:
        if card % box.kinds == kind:
            return card
    raise AssertionError(code)


def offer_reward(position: Position, seat: int, task: Task) -> tuple[AnyChoice, ...]:
    return (COIN_REWARD, DAGGER_REWARD)


def offer_after(position: Position, seat: int, task: Task) -> tuple[AnyChoice, ...]:
    """Steps 3 to 6 in one list; choosing from a later step skips the earlier ones."""
    if position.acts[seat]:
        return (END, *offer_arming(position, seat))
    box = position.box
    choices: list[AnyChoice] = [END]
    if task.stage <= CHARACTER:
        choices += offer_characters(box, position, seat, task)
    if task.stage <= BONUS:
        choices += offer_bonus(position, seat, task)
    return (*choices, *offer_weapons(box, position, seat), *offer_arming(position, seat))


def has_ally(position: Position, seat: int, road: int) -> bool:
    for placed in position.roads[road].line:  # noqa: SIM110  (`any` takes twice as long here)
        if placed.seat == seat:
            return True
    return False


def offer_characters(box: Box, position: Position, seat: int, task: Task) -> list[AnyChoice]:
    """R22: beside one of the seat's own hats, only a character that may be played beside an ally."""
    allowed = box.beside_ally if has_ally(position, seat, task.road) else box.everybody
    return [box.assigns[character] for character in position.teams[seat] if allowed >> character & 1]


def offer_weapons(box: Box, position: Position, seat: int) -> list[c.Buy]:
    money, reserve = position.money[seat], position.reserve
    return [BUYS[nth] for nth, price in enumerate(box.prices) if money >= price and reserve[nth]]


def offer_arming(position: Position, seat: int) -> list[AnyChoice]:
    carried = available_weapons(position, seat)
    if carried == UNARMED:
        return []
    places = [(road, place) for road in range(3) for place, placed in enumerate(position.roads[road].line) if placed.seat == seat]
    return [ARMS[nth][road][place] for nth, count in enumerate(carried) if count for road, place in places]


def available_weapons(position: Position, seat: int) -> Arms:
    """Return the weapons in a seat's reserve after its tentative buying and arming."""
    arms = position.arms[seat]
    for choice in position.acts[seat]:
        if isinstance(choice, c.Buy):
            arms = add_arms(arms, ONE_WEAPON[WEAPONS.index(choice.weapon)])
        elif isinstance(choice, c.Arm):
            arms = add_arms(arms, ONE_WEAPON[WEAPONS.index(choice.weapon)], -1)
    return arms


# The bonuses of places


def offer_bonus(position: Position, seat: int, task: Task) -> Iterable[AnyChoice]:
    """R39: a bonus that cannot work offers nothing."""
    box, hand, reserve, bonus = position.box, position.hands[seat], position.reserve, position.box.bonus[task.item]
    match bonus.do:
        case "play":
            return play_choices(box, hand)
        case "character":
            # While step 3 can still play the first character here, the bonus waits for the second.
            free = task.stage <= CHARACTER and not has_ally(position, seat, task.road)
            return [] if free else [box.saloons[character] for character in position.teams[seat]]
        case "move":
            lines = [(road, place, one) for road in range(3) for place, one in enumerate(position.roads[road].line)]
            return [move for road, place, one in lines if one.seat == seat or bonus.whose == "any" for move in MOVES[road][place]]
        case "bargain":
            return [BARGAINS[nth] for nth, left in enumerate(reserve) if left and position.money[seat] >= box.weapons[nth].bargain]
        case "rob":
            return [ROBS[other] for other in position.seats if other != seat and position.money[other]]
        case "find":
            weapon = WEAPONS.index(bonus.weapon)
            return [FINDS[weapon]] if reserve[weapon] else []
        case "under":
            return [] if under_which(position, seat) is None else [box.unders[kind] for kind in distinct_kinds(box, hand)]
        case "ford":
            others = [road for road in range(3) if road != task.road]
            return [box.fords[kind][road] for road in others for kind in distinct_kinds(box, position.roads[road].cards)]


def at_stage(position: Position, stage: int = MARKET) -> Position:
    """Move the current task on to a later stage."""
    return replace(position, todo=(replace(position.todo[0], stage=stage), *position.todo[1:]))


def do_saloon(position: Position, seat: int, task: Task, choice: c.Saloon, tell: Tell) -> Position:
    return at_stage(play_character(position, seat, task.road, position.box.character_of[choice.character], False, tell))


def do_move(position: Position, seat: int, task: Task, choice: c.Move, tell: Tell) -> Position:
    old, new = ROADS.index(choice.road), ROADS.index(choice.to)
    moved, position = leave_line(position, old, choice.place - 1)
    if tell is not None:
        came = piece_of(new, len(position.roads[new].line), moved)
        pieces = dict.fromkeys((piece_of(old, choice.place - 1, moved), came))
        ways = (Move(piece, (f"line-{old}", f"line-{new}") if piece == came else (f"line-{new}",)) for piece in pieces)
        happened(tell, "move", *ways, seat=seat, road=choice.road, to=choice.to)
    return at_stage(join_line(position, new, moved, True, tell))


def do_bargain(position: Position, seat: int, task: Task, choice: c.Bargain, tell: Tell) -> Position:
    weapon = WEAPONS.index(choice.weapon)
    return at_stage(buy(position, seat, weapon, position.box.weapons[weapon].bargain, tell))


def do_rob(position: Position, seat: int, task: Task, choice: c.Rob, tell: Tell) -> Position:
    return at_stage(rob(position, seat, choice.seat, position.box.bonus[task.item].amount, tell))


def do_find(position: Position, seat: int, task: Task, choice: c.Find, tell: Tell) -> Position:
    happened(tell, "find", f"reserve-{WEAPONS.index(choice.weapon)}", f"arms-{seat}", seat=seat, weapon=choice.weapon)
    return at_stage(from_reserve(position, seat, WEAPONS.index(choice.weapon)))


def do_under(position: Position, seat: int, task: Task, choice: c.Under, tell: Tell) -> Position:
    """Put a card under a deck. The stage stays at BONUS, because any number of cards can be put away, one by one."""
    card, deck = find_card(position.box, position.hands[seat], choice.card), under_which(position, seat)
    assert deck is not None
    if tell is not None:
        tell_under(seat, deck, place_name(position.box, card), tell)
    hands = put(position.hands, seat, without_card(position.hands[seat], card))
    return at_stage(put_under(replace(position, hands=hands), seat, deck, (card,)), BONUS)


def do_ford(position: Position, seat: int, task: Task, choice: c.Ford, tell: Tell) -> Position:
    road = ROADS.index(choice.road)
    there, here = position.roads[road], position.roads[task.road]
    card = find_card(position.box, there.cards, choice.card)
    happened(tell, "ford", f"card-{card}", seat=seat, place=place_name(position.box, card), road=choice.road)
    position = replace(position, roads=replace_road(position, road, replace(there, cards=without_card(there.cards, card))))
    return at_stage(replace(position, roads=replace_road(position, task.road, replace(here, cards=(*here.cards, card)))))


def do_play(position: Position, seat: int, task: Task, choice: c.Play, tell: Tell) -> Position:
    """Play a caravan card. R14: a Ranch's extra card does not reopen step 3."""
    stage = CHARACTER if task.what == "open" else BONUS
    box, road = position.box, ROADS.index(choice.road)
    card = find_card(box, position.hands[seat], choice.card)
    if tell is not None:
        way = Move(f"card-{card}", (f"hand-{seat}", f"caravan-{road}"))
        happened(tell, "play", way, seat=seat, card=choice.card, place=place_name(box, card), road=choice.road)
    there = position.roads[road]
    todo = (Task("after", seat, road, card % box.kinds, stage), *position.todo[1:])
    position = reveal_cards(position, (card,)) if position.pool or position.traces else position
    hands = put(position.hands, seat, without_card(position.hands[seat], card))
    roads = replace_road(position, road, replace(there, cards=(*there.cards, card)))
    if not box.signpost[card] or not there.coins + there.daggers:
        return replace(position, hands=hands, roads=roads, todo=todo)
    if there.coins and there.daggers:
        return replace(position, hands=hands, roads=roads, todo=(Task("reward", seat, road), *todo))
    return take_reward(replace(position, hands=hands, roads=roads, todo=todo), seat, road, bool(there.coins), tell)


def do_reward(position: Position, seat: int, task: Task, choice: c.Reward, tell: Tell) -> Position:
    return take_reward(pop_task(position), seat, task.road, choice.kind == "coin", tell)


def take_reward(position: Position, seat: int, number: int, coin: bool, tell: Tell) -> Position:
    road = position.roads[number]
    if tell is not None:
        kind, left, to, shown = ("coin", road.coins, "purse", "money") if coin else ("dagger", road.daggers, "arms", "arms")
        happened(tell, "reward", Move(f"{kind}-{number}-{left - 1}", (f"{to}-{seat}",)), f"{shown}-{seat}", seat=seat, kind=kind)
    coins, daggers = road.coins - coin, road.daggers - (not coin)
    roads = replace_road(position, number, replace(road, coins=coins, daggers=daggers))
    # R3, R4: destinations arrive after the turn, in the order in which they were emptied.
    reached = position.reached if coins + daggers else (*position.reached, number)
    position = replace(position, roads=roads, reached=reached)
    if coin:
        return add_money(position, seat, 1)
    return replace(position, arms=put(position.arms, seat, add_arms(position.arms[seat], ONE_WEAPON[0])))


def do_assign(position: Position, seat: int, task: Task, choice: c.Assign, tell: Tell) -> Position:
    up = has_ally(position, seat, task.road)
    return at_stage(play_character(position, seat, task.road, position.box.character_of[choice.character], up, tell), BONUS)


def play_character(position: Position, seat: int, road: int, character: int, up: bool, tell: Tell) -> Position:
    """Play a character face down, or face up beside an ally (`up`) and in the open variant."""
    up = up or position.open
    if tell is not None:
        tell_character(position, seat, road, character, up, tell)
    # X3: publicly, a face-down character is one that this seat took back, or one that has never been seen.
    could = position.known[seat] | position.box.everybody & ~position.seen
    position = replace(position, teams=put(position.teams, seat, without_card(position.teams[seat], character)))
    if up:
        known = put(position.known, seat, position.known[seat] & ~(1 << character))
        position = turn_up_characters(replace(position, known=known), 1 << character)
        return join_line(position, road, Placed(character, seat, UNARMED, True, 0), False, tell)
    return join_line(position, road, Placed(character, seat, UNARMED, False, could), False, tell)


def buy(position: Position, seat: int, weapon: int, price: int, tell: Tell) -> Position:
    if tell is not None:
        way = Move(f"purse-{seat}", (f"purse-{seat}", f"reserve-{weapon}"))
        happened(tell, "buy", way, f"reserve-{weapon}", f"arms-{seat}", f"money-{seat}", seat=seat, weapon=WEAPONS[weapon], price=price)
    return from_reserve(add_money(position, seat, -price), seat, weapon)


def do_draw(position: Position, seat: int, task: Task, choice: c.Draw, tell: Tell) -> Position:
    """Make the change final. R5: the cards go under the deck from which the last card comes; R6: never under the discard."""
    aside, hand = laid_aside(position, seat)
    # Plan before the cards go under a deck, because they must not come back at once.
    plan = draw_plan(position, seat, len(aside))
    price = position.box.components.start.change
    happened(tell, "change", f"money-{seat}", seat=seat, price=price, cards=len(aside))
    draws = tuple(Task("draw", seat, item=deck) for deck in plan)
    position = put_under(add_money(position, seat, -price), seat, seat if plan[-1] == DISCARD else plan[-1], aside)
    todo = (*draws, Task("open", seat, stage=1), *position.todo[1:])
    return replace(position, acts=put(position.acts, seat, ()), awaited=(), hands=put(position.hands, seat, hand), todo=todo)


def do_end(position: Position, seat: int, task: Task, choice: c.End, tell: Tell) -> Position:
    """Make buying and arming final, refill the hand, and sell the caravans that arrived."""
    for done in position.acts[seat]:
        if isinstance(done, c.Buy):
            weapon = WEAPONS.index(done.weapon)
            position = buy(position, seat, weapon, position.box.weapons[weapon].price, tell)
        elif isinstance(done, c.Arm):
            position = arm(position, seat, WEAPONS.index(done.weapon), ROADS.index(done.road), done.place - 1, tell)
    arrivals = [Task("arrive", seat, road) for road in position.reached]
    acts = put(position.acts, seat, ())
    return replace(position, acts=acts, awaited=(), reached=(), todo=(Task("refill", seat), *arrivals, Task("next", seat)))


def arm(position: Position, seat: int, weapon: int, number: int, place: int, tell: Tell) -> Position:
    road, placed = position.roads[number], position.roads[number].line[place]
    if tell is not None:
        piece = piece_of(number, place, placed)
        happened(tell, "arm", piece, f"arms-{seat}", seat=seat, weapon=WEAPONS[weapon], road=ROADS[number])
    line = put(road.line, place, replace(placed, arms=add_arms(placed.arms, ONE_WEAPON[weapon])))
    arms = put(position.arms, seat, add_arms(position.arms[seat], ONE_WEAPON[weapon], -1))
    return replace(position, arms=arms, roads=replace_road(position, number, replace(road, line=line)))


BONUS_ACTIONS: Actions = (
    on(c.Play, do_play)
    | on(c.Saloon, do_saloon)
    | on(c.Move, do_move)
    | on(c.Bargain, do_bargain)
    | on(c.Rob, do_rob)
    | on(c.Find, do_find)
    | on(c.Under, do_under)
    | on(c.Ford, do_ford)
)


# Drawing cards


def end_refill(position: Position, task: Task, tell: Tell) -> Position | None:
    full = len(position.hands[task.seat]) >= position.box.components.start.hand
    return pop_task(position) if full or draw_source(position, task.seat) is None else None


def deck_of(position: Position, task: Task) -> int:
    """Return the deck to draw from: fixed for a change, determined for each card of a refill."""
    deck = task.item if task.what == "draw" else draw_source(position, task.seat)
    assert deck is not None  # `end_refill` ends the task first
    return deck


def card_chance(position: Position, task: Task) -> Chance:
    """Return the chance of a card from a deck, its tail or the discard, visible to the drawing seat."""
    code, seat, here = position.box.code, task.seat, deck_of(position, task)
    if here == DISCARD:
        codes = [code[card] for card in position.discard]
        found = sorted(set(codes))
        return Chance("a card of the discard", tuple(found), tuple(map(codes.count, found)), (seat,))
    deck = position.decks[here]
    if deck:
        return Chance("a caravan card", tuple([code[card] for card in deck]), (1,) * len(deck), (seat,))
    return Chance("a card from under the deck", (code[position.tails[here][0]],), (1,), (seat,))


def draw(position: Position, task: Task, what: str, tell: Tell) -> Position:
    """Draw a card. A refill stays on the agenda until the hand is full."""
    position = draw_card(position, task.seat, deck_of(position, task), what, tell)
    return pop_task(position) if task.what == "draw" else position


def draw_card(position: Position, seat: int, here: int, what: str, tell: Tell) -> Position:
    """Draw a card from a deck, from its tail, or from the discard."""
    box, position = position.box, replace(position, traces=prune_traces(position)) if position.traces else position
    if here == DISCARD:
        card = find_card(box, position.discard, what)
    else:
        card = here * box.kinds + box.kind_of[what] if position.decks[here] else position.tails[here][0]
    if tell is not None:
        tell.append(drawn(seat, here, place_name(box, card)))
    hands = put(position.hands, seat, with_card(position.hands[seat], card))
    if here == DISCARD:
        # R6: the discard is shuffled, so the others learn only the card's back; `pool` remembers what it may be.
        pool = tuple(sorted({*position.pool, *position.discard}))
        return replace(position, hands=hands, discard=without_card(position.discard, card), pool=pool)
    if position.decks[here]:
        return replace(position, hands=hands, decks=put(position.decks, here, without_card(position.decks[here], card)))
    return draw_from_under(replace(position, hands=hands), seat, here)
