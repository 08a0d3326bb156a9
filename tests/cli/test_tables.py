"""Databases that the command leaves alone. The tests of the table list, export and delete while servers run."""

from pathlib import Path

import pytest

from tests.command import said


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    done = said("tables", "list", "--db", f"sqlite+aiosqlite:///{tmp_path}/tables.db")
    assert (done.returncode, "No such file" in done.stderr, [*tmp_path.iterdir()]) == (2, True, [])


@pytest.mark.database
def test_a_database_of_another_version_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "tables.db").touch()
    done = said("tables", "delete", "--ended", "0", "--yes", "--db", f"sqlite+aiosqlite:///{tmp_path}/tables.db")
    assert (done.returncode, "no tables of this version" in " ".join(done.stderr.split())) == (2, True)
