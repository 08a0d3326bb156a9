"""What a server process inherits from its supervisor."""

from __future__ import annotations

import os
import socket
from typing import NamedTuple

INHERITED = "BYWAYS_INHERITED"  # environment variable: descriptors of the listener, the pipe and the memory, and the share
READY = b"!"  # sent through the pipe when a process serves


class Inherited(NamedTuple):
    listener: socket.socket
    pipe: socket.socket  # to the supervisor; it breaks when the supervisor ends
    memory: int  # descriptor of the shared limits
    share: int  # where this process counts in that memory


def inherited() -> Inherited | None:
    if not (numbers := os.environ.pop(INHERITED, "")):  # removed, because it is not for child processes of this one
        return None
    listener, pipe, memory, share = map(int, numbers.split())
    return Inherited(socket.socket(fileno=listener), socket.socket(fileno=pipe), memory, share)
