"""Decision records are numbered without gaps and listed in the index, and references exist."""

from __future__ import annotations

import pathlib
import re

ROOT = pathlib.Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "decisions"
RECORDS = sorted(file for file in FOLDER.glob("*.md") if file.name != "README.md")
INDEX = (FOLDER / "README.md").read_text("utf-8")


def title_of(record: pathlib.Path) -> str:
    return record.read_text("utf-8").splitlines()[0]


def test_records_are_numbered_without_a_gap() -> None:
    assert RECORDS
    assert [record.name[:4] for record in RECORDS] == [
        f"{n:04}" for n in range(1, len(RECORDS) + 1)
    ]


def test_a_title_has_the_number_of_its_file() -> None:
    for record in RECORDS:
        assert title_of(record).startswith(f"# {int(record.name[:4])}. "), record.name


def test_the_index_lists_every_record_in_order_with_a_sentence() -> None:
    lines = re.findall(r"^\| \[(\d{4})\]\(([^)]+)\) \| (.+?) \| (.+?) \|$", INDEX, re.M)
    assert [(number, file) for number, file, *_ in lines] == [(r.name[:4], r.name) for r in RECORDS]
    for (_, _, title, sentence), record in zip(lines, RECORDS, strict=True):
        assert title in title_of(record)
        assert sentence.endswith(".")


def test_references_name_a_record_that_exists() -> None:
    names = {record.stem for record in RECORDS} | {record.name[:4] for record in RECORDS}
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("skipyard/**/*.py")]
    references = [
        (page.name, name)
        for page in pages
        for name in re.findall(r"decisions?[/ ](\d{4}(?:-[a-z-]+)?)", page.read_text("utf-8"))
    ]
    assert len(references) >= 5
    assert not [reference for reference in references if reference[1] not in names]
