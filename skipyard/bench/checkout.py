"""The tree to compare with: a commit in a temporary git worktree, or an existing folder."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

import skipyard
from skipyard import cachedir
from skipyard.bench.sentences import sentence
from skipyard.cli import interrupts
from skipyard.options import Refused

CLEANUP_SECONDS = 10.0  # to remove the working copy after an interrupt
HERE = pathlib.Path(skipyard.__file__).resolve().parents[1]


@dataclass(frozen=True)
class Tree:
    """A source tree, and its cache folder for compiled code, if not the default one."""

    folder: pathlib.Path
    cache: pathlib.Path | None = None

    def environment(self) -> dict[str, str]:
        """The environment variables for a Python process that imports this tree."""
        variables = os.environ | {"PYTHONPATH": str(self.folder)}
        if self.cache:
            variables[cachedir.VARIABLE] = str(self.cache)
            variables["NUMBA_CACHE_DIR"] = str(self.cache)  # trees from before 2026-11-18
        return variables


@contextlib.contextmanager
def checkout(name: str, language: str) -> Iterator[Tree]:
    """The tree of a commit, which is removed afterwards, or of a folder, which is left alone."""
    folder = pathlib.Path(name).resolve()
    if (folder / "skipyard" / "__init__.py").is_file():
        yield Tree(folder)
        return
    commit = resolve(name, language)
    with tempfile.TemporaryDirectory(prefix="skipyard-compare-") as temporary:
        interrupts.allow_cleanup(CLEANUP_SECONDS)
        worktree = pathlib.Path(temporary) / "tree"
        added = git("worktree", "add", "--detach", "--quiet", str(worktree), commit)
        if added.returncode:
            raise Refused(sentence(language, "compare.worktree", why=added.stderr.strip()))
        try:
            yield Tree(worktree, pathlib.Path(temporary) / "compiled")
        finally:
            git("worktree", "remove", "--force", str(worktree))


def resolve(name: str, language: str) -> str:
    """The full name of a commit; Refused with a sentence if there is none."""
    if shutil.which("git") is None:
        raise Refused(sentence(language, "compare.no_git", name=name))
    if git("rev-parse", "--git-dir").returncode:
        raise Refused(sentence(language, "compare.no_repository", folder=HERE))
    parsed = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if parsed.returncode:
        raise Refused(sentence(language, "compare.commit", name=name))
    return parsed.stdout.strip()


def git(*words: str) -> subprocess.CompletedProcess[str]:
    """Run git in the repository of this tree."""
    command, pipe = ["git", "-C", str(HERE), *words], subprocess.PIPE
    with interrupts.without_ctrl_c():
        child = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)
    with child:
        output, errors = child.communicate()
    return subprocess.CompletedProcess(command, child.returncode, output, errors)
