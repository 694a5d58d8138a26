"""Whole games through Debian's nginx and Caddy, with the very files in deploy/, over TLS."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import httpx
import pytest
from helpers.guest_tables import finished_table
from helpers.server_thread import Guest, send_request

from skipyard.proofs.shared import clients
from skipyard.proofs.shared.processes import ServerProcess, free_port
from skipyard.table.files import verify

pytestmark = pytest.mark.full
DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"
START_TIMEOUT = 60.0  # seconds
CLIENT, FORGED = "127.0.0.5", "198.51.100.7"
MEGABYTE = 2**20
PREFIX = "/games"


class Site(NamedTuple):
    """A server behind a proxy."""

    url: str  # with the prefix, where there is one
    origin: str
    log: pathlib.Path
    program: str


def nginx(folder: pathlib.Path, config: str, port: int, upstream: int) -> list[str]:
    """The command that runs nginx in front of a server, in a folder of its own."""
    text = (DEPLOY / "nginx" / config).read_text()
    for name in ("play.example.org", "www.example.org"):
        text = text.replace(f"/etc/letsencrypt/live/{name}", str(folder)).replace(name, "localhost")
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = text.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    places = [
        f"{place}_temp_path {folder}/{place};"
        for place in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    ]
    whole = f"""error_log {folder}/error.log; pid {folder}/nginx.pid; worker_processes 1;
    events {{ }} http {{ access_log off; {" ".join(places)} {text} }}"""
    (folder / "nginx.conf").write_text(whole)
    return ["nginx", "-p", str(folder), "-c", f"{folder}/nginx.conf", "-g", "daemon off;"]


def caddy(folder: pathlib.Path, config: str, port: int, upstream: int) -> list[str]:
    """The same for Caddy; it gets a certificate by itself where it is given none."""
    text = (DEPLOY / "caddy" / config).read_text()
    text = text.replace("{$SKIPYARD_SITE:play.example.org}", f"https://localhost:{port}")
    text = text.replace("{$SKIPYARD_SITE:www.example.org}", f"https://localhost:{port}")
    text = text.replace("{$SKIPYARD_UPSTREAM:127.0.0.1:8000}", f"127.0.0.1:{upstream}")
    before, brace, after = text.partition(f"https://localhost:{port} {{")
    certificate = f"\n\tbind 127.0.0.1\n\ttls {folder}/fullchain.pem {folder}/privkey.pem"
    lines = ("admin off", "auto_https disable_redirects", f"storage file_system {folder}")
    options = "\n\t".join(("{", *lines)) + "\n}\n"
    (folder / "Caddyfile").write_text(options + before + brace + certificate + after)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


PROXIES = {
    "nginx": (nginx, "skipyard.conf", "prefix.conf"),
    "caddy": (caddy, "Caddyfile", "prefix.Caddyfile"),
}


def certify(folder: pathlib.Path) -> None:
    """A certificate for localhost that lasts a day."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command += ["-keyout", f"{folder}/privkey.pem", "-out", f"{folder}/fullchain.pem"]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(
    scope="module", params=[(p, prefix) for p in PROXIES for prefix in ("", PREFIX)], ids=str
)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    program, prefix = request.param
    for needed in (program, "openssl"):
        if shutil.which(needed) is None:
            pytest.skip(f"there is no {needed} here (Debian: apt install {needed})")
    folder, port = tmp_path_factory.mktemp(program), free_port()
    certify(folder)
    server = ServerProcess(str(folder / "tables.db"), folder / "server.log")
    origin = f"https://localhost:{port}"
    server.command += ["--secure", "--access-log", "--no-chances", "--public-url", origin]
    server.command += ["--rate", "1000"]  # a random player is quick
    server.command += ["--root-path", prefix] if prefix else []
    command, plain, below = PROXIES[program]
    run = command(folder, below if prefix else plain, port, server.port)
    with pytest.MonkeyPatch.context() as patch, server.started():
        patch.setenv("SSL_CERT_FILE", f"{folder}/fullchain.pem")
        clients.tls.cache_clear()
        environment = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        with (folder / "proxy.log").open("wb") as log:
            proxy = subprocess.Popen(run, stdout=log, stderr=log, env=environment, process_group=0)
        try:
            wait_for(proxy, f"{origin}{prefix}/healthz", folder)
            yield Site(origin + prefix, origin, server.log, program)
        finally:
            os.killpg(proxy.pid, signal.SIGTERM)
            proxy.wait()
    clients.tls.cache_clear()


def wait_for(proxy: subprocess.Popen[Any], url: str, folder: pathlib.Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline and proxy.poll() is None:
        with contextlib.suppress(httpx.HTTPError):
            if send_request("GET", url, timeout=5).text == "ok":
                return
        time.sleep(0.05)
    files = [folder / name for name in ("proxy.log", "error.log")]
    raise AssertionError("".join(file.read_text() for file in files if file.exists()))


def test_a_whole_game_is_played(site: Site) -> None:
    table, guest = finished_table(SimpleNamespace(url=site.url), "skippity")  # type: ignore[arg-type]
    record = verify.read(guest.get(f"/api/tables/{table}/record").content)
    assert list(record.checks())
    assert f"{site.url}/g/{table}.png" in guest.get(f"/t/{table}").text  # the link preview


def test_streams_arrive_line_by_line(site: Site) -> None:
    guest = Guest(site.url)
    table = guest.open_table("skippity", ["me", "open"])["table"]
    address = f"{site.url}/api/tables/{table}/stream"
    with (
        httpx.Client(verify=clients.tls(), timeout=60) as client,
        client.stream("GET", address, headers=guest.headers()) as stream,
    ):
        first = next(line for line in stream.iter_lines() if line)
        assert json.loads(first)["type"] == "shown"


def test_cookies_and_https_are_for_this_host_alone(site: Site) -> None:
    body = {"game": "skippity", "chairs": ["me", "bot:greedy"]}
    sent = {"origin": site.origin}
    opened = send_request("POST", f"{site.url}/api/tables", json=body, headers=sent)
    assert opened.status_code == 201
    cookie = opened.headers["set-cookie"]
    assert cookie.startswith("__Secure-" if site.url.endswith(PREFIX) else "__Host-")
    assert opened.headers["strict-transport-security"]
    sent = {"cookie": cookie.partition(";")[0], "origin": "https://elsewhere.example"}
    forged = send_request("POST", f"{site.url}/api/tables", json=body, headers=sent)
    assert forged.status_code == 403


def test_a_large_upload_is_refused(site: Site) -> None:
    answer = send_request("POST", f"{site.url}/api/tables", content=b" " * MEGABYTE)
    assert answer.status_code == 413


def test_the_server_sees_the_address_of_the_client(site: Site) -> None:
    transport = httpx.HTTPTransport(local_address=CLIENT, verify=clients.tls())
    with httpx.Client(transport=transport, timeout=60) as client:
        found = client.get(f"{site.url}/api/games", headers={"x-forwarded-for": FORGED})
    assert found.status_code == 200
    mine: list[dict[str, Any]] = []
    deadline = time.monotonic() + START_TIMEOUT
    while not mine:  # it is written after the answer
        assert time.monotonic() < deadline
        lines = [json.loads(line) for line in site.log.read_text().splitlines()]
        mine = [line for line in lines if line.get("request") == found.headers["x-request-id"]]
    assert [line["address"] for line in mine] == [CLIENT]
    assert FORGED not in site.log.read_text()


@pytest.mark.parametrize("path", ["/metrics", "/readyz"])
def test_what_operators_ask_stays_inside(site: Site, path: str) -> None:
    assert send_request("GET", site.url + path).status_code == 404


def test_other_paths_are_not_ours(site: Site) -> None:
    home = send_request("GET", f"{site.origin}/", headers={"accept": "text/html"})
    below = site.url != site.origin
    assert (home.text == "the other site") == below
    if below:
        moved = send_request("GET", f"{site.origin}{PREFIX}").headers["location"]
        assert moved in (f"{PREFIX}/", f"{site.url}/")
