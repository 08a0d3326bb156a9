"""The load test of the table measures everything it reports."""

from __future__ import annotations

import asyncio
from math import inf

import pytest

from byways.bench import table_load
from byways.bench.table_load import Load, Servers, StreamKind, measure
from tests.table.conftest import emptied


@pytest.mark.long
@pytest.mark.parametrize(("stream", "processes"), [("json", 2), ("page", 1)])
async def test_a_small_load_is_measured(stream: StreamKind, processes: int, postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await emptied(postgres)
    monkeypatch.setattr(table_load, "WARM", 0.2)
    monkeypatch.setattr(table_load, "MEASURED", 2.0)
    servers = Servers(processes, postgres if processes > 1 else None)
    loaded = await asyncio.to_thread(measure, Load("labyrinth", 3, stream, 4, 6.0), servers)
    assert (loaded.database, loaded.processes) == ("postgresql" if processes > 1 else "sqlite", processes)
    assert (loaded.stream, loaded.tables) == (stream, 4)
    assert 0 < loaded.choices_a_second < 4 * 6.0 * 1.5
    assert 0 < loaded.median <= loaded.p99
    assert 0 < loaded.click_median <= loaded.click_p99
    assert min(loaded.busy, loaded.load_busy) > 0
    assert 0 < loaded.kib_a_stream < loaded.kib_a_table
    assert 0 < loaded.bytes_an_update < (2000 if stream == "page" else 20_000)
    assert loaded.rows_an_entry > 1


def test_measuring_continues_until_an_update_and_a_click_were_seen() -> None:
    early, late = table_load.Received(1, 100.5, 9), table_load.Received(2, 101.5, 9)
    assert table_load.has_data(100.0, {"a": [early, late]}, [(100.2, 0.1)])
    assert not table_load.has_data(100.0, {"a": [early, late]}, [(99.0, 0.1)])
    assert not table_load.has_data(100.0, {"a": [early], "b": []}, [(100.2, 0.1)])


def test_without_any_update_the_latency_is_infinite() -> None:
    assert table_load.milliseconds([]) == (inf, inf)
    assert table_load.milliseconds([0.003, 0.001, 0.002]) == pytest.approx((2.0, 2.0))


def test_tables_are_added_until_one_of_the_servers_is_saturated(monkeypatch: pytest.MonkeyPatch) -> None:
    def saturates(load: Load, servers: Servers) -> table_load.LoadResult:
        late = 5000.0 if load.tables > 100 and servers.processes > 1 else 10.0
        times = (1.0, 1.0, late, 1.0, 1.0, 900.0, 0.1, 1.0)
        return table_load.LoadResult("", servers.processes, load.stream, load.tables, load.pace, *times, 100.0, 10.0, 1.0, 200.0, 0.1)

    monkeypatch.setattr(table_load, "measure", saturates)
    measured = [
        (loaded.stream, loaded.tables, loaded.processes) for loaded in table_load.loads("labyrinth", 3, Servers(), Servers(2, "there"))
    ]
    assert measured == [(stream, tables, processes) for stream in ("json", "page") for tables in (50, 100, 200) for processes in (1, 2)]
