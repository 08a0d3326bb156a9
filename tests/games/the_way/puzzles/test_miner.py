from __future__ import annotations

from random import Random
from typing import cast

from byways.bots import TIERS
from byways.game import find_game
from byways.games.the_way.puzzles.judge import judge
from byways.games.the_way.puzzles.miner import ANSWERS, LEAST, SOURCES, find
from byways.games.the_way.state import Move, Stay
from byways.games.the_way.view import View
from byways.puzzles.collection import shipped

GAME = find_game("the_way")


def test_puzzles_have_few_right_answers_and_none_that_only_walks() -> None:
    for stored in Random(1).sample(shipped(GAME), 3):
        view = cast(View, stored.view(GAME))
        (found,) = [puzzle for puzzle in find(view, Random(0)) if puzzle.kind == stored.puzzle.kind]
        assert found.alternatives >= LEAST
        assert 1 <= found.answers <= ANSWERS
        for choice in view.choices:
            if isinstance(choice, Move | Stay):
                assert not judge(found, view, (choice,)).right


def test_there_is_nothing_to_find_before_the_game_or_far_from_home() -> None:
    early = shipped(GAME)[0].record
    for entries in (0, 8):
        position = early.position(GAME, entries)
        assert not [*find(cast(View, position.view(position.awaited[0])), Random(0))]


def test_bots_of_the_sources_exist() -> None:
    assert {source.bot for source in SOURCES} <= {*TIERS}
