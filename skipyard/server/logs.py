"""Logs as JSON lines: what happened, never a token, a code, a card or an address in full."""

from __future__ import annotations

import json
import logging
import sys
import time

NAME = "skipyard"
OF_CLIENTS = (  # what uvicorn calls errors and strangers could fill a disk with
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
    "Invalid HTTP request received.",
)


class AsJson(logging.Formatter):
    """One object a line; what is passed as `extra={"facts": …}` is part of it."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "at": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= getattr(record, "facts", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up(level: str = "info") -> None:
    """Send our log, and uvicorn's errors, to standard error; access lines are not kept."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(level.upper())
    handler.setFormatter(AsJson())
    for name in (NAME, "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.filters = [is_ours]
        logger.setLevel(level.upper() if name == NAME else logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True


def is_ours(record: logging.LogRecord) -> bool:
    """Whether a line is about us rather than about what somebody sent."""
    return record.msg not in OF_CLIENTS


def note(event: str, **facts: object) -> None:
    """One line of the log."""
    logging.getLogger(NAME).info(event, extra={"facts": facts})


def problem(event: str, error: Exception | None = None, **facts: object) -> None:
    """One line about something that went wrong; inside an `except` it has the traceback."""
    trace = error or sys.exc_info()[0] is not None
    logging.getLogger(NAME).error(event, extra={"facts": facts}, exc_info=trace)
