"""Stack frames are sorted by pieces of paths, which must be there."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import byways
from byways.bench.sampling import AROUND, PARTS, REST, part_at, part_of

SOURCE = Path(byways.__file__).parent
PIECES = sorted({piece for parts in (PARTS, AROUND) for pieces in parts.values() for piece in pieces})
OURS = [piece for piece in PIECES if piece.startswith(("/table/", "/byways/"))]


@pytest.mark.parametrize("piece", OURS)
def test_every_piece_of_ours_names_something(piece: str) -> None:
    path, _, function = piece.partition(":")
    found = [source for source in SOURCE.rglob("*.py") if path in f"/byways/{source.relative_to(SOURCE).as_posix()}"]
    assert found
    assert not function or any(f"def {function}(" in source.read_text("utf-8") for source in found)


@pytest.mark.parametrize("piece", [piece for piece in PIECES if piece not in OURS])
def test_every_other_piece_names_a_library(piece: str) -> None:
    library, _, module = piece.strip("/").partition("/")
    assert find_spec(f"{library}.{module}" if module else library)


def test_what_several_servers_say_in_the_database_is_not_the_database() -> None:
    assert part_of("/there/byways/table/store/presence.py:hear", False) == "other servers"
    assert part_of("/there/byways/table/store/commits.py:commit", False) == "database"


def test_the_outermost_part_counts_and_what_has_none_is_the_rest() -> None:
    rules = compile("found = part_at(sys._getframe())", "/there/byways/games/tuck/rules.py", "exec")
    pages = compile("exec(rules)", "/there/byways/table/pages/board.py", "exec")
    told = {"sys": sys, "part_at": part_at, "rules": rules}
    exec(pages, told)
    assert told["found"] == "pages"
    assert part_at(None) == REST
