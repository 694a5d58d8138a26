"""Everything that happens is told in sentences that people say, in both languages, to everybody."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY, NONE
from skipyard.games import GAMES, Game, cases, game, played_cases
from skipyard.games.advice import as_advice
from skipyard.games.grammar import capital
from skipyard.games.move_words import speaker
from skipyard.games.random_play import referee_actions
from skipyard.games.scene import Event
from skipyard.lab import golden
from skipyard.table.rows.row_kinds import ROW_KINDS
from skipyard.table.sentences import sentences
from skipyard.testing.depth import sizes
from skipyard.testing.sentence_shapes import THIN, faults

NAMES = ("Nora", "Ravi", "Élif", "Yves", "Joueur 5", "Player 6")
ADVISED_MOVES, ADVISED_OFTEN = 60, 12  # in a golden game; of each kind of sentence
THINGS = {"card", "coin", "token", "skipper", "die", "icon"}
SETUPS = [(game(name), setup) for name in GAMES for setup in golden.setups(game(name))]


class Told(NamedTuple):
    """The events of one move, as one viewer is told them."""

    viewer: int
    mover: int
    language: str
    events: list[Event]


def views_of(g: Game, state: Any) -> dict[int, Any]:
    return {seat: cases.seen_by(g, state, seat) for seat in range(NOBODY, int(state.seats))}


def tell(g: Game, before: Any, after: Any, action: int, mover: int) -> Iterator[Told]:
    """A move as everybody is told it."""
    for viewer in after:
        for language in LANGUAGES:
            start = None if before is None else before[viewer]
            events = g.scene.events(start, after[viewer], action, NAMES, language)
            yield Told(viewer, mover, language, events)


class Heard(Exception):
    """Enough has been told."""


class Listener(golden.Player):
    """A golden game, told to everybody instead of being written down."""

    def __init__(self, g: Game, setup: dict[str, Any], moves: int) -> None:
        super().__init__(g, setup)
        self.left = moves
        self.told = list(tell(g, None, views_of(g, self.state), NONE, NOBODY))

    def listen(self) -> list[Told]:
        with contextlib.suppress(Heard):
            self.lines()
        return self.told

    def attempt(self, action: int) -> list[str]:
        rules = self.game.rules
        if rules.verdict(self.state, rules.ACTIONS[action]) == rules.No.OK:
            mover, before = int(self.state.turn), views_of(self.game, self.state)
            rules.play(self.state, action)
            self.told += tell(self.game, before, views_of(self.game, self.state), action, mover)
        self.left -= 1
        if not self.left:
            raise Heard
        return []

    def changes(self) -> list[str]:
        return []


def told_in_cases(g: Game) -> Iterator[Told]:
    """The last move of every case that is not refused."""
    for case in cases.load(g):
        if case.setup or case.match or not case.played:
            continue
        state = played_cases.position(g, case)
        mover, before = int(state.turn), views_of(g, state)
        if not cases.try_move(g, state, case.played[-1])[1]:
            action = speaker(g, state).parse(case.played[-1])
            yield from tell(g, before, views_of(g, state), action, mover)


# What must be true of everything that is told -----------------------------------------------------
def check(all_told: list[Told]) -> None:
    assert all_told
    said = {
        (event.label, told.language) for told in all_told for event in told.events if event.label
    }
    wrong = [f"{fault}: {text}" for text, lang in said for fault in faults(text, lang, NAMES)]
    assert not wrong, "\n".join(sorted(wrong)[:40])
    for told in all_told:
        check_first(told)
        for event in told.events:
            assert bool(event.face) == bool(event.thing), event
            assert event.thing in THINGS | {""}, event
            if told.viewer != NOBODY:
                assert NAMES[told.viewer] not in event.label, "nobody is told their own name"


def check_first(told: Told) -> None:
    """The first event is the move's sentence about its mover, who may be the viewer."""
    first = told.events[0]
    assert first.label
    if first.seat != NOBODY:  # the deal, or a referee
        assert first.seat == told.mover
        you = {"en": "You ", "fr": "Vous "}[told.language]
        name = you if told.viewer == told.mover else NAMES[told.mover]
        assert first.label.startswith(name), first


@sizes("moves", 120, 10_000)
@pytest.mark.parametrize(
    ("g", "setup"), SETUPS, ids=lambda x: x.name if isinstance(x, Game) else x["name"]
)
def test_a_golden_game_is_told_in_sentences(g: Game, setup: dict[str, Any], moves: int) -> None:
    check(Listener(g, setup, moves).listen())


@pytest.mark.parametrize("name", GAMES)
def test_cases_are_told_in_sentences(name: str) -> None:
    check([*told_in_cases(game(name))])


# Advice -------------------------------------------------------------------------------------------
class Advised(NamedTuple):
    """A move as advice to its player."""

    kind: int
    language: str
    words: str


class Adviser(golden.Player):
    """A golden game whose legal moves are advised, each kind of sentence a few times."""

    def __init__(self, g: Game, setup: dict[str, Any], given: Counter[str]) -> None:
        super().__init__(g, setup)
        self.given, self.left, self.advice = given, ADVISED_MOVES, list[Advised]()

    def listen(self) -> list[Advised]:
        with contextlib.suppress(Heard):
            self.lines()
        return self.advice

    def attempt(self, action: int) -> list[str]:
        rules = self.game.rules
        self.advice += advised(self.game, self.state, self.given)
        if rules.verdict(self.state, rules.ACTIONS[action]) == rules.No.OK:
            rules.play(self.state, action)
        self.left -= 1
        if not self.left:
            raise Heard
        return []

    def changes(self) -> list[str]:
        return []


def advised(g: Game, state: Any, given: Counter[str]) -> Iterator[Advised]:
    """The legal moves of whoever is on turn, until `given` has each kind of sentence often."""
    seat, words = int(state.turn), speaker(g, state)
    view = cases.seen_by(g, state, seat)
    for action in played_cases.legal(g, state, seat):
        move = g.rules.ACTIONS[action]
        key = words.key(move)
        given[key] += 1
        if given[key] <= ADVISED_OFTEN:
            for language in LANGUAGES:
                said = as_advice(g, view, action, NAMES, language)
                yield Advised(int(move.kind), language, said)


def all_advice(g: Game) -> list[Advised]:
    given = Counter[str]()
    found = [one for setup in golden.setups(g) for one in Adviser(g, setup, given).listen()]
    for case in cases.load(g):
        if not (case.setup or case.match) and case.played:
            found += advised(g, played_cases.position(g, case), given)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_moves_of_every_kind_are_advised_in_sentences(name: str) -> None:
    """Advice says “you” and the names of people, and is no command to be typed."""
    g = game(name)
    found, wrong = all_advice(g), set()
    for _, language, said in found:
        whole = f"{capital(said)}."
        wrong |= {f"{fault}: {said}" for fault in faults(whole, language, NAMES)}
        if not said.startswith({"en": "you ", "fr": "vous "}[language]):
            wrong.add(f"not about you: {said}")
    assert not wrong, "\n".join(sorted(wrong)[:40])
    own = [n for n in range(len(g.rules.ACTIONS)) if n not in referee_actions(name)]
    assert {one.kind for one in found} == {int(g.rules.ACTIONS[n].kind) for n in own}


def test_rows_beside_the_game_are_told_in_sentences() -> None:
    said = sentences()
    keys = [key for key in said.group("log") if key not in ("player", "move")]
    assert {key.partition("_")[0] for key in keys} >= set(ROW_KINDS) - {"move"}
    for key in keys:
        for language in LANGUAGES:
            text = said.say(language, f"log.{key}", who="Nora", player=1, round=2, seconds=3)
            assert not [*faults(text, language, NAMES)], text


@pytest.mark.parametrize(
    ("sentence", "language", "fault"),
    [
        ("play 9 from hand on pile 3", "en", "no full stop"),
        ("play 9 from hand on pile 3.", "en", "an imperative"),
        ("Play 9 from hand on pile 3.", "en", "an imperative"),
        ("nora passes.", "en", "no capital letter"),
        ("Nora takes L11.", "en", "an id"),
        ("Nora skips with 9-B.", "en", "an id"),
        ("Under a coin is WREATH.", "en", "an id"),
        ("Nora reveals a nonce for the dice.", "en", "an id"),
        ("Nora moves coin.3.", "en", "an id"),
        ("You trip player 2.", "en", "a number where"),
        ("Vous visez le joueur 2.", "fr", "a number where"),
        ("{name} passes.", "en", "a blank"),
        ("Nora plays  on pile 3.", "en", "a blank"),
        ("To be matched: sun.", "en", "no subject"),
        ("jouer 9 de la main.", "fr", "an imperative"),
        ("Nora lance le dé : il vaut 3.", "fr", "a space"),
        ("Nora lance le dé: il vaut 3.", "fr", "a space"),
        (f"Nora voit «{THIN}3 ».", "fr", "a space"),
        ("Nora joue un 9 du stock de Élif.", "fr", "a missing elision"),
        ("Nora plays a 9.", "fr", "an English word"),
        ("Dessous, une pièce.", "fr", "no subject"),
    ],
)
def test_the_list_of_shapes_finds_bad_samples(sentence: str, language: str, fault: str) -> None:
    names = () if "Élif" in sentence else NAMES
    assert any(one.startswith(fault) for one in faults(sentence, language, names)), [
        *faults(sentence, language, names)
    ]


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("Nora plays a 9 from the stock on pile 3.", "en"),
        ("You discard a 5 on your second pile.", "en"),
        ("It is Nora’s turn.", "en"),
        ("Nora joue un 9 de son stock sur la pile 3.", "fr"),
        ("C’est à vous de jouer.", "fr"),
        ("L’arbitre vous pénalise pour avoir parlé.", "fr"),
    ],
)
def test_good_sentences_pass(sentence: str, language: str) -> None:
    assert not [*faults(sentence, language, NAMES)]
