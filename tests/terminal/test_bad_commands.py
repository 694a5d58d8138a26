"""Bad command lines get one sentence, in the language that `--lang` asks for."""

from __future__ import annotations

import pathlib
import re
import shutil

import pytest

from skipyard.__main__ import main
from skipyard.cli.parser import SENTENCES, BadArguments

ROOT = pathlib.Path(__file__).parents[2]
BAD = [
    ("games --foo", "does not take “--foo”", "ne prend pas « --foo »"),
    ("match skippity", "Something is missing: BOT", "Il manque quelque chose : BOT"),
    ("play --theme", "--theme needs a value", "--theme doit être suivi d’une valeur"),
    ("prove magic", "is one of durability, ", "se choisit parmi durability, "),
    ("nonsense", "is one of games, play, ", "se choisit parmi games, play, "),
    ("bench rules --nothing", "does not take “--nothing”", "ne prend pas « --nothing »"),
    ("admin ban 10.0.0.1 --days x", "--days takes a number", "--days attend un nombre"),
    ("games --json=3", "--json takes no value", "--json ne prend pas de valeur"),
    ("open --l 3", "“--l” could mean", "« --l » peut désigner"),
    (
        "match skippity a b --sprt 0,1 --until-significant",
        "--until-significant and --sprt do not go together",
        "--until-significant et --sprt ne vont pas ensemble",
    ),
    ("simulate skippity --games x", "whole number from 1 to", "nombre entier de 1 à"),
    ("simulate skippity --games 0", "you wrote “0”", "vous avez écrit « 0 »"),
    ("simulate skippity --jobs some", "--jobs is a whole", "--jobs attend un nombre"),
    ("simulate skippity --seats two", "--seats is a whole", "--seats attend un nombre"),
    (
        "ladder skippity --bots greedy,rules --seed x",
        "--seed is a whole",
        "--seed attend un nombre",
    ),
    ("figures FOLDER --games 0", "--games is a whole", "--games attend un nombre"),
    ("position skipbo --seed x", "--seed is a whole", "--seed attend un nombre"),
    ("position skipbo --view 9", "There is no player 9", "Il n’y a pas de joueur 9"),
    ("position skipbo FOLDER", "cannot be read", "ne peut pas être lu"),
    ("bot --games x cat", "--games is a whole", "--games attend un nombre"),
    ("bot --against nobody cat", "There is no bot “nobody”", "Il n’y a pas de robot « nobody »"),
    ("bot --against policy:x cat", "There is no file x", "Il n’y a pas de fichier x"),
    ("simulate skippity --bots a,b,c", "or one for each; you named 3", "vous en avez nommé 3"),
    ("figures FOLDER/none", "There is no folder ", "Il n’y a pas de dossier "),
    ("gallery FOLDER/none", "There is no folder ", "Il n’y a pas de dossier "),
    ("gallery FOLDER", "cannot be read", "ne peut pas être lu"),
]


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line with which a command refuses, whether argparse or the command does."""
    try:
        status = main(words)
    except SystemExit as left:
        status = left.code  # type: ignore[assignment]
    printed = capsys.readouterr()
    assert (status, printed.out, printed.err.count("\n")) == (2, "", 1), printed
    if "fr" in " ".join(words):
        assert not re.search(" [;:?!»]|« ", printed.err)  # these spaces do not break
    return printed.err.replace("\u00a0", " ")


@pytest.mark.parametrize(("command", "english", "french"), BAD, ids=[case[0] for case in BAD])
def test_a_bad_command_line_is_refused_in_the_language_asked_for(
    command: str,
    english: str,
    french: str,
    tmp_path: pathlib.Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = command.replace("FOLDER", str(tmp_path)).split()
    for language, sentence in (("en", english), ("fr", french)):
        assert sentence in refused(["--lang", language, *words], capsys)
        assert sentence in refused([words[0], "--lang", language, *words[1:]], capsys)
        assert sentence in refused([f"--lang={language}", *words], capsys)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (  # Python 3.11, and 3.12 and later
            "argument --lang: invalid choice: 'de' (choose from 'en', 'fr')",
            "--lang is one of en, fr; you wrote “de”; see skipyard --help.",
        ),
        (
            "argument --lang: invalid choice: 'de' (choose from en, fr)",
            "--lang is one of en, fr; you wrote “de”; see skipyard --help.",
        ),
        ("one of the arguments -a -b is required", "One of these is needed: -a -b; see sk"),
        ("something that argparse says some day", "Something that argparse says some day; see"),
    ],
)
def test_what_argparse_says_in_other_versions(message: str, sentence: str) -> None:
    assert BadArguments(message, "skipyard").sentence("en").startswith(sentence)


def test_every_form_of_argparse_has_its_sentence() -> None:
    from skipyard.catalogue import common

    names = set(common().group("command"))
    assert set(SENTENCES) <= names
    assert "unknown" in SENTENCES


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "a damaged one"), ("fr", "ou il est abîmé")]
)
@pytest.mark.parametrize("damage", [b"", b"variant,seats\n,two\n", b"\xff\xfe", b"a,b\n1\n2,3,4\n"])
def test_a_damaged_data_file_is_refused(
    language: str,
    sentence: str,
    damage: bytes,
    tmp_path: pathlib.Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(ROOT / "docs" / "figures", tmp_path / "figures")
    file = tmp_path / "figures" / "skippity.csv"
    file.write_bytes(damage)
    words = ["figures", str(tmp_path), "--from-data", "--lang", language]
    assert sentence in refused(words, capsys)
    file.write_text((ROOT / "docs" / "figures" / "skippity.csv").read_text("utf-8")[:-60], "utf-8")
    assert sentence in refused(words, capsys)


@pytest.mark.parametrize(("language", "sentence"), [("en", "is damaged"), ("fr", "est abîmée")])
def test_a_damaged_page_is_refused_and_kept(
    language: str, sentence: str, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "docs" / "figures", tmp_path / "figures")
    (tmp_path / "figures.md").write_bytes(b"<!-- gpu -->\n")
    words = ["figures", str(tmp_path), "--from-data", "--lang", language]
    assert sentence in refused(words, capsys)
    assert (tmp_path / "figures.md").read_bytes() == b"<!-- gpu -->\n"
