"""Wheels are compared by content."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest
from tools.dist import check_same


def wheel(path: Path, **files: str) -> Path:
    with ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"byways/{name}.py", text)
        archive.writestr("byways-1.dist-info/METADATA", f"built as {path}")
    return path


def test_wheels_with_the_same_files_are_equal(tmp_path: Path) -> None:
    check_same(wheel(tmp_path / "a.whl", cli="1"), wheel(tmp_path / "b.whl", cli="1"))


def test_differing_and_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"byways/cli\.py.*byways/game\.py"):
        check_same(wheel(tmp_path / "a.whl", cli="1", game="1"), wheel(tmp_path / "b.whl", cli="2"))
