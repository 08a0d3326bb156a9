"""Compiled functions kept as object code."""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import cfunc, types
from numba.np.numpy_support import carray

from byways.bots import objects
from byways.bots.objects import CFunction, alone, files_of, function_at, joined, keep, kept, loaded, movable

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="code for other systems and processors is not kept"
)
PRIMES = np.array([2, 3, 5, 7, 11, 13, 17, 19])
NAME, SOURCES = "byways.bots.bits", ("byways.bots.bits",)
CALLED = """
import sys
import numpy as np
from byways.bots.objects import function_at, kept, loaded
code = kept({name!r}, {sources!r})
address = loaded(code)
print(function_at(address("total"), 1)(np.array([3, 1, 2, 3]).ctypes.data), {{"numba", "llvmlite"}} & set(sys.modules))
"""


def total(numbers: Any) -> Any:
    """The sum of some numbers, after how many there are."""
    found = 0
    for number in carray(numbers, 4)[1:]:
        found += number
    return found


def looked_up(numbers: Any) -> Any:
    """A constant by its place, which lies outside of the code."""
    return PRIMES[carray(numbers, 1)[0]]


def as_c(function: Callable[[Any], Any]) -> CFunction:
    made: CFunction = cfunc(types.int64(types.CPointer(types.int64)))(function)  # type: ignore[no-untyped-call]
    return made


@pytest.fixture(scope="module")
def in_c() -> CFunction:
    """Before anybody tells numba of another folder: it would look for everything there from then on, and compile it once more."""
    return as_c(total)


@pytest.fixture
def folder(in_c: CFunction, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One with the function above in it."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    keep(NAME, SOURCES, {"total": in_c})
    return tmp_path


def test_another_process_calls_it_without_numba(folder: Path) -> None:
    asked = [sys.executable, "-c", CALLED.format(name=NAME, sources=SOURCES)]
    assert subprocess.run(asked, check=True, capture_output=True, text=True).stdout == "6 set()\n"


def test_what_was_made_otherwise_is_never_loaded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept(NAME, SOURCES)
    assert kept(NAME, ("byways.bits",)) is None
    monkeypatch.setattr(objects, "processor", lambda: "another one")
    assert kept(NAME, SOURCES) is None


def test_what_was_damaged_is_never_loaded(folder: Path) -> None:
    (file,) = files_of(NAME)
    file.write_bytes(file.read_bytes()[:-1])
    assert kept(NAME, SOURCES) is None


def test_nothing_else_is_left_in_the_folder(folder: Path) -> None:
    assert list(folder.iterdir()) == files_of(NAME)


def test_where_nothing_is_kept_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert kept(NAME, SOURCES) is None


def test_code_calls_nothing_from_outside() -> None:
    code = "declare void @llvm.trap()\ndeclare i32 @PyErr_Occurred(ptr nocapture) local_unnamed_addr #1\n"
    assert alone(code) == (
        "declare void @llvm.trap()\ndefine internal i32 @PyErr_Occurred(ptr nocapture) {\n  call void @llvm.trap()\n  unreachable\n}\n"
    )


def test_a_function_is_called_with_pointers(folder: Path) -> None:
    code = kept(NAME, SOURCES)
    assert code is not None
    address = loaded(code)
    assert function_at(address("total"), 1)(np.array([3, 4, 5, 6]).ctypes.data) == 15


def test_code_that_needs_more_than_itself_is_not_kept(in_c: CFunction) -> None:
    assert movable(joined({"total": in_c}), ["total"])
    assert movable(joined({"looked_up": as_c(looked_up)}), ["looked_up"]) == b""


def test_elsewhere_it_is_noted_that_nothing_can_be_kept(folder: Path, in_c: CFunction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "processor", lambda: "")
    assert kept(NAME, SOURCES) is None
    keep(NAME, SOURCES, {"total": in_c})
    assert kept(NAME, SOURCES) == b""
