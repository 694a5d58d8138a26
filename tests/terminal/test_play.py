"""`skipyard play`: whole games, wrong input, leaving and resuming."""

from __future__ import annotations

import contextlib
import io
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from skipyard import __main__
from skipyard.table.files import autosave, save

Play = Callable[..., tuple[int, str]]
COMMAND = [sys.executable, "-m", "skipyard"]


@pytest.fixture
def home(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A user without saves, at a plain terminal of 80 columns."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def play(
    home: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    """Play with these lines as input; the exit status and the output."""

    def run(*args: str, typed: str = "", language: str = "en") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = __main__.main(["--lang", language, "play", *args])
        said = capsys.readouterr()
        text = said.out + said.err
        assert "Traceback" not in text
        for line in said.out.splitlines():
            assert len(line) <= 80, line
        return status, text

    return run


DISCARD = r"discard \S+ on discard 1"
SHORT = ("skipbo", "--seats", "you,bot,bot", "--set", "stock=3", "--seed", "7")


def first_move(text: str, pattern: str) -> str:
    """The first move in a menu that matches a pattern."""
    menu = text[text.rindex("needs") :]
    match = re.search(r"\d (" + pattern + ")", menu)
    assert match, menu
    return match[1]


# Whole games --------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["skipbo", "skipbo_mod"])
def test_a_whole_game_by_numbers(play: Play, name: str, language: str) -> None:
    args = (name, "--seats", "you,random,bot", "--set", "stock=2", "--seed", "5")
    status, text = play(*args, typed="1\n" * 2000, language=language)
    assert status == 0
    assert ("wins the game" if language == "en" else "la partie") in text or "You win" in text
    assert ("round" if language == "en" else "manche") not in text[-300:]
    assert not autosave.path().exists()


def test_a_match_asks_before_each_round(play: Play) -> None:
    args = ("skipbo", "--set", "stock=1", "--set", "match=on", "--set", "max_rounds=2")
    typed = ("1\n" * 40 + "\n") * 40
    status, text = play(*args, "--seed", "3", typed=typed)
    assert status == 0
    assert "Press Enter for the next round" in text
    assert "The cards of round 2 are dealt." in text
    assert re.search(r"the match (with|is a tie)", text) or "win the match" in text


def test_bots_play_among_themselves(play: Play) -> None:
    args = ("skipbo_mod", "--seats", "bot,random", "--set", "stock=2", "--seed", "1")
    status, text = play(*args, "--set", "match=on", "--set", "max_rounds=2")
    assert status == 0
    assert "The cards of round 2 are dealt." in text
    assert "Your move" not in text
    assert not autosave.path().exists()


def test_the_same_seed_gives_the_same_game(play: Play) -> None:
    first = play(*SHORT, typed="1\n" * 2000)
    assert play(*SHORT, typed="1\n" * 2000) == first


def test_words_choose_the_same_move_as_numbers(play: Play) -> None:
    move = first_move(play(*SHORT, typed="quit\n")[1], DISCARD)
    _, told = play(*SHORT, typed=f"{move}\n")
    assert re.search(r"You discard an? .* on your \w+ pile\.", told)
    partial = " ".join(word[:3] for word in move.split())
    _, told = play(*SHORT, typed=f"{partial}\n")
    assert re.search(r"You discard an? .* on your \w+ pile\.", told)


# At the prompt ------------------------------------------------------------------------------------
def test_wrong_words_get_a_sentence_and_lose_nothing(play: Play) -> None:
    typed = "dance\n99\n0\nplay 13 on pile 9\ndiscard the stock card on discard 1\ndraw a card\n"
    typed += "play the top of discard 4 on pile 4\nreferee: player 2 talked\nreferee: boo\n\x00\n"
    status, text = play(*SHORT, typed=typed)
    assert status == 0
    assert "No move you can make fits “dance”" in text
    assert text.count("Type a number from 1 to") == 2
    assert "A stock card is never discarded. (SB-25)" in text
    assert "(SB-31)" in text
    assert "Discard 4 has no card yet. (SB-30)" in text
    assert "This table has no referee. (SB-A30)" in text
    assert "No act of the referee fits" in text
    assert not any(entry.seat == 0 for entry in save.read(autosave.path()).log)


def test_several_moves_are_listed_with_their_numbers(play: Play) -> None:
    _, text = play(*SHORT, typed="discard\n")
    assert "“discard” could be any of these" in text
    assert re.search(r"^ +\d+ discard \S+ on discard 4$", text, re.M)


def test_commands(play: Play) -> None:
    status, text = play(*SHORT, typed="?\nhint\npiles\nrules SB-14\nrules\ntable\nsave\nquit\n")
    assert status == 0
    assert "skipyard play --resume" in text
    assert "Hint of search:500ms: " in text
    assert "SB-14 One step at a time." in text
    assert "SB-A54" in text
    assert "Write the name of a file" in text


def test_commands_in_french(play: Play) -> None:
    typed = "aide\nconseil\npiles\nregles SB-14\nrègles licorne\nannuler\nsauver\ndanser\nquitter\n"
    status, text = play(*SHORT, typed=typed, language="fr")
    assert status == 0
    for said in (
        "Tapez le numéro",
        "Conseil de search:500ms : ",
        "SB-14 ",
        "n’a rien pour",
        "Donnez le nom",
    ):
        assert said in text
    assert "Le dernier coup n’était pas le vôtre" in text
    assert "Aucun coup possible" in text
    assert "La partie est gardée" in text


def test_undo_takes_back_and_says_so(play: Play) -> None:
    move = first_move(play(*SHORT, typed="quit\n")[1], r"play \S+ from hand on pile \d")
    _, text = play(*SHORT, typed=f"undo\n{move}\nundo\nundo\nquit\n")
    assert "The last move is taken back." in text
    assert text.count("The last move was not yours") == 2
    assert save.read(autosave.path()).log[-1].seat != 0


def test_the_referee_at_the_keyboard(play: Play) -> None:
    typed = "?\nreferee: player 2 drew 3 too many\nundo\nreferee player\nquit\n"
    _, text = play(*SHORT, "--set", "referee=on", typed=typed)
    assert "The referee penalises Player 2 (greedy) for drawing 3 cards too many." in text
    assert "The last move is taken back." in text
    assert "type more words" in text


# Leaving and coming back --------------------------------------------------------------------------
@pytest.mark.parametrize("typed", ["1\n", "1\nquit\n"])
def test_leaving_keeps_the_game_and_resume_goes_on(play: Play, typed: str) -> None:
    whole = play(*SHORT, typed="1\n" * 2000)[1]
    status, text = play(*SHORT, typed=typed)
    assert status == 0
    assert "The game is kept" in text
    assert len(save.read(autosave.path()).log) > 1
    status, text = play("--resume", typed="1\n" * 2000)
    assert status == 0
    assert text.splitlines()[-4:] == whole.splitlines()[-4:]
    assert not autosave.path().exists()


def test_a_file_can_be_saved_and_resumed(play: Play, home: pathlib.Path) -> None:
    _, text = play(*SHORT, typed="1\nsave my game.json\nquit\n")
    path = home / "my game.json"
    assert f"Saved to {path}.".replace(" ", "") in "".join(text.split())
    raw = path.read_bytes()
    status, _ = play("--resume", str(path), typed="1\n" * 2000)
    assert status == 0
    assert path.read_bytes() == raw


def test_a_new_game_does_not_swallow_the_last_one(play: Play) -> None:
    play(*SHORT, typed="1\nquit\n")
    before = autosave.path().read_bytes()
    _, text = play(*SHORT[:-1], "8", typed="1\nquit\n")
    assert "left unfinished before is kept in" in text.replace("\n", " ")
    assert (autosave.folder() / autosave.PREVIOUS).read_bytes() == before
    _, text = play("--resume", str(autosave.path()), typed="1\nquit\n")
    assert "left unfinished" not in text


def test_a_save_to_a_bad_place_is_a_sentence(play: Play, home: pathlib.Path) -> None:
    (home / "letter").write_text("Dear reader")
    status, text = play(*SHORT, typed="save letter\nsave no/where.json\nquit\n")
    assert status == 0
    assert "left alone" in text
    assert "could not be saved to no/where.json" in text
    assert (home / "letter").read_text() == "Dear reader"


def test_a_game_that_cannot_be_kept_says_so(
    play: Play, home: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "file"))
    (home / "file").write_text("")
    status, text = play(*SHORT, typed="1\n1\nquit\n")
    assert status == 1
    assert "could not be saved" in text
    assert "The game is kept" not in text


# Bad arguments ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("chess",), "no game “chess”"),
        (("skipbo", "--set", "speed=9"), "no option “speed”"),
        (("skipbo", "--set", "stock"), "NAME=VALUE"),
        (("skipbo", "--set", "stock=99"), "1 to 30"),
        (("skipbo", "--seats", "7"), "2 to 6 players (SB-02); you asked for 7"),
        (("skipbo", "--seats", "999999999"), "2 to 6 players"),
        (("skipbo", "--seats", "you"), "2 to 6 players"),
        (("skipbo", "--seats", "you,cat"), "you, bot, random, greedy, rules"),
        (("skipbo", "--seats", ""), "2 to 6 players"),
        (("skipbo", "--set", "teams=on"), "4 or 6 players"),
        (("skipbo", "--seed", "seven"), "seed is a whole number"),
        (("--resume",), "no unfinished game"),
        (("--resume", "nowhere.json"), "no save nowhere.json"),
        (("skipbo", "--resume", "x.json"), "leave out GAME"),
        (("--resume", "--seats", "3", "--seed", "1"), "leave out --seats, --seed"),
    ],
)
def test_bad_arguments_end_with_a_sentence(play: Play, args: tuple[str, ...], says: str) -> None:
    status, text = play(*args)
    assert status == 2
    assert says in text
    assert text.count("\n") == 1


def test_a_corrupt_save_is_not_resumed_and_not_harmed(play: Play) -> None:
    play(*SHORT, typed="1\nquit\n")
    raw = autosave.path().read_bytes()[:-40]
    autosave.path().write_bytes(raw)
    status, text = play("--resume", language="fr")
    assert status == 2
    assert "abîmée" in text
    assert autosave.path().read_bytes() == raw


def test_without_a_game_it_asks(play: Play) -> None:
    status, text = play("--seed", "1", typed="chess\n2\nquit\n")
    assert status == 0
    assert "1 Skip-Bo" in text
    assert "“chess” is not one of them" in text
    assert "Die: " in text
    assert play(typed="")[0] == 0


# Several people -----------------------------------------------------------------------------------
def test_people_take_turns_at_a_file(play: Play) -> None:
    args = ("skipbo", "--seats", "you,you", "--set", "stock=3", "--seed", "7")
    _, text = play(*args, typed="end\nd 2 1\n")
    assert "Player 2's turn" in text
    assert "Player 1's turn" in text
    assert "2 person" in text


def heed_interrupts() -> None:
    """Tests may run in the background, where interrupts are ignored, also by child processes."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Keyboard:
    """A program at a real pseudo-terminal: types text and reads the screen."""

    def __init__(self, *args: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "LINES": "24", **environment}
        self.process = subprocess.Popen(
            [*COMMAND, *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
            preexec_fn=heed_interrupts,
        )
        os.close(slave)
        self.text = ""

    def wait_for(self, said: str, seconds: float = 90) -> str:
        """The output since the last wait, up to some words."""
        end, since = time.monotonic() + seconds, len(self.text)
        while said not in self.text[since:]:
            ready, _, _ = select.select([self.master], [], [], end - time.monotonic())
            assert ready, self.text[since:]
            self.text += os.read(self.master, 65536).decode()
        return self.text[since:]

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def status(self) -> int:
        """The exit status, once the program has gone."""
        with contextlib.suppress(OSError):  # the other end is closed
            while os.read(self.master, 65536):
                pass
        return self.process.wait(30)

    def __enter__(self) -> Keyboard:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(30)
        os.close(self.master)


@pytest.mark.full
def test_a_hidden_hand_waits_for_its_owner(home: pathlib.Path) -> None:
    with Keyboard(
        "--lang", "en", "play", "skipbo", "--seats", "you,you", "--seed", "7", "--lines"
    ) as keyboard:
        before = keyboard.wait_for("press Enter")
        assert "Player 2" in before
        assert "Your hand" not in before
        keyboard.type("")
        mine = keyboard.wait_for("Player 2's move")
        assert "Your hand" in mine
        keyboard.type(first_move(re.sub(r"\x1b\[[0-9;]*[a-zA-Z]", "", mine), DISCARD))
        between = keyboard.wait_for("press Enter")
        assert "\x1b[2J" in between
        assert "\x1b[3J" in between
        assert "Your hand" not in between.split("\x1b[2J", 1)[1]
        keyboard.type("quit")
        assert keyboard.status() == 0
        assert autosave.path().exists()


@pytest.mark.full
def test_an_interrupt_leaves_cleanly_with_the_game_kept(home: pathlib.Path) -> None:
    with Keyboard("play", "--lines", *SHORT, "--lang", "en") as keyboard:
        keyboard.wait_for("for help): ")
        keyboard.type("1")
        keyboard.wait_for("for help): ")
        time.sleep(0.5)  # until the line is being waited for: nobody interrupts faster than that
        os.kill(keyboard.process.pid, signal.SIGINT)
        said = keyboard.wait_for("--resume")
        assert "Traceback" not in said
        assert keyboard.status() == 130
        assert any(entry.seat == 0 for entry in save.read(autosave.path()).log)


def test_an_interrupt_before_the_game_is_one_sentence(home: pathlib.Path) -> None:
    with Keyboard("play", "--lines", "--lang", "en") as keyboard:
        keyboard.wait_for("Which game?")
        time.sleep(0.5)  # until the line is being waited for
        os.kill(keyboard.process.pid, signal.SIGINT)
        said = keyboard.wait_for("Stopped before the end.")
        assert "Traceback" not in said
        assert keyboard.status() == 130
        assert not autosave.path().exists()


@pytest.mark.full
def test_an_interrupt_while_a_bot_thinks_keeps_the_game(home: pathlib.Path) -> None:
    with Keyboard(
        "play", "--lines", *SHORT[:1], "--seats", "search:2000000,you", "--lang", "en"
    ) as keyboard:
        keyboard.wait_for("\x1b[1A")  # the spinner is gone: the bot thinks for minutes
        time.sleep(1.5)  # until it does: the game is saved from its first move on
        os.kill(keyboard.process.pid, signal.SIGINT)
        said = keyboard.wait_for("--resume")
        assert "Traceback" not in said
        assert keyboard.status() == 130
        assert save.read(autosave.path()).seats[0] == "search:2000000"


@pytest.mark.full
@pytest.mark.full
def test_a_terminal_that_knows_no_letters_of_ours(home: pathlib.Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "TERM": "dumb"}
    done = subprocess.run(
        [*COMMAND, "--lang", "fr", "play", "--lines", *SHORT],
        input=b"\xff\xfe\n1\n",
        env=env,
        capture_output=True,
        check=True,
    )
    assert b"Traceback" not in done.stderr
    assert b"Votre coup" in done.stdout


@pytest.mark.full
def test_a_killed_game_loses_no_human_move(home: pathlib.Path) -> None:
    with Keyboard("play", "--lines", *SHORT, "--lang", "en") as keyboard:
        keyboard.wait_for("Your move")
        keyboard.type("1")
        keyboard.wait_for("Your move")
        keyboard.process.kill()
        assert any(entry.seat == 0 for entry in save.read(autosave.path()).log)
