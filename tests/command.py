"""Runs the command `byways` for tests, in a process of its own or in this one."""

import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import pytest
from typer.main import get_command

from byways.cli.main import app, main

COMMAND = get_command(app)  # made of the functions once, which `app` does at every call


def byways(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "byways", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)


def said(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command in this process, for all that is decided in `main`: to start another would take most of the time."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("byways.cli.main.app", COMMAND)
        patch.setattr(sys, "argv", ["byways", *arguments])
        patch.setattr(sys, "stdin", StringIO(typed))
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
            main()
    assert isinstance(ended.value.code, int)
    return subprocess.CompletedProcess(arguments, ended.value.code, out.getvalue(), err.getvalue())


def refusal(*arguments: str) -> str:
    """The sentence that the command ends with, and that it has status 2. A terminal breaks long lines; what is said stays the same."""
    done = said(*arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())
