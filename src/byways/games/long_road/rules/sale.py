"""An arrival: the sale, the hats and the characters taken back, the next destination; and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from byways.bits import bit_set
from byways.game import Chance, Event, Move, Outcome, Tally, Tell, happened, places, proclaimed, put
from byways.games.long_road.box import Box
from byways.games.long_road.choices import ROADS, Recruit
from byways.games.long_road.rules.common import add_arms, less, more, one_more, popped, uncover, value_of, with_road
from byways.games.long_road.rules.effects import sale_of
from byways.games.long_road.rules.events import activated, counted, piece_of, weapons_back
from byways.games.long_road.rules.turn import begin
from byways.games.long_road.state import BARE, Arms, Placed, Position, Road, Sale, Step, source
from byways.i18n import Message

TILES = 4
LAST = 1  # the stage of clearing a road at the end of the game
COUNTED = Message("outcome.counted")
TALLIES = {
    "money": Message("tally.money"),
    "boss": Message("tally.boss"),
    "end tile": Message("tally.end-tile"),
    "arrivals": Message("tally.arrivals"),
    "weapons": Message("tally.weapons"),
}


def arriving(position: Position, step: Step) -> Chance:
    return Chance("the arrival", (ROADS[step.road],), (1,))


def arrive(position: Position, step: Step, what: str, tell: Tell) -> Position:
    """The player who emptied a destination takes a tile, while there are any; then the herds are sold."""
    nth = len(position.arrivals)
    proclaimed(tell, "arrive", f"road-{step.road}", seat=step.seat, road=ROADS[step.road])
    if nth < TILES:
        happened(tell, "tile", f"arrival-{nth}", seat=step.seat, tile=nth + 1)
        position = replace(position, arrivals=(*position.arrivals, step.seat))
    return begin_sale(position, step.road, 0, tell)


def resolve(position: Position, step: Step, what: str, tell: Tell) -> Position:
    """At the end of the game what is unfinished is sold as if it had arrived."""
    proclaimed(tell, "resolve", f"road-{step.road}", road=ROADS[step.road])
    return begin_sale(position, step.road, LAST, tell)


def begin_sale(position: Position, number: int, stage: int, tell: Tell) -> Position:
    road, rest = position.roads[number], position.todo[1:]
    white, black = herd_prices(position, road)
    hidden = bit_set(tuple(placed.character for placed in road.line if not placed.up))
    if hidden:
        if tell is not None:
            characters = tuple(position.box.keys[placed.character] for placed in road.line)
            down = [(place, placed) for place, placed in enumerate(road.line) if not placed.up]
            pieces = (*(piece_of(number, *one) for one in down), *(f"who-{placed.character}" for _, placed in down))
            happened(tell, "show", *pieces, characters=characters)
        position = uncover(position, hidden)
    todo = (Step("sell", road=number), Step("clear", road=number, stage=stage), *rest)
    return replace(position, sale=Sale(number, white, black), todo=todo)


def herd_prices(position: Position, road: Road) -> tuple[int, int]:
    return prices_of(position.box, road)


def prices_of(box: Box, road: Road) -> tuple[int, int]:
    """What a white and a black herd pay on a road."""
    if road.on_the_road or road.destination < 0:
        return (box.components.arrivals.on_the_road,) * 2
    card = box.destinations[road.destination][1]
    return card.white, card.black


def next_one(position: Position) -> Placed | None:
    """R17: the highest value among those not yet activated, worked out anew; of equals who is nearest to the destination."""
    sale = sale_of(position)
    best, most = None, -1
    for placed in position.roads[sale.road].line:
        if not sale.done >> placed.character & 1 and (value := value_of(position, placed, sale.road)) > most:
            best, most = placed, value
    return best


def sell_on(position: Position, step: Step, tell: Tell) -> Position:
    """The next activation, or after the last one the hats from the top of the pile."""
    sale, rest = sale_of(position), position.todo[1:]
    placed = next_one(position)
    if placed is not None:
        return replace(position, todo=(Step("activate", placed.seat, sale.road, placed.character), *position.todo))
    return replace(position, todo=(*(Step("recruit", seat, sale.road) for seat in reversed(sale.hats)), *rest))


def activating(position: Position, step: Step) -> Chance:
    return Chance("the next activation", (position.box.keys[step.item],), (1,))


def activate(position: Position, step: Step, what: str, tell: Tell) -> Position:
    sale, character = sale_of(position), position.box.characters[step.item]
    if tell is not None:
        placed = next(placed for placed in position.roads[step.road].line if placed.character == step.item)
        tell.append(activated(step, position.box.keys[step.item], placed.arms, value_of(position, placed, step.road)))
    effects = [Step("effect", step.seat, step.road, step.item, nth) for nth in range(len(character.effects))]
    todo = (*effects, Step("leave", step.seat, step.road, step.item), *position.todo[1:])
    return replace(position, sale=replace(sale, count=sale.count + 1), todo=todo)


def reserve_of(arms: Arms) -> list[str]:
    return [f"reserve-{nth}" for nth, count in enumerate(arms) if count]


def leave(position: Position, step: Step, tell: Tell) -> Position:
    """R19: weapons go back to the reserve, then the hat on the pile; in Compañeros the character goes back to its player's hand."""
    sale, road, todo = sale_of(position), position.roads[step.road], position.todo[1:]
    place, placed = standing(road, step.item)
    reserve = add_arms(position.reserve, placed.arms) if placed.arms != BARE else position.reserve
    if tell is not None and placed.arms != BARE:
        tell.append(
            weapons_back("return", (f"who-{step.item}", *reserve_of(placed.arms)), placed.arms, character=position.box.keys[step.item])
        )
    if position.companeros:
        line = road.line[:place] + road.line[place + 1 :]
        position = replace(position, reserve=reserve, roads=with_road(position, step.road, replace(road, line=line)), todo=todo)
        return take_in(position, placed.seat, step.item)
    sale = replace(sale, done=sale.done | 1 << step.item, hats=(*sale.hats, placed.seat))
    if placed.arms == BARE:
        return replace(position, sale=sale, todo=todo)
    line = put(road.line, place, replace(placed, arms=BARE))
    return replace(position, reserve=reserve, roads=with_road(position, step.road, replace(road, line=line)), sale=sale, todo=todo)


def standing(road: Road, character: int) -> tuple[int, Placed]:
    """Where a character stands in a line."""
    for place, placed in enumerate(road.line):
        if placed.character == character:
            return place, placed
    raise AssertionError(character)


def take_in(position: Position, seat: int, character: int) -> Position:
    """All see who takes whom into the hand, and remember it."""
    teams = put(position.teams, seat, one_more(position.teams[seat], character))
    return replace(position, teams=teams, known=put(position.known, seat, position.known[seat] | 1 << character))


def offer_recruit(position: Position, seat: int, step: Step) -> tuple[Recruit, ...]:
    recruits = position.box.recruits
    return tuple([recruits[placed.character] for placed in position.roads[step.road].line])


def recruit_alone(position: Position, step: Step, tell: Tell) -> Position | None:
    """Where one character is left nobody has to be asked."""
    if len(position.roads[step.road].line) != 1:
        return None
    return do_recruit(position, step.seat, step, offer_recruit(position, step.seat, step)[0], tell)


def do_recruit(position: Position, seat: int, step: Step, choice: Recruit, tell: Tell) -> Position:
    character = position.box.character_of[choice.character]
    if tell is not None:
        happened(tell, "recruit", Move(f"who-{character}", (f"hats-{seat}",)), f"hats-{seat}", seat=seat, character=choice.character)
    road, sale = position.roads[step.road], sale_of(position)
    line = tuple([placed for placed in road.line if placed.character != character])
    roads = with_road(position, step.road, replace(road, line=line))
    position = replace(position, roads=roads, sale=replace(sale, hats=sale.hats[:-1]), todo=position.todo[1:])
    return take_in(position, seat, character)


def clear(position: Position, step: Step, tell: Tell) -> Position:
    """Cards nobody took go to the discard, the destination leaves the game, the next one is turned up if the game goes on."""
    road, rest = position.roads[step.road], position.todo[1:]
    discard = more(position.discard, road.cards)
    out = position.out | bit_set(tuple(placed.character for placed in road.line))  # of a seat that went while hats came off
    empty = Road(-1, 0, 0, on_the_road=road.on_the_road)
    if tell is not None:
        proclaimed(tell, "sold", *(f"card-{card}" for card in road.cards), road=ROADS[step.road])
    position = replace(position, roads=with_road(position, step.road, empty), discard=discard, out=out, sale=None, todo=rest)
    if step.stage == LAST:
        return position
    if len(position.arrivals) == TILES and not position.ending:
        happened(tell, "on the road")
        first, second, third = (replace(road, on_the_road=True) for road in position.roads)
        position = replace(position, roads=(first, second, third), ending=True)
    if any(position.box.destinations[card][0] == step.road for card in position.ahead):
        return replace(position, todo=(Step("turn up", road=step.road), *rest))
    return position


def turning_up(position: Position, step: Step) -> Chance:
    """A destination of this road's deck."""
    box = position.box
    cards = [card for card in position.ahead if box.destinations[card][0] == step.road]
    return Chance("a destination", tuple(box.destination_codes[card] for card in cards), (1,) * len(cards))


def turn_up(position: Position, step: Step, what: str, tell: Tell) -> Position:
    happened(tell, "destination", f"road-{step.road}", road=ROADS[step.road])
    return lay(popped(position), position.box.destination_of[what])


def lay(position: Position, number: int) -> Position:
    """R2: for each dagger that the reserve lacks a coin is laid."""
    road, card = position.box.destinations[number]
    daggers = min(card.daggers, position.reserve[0])
    here = position.roads[road]
    new = replace(here, destination=number, coins=card.coins + card.daggers - daggers, daggers=daggers)
    reserve = add_arms(position.reserve, (daggers, 0, 0), -1)
    return replace(position, roads=with_road(position, road, new), reserve=reserve, ahead=less(position.ahead, number))


# Turn after turn, and the end


def following(position: Position, seat: int) -> int:
    """The next seat clockwise that is still in the game."""
    count = len(position.acts)
    after = (seat + 1) % count
    while after in position.removed:
        after = (after + 1) % count
    return after


def advance(position: Position, step: Step, tell: Tell) -> Position:
    """Equal turns: after the fourth arrival the round is finished up to the right neighbour of the star."""
    then = following(position, step.seat)
    stuck = not any(position.hands) and all(source(position, seat) is None for seat in position.seats)
    if stuck or (position.ending and then == position.star):
        return close(position)
    return begin(position, Step("turn", then), tell)


def close(position: Position) -> Position:
    """R25, R26: at the end the three caravans are sold On the Road, tepee, cactus and rock."""
    first, second, third = (replace(road, on_the_road=True) for road in position.roads)
    todo = (*(Step("resolve", road=road) for road in range(3)), Step("count"))
    return replace(position, roads=(first, second, third), ending=True, todo=todo)


def end_scores(position: Position) -> tuple[int, ...]:
    """What the end tile counts, higher is better."""
    box, counts = position.box, position.box.components.ends.faces[position.end].counts
    if counts == "cards":
        return tuple(map(len, position.taken))
    if counts == "places":
        return tuple(len({box.place[card] for card in cards}) for cards in position.taken)
    sign = 1 if counts == "highest" else -1
    return tuple(sign * sum(box.value[character] for character in team) for team in position.teams)


def reckoning(position: Position) -> tuple[dict[str, int], ...]:
    """The final money of each seat by where it comes from."""
    box, parts = position.box, position.box.components
    scores = end_scores(position)
    best = max(scores[seat] for seat in position.seats)
    sums = []
    for seat in range(len(position.acts)):
        place = box.place_of[parts.bosses.places[position.bosses[seat]]]
        boss = parts.bosses.worth * sum(box.place[card] == place for card in position.taken[seat])
        reward = parts.arrivals.reward if scores[seat] == best and seat not in position.removed else 0
        tiles = sum(worth for worth, owner in zip(parts.arrivals.tiles, position.arrivals, strict=False) if owner == seat)
        resale = sum(weapon.resale * count for weapon, count in zip(parts.weapons, position.arms[seat], strict=True))
        sums.append({"money": position.money[seat], "boss": boss, "end tile": reward, "arrivals": tiles, "weapons": resale})
    return tuple(sums)


def count_up(position: Position, step: Step, tell: Tell) -> Position:
    """Boss, end tile, arrival tiles, resale; the richest wins, equal money shares the victory."""
    sums = reckoning(position)
    if tell is not None:
        for seat in position.seats:
            tell.append(Event("count", counted(seat, sums[seat]), values={"seat": seat, **sums[seat]}))
    return over(position, sums, COUNTED, tell)


def over(position: Position, sums: Sequence[Mapping[str, int]], reason: Message, tell: Tell) -> Position:
    """`sums` is the money of each seat by where it comes from."""
    money = [sum(parts.values()) for parts in sums]
    counted = [0 if seat in position.removed else total for seat, total in enumerate(money)]
    breakdown = tuple(Tally(TALLIES[name], tuple(parts[name] for parts in sums)) for name in sums[0])
    outcome = Outcome(places(counted, position.removed), reason, "", tuple(map(float, money)), position.removed, breakdown)
    if tell is not None:
        tell.append(Event("end", reason))
    return replace(position, awaited=(), todo=(), outcome=outcome)
