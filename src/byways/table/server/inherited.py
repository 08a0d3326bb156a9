"""What one of several processes gets from the one that started it."""

from __future__ import annotations

import os
import socket
from typing import NamedTuple

INHERITED = "BYWAYS_INHERITED"  # names the descriptors of the door, the line and the memory, and the share of it
READY = b"!"  # what a process tells by its line when it serves


class Inherited(NamedTuple):
    """The door, the line to the process that started this one, and the memory."""

    door: socket.socket
    line: socket.socket
    memory: int  # the descriptor of what they count together
    share: int  # of that memory, where nobody else counts


def inherited() -> Inherited | None:
    if not (numbers := os.environ.pop(INHERITED, "")):  # which is not for the processes that this one starts
        return None
    door, line, memory, share = map(int, numbers.split())
    return Inherited(socket.socket(fileno=door), socket.socket(fileno=line), memory, share)
