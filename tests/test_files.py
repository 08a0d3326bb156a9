"""Files that users name."""

import errno
import os
from pathlib import Path

import pytest

from byways.files import check_writable, read_text, write_bytes
from byways.game import Refused


def test_a_written_file_can_be_read(tmp_path: Path) -> None:
    write_bytes(tmp_path / "words", "Wörter".encode())
    assert read_text(tmp_path / "words") == "Wörter"
    assert [path.name for path in tmp_path.iterdir()] == ["words"]


def test_a_check_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("kept", "utf-8")
    check_writable(tmp_path / "words")
    check_writable(tmp_path / "new")
    assert [(path.name, read_text(path)) for path in tmp_path.iterdir()] == [("words", "kept")]


def test_an_unwritable_file_is_refused_by_name(tmp_path: Path) -> None:
    for refuse in (check_writable, lambda path: write_bytes(path, b"")):
        with pytest.raises(Refused, match="cannot be written: No such file or directory") as refused:
            refuse(tmp_path / "nowhere" / "words")
        assert str(tmp_path) in str(refused.value)
        with pytest.raises(Refused, match="cannot be written: Is a directory"):
            refuse(tmp_path)


def test_on_a_full_disk_the_old_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:3])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "words").write_text("kept", "utf-8")
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(Refused, match=r"words cannot be written: No space left on device\.$"):
        write_bytes(tmp_path / "words", b"new words")
    assert [(path.name, read_text(path)) for path in tmp_path.iterdir()] == [("words", "kept")]


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("old", "utf-8")
    (tmp_path / "words").chmod(0o640)
    (tmp_path / "link").symlink_to(tmp_path / "words")
    write_bytes(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (read_text(tmp_path / "words"), (tmp_path / "words").stat().st_mode & 0o777) == ("new", 0o640)


def test_a_device_is_written_in_place() -> None:
    check_writable(Path(os.devnull))
    write_bytes(Path(os.devnull), b"gone")
    assert Path(os.devnull).is_char_device()


def test_an_unreadable_file_and_one_that_is_not_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot be read"):
        read_text(tmp_path / "nowhere")
    (tmp_path / "picture").write_bytes(b"\x89PNG")
    with pytest.raises(Refused, match="is not text"):
        read_text(tmp_path / "picture")
