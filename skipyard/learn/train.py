"""`skipyard train`: a network learns a game by playing itself (docs/train.md)."""

from __future__ import annotations

import pathlib
import time
from typing import Any

from skipyard import extras
from skipyard.cli import interrupts, print_line, whole_number
from skipyard.games import game
from skipyard.lab.limits import seconds_of
from skipyard.options import Refused

SAVE_EVERY = 90.0  # seconds
GAMES = {"cuda": 4_096, "cpu": 256}  # of an evaluation
LISTS = ("layers", "only", "student")  # settings with commas
FIRST_UPDATES = 3  # that tell how fast it is


def run(args: Any) -> int:
    """Train until the samples are there; stopped at any time, the same command goes on."""
    extras.require("torch", __name__)
    from skipyard.learn.run import Run

    g = game(args.game, args.lang)
    settings = settings_of(args, g.name)
    samples = whole_number(args.samples, "--samples", 1, language=args.lang)
    limit = seconds_of(args.time_limit, args.lang)
    folder = pathlib.Path(args.out)
    begin = pathlib.Path(args.begin) if args.begin else None
    training = Run(settings, folder, begin)
    rest = time.monotonic() + (limit or float("inf"))
    planned = float(args.seconds) if args.seconds else 0.0

    def done() -> float:
        """The part of the run that lies behind: of its seconds where they were given."""
        return training.seconds / planned if planned else training.samples / samples

    if training.samples:
        print_line(f"Going on in {folder} after {training.samples:,} samples.")
    shown, report = time.monotonic(), None
    with interrupts.on_stop(lambda: stopped(training)):
        for report in training.go(done, rest):
            if training.updates == FIRST_UPDATES:
                print_line(forecast(training, samples, planned))
            if time.monotonic() - shown > SAVE_EVERY:
                print_line(progress(training, report, settings.device))
                training.save()
                shown = time.monotonic()
        if report is not None:
            print_line(progress(training, report, settings.device))
        training.save()
    print_line(f"{folder / 'network.npz'} after {training.samples:,} samples.")
    return 0


def settings_of(args: Any, name: str) -> Any:
    """The recipe, with what the command line changes."""
    import msgspec

    from skipyard.learn.settings import Settings

    given: dict[str, Any] = {"game": name, "device": device_of(args.device)}
    if given["device"] == "cpu":
        given |= {"tables": 512, "minibatch": 4_096, "graphs": False}
    if args.student:
        given["student"] = args.student.split(",")
    for setting in args.settings:
        field, _, value = (part.strip() for part in setting.partition("="))
        given[field] = value.split(",") if field in LISTS else value
    try:
        return msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as why:
        fields = ", ".join(Settings.__struct_fields__[1:])
        raise Refused(f"--set {'; '.join(args.settings)}: {why}. The settings: {fields}.") from None


def device_of(asked: str) -> str:
    """The GPU if there is one; a sentence where one was asked for in vain."""
    import torch

    there = torch.cuda.is_available()
    if asked == "cuda" and not there:
        raise Refused("There is no GPU here that PyTorch can use; --device cpu learns slowly.")
    return asked or ("cuda" if there else "cpu")


def forecast(training: Any, samples: int, planned: float) -> str:
    """What the run will cost, as its first updates were."""
    rate = training.samples / max(training.seconds, 1e-9)
    left = planned - training.seconds if planned else (samples - training.samples) / rate
    where = "GPU" if training.settings.device != "cpu" else "CPU"
    hours = f"{left / 3600:.1f} hours" if left > 5400 else f"{left / 60:.0f} minutes"
    return f"This {where} makes {rate:,.0f} samples a second: about {hours} more."


def progress(training: Any, report: Any, device: str) -> str:
    """Where the run stands, with how its network plays."""
    row = training.evaluate(GAMES[device], report)
    shares = ", ".join(f"{share:.1%} against {bot}" for bot, share in row["shares"].items())
    rate = training.samples / max(training.seconds, 1e-9)
    return (
        f"{training.seconds:7.1f} s {training.samples / 1e6:9.1f} M samples, "
        f"{rate / 1e6:.2f} M a second: {shares} (policy {report.policy:.4f}, "
        f"value {report.value:.4f}, entropy {report.entropy:.3f}, "
        f"changed {report.changed:.4f}, agrees {report.agrees:.3f})"
    )


def stopped(training: Any) -> str:
    """Keep what was learned after Ctrl-C."""
    training.save()
    return f"{training.samples:,} samples are in {training.folder}; the same command goes on."
