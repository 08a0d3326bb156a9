"""The search from object code, held against the plain one."""

from __future__ import annotations

import platform
import subprocess
import sys
from math import inf
from random import Random
from typing import NoReturn

import pytest

from byways.bots.compiled import leave
from byways.games.labyrinth.quick import KERNEL, KeptSearch, kept_search, quickly
from byways.games.labyrinth.solve import plainly
from byways.games.labyrinth.view import board_of
from tests.games.labyrinth.test_solve import lone, seen

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="code for other systems and processors is not kept"
)
MOST_MEMORY = 60_000  # kB
SOLVE = """
import sys
from byways import find_game
from byways.game import stream
from byways.games.labyrinth.solve import solve
game = find_game("labyrinth")
for seed in range(10):
    solve(game.start(game.deal(2, stream(seed, "set-up"))).view(0))
print({"numba", "llvmlite"} & set(sys.modules), *(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.fixture(scope="module")
def search() -> KeptSearch:
    kernel = KERNEL.ready(inf)
    assert kernel is not None
    leave(kernel)
    kept_search.cache_clear()
    found = kept_search()
    assert found is not None
    return found


@pytest.mark.parametrize("classic", [False, True])
@pytest.mark.parametrize(("rows", "columns", "most"), [(3, 3, 3), (5, 5, 3), (7, 7, 2), (7, 9, 2), (9, 7, 2)])
def test_it_finds_the_turns_that_the_plain_one_finds(search: KeptSearch, rows: int, columns: int, most: int, classic: bool) -> None:
    for seed in range(20):
        view = seen(lone(Random(seed), rows, columns, classic, homeward=seed % 3 == 0))
        found = quickly(search, board_of(view), view, most, lambda: False)
        assert found == plainly(board_of(view), view, most, lambda: False), seed


def test_a_process_that_solves_takes_less_than_60_megabytes(search: KeptSearch) -> None:
    compilers, peak = subprocess.run([sys.executable, "-c", SOLVE], check=True, capture_output=True, text=True).stdout.split()
    assert compilers == "set()"
    assert int(peak) < MOST_MEMORY


def test_where_no_process_may_make_code_there_is_none(search: KeptSearch, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(code: bytes) -> NoReturn:
        raise PermissionError

    monkeypatch.setattr("byways.games.labyrinth.quick.loaded", refused)
    assert kept_search.__wrapped__() is None
