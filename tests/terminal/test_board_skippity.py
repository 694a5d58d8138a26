"""Skippity in the terminal: whole games by numbers, what the board shows, undo and saves."""

from __future__ import annotations

import io
import pathlib
import re
from collections.abc import Iterator

import pytest
from rich.console import Console

from skipyard.core import key_from
from skipyard.games import game
from skipyard.games.skippity.board import SIZES
from skipyard.options import Never, Refused, read_settings
from skipyard.table.files import autosave, save
from skipyard.table.table import Table, referee_actions
from skipyard.terminal import boards
from skipyard.terminal.menu import Menu
from skipyard.terminal.prompt import Prompt
from skipyard.terminal.session import Session
from skipyard.testing.depth import sizes

LANGUAGES = ("en", "fr")
BOARD = boards.of("skippity")
OPTIONS = game("skippity").options.OPTIONS
CHAIN = """
options: size=6{more}
seats: 2
turn: 1
row 1: R.....
row 2: O.....
row 3: ......
row 4: Y.....
row 5: ......
row 6: ...GB.
captured 2: R2 O1 Y1 G1 B1
"""


@pytest.fixture(autouse=True)
def home(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def deal(*settings: str, seats: tuple[str, ...] = ("you", "greedy"), seed: int = 3) -> Table:
    chosen = read_settings(OPTIONS, settings, "Skippity")
    return Table(game("skippity"), seats, chosen, key_from(seed).astype("<u4").tobytes())


def chain() -> Table:
    """A table where a1 jumps to a3 and on to a5."""
    table = deal("size=6")
    table.state = table.game.position.read(CHAIN.format(more=""))
    return table


def plain_console(width: int = 80) -> Console:
    return Console(file=io.StringIO(), width=width, no_color=True, force_terminal=False)


def text_of(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def drawn(table: Table, language: str = "en", width: int = 80) -> str:
    console = plain_console(width)
    board = BOARD.Board(console, table.game, table.view(table.turn), table.seats, language)
    console.print(board.draw())
    return text_of(console)


def menu_of(table: Table, language: str = "en") -> Menu:
    return Menu(BOARD, table.words, table.view(table.turn), table.legal(), language)


def session(table: Table, typed: Iterator[str], language: str = "en") -> tuple[int, str]:
    """Play with these lines as input; the exit status and the output."""
    console = plain_console()

    def ask(question: str) -> str:
        try:
            text = next(typed)
        except StopIteration:
            raise EOFError from None
        console.print(question + text, markup=False, highlight=False)
        return text

    status = Session(table, console, ask, language).run()
    text = text_of(console)
    assert max(map(len, text.splitlines())) <= 80
    return status, text


def play(table: Table, text: str) -> None:
    table.play(table.turn, table.words.parse(text))


# Whole games --------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.full)])
@pytest.mark.parametrize(
    ("seats", "settings"),
    [
        (("you", "greedy"), ()),
        (("you", "you", "random", "greedy"), ("scoring=hundred", "undo=true")),
    ],
)
def test_a_whole_game_by_numbers(
    seats: tuple[str, ...], settings: tuple[str, ...], language: str
) -> None:
    table = deal(*settings, seats=seats)
    status, text = session(table, iter(["1"] * 400), language)
    assert status == 0
    assert table.over
    assert ("No jump is left" if language == "en" else "Il ne reste aucun saut") in text
    assert ("sets (skippers)" if language == "en" else "séries (pions)") in text
    assert "press Enter when nobody" not in text
    assert not autosave.path().exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_passes(language: str) -> None:
    table = deal("allow_pass=true", seats=("you", "you"))
    last = len(table.legal())
    status, text = session(table, iter([str(last)] * 2), language)
    assert status == 0
    assert ("All players have passed" if language == "en" else "Tous les joueurs ont passé") in text
    assert ("Passes in a row: 1" if language == "en" else "Passes de suite : 1") in text


# What is shown ------------------------------------------------------------------------------------
def test_the_board_has_the_coordinates_of_the_words() -> None:
    table = deal()
    lines = drawn(table).splitlines()
    assert lines[1].split()[:10] == list("abcdefghij")
    for row in range(10):
        cells = [table.words.letter(int(table.state.cells[row]) >> 3 * n & 7) for n in range(10)]
        shown = lines[2 + row].replace("·", ".").split()[:11]
        assert shown == [str(row + 1), *cells]
    assert len(lines) == 12
    assert max(map(len, lines)) <= 80


def test_the_board_marks_the_jumper_and_counts_captures() -> None:
    table = chain()
    before = drawn(table)
    assert "[" not in before
    assert re.search(r"2 greedy +2 +1 +1 +1 +1 +1 +6", before)
    assert re.search(r"on board +1 +1 +1 +1 +1 +5", before)
    play(table, "jump a1 to a3")
    text = drawn(table)
    assert " 3 [R]" in text
    assert "Jumper on a3, jumps this turn: 1" in text
    assert re.search(r"> 1 you +0 +1 +0 +0 +0 +0 +1", text)
    assert "Sauteur en a3" in drawn(table, "fr")


def test_hundreds_are_shown_as_points() -> None:
    assert "points" not in drawn(chain())
    table = deal("size=6", "scoring=hundred")
    table.state = table.game.position.read(CHAIN.format(more=", scoring=hundred"))
    assert re.search(r"2 greedy +2 +1 +1 +1 +1 +1 +6 +101", drawn(table))


@pytest.mark.parametrize("language", LANGUAGES)
@sizes("moves", 6, 30)
@pytest.mark.parametrize("size", SIZES)
def test_every_size_fits_80_columns(size: int, language: str, moves: int) -> None:
    table = deal(f"size={size}", "scoring=hundred", seats=("you", "you", "random", "greedy"))
    while not table.over and len(table.log) < moves:
        menu = menu_of(table, language)
        assert sorted(menu.actions) == sorted(table.legal().tolist())
        console = plain_console()
        console.print(menu.draw(80))
        text = drawn(table, language) + text_of(console)
        assert max(map(len, text.splitlines())) <= 80
        assert "…" not in text
        for number in range(1, len(menu.actions) + 1):
            assert f" {number} " in text
        table.play(table.turn, menu.actions[len(table.log) % len(menu.actions)])


def test_colours_come_on_top_of_letters() -> None:
    table = deal()
    console = Console(
        file=io.StringIO(), width=80, force_terminal=True, color_system="truecolor", no_color=False
    )
    console.print(BOARD.Board(console, table.game, table.view(0), table.seats, "en").draw())
    coloured = text_of(console)
    assert "38;2;213;94;0" in coloured
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert bare.splitlines() == drawn(table).splitlines()


def test_the_menu_goes_over_the_board_and_names_what_is_captured() -> None:
    table = chain()
    console = plain_console()
    console.print(menu_of(table).draw(80))
    assert re.search(r"Jump +1 a1 a3 \[O\]", text_of(console))
    menu = menu_of(table)
    assert menu.sentence(menu.actions[0]) == "jump a1 to a3 [orange]"
    assert menu_of(table, "fr").sentence(menu.actions[0]) == "sauter de a1 à a3 [orange]"


# Words --------------------------------------------------------------------------------------------
def test_two_squares_are_a_jump_and_forbidden_jumps_name_their_rule() -> None:
    table = chain()
    words = table.words
    typed = Prompt(words, BOARD.ALIASES, sorted(referee_actions(table.game)), "en")
    menu = menu_of(table).actions
    assert words.describe(typed.read("a1 a3", menu).action) == "jump a1 to a3"
    with pytest.raises(Never, match="SK-12"):
        typed.read("jump a1 to c3", menu)
    play(table, "jump a1 to a3")
    assert words.describe(typed.read("end", menu_of(table).actions).action) == "end the turn"


def test_help_rules_and_hint() -> None:
    _, text = session(deal(), iter(["?", "rules SK-09", "hint", "piles", "undo", "quit"]))
    assert "“e3 e5” is “jump e3 to e5”" in text
    assert "SK-09 Clockwise play." in text
    hint = r"Hint of search:500ms: you jump .*\(about \d+ % to win\)\. Type “jump .* to .*”"
    assert re.search(hint, " ".join(text.split()))
    assert "no piles" in text


# Undo and saves -----------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_follows_the_option(language: str) -> None:
    for settings, allowed in (((), False), (("undo=true",), True)):
        table = deal(*settings, "first_player=seat0")
        before = table.state.tobytes()
        table.play(0, int(table.legal()[0]))
        if allowed:
            table.undo(0, language)
            assert table.state.tobytes() == before
        else:
            with pytest.raises(Refused, match=r"undo .*\(SK-A20\)"):
                table.undo(0, language)
            assert len(table.log) == 1


def test_undo_in_a_session_ends_with_the_turn() -> None:
    table = deal("undo=true", "first_player=seat0", seats=("you", "you"))
    _, text = session(table, iter(["1", "undo", "1", "end", "undo", "quit"]))
    assert "The last move is taken back." in text
    assert "was not yours" in text


def test_a_game_is_resumed() -> None:
    table = deal()
    session(table, iter(["1", "1", "1"]))
    again = save.read(autosave.path())
    assert again.state.tobytes() == table.state.tobytes()
    status, text = session(again, iter(["1"] * 200))
    assert status == 0
    assert again.over
    assert "No jump is left" in text
