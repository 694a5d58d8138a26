"""Digests of a module's source and of everything that it imports.

Numba notices an edit only in a function's own file, but compiled code also comes from the files
that this one imports. So compiled code is stored under a digest of all of them, and an edit makes
just those modules compile again that import the edited one, directly or through others.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import importlib.util
import pathlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

DIGITS = 12  # of a digest
GROUPS = ("skipyard.games", "skipyard.bots")  # entry points of packages that bring compiled code
ROOT = pathlib.Path(__file__).parent
FLOORS = ("games", "loops", "batch", "networks", "bots")
# Imports at the top level of a file; those inside functions or `if TYPE_CHECKING` are indented.
FROM = re.compile(r"^from (\.*[\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
IMPORT = re.compile(r"^import ([\w., ]+)", re.MULTILINE)
NAME = re.compile(r"\w+")


class Source(NamedTuple):
    """A module's file: a digest of its bytes, and the names of what it imports."""

    digest: bytes
    imports: tuple[str, ...]


def closure_digest(name: str, file: str | pathlib.Path) -> str:
    """Twelve digits that change with a module and with everything it imports of our code."""
    return digest_of({name: pathlib.Path(file)})


def modules_digest(names: Sequence[str]) -> str:
    """The same for several modules together."""
    return digest_of({name: file for name in names if (file := locate(name)) is not None})


def digest_of(modules: Mapping[str, pathlib.Path]) -> str:
    digest = hashlib.sha256()
    for module, path in sorted(closure(modules).items()):
        digest.update(module.encode() + b"\0" + read(module, path).digest)
    return digest.hexdigest()[:DIGITS]


def closure(modules: Mapping[str, pathlib.Path]) -> dict[str, pathlib.Path]:
    """The files of modules and of what they import, directly or not, by module name."""
    files: dict[str, pathlib.Path] = {}
    pending = list(modules.items())
    while pending:
        module, path = pending.pop()
        if module in files:
            continue
        files[module] = path
        for imported in read(module, path).imports:
            found = locate(imported)
            if found is not None:
                pending.append((imported, found))
    return files


@functools.cache
def read(module: str, file: pathlib.Path) -> Source:
    content = file.read_bytes()
    text = content.decode("utf-8")
    return Source(hashlib.sha256(content).digest(), tuple(imported_names(module, file, text)))


def imported_names(module: str, file: pathlib.Path, text: str) -> Iterator[str]:
    """The modules that a file may import; a name that is not a module has no file."""
    for line in IMPORT.finditer(text):
        for part in line[1].split(","):
            yield part.split()[0]
    for line in FROM.finditer(text):
        package = absolute(line[1], module, file)
        yield package
        for name in NAME.findall(line[2]):
            yield f"{package}.{name}"


def absolute(name: str, module: str, file: pathlib.Path) -> str:
    """A relative import's full name."""
    if not name.startswith("."):
        return name
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    rest = name.lstrip(".")
    for _ in range(len(name) - len(rest) - 1):
        package = package.rpartition(".")[0]
    return f"{package}.{rest}" if rest else package


@functools.cache
def locate(module: str) -> pathlib.Path | None:
    """The file of a module of ours or of a package that brings games or bots; imports nothing."""
    top, *inner = module.split(".")
    folder = packages().get(top)
    if folder is None:
        return None
    base = folder.joinpath(*inner)
    for file in (base.with_suffix(".py") if inner else None, base / "__init__.py"):
        if file is not None and file.is_file():
            return file
    return None


@functools.cache
def packages() -> dict[str, pathlib.Path]:
    """The folders of top-level packages that compiled code comes from."""
    folders = {__name__.partition(".")[0]: ROOT}
    for group in GROUPS:
        for entry in importlib.metadata.entry_points(group=group):
            top = entry.module.partition(".")[0]
            spec = importlib.util.find_spec(top)
            for place in (spec and spec.submodule_search_locations) or ():
                folders[top] = pathlib.Path(place)
    return folders


def all_sources_digest() -> str:
    """Twelve digits that change with any file that compiled code or a shipped bot comes from."""
    digest = hashlib.sha256()
    networks = ((file.relative_to(ROOT), file) for file in ROOT.glob("networks/trained/*.npz"))
    for name, file in sorted((*all_sources(), *networks)):
        digest.update(str(name).encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:DIGITS]


def all_sources() -> Iterator[tuple[pathlib.PurePath, pathlib.Path]]:
    """Files with compiled code, ours and other packages', by a path inside their package."""
    for pattern in ("core.py", "compiler.py", *(f"{floor}/**/*.py" for floor in FLOORS)):
        for file in ROOT.glob(pattern):
            yield pathlib.PurePath(file.relative_to(ROOT)), file
    for group in GROUPS:
        for entry in importlib.metadata.entry_points(group=group):
            top, *inner = entry.module.split(".")
            for file in packages().get(top, ROOT).joinpath(*inner).rglob("*.py"):
                yield pathlib.PurePath(top) / file.relative_to(packages().get(top, ROOT)), file
