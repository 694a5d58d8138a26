"""Runs the shell blocks of the pages about the lab and about looking after a server."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator

import pytest
from helpers.ray_cluster import TwoNodes, two_nodes
from test_docs import ROOT, blocks

from skipyard.proofs.shared.postgres import Postgres
from skipyard.table.database.stores import open_store

pytestmark = [pytest.mark.full, pytest.mark.xdist_group("ray")]
LAB = blocks(ROOT / "docs" / "lab.md", "bash")
AFTERWARDS = blocks(ROOT / "docs" / "lab.md", "py")  # about what the third of these has written
ADMIN = blocks(ROOT / "docs" / "admin.md", "bash")
# What is not as the page has it. A cluster of the tests stands for the lines about Ray's own
# command, because `ray stop` would end every cluster of the machine.
SHORTER = {
    "--only skip_or_trip --games 10000": "--only skip_or_trip --games 10",
    "--only skippity --out": "--only skippity --games 10 --out",
}
BY_RAY = ("ray start ", "ray stop")


@pytest.fixture(scope="module")
def nodes() -> Iterator[TwoNodes]:
    with two_nodes() as running:
        yield running


def type_lines(text: str, folder: pathlib.Path, **environment: str) -> None:
    """Type a block into a terminal, with the command `skipyard` on its path."""
    here = pathlib.Path(sys.executable).parent
    path = f"{here}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-e", "-c", text],
        cwd=folder,
        env=os.environ | {"PATH": path, "XDG_DATA_HOME": str(folder / "data")} | environment,
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, f"{text}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"


def test_the_blocks_of_the_lab_page_run(nodes: TwoNodes, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("pyarrow")
    for old in SHORTER:
        assert sum(old in block for block in LAB) == 1
    for block in LAB:
        text = block
        for old, new in SHORTER.items():
            text = text.replace(old, new)
        lines = [line for line in text.splitlines() if not line.startswith(BY_RAY)]
        type_lines("\n".join(lines), tmp_path, RAY_ADDRESS=nodes.address)
    for block in AFTERWARDS:
        (tmp_path / "afterwards.py").write_text(block, "utf-8")
        type_lines("python afterwards.py", tmp_path)
    assert (tmp_path / "study" / "figures.md").exists()
    written = {file.name for file in tmp_path.glob("*.parquet")}
    assert written == {"study.parquet", "games.parquet", "moves.parquet"}


def test_the_backup_of_the_admin_page_runs(postgres: Postgres, tmp_path: pathlib.Path) -> None:
    (block,) = ADMIN
    url = postgres.create("nightly")
    open_store(url).close()  # a database that a server has used
    here = {
        "postgresql://skipyard@db/skipyard": url,
        "sqlite:////var/lib/skipyard/fresh.db": f"sqlite:///{tmp_path}/fresh.db",
    }
    for old, new in here.items():
        assert block.count(old) == 1
        block = block.replace(old, f"'{new}'")
    type_lines(block, tmp_path)
    assert (tmp_path / "nightly.gz").stat().st_size
    assert (tmp_path / "fresh.db").stat().st_size
