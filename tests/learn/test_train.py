"""`skipyard train` for a few updates on a CPU; networks are small, so that this takes seconds."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest
import torch

import skipyard
from skipyard.__main__ import main
from skipyard.games import GAMES, game
from skipyard.networks.player import NetworkPlayer
from skipyard.options import Refused

pytestmark = pytest.mark.full

SMALL = ("tables=16", "steps=8", "minibatch=64", "epochs=1", "imitate=1")
UPDATE = 16 * 8  # samples


def train(out: pathlib.Path, name: str = "skipbo", samples: int = 3 * UPDATE, *more: str) -> int:
    words = ["train", name, "--out", str(out), "--samples", str(samples), "--device", "cpu"]
    for setting in SMALL:
        words += ["--set", setting]
    return main([*words, *more])


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    from skipyard.learn import train as command

    monkeypatch.setitem(command.GAMES, "cpu", 4)


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_a_run_learns_goes_on_and_leaves_a_network(
    name: str, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(tmp_path, name) == 0
    assert f"network.npz after {3 * UPDATE:,} samples" in said(capsys)
    assert train(tmp_path, name, 5 * UPDATE) == 0
    told = said(capsys)
    assert f"Going on in {tmp_path} after {3 * UPDATE:,} samples." in told
    assert f"network.npz after {5 * UPDATE:,} samples" in told


@pytest.mark.parametrize("name", GAMES)
def test_the_exported_network_plays_as_pytorch_rates(name: str, tmp_path: pathlib.Path) -> None:
    from skipyard.learn.matches import row_of
    from skipyard.learn.run import Run
    from skipyard.learn.train import settings_of

    assert train(tmp_path, name) == 0

    class Args:
        device, settings, student = "cpu", list(SMALL), ""

    network = Run(settings_of(Args, name), tmp_path).network
    file = str(tmp_path / "network.npz")
    player, columns = NetworkPlayer(name, file), network.columns.numpy()
    table = skipyard.Table(name, seed=3)
    for _ in range(20):
        player.look(table.view().record)
        seen = torch.from_numpy(player.seen[None].copy())
        with torch.no_grad():
            logits, sides = network(row_of(seen, network))
        assert np.allclose(player.network.logits[columns], logits[0].numpy(), atol=0.02)  # 16 bits
        assert np.allclose(player.network.sides, sides[0].numpy(), atol=0.02)
        table.push(skipyard.bot(f"policy:{file}").choose(table))


@pytest.mark.parametrize("size", [6, 10, 20])
def test_a_network_by_squares_computes_as_in_pytorch_on_every_board(
    size: int, tmp_path: pathlib.Path
) -> None:
    """With large random weights, so that nothing is nearly flat, and widths that change."""
    from skipyard.learn import export
    from skipyard.learn.matches import row_of
    from skipyard.learn.skippity.network import Network

    g, dice = game("skippity"), torch.Generator().manual_seed(size)
    network = Network((12, 12, 8), g.options.MOST_SEATS, size)
    with torch.no_grad():
        for weight in network.parameters():
            weight.copy_(torch.randn(weight.shape, generator=dice) * 0.2)
            weight.copy_(weight.half())  # as the file has it
    file, columns = tmp_path / "n.npz", network.columns.numpy()
    export.write(file, g, network, g.options.MOST_SEATS, {})
    player = NetworkPlayer(g.name, str(file))
    table = skipyard.Table(g.name, 3, seed=5, size=size)
    for number in range(30):
        player.look(table.view().record)
        with torch.no_grad():
            logits, sides = network(row_of(torch.from_numpy(player.seen[None].copy()), network))
        assert np.allclose(player.network.logits[columns], logits[0].numpy(), rtol=1e-3, atol=1e-3)
        assert np.allclose(player.network.sides, sides[0].numpy(), rtol=1e-3, atol=1e-3)
        table.push(table.legal[number % len(table.legal)])


def test_a_seed_says_what_is_learned(tmp_path: pathlib.Path) -> None:
    runs = [(tmp_path / folder, seed) for folder, seed in (("a", 1), ("b", 1), ("c", 2))]
    for folder, seed in runs:
        assert train(folder, "skipbo", 3 * UPDATE, "--set", f"seed={seed}") == 0
    weights = [np.load(folder / "network.npz")["policy_weight"] for folder, _ in runs]
    assert np.array_equal(weights[0], weights[1])
    assert not np.array_equal(weights[0], weights[2])


def test_it_begins_with_the_weights_of_another_run(tmp_path: pathlib.Path) -> None:
    assert train(tmp_path / "a") == 0
    again = tmp_path / "b"
    weights = str(tmp_path / "a" / "weights.pt")
    assert train(again, "skipbo", 1, "--begin", weights, "--set", "rate=0") == 0
    first = np.load(tmp_path / "a" / "network.npz")["hidden0_weight"].astype(float)
    assert np.allclose(np.load(again / "network.npz")["hidden0_weight"], first, atol=1e-2)


@pytest.mark.parametrize(
    ("name", "more", "sentence"),
    [
        ("skip_or_trip", (), "is a run of skipbo"),
        ("skipbo", ("--set", "rate=fast"), "rate"),
        ("skipbo", ("--set", "luck=1"), "The settings: tables"),
        ("skipbo", ("--device", "cuda"), "no GPU here"),
    ],
)
def test_what_cannot_be_trained_is_refused_in_a_sentence(
    name: str, more: tuple[str, ...], sentence: str, tmp_path: pathlib.Path, capsys: Any
) -> None:
    if "cuda" in more and torch.cuda.is_available():
        pytest.skip("there is a GPU")
    assert train(tmp_path) == 0
    capsys.readouterr()
    assert train(tmp_path, name, 4 * UPDATE, *more) == 2
    refused = capsys.readouterr().err
    assert sentence in refused
    assert "Traceback" not in refused


def test_a_damaged_checkpoint_is_refused_and_stays(tmp_path: pathlib.Path, capsys: Any) -> None:
    file = tmp_path / "checkpoint.pt"
    file.write_bytes(b"not a checkpoint")
    assert train(tmp_path) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert file.read_bytes() == b"not a checkpoint"


# Arithmetic -------------------------------------------------------------------------------------
def test_gains_of_a_game_add_up_to_its_result() -> None:
    from skipyard.learn.results import gains

    dice = torch.Generator().manual_seed(1)
    chances = torch.softmax(torch.randn(9, 4, 3, generator=dice), -1)
    outcomes, dones = torch.zeros(8, 4, 3), torch.zeros(8, 4, dtype=torch.bool)
    dones[5, 0], outcomes[5, 0, 2] = True, 1.0
    every = gains(chances, outcomes, dones, 1.0)
    assert torch.allclose(chances[2, 0] + every[2, 0], outcomes[5, 0])
    assert torch.allclose(chances[6, 0] + every[6, 0], chances[8, 0])  # the next game goes on
    single = gains(chances, outcomes, dones, 0.0)
    assert torch.allclose(single[3, 1], chances[4, 1] - chances[3, 1])


def test_sides_are_turned_to_a_viewer_and_back() -> None:
    from skipyard.learn.results import outcome, turned

    chances = torch.tensor([[0.5, 0.3, 0.2, 0.0], [0.6, 0.4, 0.0, 0.0]])
    sides, side = torch.tensor([3, 2]), torch.tensor([1, 1])
    table = turned(chances, side, sides)
    assert torch.allclose(table, torch.tensor([[0.2, 0.5, 0.3, 0.0], [0.4, 0.6, 0.0, 0.0]]))
    assert torch.allclose(turned(table, side, sides, back=True), chances)
    drawn = outcome(torch.tensor([-1, 1]), sides, 4)
    assert torch.allclose(drawn, torch.tensor([[1 / 3, 1 / 3, 1 / 3, 0], [0, 1.0, 0, 0]]))


@pytest.mark.parametrize("name", GAMES)
def test_the_tables_of_a_run_are_those_of_the_profile(name: str) -> None:
    from skipyard.learn.settings import training_tables

    kinds = game(name).profile.training.tables
    tables = training_tables(game(name), 10_000)
    total = sum(kind.share for kind in kinds)
    for seats in {kind.seats for kind in kinds}:
        share = sum(kind.share for kind in kinds if kind.seats == seats) / total
        assert tables.seats.count(seats) / len(tables.seats) == pytest.approx(share, abs=0.02)


def test_the_league_keeps_the_first_and_forgets_some() -> None:
    from skipyard.learn.league import MOST_KEPT, League

    league, network = League(1), torch.nn.Linear(1, 1)
    for number in range(MOST_KEPT + 10):
        torch.nn.init.constant_(network.weight, number)
        league.keep(network)
    kept = [float(state["weight"]) for state in league.kept]
    assert len(kept) == MOST_KEPT
    assert (kept[0], kept[-1]) == (0, MOST_KEPT + 9)
    met = set()
    for _ in range(100):
        league.choose(network)
        met.add(float(network.weight))
    assert met <= set(kept)
    assert {0.0, kept[-1]} <= met


def test_refusals_are_sentences() -> None:
    from skipyard.learn.train import device_of

    if not torch.cuda.is_available():
        with pytest.raises(Refused, match="no GPU"):
            device_of("cuda")
        assert device_of("") == "cpu"


# Distillation -----------------------------------------------------------------------------------
def student(out: pathlib.Path, begin: pathlib.Path, samples: int, *more: str) -> int:
    return train(out, "skipbo", samples, "--student", "24,16", "--begin", str(begin), *more)


def test_a_student_comes_to_think_like_its_teacher(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from skipyard.learn.run import Run
    from skipyard.learn.train import settings_of

    assert train(tmp_path / "big", "skipbo", 8 * UPDATE, "--set", "layers=48,32") == 0
    begin, out = tmp_path / "big" / "weights.pt", tmp_path / "small"
    assert student(out, begin, UPDATE, "--set", "rate=0") == 0

    def agreement() -> float:
        rows = Run(settings_of(Args, "skipbo"), out, begin).curve
        return float(rows[-1]["report"]["policy"])

    class Args:
        device, settings, student = "cpu", list(SMALL), "24,16"

    far = agreement()
    assert student(out, begin, 60 * UPDATE, "--set", "rate=0.003") == 0
    assert f"Going on in {out} after {UPDATE:,} samples." in said(capsys)
    assert 0 <= agreement() < 0.8 * far
    assert NetworkPlayer("skipbo", str(out / "network.npz")).network.weights[0][0].shape[1] == 24
    told = (out / "network.md").read_text("utf-8")
    assert "--student 24,16 --begin TEACHER" in told
    assert "| `teacher` |" in told
    assert f"It learned from {60 * UPDATE:,} moves" in told
    svg = (out / "curve.svg").read_text("utf-8")
    assert svg.startswith("<svg")
    assert "against teacher" in svg


def test_students_that_cannot_be_trained_are_refused(tmp_path: pathlib.Path, capsys: Any) -> None:
    assert train(tmp_path / "big", "skipbo", UPDATE, "--set", "layers=48,32") == 0
    weights = tmp_path / "big" / "weights.pt"
    capsys.readouterr()
    for words, sentence in (
        (["--student", "24,16"], "--student needs --begin"),
        (["--student", "2048,512", "--begin", str(weights)], "narrower --student layers"),
        (["--student", "wide", "--begin", str(weights)], "student"),
        (["--begin", str(weights)], "has layers 48,32; you asked for 512,256,256"),
        (["--set", "only=many"], "begins with a number of seats"),
    ):
        assert train(tmp_path / "out", "skipbo", UPDATE, *words) == 2, words
        refused = capsys.readouterr().err
        assert sentence in refused
        assert "Traceback" not in refused
