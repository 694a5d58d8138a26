"""Mermaid for the pages that have diagrams, from npm once, so that no page asks another host."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import io
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

from pages import ROOT

VERSION = "12.3.0"
SHA512 = "4113TdXeLAsMruJ79OpFL5O8+LTFXhQqZ260rF3tgUmiNAtRm4Uume04I+65PRN6yZ69J4f8rVYWW8zRk65UYw=="
FENCE = "```mermaid"
IN_PACKAGE = "package/dist/mermaid.min.js"


def provide(source: pathlib.Path, work: pathlib.Path) -> None:
    """Give every page with a diagram the script; without it, show the diagrams as text."""
    drawn = [page for page in source.rglob("*.md") if FENCE in page.read_text("utf-8")]
    if not drawn:
        return
    script = fetched(ROOT / "build" / f"mermaid-{VERSION}.min.js")
    if script is not None:
        (source / "site").mkdir(exist_ok=True)
        (source / "site" / "mermaid.min.js").write_bytes(script)
    for page in drawn:
        text = page.read_text("utf-8")
        up = "../" * len(page.relative_to(source).parents[1:])
        if script is None:
            text = text.replace(FENCE, "```text")
        else:
            text += f'\n<script src="{up}site/mermaid.min.js"></script>\n'
        page.write_text(text, "utf-8")


def fetched(kept: pathlib.Path) -> bytes | None:
    """Mermaid's script, checked against its digest; None, with a sentence, if it cannot be had."""
    if kept.exists():
        return kept.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        try:
            package = packed(pathlib.Path(folder))
        except (OSError, subprocess.SubprocessError) as problem:
            print(f"Diagrams are shown as text, because npm did not bring Mermaid: {problem}")
            return None
    if base64.b64encode(hashlib.sha512(package).digest()).decode() != SHA512:
        sys.exit(f"npm brought another Mermaid {VERSION} than the one this site was made with.")
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        member = archive.extractfile(IN_PACKAGE)
        assert member is not None, IN_PACKAGE
        script = member.read()
    kept.parent.mkdir(exist_ok=True)
    draft = kept.with_suffix(f".{os.getpid()}")
    draft.write_bytes(script)
    draft.replace(kept)
    return script


def packed(folder: pathlib.Path) -> bytes:
    """The package's archive, by the npm that builds the client."""
    spec = importlib.util.spec_from_file_location("web_build", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    web = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(web)
    npm = web.machine_npm() or web.wheel_npm()
    if npm is None:
        raise OSError("there is no npm")
    path = os.pathsep.join([str(pathlib.Path(npm[0]).parent), os.environ.get("PATH", "")])
    environment = os.environ | {"npm_config_loglevel": "error", "PATH": path}
    command = [*npm, "pack", f"mermaid@{VERSION}", "--pack-destination", str(folder)]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL, timeout=120)
    return next(folder.glob("*.tgz")).read_bytes()
