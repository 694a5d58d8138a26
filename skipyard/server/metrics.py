"""The server's metrics, for Prometheus."""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

disable_created_metrics()  # type: ignore[no-untyped-call]  # they are half of the lines
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)  # memory, processor time, open files
ROWS = Counter("skipyard_rows", "rows written to logs", registry=REGISTRY)
REFUSALS = Counter("skipyard_refusals", "commands refused", registry=REGISTRY)
RACES = Counter("skipyard_races", "rows that another process wrote first", registry=REGISTRY)
READY_CHECKS = Counter(
    "skipyard_ready_checks", "checks of the database for /readyz", registry=REGISTRY
)
OPEN_TABLES = Gauge("skipyard_open_tables", "tables open in this process", registry=REGISTRY)
PAGE_ERRORS = Counter("skipyard_page_errors", "errors that pages reported", registry=REGISTRY)
ANSWERS = Counter(
    "skipyard_answers", "answers to requests, by class of status", ["status"], registry=REGISTRY
)
ANSWERS_BY_CLASS = {number: ANSWERS.labels(f"{number}xx") for number in range(1, 6)}
SOCKETS = Gauge("skipyard_sockets", "sockets and streams open in this process", registry=REGISTRY)
ACKNOWLEDGED = Histogram(
    "skipyard_acknowledge_seconds",
    "from the check of a command until it is on disk",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
    registry=REGISTRY,
)


def exposition() -> bytes:
    """All metrics in Prometheus' text format."""
    return generate_latest(REGISTRY)
