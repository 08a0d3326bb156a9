"""The command `byways print`."""

from __future__ import annotations

import sys
from pathlib import Path

import pypdfium2
import pytest

from byways.game import find_game
from tests.command import full_disk, refusal, run
from tests.printing.pdf import texts


def test_print_writes_the_sheets_of_a_game(tmp_path: Path) -> None:
    file, mine = tmp_path / "sheets.pdf", tmp_path / "mine.toml"
    mine.write_text(find_game("traxx").components_text, "utf-8")
    asked = ("--language", "de", "--paper", "letter", "--ink", "grey", "--players", "1", "--components", str(mine), "--out", str(file))
    done = run("print", "traxx", *asked)
    assert (done.returncode, done.stdout) == (0, f"Die Bögen stehen in {file}.\n")
    sheets = texts(pypdfium2.PdfDocument(file.read_bytes()))
    assert sum("Plan für eine Person Beginne beim Punkt." in text for text in sheets) == 2
    assert all("Mit eigenem Material aus mine.toml" in text for text in sheets)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("traxx", "--players", "5"), "Traxx is for 1 to 4 players, not for 5."),
        (("traxx", "--paper", "a3"), "'a3' is not one of 'a4', 'letter'."),
        (("traxx", "--ink", "pink"), "'pink' is not one of 'colour', 'grey', 'outline'."),
        (("traxx", "--fold"), "No such option: --fold"),
        (("labyrinth", "--option", "rows=4"), "both numbers must be odd"),
        (("the_way", "--language", "tlh"), "The Way is not available in 'tlh'; its languages are en, de, "),
        (("chess",), "There is no game 'chess'"),
        (("tests.toy:GAME",), "Tuck has no sheets to print."),
    ],
)
def test_print_refuses_what_it_cannot_do(asked: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in refusal("print", *asked)
    assert not [*tmp_path.iterdir()]


def test_a_folder_that_is_missing_and_a_full_disk_are_sentences(tmp_path: Path) -> None:
    missing, file = tmp_path / "nowhere" / "sheets.pdf", tmp_path / "sheets.pdf"
    assert f"The file {missing} cannot be written: No such file or directory." in refusal("print", "traxx", "--out", str(missing))
    assert run("print", "traxx", "--out", str(file)).returncode == 0  # imports everything, because Python writes files too
    before = file.read_bytes()
    with full_disk(1000):
        assert "cannot be written" in refusal("print", "traxx", "--ink", "grey", "--out", str(file))
    assert file.read_bytes() == before


def test_without_typst_the_commands_say_what_to_install(record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    for asked in (("print", "traxx"), ("replay", str(record), "--pdf", str(tmp_path / "board.pdf"))):
        assert "pip install 'byways[print]'" in refusal(*asked)


def test_a_paper_that_is_not_known_is_named_without_jargon() -> None:
    said = refusal("print", "traxx", "--paper", "a3")
    assert "'a3' is not one of 'a4', 'letter'" in said
    assert "Value error" not in said
