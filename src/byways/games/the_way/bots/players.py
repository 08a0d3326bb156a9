"""Players for The Way: random, greedy, and one that searches ahead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple, cast

from msgspec.structs import replace

from byways.bots import RandomPlayer, Thought, noticed
from byways.bots.search import SECONDS
from byways.bots.weighing import Weighed, log_odds
from byways.game import Bot, Choice, Player, put
from byways.games.the_way.bots.distance import rest, way, way_back
from byways.games.the_way.bots.odds import chance
from byways.games.the_way.bots.search import Act, Lookahead, TurnPlan, situation
from byways.games.the_way.cards import FACES
from byways.games.the_way.rules import possible_moves, possible_places, possible_turns
from byways.games.the_way.state import (
    CARDS,
    CELLS,
    FIRST,
    LAY,
    MIDPOINTS,
    PIECE,
    STARTS,
    STAY,
    AnyChoice,
    Card,
    Cards,
    Move,
    OpenState,
    Piece,
    Stay,
    Variations,
    Vary,
    altered,
)
from byways.games.the_way.view import View

WON = 100_000.0
# Values are in tenths of a turn.
CAUTION = 0.5  # weight of the other's distance for the player who is ahead, who then prefers running to blocking
KEPT = 10  # value of a card in hand
TEMPO = 14.0  # advantage of having the move, by which values differ between odd and even depths
MARGIN = 30.0  # turns further behind the best than this need no exact value
EDGE = 12  # value of moving first
SHORTLIST = 8
NOTICED = 0.3  # share of alterations that the easy player sees

# Standard errors. There are no samples to compute them from, so they come from how values changed when 20 positions from games of medium
# players were searched four turns deep, plus an allowance for deeper turns.
GAP = (6.0, 5.0, 4.5, 3.5)  # of the distance behind the best turn, at depths one, two, three and more
LEVEL = 8.0  # of the lead after the best turn
ARRANGED = 10.0  # of the lead before a game

Covers = tuple[bool, bool]  # whether Circle and Square have cards to cover with


class Lead(NamedTuple):
    """A seat's lead and its standard error."""

    ahead: float
    error: float


class Racer(Player[View]):
    """Picks the turn that leaves its distance shortest relative to the other's: it opens its own way or, when behind, shuts the other's.

    If `wary`, it considers the other's best reply. Random noise grows with the number of turns, so that two such players do not undo each
    other's turns for ever. `part` is the share of alterations that it notices.
    """

    def __init__(self, rng: Random, wary: bool = False, part: float = 1.0) -> None:
        self.rng, self.wary, self.part = rng, wary, part

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        assert view.seat is not None
        if view.table.phase != "play":
            return self.arrange(view)
        piece = view.table.piece(view.seat)
        acts = [act for act in alterations(view.table, piece, view.hand) if act[: len(view.act)] == view.act]
        seen = acts if self.part == 1.0 else noticed(self.rng, acts, self.part)
        return self.best(view.table, piece, covers(view), seen).act[len(view.act) :]

    def best(self, table: OpenState, piece: int, covers: Covers, acts: Iterable[Act]) -> TurnPlan[OpenState]:
        """Rate every turn by the distances to the next goals, then the best turns by the whole distances."""
        ahead = rest(table, piece, covers[piece]) < rest(table, 1 - piece, covers[1 - piece])
        weight = CAUTION if ahead else 1.0
        rated = sorted((self.adjust(plan, table.turn) for plan in plans(table, piece, covers, acts, weight)), key=lambda plan: -plan.worth)
        by_place = {plan.result.tokens[piece]: plan for plan in reversed(rated)}  # the best plan for each final place
        shortlist = [*rated[:SHORTLIST], *(plan for plan in by_place.values() if plan not in rated[:SHORTLIST])]
        weighed = [self.adjust(self.rate(plan, piece, covers, weight), table.turn) for plan in shortlist]
        return max(weighed, key=lambda plan: plan.worth)

    def adjust(self, plan: TurnPlan[OpenState], turn: int) -> TurnPlan[OpenState]:
        """Subtract the value of the card played, and add noise."""
        spent = KEPT if isinstance(plan.act[0], Card) and not plan.result.variations.replace else 0
        return plan._replace(worth=plan.worth - spent + self.rng.random() * (2 + turn / 8))

    def rate(self, plan: TurnPlan[OpenState], piece: int, covers: Covers, weight: float) -> TurnPlan[OpenState]:
        if plan.worth > WON / 2:
            return plan
        if not self.wary:
            theirs, mine = (rest(plan.result, either, covers[either]) for either in (1 - piece, piece))
            return plan._replace(worth=weight * theirs - mine)
        turns = [(turn,) for turn in possible_turns(plan.result, plan.result.tokens[piece])]
        replies = plans(plan.result, 1 - piece, covers, [(), *turns], 1.0)
        return plan._replace(worth=-max(reply.worth for reply in replies))

    def arrange(self, view: View) -> AnyChoice:
        """Choose the piece with the shorter way, unless going first is worth more."""
        circle, square = (rest(view.table, piece, True) for piece in (0, 1))
        piece = PIECE[0] if circle <= square else PIECE[1]
        if view.table.phase == "choose":
            return piece if abs(circle - square) > EDGE else FIRST
        return piece if view.table.phase == "piece" else self.rng.choice(view.choices)


class Thinker(Racer):
    """Searches as many turns ahead as time allows."""

    def __init__(self, rng: Random, seconds: float = SECONDS) -> None:
        super().__init__(rng)
        self.seconds = seconds

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        assert view.seat is not None
        if view.table.phase != "play":
            return self.arrange(view)
        return self.lookahead(view, deadline).best().act[len(view.act) :]

    def lookahead(self, view: View, deadline: float) -> Lookahead:
        assert view.seat is not None
        return Lookahead(situation(view), view.table.piece(view.seat), Thought(deadline, self.seconds), self.rng, view.act)

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> list[Weighed]:
        """Weigh turns by the lead after them. An incomplete turn in `among` is worth as much as its best completion."""
        asked = [cast(Act, tuple(act)) for act in among]
        found = self.turns(view, deadline, asked) if view.table.phase == "play" else arrangements(view)
        found |= {act: max(lead for whole, lead in found.items() if whole[: len(act)] == act) for act in asked}
        best, *others = sorted(found.items(), key=lambda item: -item[1].ahead)
        return [weighed(view, best[0], best[1]._replace(error=LEVEL)), *(weighed(view, *other) for other in others)]

    def turns(self, view: View, deadline: float, asked: Iterable[Act]) -> dict[Act, Lead]:
        """Return the lead after each turn: the lead after the best one, minus the gap at the last depth at which both were searched."""
        lookahead, begun = self.lookahead(view, deadline), len(view.act)
        lookahead.noise, lookahead.margin = 0.0, MARGIN
        for act in asked:
            lookahead.ask((*view.act, *act))
        behind: dict[Act, Lead] = {}
        for plans in lookahead.deepen():
            best = plans[0]
            behind |= {
                plan.act[begun:]: Lead(plan.worth - best.worth, GAP[min(best.depth, len(GAP)) - 1])
                for plan in plans
                if plan.depth == best.depth
            }
        # Undo the weighting of the other's distance, so that the lead is the difference of the distances.
        level = best.worth + (1 - lookahead.weight) * lookahead.theirs + (TEMPO if best.depth % 2 == 0 else 0.0)
        return {act: Lead(level + lead.ahead, lead.error) for act, lead in behind.items()}


def weighed(view: View, act: Act, lead: Lead) -> Weighed:
    lower, value, upper = (value_of(view, lead.ahead + error) for error in (-lead.error, 0.0, lead.error))
    return Weighed(act, value, (upper - lower) / 2)


def value_of(view: View, ahead: float) -> float:
    assert view.seat is not None
    return log_odds(chance(view.table, view.seat, ahead))


def arrangements(view: View) -> dict[Act, Lead]:
    """Return the lead after each choice before a game, given the other player's best reply."""
    return {(choice,): Lead(arranged(view.table, view.seat, choice), ARRANGED) for choice in view.choices}


def arranged(table: OpenState, seat: int | None, choice: AnyChoice) -> float:
    if isinstance(choice, Vary):
        table = replace(table, variations=Variations(choice.arrows, choice.clockwise, choice.replace))
    shorter = rest(table, 1, True) - rest(table, 0, True)  # how much shorter Circle's way is
    match choice:
        case Piece(piece):
            return (shorter if piece == "circle" else -shorter) - EDGE
        case Vary() if table.circle is not None:
            return (shorter if table.circle == seat else -shorter) + (EDGE if table.first == seat else -EDGE)
        case Vary():
            return abs(shorter) - EDGE
    return EDGE - abs(shorter)


def covers(view: View) -> Covers:
    """Whether Circle and Square have cards in hand."""
    circle = view.table.circle
    assert circle is not None
    return view.sizes[circle] > 0, view.sizes[1 - circle] > 0


def alterations(table: OpenState, piece: int, hand: Cards) -> Iterator[Act]:
    """Yield everything that a turn may alter, including nothing."""
    other = table.tokens[1 - piece]
    yield ()
    yield from ((turn,) for turn in possible_turns(table, other))
    for card in dict.fromkeys(hand):
        yield from ((CARDS[card], place, LAY[face]) for place in possible_places(other) for face in FACES[card])


def plans(table: OpenState, piece: int, covers: Covers, acts: Iterable[Act], weight: float) -> Iterator[TurnPlan[OpenState]]:
    """Yield every turn with one of these alterations, rated by both players' distances to their next goals."""
    other = 1 - piece
    back = weight * way_back(table, other, covers[other]) - way_back(table, piece, covers[piece])
    for act in acts:
        board = altered(table, act)
        then = replace(table, cards=board.cards, locked=board.locked)
        mine = way(then, piece, table.reached[piece], covers[piece])
        theirs = way(then, other, table.reached[other], covers[other])[table.tokens[other]]
        steps: tuple[Move | Stay, ...] = (*possible_moves(table, board.cards, piece), STAY)
        for step in steps:
            at = CELLS[step.place] if isinstance(step, Move) else table.tokens[piece]
            worth = WON if table.reached[piece] and at == STARTS[piece] else weight * theirs - mine[at] + back
            reached = table.reached[piece] or at == MIDPOINTS[piece]
            moved = replace(then, tokens=put(table.tokens, piece, at), reached=put(table.reached, piece, reached))
            yield TurnPlan(worth, (*act, step), moved)


BOTS: dict[str, Bot] = {
    "random": RandomPlayer,
    "greedy": Racer,
    "wary": lambda rng: Racer(rng, wary=True),
    "easy": lambda rng: Racer(rng, part=NOTICED),
    "medium": Racer,
    "hard": Thinker,
}
