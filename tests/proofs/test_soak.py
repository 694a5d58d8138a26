"""The soak's criterion and picture, and a short soak of a real server."""

from __future__ import annotations

import argparse
import pathlib
import random
import xml.etree.ElementTree as ET

import pytest

from skipyard.options import Refused
from skipyard.proofs.shared.report import Report
from skipyard.proofs.soak import prove
from skipyard.proofs.soak.picture import picture
from skipyard.proofs.soak.samples import Sample
from skipyard.proofs.soak.trend import trend


def series(level: float, growth: float, noise: float, count: int = 240) -> list[float]:
    """Noisy measurements that grow by `growth` from the first to the last."""
    dice = random.Random(4)
    return [level + growth * n / (count - 1) + dice.gauss(0, noise) for n in range(count)]


def test_what_grows_is_found_and_what_is_flat_is_not() -> None:
    for noise in (0.0, 1.0, 10.0):
        assert trend(series(100, 0, noise)).is_flat(0.1)
        assert not trend(series(100, 60, noise)).is_flat(0.1)
    assert trend(series(100, 5, 1.0)).is_flat(0.1)  # it grows, but by less than a tenth
    assert trend(series(100, -60, 1.0)).is_flat(0.1)
    assert not trend(series(10, 8, 0.1)).is_flat(0.1)
    assert trend(series(10, 3, 0.1)).is_flat(0.1, slack=4.0)


def test_a_few_wild_measurements_are_no_trend() -> None:
    values = series(100, 0, 1.0)
    values[-9::2] = [10_000.0] * 5
    found = trend(values)
    assert found.is_flat(0.1)
    assert found.low < 0 < found.high


def test_the_growth_is_measured_in_its_own_unit() -> None:
    found = trend(series(50, 24, 0.0))
    assert found.growth == pytest.approx(24 * 11 / 12, rel=0.02)  # between the middles of blocks


def samples(growth: float) -> list[Sample]:
    memory = series(100, growth, 1.0)
    return [Sample(float(n), memory[n], 50, 30, 9, 18, n, 5, 9) for n in range(240)]


def test_the_report_is_bad_where_memory_grows(capsys: pytest.CaptureFixture[str]) -> None:
    for growth, good in ((0.0, True), (60.0, False)):
        report = Report()
        prove.judge(samples(growth), report)
        assert report.good == good
    assert "FAIL  memory of the server" in capsys.readouterr().out


def test_the_picture_shows_every_figure() -> None:
    tree = ET.fromstring(picture(samples(0.0), 60.0, "5 minutes < 6"))
    lines = [each for each in tree.iter() if each.tag.endswith("polyline")]
    assert len(lines) == 7
    for line in lines:
        assert len(line.attrib["points"].split()) == 240
    assert "5 minutes < 6" in "".join(tree.itertext())


def test_a_soak_has_to_last(tmp_path: pathlib.Path) -> None:
    picture = str(tmp_path / "soak.svg")
    args = argparse.Namespace(minutes="1", idle="0", seed="1", lang="en", picture=picture)
    with pytest.raises(Refused, match="--minutes"):
        prove.run(args)


@pytest.mark.full
@pytest.mark.timeout(1200)
def test_five_minutes(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tmp_path / "soak.svg"
    args = argparse.Namespace(minutes="5", idle="200", seed="1", lang="en", picture=str(drawn))
    status = prove.run(args)
    told = capsys.readouterr().out
    assert "200 idle sockets" in told
    assert status == 0, told
    assert ET.fromstring(drawn.read_text()).attrib["role"] == "img"
