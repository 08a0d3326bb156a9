"""Make a system look like Windows to Byways, in every Python that finds this file.

Modules that Windows lacks cannot be imported at all. Names that Windows lacks in `os` and `signal` are hidden only from Byways, because
other packages decide by the name of the system what to use.
"""

import asyncio
import builtins
import mimetypes
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import NoReturn

MODULES = {"curses", "fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty", "uvloop"}
OS = (
    *("chown", "fchdir", "fchown", "fork", "forkpty", "get_blocking", "getegid", "geteuid", "getgid", "getgroups", "getloadavg", "getpgid"),
    *("getpgrp", "getpriority", "getsid", "getuid", "killpg", "lockf", "memfd_create", "mkfifo", "nice", "openpty", "pidfd_open", "pipe2"),
    *(
        "posix_spawn",
        "pread",
        "pwrite",
        "register_at_fork",
        "sched_getaffinity",
        "sched_setscheduler",
        "sendfile",
        "set_blocking",
        "setpgid",
    ),
    *("setpriority", "setsid", "statvfs", "sysconf", "ttyname", "uname", "wait", "wait4", "waitid", "writev", "WNOHANG", "O_NONBLOCK"),
)
SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"}  # the only ones that both have
SIGNAL = {
    *(
        "alarm",
        "getitimer",
        "pause",
        "pthread_kill",
        "pthread_sigmask",
        "setitimer",
        "siginterrupt",
        "sigpending",
        "sigtimedwait",
        "sigwait",
    ),
    *(name for name in vars(signal) if name.startswith(("SIG", "ITIMER")) and not name.startswith("SIG_") and name not in SIGNALS),
}
LOOP = ("add_reader", "add_signal_handler", "add_writer", "remove_reader", "remove_signal_handler", "remove_writer")


class Missing(MetaPathFinder):
    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}: this system is to look like Windows.", name=name)
        return None


def without(module: ModuleType, *names: str) -> ModuleType:
    copy = ModuleType(module.__name__, module.__doc__)
    vars(copy).update({name: value for name, value in vars(module).items() if name not in names})
    return copy


HERE = {"os": without(os, *OS), "signal": without(signal, *SIGNAL)}
import_anything = builtins.__import__


def import_as_on_windows(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    found = import_anything(name, globals, locals, fromlist, level)
    is_ours = str((globals or {}).get("__package__")).partition(".")[0] == "byways"
    return HERE.get(name, found) if is_ours else found


def unavailable(*_: object) -> NoReturn:
    raise NotImplementedError


for name in MODULES:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
builtins.__import__ = import_as_on_windows
for name in LOOP:
    setattr(asyncio.SelectorEventLoop, name, unavailable)  # as in the loop of Windows
mimetypes.add_type("text/plain", ".js")  # as its registry often has it
