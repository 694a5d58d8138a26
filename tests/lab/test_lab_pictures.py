"""Pictures of games: what files give, what the pictures say, the gallery and the notebook."""

from __future__ import annotations

import json
import pathlib
import re
import runpy
import shutil
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from skipyard import extras
from skipyard.__main__ import main
from skipyard.lab import pictures
from skipyard.lab.pictures.games import Group, labels
from skipyard.lab.studies import figures_data
from skipyard.options import Refused

ROOT = pathlib.Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"
HEADER = "game,seats,settings,bots,seed,number,winner,ending,moves,turns,points_1,points_2\n"
BOOK = ["skippity,2,,greedy,1,0,1,no_jump,9,4,5,3", "skippity,2,,greedy,1,1,,no_jump,9,8,5,5"]
SMALL = ["skippity,2,size=6,greedy,1,0,2,no_jump,5,2,1,3"] * 3


def file_of(folder: pathlib.Path, rows: list[str], name: str = "games.csv") -> pathlib.Path:
    file = folder / name
    file.write_text(HEADER + "\n".join(rows) + "\n", "utf-8")
    return file


def group(wins: tuple[int, ...], *settings: str, length: float = 10) -> Group:
    lengths, counts = np.array([length - 1, length + 1]), np.array([500, 500])
    return Group("skippity", len(wins), settings, lengths, counts, wins)


def test_rows_become_groups(tmp_path: pathlib.Path) -> None:
    book, small = pictures.read(file_of(tmp_path, BOOK + SMALL))
    assert (book.games, book.wins, book.mean, book.percentile(0.5)) == (2, (1, 0), 6, 4)
    assert (small.settings, small.games, small.wins) == (("size=6",), 3, (0, 3))
    assert labels([book, small]) == ["the book", "size=6"]


def test_files_add_up(tmp_path: pathlib.Path) -> None:
    one, two = file_of(tmp_path, BOOK), file_of(tmp_path, [*BOOK, *SMALL], "more.csv")
    book, small = pictures.read(one, two)
    assert (book.games, book.wins, book.counts.tolist(), small.games) == (4, (2, 0), [2, 2], 3)


def test_parquet_and_arrow_give_what_csv_gives(tmp_path: pathlib.Path) -> None:
    from pyarrow import csv, feather, parquet

    file = file_of(tmp_path, BOOK + SMALL)
    table = csv.read_csv(file)
    parquet.write_table(table, tmp_path / "games.parquet")
    feather.write_feather(table, str(tmp_path / "games.arrow"))
    expected = [(it.label, it.wins, it.lengths.tolist()) for it in pictures.read(file)]
    for kind in ("parquet", "arrow"):
        groups = pictures.read(tmp_path / f"games.{kind}")
        assert [(it.label, it.wins, it.lengths.tolist()) for it in groups] == expected


def test_a_file_without_its_extra_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "is_installed", lambda package: False)
    with pytest.raises(Refused, match=re.escape("skipyard[data]")):
        pictures.read("games.parquet")


@pytest.mark.parametrize("kind", ["csv", "parquet", "arrow"])
def test_other_files_are_refused(tmp_path: pathlib.Path, kind: str) -> None:
    file = tmp_path / f"games.{kind}"
    with pytest.raises(Refused, match="cannot be read"):
        pictures.read(file)
    file.write_bytes(b"name,age\nAda,36\n")
    with pytest.raises(Refused, match="is not a file of games"):
        pictures.read(file)
    with pytest.raises(Refused, match="n’est pas un fichier de parties"):
        pictures.read(file, language="fr")


def test_a_file_without_games_is_refused(tmp_path: pathlib.Path) -> None:
    with pytest.raises(Refused, match=r"There is no game in|is not a file of games"):
        pictures.read(file_of(tmp_path, []))


def test_one_kind_of_table_has_no_option_to_show() -> None:
    with pytest.raises(Refused, match="two files"):
        pictures.options([group((500, 500))])


def test_a_seat_is_coloured_only_beyond_chance() -> None:
    drawing = pictures.seats([group((505, 495)), group((600, 400), "size=6")])
    fields = [
        it.get("class") for it in ET.fromstring(drawing).iter(f"{SVG}rect") if it.get("rx") == "3"
    ]
    assert fields == ["pale", "pale", "more", "less"]
    assert "seat 1, +10.0 points" in drawing


def test_an_option_is_compared_with_the_table_that_lacks_only_it() -> None:
    book, wide = group((500, 500)), group((500, 500), "size=12", length=20)
    both = group((500, 500), "size=12", "first_player=seat0", length=30)
    told = pictures.options([book, wide, both])
    assert "size=12: 10.0 → 20.0 turns on average" in told
    assert "first_player=seat0, with size=12: 20.0 → 30.0 turns on average" in told


def test_drawings_are_well_formed_and_can_share_a_page() -> None:
    groups = [group((505, 495)), group((600, 400), "size=6", length=30)]
    drawings = [pictures.lengths(groups), pictures.seats(groups), pictures.options(groups)]
    ids = [it.get("id") for text in drawings for it in ET.fromstring(text).iter() if it.get("id")]
    assert len(ids) == len(set(ids)) == 6
    for text in drawings:
        assert text._repr_svg_() == text
        style = ET.fromstring(text).findtext(f"{SVG}style")
        assert style is not None
        assert all("skipyard-drawing" in rule for rule in style.splitlines() if "{" in rule)
        assert "light-dark(" in style


def test_a_drawing_is_stored(tmp_path: pathlib.Path) -> None:
    pictures.lengths([group((1, 1))]).save(tmp_path / "lengths.svg")
    assert (tmp_path / "lengths.svg").read_text("utf-8").startswith("<svg")


def test_the_gallery_is_what_its_command_writes(tmp_path: pathlib.Path) -> None:
    docs = ROOT / "docs"
    shutil.copytree(docs / "figures", tmp_path / "figures")
    (tmp_path / "gallery").mkdir()
    shutil.copy(docs / "gallery" / "lengths.csv", tmp_path / "gallery")
    assert main(["gallery", str(tmp_path), "--lang", "en"]) == 0
    written = [tmp_path / "gallery.md", *tmp_path.glob("gallery/*.svg")]
    assert len(written) == 8
    for file in written:
        assert file.read_text("utf-8") == (docs / file.relative_to(tmp_path)).read_text("utf-8")


def test_a_gallery_without_its_data_gets_a_sentence(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "docs" / "figures", tmp_path / "figures")
    assert main(["gallery", str(tmp_path), "--lang", "en"]) == 2
    assert "cannot be read" in capsys.readouterr().err
    (tmp_path / "gallery" / "lengths.csv").write_text("game,seats\nskipbo,two\n", "utf-8")
    assert main(["gallery", str(tmp_path), "--lang", "en"]) == 2
    assert "is damaged" in capsys.readouterr().err


def test_the_gallery_takes_lengths_from_the_games_of_a_study(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "docs" / "figures", tmp_path / "figures")
    stored = tmp_path / "gallery" / "lengths.csv"
    games = file_of(
        tmp_path, [row.replace(",,greedy", ",first_player=seat0,greedy") for row in BOOK]
    )
    assert main(["gallery", str(tmp_path), "--from", str(games), "--lang", "en"]) == 2
    assert "lacks the games of Skip-Bo with 2 seats by the book" in capsys.readouterr().err
    shutil.copy(ROOT / "docs" / "gallery" / "lengths.csv", stored)
    before = stored.read_text("utf-8").splitlines()
    assert main(["gallery", str(tmp_path), "--from", str(games)]) == 0
    after = stored.read_text("utf-8").splitlines()
    two = [row for row in after if row.startswith("skippity,2,")]
    assert two == ["skippity,2,4,1", "skippity,2,8,1"]
    others = [row for row in before if not row.startswith("skippity,2,")]
    assert [row for row in after if row not in two] == others
    assert "Skippity, 2 seats 4 turns" in (tmp_path / "gallery.md").read_text("utf-8")


@pytest.mark.parametrize("kind", ["csv", pytest.param("parquet", marks=pytest.mark.full)])
def test_the_games_of_a_study_become_pictures(kind: str, tmp_path: pathlib.Path) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    file = tmp_path / f"study.{kind}"
    words = ["figures", str(tmp_path), "--only", "flip_and_skip", "--games", "20"]
    assert main([*words, "--out", str(file)]) == 0
    groups = {(it.seats, frozenset(it.settings)): it for it in pictures.read(file)}
    table = tmp_path / "figures" / "flip_and_skip.csv"
    reports = figures_data.read(table, "flip_and_skip", "en")
    assert len(groups) == len(reports)
    for report in reports:
        drawn = groups[report["seats"], frozenset(report["settings"])]
        assert drawn.games == report["games"]
        assert drawn.wins == tuple(side["wins"] for side in report["sides"])
        assert round(drawn.mean, 1) == report["turns"]["mean"]
    told = pictures.options(list(groups.values()))
    assert all(report["variant"][0] in told for report in reports if report["variant"])


@pytest.mark.full
def test_the_notebook_shows_what_its_cells_draw(tmp_path: pathlib.Path) -> None:
    file = ROOT / "docs" / "notebooks" / "balance.ipynb"
    run = runpy.run_path(str(ROOT / "docs" / "site" / "notebooks.py"))["run"]
    again = json.loads(run(file.read_text("utf-8"), tmp_path))
    assert again == json.loads(file.read_text("utf-8"))
    assert (tmp_path / "seats.svg").exists()
