"""Writes deploy/requirements.lock: what the server needs, with hashes, for the container's Python.

`make lock` runs it. The versions are those of constraints.txt; pip's own settings say from where.
"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).parents[1]
LOCK = ROOT / "deploy" / "requirements.lock"
PYTHON = "3.11"  # of the Debian that deploy/Containerfile begins with
PROCESSORS = ("x86_64", "aarch64")
GLIBC = ("2_35", "2_34", "2_28", "2_27", "2_26", "2_24", "2_17", "2_12", "2_5")
ALIASES = ("manylinux2014", "manylinux2010", "manylinux1")
HEAD = (
    "# Made by `make lock` from pyproject.toml and constraints.txt; pip install --require-hashes.\n"
)


def main() -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    locked: dict[str, set[str]] = {}
    for processor in PROCESSORS:
        for name, digest in resolve(wanted, processor):
            locked.setdefault(name, set()).add(digest)
    lines = [HEAD]
    for name in sorted(locked, key=str.lower):
        hashes = [f"    --hash=sha256:{digest}" for digest in sorted(locked[name])]
        lines.append(" \\\n".join([name, *hashes]) + "\n")
    LOCK.write_text("".join(lines), "utf-8")
    return 0


def resolve(wanted: list[str], processor: str) -> list[tuple[str, str]]:
    """What pip would install on Linux with this processor: name==version and SHA-256 of each."""
    tags = [*(f"manylinux_{version}" for version in GLIBC), *ALIASES]
    platforms = [f"--platform={tag}_{processor}" for tag in tags]
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", *platforms]
        command += [f"--python-version={PYTHON}", "--implementation=cp", "--only-binary=:all:"]
        command += ["--ignore-installed", f"--target={folder}/none", f"--report={report}"]
        command += ["-c", str(ROOT / "constraints.txt"), *wanted]
        subprocess.run(command, check=True)
        installed = json.loads(report.read_text("utf-8"))["install"]
    return [
        (
            f"{each['metadata']['name']}=={each['metadata']['version']}",
            each["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for each in installed
    ]


if __name__ == "__main__":
    sys.exit(main())
