"""A pytest plug-in that checks every law on a game: `pytest --skipyard-game NAME`.

pytest loads it wherever Skipyard is installed, so it imports nothing heavy until it is used, and
chooses among the tests of other packages only if they ask for it with `--depth`.
"""

from __future__ import annotations

import pathlib
from collections import defaultdict
from collections.abc import Generator

import pytest

from skipyard.testing import depth as depths

LAWS = pathlib.Path(__file__).parent / "laws"
LONG_TEST = 5.0  # seconds; the short run names tests that take longer


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("skipyard")
    group.addoption(
        "--skipyard-game",
        action="append",
        default=[],
        metavar="NAME",
        help="check every law on this game, of Skipyard or of an installed package",
    )
    group.addoption(
        "--depth",
        choices=depths.DEPTHS,
        help="short: leave out tests marked `full` (what --skipyard-game does by default); "
        "full: everything, at full size; rest: what short leaves out",
    )


def chosen_depth(config: pytest.Config) -> str | None:
    """The depth of this run; None where nobody asked for Skipyard's tests."""
    asked: str | None = config.getoption("--depth")
    return asked or ("short" if config.getoption("--skipyard-game") else None)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in depths.MARKERS.items():
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


def pytest_pycollect_makemodule(
    module_path: pathlib.Path, parent: pytest.Collector
) -> pytest.Module | None:
    """Do not import what the short run leaves out."""
    if chosen_depth(parent.config) != "short" or not depths.is_full(module_path):
        return None
    return depths.Unimported.from_parent(parent, path=module_path)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    depths.parametrise(metafunc, chosen_depth(metafunc.config) or "short")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    depth = chosen_depth(config)
    if depth is None:
        return
    others = [item for item in items if not depths.belongs(item, depth)]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if depths.belongs(item, depth)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show where a law failed."""
    report = yield
    depth = chosen_depth(item.config)
    if depth is not None and report.when == "call" and report.failed and call.excinfo is not None:
        from skipyard.testing import failures

        shown = failures.describe(item, call.excinfo.value, depth)
        if shown:
            report.sections.append((failures.TITLE, shown))
    return report


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    depth = chosen_depth(terminalreporter.config)
    if depth is None:
        return
    terminalreporter.ensure_newline()
    terminalreporter.write_line(depths.left_out(depth))
    if depth == "short":
        seconds: dict[str, float] = defaultdict(float)
        for reports in terminalreporter.stats.values():
            for report in reports:
                if isinstance(report, pytest.TestReport):
                    seconds[report.nodeid] += report.duration
        for test, taken in sorted(seconds.items(), key=lambda test: -test[1]):
            if taken > LONG_TEST:
                terminalreporter.write_line(
                    f"Too long for the short run: {taken:.1f} s, at most {LONG_TEST:.0f}: {test}"
                )
