from __future__ import annotations

from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from byways.bots import Thought
from byways.game import Refused, View, find_game, stream
from byways.puzzle import Puzzle, Source
from byways.puzzles import making
from byways.puzzles.checking import flaw_in
from byways.puzzles.collection import StoredPuzzle, decode, encode
from byways.puzzles.making import candidates, make, mine, played_game
from examples.stones.stones import GAME
from tests.puzzles.nim import PUZZLE


@pytest.fixture(autouse=True)
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nim has no installed card, and no worker process would find its judge."""
    monkeypatch.setattr(Thought, "worlds", None)  # `mine` sets it for its process
    monkeypatch.setattr(making, "find_game", lambda name: GAME)
    monkeypatch.setattr(making, "ProcessPoolExecutor", AtOnce)


class AtOnce:
    """A pool that does every task at once."""

    def __init__(self, *how: object, **more: object) -> None: ...

    def submit(self, task: object, *arguments: object) -> AtOnce:
        assert task is mine
        name, seed, number = arguments
        assert isinstance(name, str)
        assert isinstance(seed, int)
        assert isinstance(number, int)
        self.found = mine(name, seed, number)
        done = AtOnce()
        done.found = self.found
        return done

    def result(self) -> list[StoredPuzzle]:
        return self.found

    def shutdown(self, wait: bool, cancel_futures: bool) -> None: ...


def test_puzzles_of_games_between_bots_are_numbered_and_sound(tmp_path: Path) -> None:
    assert [*make(GAME, 4, 1, tmp_path / "made")][-1] == 4
    made = decode((tmp_path / "made").read_bytes(), "made")
    assert [stored.puzzle.number for stored in made] == [1, 2, 3, 4]
    assert not any(flaw_in(GAME, stored) for stored in made)
    assert all(1 <= stored.puzzle.grade <= 5 for stored in made)


@pytest.mark.parametrize("wanted", [2, 3])  # a game has two puzzles
@pytest.mark.parametrize("cut", [0, 10])
def test_an_interrupted_file_is_continued_to_the_same_end(cut: int, wanted: int, tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole", tmp_path / "resumed"
    [*make(GAME, 5, 1, whole)]
    [*make(GAME, wanted, 1, resumed)]
    resumed.write_bytes(resumed.read_bytes()[: -cut or None])
    [*make(GAME, 5, 1, resumed)]
    assert resumed.read_bytes() == whole.read_bytes()


def test_a_file_that_is_complete_is_left_alone(tmp_path: Path) -> None:
    [*make(GAME, 2, 1, tmp_path / "made")]
    before = (tmp_path / "made").read_bytes()
    assert [*make(GAME, 2, 1, tmp_path / "made")] == [2]
    assert (tmp_path / "made").read_bytes() == before


def test_a_file_of_another_seed_is_refused(tmp_path: Path) -> None:
    [*make(GAME, 1, 1, tmp_path / "made")]
    with pytest.raises(Refused, match=r"was made with a different seed, not 2"):
        [*make(GAME, 1, 2, tmp_path / "made")]


def test_the_same_game_has_the_same_puzzles() -> None:
    assert encode(mine("stones", 3, 5)) == encode(mine("stones", 3, 5))


class Anywhere:
    """A miner that finds a puzzle in every position."""

    SOURCES: ClassVar = ()

    def find(self, view: View, rng: Random) -> list[Puzzle]:
        return [PUZZLE]


def test_only_a_source_that_says_so_has_puzzles_within_acts() -> None:
    traxx = find_game("traxx")
    start = traxx.start(traxx.deal(1, stream(1, "set-up")))
    position = start.happen("BGYA")
    within = position.choose(0, position.choices(0)[0])
    assert [*candidates(Anywhere(), position, False, Random(1))] == [PUZZLE]
    assert not [*candidates(Anywhere(), within, False, Random(1))]
    assert [*candidates(Anywhere(), within, True, Random(1))] == [PUZZLE]


def test_a_source_may_bring_its_own_player() -> None:
    record = played_game(GAME, Source("byways.bots:RandomPlayer", 2, 1), "own")
    assert record.players == ("RandomPlayer", "RandomPlayer")
    assert record.position(GAME).outcome
