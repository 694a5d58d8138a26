"""Parts of the terminal: seats and seeds, the prompt, the menu, the screen."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from rich.console import Console

from skipyard import __main__
from skipyard.core import NOBODY, key_from
from skipyard.games import GAMES, Game, game
from skipyard.options import Never, Refused, read_settings
from skipyard.table.table import Table, referee_actions
from skipyard.terminal import boards, prompt, setup
from skipyard.terminal.boards.skipbo import Board
from skipyard.terminal.lookup import look_up
from skipyard.terminal.menu import Menu
from skipyard.terminal.prompt import ParsedLine, Prompt
from skipyard.terminal.sentences import sentences

POSITION = """
seats: 2
turn: 1
piles: 4 W4 | 0 | 11 | 2
hand 1: W 1 3 10 12
stock 1: 5 of 12
stock 2: W of 7
discards 1: 3 4 | 12 | - | -
discards 2: 1 W | - | - | -
"""


def table_at(text: str, name: str = "skipbo") -> Table:
    """A table in a given position."""
    g = game(name)
    chosen = read_settings(g.options.OPTIONS, [], g.title)
    state = g.position.read(text)
    table = Table(g, ("you",) + ("greedy",) * (int(state.seats) - 1), chosen, bytes(32))
    table.state = state
    return table


def menu_of(table: Table, language: str = "en") -> Menu:
    board, view = boards.of(table.game.name), table.view(table.turn)
    return Menu(board, table.words, view, table.legal(), language)


def prompt_of(g: Game, language: str) -> Prompt:
    board = boards.of(g.name)
    return Prompt(g.words.WORDS, board.ALIASES, sorted(referee_actions(g)), language)


def drawn(thing: Any, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, no_color=True)
    console.print(thing)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# Setting up ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("2", ("you", "greedy")),
        ("3", ("you", "greedy", "greedy")),
        ("you,bot", ("you", "greedy")),
        (" You , random,greedy", ("you", "random", "greedy")),
        ("you,you", ("you", "you")),
    ],
)
def test_seats_are_a_number_or_a_list(text: str, seats: tuple[str, ...]) -> None:
    assert setup.read_seats(text) == seats
    assert setup.count_seats(text) == len(seats)


@pytest.mark.parametrize("text", ["", "me", "you,", "you bot", "2.5", "-1", "٣", "you,cat"])
def test_other_seats_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="Seats are a number"):
        setup.read_seats(text)


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "٣", "9" * 31])
def test_a_seed_is_a_whole_number(text: str) -> None:
    assert setup.read_seed(None) is None
    assert setup.read_seed("7") == 7
    with pytest.raises(Refused, match="seed is a whole number"):
        setup.read_seed(text)


def test_every_sentence_is_there_in_both_languages() -> None:
    assert sentences().missing() == []
    for name in GAMES:
        assert "about.game" in game(name).options.sentences().entries


# The list of games --------------------------------------------------------------------------------
def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main(["games"]) == 0
    out = capsys.readouterr().out
    assert "Skip-Bo MOD" in out
    assert "2 to 6 players" in out
    assert __main__.main(["games", "--json"]) == 0
    assert [each["name"] for each in json.loads(capsys.readouterr().out)] == list(GAMES)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_options_are_listed(name: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main(["games", name, "--lang", language]) == 0
    out = capsys.readouterr().out
    assert __main__.main(["games", name, "--json", "--lang", language]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in facts["options"]] == [
        o.name for o in game(name).options.OPTIONS
    ]
    for option in facts["options"]:
        assert option["name"] in out
        assert option["rule"] in out
        assert option["help"]
    assert max(map(len, out.splitlines())) <= 80


def test_listing_games_wakes_no_compiler() -> None:
    code = (
        "import sys; from skipyard.__main__ import main; main(['games', 'skipbo_mod']);"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_wrong_settings_wake_no_compiler() -> None:
    code = (
        "import sys; from skipyard.__main__ import main;"
        "assert main(['play', 'skipbo', '--set', 'stock=99']) == 2;"
        "assert main(['play', 'skipbo', '--seats', '7']) == 2;"
        "assert main(['play', 'skipbo', '--seed', 'x']) == 2;"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


# Words at the prompt ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("play the stock card on pile 1", "play the stock card on pile 1"),
        ("  PLAY  the Stock card on pile 1. ", "play the stock card on pile 1"),
        ("stock 1", "play the stock card on pile 1"),
        ("pl st", "play the stock card on pile 1"),
        ("dis 10 3", "discard 10 on discard 3"),
        ("d 1 1", "discard 1 on discard 1"),
        ("discard w 4", "discard Skip-Bo on discard 4"),
        ("play skip 2", "play Skip-Bo from hand on pile 2"),
        ("p 12 hand", "play 12 from hand on pile 3"),
        ("top 2", "play the top of discard 2 on pile 3"),
    ],
)
def test_words_and_parts_of_words(text: str, means: str) -> None:
    table = table_at(POSITION)
    parsed = prompt_of(table.game, "en").read(text, menu_of(table).actions)
    assert parsed.action != -1, parsed
    assert table.words.describe(parsed.action) == means


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("defausser 10 sur la defausse 3", "défausser 10 sur la défausse 3"),
        ("déf w 4", "défausser Skip-Bo sur la défausse 4"),
        ("jou carte stock", "jouer la carte du stock sur la pile 1"),
    ],
)
def test_french_words_need_no_accents(text: str, means: str) -> None:
    table = table_at(POSITION)
    parsed = prompt_of(table.game, "fr").read(text, menu_of(table, "fr").actions)
    assert table.words.describe(parsed.action, "fr") == means


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_move_in_full_words_means_itself(name: str, language: str) -> None:
    words = game(name).words.WORDS
    typed = prompt_of(game(name), language)
    for action in range(len(words.actions)):
        assert typed.read(words.describe(action, language), ()).action == action


def test_numbers_choose_from_the_menu() -> None:
    table = table_at(POSITION)
    menu = menu_of(table)
    typed = prompt_of(table.game, "en")
    for number, action in enumerate(menu.actions, 1):
        assert typed.read(f" {number} ", menu.actions) == ParsedLine(action=action)
    for text in ("0", str(len(menu.actions) + 1), "9" * 5000, "٣٣"):
        with pytest.raises(Refused, match="Type a number from 1 to"):
            typed.read(text, menu.actions)


def test_several_moves_and_none() -> None:
    table = table_at(POSITION)
    menu, typed = menu_of(table), prompt_of(table.game, "en")
    several = typed.read("discard 3", menu.actions).several
    assert table.words.parse("discard 3 on discard 1") in several
    assert len(several) > 1
    for text in ("dance", "play 13 on pile 1", "?!", "discard stock"):
        with pytest.raises(Refused, match="No move you can make"):
            typed.read(text, menu.actions)


def test_forbidden_and_illegal_moves_name_their_rule() -> None:
    table = table_at(POSITION)
    menu, typed = menu_of(table), prompt_of(table.game, "en")
    with pytest.raises(Never, match="SB-25"):
        typed.read("discard the stock card on discard 1", menu.actions)
    for text in ("play 10 from hand on pile 2", "play 10 2"):
        with pytest.raises(Refused, match="SB-13"):
            table.play(0, typed.read(text, menu.actions).action)


def test_the_die_does_not_stand_in_the_way_of_plain_words() -> None:
    table = table_at(POSITION + "die: Discard 2, 2 left\n", "skipbo_mod")
    parsed = prompt_of(table.game, "en").read("dis 10 3", menu_of(table).actions)
    assert table.words.describe(parsed.action) == "discard 10 on discard 3"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_commands_have_names_in_both_languages(language: str) -> None:
    typed = prompt_of(game("skipbo"), language)
    for name in sentences().group("command"):
        for text in (name, sentences().say(language, f"command.{name}").upper()):
            assert typed.read(f" {text} ", ()).command == name
    assert typed.read("?", ()).command == prompt.HELP
    assert typed.read("save  my file.json", ()) == ParsedLine(
        command=prompt.SAVE, rest="my file.json"
    )


def test_the_referee_is_understood() -> None:
    typed = prompt_of(game("skipbo"), "en")
    parsed = typed.read("Referee: player 2 talked", ())
    assert parsed.by_referee
    assert typed.read("ref 2 talk", ()) == parsed
    assert len(typed.read("referee player 2 drew", ()).several) == 5
    with pytest.raises(Refused, match="No act of the referee"):
        typed.read("referee: player 2 yawned", ())


# The menu and the screen --------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["skipbo", "skipbo_mod"])
def test_the_menu_numbers_every_legal_move_within_80_columns(name: str, language: str) -> None:
    table = table_at(POSITION, name)
    menu = menu_of(table, language)
    assert sorted(menu.actions) == sorted(table.legal().tolist())
    text = drawn(menu.draw(80))
    assert max(map(len, text.splitlines())) <= 80
    for number in range(1, len(menu.actions) + 1):
        assert f" {number} " in text
    assert "Skip-Bo" in text


def test_the_menu_begins_with_the_race_and_names_open_cards() -> None:
    text = drawn(menu_of(table_at(POSITION)).draw(80))
    assert "1 play the stock card on pile 1 [5]" in text.splitlines()[0]
    assert "play the top of discard 2 on pile 3 [12]" in text


def screen_of(table: Table, seat: int, width: int = 80, language: str = "en") -> Board:
    console = Console(file=io.StringIO(), width=width, no_color=True)
    return Board(console, table.game, table.view(seat), table.seats, language)


def test_the_screen_shows_the_table() -> None:
    text = drawn(screen_of(table_at(POSITION), 0).draw())
    assert "W=4" in text
    assert text.split("needs")[1].split("\n")[0].split() == ["5", "1", "12", "3"]
    assert "> 1 you" in text
    assert "4 (2)" in text
    assert "Your hand:   W   1   3   10   12" in text


def test_the_screen_hides_other_hands() -> None:
    table = table_at(POSITION.replace("hand 1: W 1 3 10 12", "hand 1: 7 7 7 7 7"))
    for seat in (1, NOBODY):
        text = drawn(screen_of(table, seat).draw())
        assert "7   7" not in text


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("width", "longest"), [(80, 80), (120, 120)])
def test_the_largest_table_fits(language: str, width: int, longest: int) -> None:
    g = game("skipbo_mod")
    settings = ["teams=on", "short_game=on", "match=on"]
    chosen = read_settings(g.options.OPTIONS, settings, g.title)
    table = Table(g, ("you",) * 5 + ("random",), chosen, key_from(3).tobytes())
    for seat in range(6):
        table.state.no_draw[seat] = 1
    text = drawn(screen_of(table, 2, width, language).draw(12, (475,) * 6), width)
    assert max(map(len, text.splitlines())) <= longest
    assert "…" not in text
    assert text.count("475") == 6


def test_piles_are_shown_as_far_as_the_table_allows() -> None:
    table = table_at(POSITION)
    assert "Player 1, discard 1: 3 4" in screen_of(table, 0).piles()
    table.state.show_discards = 1
    assert "Player 1, discard 1: ? 4" in screen_of(table, 0).piles()
    empty = table_at("seats: 2")
    assert screen_of(empty, 0).piles() == "Nobody has discarded yet."


def test_a_plain_terminal_gets_plain_bars() -> None:
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="strict")
    console = Console(file=file, width=80)
    table = table_at(POSITION)
    bar = Board(console, table.game, table.view(0), table.seats, "en").bar(12)
    assert set(bar.plain) <= {"#", "."}


def test_rules_are_looked_up() -> None:
    mod = game("skipbo_mod")
    assert look_up(mod, "mod-18", "en").startswith("MOD-18 ")
    assert look_up(mod, "SB-A14", "fr").startswith("SB-A14 ")
    assert look_up(game("skipbo"), "defausse", "fr").count("\n") > 2
    assert "MOD-60" in look_up(mod, "", "en")
    with pytest.raises(Refused, match="nothing for “castling”"):
        look_up(mod, "castling", "en")
