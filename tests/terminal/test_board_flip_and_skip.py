"""Flip & Skip in the terminal: whole games by numbers, and what its board shows and hides."""

from __future__ import annotations

import io
import pathlib
from collections.abc import Callable

import pytest
from rich.console import Console

from skipyard.core import NOBODY, key_from
from skipyard.games import game
from skipyard.options import Never, Refused, read_settings
from skipyard.table.files import save
from skipyard.table.table import Table, referee_actions
from skipyard.terminal import boards
from skipyard.terminal.menu import Menu
from skipyard.terminal.prompt import Prompt
from skipyard.terminal.session import Session
from skipyard.testing.depth import sizes

FLIP = game("flip_and_skip")
BOARD = boards.of("flip_and_skip")
POSITION = """
turn: 1
board: a3 L1.Sword, a4 D1.Scroll=EYE, c8 D4.Stone=HAND?1, h6 D5.Scroll=MONSTER?2, b1 L3.Stone
hand 1: D2.Stone=AXES D3.Sword
pile 1: D6.Stone D7.Stone D8.Sword=BOARD
hand 2: L2.Sword
pile 2: L4.Scroll=WREATH?1
"""
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])


def table_of(*settings: str, seats: tuple[str, ...] = ("you", "greedy"), seed: int = 3) -> Table:
    chosen = read_settings(FLIP.options.OPTIONS, list(settings), FLIP.title)
    return Table(FLIP, seats, chosen, key_from(seed).astype("<u4").tobytes())


def table_at(text: str, *settings: str) -> Table:
    table = table_of(*settings)
    table.state = FLIP.position.read(text)
    return table


def console_of(width: int = 80) -> Console:
    return Console(file=io.StringIO(), width=width, no_color=True)


def said(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def screen(table: Table, seat: int, language: str = "en") -> str:
    console = console_of()
    view = table.view(seat)
    console.print(BOARD.Board(console, FLIP, view, table.seats, language).draw())
    return said(console)


def menu_of(table: Table, language: str = "en") -> Menu:
    return Menu(BOARD, table.words, table.view(table.turn), table.legal(), language)


def widest(text: str) -> int:
    return max(map(len, text.splitlines()))


@pytest.fixture(autouse=True)
def _home(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))


def typing(lines: list[str]) -> Callable[[str], str]:
    """Input that has these lines and then the first move again and again."""
    rest = iter(lines)
    return lambda question: next(rest, "1")


# Whole games --------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.full)])
@pytest.mark.parametrize("seats", [("you", "greedy"), ("you", "you"), ("random", "you")])
def test_a_whole_game_by_numbers(seats: tuple[str, ...], language: str) -> None:
    table, console = table_of("no_progress_limit=12", seats=seats), console_of()
    lines = ["", "?" if language == "en" else "aide", "piles", "1"]
    assert Session(table, console, typing(lines), language).run() == 0
    assert table.over
    assert widest(said(console)) <= 80
    assert {"en": "the game is over", "fr": "la partie est finie"}[language] in said(console)
    assert {"en": "E EYE", "fr": "O ŒIL"}[language] in said(console)


@sizes("played", (1, 6), (2, 20))  # games, and turns without progress
@LANGUAGES
def test_every_menu_of_many_games_fits(language: str, played: tuple[int, int]) -> None:
    games, longest = played
    for seed in range(games):
        table = table_of(f"no_progress_limit={longest}", seats=("random", "greedy"), seed=seed)
        session = Session(table, console_of(), typing([]), language)
        while not table.over:
            menu, seat = menu_of(table, language), table.turn
            console = console_of()
            console.print(menu.draw(80))
            assert widest(said(console)) <= 80
            assert widest(screen(table, seat, language)) <= 80
            assert screen(table, seat, language).count("\n") <= 14
            assert sorted(menu.actions) == sorted(table.legal().tolist())
            session.bot_moves(seat, session.bots[seat])


def test_a_game_left_in_the_middle_goes_on_from_its_file(tmp_path: pathlib.Path) -> None:
    whole, left = table_of("no_progress_limit=12"), table_of("no_progress_limit=12")
    Session(whole, console_of(), typing([]), "en").run()
    file = tmp_path / "game.json"
    lines = ["1"] * 9 + [f"save {file}", "quit"]
    assert Session(left, console_of(), typing(lines), "en").run() == 0
    assert not left.over
    again = save.read(file, "en")
    assert again.log == left.log
    session = Session(again, console_of(), typing([]), "en", resumed=True)
    assert len(session.journal.lines) >= len(left.log)
    assert session.run() == 0
    assert again.over


def test_the_journal_tells_what_a_flip_turned_up_and_what_my_eye_saw() -> None:
    table = table_at(POSITION.replace("D2.Stone=AXES", "D2.Sword=EYE"))
    session = Session(table, console_of(), typing([]), "en")
    session.play(0, table.words.parse("flip coin D2"))
    session.play(0, table.words.parse("look under coin L2"))
    assert session.journal.lines[-4:-1] == [
        "You flip a dark Sword: the Eye.",
        "The Eye looks under a coin.",
        "You look under a light Sword.",
    ]
    assert session.journal.lines[-1].startswith("You find the ")
    assert "L2Sw/?" in screen(table, 1)
    assert "L2Sw/?" in screen(table, NOBODY)
    assert "L2Sw/?" not in screen(table, 0)
    assert any(f"L2Sw/{letter}" in screen(table, 0) for letter in "bmae")


# The board ----------------------------------------------------------------------------------------
def test_the_board_shows_coins_hands_and_piles() -> None:
    lines = screen(table_at(POSITION), 0).splitlines()
    assert lines[0].startswith("Flip & Skip  flip a coin")
    assert "> 1 you · light L" in lines[0]
    assert lines[5].startswith("4 DSc/E  :  ")
    assert lines[6].startswith("3 LSw ")
    assert lines[9].split()[:8] == list("abcdefgh")
    text = "\n".join(lines)
    assert "hand 2: D2St/A D3Sw" in text
    assert "St 2/3 D6 D7" in text
    assert "Sw 1/3 D8/B" in text
    assert "2 greedy · dark D" in text


def test_what_one_has_seen_is_shown_to_that_one_alone() -> None:
    table = table_at(POSITION)
    first, second, watcher = (screen(table, seat) for seat in (0, 1, NOBODY))
    assert "DSt/h" in first
    assert "DSc/?" in first
    assert "L4/w" in first
    assert "DSt/?" in second
    assert "DSc/m" in second
    assert "L4/?" in second
    assert "DSt/?" in watcher
    assert "DSc/?" in watcher
    for text in (first, second, watcher):
        assert "DSc/E" in text
    assert "/m" not in first
    assert "/h" not in second
    assert "/w" not in second


def test_without_memory_only_what_is_fresh_is_shown() -> None:
    table = table_at("options: show_memory=false" + POSITION, "show_memory=false")
    for seat in (0, 1, NOBODY):
        assert "/" not in screen(table, seat).replace("/3", "")


def test_the_steps_and_a_chain_are_told() -> None:
    text = """
board: a3 L1.Sword, a4 D1.Scroll, a6 D2.Scroll, h1 L2.Stone, h6 D3.Scroll
"""
    table = table_at(text)
    assert "steps left: 2" in screen(table, 0)
    assert "1 skip a3 over a4 to a5 [D1Sc]" in menu_of(table).draw(80).plain.splitlines()[0]
    table.play(0, table.words.parse("skip a3 over a4 to a5"))
    assert "steps left: 1, a5 may skip on" in screen(table, 0)
    assert "coups restants : 1, a5 peut sauter encore" in screen(table, 0, "fr")


def test_a_board_that_closes_is_told() -> None:
    assert "55 turns without a new coin skipped; at 60 the board closes." in screen(
        table_at(POSITION + "idle: 55\n"), 0
    )


def test_squares_and_forbidden_moves_are_understood() -> None:
    table = table_at("board: a3 L1.Sword, h6 D1.Scroll")
    typed = Prompt(table.words, BOARD.ALIASES, sorted(referee_actions(FLIP)), "en")
    menu = menu_of(table).actions
    assert typed.read("a3 b4", menu).action == table.words.parse("move a3 to b4")
    assert typed.read("pass", menu).action == table.words.parse("end the turn")
    forbidden = next(iter(table.words.never("en")))
    with pytest.raises(Never, match="FS-"):
        typed.read(forbidden, menu)


def test_piles_tell_what_is_still_needed() -> None:
    table = table_at(POSITION)
    board = BOARD.Board(console_of(), FLIP, table.view(0), table.seats, "en")
    assert "Player 1's victory pile: D6St D7St D8Sw/B; still needed: 1 St, 2 Sw, 3 Sc" in (
        board.piles()
    )


def test_a_player_out_of_turn_hears_the_rule() -> None:
    with pytest.raises(Refused, match="FS-13"):
        table_of().play(1, 0)
