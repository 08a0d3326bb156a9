"""Databases that `byways tables` must not change; tests/table/store/test_admin.py covers the rest."""

from pathlib import Path

import pytest

from tests.command import run


def test_a_missing_database_is_not_created(tmp_path: Path) -> None:
    done = run("tables", "list", "--db", f"sqlite+aiosqlite:///{tmp_path}/tables.db")
    assert (done.returncode, "No such file" in done.stderr, [*tmp_path.iterdir()]) == (2, True, [])


@pytest.mark.database
def test_a_database_of_another_version_is_not_changed(tmp_path: Path) -> None:
    (tmp_path / "tables.db").touch()
    done = run("tables", "delete", "--ended", "0", "--yes", "--db", f"sqlite+aiosqlite:///{tmp_path}/tables.db")
    assert (done.returncode, "is empty or from an earlier version of Byways" in " ".join(done.stderr.split())) == (2, True)
