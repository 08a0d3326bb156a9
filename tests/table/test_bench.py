"""The table under load: that what is measured is there."""

from __future__ import annotations

import pytest

from byways.game import Game, all_games
from byways.table import bench
from byways.table.bench import Load, measure, sizes


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
@pytest.mark.slow
def test_an_update_is_small(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MOMENTS", 9)
    monkeypatch.setattr(bench, "RUNS", 1)
    found = sizes(game)
    assert found.update_sent < 2000
    assert found.whole_sent < 7000
    assert found.whole > 15_000


@pytest.mark.parametrize("stream", ["json", "page"])
@pytest.mark.slow
def test_a_small_load_is_measured(stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "WARM", 0.2)
    monkeypatch.setattr(bench, "MEASURED", 3.0)
    loaded = measure(Load("labyrinth", 3, stream, 3, 6.0))
    assert (loaded.stream, loaded.tables) == (stream, 3)
    assert 0 < loaded.choices_a_second < 3 * 6.0 * 1.5
    assert 0 < loaded.median <= loaded.p99
    assert 0 < loaded.click_median <= loaded.click_p99
    assert loaded.busy > 0
    assert loaded.ms_a_choice > 0
    assert 0 < loaded.kib_a_stream < loaded.kib_a_table
    assert 0 < loaded.bytes_an_update < (2000 if stream == "page" else 20_000)


def test_more_tables_are_tried_until_it_bends(monkeypatch: pytest.MonkeyPatch) -> None:
    def bends(load: Load) -> bench.Loaded:
        late = 5000.0 if load.tables > 100 else 10.0
        return bench.Loaded(load.stream, load.tables, load.pace, 1.0, 1.0, late, 1.0, 1.0, 900.0, 0.1, 1.0, 100.0, 10.0)

    monkeypatch.setattr(bench, "measure", bends)
    assert [(loaded.stream, loaded.tables) for loaded in bench.loads("labyrinth", 3)] == [
        ("json", 50),
        ("json", 100),
        ("json", 200),
        ("page", 50),
        ("page", 100),
        ("page", 200),
    ]
