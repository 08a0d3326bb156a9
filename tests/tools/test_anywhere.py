"""The tool that runs the tests in other environments."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tools.anywhere import ENVIRONMENTS, LENGTH, STRICT, Environment, Missing, Outcome, copy, failed_in, generate, interpreter, place_of

from tools import anywhere


@pytest.mark.parametrize(
    ("output", "status", "failed"),
    [
        ("...\n4622 passed in 35.10s\n", 0, 0),
        ("2 skipped, 1 rerun\n57 failed, 4554 passed in 58.93s\nmake: *** [Makefile:24: quick] Error 1\n", 2, 57),
        ("1 failed, 4610 passed, 2 errors in 93.80s (0:01:33)\n", 2, 3),
        ("make: *** No rule to make target\n", 2, 1),
    ],
)
def test_failures_are_counted_and_a_failed_start_counts_as_one(output: str, status: int, failed: int) -> None:
    assert failed_in(output, status) == failed


@pytest.mark.parametrize("name", ["long", "combined"])
def test_a_long_path_has_its_length(name: str, tmp_path: Path) -> None:
    assert len(str(place_of(ENVIRONMENTS[name], tmp_path))) == LENGTH


def test_the_combined_environment_has_every_setting() -> None:
    variables, path = ENVIRONMENTS["combined"].variables, ENVIRONMENTS["combined"].path
    assert {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de", "COLUMNS": "40", "FORCE_COLOR": "1"}.items() <= variables.items()
    assert " " in path
    assert not path.isascii()


@pytest.mark.slow
def test_a_copy_runs_its_own_source_and_may_turn_warnings_into_errors(tmp_path: Path) -> None:
    place = tmp_path / "a copy"
    copy(place, interpreter(Environment({})), STRICT)
    found = asked(place, "import byways, numpy; print(byways.__file__)")
    assert found.stdout == f"{place}/src/byways/__init__.py\n"
    assert [asked(place, WARN.format(module)).returncode for module in ("byways.game", "numpy")] == [1, 0]
    assert subprocess.run([place / ".venv" / "bin" / "pytest", "--version"], check=True, capture_output=True).stdout.startswith(b"pytest")


WARN = "import warnings; warnings.warn_explicit('old', DeprecationWarning, 'file', 1, module='{}')"


def asked(place: Path, program: str) -> subprocess.CompletedProcess[str]:
    python = str(place / ".venv" / "bin" / "python")
    return subprocess.run([python, "-c", program], cwd="/", capture_output=True, text=True, check=False)


def test_missing_requirements_are_named_and_fail_only_if_complete(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("BYWAYS_COMPLETE", raising=False)
    with pytest.raises(Missing, match="localedef is not installed"):
        generate("de_DE", tmp_path)
    assert not anywhere.report("german", tmp_path, 1)
    assert capsys.readouterr().out == "| german | not run: localedef is not installed |\n"
    monkeypatch.setenv("BYWAYS_COMPLETE", "1")
    assert anywhere.report("german", tmp_path, 1)


def test_a_line_has_the_count_and_the_names_of_failures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = Outcome(2, "FAILED tests/test_a.py::test_b - assert\nERROR tests/test_c.py\n1 failed, 1 error in 0.10s\n")
    monkeypatch.setattr(anywhere, "run", lambda *given: found)
    assert anywhere.report("wide", tmp_path, 1)
    told = capsys.readouterr()
    assert (told.out, told.err) == ("| wide | 2 |\n", "FAILED tests/test_a.py::test_b - assert\nERROR tests/test_c.py\n")


def test_an_unknown_environment_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        anywhere.main(["martian"])
    assert "there is no environment martian" in capsys.readouterr().err
