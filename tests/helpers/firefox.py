"""Debian's Firefox, driven by its own remote protocol: Marionette, JSON frames over TCP."""

from __future__ import annotations

import base64
import contextlib
import json
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from skipyard.proofs.shared.processes import free_port

ELEMENT = (
    "element-6066-11e4-a52e-4f735466cecf"  # the key of an element, from the WebDriver standard
)
START_TIMEOUT, ANSWER_TIMEOUT = 60.0, 60.0  # seconds
STEP = 0.03  # seconds between two looks at a page
SETTINGS = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "intl.accept_languages": "en",
    "ui.prefersReducedMotion": 1,
}


def program() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """One window."""

    def __init__(self, port: int) -> None:
        self.line = connect(port)
        self.buffer, self.number = b"", 0
        self.receive()  # what it is
        self.ask(
            "WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}}
        )

    def receive(self) -> Any:
        while b":" not in self.buffer:
            self.buffer += self.read()
        length, _, self.buffer = self.buffer.partition(b":")
        while len(self.buffer) < int(length):
            self.buffer += self.read()
        frame, self.buffer = self.buffer[: int(length)], self.buffer[int(length) :]
        return json.loads(frame)

    def read(self) -> bytes:
        data = self.line.recv(1 << 16)
        if not data:
            raise ConnectionError("Firefox has closed the connection.")
        return data

    def ask(self, command: str, **parameters: Any) -> Any:
        """The result of a command; AssertionError with Firefox's own message if it fails."""
        self.number += 1
        frame = json.dumps([0, self.number, command, parameters]).encode()
        self.line.sendall(b"%d:%b" % (len(frame), frame))
        _, number, problem, result = self.receive()
        assert number == self.number
        assert problem is None, problem["message"]
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def go(self, address: str) -> None:
        self.ask("WebDriver:Navigate", url=address)

    def resize(self, width: int, height: int) -> None:
        self.ask("WebDriver:SetWindowRect", width=width, height=height)

    def evaluate(self, script: str, *arguments: Any) -> Any:
        """The value of an expression in the page, whose arguments are in `arguments`."""
        body = f"return ({script});"
        return self.ask("WebDriver:ExecuteScript", script=body, args=list(arguments))

    def click(self, selector: str) -> None:
        """Click the first element with a real pointer."""
        found = self.ask("WebDriver:FindElement", using="css selector", value=selector)
        self.ask("WebDriver:ElementClick", id=found[ELEMENT])

    def wait_for(self, script: str, *arguments: Any) -> Any:
        """Wait until an expression is true; its value."""
        deadline = time.monotonic() + ANSWER_TIMEOUT
        while not (value := self.evaluate(script, *arguments)):
            assert time.monotonic() < deadline, f"never true: {script}"
            time.sleep(STEP)
        return value

    def picture(self, path: pathlib.Path) -> None:
        path.write_bytes(base64.b64decode(self.ask("WebDriver:TakeScreenshot", full=False)))


def connect(port: int) -> socket.socket:
    deadline = time.monotonic() + START_TIMEOUT
    while True:
        try:
            line = socket.create_connection(("127.0.0.1", port), timeout=ANSWER_TIMEOUT)
        except OSError:
            assert time.monotonic() < deadline, "Firefox does not start"
            time.sleep(0.1)
        else:
            return line


@contextlib.contextmanager
def firefox() -> Iterator[Firefox]:
    """A fresh profile, without a window that anybody sees."""
    found, port = program(), free_port()
    assert found is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = SETTINGS | {"marionette.port": port}
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in settings.items()]
        (pathlib.Path(folder) / "user.js").write_text("\n".join(lines))
        command = [found, "--headless", "--marionette", "--no-remote", "--profile", folder]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0
        ) as child:
            try:
                yield Firefox(port)
            finally:
                child.terminate()
