"""A private PostgreSQL that tests can stop and start."""

from __future__ import annotations

import subprocess
import warnings
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.lacking import lack


class Postgres:
    def __init__(self) -> None:
        self.server = started()
        self.socket = parse_qs(urlsplit(self.server.get_uri()).query)["host"][0]
        self.url = f"postgresql+asyncpg://postgres@/postgres?host={self.socket}"

    def tool(self, name: str) -> Path:
        """Return the path of one of PostgreSQL's own programs."""
        return Path(str(import_module("pgserver").__file__)).parent / "pginstall" / "bin" / name

    def stop(self) -> None:
        """Stop at once, as in a crash, and cut all connections."""
        arguments = ["-w", "-m", "immediate", "stop"]
        import_module("pgserver").pg_ctl(arguments, pgdata=self.server.pgdata, user=self.server.system_user)

    def start(self) -> None:
        """Start, unless it runs already. pgserver gives up after ten seconds, which is short on a busy machine."""
        for attempt in range(3):
            try:
                self.server.ensure_postgres_running()
                return
            except (AssertionError, subprocess.SubprocessError):
                if attempt == 2:
                    raise
                with suppress(subprocess.SubprocessError):
                    self.stop()

    def close(self) -> None:
        self.server.cleanup()


def started() -> Any:
    if find_spec("pgserver") is None:
        lack("No PostgreSQL: install pgserver (pip install pgserver).")
    for attempt in range(3):  # pgserver gives up after ten seconds, which is short on a busy machine
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # not a folder of pytest, whose next run would lock out the server's user
                return import_module("pgserver").get_server(mkdtemp("byways"), cleanup_mode="delete")
        except Exception as error:  # any reason why a server cannot start on this machine
            if attempt == 2:
                lack(f"No PostgreSQL: pgserver cannot start it here ({error}).")
    return None
