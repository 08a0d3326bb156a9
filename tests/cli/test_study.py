"""`byways study` plays, writes a page and its figures, and goes on where it was stopped."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from byways.study.findings import Study
from tests.command import full_disk, refusal, run


@pytest.mark.slow
def test_a_study_is_written_and_goes_on_where_it_was(tmp_path: Path) -> None:
    page = tmp_path / "study.html"
    command = ["study", "labyrinth", "--bots", "random,euclid", "--games", "4", "--against", "rows=9", "--workers", "1", "--out", str(page)]
    assert "study.json" in run(*command).stdout
    study = msgspec.json.decode((tmp_path / "study.json").read_bytes(), type=Study)
    assert [games.label for games in study.variants] == ["as it is", "rows=9"]
    assert study.variants[0].games == 4
    assert study.luck[0].runs == 16
    assert "Study: Labyrinth" in page.read_text("utf-8")
    results = tmp_path / "study.study" / "games-0" / "results.jsonl"
    before, written = results.read_bytes(), page.read_bytes()
    run(*command)
    assert (results.read_bytes(), page.read_bytes()) == (before, written)
    results.write_bytes(b"nonsense\n")
    assert "results.jsonl" in refusal(*command)
    assert page.read_bytes() == written


@pytest.mark.slow
def test_a_game_and_a_bot_that_are_not_installed_are_studied(tmp_path: Path) -> None:
    bots = ("--bots", "random,byways.bots:RandomPlayer")
    run("study", "tests.toy:GAME", *bots, "--games", "4", "--workers", "1", "--out", str(tmp_path / "study.html"))
    study = msgspec.json.decode((tmp_path / "study.json").read_bytes(), type=Study)
    assert study.bots == ("random", "byways.bots:RandomPlayer")


@pytest.mark.slow
def test_a_full_disk_ends_a_study_with_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    command = ["study", "labyrinth", "--bots", "random,euclid", "--games", "4", "--workers", "1", "--out", str(tmp_path / "study.html")]
    with full_disk(3000):
        assert "cannot be written" in refusal(*command)
    results = tmp_path / "study.study" / "games-0" / "results.jsonl"
    before = results.read_bytes()
    assert "study.json" in run(*command).stdout
    assert results.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    assert "Study: Labyrinth" in (tmp_path / "study.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (["--bots", "random,nobody"], "nobody"),
        (["--bots", "random"], "at least two"),
        (["--option", "colour=red"], "colour"),
        (["--against", "gone.toml"], "gone.toml"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in refusal("study", "labyrinth", *wrong)
    assert [*tmp_path.iterdir()] == []
