"""Any program as a player: it is told what its seat sees, and loses if it breaks down."""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
import sys

import msgspec
import pytest

import skipyard as sy
from skipyard.__main__ import main
from skipyard.bots import is_bot, programs, read
from skipyard.cli import names_in
from skipyard.games import game
from skipyard.options import Refused
from skipyard.server.net import messages

EXAMPLES = pathlib.Path(__file__).parents[2] / "docs" / "examples"
GAME = "skip_or_trip"
PYTHON = f"exec:{sys.executable} "


def program(folder: pathlib.Path, code: str) -> str:
    file = folder / "program.py"
    file.write_text(f"import json, sys, time\nfor line in sys.stdin:\n    {code}\n")
    return f"{PYTHON}{file}"


def played(bot: str) -> sy.MatchResult:
    return sy.match(GAME, bot, "random", pairs=1, seed=1)


def test_the_python_example_plays() -> None:
    assert played(f"{PYTHON}{EXAMPLES / 'bot.py'}").forfeits == []


@pytest.mark.skipif(not shutil.which("node"), reason="no Node here")
def test_the_javascript_example_plays() -> None:
    assert played(f"exec:node {EXAMPLES / 'bot.js'}").forfeits == []


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler here")
def test_the_c_example_plays(tmp_path: pathlib.Path) -> None:
    built = tmp_path / "bot"
    subprocess.run(["cc", "-Wall", "-o", built, EXAMPLES / "bot.c"], check=True)
    assert played(f"exec:{built}").forfeits == []


@pytest.mark.parametrize("name", sy.GAMES)
def test_a_program_gets_the_message_of_a_server(name: str) -> None:
    view = sy.Table(name, seed=7).view()
    line = programs.shown(game(name), view.record, view.legal, "1", 1)
    assert msgspec.json.decode(line, type=messages.Shown).viewer == view.seat
    assert {path["action"] for path in json.loads(line)["scene"]["paths"]} == set(view.legal)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("sys.exit(3)", r"ended \(status 3\)"),
        ("print('hello', flush=True)", "answered “hello”"),
        ("print('[7]', flush=True)", r"answered “\[7\]”"),
        ("print(json.dumps({'action': 99999}), flush=True)", "action 99999, which is not legal"),
    ],
)
def test_a_program_that_breaks_down_loses(tmp_path: pathlib.Path, code: str, told: str) -> None:
    result = played(program(tmp_path, code))
    assert result.share.value == 0
    with pytest.raises(AssertionError, match=told):
        raise AssertionError(result.forfeits[0])


def test_a_silent_program_loses(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "START_MS", 0)
    silent = program(tmp_path, "time.sleep(60)").replace("exec:", "exec:50ms:")
    assert "no answer within 0.05 s" in played(silent).forfeits[0]


def test_a_command_that_is_none_is_refused() -> None:
    for name in ("exec:", "exec:   ", "exec:'", "exec:0s:cat", "exec:999999s:cat"):
        with pytest.raises(Refused, match="exec:COMMAND"):
            read(name, GAME)
    with pytest.raises(Refused, match="cannot be started"):
        played("exec:no-such-program-anywhere")


def test_files_and_requests_never_name_a_program() -> None:
    assert is_bot("search:200ms")
    assert not is_bot("exec:cat")
    assert not is_bot("os:abort")


FRENCH = [
    ("sys.exit(3)", "s’est terminé (état 3) au lieu de répondre"),
    ("print('bonjour', flush=True)", "a répondu « bonjour » ; une réponse est une ligne"),
    ("print(json.dumps({'action': 99999}), flush=True)", "l’action 99999, qui n’est pas permise"),
]


@pytest.mark.parametrize(("code", "told"), FRENCH)
def test_a_program_breaks_down_in_the_language_of_the_match(
    tmp_path: pathlib.Path, code: str, told: str
) -> None:
    bot = program(tmp_path, code)
    assert told in sy.match(GAME, bot, "random", pairs=1, seed=1, language="fr").forfeits[0]
    with pytest.raises(Refused, match="ne peut pas démarrer"):
        sy.match(GAME, "exec:no-such-program-anywhere", "random", pairs=1, language="fr")


@pytest.mark.parametrize("command", ["simulate", "match"])
@pytest.mark.parametrize(
    ("language", "told"), [("fr", "s’est terminé"), ("en", "ended (status 3)")]
)
def test_commands_tell_a_breakdown_in_their_language(
    tmp_path: pathlib.Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
    language: str,
    told: str,
) -> None:
    bot = program(tmp_path, "sys.exit(3)")
    words = {
        "simulate": ["--games", "2", "--bots", f"{bot},random"],
        "match": [bot, "random", "--pairs", "1", "--jobs", "1"],
    }
    assert main(["--lang", language, command, GAME, *words[command], "--seed", "1"]) == 0
    assert told in capsys.readouterr().out


def test_a_free_program_answers_in_the_next_matchs_language(tmp_path: pathlib.Path) -> None:
    """A program that was kept from an English match breaks down in a French one."""
    first = "json.loads(line)['scene']['paths'][0]['action']"
    bot = program(tmp_path, f"print(json.dumps({{'action': {first}}}), flush=True)")
    assert played(bot).forfeits == []
    (kept,) = programs.POOL.free[bot][:1]
    assert kept.language == "en"
    seated = programs.ProgramBot(bot, GAME, 1, "fr")
    assert seated.program is not None
    assert seated.program.language == "fr"
    seated.close()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("greedy, rules", ["greedy", "rules"]),
        ("exec:bot --try 'a,b',rules", ["exec:bot --try 'a,b'", "rules"]),
        ('rules,exec:bot "a,b" c', ["rules", 'exec:bot "a,b" c']),
        ("exec:bot 'a,b',exec:bot \"it's,\"", ["exec:bot 'a,b'", 'exec:bot "it\'s,"']),
        ("policy:it's.npz,rules", ["policy:it's.npz", "rules"]),
        ("exec:bot 'a,b", ["exec:bot 'a,b"]),
    ],
)
def test_commas_in_quotes_belong_to_a_command(text: str, names: list[str]) -> None:
    assert names_in(text) == names


def test_a_program_gets_arguments_with_commas(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = program(tmp_path, "sys.exit(3 if sys.argv[1:] == ['a,b'] else 4)")
    asked = ["simulate", GAME, "--games", "1", "--bots"]
    assert main([*asked, f"{bot} 'a,b',random"]) == 0
    assert "ended (status 3)" in capsys.readouterr().out
    assert main([*asked, f"{bot} a,b,random"]) == 2
    assert "Inside exec:… put what has a comma in quotes." in capsys.readouterr().err


def test_simulate_takes_programs(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = f"{program(tmp_path, 'sys.exit(3)')},random"
    assert main(["simulate", GAME, "--games", "2", "--bots", bots, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["forfeits"] == 2
    assert report["sides"][0]["wins"] == 0


BOTS = """
class First:
    def choose(self, view):
        return view.legal[0]

class Words(First):
    def choose(self, view):
        return view.legal[-1].words

class Raw:
    def __init__(self, game, seed):
        pass
    def choose(self, view, legal):
        return legal[0]

class Broken:
    def choose(self, view):
        raise RuntimeError("no idea")

class Peeks:
    def choose(self, view):
        assert not hasattr(view, "state")
        return view.legal[0]
"""


def test_classes_of_modules_play(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("First", "Words", "Raw", "Peeks"):
        assert played(f"own_bots:{name}").forfeits == []
    assert "RuntimeError: no idea" in played("own_bots:Broken").forfeits[0]
    with pytest.raises(Refused, match="cannot be seated"):
        played("own_bots:Missing")
    with pytest.raises(Refused, match="cannot be seated"):
        played("no_such_module:Bot")


@pytest.mark.parametrize("text", ["search:soon", "search:x", "greedy:fast", "level2:slow"])
def test_our_own_names_are_no_modules(text: str) -> None:
    """A wrong budget is refused before anything is played, not taken for a module's class."""
    with pytest.raises(Refused, match=text):
        read(text, GAME)
