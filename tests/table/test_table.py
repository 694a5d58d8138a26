"""Tables and saves: the log decides, a refusal changes nothing, a bad save gets a sentence."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Callable
from typing import Any

import pytest

from skipyard.bots import seat_bot
from skipyard.core import NOBODY, key_from
from skipyard.games import game
from skipyard.options import Refused, read_settings
from skipyard.table import sentences
from skipyard.table.files import autosave, save
from skipyard.table.table import DEALER, REFEREE, LoggedAction, Table

KEY = key_from(7).astype("<u4").tobytes()


def deal(name: str = "skipbo", *settings: str, seats: int = 2, key: bytes = KEY) -> Table:
    g = game(name)
    chosen = read_settings(g.options.OPTIONS, settings, g.title)
    g.options.check(seats, chosen)
    return Table(g, ("you",) + ("greedy",) * (seats - 1), chosen, key)


def play_on(table: Table, moves: int = 10_000, bot: str = "greedy") -> None:
    """Let bots play a while, rounds included."""
    bots = [seat_bot(table.game.name, bot, seat) for seat in range(len(table.seats))]
    for _ in range(moves):
        if table.over:
            return
        if table.waiting:
            table.next_round()
        else:
            seat = table.turn
            table.play(seat, bots[seat].choose(table.view(seat), table.legal()))


def find(table: Table, words: str) -> int:
    return int(table.words.parse(words))


# The log ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["skipbo", "skipbo_mod"])
def test_refolding_gives_the_same_bytes(name: str) -> None:
    table = deal(name, "stock=5", "match=on", "max_rounds=3", seats=3)
    play_on(table)
    before, totals = table.state.tobytes(), table.match.totals
    table.refold()
    assert table.state.tobytes() == before
    assert table.match.totals == totals


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 128, 150, 199, 200])
def test_keeping_a_part_of_the_log_is_folding_that_part(length: int) -> None:
    table = deal("skipbo", "stock=5", "match=on", seats=3)
    play_on(table, 200)
    assert len(table.log) == 200
    assert len({entry.seat == DEALER for entry in table.log}) == 2
    whole, kept = table.copy(), table.copy()
    kept.truncate(length)
    table.refold(table.log[:length])
    for one, other in ((kept, table), (whole, whole.copy())):
        assert one.state.tobytes() == other.state.tobytes()
        assert (one.log, one.match, one.round) == (other.log, other.match, other.round)
        assert one.before == other.before
    kept.fold(whole.log[length:])
    assert kept.state.tobytes() == whole.state.tobytes()
    assert [snapshot.length for snapshot in kept.snapshots] == [64, 128, 192]


def test_the_same_key_deals_the_same_table() -> None:
    assert deal().state.tobytes() == deal().state.tobytes()
    assert deal().state.tobytes() != deal(key=bytes(32)).state.tobytes()


def test_a_move_is_logged_with_its_seat() -> None:
    table = deal()
    seat, action = table.turn, int(table.legal()[0])
    table.play(seat, action)
    assert table.log == [LoggedAction(seat, action)]


@pytest.mark.parametrize(
    ("seat", "action", "says"),
    [
        (2, 0, "no player 3"),
        (NOBODY, 0, "no player 0"),
        (0, 96, "player 2's turn, not player 1's (SB-51)"),
        (1, -1, "moves 0 to 192"),
        (1, 10_000, "no move number 10000"),
        (1, 145, "Only the referee"),
        (REFEREE, 0, "plays no cards"),
        (REFEREE, 151, "no referee. (SB-A30)"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(seat: int, action: int, says: str) -> None:
    table = deal()
    before = table.state.tobytes()
    with pytest.raises(Refused, match=r"\S") as refusal:
        table.play(seat, action)
    assert says in str(refusal.value), refusal.value
    assert table.state.tobytes() == before
    assert table.log == []


def test_every_illegal_move_is_refused_with_a_rule() -> None:
    table = deal("skipbo_mod", "stock=5", seats=3)
    play_on(table, 20)
    legal, before = set(table.legal().tolist()), table.state.tobytes()
    for action in range(len(table.rules.ACTIONS)):
        if action not in legal:
            for language in ("en", "fr"):
                with pytest.raises(Refused, match=r"\((SB|MOD)-A?\d+\)"):
                    table.play(table.turn, action, language)
    assert table.state.tobytes() == before


# Undo ---------------------------------------------------------------------------------------------
def first_plain_build(table: Table) -> int:
    """A move from a hand of several cards, so that nothing is drawn."""
    for action in table.legal():
        if table.words.describe(action).startswith("play") and "hand" in table.words.describe(
            action
        ):
            return int(action)
    raise AssertionError("no build")


def test_undo_takes_back_a_move_that_turned_nothing_up() -> None:
    table = deal()
    before = table.state.tobytes()
    seat = table.turn
    table.play(seat, first_plain_build(table))
    table.undo(seat)
    assert table.state.tobytes() == before
    assert table.log == []


def test_undo_needs_a_move() -> None:
    with pytest.raises(Refused, match="nothing to undo"):
        deal().undo(0)


def test_undo_never_crosses_another_players_move() -> None:
    table = deal()
    seat = table.turn
    table.play(seat, first_plain_build(table))
    with pytest.raises(Refused, match="not yours"):
        table.undo(1 - seat)


def test_undo_never_goes_past_a_turn_or_a_card_turned_up() -> None:
    """Over all moves of a game, an undo leaves no trace or is refused."""
    table = deal("skipbo_mod", "stock=4", seats=3)
    bots = [seat_bot("skipbo_mod", "greedy", seat) for seat in range(3)]
    undone = refused = 0
    while True:
        seat, before = table.turn, table.state.tobytes()
        reveals = int(table.state.reveals)
        action = bots[seat].choose(table.view(seat), table.legal())
        table.play(seat, action)
        if table.over:
            break
        after = table.state.tobytes()
        hidden = table.state.reveals == reveals and table.turn == seat
        if hidden:
            table.undo(seat)
            assert table.state.tobytes() == before
            table.play(seat, action)
            undone += 1
        else:
            with pytest.raises(Refused, match="cannot be undone"):
                table.undo(seat)
            refused += 1
        assert table.state.tobytes() == after
    with pytest.raises(Refused, match="over"):
        table.undo(seat)
    assert undone > 5
    assert refused > 5


def test_the_referee_acts_and_takes_back() -> None:
    table = deal("skipbo", "referee=on")
    before = table.state.tobytes()
    act = find(table, f"referee: player {2 - table.turn} played out of turn and was noticed")
    table.play(REFEREE, act)
    assert table.log == [LoggedAction(REFEREE, act)]
    with pytest.raises(Refused, match="not yours"):
        table.undo(table.turn)
    table.undo(REFEREE)
    assert table.state.tobytes() == before


def at_position(text: str) -> Table:
    """A table in any position, even one that play cannot reach."""
    table = deal("skipbo", "referee=on", "penalty_place=shuffle", "on_block=recycle_discards")
    table.state = table.game.position.read(text)
    return table


def test_a_penalty_without_a_card_shuffles_nothing_and_can_be_taken_back() -> None:
    """SB-A57"""
    table = at_position(
        "options: referee=true, penalty_place=shuffle\nhand 1: 9\n"
        "stock 2: 7 of 8\nunder 2: 1 2 3 4 5 6 8\ndraw: none\n"
    )
    before = table.state.tobytes()
    table.play(REFEREE, find(table, "referee: player 2 drew 3 too many"))
    assert table.state.tobytes() == before
    table.check_undo(REFEREE)


def test_a_penalty_that_was_shuffled_in_cannot_be_taken_back() -> None:
    table = at_position(
        "options: referee=true, penalty_place=shuffle\nhand 1: 9\n"
        "stock 2: 7 of 8\nunder 2: 1 2 3 4 5 6 8\ndraw: 10\n"
    )
    table.play(REFEREE, find(table, "referee: player 2 drew 3 too many"))
    with pytest.raises(Refused, match="turned up"):
        table.check_undo(REFEREE)


def test_a_block_without_a_discard_on_the_table_turns_nothing_up() -> None:
    """SB-A56"""
    table = at_position(
        "options: on_block=recycle_discards, discard_wild=false, wild_on_wild=false\n"
        "piles: 1 W1 | 1 W1 | 1 W1 | 1 W1\nhand 1: W W W W W\nhand 2: W W W W W\npasses: 1\n"
    )
    assert table.state.fresh
    reveals = int(table.state.reveals)
    table.play(0, find(table, "end the turn"))
    assert (int(table.state.revived), int(table.state.reveals)) == (1, reveals)
    assert table.state.fresh


def test_the_referee_cannot_take_back_a_turn_that_passed() -> None:
    table = deal("skipbo", "referee=on", seats=3)
    other = (table.turn + 1) % 3
    table.play(
        REFEREE, find(table, f"referee: player {other + 1} played out of turn and it stands")
    )
    with pytest.raises(Refused, match="passed on"):
        table.undo(REFEREE)


# Matches ------------------------------------------------------------------------------------------
def test_a_finished_round_waits_for_the_next_deal() -> None:
    table = deal("skipbo", "stock=2", "match=on", "max_rounds=2")
    with pytest.raises(Refused, match="No round is waiting"):
        table.next_round()
    while not table.round_over:
        play_on(table, 1)
    assert table.waiting
    assert not table.over
    assert len(table.legal()) == 0
    with pytest.raises(Refused, match="round is over"):
        table.play(table.turn, 0)
    dealt_by = int(table.state.dealt_by)
    table.next_round()
    assert table.log[-1] == LoggedAction(DEALER, 2)
    assert table.state.dealt_by == (dealt_by + 1) % 2
    assert table.round == 2
    play_on(table)
    assert table.over
    assert not table.waiting
    assert len(table.match.rounds) == 2
    with pytest.raises(Refused, match="No round is waiting"):
        table.next_round()


def test_rounds_of_a_match_are_dealt_differently() -> None:
    table = deal("skipbo", "stock=2", "match=on")
    first = table.view(NOBODY).stock_top.tolist()
    while not table.round_over:
        play_on(table, 1)
    table.next_round()
    assert (table.state.stream, table.state.stock_left[0]) == (1, 2)
    assert table.state.tobytes() != deal("skipbo", "stock=2", "match=on").state.tobytes()
    assert len(first) == 6


def test_a_single_round_has_points_and_no_match() -> None:
    table = deal("skipbo", "stock=2")
    play_on(table)
    assert table.over
    assert table.match is None
    assert max(table.points) >= 25


# Saves --------------------------------------------------------------------------------------------
@pytest.fixture
def saved(tmp_path: pathlib.Path) -> tuple[Table, pathlib.Path]:
    table = deal("skipbo_mod", "stock=3", "match=on", "max_rounds=3", "referee=on", seats=3)
    play_on(table, 5)
    player = table.turn + 1
    table.play(REFEREE, find(table, f"referee: player {player} drew 2 too many"))
    while len(table.match.rounds) < 1 or table.waiting:
        play_on(table, 1)
    play_on(table, 4)
    return table, save.write(table, tmp_path / "game.json")


def test_a_save_comes_back_the_same(saved: tuple[Table, pathlib.Path]) -> None:
    table, path = saved
    again = save.read(path)
    assert again.state.tobytes() == table.state.tobytes()
    assert (again.log, again.seats, again.key) == (table.log, table.seats, table.key)
    assert (again.chosen, again.match, again.round) == (table.chosen, table.match, table.round)
    assert save.dumps(again) == path.read_text("utf-8")


def test_a_save_of_a_finished_and_of_a_fresh_game_comes_back(tmp_path: pathlib.Path) -> None:
    for moves in (0, 10_000):
        table = deal("skipbo", "stock=3", "deck=28,12,12,12,12,12,12,12,12,12,12,12,12")
        play_on(table, moves)
        again = save.read(save.write(table, tmp_path / "game.json"))
        assert again.state.tobytes() == table.state.tobytes()


def change(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda content: content.update({name: value})


def change_move(n: int, part: int, value: object) -> Callable[[dict[str, Any]], None]:
    def edit(content: dict[str, Any]) -> None:
        content["actions"][n][part] = value

    return edit


def illegal(content: dict[str, Any]) -> None:
    seat = content["actions"][0][0]
    content["actions"].insert(0, [seat, 192, "end the turn"])


CORRUPTIONS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "no format": (lambda c: c.pop("format"), "skipyard-save/2 is needed"),
    "other format": (change("format", "skipyard-save/3"), '"skipyard-save/3"'),
    "format a number": (change("format", 1), "its format is 1"),
    "no key": (lambda c: c.pop("key"), "lacks “key”"),
    "no actions": (lambda c: c.pop("actions"), "lacks “actions”"),
    "extra field": (change("cheat", True), "“cheat”"),
    "game unknown": (change("game", "chess"), '"chess"'),
    "game a list": (change("game", ["skipbo"]), "“game” holds"),
    "version newer": (change("rules", 99), "version 99"),
    "version a truth": (change("rules", True), "“rules” holds true"),
    "version text": (change("rules", "1"), "“rules” holds"),
    "seat kind": (change("seats", ["you", "ghost", "greedy"]), '"ghost"'),
    "seat kind a list": (change("seats", ["you", ["x"], "greedy"]), '["x"]'),
    "seats too many": (change("seats", ["you"] * 9), "2 to 4 players"),
    "seats none": (change("seats", []), "2 to 4 players"),
    "option unknown": (change("settings", ["speed=9"]), "no option “speed”"),
    "option value": (change("settings", ["stock_size=99"]), "1 to 30"),
    "option form": (change("settings", ["stock_size"]), "NAME=VALUE"),
    "option a number": (change("settings", [3]), "“settings” holds 3"),
    "settings text": (change("settings", "match=true"), "“settings” holds"),
    "other settings": (change("settings", ["stock_size=9"]), "damaged"),
    "key short": (change("key", "ab"), "“key” holds"),
    "key not hex": (change("key", "z" * 64), "“key” holds"),
    "key other": (change("key", "0" * 64), "damaged"),
    "move not a list": (lambda c: c["actions"].insert(0, "pass"), "move 1 is"),
    "move too short": (lambda c: c["actions"][0].pop(), "move 1 is"),
    "move seat text": (change_move(0, 0, "1"), "move 1 is"),
    "move seat nobody": (change_move(0, 0, NOBODY), "move 1 is"),
    "move seat far": (change_move(0, 0, 5), "no player 6"),
    "move seat wrong": (change_move(0, 0, 0), "turn"),
    "move out of range": (change_move(0, 1, 9999), "no move number 9999"),
    "move below zero": (change_move(0, 1, -1), "no move number -1"),
    "move half": (change_move(0, 1, 1.5), "move 1 is"),
    "move illegal": (illegal, "at move 1"),
    "move words": (change_move(0, 2, "win the game"), "win the game"),
    "deal too early": (lambda c: c["actions"].insert(0, [-3, 2, "deal round 2"]), "No round"),
    "deal of no round": (lambda c: c["actions"].insert(0, [-3, 9, "deal round 9"]), "move 1 is"),
    "last move gone": (lambda c: c["actions"].pop(), "another table"),
    "digest other": (change("digest", "0" * 64), "another table"),
    "digest not hex": (change("digest", "x"), "“digest” holds"),
}


def test_a_save_of_the_older_format_is_read(saved: tuple[Table, pathlib.Path]) -> None:
    """Its digest was of the state in memory, which looks different today; its moves do not."""
    table, path = saved
    content = json.loads(path.read_text("utf-8"))
    content |= {"format": "skipyard-save/1", "digest": "0" * 64}
    path.write_text(json.dumps(content), "utf-8")
    assert save.read(path).digest() == table.digest()
    content["actions"][0][2] = "win the game"
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(Refused, match="win the game"):
        save.read(path)


def test_a_save_of_older_rules_goes_on_where_it_follows(
    saved: tuple[Table, pathlib.Path],
) -> None:
    table, path = saved
    content = json.loads(path.read_text("utf-8"))
    content["rules"] -= 1
    path.write_text(json.dumps(content), "utf-8")
    again = save.read(path)
    assert again.digest() == table.digest()
    save.write(again, path)
    assert json.loads(path.read_text("utf-8"))["rules"] == table.rules.VERSION


@pytest.mark.parametrize(
    ("language", "said"), [("en", "cannot go on"), ("fr", "ne peut donc pas continuer")]
)
@pytest.mark.parametrize("change_it", [illegal, change("digest", "0" * 64)])
def test_a_save_of_older_rules_that_does_not_follow_is_one_sentence(
    saved: tuple[Table, pathlib.Path],
    change_it: Callable[[dict[str, Any]], object],
    language: str,
    said: str,
) -> None:
    table, path = saved
    content = json.loads(path.read_text("utf-8"))
    content["rules"] -= 1
    change_it(content)
    raw = json.dumps(content)
    path.write_text(raw, "utf-8")
    with pytest.raises(Refused, match=said) as refusal:
        save.read(path, language)
    assert f"version {table.rules.VERSION - 1}" in str(refusal.value)
    assert path.read_text("utf-8") == raw


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("corruption", CORRUPTIONS)
def test_a_corrupt_save_is_one_sentence_and_stays_as_it_is(
    saved: tuple[Table, pathlib.Path], corruption: str, language: str
) -> None:
    _, path = saved
    edit, says = CORRUPTIONS[corruption]
    content = json.loads(path.read_text("utf-8"))
    edit(content)
    raw = json.dumps(content).encode()
    path.write_bytes(raw)
    with pytest.raises(Refused) as refusal:
        save.read(path, language)
    sentence = str(refusal.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    assert language != "en" or says in sentence, sentence
    assert path.read_bytes() == raw


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "not JSON from line 1"),
        (b"{}", "skipyard-save/2 is needed"),
        (b"[]", "skipyard-save/2 is needed"),
        (b"null", "skipyard-save/2 is needed"),
        (b'{"format":\n', "not JSON from line 2"),
        (b"\xff\xfe\x00", "not text"),
        (b"[" * 100_000, "not JSON"),
        (b"9" * 10_000, "not JSON"),
        (b" " * (save.LARGEST + 1), "too large"),
    ],
)
def test_what_is_no_save_at_all(tmp_path: pathlib.Path, raw: bytes, says: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    with pytest.raises(Refused) as refusal:
        save.read(path)
    assert says in str(refusal.value)
    assert path.read_bytes() == raw


def test_a_save_cut_anywhere_is_refused(saved: tuple[Table, pathlib.Path]) -> None:
    _, path = saved
    raw = path.read_bytes()
    for length in range(0, len(raw) - 2, 97):
        path.write_bytes(raw[:length])
        with pytest.raises(Refused):
            save.read(path)


def test_files_that_cannot_be_read(tmp_path: pathlib.Path) -> None:
    with pytest.raises(Refused, match="no save"):
        save.read(tmp_path / "nowhere.json")
    with pytest.raises(Refused, match="cannot be read"):
        save.read(tmp_path)
    with pytest.raises(Refused, match="cannot be read"):
        save.read("a\0b")


@pytest.mark.parametrize("broken", ["fsync", "replace", "fdopen"])
def test_a_failing_disk_leaves_the_old_save(
    saved: tuple[Table, pathlib.Path], broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, path = saved
    raw, files = path.read_bytes(), sorted(os.listdir(path.parent))
    play_on(table, 3)

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, broken, fail)
        with pytest.raises(Refused, match="No space left"):
            save.write(table, path)
    assert path.read_bytes() == raw
    assert sorted(os.listdir(path.parent)) == files


def test_a_save_never_takes_the_place_of_another_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader")
    with pytest.raises(Refused, match="left alone"):
        save.write(deal(), path)
    assert path.read_text() == "Dear reader"
    with pytest.raises(Refused, match="left alone"):
        save.write(deal(), tmp_path)
    with pytest.raises(Refused, match="could not be saved"):
        save.write(deal(), tmp_path / "no folder" / "game.json")
    with pytest.raises(Refused, match="could not be saved"):
        save.write(deal(), "a\0b")


def test_a_save_through_a_link_changes_the_file_it_stands_for(tmp_path: pathlib.Path) -> None:
    save.write(deal(), tmp_path / "game.json")
    (tmp_path / "link.json").symlink_to(tmp_path / "game.json")
    table = deal()
    play_on(table, 3)
    save.write(table, tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert len(save.read(tmp_path / "game.json").log) == 3


# The autosave -------------------------------------------------------------------------------------
def test_the_autosave_has_a_place_of_its_own(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert autosave.set_aside() is None
    assert autosave.write(deal()) == tmp_path / "skipyard" / "last.json"
    assert autosave.set_aside() == tmp_path / "skipyard" / "previous.json"
    assert not autosave.path().exists()
    autosave.write(deal())
    autosave.forget()
    autosave.forget()
    assert not autosave.path().exists()
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert autosave.path() == tmp_path / ".local" / "share" / "skipyard" / "last.json"


def test_an_autosave_without_a_place_is_a_sentence(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(Refused, match="could not be saved"):
        autosave.write(deal())


def test_every_sentence_is_there_in_both_languages() -> None:
    assert sentences.sentences().missing() == []
