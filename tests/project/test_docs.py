"""Runs every command of the docs, and compares printed figures."""

import io
import pathlib
import re
import shlex
import shutil
import tomllib

import pytest

import skipyard
from skipyard.__main__ import main

ROOT = pathlib.Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
README = (ROOT / "README.md").read_text("utf-8")


def blocks(page: pathlib.Path, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", page.read_text("utf-8"), re.S)


def commands() -> list[str]:
    """Every `skipyard …` line of a shell block, comments cut off."""
    rows = [row for page in PAGES for block in blocks(page, "sh") for row in block.splitlines()]
    return [row.split("#")[0].strip() for row in rows if row.startswith("skipyard ")]


def test_there_are_commands_to_run() -> None:
    assert len(commands()) >= 6


# They take seconds, some of them the compiler's; tests/lab runs smaller ones.
LONG = ("skipyard prove ", "skipyard simulate ", "skipyard match ", "skipyard ladder ")


def depth_of(command: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.full] if command.startswith(LONG) else []


@pytest.mark.parametrize(
    "command", [pytest.param(command, marks=depth_of(command)) for command in commands()]
)
def test_a_command_of_the_docs_runs(
    command: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: pathlib.Path,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO())  # a player who leaves
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_in_running_text_exist(page: pathlib.Path) -> None:
    for name in re.findall(r"`skipyard ([a-z]+)", page.read_text("utf-8")):
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: pathlib.Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert (page.parent / link).exists(), link


def test_make_targets_of_the_docs_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    for page in PAGES:
        for name in re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text("utf-8"), re.M):
            assert name in targets


@pytest.mark.full
def test_every_public_name_is_in_the_reference() -> None:
    groups = tomllib.loads((ROOT / "docs" / "site" / "nav.toml").read_text("utf-8"))["reference"]
    listed = [name for group in groups for name in group["names"]]
    assert set(skipyard.PUBLIC) <= set(listed)
    assert len(listed) == len(set(listed))


@pytest.mark.full
def test_the_readme_shows_what_the_study_prints(capsys: pytest.CaptureFixture[str]) -> None:
    printed = re.search(r"`skipyard (simulate [^`]+)` prints:\n\n```text\n(.*?)```", README, re.S)
    assert printed
    assert main(shlex.split(printed[1])) == 0
    assert capsys.readouterr().out == printed[2]


def test_the_page_of_figures_is_what_its_command_writes(tmp_path: pathlib.Path) -> None:
    docs = ROOT / "docs"
    shutil.copytree(docs / "figures", tmp_path / "figures")
    for picture in (tmp_path / "figures").glob("*.svg"):
        picture.unlink()
    shutil.copy(docs / "figures.md", tmp_path)  # for the sections of other commands
    assert main(["figures", str(tmp_path), "--from-data"]) == 0
    written = [tmp_path / "figures.md", *tmp_path.glob("figures/*.svg")]
    assert len(written) == 6
    for file in written:
        assert file.read_text("utf-8") == (docs / file.relative_to(tmp_path)).read_text("utf-8")


def test_python_of_the_lab_page_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for block in blocks(ROOT / "docs" / "lab.md", "python"):
        exec(compile(block, "docs/lab.md", "exec"), {})
    assert capsys.readouterr().out.count("\n") == 20
