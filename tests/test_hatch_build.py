"""What the metadata of a package say of where it comes from."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from hatch_build import addresses, origin
from tests.lacking import lack

HOME = "https://code.example/somebody/byways"


@pytest.mark.parametrize(
    "remote",
    [
        HOME,
        f"{HOME}/",
        f"{HOME}.git",
        "https://ann@code.example/somebody/byways.git",
        "https://ann:secret@code.example/somebody/byways.git",
        "git@code.example:somebody/byways.git",
    ],
)
def test_a_remote_that_has_pages_gives_their_addresses(remote: str) -> None:
    assert addresses(remote) == {"Source": HOME, "Changelog": f"{HOME}/blob/main/CHANGELOG.md", "Issues": f"{HOME}/issues"}


def test_ports_groups_and_points_stay_in_an_address() -> None:
    home = "https://code.example:8443/group/somebody/byways.py"
    assert addresses(f"{home}.git")["Source"] == home


@pytest.mark.parametrize(
    "remote",
    [
        "",
        "/srv/git/byways.git",
        "../byways",
        "file:///srv/git/byways.git",
        "http://code.example/somebody/byways",
        "git@code.example:/srv/git/byways.git",
        "git@code.example:~ann/byways.git",
        "https://code.example/byways",
        "https://a@b:secret@code.example/somebody/byways",
        "C:\\byways",
    ],
)
def test_any_other_remote_gives_none(remote: str) -> None:
    assert addresses(remote) == {}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    if shutil.which("git") is None:
        lack("This needs git. Debian: apt-get install git")
    subprocess.run(("git", "init", "--quiet", tmp_path), check=True)
    return tmp_path


def test_the_remote_is_that_of_the_checkout(checkout: Path) -> None:
    assert origin(checkout) == ""
    subprocess.run(("git", "-C", checkout, "remote", "add", "origin", HOME), check=True)
    assert origin(checkout) == HOME


def test_what_lies_in_the_checkout_of_something_else_has_no_remote(checkout: Path) -> None:
    subprocess.run(("git", "-C", checkout, "remote", "add", "origin", HOME), check=True)
    unpacked = checkout / "byways-1"
    unpacked.mkdir()
    assert origin(unpacked) == ""


def test_without_git_there_is_no_remote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert origin(tmp_path) == ""
