"""Run `make quick` in other environments, and count failures.

    python -m tools.anywhere
    python -m tools.anywhere german turkish --workers 2

The tests run in copies of this checkout. Each copy has a virtual environment with its own source and the libraries of this tool's
environment. Compiled kernels are copied too. If a requirement such as localedef is missing, the table says so; with BYWAYS_COMPLETE set, as
in `.ci/run`, that counts as a failure.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
VENDOR = "src/byways/table/pages/static/vendor"  # fetched by the build, not in git
PYTEST = '#!/bin/sh\nexec "$(dirname "$0")/python" -P -m pytest "$@"\n'
STRICT = r'import warnings; warnings.filterwarnings("error", module=r"byways\b")'
NOBODY = 65534
LENGTH = 200  # characters of a long path
ODD = "Spaß auf Umwegen, çığ и 道"


class Missing(Exception):
    """This machine lacks a requirement of an environment."""


class Environment(NamedTuple):
    """The differences from this machine."""

    variables: dict[str, str]
    locale: str = ""
    path: str = "copy"
    is_long: bool = False
    is_read_only: bool = False  # and run by an unprivileged user
    start: str = ""  # a line that every Python process runs first


GERMAN = {"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"}
TURKISH = {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "LANGUAGE": "tr"}
NARROW, COLOUR, HALF_HOUR = {"COLUMNS": "40"}, {"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"}, {"TZ": "Asia/Kolkata"}
ENVIRONMENTS = {
    "plain": Environment({}),
    "spaces": Environment({}, path=ODD),
    "long": Environment({}, is_long=True),
    "german": Environment(GERMAN, locale="de_DE"),
    "turkish": Environment(TURKISH, locale="tr_TR"),
    "C": Environment({"LC_ALL": "C"}),
    "narrow": Environment(NARROW),
    "wide": Environment({"COLUMNS": "300"}),
    "colour": Environment(COLOUR),
    "half-hour": Environment(HALF_HOUR),
    "read-only": Environment({}, path="read-only", is_read_only=True),
    "dev": Environment({"PYTHONDEVMODE": "1"}, path="dev", start=STRICT),
    "combined": Environment({**GERMAN, **NARROW, **COLOUR, **HALF_HOUR}, locale="de_DE", path=ODD, is_long=True),
}


class Outcome(NamedTuple):
    failed: int
    output: str

    @property
    def failures(self) -> list[str]:
        return re.findall(r"(?m)^(?:FAILED|ERROR) .*", self.output)


def run(environment: Environment, folder: Path, workers: int) -> Outcome:
    """Run `make quick` in an environment; copies and locales stay in the folder for the next one."""
    variables = dict(environment.variables)
    if environment.locale:
        generate(environment.locale, folder)
        variables["LOCPATH"] = str(folder)
    place, python = place_of(environment, folder), interpreter(environment)
    if not place.exists():
        copy(place, python, environment.start)
    who: dict[str, Any] = {}
    if environment.is_read_only:
        variables["NUMBA_CACHE_DIR"] = str(prepare(place))
        who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    command = ["make", "quick", f"WORKERS={workers}"]
    done = subprocess.run(command, cwd=place, env={**os.environ, **variables}, capture_output=True, text=True, check=False, **who)
    output = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)
    return Outcome(failed_in(output, done.returncode), output)


def failed_in(output: str, status: int) -> int:
    """Return the number of failed tests from pytest's last line; a run without tests counts as one failure."""
    counts = re.findall(r"(?m)^.*\d+ (?:passed|failed|errors?)\b.* in [\d.]+s", output)[-1:]
    return sum(int(number) for number in re.findall(r"(\d+) (?:failed|errors?)", "".join(counts))) or int(status != 0)


def generate(locale: str, folder: Path) -> None:
    if shutil.which("localedef") is None:
        raise Missing("localedef is not installed")
    command = ["localedef", "-i", locale, "-f", "UTF-8", str(folder / f"{locale}.UTF-8")]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        raise Missing(f"localedef cannot make {locale}: {made.stderr.strip()}")


def place_of(environment: Environment, folder: Path) -> Path:
    place = folder / environment.path
    return place / ("long-" * LENGTH)[: LENGTH - len(str(place)) - 1].rstrip("-") if environment.is_long else place


def interpreter(environment: Environment) -> str:
    """Return a Python of this version that the user of the environment can start."""
    ours = str(Path(sys.base_prefix, "bin", f"python3.{sys.version_info.minor}"))
    if not environment.is_read_only:
        return ours
    if os.geteuid() != 0:
        raise Missing("only root can run tests as another user")
    for found in (ours, f"/usr/local/bin/{Path(ours).name}", f"/usr/bin/{Path(ours).name}"):
        if can_start(found):
            return found
    raise Missing(f"user {NOBODY} can start no Python 3.{sys.version_info.minor}")


def can_start(python: str) -> bool:
    try:
        return subprocess.run([python, "-c", ""], user=NOBODY, group=NOBODY, extra_groups=[], check=False).returncode == 0
    except OSError:
        return False


def copy(place: Path, python: str, start: str) -> None:
    """Copy this checkout, including uncommitted files, and create a virtual environment for it."""
    known = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    compiled = (path for path in (ROOT / "src").rglob("__pycache__/*") if path.suffix != ".pyc")
    for path in (*map(ROOT.joinpath, known.stdout.split("\0")[:-1]), *(ROOT / VENDOR).iterdir(), *compiled):
        if path.is_file():
            target = place / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
    subprocess.run([python, "-m", "venv", "--without-pip", place / ".venv"], check=True)
    furnish(place, start)


def furnish(place: Path, start: str) -> None:
    """Put the copy's source before the libraries, which contain a link to the original source."""
    library = next((place / ".venv" / "lib").glob("python*/site-packages"))
    (library / "copy.pth").write_text(f"{place / 'src'}\n{sysconfig.get_path('purelib')}\n{start}\n", "utf-8")
    program = place / ".venv" / "bin" / "pytest"
    program.write_text(PYTEST)
    program.chmod(0o755)
    for made in ("ready", "tools"):
        (place / ".venv" / made).touch()


def prepare(place: Path) -> Path:
    """Make a copy usable for a user who cannot write to it; compiled kernels go to a folder of that user."""
    compiled = place.with_name(f"{place.name}-compiled")
    compiled.mkdir(exist_ok=True)
    python = place / ".venv" / "bin" / "python"
    ready = "from byways import game; from byways.bots import roster; roster.make_ready(game.all_games(), print)"
    subprocess.run([python, "-m", "compileall", "-q", place / "src", place / "tests", place / "tools"], check=True)
    subprocess.run([python, "-c", ready], env={**os.environ, "NUMBA_CACHE_DIR": str(compiled)}, check=True, stdout=subprocess.DEVNULL)
    for path in (compiled, *compiled.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    return compiled


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="ENVIRONMENT", help=f"all by default: {', '.join(ENVIRONMENTS)}")
    parser.add_argument("--workers", type=int, default=(os.cpu_count() or 1) + 1, help="processes of each run")
    chosen = parser.parse_args(argv)
    if unknown := {*chosen.names} - {*ENVIRONMENTS}:
        parser.error(f"there is no environment {', '.join(sorted(unknown))}; there are {', '.join(ENVIRONMENTS)}")
    print("| environment | failed |\n|---|---|", flush=True)
    with TemporaryDirectory(prefix="byways-") as folder:
        Path(folder).chmod(0o755)
        failed = [name for name in chosen.names or ENVIRONMENTS if report(name, Path(folder), chosen.workers)]
    sys.exit(bool(failed))


def report(name: str, folder: Path, workers: int) -> bool:
    """Print a row of the table in Markdown and the failures; return whether there were any."""
    try:
        outcome = run(ENVIRONMENTS[name], folder, workers)
    except Missing as error:
        print(f"| {name} | not run: {error} |", flush=True)
        return bool(os.environ.get("BYWAYS_COMPLETE"))
    print(f"| {name} | {outcome.failed} |", flush=True)
    if outcome.failed:
        print(*(outcome.failures or outcome.output.splitlines()[-20:]), sep="\n", file=sys.stderr, flush=True)
    return bool(outcome.failed)


if __name__ == "__main__":
    main()
