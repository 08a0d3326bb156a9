"""The gems and the mix of tiles, and refusals of custom components."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from byways.game import Refused
from byways.games.labyrinth import GAME
from byways.games.labyrinth.rules.setup import lay
from byways.games.labyrinth.state import OPENINGS, Maze, Setup, grid_of
from tests.games.labyrinth.positions import COMPONENTS, GEMS


def own(gems: list[str], shapes: str = "straight = 1\nbend = 1\ntee = 1\ncross = 1") -> str:
    whence = 'provenance = "reconstruction"\nsource = "mine"'
    return f"[gems]\n{whence}\nnames = {gems}\n[shapes]\n{whence}\n{shapes}\n"


def test_there_are_102_different_gems() -> None:
    assert (len(GEMS), len(set(GEMS)), GEMS[0], GEMS[-1]) == (102, 102, "alexandrite", "zoisite")


def test_every_part_has_a_provenance() -> None:
    assert (COMPONENTS.gems.provenance, COMPONENTS.shapes.provenance) == ("printed", "reconstruction")


def test_the_mix_weighs_the_four_canonical_shapes() -> None:
    assert COMPONENTS.shapes.mix == {"│": 12, "└": 16, "┬": 8, "┼": 1}


def test_tiles_follow_the_mix_in_all_rotations_equally() -> None:
    rng, grid = Random(1), grid_of(15, 15, False)
    mazes: list[Maze] = [lay(COMPONENTS, grid, False, rng) for _ in range(40)]
    count = Counter(tile.connector for maze in mazes for tile in (*maze.tiles, maze.spare))
    weights = {"│": 12, "└": 16, "┬": 8, "┼": 1}
    alike = {"│": "│─", "└": "└┘┐┌", "┬": "┬├┴┤", "┼": "┼"}
    expected = {way: 40 * 226 * weight / 37 / len(alike[shape]) for shape, weight in weights.items() for way in alike[shape]}
    assert set(count) == set(expected) == set(OPENINGS)
    assert sum((count[way] - often) ** 2 / often for way, often in expected.items()) < 30  # chi-square with 10 degrees: 1 in 1,000


def test_other_components_are_played_with() -> None:
    gems = [f"gem-{number}" for number in range(22)]
    crossing = GAME.using(own(gems, "straight = 0\nbend = 0\ntee = 0\ncross = 1"))
    made = crossing.deal(2, Random(0))
    assert isinstance(made, Setup)
    assert ({tile.connector for tile in made.maze.tiles}, {gem for tile in made.maze.tiles for gem in tile.gems} <= set(gems)) == (
        {"┼"},
        True,
    )


FEW = [f"gem-{number}" for number in range(21)]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (own(["ruby"] * 30), 1, "two gems have the same name"),
        (own(FEW), 1, "21 gems are too few: every tile of the largest board needs a pair of its own, which takes 22"),
        (own(list(GEMS), "straight = 0\nbend = 0\ntee = 0\ncross = 0"), 5, "at least one shape needs a weight above 0"),
        (own(list(GEMS), "straight = -1\nbend = 0\ntee = 0\ncross = 1"), 8, "Expected `int` >= 0"),
    ],
)
def test_impossible_components_are_refused_with_line_and_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.using(text)
    assert str(caught.value) == f"The components are wrong in line {line}: {reason}."


def test_components_of_a_record_are_checked_as_well() -> None:
    data = msgspec.to_builtins(COMPONENTS)
    assert GAME.with_components(data).digest == GAME.digest
    with pytest.raises(Refused, match=r"^These are not components of Labyrinth: two gems have the same name"):
        GAME.with_components({**data, "gems": {**data["gems"], "names": ["ruby", "ruby"]}})
