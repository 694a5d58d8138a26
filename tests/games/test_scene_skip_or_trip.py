"""Scenes and events of Skip or Trip: moves, pushes, draws, quits, and what stays hidden."""

from __future__ import annotations

import pytest
from helpers.random_steps import NAMES, Step, events_of, labels, play_words, random_steps, scene_of

from skipyard.core import NOBODY, NONE
from skipyard.games import game
from skipyard.games.scene import Item, Scene, Zone
from skipyard.games.skip_or_trip.board import TOKENS, Ended

GAME = "skip_or_trip"
EXAMPLE = """
seats: 3
turn: 1
tokens: 20 | 12 | 5
hand 1: 3-D 4-K 6-B
hand 2: 1-S 9-M
hand 3: 8-S 2-S
deck: 60, top 4-S
"""  # ST-29, on a table of our own symbols
TABLES = (
    (2, "reveal_skipped=true"),
    (3, "variant=advanced", "adv_elimination=token"),
    (4, "variant=team", "cut=half"),
    (4, "mercy=on", "last_tie=all_quit", "endgame_first_check=same", "removed_cards=60"),
    (5, "wasted_skip=forbid", "allow_pass=false"),
    (6, "hand_limit=3", "removed_cards=70", "endgame_reading=mover"),
)
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: " ".join(map(str, table)))
JOURNEYS = ("advance", "back", "push")


def zone(scene: Scene, name: str) -> Zone:
    return next(zone for zone in scene.zones if zone.id == name)


def item(scene: Scene, name: str) -> Item:
    return next(item for zone in scene.zones for item in zone.items if item.id == name)


def steps(table: tuple[object, ...]) -> list[Step]:
    seats, *settings = table
    assert isinstance(seats, int)
    return [step for key in (1, 2) for step in random_steps(GAME, seats, key, *map(str, settings))]


# Journeys -----------------------------------------------------------------------------------------
@every_table
def test_tokens_go_where_the_events_say(table: tuple[object, ...]) -> None:
    """Hop by hop, from where they were to where they are, or off the track."""
    told = 0
    for step in steps(table):
        squares = {
            f"token.{at // TOKENS}.{at % TOKENS}": int(square)
            for at, square in enumerate(step.before[0].token.flat)
        }
        for event in events_of(GAME, step, 0):
            if event.kind in JOURNEYS:
                told += 1
                assert event.places[0] == squares[event.source]
                assert event.target == f"square.{event.places[-1]}"
                gaps = {abs(a - b) for a, b in zip(event.places, event.places[1:], strict=False)}
                assert gaps <= {1}
                squares[event.source] = event.places[-1]
            elif event.kind == "quit":
                squares[event.source] = NONE
        assert list(squares.values()) == [int(square) for square in step.after[0].token.flat]
    assert told > 30


@every_table
def test_everybody_sees_the_same_moves_of_tokens(table: tuple[object, ...]) -> None:
    for step in steps(table):
        told = [
            [
                (event.kind, event.source, event.places)
                for event in events_of(GAME, step, seat)
                if event.kind in JOURNEYS
            ]
            for seat in step.after
        ]
        assert all(one == told[0] for one in told)


def test_the_trip_of_the_book() -> None:
    """ST-29 to ST-32, as the tripped player hears them."""
    state = game(GAME).position.read(EXAMPLE)
    symbols = game(GAME).words.of(state).symbols
    state.squares[12], state.squares[5] = symbols.read("DK"), symbols.read("B")
    step = play_words(GAME, state, "trip player 2")
    assert [event.label for event in events_of(GAME, step, 1)] == [
        "Ann sets out to trip you on square 12.",
        "The symbols to match are a diamond and a key.",
    ]
    assert "target" in item(scene_of(GAME, step, 1), "token.1.0").marks
    assert zone(scene_of(GAME, step, 1), "played").needs == "DK"
    held = zone(scene_of(GAME, step, 0), "hand.0").items
    assert [path.touch for path in scene_of(GAME, step, 0).paths] == [[held[0].id], [held[1].id]]
    play_words(GAME, state, "lay 3-D")
    step = play_words(GAME, state, "lay 4-K")
    told = events_of(GAME, step, 1)
    assert [event.kind for event in told] == ["move", "lay", "back", "push", "advance"]
    assert told[1].source == "hand.0.0"
    assert labels(told) == [
        "You are tripped and fall back to square 5.",
        "Cid is pushed back to square 4.",
        "Ann moves on to square 27.",
    ]
    french = labels(events_of(GAME, step, 2, "fr"))
    assert french[1] == "Vous vous faites repousser jusqu’à la case 4."
    play_words(GAME, state, "trip player 2")
    step = play_words(GAME, state, "lay 6-B")
    told = events_of(GAME, step, 1)
    assert labels(told)[:2] == [
        "You are tripped and fall back to the start.",
        "Ann moves on to square 33.",
    ]
    kinds = [event.kind for event in told[1:]]
    assert kinds == ["lay", "back", "advance", *2 * ["discard"], *2 * ["draw"], "reveal", "turn"]
    assert labels(told)[2].startswith("Ann draws a 4 and a")
    assert labels(told)[-1] == "It is your turn."


def test_a_skip_too_far_stays() -> None:
    state = game(GAME).position.read("seats: 2\ntokens: 95 | 3\nhand 1: 9-M\nhand 2: 1-S")
    step = play_words(GAME, state, "skip with 9-M")
    told = events_of(GAME, step, 1)
    assert told[0].label == "Ann plays a 9, which goes too far, and stays."
    assert "stay" in [event.kind for event in told]


def test_others_are_told_only_the_number_of_a_skip() -> None:
    """ST-A33  Two cards of one number make the same events for everybody but the mover."""
    text = "seats: 2\ntokens: 5 | 3\nhand 1: 9-M 9-S\nhand 2: 1-S"
    told = []
    for card in ("9-M", "9-S"):
        step = play_words(GAME, game(GAME).position.read(text), f"skip with {card}")
        told.append(events_of(GAME, step, NOBODY)[:3])
    assert told[0] == told[1]
    assert told[0][0].label == "Ann plays a 9 and skips to square 14."


# Cards --------------------------------------------------------------------------------------------
@every_table
def test_draws_are_counted_and_numbered(table: tuple[object, ...]) -> None:
    for step in steps(table):
        for seat in step.after:
            before, after = step.before[seat], step.after[seat]
            draws = [event for event in events_of(GAME, step, seat) if event.kind == "draw"]
            assert len(draws) == before.deck_left - after.deck_left
            if draws:
                assert draws[0].face.split("-")[0] == str(before.top)  # the number on top
            for event in draws:
                assert ("-" in event.face) == (event.seat == seat)  # ST-07


@every_table
def test_symbols_of_other_hands_are_nowhere(table: tuple[object, ...]) -> None:
    for step in steps(table)[::5]:
        for seat, view in step.after.items():
            scene = scene_of(GAME, step, seat)
            for other in range(int(view.seats)):
                for name in ("hand", "down"):
                    cards = zone(scene, f"{name}.{other}")
                    assert cards.count == len(cards.items)
                    for nth, card in enumerate(cards.items):
                        if other == seat:
                            assert card.id.startswith("card.")
                            assert "-" in card.face
                        else:
                            assert card.id == f"{name}.{other}.{nth}"
                            assert card.face.isdecimal()


def test_a_skip_is_told_by_its_number() -> None:
    state = game(GAME).position.read("seats: 2\nhand 1: 1-S 4-S 9-M\nhand 2: 1-M\ndeck: 50, top 2")
    step = play_words(GAME, state, "skip with 9-M")
    (own,) = [event for event in events_of(GAME, step, 0) if event.kind == "play"]
    (other,) = [event for event in events_of(GAME, step, 1) if event.kind == "play"]
    assert own.face == "9-M"
    assert own.source == own.target == item(scene_of(GAME, step, 0), own.target).id
    assert (other.source, other.target, other.face) == ("hand.0.2", "down.0", "9")


def test_the_deal_gives_two_cards_each() -> None:
    step = next(random_steps(GAME, 4, 3))
    told = game(GAME).scene.events(None, step.before[2], NONE, NAMES[:4], "en")
    assert [event.kind for event in told] == ["deal", *8 * ["draw"], "reveal", "turn"]
    mine = [event for event in told if event.kind == "draw" and event.seat == 2]
    assert all("-" in event.face for event in mine)
    assert mine[0].label.startswith("You draw a ")


# The end ------------------------------------------------------------------------------------------
@every_table
def test_who_leaves_and_who_wins_is_said(table: tuple[object, ...]) -> None:
    met = set()
    for step in steps(table):
        view, told = step.after[NOBODY], events_of(GAME, step, NOBODY)
        kinds = [event.kind for event in told]
        met |= set(kinds)
        assert ("end" in kinds) == bool(view.over)
        assert ("endgame" in kinds) == (view.endgame > step.before[NOBODY].endgame)
        gone = (step.before[NOBODY].token != NONE).sum() - (view.token != NONE).sum()
        assert kinds.count("quit") == gone
        if view.over:
            scene = scene_of(GAME, step, NOBODY)
            assert told[-1].label == scene.status
            assert bool(scene.winners) == (view.over != Ended.ALL_QUIT)
            places = [seat.place for seat in scene.seats]
            assert all(places[winner] == 1 for winner in scene.winners)
    assert "end" in met


def test_who_quits_goes_out_with_the_hand() -> None:
    """ST-27 ST-A26  Cid is last; the tokens that are left stay where they are."""
    text = "seats: 3\ntokens: 9 | 5 | 2\nhand 1: 1-S\nhand 2: 2-S\nhand 3: 3-S 3-M"
    state = game(GAME).position.read(text + "\nendgame: yes\ndeck: 0")
    step = play_words(GAME, state, "pass")
    told = events_of(GAME, step, 0)
    assert [(event.kind, event.source, event.target) for event in told[1:-1]] == [
        ("quit", "token.2.0", "out"),
        ("discard", "hand.2", "down.2"),
    ]
    assert told[1].label == "Cid is last and leaves the game."
    scene = scene_of(GAME, step, 2)
    assert [(token.id, token.label) for token in zone(scene, "out").items] == [
        ("token.2.0", "Your token, out of the game")
    ]
    assert scene.seats[2].facts == ["out of the game"]
    assert zone(scene, "track").count == 2


def test_mercy_marks_the_last_token() -> None:
    text = "options: mercy=on\nseats: 4\ntokens: 9 | 5 | 7 | 8\nhand 1: 1-S\nhand 2: 2-S"
    state = game(GAME).position.read(text + "\nhand 3: 3-S\nhand 4: 4-S\nturn: 2")
    step = play_words(GAME, state, "skip with 2-S")  # to 7, where Cid is pushed to 6
    told = [event for event in events_of(GAME, step, 2) if event.kind == "mercy"]
    assert [(event.label, event.target) for event in told] == [
        ("Mercy protects you, for you are last.", "token.2.0")
    ]
    scene = scene_of(GAME, step, 2)
    assert item(scene, "token.2.0").marks == ["mercy"]
    assert "protected by Mercy" in scene.seats[2].facts


def test_a_player_without_cards_passes_by() -> None:
    """ST-A04  Bob has no cards in the endgame: the turn goes on to Cid, and he is named."""
    text = "seats: 3\ntokens: 9 | 5 | 0\nhand 1: 1-S\nhand 3: 2-S\nendgame: yes\ndeck: 0"
    state = game(GAME).position.read(text + "\noptions: endgame_reading=mover")
    step = play_words(GAME, state, "pass")
    told = [event.label for event in events_of(GAME, step, 0) if event.kind in ("pass", "turn")]
    assert told == ["Bob has no cards and passes.", "It is Cid’s turn."]


# What may be touched ------------------------------------------------------------------------------
def test_a_skip_is_a_card_and_then_a_token() -> None:
    text = "options: variant=advanced\nseats: 2\ntokens: 4 8 | 0 0\nhand 1: 3-S\nhand 2: 1-S"
    state = game(GAME).position.read(text)
    step = play_words(GAME, state, "skip with 3-S, token 2")
    (card,) = zone(scene_of(GAME, step, 1), "hand.1").items
    paths = [path for path in scene_of(GAME, step, 1).paths if len(path.touch) == 2]
    assert [path.touch for path in paths] == [
        [card.id, "square.1"],  # both tokens would land there: the first does
        [card.id, "token.1.0"],
        [card.id, "token.1.1"],
    ]
    assert [path.lands for path in paths] == ["", "square.1", "square.1"]
    assert {path.effect for path in paths} == {"→1"}
    buttons = zone(scene_of(GAME, step, 1), "buttons")
    assert [button.face for button in buttons.items] == ["pass"]
    assert not scene_of(GAME, step, 0).paths


def test_paths_say_what_they_do() -> None:
    text = "seats: 2\ntokens: 95 | 9\nhand 1: 3-S 4-L 9-M\nhand 2: 1-M\nturn: 2\ndeck: 0"
    state = game(GAME).position.read(text)
    step = play_words(GAME, state, "pass")
    paths = scene_of(GAME, step, 0).paths
    said = [(path.touch[-1], path.effect, path.quiet) for path in paths]
    assert said == [
        ("square.98", "skip to 98", False),
        ("token.0.0", "skip to 98", False),
        ("square.99", "skip to 99", False),
        ("token.0.0", "skip to 99", False),
        ("square.95", "stays on 95", True),  # ST-A16
        ("token.0.0", "stays on 95", True),
        ("token.1.0", f"trip {NAMES[1]}", False),
        ("button.pass", "", True),
    ]
    assert [(seat.left, seat.whole) for seat in scene_of(GAME, step, 0).seats] == [
        (5, 100),
        (91, 100),
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_squares_say_their_symbols(language: str) -> None:
    scene = scene_of(GAME, next(random_steps(GAME, 2, 1)), 0, language)
    squares = [item for item in zone(scene, "track").items if item.kind == "square"]
    assert [square.place for square in squares] == list(range(101))
    assert (squares[0].face, squares[13].face, squares[100].face) == ("start", "SLB", "goal")
    said = {"en": "Square 13: sun, leaf, bolt", "fr": "Case 13 : soleil, feuille, éclair"}
    assert squares[13].label == said[language]
    assert [symbol.id for symbol in zone(scene, "symbols").items][:2] == ["symbol.S", "symbol.M"]
