"""Run commands in a real terminal of any width."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def seen(columns: int, *arguments: str) -> str:
    """Return what `byways` shows in a terminal of some width, without colours."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    command = [sys.executable, "-m", "byways", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment):
        os.close(theirs)
        shown = read_all(ours)
    os.close(ours)
    return CONTROL.sub("", shown.decode()).replace("\r\n", "\n")


def read_all(descriptor: int) -> bytes:
    read = b""
    try:
        while found := os.read(descriptor, 65536):
            read += found
    except OSError:  # the other end is closed (Linux)
        pass
    return read
