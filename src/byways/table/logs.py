"""What a server writes down on stderr: sentences, or on request JSON, one line each.

No line has a secret in it: requests are not written down, and neither are the parameters of statements.
"""

from __future__ import annotations

import json
import logging
import os
from datetime import UTC, datetime

AS_JSON = "BYWAYS_LOG_JSON"  # in the environment: it holds for the processes that a server starts, too


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": at, "level": record.levelname.lower(), "logger": record.name, "process": record.process}
        line["message"] = record.getMessage()
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


def set_up(*more: logging.Handler) -> None:
    """For this process; `more` hear of everything as well. Sentences tell of what is wrong, JSON also of start and stop."""
    lines = logging.StreamHandler()
    if AS_JSON in os.environ:
        lines.setFormatter(JsonLines())
        logging.getLogger("byways").setLevel(logging.INFO)
    logging.basicConfig(format="%(message)s", handlers=[lines, *more], force=True)
    logging.captureWarnings(True)
