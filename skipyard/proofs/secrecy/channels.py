"""Every byte that one viewer of a game is sent, in one of two worlds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from skipyard.catalogue import LANGUAGES
from skipyard.games import game
from skipyard.loops import for_game
from skipyard.options import Refused
from skipyard.proofs.secrecy.other_world import OtherWorld, World
from skipyard.proofs.secrecy.random_game import RandomGame
from skipyard.proofs.secrecy.random_tables import Trial
from skipyard.seats import NOBODY
from skipyard.server.access import past_turns
from skipyard.server.api import replays, why_not
from skipyard.server.net import messages
from skipyard.server.net.listeners import Listener
from skipyard.server.workers import bot_workers
from skipyard.table.command import Command
from skipyard.table.files import record
from skipyard.table.host import Host
from skipyard.table.rows import offers

TRUE, OTHER = 0, 1
COMPARED_POSITIONS = 80  # of one game
SKIPPED_ROWS = 50  # before the first compared position, on average
RECONNECT_EVERY, REPLAY_EVERY = 4, 40  # positions
MOST_REPLAYED = 4  # rows after an earlier one
TOUCHES = 6  # asked about in one position
OTHER_COMMANDS = ("undo", "undo", "offer", "agree", "decline", "deal", "stand", "reveal")


class SentBytes(NamedTuple):
    """Some bytes that are sent to a viewer."""

    position: int  # its number in the game, from 1
    channel: str
    content: bytes


class WatchedGame:
    """One game as one viewer receives it in one world."""

    def __init__(self, trial: Trial, which: int) -> None:
        self.true_game = RandomGame(trial)
        header = self.true_game.host.header
        self.dice = trial.dice_for("looks")  # the same in both worlds
        self.viewer = self.dice.randint(NOBODY, header.seats - 1)
        self.world = World(header, self.viewer)
        if which == OTHER:
            dice = trial.dice_for("other world")
            self.world = OtherWorld(header, self.viewer, trial.secret("other key"), dice)
        self.language = self.dice.choice(LANGUAGES)
        self.listeners = [
            Listener(self.viewer, self.language, changes=changes) for changes in (False, True)
        ]
        self.start = int(self.dice.expovariate(1 / SKIPPED_ROWS))
        self.positions = self.differing = 0
        self.reasons: set[str] = set()  # the rules' refusals that the viewer received

    def sent(self) -> Iterator[SentBytes]:
        """Play the game and yield everything that the viewer is sent, in order."""
        true_game, world = self.true_game, self.world
        while self.positions < COMPARED_POSITIONS:
            true_row = true_game.step()
            if true_game.host.phase == "over":  # the key is published now, so nothing is hidden
                return
            row = world.prepare(true_row, true_game.host)
            if row.seq <= self.start:
                world.presenter.apply(row)
                continue
            self.positions += 1
            self.differing += world.differs
            present = (self.viewer,) if self.viewer != NOBODY else ()
            world.presenter.play(row, self.listeners, present, true_game.now)
            for channel, listener in zip(("shown", "changed"), self.listeners, strict=True):
                yield self.out(channel, listener.waiting.pop())
            yield from self.position()

    def out(self, channel: str, content: bytes) -> SentBytes:
        return SentBytes(self.positions, channel, content)

    def position(self) -> Iterator[SentBytes]:
        """Everything that can be requested in this position."""
        host, viewer = self.world.host, self.viewer
        if self.positions % RECONNECT_EVERY == 0:
            language = self.dice.choice(LANGUAGES)
            now = self.true_game.now
            shown = self.world.presenter.shown(viewer, language, (), now, past=True)
            yield self.out("shown again", shown)
        if viewer != NOBODY and viewer == host.turn:
            game, bot, _, view, legal = bot_workers.question(host, viewer)  # all but its dice
            yield self.out("bot", view + repr((game, bot, legal)).encode())
            yield self.out("verdicts", verdicts(host).tobytes())
        for command in self.commands():
            yield self.out("answer", self.answer(command))
        if viewer != NOBODY and host.phase == "playing" and self.positions % RECONNECT_EVERY == 0:
            yield self.out("why", self.why())
        if self.positions % REPLAY_EVERY == self.true_game.host.header.seats:
            yield self.out("replay", self.replay())
            yield self.out("record", self.record())

    # Commands and questions -----------------------------------------------------------------------
    def commands(self) -> Iterator[Command]:
        """One move for each verdict of the rules here, and a command of another kind."""
        truth = self.true_game.host
        if self.viewer == NOBODY or truth.table is None:
            return
        if truth.turn == self.viewer:
            yield from (self.move(action) for action in self.one_of_each(truth))
        elif truth.phase == "playing":
            yield self.move(self.dice.randrange(-1, len(truth.table.rules.ACTIONS) + 1))
        kind, what = self.dice.choice(OTHER_COMMANDS), self.dice.choice(offers.WHAT)
        yield Command(kind, truth.seq, "w", data={"what": what})

    def move(self, action: int) -> Command:
        return Command("move", self.true_game.host.seq, "m", action)

    def one_of_each(self, truth: Host) -> Iterator[int]:
        """One action for each verdict that occurs here."""
        answers = verdicts(truth)
        for no in np.unique(answers):
            self.reasons.add(truth.game.rules.No(no).name)
            yield int(self.dice.choice(np.flatnonzero(answers == no)))

    def answer(self, command: Command) -> bytes:
        """The answer to a command, as a socket sends it."""
        host, language = self.world.host, self.dice.choice(LANGUAGES)
        try:
            entry = host.check(self.viewer, command, self.true_game.now, language)
        except Refused as refusal:
            return messages.write(messages.Refused(command.id, str(refusal), refusal.rule))
        return messages.write(messages.Done(command.id, entry.row.seq))

    def why(self) -> bytes:
        """The answers to “why not?” for some touches, legal and illegal."""
        host, language = self.world.host, self.dice.choice(LANGUAGES)
        ways = host.game.scene.ways(host.view(self.viewer), language)
        answers = []
        for way in self.dice.choices(ways, k=TOUCHES):
            held = self.dice.randrange(len(way.touch))
            told = why_not.reason_for_touch(
                host, self.viewer, way.touch[:held], way.touch[held:][:1], language
            )
            answers.append(repr(told))
        return "\n".join(answers).encode()

    # Replays and records --------------------------------------------------------------------------
    def replay(self) -> bytes:
        """An earlier row and some that follow it, for every seat that can be requested."""
        world, host = self.world, self.world.host
        seq = self.dice.randint(1, len(world.rows))
        to = min(len(world.rows), seq + self.dice.randrange(MOST_REPLAYED))
        own = [self.viewer] if self.viewer != NOBODY else []
        answers = []
        for wanted in ("", past_turns.PUBLIC, past_turns.ALL, *map(str, range(host.header.seats))):
            viewers = past_turns.viewers(host, own, wanted)
            answers += [f"{wanted} {viewers}".encode()]
            language = self.dice.choice(LANGUAGES)
            question = (world.header, world.rows, seq, to, viewers or [], language)
            shown, then = replays.views(*question, self.true_game.now)
            answers += [*shown, *(message for messages in then for message in messages)]
        return b"\n".join(answers)

    def record(self) -> bytes:
        """The unfinished game as a file."""
        return record.dumps(record.of(self.world.header, self.world.rows, self.viewer))


def verdicts(host: Host) -> Any:
    """The rules' verdict on every action."""
    assert host.table is not None
    name, actions = host.game.name, host.table.rules.ACTIONS
    out = np.zeros(len(actions), np.int16)
    loops = for_game("verdicts", game(name))
    loops.all_verdicts(host.table.state, actions, out)
    return out
