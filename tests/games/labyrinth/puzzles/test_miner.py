from __future__ import annotations

from random import Random
from typing import cast

from byways.bots import TIERS
from byways.game import find_game
from byways.games.labyrinth.bots.players import Strategist
from byways.games.labyrinth.puzzles.judge import judge
from byways.games.labyrinth.puzzles.miner import LEAST, SOURCES, find
from byways.games.labyrinth.rules import parse
from byways.games.labyrinth.view import View
from byways.puzzles.making import played_game

GAME = find_game("labyrinth")


def test_puzzles_of_a_game_have_few_right_answers_and_none_is_the_obvious_turn() -> None:
    found = []
    for number in range(2):
        for position in played_game(GAME, SOURCES[0], f"{number}").positions(GAME):
            for seat in position.awaited if not any(position.acts) else ():
                view = cast(View, position.view(seat))
                found += [(view, puzzle) for puzzle in find(view, Random(0)) if puzzle.kind != "three"]
    assert found
    for view, puzzle in found:
        assert puzzle.alternatives >= LEAST
        assert judge(puzzle, view, tuple(parse(step) for step in puzzle.solution)).right
        assert not judge(puzzle, view, Strategist("euclid").turn(view)).right


def test_bots_of_the_sources_exist() -> None:
    assert {source.bot for source in SOURCES} <= {*TIERS}
