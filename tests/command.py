"""Run the command `byways` in tests, in a new process or in this one."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO

import pytest
from typer.main import get_command

from byways.cli.main import app, main
from byways.i18n import Speaker

COMMAND = get_command(app)  # built once, because `app` builds it at every call


def spawn(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a new process."""
    command = [sys.executable, "-m", "byways", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in this process, which is much faster."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("byways.cli.main.app", COMMAND)
        patch.setattr(Speaker, "shows_indices", False)  # a command may turn it on for its process
        patch.setattr(sys, "argv", ["byways", *arguments])
        patch.setattr(sys, "stdin", StringIO(typed))
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
            main()
    assert isinstance(ended.value.code, int)
    return subprocess.CompletedProcess(arguments, ended.value.code, out.getvalue(), err.getvalue())


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Let no file grow beyond this size in bytes, in this process and its children, so that writes fail as on a full disk."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def refusal(*arguments: str) -> str:
    """Return the error of a command that must fail with status 2, as one line."""
    done = run(*arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())
