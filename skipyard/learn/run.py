"""A training run: it goes on where its folder has a checkpoint, and may be stopped at any time."""

from __future__ import annotations

import pathlib
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import torch

from skipyard.games import Game, game
from skipyard.learn import export
from skipyard.learn.card import card
from skipyard.learn.curve import curve
from skipyard.learn.distill import OWN_TABLES, check_size
from skipyard.learn.league import League
from skipyard.learn.make import network_for
from skipyard.learn.matches import Matches
from skipyard.learn.selfplay import SelfPlay
from skipyard.learn.settings import Settings, training_tables
from skipyard.learn.update import Learner, Report, flattened
from skipyard.options import Refused

CHECKPOINT, WEIGHTS, NETWORK = "checkpoint.pt", "weights.pt", "network.npz"
CURVE, CARD = "curve.svg", "network.md"
KEEP_EVERY = 40  # updates between two networks that the league keeps
MEET_EVERY = 4  # updates with the same earlier network
OPPONENTS = ("greedy", "rules")


class Row(NamedTuple):
    """One point of the curves."""

    samples: int
    seconds: float
    shares: dict[str, float]  # of wins, by the bot it met
    report: Report


class Run:
    """Everything that a checkpoint has, and what is made from it."""

    def __init__(
        self, settings: Settings, folder: pathlib.Path, begin: pathlib.Path | None = None
    ) -> None:
        self.settings, self.folder = settings, folder
        self.game: Game = game(settings.game)
        torch.manual_seed(settings.seed)
        if settings.device == "cpu":
            torch.set_num_threads(1)
        else:
            torch.set_float32_matmul_precision("high")
        device = torch.device(settings.device)
        self.layers = settings.student or settings.layers or self.game.profile.training.layers
        self.network = network_for(self.game, self.layers).to(device)
        self.earlier = network_for(self.game, self.layers).to(device)
        self.teacher = self.teacher_in(begin).to(device) if settings.student else None
        self.learner = Learner(settings, self.network, self.teacher)
        self.league = League(settings.seed)
        self.samples, self.updates, self.seconds = 0, 0, 0.0
        self.curve: list[dict[str, Any]] = []
        self.play: SelfPlay | None = None
        self.load()
        if begin is not None and self.teacher is None and not self.updates:
            self.begin_with(begin)

    # Checkpoints --------------------------------------------------------------------------------
    def load(self) -> None:
        """Go on from the folder's checkpoint, if there is one."""
        file = self.folder / CHECKPOINT
        if not file.exists():
            return
        state = self.read(file)
        self.check_layers(file, state)
        self.learner.load(state["learner"])
        self.league.kept = state["league"]
        self.samples, self.updates = state["samples"], state["updates"]
        self.seconds, self.curve = state["seconds"], state["curve"]
        self.earlier.load_state_dict(self.network.state_dict())
        torch.manual_seed(self.settings.seed + self.updates)

    def begin_with(self, file: pathlib.Path) -> None:
        """Take the weights of another run's checkpoint, and nothing else."""
        state = self.read(file)
        self.check_layers(file, state)
        self.network.load_state_dict(state["learner"]["network"])

    def teacher_in(self, file: pathlib.Path | None) -> Any:
        """The large network that the student learns from."""
        if file is None:
            raise Refused("--student needs --begin with the weights of the network to learn from.")
        check_size(self.network)
        state = self.read(file)
        teacher = network_for(self.game, self.layers_of(state))
        teacher.load_state_dict(state["learner"]["network"])
        return teacher.requires_grad_(False)

    def layers_of(self, state: dict[str, Any]) -> tuple[int, ...]:
        return tuple(state.get("layers") or self.game.profile.training.layers)

    def check_layers(self, file: pathlib.Path, state: dict[str, Any]) -> None:
        """Refuse weights of a network with other layers."""
        if self.layers_of(state) != tuple(self.layers):
            found, wanted = (
                ",".join(map(str, one)) for one in (self.layers_of(state), self.layers)
            )
            raise Refused(f"{file} has layers {found}; you asked for {wanted}.")

    def read(self, file: pathlib.Path) -> dict[str, Any]:
        """A checkpoint of this game; Refused in a sentence if it is none."""
        try:
            state: dict[str, Any] = torch.load(
                file, map_location=self.settings.device, weights_only=True
            )
        except Exception as why:
            raise Refused(f"{file} cannot be read: {why}. Remove it to begin again.") from None
        if state["game"] != self.game.name:
            raise Refused(f"{file} is a run of {state['game']}; choose another folder.")
        return state

    def save(self) -> None:
        """Write a checkpoint, its weights alone, and the network that plays without PyTorch."""
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = self.folder / "checkpoint.draft"
        state = {
            "game": self.game.name,
            "layers": list(self.layers),
            "learner": self.learner.state(),
            "league": self.league.kept,
            "samples": self.samples,
            "updates": self.updates,
            "seconds": self.seconds,
            "curve": self.curve,
        }
        torch.save(state, draft)
        draft.replace(self.folder / CHECKPOINT)
        weights = {name: halved(part) for name, part in self.network.state_dict().items()}
        small: dict[str, Any] = {"game": self.game.name, "layers": list(self.layers)}
        small |= {"learner": {"network": weights}}
        torch.save(small, self.folder / WEIGHTS)  # a fiftieth of the size, for `--begin` elsewhere
        self.export(self.folder / NETWORK)
        if self.curve:
            curve(self.game.title, self.curve).save(self.folder / CURVE)

    def export(self, file: pathlib.Path) -> None:
        made = {
            "samples": self.samples,
            "seconds": round(self.seconds),
            "settings": msgspec.to_builtins(self.settings),
            "shares": self.curve[-1]["shares"] if self.curve else {},
        }
        export.write(file, self.game, self.network, self.game.options.MOST_SEATS, made)
        told = card(self.game, made, tuple(self.layers), file.stat().st_size)
        (self.folder / CARD).write_text(told, "utf-8")

    # Learning -----------------------------------------------------------------------------------
    def go(self, done: Callable[[], float], rest: float) -> Iterator[Report]:
        """Play and learn until `done()` is 1; yield after each update.

        `rest` is the time at which to stop in any case.
        """
        if self.play is None:
            tables = training_tables(self.game, self.settings.tables, self.settings.only)
            player, other, settings = self.network, self.earlier, self.settings
            if self.teacher is not None:
                player, other = self.teacher, self.network
                settings = msgspec.structs.replace(settings, past=OWN_TABLES)
            self.play = SelfPlay(settings, tables, player, other)
        while (part := done()) < 1 and time.monotonic() < rest:
            began = time.monotonic()
            imitates = self.teacher is None and self.updates < self.settings.imitate
            in_league = not imitates and self.teacher is None
            if in_league and (not self.league.kept or self.updates % KEEP_EVERY == 0):
                self.league.keep(self.network)
            if in_league and self.updates % MEET_EVERY == 0:
                self.league.choose(self.earlier)
            roll = self.play.play(imitates)
            flat = flattened(roll, self.play.sides, self.settings.trace)
            report = self.learner.learn(flat, part, imitates)
            self.samples += roll.actions.numel()
            self.updates += 1
            self.seconds += time.monotonic() - began
            yield report

    def evaluate(self, games: int, report: Report) -> dict[str, Any]:
        """Meet the bots, and add a row to the curves."""
        seats, options = 2, dict[str, Any]()
        if self.settings.only:  # full games would tell little of a network for short ones
            tables = training_tables(self.game, 1, self.settings.only)
            seats, options = tables.seats[0], tables.options[0]
        matches = Matches(self.game.name, seats, options, games, self.settings.device)
        shares = {bot: matches.share(self.network, bot) for bot in OPPONENTS}
        if self.teacher is not None:
            shares["teacher"] = matches.share(self.network, self.teacher)
        row = Row(self.samples, round(self.seconds, 1), shares, report)
        self.curve.append(row._asdict() | {"report": report._asdict()})
        return self.curve[-1]


def halved(part: torch.Tensor) -> torch.Tensor:
    """The same numbers in 16 bits, on the host."""
    return part.half().cpu() if part.is_floating_point() else part.cpu()
