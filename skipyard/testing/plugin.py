"""A pytest plug-in that checks every law on a game: `pytest --skipyard-game NAME`.

pytest loads it wherever Skipyard is installed, so it imports nothing heavy until it is used.
"""

from __future__ import annotations

import pathlib

import pytest

LAWS = pathlib.Path(__file__).parent / "laws"
MARKERS = {
    "slow": "takes more than a few seconds",
    "few": "less of what a slow test does",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("skipyard").addoption(
        "--skipyard-game",
        action="append",
        default=[],
        metavar="NAME",
        help="check every law on this game, of Skipyard or of an installed package",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")
    named: list[str] = config.getoption("--skipyard-game")
    if not named:
        return
    from skipyard.testing import selection
    from skipyard.testing.hypothesis_profile import draw_the_same_examples_every_time

    selection.NAMED.extend(named)
    draw_the_same_examples_every_time()
    if config.args_source != pytest.Config.ArgsSource.ARGS:  # no files were named
        config.args[:] = [str(file) for file in sorted(LAWS.glob("[!_]*.py"))]
