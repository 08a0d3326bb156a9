"""Players for The Long Road: at random, greedy by what a step is worth in an imagined world, and by trials in many of them."""

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
from byways.games.long_road.rules.act import done, live
from byways.games.long_road.rules.common import value_of
from byways.games.long_road.rules.sale import herd_prices
from byways.games.long_road.rules.turn import END
from byways.games.long_road.state import Arms, Cards, Position, Road
from byways.games.long_road.view import View, imagine

# How often what an effect counts is met, roughly, in a sale.
OFTEN = {
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
ARMS = (0.8, 2.2, 3.6)  # what weapons in reserve are worth while the game goes on
IN_HAND = 0.15  # of what a character brings, while it is in hand
CARD = 0.6  # a card taken, towards the end tile
RIVALS = 0.35  # of what others get, as a loss
NOTICED = 0.33  # of the choices, by the easy player
QUESTIONS = 5.2  # that a player is asked in a round, on average
TURNS = 2  # that each seat plays on in a trial
DOUBT = 1.0  # how far off one may be in a draft about what a character brings
# What a dollar ahead is worth in log odds, by the arrivals that are still to come: fitted to 650 games of greedy players. Between two it
# is worth a third less.
SURENESS = (0.18, 0.1, 0.08, 0.065, 0.03)
PATIENCE = 0.93  # for each reward that still lies on a road


def extra(effect: AnyEffect) -> float:
    """What an effect brings beyond the sale of one card."""
    match effect:
        case Earn():
            return effect.amount * OFTEN[effect.per]
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


def handy(character: Character) -> float:
    """What it is good for before a sale: values that grow, a place beside an ally, a look at others."""
    return 0.5 * (character.plus.step if character.plus else 0) + 2.0 * character.beside_ally + 1.0 * character.unmasks


@lru_cache(maxsize=16)
def worth(box: Box) -> tuple[float, ...]:
    """What a character brings, its quickness included."""
    return tuple(extras(character) + 0.5 * character.value + handy(character) for character in box.characters)


@lru_cache(maxsize=16)
def surplus(box: Box) -> tuple[float, ...]:
    return tuple(map(extras, box.characters))


def shares(position: Position, number: int, seat: int, boss: int) -> float:
    """What a seat's characters on a road may earn, reckoned once for each road as it lies: most choices leave two roads alone."""
    road = position.roads[number]
    done = position.sale.done if position.sale is not None and position.sale.road == number else 0
    key = (seat, boss, done, position.ending, len(position.seats))
    made = road.shares
    if key not in made:
        made[key] = reckon_shares(position, number, done, seat, boss)
    return made[key]


def reckon_shares(position: Position, number: int, done: int, seat: int, boss: int) -> float:
    """What a seat's characters on a road may earn, less a part of what the others' do, if cards of middling worth fill it up."""
    road = position.roads[number]
    line = [placed for placed in road.line if not done >> placed.character & 1]
    if not line:
        return 0.0
    box, (white, black) = position.box, herd_prices(position, road)
    to_lay = road.coins + road.daggers
    cards = sorted([sold(box.pay(card, white, black), box.place[card] == boss) for card in road.cards], reverse=True)
    cards += [sold(white + black, False)] * (to_lay if not position.ending else 0)
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
    return (mine - RIVALS * others / max(1, len(position.seats) - 1)) * soon(position, road)


def sold(pay: int, for_boss: bool) -> tuple[int, bool, int]:
    """What a card pays, whether one's boss wants it, and what it brings with that."""
    return pay, for_boss, pay + 6 * for_boss


PAY, WITH_BOSS, NOTHING = itemgetter(0), itemgetter(2), sold(0, False)


def soon(position: Position, road: Road) -> float:
    """A road that is far from its destination may not get there in time, and is sold for less then."""
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


# The parts of a value that change seldom are looked up: a value is asked for after every choice in every world.


@lru_cache(maxsize=4096)
def collected(box: Box, taken: Cards, boss: int) -> float:
    return sum(CARD + box.components.bosses.worth * (box.place[card] == boss) for card in taken)


@lru_cache(maxsize=4096)
def in_hand(box: Box, team: Cards) -> float:
    return sum(worth(box)[character] for character in team) * IN_HAND


@lru_cache(maxsize=4096)
def armed(arms: Arms) -> float:
    return sum(each * count for each, count in zip(ARMS, arms, strict=True))


def lead(position: Position, seat: int) -> float:
    """How far a seat is ahead of the best of the others, at the end by the count and before by prospects."""
    others = [other for other in range(len(position.acts)) if other != seat]
    if position.outcome is not None and position.outcome.scores is not None:
        scores = position.outcome.scores
        return scores[seat] - max(scores[other] for other in others)
    return value(position, seat) - max(value(position, other) for other in position.seats if other != seat)


def chance(position: Position, seat: int) -> float:
    """How likely a seat wins, by the prospects of all; at the end this is known."""
    if position.outcome is not None:
        return won(position, seat)
    to_come = len(position.box.components.arrivals.tiles) - len(position.arrivals)
    sure = SURENESS[min(to_come, len(SURENESS) - 1)] * min(1.0, len(position.seats) / 3)
    mine = value(position, seat)
    return 1 / sum(exp(min(30.0, sure * (value(position, other) - mine))) for other in position.seats)


def after(world: Position, seat: int, choice: c.AnyChoice) -> float:
    """What a seat has after a choice. A tentative step is looked at as if it were the last."""
    if isinstance(choice, c.Pick):
        return worth(world.box)[world.box.character_of[choice.character]]
    if isinstance(choice, c.Change):
        return value(world, seat) - world.box.components.start.change
    world = done(live(world), seat, choice, None)  # without `choose`: what is offered need not be checked again
    if isinstance(choice, c.Take) and world.acts[seat]:
        return loot(world, seat)
    if world.acts[seat]:
        world = done(world, seat, END, None)
    return value(world, seat)


def loot(world: Position, seat: int) -> float:
    """What the cards taken so far pay, ahead of taking none at all."""
    assert world.sale is not None
    box, sale = world.box, world.sale
    kinds = [box.kind_of[step.card] for step in world.acts[seat] if isinstance(step, c.Take)]
    boss = box.boss_places[world.bosses[seat]]
    paid = sum(box.pay(kind, sale.white, sale.black) + CARD + 6 * (box.place[kind] == boss) for kind in kinds)
    return value(world, seat) + paid


def greedily(world: Position, seat: int, rng: Random) -> c.AnyChoice:
    """The choice after which a seat has most in this world; it never pays to change cards."""
    return best_of(unpaid(world.choices(seat)), world, seat, rng)


def best_of(choices: Sequence[c.AnyChoice], world: Position, seat: int, rng: Random) -> c.AnyChoice:
    if len(choices) == 1:
        return choices[0]
    return max(choices, key=lambda choice: after(world, seat, choice) + doubt(choice, rng))


def doubt(choice: c.AnyChoice, rng: Random) -> float:
    """In a draft more than one character is worth a try; elsewhere it only decides between equals."""
    return rng.gauss(0, DOUBT) if isinstance(choice, c.Pick) else rng.random() / 100


def unpaid(choices: Iterable[c.AnyChoice]) -> list[c.AnyChoice]:
    return [choice for choice in choices if not isinstance(choice, c.Change)]


class GreedyPlayer(Player[View]):
    """Tries every step that it notices in a world it imagines and takes the one after which it has most."""

    def __init__(self, rng: Random, part: float = 1.0) -> None:
        self.rng, self.part = rng, part

    def choose(self, view: View, deadline: float) -> Choice:
        assert view.seat is not None
        choices = unpaid(view.choices)
        if len(choices) == 1:
            return choices[0]
        seen = choices if self.part == 1.0 else noticed(self.rng, choices, self.part)
        return best_of(seen, imagine(view, self.rng), view.seat, self.rng)


def two_turns_on(first: Position, now: Position) -> bool:
    """Every seat has had two more turns, and nothing is being sold."""
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
