"""numpy gets `row_stack` back while numba-cuda is imported, and at no other time."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from skipyard.batch.cuda_compiler import numpy_with_row_stack


def test_a_numpy_without_it_has_it_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(np, "row_stack", raising=False)
    with numpy_with_row_stack():
        assert vars(np)["row_stack"] is np.vstack
    assert not hasattr(np, "row_stack")
    with pytest.raises(ImportError), numpy_with_row_stack():
        raise ImportError("no numba-cuda")
    assert not hasattr(np, "row_stack")


def test_a_numpy_of_which_it_is_part_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(np, "row_stack", "its own", raising=False)
    with numpy_with_row_stack():
        assert vars(np)["row_stack"] == "its own"
    assert vars(np)["row_stack"] == "its own"


@pytest.mark.full
def test_importing_our_packages_leaves_numpy_as_it_was() -> None:
    code = "import numpy\nvars(numpy).pop('row_stack', None)\nbefore = dict(vars(numpy))\n"
    code += "import skipyard, skipyard.batch, skipyard.batch.cuda_compiler\n"
    code += "assert not hasattr(numpy, 'row_stack')\n"
    code += "changed = [name for name in before if vars(numpy)[name] is not before[name]]\n"
    code += "assert not changed, changed"
    subprocess.run([sys.executable, "-c", code], check=True)
