"""Logs as JSON lines. They never contain a token, a code or a card.

An address is in the access log alone, which an operator has to ask for.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from contextvars import ContextVar
from typing import TextIO

NAME = "skipyard"
REQUEST: ContextVar[str] = ContextVar("request", default="")  # the id of the request at work
CLIENT_ERRORS = (  # uvicorn logs them as errors; strangers could fill a disk with them
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
    "Invalid HTTP request received.",
)


class JsonFormatter(logging.Formatter):
    """Writes a record as one JSON object, with the fields in `extra={"facts": …}`."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "at": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        if REQUEST.get():
            line["request"] = REQUEST.get()
        line |= getattr(record, "facts", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class Log:
    """Where the lines of this process go."""

    stream: TextIO | None = None  # None: standard error


def write_to(stream: TextIO | None) -> None:
    """Write to a stream from now on; what was set up before moves to it too."""
    Log.stream = stream
    for name in ("", NAME, "uvicorn", "uvicorn.error"):
        for handler in logging.getLogger(name).handlers:
            if isinstance(handler.formatter, JsonFormatter):
                assert isinstance(handler, logging.StreamHandler)
                handler.setStream(stream or sys.stderr)


def set_up(level: str = "info") -> None:
    """Send our log and uvicorn's errors to standard error; uvicorn's access log stays off."""
    handler = logging.StreamHandler(Log.stream or sys.stderr)
    handler.setLevel(level.upper())
    handler.setFormatter(JsonFormatter())
    for name in (NAME, "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.filters = [is_not_client_error]
        logger.setLevel(level.upper() if name == NAME else logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True


def catch_all() -> None:
    """Log what libraries log or warn of, and errors that nobody catches; after `set_up`."""
    logging.getLogger().handlers = logging.getLogger(NAME).handlers
    logging.captureWarnings(True)
    sys.excepthook = lambda kind, error, _: uncaught("an uncaught error", error)
    threading.excepthook = lambda at: uncaught("a thread failed", at.exc_value)


def uncaught(event: str, error: BaseException | None) -> None:
    """Log an error that ends a thread or the process."""
    if error is not None and not isinstance(error, SystemExit | KeyboardInterrupt):
        trace = (type(error), error, error.__traceback__)
        logging.getLogger(NAME).error(event, exc_info=trace)


def is_not_client_error(record: logging.LogRecord) -> bool:
    """Whether a line is about the server rather than about what a client sent."""
    return record.msg not in CLIENT_ERRORS


def note(event: str, **facts: object) -> None:
    """Log an event."""
    logging.getLogger(NAME).info(event, extra={"facts": facts})


def warn(event: str, **facts: object) -> None:
    """Log what an operator should look at."""
    logging.getLogger(NAME).warning(event, extra={"facts": facts})


def problem(event: str, error: Exception | None = None, **facts: object) -> None:
    """Log a failure; inside an `except`, with the traceback."""
    trace = error or sys.exc_info()[0] is not None
    logging.getLogger(NAME).error(event, extra={"facts": facts}, exc_info=trace)
