"""What a server process inherits from its supervisor."""

from __future__ import annotations

import os
import socket
from typing import NamedTuple

INHERITED = "BYWAYS_INHERITED"  # environment variable: the descriptors of listener, pipe and memory, and the share
READY = b"!"  # sent through the pipe once a process serves


class Inherited(NamedTuple):
    listener: socket.socket
    pipe: socket.socket  # to the supervisor; it breaks when the supervisor ends
    memory: int  # descriptor of the shared limits
    share: int  # the share of that memory in which this process counts


def inherited() -> Inherited | None:
    if not (numbers := os.environ.pop(INHERITED, "")):  # removed, so that child processes do not inherit it
        return None
    listener, pipe, memory, share = map(int, numbers.split())
    return Inherited(socket.socket(fileno=listener), socket.socket(fileno=pipe), memory, share)
