"""Logging to stderr, as sentences or JSON lines.

No line contains a secret: requests and the parameters of SQL statements are never logged.
"""

from __future__ import annotations

import json
import logging
import os
from datetime import UTC, datetime

AS_JSON = "BYWAYS_LOG_JSON"  # an environment variable, so that worker processes inherit it


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": at, "level": record.levelname.lower(), "logger": record.name, "process": record.process}
        line["message"] = record.getMessage()
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


def set_up(*more: logging.Handler) -> None:
    """Configure this process's logging, with `more` handlers. Sentences report only problems, JSON also start and stop."""
    lines = logging.StreamHandler()
    if AS_JSON in os.environ:
        lines.setFormatter(JsonLines())
        logging.getLogger("byways").setLevel(logging.INFO)
    logging.basicConfig(format="%(message)s", handlers=[lines, *more], force=True)
    logging.captureWarnings(True)
