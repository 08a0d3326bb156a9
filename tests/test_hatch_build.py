"""The build hook: project links in the metadata, npm and the browser libraries."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from hatch_build import NODE, PINNED, USED, VENDOR, BrowserLibraries, addresses, check_used, npm_ci, npm_here, origin
from tests.lacking import lack

ROOT = Path(__file__).parent.parent
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
def test_an_https_remote_gives_project_links(remote: str) -> None:
    assert addresses(remote) == {"Source": HOME, "Changelog": f"{HOME}/blob/main/CHANGELOG.md", "Issues": f"{HOME}/issues"}


def test_ports_groups_and_dots_stay_in_an_address() -> None:
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
def test_any_other_remote_gives_no_links(remote: str) -> None:
    assert addresses(remote) == {}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    if shutil.which("git") is None:
        lack("This needs git. Debian: apt-get install git")
    subprocess.run(("git", "init", "--quiet", tmp_path), check=True)
    return tmp_path


def test_the_remote_is_read_from_the_checkout(checkout: Path) -> None:
    assert origin(checkout) == ""
    subprocess.run(("git", "-C", checkout, "remote", "add", "origin", HOME), check=True)
    assert origin(checkout) == HOME


def test_a_folder_inside_another_checkout_has_no_remote(checkout: Path) -> None:
    subprocess.run(("git", "-C", checkout, "remote", "add", "origin", HOME), check=True)
    unpacked = checkout / "byways-1"
    unpacked.mkdir()
    assert origin(unpacked) == ""


def test_without_git_there_is_no_remote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert origin(tmp_path) == ""


# npm and the browser libraries


def put_npm(folder: Path, monkeypatch: pytest.MonkeyPatch, says: str) -> Path:
    """Install a fake npm of some version as the only one on the path."""
    npm = folder / "npm"
    npm.write_text(f"#!/bin/sh\necho {shlex.quote(says)}\n", "utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return npm


def test_an_npm_that_reads_the_lock_file_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm = put_npm(tmp_path, monkeypatch, "10.2.4")
    assert npm_here() == str(npm)


@pytest.mark.parametrize("says", ["6.14.18", "", "a warning"])
def test_an_older_npm_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str) -> None:
    put_npm(tmp_path, monkeypatch, says)
    assert npm_here() is None


def test_a_build_does_not_install_development_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm = put_npm(tmp_path, monkeypatch, "10.2.4")
    npm.write_text('#!/bin/sh\n[ "$1" = --version ] && echo 10.2.4 || echo "$@" >asked\n', "utf-8")
    npm_ci(tmp_path)
    asked = (tmp_path / "asked").read_text("utf-8").split()
    assert asked[0] == "ci"
    assert "--omit=dev" in asked


def test_node_is_required_only_without_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*PINNED, "hatch_build.py"):
        shutil.copy(ROOT / name, tmp_path)
    hook = BrowserLibraries(str(tmp_path), {}, None, None, "", "wheel")  # type: ignore[arg-type]
    monkeypatch.setattr("hatch_build.npm_here", lambda: "npm")
    assert hook.dependencies() == []
    monkeypatch.setattr("hatch_build.npm_here", lambda: None)
    assert hook.dependencies() == [NODE]


def test_the_installed_htmx_has_everything_our_scripts_use() -> None:
    check_used(ROOT / VENDOR)


def test_the_build_refuses_an_htmx_that_lacks_something(tmp_path: Path) -> None:
    for file in USED:
        (tmp_path / file).write_text("connection.reader.cancel()", "utf-8")
    with pytest.raises(RuntimeError, match=r"no longer has visibilityHandler, delayCanceller, on which hidden\.js"):
        check_used(tmp_path)
