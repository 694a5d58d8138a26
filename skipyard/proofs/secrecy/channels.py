"""Everything that a viewer of one game is sent, in one of two worlds, as bytes to be compared."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from skipyard.catalogue import LANGUAGES
from skipyard.games import game
from skipyard.loops import for_game
from skipyard.options import Refused
from skipyard.proofs.secrecy.other_world import OtherWorld, World
from skipyard.proofs.secrecy.random_game import Walk
from skipyard.proofs.secrecy.random_tables import Plan
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
WINDOW = 80  # positions of one game that are compared
BEFORE = 50  # rows before the first of them, on average
OFTEN, SELDOM = 4, 40  # positions between two reconnects; between two replays and records
TOUCHES = 6  # that are asked about where a game stands
BESIDE = ("undo", "undo", "offer", "agree", "decline", "deal", "stand", "reveal")  # what is asked


class Sent(NamedTuple):
    """Some bytes on their way to a viewer."""

    position: int  # which of the game's, from 1
    channel: str
    content: bytes


class Watched:
    """One game as one viewer gets it in one world."""

    def __init__(self, plan: Plan, which: int) -> None:
        self.walk = Walk(plan)
        header = self.walk.host.header
        self.dice = random.Random(f"looks {plan}")  # the same in both worlds
        self.viewer = self.dice.randint(NOBODY, header.seats - 1)
        self.world = World(header, self.viewer)
        if which == OTHER:
            dice = random.Random(f"other world {plan}")
            self.world = OtherWorld(header, self.viewer, plan.secret("other key"), dice)
        self.language = self.dice.choice(LANGUAGES)
        self.listeners = [
            Listener(self.viewer, self.language, changes=changes) for changes in (False, True)
        ]
        self.start = int(self.dice.expovariate(1 / BEFORE))
        self.positions = self.differing = 0
        self.reasons: set[str] = set()  # refusals of the rules that were heard

    def sent(self) -> Iterator[Sent]:
        """Play the game, and hand out everything that the viewer is sent, in order."""
        walk, world = self.walk, self.world
        while self.positions < WINDOW:
            true_row = walk.step()
            if walk.host.phase == "over":  # the key is published: nothing is hidden any more
                return
            row = world.prepare(true_row, walk.host)
            if row.seq <= self.start:
                world.presenter.apply(row)
                continue
            self.positions += 1
            self.differing += world.differs
            present = (self.viewer,) if self.viewer != NOBODY else ()
            world.presenter.play(row, self.listeners, present, walk.now)
            for channel, listener in zip(("shown", "changed"), self.listeners, strict=True):
                yield self.out(channel, listener.waiting.pop())
            yield from self.position()

    def out(self, channel: str, content: bytes) -> Sent:
        return Sent(self.positions, channel, content)

    def position(self) -> Iterator[Sent]:
        """All that may be asked for where the game stands."""
        host, viewer = self.world.host, self.viewer
        if self.positions % OFTEN == 0:
            language = self.dice.choice(LANGUAGES)
            shown = self.world.presenter.shown(viewer, language, (), self.walk.now)
            yield self.out("shown again", shown)
        if viewer != NOBODY and viewer == host.turn:
            game, bot, _, view, legal = bot_workers.question(host, viewer)  # all but its dice
            yield self.out("bot", view + repr((game, bot, legal)).encode())
            yield self.out("verdicts", verdicts(host).tobytes())
        for command in self.wishes():
            yield self.out("answer", self.answer(command))
        if viewer != NOBODY and host.phase == "playing" and self.positions % OFTEN == 0:
            yield self.out("why", self.why())
        if self.positions % SELDOM == self.walk.host.header.seats:
            yield self.out("replay", self.replay())
            yield self.out("record", self.record())

    # What is asked --------------------------------------------------------------------------------
    def wishes(self) -> Iterator[Command]:
        """One move for every reason of the rules to refuse one, and a command of another kind."""
        truth = self.walk.host
        if self.viewer == NOBODY or truth.table is None:
            return
        if truth.turn == self.viewer:
            yield from (self.move(action) for action in self.one_of_each(truth))
        elif truth.phase == "playing":
            yield self.move(self.dice.randrange(-1, len(truth.table.rules.ACTIONS) + 1))
        kind, what = self.dice.choice(BESIDE), self.dice.choice(offers.WHAT)
        yield Command(kind, truth.seq, "w", data={"what": what})

    def move(self, action: int) -> Command:
        return Command("move", self.walk.host.seq, "m", action)

    def one_of_each(self, truth: Host) -> Iterator[int]:
        """An action for every answer that the rules have here."""
        found = verdicts(truth)
        for no in np.unique(found):
            self.reasons.add(truth.game.rules.No(no).name)
            yield int(self.dice.choice(np.flatnonzero(found == no)))

    def answer(self, command: Command) -> bytes:
        """What the viewer is told about a command, as a socket tells it."""
        host, language = self.world.host, self.dice.choice(LANGUAGES)
        try:
            entry = host.check(self.viewer, command, self.walk.now, language)
        except Refused as refusal:
            return messages.write(messages.Refused(command.id, str(refusal), refusal.rule))
        return messages.write(messages.Done(command.id, entry.row.seq))

    def why(self) -> bytes:
        """What the viewer is told about some touches, right ones and wrong ones."""
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

    # What is looked up ----------------------------------------------------------------------------
    def replay(self) -> bytes:
        """An earlier row, from every seat that may be asked for."""
        world, host = self.world, self.world.host
        rows = world.rows[: self.dice.randint(1, len(world.rows))]
        own = [self.viewer] if self.viewer != NOBODY else []
        answers = []
        for wanted in ("", past_turns.PUBLIC, past_turns.ALL, *map(str, range(host.header.seats))):
            viewers = past_turns.viewers(host, own, wanted)
            answers += [f"{wanted} {viewers}".encode()]
            language = self.dice.choice(LANGUAGES)
            answers += replays.pictures(world.header, rows, viewers or [], language, self.walk.now)
        return b"\n".join(answers)

    def record(self) -> bytes:
        """The unfinished game as a file."""
        return record.dumps(record.of(self.world.header, self.world.rows, self.viewer))


def verdicts(host: Host) -> Any:
    """What the rules say to every move that there is."""
    assert host.table is not None
    name, actions = host.game.name, host.table.rules.ACTIONS
    found = np.zeros(len(actions), np.int16)
    loops = for_game("verdicts", game(name))
    loops.all_verdicts(host.table.state, actions, found)
    return found
