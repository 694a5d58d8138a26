"""What `--secure` changes: cookies of this host alone, and HTTPS from then on."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest
from helpers.server_thread import running_server

from skipyard.proofs.shared.clients import send_request
from skipyard.server.net.tokens import COOKIE, SECURE_COOKIE


@pytest.mark.parametrize("secure", [False, True])
def test_cookies_belong_to_this_host_and_to_https(tmp_path: pathlib.Path, secure: bool) -> None:
    with running_server(tmp_path, secure=secure) as server:
        body = {"game": "skippity", "chairs": ["me", "bot:greedy"]}

        def ask(method: str, path: str, **more: Any) -> Any:
            return send_request(method, server.url + path, **more)

        opened = ask("POST", "/api/tables", json=body, headers={"origin": server.url})
        cookie = opened.headers["set-cookie"]
        name = SECURE_COOKIE if secure else COOKIE
        assert cookie.startswith(f"{name}=")
        assert ("Secure" in cookie) == secure
        assert "Path=/" in cookie
        assert "Domain" not in cookie
        assert ("strict-transport-security" in opened.headers) == secure
        token = cookie.partition("=")[2].partition(";")[0]
        for known in (name, COOKIE):  # one from before HTTPS counts too
            own = ask("GET", "/api/tables", headers={"cookie": f"{known}={token}"})
            assert len(own.json()["mine"]) == 1
