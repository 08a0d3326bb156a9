"""Players for The Long Road: random, greedy in one imagined world, and rollouts in many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp
from operator import itemgetter
from random import Random

from byways.bots import RandomPlayer, noticed
from byways.bots.search import SECONDS
from byways.bots.trials import Trials, won
from byways.game import Bot, Choice, Player
from byways.games.long_road import choices as c
from byways.games.long_road.box import Box
from byways.games.long_road.components import AnyEffect, Call, Character, Earn, Rob, Seize, Take, TakeWeapon
from byways.games.long_road.rules.act import apply_choice, with_act
from byways.games.long_road.rules.common import value_of
from byways.games.long_road.rules.sale import prices_of
from byways.games.long_road.rules.turn import END
from byways.games.long_road.state import Arms, Cards, Position, Road
from byways.games.long_road.view import View, imagine

# Rough averages of what an effect counts at a sale.
EXPECTED = {
    "": 1.0,
    "armed": 0.8,
    "unarmed opponents": 1.0,
    "opponents": 1.3,
    "strong opponents": 0.7,
    "activated": 2.5,
    "cards": 2.5,
    "place": 0.5,
    "herds": 1.8,
    "first": 0.35,
    "nobody armed": 0.8,
}
WEAPON_VALUES = (0.8, 2.2, 3.6)  # in reserve, before the last round
IN_HAND = 0.15  # share of a character's worth that counts while it is in hand
CARD = 0.6  # value of a taken card, for the end tile
RIVALS = 0.35  # weight of the rivals' average
NOTICED = 0.33  # share of choices that the easy player considers
QUESTIONS = 5.2  # decisions per round and player, on average
TURNS = 2  # turns per seat in a rollout
DRAFT_NOISE = 1.0  # standard deviation added to characters' worth in a draft
# Log odds per dollar of lead, by the number of arrivals to come. Fitted to 650 games of greedy players; a third less with two players.
SURENESS = (0.18, 0.1, 0.08, 0.065, 0.03)
PATIENCE = 0.93  # discount per reward left on a road


def extra(effect: AnyEffect) -> float:
    """Estimate what an effect earns beyond the sale of one card."""
    match effect:
        case Earn():
            return effect.amount * EXPECTED[effect.per]
        case Take(count=1):
            return 2.0 * bool(effect.places) + effect.best + effect.white + effect.black + effect.both / 2 + 1.5 * effect.anywhere
        case Take():
            return 2.0 if effect.sell == "one" else 3.0 if effect.herds else 4.0
        case TakeWeapon() | Rob() | Seize():
            return 2.0
        case Call():
            return 1.0
    return 1.0


def extras(character: Character) -> float:
    return sum(map(extra, character.effects))


def early_use(character: Character) -> float:
    """Estimate a character's use before a sale: a growing value, a place beside an ally, or unmasking."""
    return 0.5 * (character.plus.step if character.plus else 0) + 2.0 * character.beside_ally + 1.0 * character.unmasks


@lru_cache(maxsize=16)
def worth(box: Box) -> tuple[float, ...]:
    """Estimate what each character earns, including its value."""
    return tuple(extras(character) + 0.5 * character.value + early_use(character) for character in box.characters)


@lru_cache(maxsize=16)
def surplus(box: Box) -> tuple[float, ...]:
    return tuple(map(extras, box.characters))


def shares(position: Position, number: int, seat: int, boss: int) -> float:
    """Return `estimate_shares`, cached on the road, because most choices leave two of the three roads unchanged."""
    road = position.roads[number]
    done = position.sale.done if position.sale is not None and position.sale.road == number else 0
    key = (seat, boss, done, position.ending, len(position.seats))
    made = road.shares
    if key not in made:
        made[key] = estimate_shares(position, number, done, seat, boss)
    return made[key]


def estimate_shares(position: Position, number: int, done: int, seat: int, boss: int) -> float:
    """Estimate what a seat's characters earn on a road if average cards fill it up, minus a share of the rivals' earnings."""
    road = position.roads[number]
    line = [placed for placed in road.line if not done >> placed.character & 1]
    if not line:
        return 0.0
    box, (white, black) = position.box, prices_of(position.box, road)
    to_lay = road.coins + road.daggers
    cards = sorted([card_worth(box.pay(card, white, black), box.place[card] == boss) for card in road.cards], reverse=True)
    cards += [card_worth(white + black, False)] * (to_lay if not position.ending else 0)
    # R17: in order of activation, each character takes the best card left.
    line.sort(key=lambda placed: -value_of(position, placed, number))
    mine = others = 0.0
    extra_pay, part = surplus(box), 0.5 if road.on_the_road else 1
    for placed in line:
        best = max(cards, key=WITH_BOSS if placed.seat == seat else PAY) if cards else NOTHING
        if cards:
            cards.remove(best)
        income = best[0] + extra_pay[placed.character] * part
        if placed.seat == seat:
            mine += income + 6 * best[1]
        else:
            others += income
    return (mine - RIVALS * others / max(1, len(position.seats) - 1)) * arrival_discount(position, road)


def card_worth(pay: int, for_boss: bool) -> tuple[int, bool, int]:
    """Return a card's pay, whether the boss wants it, and both together."""
    return pay, for_boss, pay + 6 * for_boss


PAY, WITH_BOSS, NOTHING = itemgetter(0), itemgetter(2), card_worth(0, False)


def arrival_discount(position: Position, road: Road) -> float:
    """Discount a road far from its destination, because it may be sold On the Road for less."""
    return 1.0 if position.ending else PATIENCE ** (road.coins + road.daggers)


def value(position: Position, seat: int) -> float:
    box, money, seats = position.box, position.money, position.seats
    boss = box.boss_places[position.bosses[seat]]
    of_rivals = sum([money[other] for other in seats]) - money[seat]
    total = money[seat] - RIVALS * of_rivals / max(1, len(seats) - 1)
    total += collected(box, position.taken[seat], boss)
    total += in_hand(box, position.teams[seat])
    if not position.ending:
        total += armed(position.arms[seat])
    total += 0.5 * position.arrivals.count(seat)
    return total + (shares(position, 0, seat, boss) + shares(position, 1, seat, boss) + shares(position, 2, seat, boss))


# Cache the parts of a value that rarely change, because values are computed after every choice in every world.


@lru_cache(maxsize=4096)
def collected(box: Box, taken: Cards, boss: int) -> float:
    return sum(CARD + box.components.bosses.worth * (box.place[card] == boss) for card in taken)


@lru_cache(maxsize=4096)
def in_hand(box: Box, team: Cards) -> float:
    return sum(worth(box)[character] for character in team) * IN_HAND


@lru_cache(maxsize=4096)
def armed(arms: Arms) -> float:
    return sum(each * count for each, count in zip(WEAPON_VALUES, arms, strict=True))


def lead(position: Position, seat: int) -> float:
    """Return the lead over the best rival, by scores at the end and by estimated values before."""
    others = [other for other in range(len(position.acts)) if other != seat]
    if position.outcome is not None and position.outcome.scores is not None:
        scores = position.outcome.scores
        return scores[seat] - max(scores[other] for other in others)
    return value(position, seat) - max(value(position, other) for other in position.seats if other != seat)


def chance(position: Position, seat: int) -> float:
    """Return a seat's probability of winning: a softmax of the estimated values, exact at the end."""
    if position.outcome is not None:
        return won(position, seat)
    to_come = len(position.box.components.arrivals.tiles) - len(position.arrivals)
    sure = SURENESS[min(to_come, len(SURENESS) - 1)] * min(1.0, len(position.seats) / 3)
    mine = value(position, seat)
    return 1 / sum(exp(min(30.0, sure * (value(position, other) - mine))) for other in position.seats)


def after(world: Position, seat: int, choice: c.AnyChoice) -> float:
    """Return the value after a choice, treating a tentative step as the last of its act."""
    if isinstance(choice, c.Pick):
        return worth(world.box)[world.box.character_of[choice.character]]
    if isinstance(choice, c.Change):
        return value(world, seat) - world.box.components.start.change
    world = apply_choice(with_act(world), seat, choice, None)  # skips the legality check in `choose`
    if isinstance(choice, c.Take) and world.acts[seat]:
        return value_while_taking(world, seat)
    if world.acts[seat]:
        world = apply_choice(world, seat, END, None)
    return value(world, seat)


def value_while_taking(world: Position, seat: int) -> float:
    """Return the value of a sale while cards are being taken, including what those taken so far will pay."""
    assert world.sale is not None
    box, sale = world.box, world.sale
    kinds = [box.kind_of[step.card] for step in world.acts[seat] if isinstance(step, c.Take)]
    boss = box.boss_places[world.bosses[seat]]
    paid = sum(box.pay(kind, sale.white, sale.black) + CARD + 6 * (box.place[kind] == boss) for kind in kinds)
    return value(world, seat) + paid


def greedily(world: Position, seat: int, rng: Random) -> c.AnyChoice:
    """Return the choice with the best value in this world. Never changes cards."""
    return best_of(without_changes(world.choices(seat)), world, seat, rng)


def best_of(choices: Sequence[c.AnyChoice], world: Position, seat: int, rng: Random) -> c.AnyChoice:
    if len(choices) == 1:
        return choices[0]
    return max(choices, key=lambda choice: after(world, seat, choice) + noise(choice, rng))


def noise(choice: c.AnyChoice, rng: Random) -> float:
    """Vary the picks in a draft; elsewhere, only break ties."""
    return rng.gauss(0, DRAFT_NOISE) if isinstance(choice, c.Pick) else rng.random() / 100


def without_changes(choices: Iterable[c.AnyChoice]) -> list[c.AnyChoice]:
    return [choice for choice in choices if not isinstance(choice, c.Change)]


class GreedyPlayer(Player[View]):
    """Tries each choice in one imagined world and picks the one with the best value. `part` is the share of choices that it notices."""

    def __init__(self, rng: Random, part: float = 1.0) -> None:
        self.rng, self.part = rng, part

    def choose(self, view: View, deadline: float) -> Choice:
        assert view.seat is not None
        choices = without_changes(view.choices)
        if len(choices) == 1:
            return choices[0]
        seen = choices if self.part == 1.0 else noticed(self.rng, choices, self.part)
        return best_of(seen, imagine(view, self.rng), view.seat, self.rng)


def two_turns_on(first: Position, now: Position) -> bool:
    """Whether every seat has had two more turns and no sale is in progress."""
    return now.sale is None and now.turns >= first.turns + TURNS * len(first.seats)


def thinker(rng: Random, seconds: float = SECONDS) -> Trials[Position, c.AnyChoice]:
    return Trials(rng, greedily, lead, after, two_turns_on, chance=chance, questions=QUESTIONS, seconds=seconds)


BOTS: dict[str, Bot] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "easy": lambda rng: GreedyPlayer(rng, NOTICED),
    "medium": GreedyPlayer,
    "hard": thinker,
}
