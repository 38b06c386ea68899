"""Structured logs: one JSON object a line."""

import json
import logging
import sys
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """What happened, and its fields, as one line of JSON."""

    is_one_of_several = False  # several processes write to one log: each line says which

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **({"process": record.process} if self.is_one_of_several else {}),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def write_logs(is_one_of_several: bool = False) -> None:
    """Send everything to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    lines = JsonLines()
    lines.is_one_of_several = is_one_of_several
    handler.setFormatter(lines)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # the store logs its faults
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # anybody may send bad requests
