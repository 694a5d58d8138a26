"""Skippity's rows are counted from the top wherever they are labelled (browser: see its boards)."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET

import pytest
from rich.console import Console

from skipyard import pictures
from skipyard.core import NOBODY, key_from
from skipyard.games import game
from skipyard.games.skippity import words
from skipyard.options import read_settings
from skipyard.table.table import Table
from skipyard.terminal import boards

SVG = "{http://www.w3.org/2000/svg}"
SIZE = 6
ROWS = [str(row) for row in range(1, SIZE + 1)]


@pytest.fixture
def table() -> Table:
    g = game("skippity")
    chosen = read_settings(g.options.OPTIONS, (f"size={SIZE}",), g.title)
    return Table(g, ("greedy", "greedy"), chosen, key_from(1).astype("<u4").tobytes())


def test_names_of_squares_begin_at_the_top_left() -> None:
    assert words.square(0, 0) == "a1"
    assert words.square(SIZE - 1, 0) == f"a{SIZE}"


def test_a_position_lists_its_rows_from_the_top(table: Table) -> None:
    text = table.game.position.write(table.state)
    assert re.findall(r"^row (\d+):", text, re.M) == ROWS


def test_the_terminal_labels_rows_from_the_top(table: Table) -> None:
    console = Console(file=io.StringIO(), width=80, no_color=True, force_terminal=False)
    view = table.view(table.turn)
    drawing = boards.of("skippity").Board(console, table.game, view, table.seats, "en").squares()
    assert [line.split()[0] for line in drawing.plain.splitlines()[1:]] == ROWS


@pytest.mark.parametrize("narrow", [False, True])
def test_pictures_label_rows_from_the_top(table: Table, narrow: bool) -> None:
    view = game("skippity").rules.View()
    table.game.rules.observe(table.state, NOBODY, view)
    scene = game("skippity").scene.scene(view, [], ["Ann", "Bob"], "en")
    root = ET.fromstring(pictures.picture(scene, narrow=narrow))
    labels = [
        (float(text.attrib["y"]), float(text.attrib["x"]), str(text.text))
        for text in root.iter(f"{SVG}text")
        if str(text.text) in ROWS
    ]
    left = min(x for _, x, _ in labels)
    assert [text for _, x, text in sorted(labels) if x == left] == ROWS
    boxes = pictures.boxes(scene, scene)
    assert boxes["a1"][1] < boxes[f"a{SIZE}"][1]
