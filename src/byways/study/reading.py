"""Read the records of a study."""

from __future__ import annotations

from pathlib import Path

from byways.files import read_bytes
from byways.game import Complaint, Game, Refused
from byways.i18n import Message
from byways.record import Record, decode


def read_record(path: Path, card: Game) -> tuple[Game, Record]:
    """Read a record, and return the game with its components. Raise `Refused`, which names the file, if it is damaged."""
    try:
        record = decode(read_bytes(path))
        return record.load_game(card), record
    except Complaint as error:
        raise Refused(Message("refuse.in-file", {"file": str(path), "why": error.meaning})) from None
