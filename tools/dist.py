"""Build the wheel and the source archive into `dist`, and check that both are complete: `make dist`.

    python -m tools.dist [EXTRAS]

The wheel is installed with these extras (such as `fast` or `arena,fast`) in an empty environment outside the checkout, where
`dist_check.py` uses it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
OWN = (".dist-info/METADATA", ".dist-info/RECORD")  # differ, because only a checkout knows its remote


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> None:
    subprocess.run(command, cwd=cwd, env={**os.environ, **environment}, check=True)


def contents(wheel: Path) -> dict[str, int]:
    """Return the files of a wheel with their checksums."""
    with ZipFile(wheel) as archive:
        return {file.filename: file.CRC for file in archive.infolist() if not file.filename.endswith(OWN)}


def check_same(wheel: Path, other: Path) -> None:
    differing = contents(wheel).items() ^ contents(other).items()
    assert not differing, f"{wheel.name} from the checkout and from the source archive differ in {sorted({name for name, _ in differing})}."


def check_archive(archive: Path, wheel: Path, folder: Path) -> None:
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, archive)
    check_same(wheel, folder / wheel.name)
    print("The source archive builds the same wheel.")


def check_installed(wheel: Path, extras: str, folder: Path) -> None:
    run(sys.executable, "-m", "venv", folder / "environment")
    python = folder / "environment" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", f"{wheel}[{extras}]" if extras else wheel, cwd=folder)
    run(python, "-I", ROOT / "tools" / "dist_check.py", cwd=folder, HOME=str(folder), XDG_CACHE_HOME=str(folder), PYTHONPATH="")


def main(extras: str = "") -> None:
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build")
    (wheel,), (archive,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, archive)
    with TemporaryDirectory(prefix="byways-dist-") as name:
        check_archive(archive, wheel, Path(name))
        check_installed(wheel, extras, Path(name))


if __name__ == "__main__":
    main(*sys.argv[1:])
