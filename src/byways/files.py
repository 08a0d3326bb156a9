"""Read and write files that users name, and explain failures."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from byways.errors import Refused
from byways.i18n import Message


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


def check_writable(path: Path) -> None:
    """Refuse an unwritable file before the work for it begins. The file itself is not changed."""
    with refusing(path):
        if is_replaceable(path):
            new_part(path).unlink()
        else:
            path.open("ab").close()


def write_bytes(path: Path, data: bytes) -> None:
    """Replace a file in one step. On an error, such as a full disk, the old file stays unchanged."""
    with refusing(path):
        if not is_replaceable(path):
            path.write_bytes(data)
            return
        part = new_part(path)
        try:
            part.write_bytes(data)
            # Renaming within a directory is atomic. The path is resolved, so that a symbolic link stays one.
            part.replace(path.resolve())
        except OSError:
            part.unlink(missing_ok=True)
            raise


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Refused(Message("refuse.unwritable-file", {"file": str(path), "reason": error.strerror or str(error)})) from None


def is_replaceable(path: Path) -> bool:
    """Return False for directories, and for devices and pipes such as /dev/stdout, which are written in place."""
    return path.is_file() or not path.exists()


def new_part(path: Path) -> Path:
    """Create the file that will replace this one, in the same directory, with the same permissions."""
    target = path.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    if target.exists():
        target.open("ab").close()  # a read-only file must not be replaced
    part.touch()
    if target.exists():
        shutil.copymode(target, part)
    return part
