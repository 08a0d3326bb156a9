"""Every game plays through just as it did; `make golden` writes the files anew when a change is meant."""

import pytest

from byways.game import all_games
from byways.record import read
from tests.golden import FOLDER, GAMES, golden


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_the_golden_one(name: str) -> None:
    assert golden(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_every_game_has_a_golden_playthrough() -> None:
    assert {game.name for game in all_games()} == set(GAMES)


# One finished record of every released version of every game, with how it ended.
RECORDS: dict[str, tuple[tuple[int, ...], int]] = {
    "labyrinth-1": ((1,), 51),
    "long_road-1": ((2,), 218),
    "the_way-1": ((1,), 219),
}


@pytest.mark.parametrize("name", RECORDS)
def test_the_records_of_released_versions_still_replay(name: str) -> None:
    record = read((FOLDER.parent / "records" / f"{name}.json").read_bytes())
    outcome = record.position(record.load_game()).outcome
    assert outcome is not None
    assert (outcome.winners, len(record.entries)) == RECORDS[name]
