"""The laws of rulebooks for our games, their numbers of rules, and `skipyard rules`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from skipyard.games import game, rulebook
from skipyard.options import Refused
from skipyard.testing.laws.rulebook import *  # noqa: F403
from skipyard.testing.laws.rulebook import ask
from skipyard.testing.worlds import every_game, every_language


def span(book: str, last: int) -> set[str]:
    return {f"{book}{number:02}" for number in range(1, last + 1)}


COMPLETE = {
    "skipbo": span("SB-", 54) | span("SB-A", 61),
    "skipbo_mod": span("MOD-", 60) | span("MOD-A", 34),
    "skippity": span("SK-", 33) | span("SK-A", 29),
    "flip_and_skip": span("FS-", 38) | span("FS-A", 58),
    "skip_or_trip": span("ST-", 46) | span("ST-A", 66),
}


@every_game
@every_language
def test_a_book_has_every_rule_and_ruling(name: str, language: str) -> None:
    assert set(rulebook.read(game(name), language).entries) == COMPLETE[name]


def test_a_line_that_is_no_entry_is_not_passed_over() -> None:
    with pytest.raises(ValueError, match="no entry"):
        rulebook.read_entry("- **SB-1 Too short.** A rule.", "Cards")


def test_an_entry_is_read() -> None:
    line = "- **SB-A22 A limit.** *(ruling; options match, max_rounds; not played: why)* The text."
    entry = rulebook.read_entry(line, "Scores")
    assert (entry.id, entry.title, entry.text) == ("SB-A22", "A limit", "The text.")
    assert entry.ruling
    assert entry.options == ("match", "max_rounds")
    assert entry.not_played == "why"


def test_ranges_cite_all_that_they_span() -> None:
    assert rulebook.ids_in("# SB-13..SB-15, MOD-09..11 SB-A41..SB-A42") == {
        *("SB-13", "SB-14", "SB-15"),
        *("MOD-09", "MOD-10", "MOD-11"),
        *("SB-A41", "SB-A42"),
    }


def test_other_numbers_are_no_ids() -> None:
    assert rulebook.ids_in("UTF-8, SB-1, SB-123, A-5") == set()


def test_a_gap_in_the_coverage_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = rulebook.cased(game("skipbo")) - {"SB-14"}
    monkeypatch.setattr(rulebook, "cased", lambda g: kept)
    assert ask("skipbo", coverage=True) == 1
    assert "SB-14" in capsys.readouterr().out.splitlines()[-1]


def test_a_rule_is_told_with_its_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("skipbo", rule="sb-23") == 0
    told = capsys.readouterr().out
    assert "the last hand card played draws five more" in told
    assert "Move: play 5 from hand on pile 1" in told
    assert "hand 1: 3 3 3 3 3" in told


def test_a_refusal_is_told_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("skipbo", rule="SB-25", lang="fr") == 0
    told = capsys.readouterr().out
    assert "Coup : défausser la carte du stock sur la défausse 1" in told
    assert "Refusé : Une carte du stock ne se défausse jamais. (SB-25)" in told


def test_mod_knows_the_rulings_of_the_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("skipbo_mod", rule="SB-A49") == 0
    assert "use the die, then play Skip-Bo" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "rule"), [("skipbo", "SB-99"), ("chess", "SB-01")])
@every_language
def test_what_is_not_there_is_refused_in_a_sentence(name: str, rule: str, language: str) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        ask(name, rule=rule, lang=language)


def test_counting_needs_no_compiler() -> None:
    """The coverage is read from text; numba would cost seconds."""
    script = (
        "import sys; from skipyard.games import game, rulebook;"
        "rulebook.cover(game('skipbo_mod')); sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
