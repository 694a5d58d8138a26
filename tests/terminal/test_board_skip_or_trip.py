"""Skip or Trip in a terminal: whole games by numbers, what the board shows and what it hides."""

from __future__ import annotations

import io
import pathlib
import re
from collections.abc import Callable

import pytest
from rich.console import Console

from skipyard.core import NOBODY, key_from
from skipyard.games import game
from skipyard.options import Never, Refused, read_settings
from skipyard.table.files import save
from skipyard.table.table import Table
from skipyard.terminal import boards
from skipyard.terminal.menu import Menu
from skipyard.terminal.prompt import Prompt
from skipyard.terminal.session import Session

NAME = "skip_or_trip"
BOARD = boards.of(NAME)
CARD = re.compile(r"\b[1-9]-[A-Z]{1,2}\b")
POSITION = """
seats: 3
turn: 1
tokens: 20 | 12 | 0
hand 1: 3-D 4-K 6-B
hand 2: 5-L 5-MD
hand 3: 9-SB
face down 2: 8-MD
deck: 60, top 7-D
"""
VARIANTS = [
    ("you,greedy,greedy", ()),
    ("you,random,greedy", ("variant=advanced",)),
    ("you,greedy,you,random", ("variant=team",)),
    ("you,random,greedy,greedy", ("mercy=on", "symbol_set=quartet", "reveal_skipped=true")),
]


@pytest.fixture(autouse=True)
def home(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without saves."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def table_of(seats: str, settings: tuple[str, ...] = (), seed: int = 3) -> Table:
    g = game(NAME)
    chosen = read_settings(g.options.OPTIONS, settings, g.title)
    return Table(g, seats.split(","), chosen, key_from(seed).tobytes())


def table_at(text: str) -> Table:
    """A table in a given position."""
    state = game(NAME).position.read(text)
    settings = ("variant=advanced",) if state.variant else ()
    table = table_of(",".join(["you"] + ["greedy"] * (int(state.seats) - 1)), settings)
    table.state = state
    return table


def console() -> Console:
    return Console(file=io.StringIO(), width=80, no_color=True)


def text_of(shown: Console) -> str:
    assert isinstance(shown.file, io.StringIO)
    text = shown.file.getvalue()
    assert all(len(line) <= 80 for line in text.splitlines())
    return text


def screen(table: Table, seat: int, language: str = "en") -> str:
    shown = console()
    view = table.view(seat)
    shown.print(BOARD.Board(shown, table.game, view, table.seats, language).draw())
    return text_of(shown)


def menu_of(table: Table, language: str = "en") -> Menu:
    return Menu(BOARD, table.words, table.view(table.turn), table.legal(), language)


def run(table: Table, ask: Callable[[str], str], language: str) -> tuple[int, str]:
    shown = console()
    status = Session(table, shown, ask, language).run()
    return status, text_of(shown)


# Whole games --------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.full)])
@pytest.mark.parametrize(("seats", "settings"), VARIANTS)
def test_a_whole_game_by_numbers(seats: str, settings: tuple[str, ...], language: str) -> None:
    table = table_of(seats, settings)
    status, text = run(table, lambda question: "1", language)
    assert status == 0
    assert table.over
    assert re.search("win|draw" if language == "en" else "gagne|nulle", text)
    assert "{" not in text


def test_a_game_left_goes_on_where_it_was(tmp_path: pathlib.Path) -> None:
    table, lines = table_of("you,greedy,greedy"), iter(["1"] * 9 + ["?", "piles", "hint"])
    file = tmp_path / "game.json"

    def ask(question: str) -> str:
        return next(lines, f"save {file}" if not file.exists() else "quit")

    status, text = run(table, ask, "en")
    assert status == 0
    assert "face down" in text
    assert "ST-08" in text
    again = save.read(file)
    assert again.state.tobytes() == table.state.tobytes()
    assert screen(again, 0) == screen(table, 0)
    assert run(again, lambda question: "1", "fr")[0] == 0
    assert again.over


# What is shown ------------------------------------------------------------------------------------
def test_the_board_shows_the_table() -> None:
    text = screen(table_at(POSITION), 0)
    assert "deck 60, 7 on top" in text
    assert "On the start: 3" in text
    assert "DK@2 " in text
    assert "K@1" in text
    assert re.search(r"> 1 you +20 K +3 +3 4 6", text)
    assert re.search(r"  2 greedy +12 DK +2 +55", text)
    assert re.search(r"  3 greedy +start +1 +9", text)
    assert "Your cards:  3-D  4-K  6-B" in text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_board_shows_a_trip_and_what_it_needs(language: str) -> None:
    table = table_at(POSITION)
    trips = "trip player 2" if language == "en" else "croche-pied au joueur 2"
    lays = "lay 3-D" if language == "en" else "poser 3-D"
    for move, rest in ((trips, "DK"), (lays, "K")):
        table.play(0, table.words.parse(move, language))
        needs = "still needs" if language == "en" else "il manque"
        assert f"12 (DK){':' if language == 'en' else ' :'}" in screen(table, 0, language)
        assert f"{needs} {rest}." in screen(table, 0, language)
    assert "3-D" in screen(table, NOBODY, language)


def test_two_tokens_are_told_apart() -> None:
    text = "seats: 2\noptions: variant=advanced\ntokens: 20 4 | 12 95\nhand 1: 3-D 4-K"
    shown = screen(table_at(text), 0)
    for sign in ("K@1\n", "LK@1*", "DK@2 ", "@2*", "goal"):
        assert sign in shown
    table = table_at(text)
    table.play(0, table.words.parse("trip player 2"))
    assert "which of your tokens moves?" in screen(table, 0)
    assert "move token 2 [from 4]" in menu_of(table).draw(80).plain


def test_symbols_of_others_are_hidden() -> None:
    table = table_at(POSITION)
    assert CARD.findall(screen(table, 0)) == ["3-D", "4-K", "6-B"]
    assert CARD.findall(screen(table, 2)) == ["9-SB"]
    assert CARD.findall(screen(table, NOBODY)) == []
    shown = console()
    for seat, hidden in ((0, True), (1, False)):
        board = BOARD.Board(shown, table.game, table.view(seat), table.seats, "en")
        assert ("8-MD" not in board.piles()) == hidden
        assert "8" in board.piles()


def test_the_journal_tells_a_skip_by_its_number() -> None:
    table = table_of("greedy,random,greedy", seed=5)
    skips = [
        line for line in run(table, lambda question: "", "en")[1].splitlines() if "skip" in line
    ]
    assert len(skips) > 20
    assert not any(CARD.search(line) for line in skips)


@pytest.mark.parametrize("seed", range(3))
def test_long_hands_and_full_tables_fit(seed: int) -> None:
    """Random play to the end; every board and menu within 80 columns, in both languages."""
    table = table_of("you" + ",random" * 5, seed=seed)
    turn = 0
    while not table.over:
        legal = table.legal()
        if turn % 7 == 0:
            for language in ("en", "fr"):
                screen(table, table.turn, language)
                menu = menu_of(table, language)
                assert sorted(menu.actions) == sorted(legal.tolist())
                drawn = menu.draw(80).plain
                assert all(len(line) <= 80 for line in drawn.splitlines())
        table.play(table.turn, int(legal[(turn * 5) % len(legal)]))
        turn += 1
    assert screen(table, NOBODY)


# Words at the prompt ------------------------------------------------------------------------------
def test_a_number_finds_its_card() -> None:
    table = table_at(POSITION)
    menu = menu_of(table)
    typed = Prompt(table.words, BOARD.ALIASES, (), "en")
    assert table.words.describe(typed.read("skip 4", menu.actions).action) == "skip with 4-K"
    assert table.words.describe(typed.read("trip 2", menu.actions).action) == "trip player 2"
    with pytest.raises(Never, match="ST-22"):
        typed.read("draw a card", menu.actions)
    with pytest.raises(Refused, match="ST-08"):
        table.play(1, table.words.parse("pass"))


def test_cards_are_named_by_the_symbols_of_the_table() -> None:
    table = table_of("you,greedy", ("symbol_set=quartet",))
    said = {table.words.describe(int(action)) for action in table.legal()}
    assert all(card in screen(table, table.turn) for text in said for card in CARD.findall(text))
    assert "bolt" not in screen(table, 0)
