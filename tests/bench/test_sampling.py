"""Stack frames are attributed to parts by pieces of their paths, which must exist."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import byways
from byways.bench.sampling import AROUND, PARTS, REST, Sampling, part_at, part_of

SOURCE = Path(byways.__file__).parent
PIECES = sorted({piece for parts in (PARTS, AROUND) for pieces in parts.values() for piece in pieces})
OURS = [piece for piece in PIECES if piece.startswith(("/table/", "/byways/"))]


@pytest.mark.parametrize("piece", OURS)
def test_every_piece_of_our_paths_exists(piece: str) -> None:
    path, _, function = piece.partition(":")
    found = [source for source in SOURCE.rglob("*.py") if path in f"/byways/{source.relative_to(SOURCE).as_posix()}"]
    assert found
    assert not function or any(f"def {function}(" in source.read_text("utf-8") for source in found)


@pytest.mark.parametrize("piece", [piece for piece in PIECES if piece not in OURS])
def test_every_other_piece_is_a_library(piece: str) -> None:
    library, _, module = piece.strip("/").partition("/")
    assert find_spec(f"{library}.{module}" if module else library)


def test_traffic_between_servers_does_not_count_as_database() -> None:
    assert part_of("/there/byways/table/store/presence.py:hear", False) == "other servers"
    assert part_of("/there/byways/table/store/commits.py:commit", False) == "database"


def test_the_outermost_part_counts_and_other_frames_are_the_rest() -> None:
    rules = compile("found = part_at(sys._getframe())", "/there/byways/games/tuck/rules.py", "exec")
    pages = compile("exec(rules)", "/there/byways/table/pages/board.py", "exec")
    names = {"sys": sys, "part_at": part_at, "rules": rules}
    exec(pages, names)
    assert names["found"] == "pages"
    assert part_at(None) == REST


def test_shares_add_up_to_1_even_without_a_sample() -> None:
    sampling = Sampling()
    assert sampling.end() == {REST: 1.0}
    sampling.seen.update({"rules": 3, REST: 1})
    assert sampling.end() == {"rules": 0.75, REST: 0.25}
