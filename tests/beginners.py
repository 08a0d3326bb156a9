"""A rule of thumb for each game, as a beginner would play it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from byways.game import Bot, Choice, Player
from byways.games.labyrinth.bots.players import Strategist
from byways.games.labyrinth.rules.slides import NextBoards
from byways.games.labyrinth.state import AnyChoice
from byways.games.labyrinth.view import View as LabyrinthView
from byways.games.long_road.bots.players import without_changes
from byways.games.long_road.choices import AnyChoice as AnyChoiceOfRoad
from byways.games.long_road.choices import Assign, End, Ford, Play, Saloon, Seize, Take
from byways.games.long_road.view import View as LongRoadView
from byways.games.long_road.view.promises import promise
from byways.games.long_way.bots.players import Greedy, Weights
from byways.games.the_way.bots.distance import way
from byways.games.the_way.bots.players import Racer, alterations
from byways.games.the_way.rules import possible_moves
from byways.games.the_way.state import CELLS, STAY, Move, altered
from byways.games.the_way.view import View as TheWayView
from byways.games.traxx.bots.players import acts
from byways.games.traxx.state import DONE
from byways.games.traxx.view import View as TraxxView


class InLabyrinth(Strategist):
    """Slide a line that I stand on or next to, and walk as near to the goal as possible."""

    def __init__(self, rng: Random) -> None:
        super().__init__("euclid")

    def nearest(self, view: LabyrinthView, ahead: NextBoards, reached: int) -> tuple[AnyChoice, ...]:
        row, column = divmod(view.at, ahead.grid.columns)
        near = [slide for slide in ahead.grid.slides if abs(slide.index - (row if slide.axis == "row" else column)) <= 1]
        return super().nearest(view, ahead, reached & sum(ahead.of[slide] for slide in near) or reached)


class InTraxx(Player[TraxxView]):
    """Use as much of the card as possible, preferably over a number."""

    def __init__(self, rng: Random) -> None: ...

    def choose(self, view: TraxxView, deadline: float) -> Sequence[Choice]:
        found = acts(view.board, view.sheets[view.seat or 0], view.act, view.card)
        best = max(found, key=lambda act: len(act) + sum(view.board.number.get(step.to, 0) for step in act))
        return (*best[len(view.act) :], DONE)


class InTheLongWay(Greedy):
    """Draw the tile after which the shoppers pass most displays and fewest empty spaces."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, Weights(step=(0.1, 0.1), empty=(0.2, 1.0), coin=0.0, cafeteria=0.0, better=99.0))


class InTheWay(Racer):
    """Turn the card that shortens my own way most, and step on, whatever the opponent does."""

    def choose(self, view: TheWayView, deadline: float) -> Choice | Sequence[Choice]:
        if view.table.phase != "play":
            return self.arrange(view)
        table, piece = view.table, view.table.piece(view.seat or 0)
        found: list[tuple[int, tuple[Choice, ...]]] = []
        for act in alterations(table, piece, ()):
            if act[: len(view.act)] == view.act:
                cards = altered(table, act).cards
                far = way(replace(table, cards=cards), piece, table.reached[piece], False)
                for step in (*possible_moves(table, cards, piece), STAY):
                    at = CELLS[step.place] if isinstance(step, Move) else table.tokens[piece]
                    found.append((far[at] if table.reached[piece] or far[at] else -1, (*act, step)))
        return min(found, key=lambda each: each[0])[1][len(view.act) :]


class OnTheLongRoad(Player[LongRoadView]):
    """Put my quickest character on every road and each card where it pays most, buy nothing, and end the turn."""

    ORDER = (Assign, Saloon, Play, Ford, Take, Seize, End)

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: LongRoadView, deadline: float) -> Choice:
        for kind in self.ORDER:
            if of_kind := [choice for choice in view.choices if isinstance(choice, kind)]:
                return max(of_kind, key=lambda choice: figure(view, choice))
        return self.rng.choice(without_changes(view.choices))


def figure(view: LongRoadView, choice: AnyChoiceOfRoad) -> int:
    """The number on a button."""
    promised = promise(view, choice)
    return int(promised.narrow.split()[0]) if promised else 0


BEGINNERS: dict[str, Bot] = {
    "labyrinth": InLabyrinth,
    "traxx": InTraxx,
    "long_way": InTheLongWay,
    "the_way": InTheWay,
    "long_road": OnTheLongRoad,
}
