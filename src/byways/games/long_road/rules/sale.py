"""Arrivals (the sale, taking characters back, the next destination) and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from byways.bits import bit_set
from byways.game import Chance, Event, Move, Outcome, Tally, Tell, happened, mark_show, places, proclaimed, put
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, Recruit
from byways.games.long_road.rules.common import (
    add_arms,
    find_in_line,
    pop_task,
    replace_road,
    turn_up_characters,
    value_of,
    with_card,
    with_cards,
    without_card,
)
from byways.games.long_road.rules.effects import sale_of
from byways.games.long_road.rules.events import activated, counted, piece_of, weapons_returned
from byways.games.long_road.rules.turn import begin_turn
from byways.games.long_road.state import UNARMED, Placed, Position, Road, Sale, Task, draw_source
from byways.i18n import Message

TILES = 4
LAST = 1  # stage of "clear" at the end of the game: no new destination


def arrival_chance(position: Position, task: Task) -> Chance:
    return Chance("the arrival", (ROADS[task.road],), (1,))


def arrive(position: Position, task: Task, what: str, tell: Tell) -> Position:
    """Give the next arrival tile, if any is left, to the player who emptied the destination, then begin the sale."""
    nth = len(position.arrivals)
    proclaimed(tell, "arrive", f"road-{task.road}", seat=task.seat, road=ROADS[task.road])
    mark_show(tell, "begins")
    # R3: the fourth arrival takes the last tile; later ones sell without a tile.
    if nth < TILES:
        happened(tell, "tile", f"arrival-{nth}", seat=task.seat, tile=nth + 1)
        position = replace(position, arrivals=(*position.arrivals, task.seat))
    if nth == TILES - 1:
        ends = next_seat(position, task.seat) == position.star
        proclaimed(tell, "last turn" if ends else "last round", price=position.box.components.arrivals.on_the_road)
    return begin_sale(position, task.road, 0, tell)


def sell_unfinished(position: Position, task: Task, what: str, tell: Tell) -> Position:
    """At the end of the game, sell a caravan that has not arrived. All three and the final count form one show."""
    proclaimed(tell, "resolve", f"road-{task.road}", road=ROADS[task.road])
    if task.road == 0:
        mark_show(tell, "begins")
    return begin_sale(position, task.road, LAST, tell)


def begin_sale(position: Position, number: int, stage: int, tell: Tell) -> Position:
    road, rest = position.roads[number], position.todo[1:]
    white, black = prices_of(position.box, road)
    hidden = bit_set(tuple(placed.character for placed in road.line if not placed.up))
    if hidden:
        if tell is not None:
            characters = tuple(position.box.keys[placed.character] for placed in road.line)
            down = [(place, placed) for place, placed in enumerate(road.line) if not placed.up]
            pieces = (*(piece_of(number, *one) for one in down), *(f"who-{placed.character}" for _, placed in down))
            happened(tell, "show", *pieces, characters=characters)
        position = turn_up_characters(position, hidden)
    todo = (Task("sell", road=number), Task("clear", road=number, stage=stage), *rest)
    return replace(position, sale=Sale(number, white, black), todo=todo)


def prices_of(box: Box, road: Road) -> tuple[int, int]:
    """Return the prices of a white and a black herd on a road."""
    if road.on_the_road or road.destination < 0:
        return (box.components.arrivals.on_the_road,) * 2
    card = box.destinations[road.destination][1]
    return card.white, card.black


def next_to_activate(position: Position) -> Placed | None:
    """R17: the highest current value among those not yet activated; of equals, the one nearest to the destination."""
    sale = sale_of(position)
    best, most = None, -1
    for placed in position.roads[sale.road].line:
        if not sale.done >> placed.character & 1 and (value := value_of(position, placed, sale.road)) > most:
            best, most = placed, value
    return best


def continue_sale(position: Position, task: Task, tell: Tell) -> Position:
    """Activate the next character. After the last one, take characters back, the top hat first."""
    sale, rest = sale_of(position), position.todo[1:]
    placed = next_to_activate(position)
    if placed is not None:
        return replace(position, todo=(Task("activate", placed.seat, sale.road, placed.character), *position.todo))
    return replace(position, todo=(*(Task("recruit", seat, sale.road) for seat in reversed(sale.hats)), *rest))


def activation_chance(position: Position, task: Task) -> Chance:
    return Chance("the next activation", (position.box.keys[task.item],), (1,))


def activate(position: Position, task: Task, what: str, tell: Tell) -> Position:
    sale, character = sale_of(position), position.box.characters[task.item]
    if tell is not None:
        _, placed = find_in_line(position.roads[task.road], task.item)
        tell.append(activated(task, position.box.keys[task.item], placed.arms, value_of(position, placed, task.road)))
    effects = [Task("effect", task.seat, task.road, task.item, nth) for nth in range(len(character.effects))]
    todo = (*effects, Task("leave", task.seat, task.road, task.item), *position.todo[1:])
    return replace(position, sale=replace(sale, count=sale.count + 1), todo=todo)


def finish_activation(position: Position, task: Task, tell: Tell) -> Position:
    """R19: return the weapons, then put the hat on the pile. R31: in Compañeros, the character returns to its player's hand."""
    sale, road, todo = sale_of(position), position.roads[task.road], position.todo[1:]
    place, placed = find_in_line(road, task.item)
    reserve = add_arms(position.reserve, placed.arms) if placed.arms != UNARMED else position.reserve
    if tell is not None and placed.arms != UNARMED:
        pieces = (f"who-{task.item}", *(f"reserve-{nth}" for nth, count in enumerate(placed.arms) if count))
        tell.append(weapons_returned("return", pieces, placed.arms, character=position.box.keys[task.item]))
    if position.companeros:
        line = road.line[:place] + road.line[place + 1 :]
        position = replace(position, reserve=reserve, roads=replace_road(position, task.road, replace(road, line=line)), todo=todo)
        return add_to_team(position, placed.seat, task.item)
    sale = replace(sale, done=sale.done | 1 << task.item, hats=(*sale.hats, placed.seat))
    if placed.arms == UNARMED:
        return replace(position, sale=sale, todo=todo)
    line = put(road.line, place, replace(placed, arms=UNARMED))
    return replace(position, reserve=reserve, roads=replace_road(position, task.road, replace(road, line=line)), sale=sale, todo=todo)


def add_to_team(position: Position, seat: int, character: int) -> Position:
    """Take a character into the hand, visibly to everyone."""
    teams = put(position.teams, seat, with_card(position.teams[seat], character))
    return replace(position, teams=teams, known=put(position.known, seat, position.known[seat] | 1 << character))


def offer_recruit(position: Position, seat: int, task: Task) -> tuple[Recruit, ...]:
    recruits = position.box.recruits
    return tuple([recruits[placed.character] for placed in position.roads[task.road].line])


def recruit_last(position: Position, task: Task, tell: Tell) -> Position | None:
    """Take the last character without asking."""
    if len(position.roads[task.road].line) != 1:
        return None
    return do_recruit(position, task.seat, task, offer_recruit(position, task.seat, task)[0], tell)


def do_recruit(position: Position, seat: int, task: Task, choice: Recruit, tell: Tell) -> Position:
    character = position.box.character_of[choice.character]
    if tell is not None:
        happened(tell, "recruit", Move(f"who-{character}", (f"hats-{seat}",)), f"hats-{seat}", seat=seat, character=choice.character)
        if not is_final(position):
            mark_show(tell, "ends")
    road, sale = position.roads[task.road], sale_of(position)
    line = tuple([placed for placed in road.line if placed.character != character])
    roads = replace_road(position, task.road, replace(road, line=line))
    position = replace(position, roads=roads, sale=replace(sale, hats=sale.hats[:-1]), todo=position.todo[1:])
    return add_to_team(position, seat, character)


def is_final(position: Position) -> bool:
    """Whether the final sales have begun."""
    return any(task.what == "count" for task in position.todo)


def clear_road(position: Position, task: Task, tell: Tell) -> Position:
    """Discard the remaining cards, remove the destination and, unless the game ends, turn up the next one."""
    road, rest = position.roads[task.road], position.todo[1:]
    discard = with_cards(position.discard, road.cards)
    out = position.out | bit_set(tuple(placed.character for placed in road.line))  # left over by a removed seat
    empty = Road(-1, 0, 0, on_the_road=road.on_the_road)
    if tell is not None:
        proclaimed(tell, "sold", *(f"card-{card}" for card in road.cards), road=ROADS[task.road])
        if task.stage != LAST:
            mark_show(tell, "ends")
    position = replace(position, roads=replace_road(position, task.road, empty), discard=discard, out=out, sale=None, todo=rest)
    if task.stage == LAST:
        return position
    # R3: all three roads turn On the Road together, and only after this sale.
    if len(position.arrivals) == TILES and not position.ending:
        happened(tell, "on the road", price=position.box.components.arrivals.on_the_road)
        first, second, third = (replace(road, on_the_road=True) for road in position.roads)
        position = replace(position, roads=(first, second, third), ending=True)
    # R1: with no destination left, the road stays open, without reward or arrival.
    if any(position.box.destinations[card][0] == task.road for card in position.ahead):
        return replace(position, todo=(Task("turn up", road=task.road), *rest))
    return position


def destination_chance(position: Position, task: Task) -> Chance:
    box = position.box
    cards = [card for card in position.ahead if box.destinations[card][0] == task.road]
    return Chance("a destination", tuple(box.destination_codes[card] for card in cards), (1,) * len(cards))


def turn_up_destination(position: Position, task: Task, what: str, tell: Tell) -> Position:
    happened(tell, "destination", f"road-{task.road}", road=ROADS[task.road])
    return lay_destination(pop_task(position), position.box.destination_of[what])


def lay_destination(position: Position, number: int) -> Position:
    """R2: lay a coin for each dagger that the reserve lacks."""
    road, card = position.box.destinations[number]
    daggers = min(card.daggers, position.reserve[0])
    here = position.roads[road]
    new = replace(here, destination=number, coins=card.coins + card.daggers - daggers, daggers=daggers)
    reserve = add_arms(position.reserve, (daggers, 0, 0), -1)
    return replace(position, roads=replace_road(position, road, new), reserve=reserve, ahead=without_card(position.ahead, number))


# The next turn, and the end of the game


def next_seat(position: Position, seat: int) -> int:
    """Return the next seat clockwise that is still in the game."""
    count = len(position.acts)
    after = (seat + 1) % count
    while after in position.removed:
        after = (after + 1) % count
    return after


def next_turn(position: Position, task: Task, tell: Tell) -> Position:
    """R28: after the fourth arrival, play continues up to the star's right neighbour, so that all have equal turns."""
    then = next_seat(position, task.seat)
    # R6: no player has a card or can draw one.
    stuck = not any(position.hands) and all(draw_source(position, seat) is None for seat in position.seats)
    if stuck or (position.ending and then == position.star):
        return begin_final_sales(position)
    return begin_turn(position, Task("turn", then), tell)


def begin_final_sales(position: Position) -> Position:
    """R25, R26: at the end, the three caravans are sold On the Road: tepee, cactus, rock."""
    first, second, third = (replace(road, on_the_road=True) for road in position.roads)
    todo = (*(Task("resolve", road=road) for road in range(3)), Task("count"))
    return replace(position, roads=(first, second, third), ending=True, todo=todo)


def end_tile_scores(position: Position) -> tuple[int, ...]:
    """Return what the end tile counts for each seat; higher is better."""
    box, counts = position.box, position.box.components.ends.faces[position.end].counts
    if counts == "cards":
        return tuple(map(len, position.taken))
    if counts == "places":
        return tuple(len({box.place[card] for card in cards}) for cards in position.taken)
    # R34: printed numbers only. The tile for the lowest sum counts negative, so that the maximum always wins.
    sign = 1 if counts == "highest" else -1
    return tuple(sign * sum(box.value[character] for character in team) for team in position.teams)


def final_money(position: Position) -> tuple[dict[str, int], ...]:
    """Return each seat's final money by source."""
    box, parts = position.box, position.box.components
    scores = end_tile_scores(position)
    best = max(scores[seat] for seat in position.seats)
    sums = []
    for seat in range(len(position.acts)):
        place = box.place_of[parts.bosses.places[position.bosses[seat]]]
        boss = parts.bosses.worth * sum(box.place[card] == place for card in position.taken[seat])
        reward = parts.arrivals.reward if scores[seat] == best and seat not in position.removed else 0
        # Not strict: at most four tiles have been given, often fewer.
        tiles = sum(worth for worth, owner in zip(parts.arrivals.tiles, position.arrivals, strict=False) if owner == seat)
        resale = sum(weapon.resale * count for weapon, count in zip(parts.weapons, position.arms[seat], strict=True))
        sums.append({"money": position.money[seat], "boss": boss, "end tile": reward, "arrivals": tiles, "weapons": resale})
    return tuple(sums)


def count_money(position: Position, task: Task, tell: Tell) -> Position:
    """Add boss, end tile, arrival tiles and resale. R35: the richest player wins; equal money shares the victory."""
    sums = final_money(position)
    if tell is not None:
        tell += [counted(seat, sums[seat]) for seat in position.seats]
    return end_game(position, sums, Message("outcome.counted"), tell)


def end_game(position: Position, sums: Sequence[Mapping[str, int]], reason: Message, tell: Tell) -> Position:
    """End the game. `sums` is each seat's money by source."""
    money = [sum(parts.values()) for parts in sums]
    ranked = [0 if seat in position.removed else total for seat, total in enumerate(money)]
    breakdown = tuple(Tally(Message(f"tally.{name.replace(' ', '-')}"), tuple(parts[name] for parts in sums)) for name in sums[0])
    outcome = Outcome(places(ranked, position.removed), reason, "", tuple(map(float, money)), position.removed, breakdown)
    if tell is not None:
        tell.append(Event("end", reason, show="ends"))
    return replace(position, awaited=(), todo=(), outcome=outcome)
