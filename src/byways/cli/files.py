"""Files that people name: read and written, or a sentence that says why not."""

from __future__ import annotations

from pathlib import Path

from byways.errors import Refused
from byways.i18n import Message


def check_writable(path: Path) -> None:
    """Complain before a game is played rather than after."""
    try:
        path.open("ab").close()
    except OSError as error:
        raise Refused(Message("refuse.unwritable-file", {"file": str(path), "reason": str(error.strerror)})) from None


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Refused(Message("refuse.unreadable-file", {"file": str(path), "reason": str(error.strerror)})) from None


def read_text(path: Path) -> str:
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError:
        raise Refused(Message("refuse.not-text", {"file": str(path)})) from None


def write_bytes(path: Path, data: bytes) -> None:
    check_writable(path)
    path.write_bytes(data)
