"""Files that people name."""

from pathlib import Path

import pytest

from byways.cli.files import check_writable, read_text, write_bytes
from byways.game import Refused


def test_what_was_written_is_read(tmp_path: Path) -> None:
    write_bytes(tmp_path / "words", "Wörter".encode())
    assert read_text(tmp_path / "words") == "Wörter"


def test_a_check_leaves_a_file_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("kept", "utf-8")
    check_writable(tmp_path / "words")
    assert read_text(tmp_path / "words") == "kept"


def test_what_cannot_be_written_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot be written") as refused:
        write_bytes(tmp_path / "nowhere" / "words", b"")
    assert str(tmp_path) in str(refused.value)


def test_what_cannot_be_read_or_is_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot be read"):
        read_text(tmp_path / "nowhere")
    (tmp_path / "picture").write_bytes(b"\x89PNG")
    with pytest.raises(Refused, match="is not text"):
        read_text(tmp_path / "picture")
