"""Sections of the page of figures that other commands print."""

from __future__ import annotations

import pathlib

import pytest

from skipyard.lab.studies import sections
from skipyard.options import Refused


def test_a_section_is_added_replaced_and_found(tmp_path: pathlib.Path) -> None:
    page = tmp_path / "figures.md"
    page.write_text(
        "# Figures\n\n<!-- gpu -->\n\nold\n\n<!-- end of gpu -->\n\n## After\n", "utf-8"
    )
    sections.write(page, "gpu", sections.section("GPU", "How.", "skipyard bench gpu", "1.0 M"))
    sections.write(page, "batch", "one core")
    text = page.read_text("utf-8")
    assert "old" not in text
    assert text.index("1.0 M") < text.index("## After") < text.index("one core")
    assert sections.find(text, "batch") == "<!-- batch -->\n\none core\n\n<!-- end of batch -->"
    assert sections.find(text, "ladder") == ""


def test_without_a_page_there_is_a_sentence(tmp_path: pathlib.Path) -> None:
    with pytest.raises(Refused, match=r"figures\.md cannot be read: No such file"):
        sections.write(tmp_path / "figures.md", "gpu", "")
