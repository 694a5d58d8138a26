"""Scenes of Skippity: chains to touch, moves as events, sets counted as the rules do."""

from __future__ import annotations

from collections import Counter
from typing import Any

from skipyard.art import skippity as art
from skipyard.games import game
from skipyard.games.random_play import legal, view_of
from skipyard.games.scene import Event, Scene
from skipyard.games.skippity import items, words
from skipyard.games.skippity.board import sets_of, skippers_of
from skipyard.games.skippity.scene import MOST_CHAINS
from skipyard.testing.laws.scenes import all_tables, events_of, scene_of, steps

NAME = "skippity"
CHAIN = ("options: size=6", "seats: 2", "turn: 1", "row 1: R O . G . B", "row 3: . . . Y . .")


def position(*lines: str) -> Any:
    return game(NAME).position.read("\n".join(lines))


def shown(state: Any, seat: int) -> Scene:
    can = legal(NAME, state) if seat == state.turn else []
    return scene_of(NAME, view_of(NAME, state, seat), can)


def told(state: Any, move: str, seat: int) -> list[Event]:
    before = view_of(NAME, state, seat)
    action = game(NAME).words.parse(move)
    game(NAME).rules.play(state, action)
    return events_of(NAME, before, view_of(NAME, state, seat), action)


def test_a_chain_is_a_skipper_then_landing_squares_then_the_end() -> None:
    state = position(*CHAIN)
    assert ["a1", "c1"] in [path.touch for path in shown(state, 0).paths]
    told(state, "jump a1 to c1", 0)
    scene = shown(state, 0)
    assert [path.touch for path in scene.paths] == [["c1", "e1"], ["end"], ["e1"]]
    assert scene.status == "Your turn: jump on with the skipper on c1, or end your turn."
    (board,) = [zone for zone in scene.zones if zone.id == "board"]
    assert [item.id for item in board.items if item.marks == ["moving"]] == ["c1"]
    assert shown(state, 1).status == "Zoé is jumping with the skipper on c1."


def test_a_jump_is_a_journey_and_a_capture() -> None:
    move, capture = told(position(*CHAIN), "jump a1 to c1", 1)
    assert (move.source, move.target, move.face) == ("a1", "c1", "R.circle")
    assert move.places == [0, 1, 2]
    assert (capture.source, capture.target) == ("b1", "captured.0.O")
    assert (move.label, capture.label) == ("Zoé jumps red over orange and takes it.", "")


def test_a_chain_says_in_advance_what_it_takes() -> None:
    (longest, *others) = shown(position(*CHAIN), 0).chains
    assert longest.touch == ["a1", "c1", "e1"]
    assert longest.takes == ["b1", "d1"]
    assert longest.effect == "Take 2"
    assert longest.label == "Two jumps take orange and green."
    assert all(chain.touch[0] != "a1" or len(chain.actions) > 1 for chain in others)
    assert shown(position(*CHAIN), 1).chains == []


def test_a_chain_that_completes_a_set_says_so() -> None:
    state = position(*CHAIN)
    state.captured[0] = [2, 1, 2, 1, 2]
    assert shown(state, 0).chains[0].label == "Two jumps take orange and green: your second set!"
    view = view_of(NAME, state, 0)
    french = scene_of(NAME, view, legal(NAME, state), "fr").chains[0]
    assert french.label == "Deux sauts prennent orange et vert\u00a0: votre deuxième série\u00a0!"


def test_chains_are_legal_from_their_first_jump_to_their_last() -> None:
    rules, longest = game(NAME).rules, 0
    for table in all_tables(NAME):
        for step in list(steps(table))[::9]:
            for chain in step.scene().chains:
                state = rules.State()
                rules.imagine(step.after, state, 1)
                seat = int(state.turn)
                before = skippers_of(state, seat)
                for action in chain.actions:
                    assert state.turn == seat
                    assert rules.verdict(state, rules.ACTIONS[action]) == 0
                    rules.play(state, action)
                assert skippers_of(state, seat) == before + len(chain.takes)
                longest = max(longest, len(chain.actions))
            assert len(step.scene().chains) <= MOST_CHAINS
    assert longest > 3


def test_chains_begin_on_the_board_whatever_is_asked_for() -> None:
    """A lesson on a small board asks what every action would be, also those of larger boards."""
    view, every = view_of(NAME, position(*CHAIN), 0), list(range(len(game(NAME).rules.ACTIONS)))
    squares = {words.square(row, column) for row in range(6) for column in range(6)}
    for first in every[::64]:
        scene = scene_of(NAME, view, every[first : first + 64])
        assert all(squares.issuperset([*one.touch, *one.takes]) for one in scene.chains)
    assert {one.touch[0] for one in scene_of(NAME, view, every).chains} <= squares


def test_sets_and_skippers_are_those_of_the_rules() -> None:
    seen: Counter[str] = Counter()
    for table in all_tables(NAME):
        for step in list(steps(table))[::9]:
            seen.update(event.kind for event in step.events())
            for seat in step.scene().seats:
                sets, skippers = sets_of(step.after, seat.seat), skippers_of(step.after, seat.seat)
                facts = [fact for fact in seat.facts if not fact.endswith(" points")]
                assert facts[0].startswith(f"{sets} set")
                assert facts[1].replace("no", "0").startswith(f"{skippers} skipper")
    assert {"move", "capture", "set", "turn", "end"} <= set(seen)


def test_every_colour_has_a_letter_and_a_shape_of_its_own() -> None:
    shapes = [face.partition(".") for face in items.FACES[1:]]
    assert [letter for letter, _, _ in shapes] == items.LETTERS[1:]
    assert len({shape for _, _, shape in shapes}) == len(shapes)
    for colour in items.SKIPPERS:
        letter, _, shape = shapes[colour - 1]
        assert items.skipper(colour, "en") == f"{words.WORDS.colour(colour)} {shape} {letter}"


def test_labels_end_with_the_letter_that_the_piece_shows_in_that_language() -> None:
    for colour in items.SKIPPERS:
        letter = items.LETTERS[colour]
        assert items.skipper(colour, "en").split()[-1] == letter
        assert items.skipper(colour, "fr").split()[-1] == art.FRENCH.get(letter, letter)
