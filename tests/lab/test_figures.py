"""Figures: every option is played or left out for a reason, and pictures show the data."""

from __future__ import annotations

import csv
import pathlib
import shutil
from typing import Any
from xml.etree import ElementTree

import pytest

from skipyard.__main__ import build_parser, main
from skipyard.games import GAMES, game
from skipyard.lab.studies import figures, figures_data, page, picture, variants
from skipyard.lab.studies.unfinished import UnfinishedFigures
from skipyard.options import read_settings

SVG = "{http://www.w3.org/2000/svg}"
SILENT = ("says only what is shown", "is about what comes after", "is about faults")
every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_every_option_is_played_in_every_value_or_left_out_for_a_reason(name: str) -> None:
    g = game(name)
    played = {table.settings for table in variants.tables(g)}
    for option in g.options.OPTIONS:
        left_out = option.name in g.profile.study.left_out
        for value in (option.names or ("false", "true")) if not left_out else ():
            if option.kind in ("number", "counts") or value in option.local:
                continue
            own = f"{option.name}={value}"
            default = value == option.write(option.default)
            assert default or any(own in settings for settings in played), own
        if option.kind in ("number", "counts") and not left_out:
            for value in g.profile.study.samples[option.name]:
                assert option.read(value) != option.default


@every_game
def test_every_table_is_allowed_and_every_number_of_seats_is_played(name: str) -> None:
    g = game(name)
    tables = list(variants.tables(g))
    assert len({(table.seats, table.settings) for table in tables}) == len(tables)
    for table in tables:
        g.options.check(table.seats, variants.chosen(g, table.settings))
    seats = range(g.options.FEWEST_SEATS, g.options.MOST_SEATS + 1)
    assert {table.seats for table in tables} == set(seats)
    if name == "skip_or_trip":  # house rules, as the book has other numbers
        assert sum(table.variant == ("mercy=on",) for table in tables) == len(seats)


@every_game
def test_what_is_left_out_as_not_seen_changes_no_game(name: str) -> None:
    g = game(name)
    study, always = figures.Study(g, 60), g.profile.study.always
    for option in g.options.OPTIONS:
        if g.profile.study.left_out.get(option.name, "").startswith(SILENT):
            value = option.names[-1] if option.names else "7" if option.high else "true"
            assert read_settings(g.options.OPTIONS, (f"{option.name}={value}",), "")
            changed = study.results(3, (*always, f"{option.name}={value}"))
            assert (changed == study.results(3, always)).all(), option.name


def report(**changed: Any) -> dict[str, Any]:
    """A study of two seats, of which the first won 80 games of 100 and the second 15."""
    wins = ((0.8, (0.71, 0.87)), (0.15, (0.09, 0.23)))
    sides = [
        {"seats": [n], "bot": "greedy", "wins": 100 * share, "share": share, "interval": around}
        for n, (share, around) in enumerate(wins, 1)
    ]
    lengths = {"mean": 30.0, "p5": 20.0, "median": 29.0, "p95": 44.0, "longest": 70}
    figures = {"game": "skipbo_mod", "title": "A & B", "seats": 2, "games": 100, "sides": sides}
    figures |= {"draws": 5, "blocked": 0, "endings": {}, "turns": lengths}
    figures |= {"moves": lengths | {"longest": 1234}, "variant": (), "same": False}
    figures |= {"admitted": False, "settings": [], "compared_with": []}
    return figures | changed


def texts(svg: str) -> list[str]:
    return [str(text.text) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_picture_tells_shares_lengths_and_its_title() -> None:
    svg = picture.picture([report(), report(variant=("deck=" + 13 * "8,",), seats=3)])
    root = ElementTree.fromstring(svg)
    assert [root[0].tag, root[1].tag] == [f"{SVG}title", f"{SVG}desc"]
    assert "seat 1 80%" in str(root[1].text)
    labels = texts(svg)
    assert {"80", "15", "29", "the book", "2 seats", "3 seats"} <= set(labels)
    assert max(len(text) for text in labels if text.startswith("deck")) == picture.LONGEST_NAME
    assert "prefers-color-scheme: dark" in svg


def test_a_share_is_bold_where_it_is_not_even() -> None:
    assert picture.is_even(report(draws=5), {"interval": (0.47, 0.53)})
    assert not picture.is_even(report(draws=20), {"interval": (0.47, 0.53)})
    assert picture.picture([report()]).count("share lead") == 2


def test_what_changes_nothing_has_no_row_and_is_named_on_the_page() -> None:
    same = report(variant=("undo=true",), same=True)
    assert "undo=true" not in texts(picture.picture([report(), same]))
    assert "`undo=true` at 2 seats" in page.nothing_changed([report(), same])[0]
    assert "`undo=true` at 2 and 3 seats" in page.nothing_changed([same, same | {"seats": 3}])[0]
    mixed = report(variant=("undo=true",), seats=3)
    assert "nothing changes" in texts(picture.picture([report(), same, mixed]))


def test_a_star_tells_what_admits_a_table() -> None:
    svg = picture.picture([report(), report(variant=("teams=true",), admitted=True)])
    assert "*" in texts(svg)
    assert any("* with short_game=true" in text for text in texts(svg))


def test_the_page_tells_the_command_that_makes_it() -> None:
    usual = build_parser().parse_args(["figures", "docs"])
    assert "skipyard figures docs\n" in page.introduction(int(usual.games))
    assert "skipyard figures docs --games 70\n" in page.introduction(70)


def test_the_page_names_the_longest_game() -> None:
    told = page.facts(game("skippity"), [report(), report(variant=("size=8",), seats=4)])
    assert "after 1,975 moves; the longest of these had 1,234, at 2 seats by the book" in told


def test_the_table_of_the_book_has_a_line_for_each_number_of_seats() -> None:
    lines = page.book_table([report(blocked=3), report(seats=3)]).splitlines()[2:]
    assert lines[0] == "| 2 | 80.0 · 15.0 | 5.0% | 29 (20 to 44) | 29 (20 to 44) | `blocked` 3.0% |"
    assert lines[1].startswith("| 3 |")


@pytest.mark.full
def test_one_game_alone_is_studied_and_the_others_stay(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = pathlib.Path(__file__).parents[2] / "docs"
    shutil.copytree(docs / "figures", tmp_path / "figures")
    shutil.copy(docs / "figures.md", tmp_path)
    before = {file.name: file.read_bytes() for file in (tmp_path / "figures").iterdir()}
    one = list(variants.tables(game("flip_and_skip")))[:1]
    monkeypatch.setattr(figures, "tables", lambda g: one)
    assert main(["figures", str(tmp_path), "--only", "flip_and_skip", "--games", "20"]) == 0
    after = {file.name: file.read_bytes() for file in (tmp_path / "figures").iterdir()}
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {"flip_and_skip.csv", "flip_and_skip.svg"}
    page = (tmp_path / "figures.md").read_text("utf-8")
    assert page.count("\n## ") == (docs / "figures.md").read_text("utf-8").count("\n## ")


@pytest.mark.full
def test_figures_write_the_moves_of_their_games(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = list(variants.tables(game("skippity")))[:1]
    monkeypatch.setattr(figures, "tables", lambda g: one)
    folder, asked = tmp_path / "moves.csv", ["--only", "skippity", "--games", "5"]
    assert main(["figures", str(tmp_path), *asked, "--trajectories", str(folder)]) == 0
    rows = [
        row
        for file in sorted(folder.glob("part-*.csv"))
        for row in csv.DictReader(file.open(encoding="utf-8", newline=""))
    ]
    (report,) = figures_data.read(tmp_path / "figures" / "skippity.csv", "skippity", "en")
    assert {row["number"] for row in rows} == set("01234")
    assert {row["bots"] for row in rows} == {",".join(report["seats"] * [figures.BOT])}
    assert len(rows) == round(5 * report["moves"]["mean"])


def test_one_game_alone_keeps_the_unfinished_tables_of_others(tmp_path: pathlib.Path) -> None:
    kept = UnfinishedFigures(tmp_path, 20, "en")
    kept.add("skipbo", {"variant": [], "seats": 2, "admitted": False})
    kept.add("skippity", {"variant": [], "seats": 2, "admitted": False})
    kept.remove(["skipbo"])
    assert list(UnfinishedFigures(tmp_path, 20, "en").reports) == ["skippity"]
    kept.remove(["skippity"])
    assert not kept.file.exists()
