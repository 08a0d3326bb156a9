"""Coverage of the browser scripts, as collected by `make coverage`: each page writes the ranges that V8 counted to one file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import CDPSession, Page

FOLDER = os.environ.get("BYWAYS_SCRIPT_COVERAGE")  # where to write; nothing is collected without it


class ScriptCoverage:
    """Counts the calls and blocks of one page's scripts, over all documents that it loads."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession | None = page.context.new_cdp_session(page) if FOLDER else None
        if self.session is not None:
            self.session.send("Profiler.enable")
            self.session.send("Profiler.startPreciseCoverage", {"callCount": False, "detailed": True})

    def write(self) -> None:
        """Write the counts before the page closes."""
        if self.session is None or FOLDER is None:
            return
        scripts = self.session.send("Profiler.takePreciseCoverage")["result"]
        ours = [script for script in scripts if "/static/" in script["url"] and "/vendor/" not in script["url"]]
        (Path(FOLDER) / f"{uuid4().hex}.json").write_text(json.dumps(ours))
