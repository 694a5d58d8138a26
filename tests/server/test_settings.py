"""Settings by flag and by environment, and what the new ones do."""

from __future__ import annotations

import argparse
import json
import logging
import pathlib
import re
from typing import Any

import pytest
from helpers.server_thread import running_server, send_request

from skipyard.__main__ import build_parser, main
from skipyard.options import Refused
from skipyard.server import logs, setting_table
from skipyard.server.setting_table import SETTINGS, Setting

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "server.md"


def read(words: list[str], environment: dict[str, str]) -> dict[str, Any]:
    args = build_parser().parse_args(["serve", *words])
    return setting_table.read(args, environment, "en")


def other_than_default(setting: Setting) -> tuple[str, Any]:
    """Another value, as a text and as it is read."""
    if isinstance(setting.default, bool):
        return "yes", True
    if isinstance(setting.default, str):
        text = setting.among[0] if setting.among else "something"
        return text, text
    return "7", 7


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.flag)
def test_a_setting_has_a_flag_and_a_variable(setting: Setting) -> None:
    text, value = other_than_default(setting)
    assert read([], {})[setting.name] == setting.default != value
    assert read([], {setting.variable: text})[setting.name] == value
    words = [f"--{setting.flag}", text] if setting.metavar else [f"--{setting.flag}"]
    assert read(words, {})[setting.name] == value
    if setting.metavar and not setting.among:  # a flag wins
        assert read(words, {setting.variable: "8"})[setting.name] == value


def test_help_and_docs_have_the_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    page = PAGE.read_text("utf-8")
    written = re.search("<!-- settings -->\n(.*?)<!-- end of settings -->", page, re.S)
    assert written
    assert written[1] == setting_table.markdown()
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    for setting in SETTINGS:
        assert f"--{setting.flag}" in shown
        assert setting.variable in shown


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("SKIPYARD_PORT", "70000"),
        ("SKIPYARD_WORKERS", "two"),
        ("SKIPYARD_GRACE", "nan"),
        ("SKIPYARD_SECURE", "perhaps"),
        ("SKIPYARD_LOG_LEVEL", "loud"),
    ],
)
def test_a_wrong_value_names_where_it_came_from(variable: str, text: str) -> None:
    with pytest.raises(Refused, match=f"{variable} .*{text}"):
        setting_table.read(argparse.Namespace(), {variable: text}, "en")


def test_answers_and_log_lines_have_the_id_of_their_request(tmp_path: pathlib.Path) -> None:
    logger = logging.getLogger(logs.NAME)
    lines: list[dict[str, Any]] = []

    class Collect(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(logs.JsonFormatter().format(record)))

    handler, level = Collect(), logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        with running_server(tmp_path, access_log=True) as server:

            def ask(given: str) -> str:
                answer = send_request(
                    "GET", f"{server.url}/api/games?x=secret", headers={"x-request-id": given}
                )
                return str(answer.headers["x-request-id"])

            assert ask("from-the-proxy.1") == "from-the-proxy.1"
            other = ask("wrong id")
            assert re.fullmatch("[0-9a-f]{16}", other)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    requests = [line for line in lines if line["event"] == "request"]
    assert [line["request"] for line in requests] == ["from-the-proxy.1", other]
    assert {line["path"] for line in requests} == {"/api/games"}
    assert {line["status"] for line in requests} == {200}
    assert "secret" not in json.dumps(requests)


def test_metrics_can_ask_for_a_token(tmp_path: pathlib.Path) -> None:
    with running_server(tmp_path, metrics_token="open sesame") as server:

        def status(**headers: str) -> int:
            answer = send_request("GET", f"{server.url}/metrics", headers=headers)
            assert ("skipyard_rows" in answer.text) == (answer.status_code == 200)
            return answer.status_code

        assert status() == 401
        assert status(authorization="Bearer open") == 401
        assert status(authorization="Bearer open sesame") == 200
