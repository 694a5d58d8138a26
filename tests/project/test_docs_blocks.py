"""Every block of code in the docs is run by a test, or says here why not."""

from __future__ import annotations

import ast
import pathlib
import re

import pytest
import test_docs_api
import test_docs_code
import test_docs_doors
import test_docs_shell
import test_example_game
from helpers import doors
from test_docs import PAGES, ROOT, blocks, commands

FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.S | re.M)
SHELL, PYTHON = ("sh", "bash", "console"), ("python", "py")
# A page, the beginning of a block, and why no test runs it.
NOT_RUN = {
    ("README.md", "make play "): "tests/fresh.sh runs both in a fresh clone",
    ("docs/deploy.md", "$ useradd "): "changes the system; test_deploy_files.py runs its files",
    ("docs/deploy.md", "$ cd deploy"): "needs Docker; test_deploy_files.py runs its files",
    ("docs/batch.md", "import torch"): "takes a GPU; test_the_code_for_a_gpu_is_python parses it",
    ("docs/batch.md", "stream = torch"): "takes a GPU; bench/gpu_graph.py does the same",
    (
        "docs/figures.md",
        "skipyard figures docs",
    ): "takes hours; tests/lab/test_lab.py runs a small one",
    ("docs/figures.md", "skipyard bench batch"): "measures for minutes; tests/bench has its parts",
    ("docs/figures.md", "skipyard bench gpu"): "takes a GPU",
    (
        "docs/figures.md",
        "skipyard bench openspiel",
    ): "measures for minutes; tests/bench runs a round",
    (
        "docs/server.md",
        "skipyard serve --bots",
    ): "serves until it is stopped; tests/server/test_listed_bots.py seats such bots",
    ("docs/gallery.md", "skipyard figures docs"): "takes hours; test_lab_pictures.py draws from it",
    (
        "docs/train.md",
        "cp runs/student",
    ): "ships a network; test_shipped.py goes through those that there are",
    ("docs/host.md", "skipyard serve --secure"): "needs a proxy; tests/server has nginx and Caddy",
    (
        "docs/write-a-bot.md",
        "skipyard match skip_or_trip",
    ): "needs Node; test_programs.py has bot.js",
}


def every_block() -> list[tuple[str, str, str]]:
    """Page, kind and text of each block that is code; commands that stand as text too."""
    found = []
    for page in PAGES:
        for kind, text in FENCE.findall(page.read_text("utf-8")):
            is_code = kind in SHELL + PYTHON
            if is_code or text.startswith(("skipyard ", "make ", "pip ")):
                found.append((str(page.relative_to(ROOT)), kind, text))
    return found


def texts_that_tests_run() -> set[str]:
    """The blocks that the tests of this folder go through, as they themselves find them."""
    run = {text for door in doors.DOORS for _, text in doors.parts_of(door)}
    run |= {text for page in test_docs_doors.PYTHON_PAGES for text in blocks(page, "python")}
    run |= {*test_docs_api.PARTS, *test_docs_code.ADAPTERS, *test_docs_code.TRAINING}
    run |= {*test_docs_shell.LAB, *test_docs_shell.AFTERWARDS, *test_docs_shell.ADMIN}
    run |= set(blocks(ROOT / "docs" / "lab.md", "python"))  # test_docs.py
    run.add("".join(f"{line}\n" for line in test_example_game.page_commands()))
    return run


def is_run(kind: str, text: str) -> bool:
    """Whether a test runs a block: as a whole, or all its lines as commands (test_docs.py)."""
    if kind == "sh":
        lines = [line.split("#")[0].strip() for line in text.splitlines() if line.strip()]
        return set(lines) <= set(commands())
    return text in texts_that_tests_run()


def reason(page: str, text: str) -> str:
    return next(
        (why for (name, start), why in NOT_RUN.items() if name == page and text.startswith(start)),
        "",
    )


def test_every_block_is_run_or_says_why_not() -> None:
    found = every_block()
    assert len(found) > 60
    left = [(page, kind, text) for page, kind, text in found if not is_run(kind, text)]
    assert [(page, text) for page, _, text in left if not reason(page, text)] == []
    used = {key for page, _, text in left for key in NOT_RUN if (page, text[: len(key[1])]) == key}
    assert used == set(NOT_RUN)  # the others have been run, or are gone


def test_a_new_block_is_missed() -> None:
    assert not is_run("bash", "skipyard games\n")
    assert not is_run("sh", "skipyard games\nrm -r study\n")
    assert not is_run("python", "import skipyard\n")
    assert not reason("docs/lab.md", "import torch\n")


@pytest.mark.parametrize("page", [pathlib.Path("docs/batch.md")], ids=str)
def test_the_code_for_a_gpu_is_python(page: pathlib.Path) -> None:
    parts = blocks(ROOT / page, "py")
    assert len(parts) == 2
    for part in parts:
        ast.parse(part)
