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
    sections.write(
        page, "gpu", sections.section("GPU", "How.", "skipyard bench gpu", "1.0 M"), "en"
    )
    sections.write(page, "batch", "one core", "en")
    text = page.read_text("utf-8")
    assert "old" not in text
    assert text.index("1.0 M") < text.index("## After") < text.index("one core")
    batch = sections.find(text, "batch", page, "en")
    assert batch == "<!-- batch -->\n\none core\n\n<!-- end of batch -->"
    assert sections.find(text, "ladder", page, "en") == ""


def test_without_a_page_there_is_a_sentence(tmp_path: pathlib.Path) -> None:
    with pytest.raises(Refused, match=r"figures\.md cannot be read: No such file"):
        sections.write(tmp_path / "figures.md", "gpu", "", "en")


def test_a_damaged_page_is_refused_and_left_as_it_is(tmp_path: pathlib.Path) -> None:
    page = tmp_path / "figures.md"
    for damaged in (b"# Figures\n\n<!-- gpu -->\n\nno end\n", b"# Figures \xff\n"):
        page.write_bytes(damaged)
        for language, sentence in (("en", "is damaged:"), ("fr", "est abîmée")):
            with pytest.raises(Refused, match=sentence):
                sections.check(page, "gpu", language)
            with pytest.raises(Refused, match=sentence):
                sections.write(page, "gpu", "new", language)
        assert page.read_bytes() == damaged
