"""Golden playthroughs and released records; `make golden` regenerates the playthroughs after an intended change."""

import msgspec
import pytest

from byways.game import all_games
from byways.record import Record, Remove, read
from tests.golden import FOLDER, GAMES, golden


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_the_golden_one(name: str) -> None:
    assert golden(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_every_game_has_a_golden_playthrough() -> None:
    assert {game.name for game in all_games()} == set(GAMES)


# One finished record of every released version of every game, with its places, scores and number of entries.
RECORDS: dict[str, tuple[tuple[int, ...], tuple[float, ...] | None, int]] = {
    "labyrinth-1": ((2, 1, 2), None, 51),
    "long_road-1": ((2, 3, 1), (92, 75, 100), 218),
    "long_road-2": ((1, 2), (84, 82), 222),
    "long_road-3": ((1, 2, 3), (113, 67, 47), 262),
    "long_way-1": ((1, 3, 2), (10, 8, 9), 202),
    "long_way-2": ((1, 2, 3), (10, 9, 8), 195),
    "the_way-1": ((2, 1), (1, 2), 219),
    "the_way-2": ((1, 2), (2, 1), 222),
    "traxx-1": ((1, 2, 3), (35, 17, -28), 175),
}


def kept(name: str) -> Record:
    return read((FOLDER.parent / "records" / f"{name}.json").read_bytes())


def test_there_is_a_record_of_every_version_of_every_game() -> None:
    assert {f"{game.name}-{version}" for game in all_games() for version in range(1, game.version + 1)} == set(RECORDS)


@pytest.mark.parametrize("name", RECORDS)
def test_the_records_of_released_versions_still_replay(name: str) -> None:
    record = kept(name)
    outcome = record.position(record.load_game()).outcome
    assert outcome is not None
    assert (outcome.places, outcome.scores, len(record.entries)) == RECORDS[name]


@pytest.mark.parametrize("name", RECORDS)
def test_released_records_replay_with_every_older_digest(name: str) -> None:
    record = kept(name)
    game, position = record.load_game(), record.position(record.load_game())
    for digest in (*game.older_digests, game.digest):
        again = read(msgspec.structs.replace(record, components=digest).to_json())
        assert again.position(again.load_game()) == position


# Records from before resigning ended a game: seat 1 resigns, and seat 0 plays on where the rules allow that.
RESIGNED: dict[str, tuple[tuple[int, ...], tuple[float, ...] | None, int, int]] = {
    "labyrinth": ((1, 2), None, 3, 7),
    "long_road": ((1, 2), (9, 20), 40, 41),
    "long_way": ((1, 2), (11, -6), 30, 113),
    "the_way": ((1, 2), (0, 0), 11, 12),
    "traxx": ((1, 2), (40, -33), 35, 97),
}


@pytest.mark.parametrize("name", RESIGNED)
def test_earlier_records_with_a_resignation_in_the_middle_still_replay(name: str) -> None:
    record = kept(f"resigned/{name}")
    places, scores, resigned, length = RESIGNED[name]
    assert record.entries[resigned] == Remove(1, "resigned")
    *positions, last = record.positions(record.load_game())
    assert last.outcome is not None
    assert (last.outcome.places, last.outcome.scores, len(record.entries)) == (places, scores, length)
    assert all(position.outcome is None for position in positions)
