"""`skipyard open`: serve tables on this machine and open the browser at the home page."""

from __future__ import annotations

import argparse
import logging
import os
import shlex
import shutil
import socket
import sys
import threading
import webbrowser

import segno
from starlette.applications import Starlette

from skipyard.cli import whole_number
from skipyard.compiling import ready
from skipyard.games import GAMES, game
from skipyard.options import Refused
from skipyard.server import logs
from skipyard.server.app import create
from skipyard.server.commands import listening, running
from skipyard.server.commands.serve import check_port, options, public_url
from skipyard.server.pages import assets
from skipyard.server.sentences import say
from skipyard.server.settings import Settings, default_db
from skipyard.server.workers.compiling import COMPILED

LOCALHOST, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # the second with --lan
LAN_COMMAND = "SKIPYARD_LAN_COMMAND"  # set by `make play`, which people start instead of this
DEFAULT_PORT = 8321  # the same each time, so that a browser finds its cookie; any if it is taken


class Announcement:
    """Prints the address and opens the browser, once; uvicorn calls it when it is ready."""

    def __init__(self, address: str, language: str, browser: bool, network: str = "") -> None:
        self.address, self.language, self.browser = address, language, browser
        self.network = network  # the address for friends, if there is one
        self.made = listening.is_restarted()

    async def __call__(self) -> None:
        if self.made:  # uvicorn calls again every half a minute
            return
        self.made = True
        print_line(say(self.language, "serve.at", address=self.address))
        print_line(
            say(
                self.language, "serve.lan" if self.network else "serve.local", command=lan_command()
            )
        )
        if self.network and sys.stdout.isatty():
            segno.make(self.network).terminal(compact=True)
        if ready.missing():
            print_line(say(self.language, "serve.compiling"))
        if self.browser:  # in a thread: with some browsers the call returns when they are closed
            show = threading.Thread(target=open_browser, args=(self.address, self.language))
            show.daemon = True
            show.start()


def print_line(text: str) -> None:
    """Print now: a person is waiting."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def open_browser(address: str, language: str) -> None:
    """Open the browser, or say that there is none."""
    try:
        opened = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        opened = False
    if not opened:
        print_line(say(language, "serve.no_browser", address=address))


class Progress(logging.Handler):
    """A log handler that prints which games are compiled, and how long the rest will take."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language, self.ready = language, 0

    def emit(self, record: logging.LogRecord) -> None:
        facts = getattr(record, "facts", {})
        if record.getMessage() != COMPILED or facts["part"] != ready.PARTS[-1]:
            return
        self.ready += 1
        title, left = game(facts["game"]).title, facts["left"]
        shown = {"title": title, "count": self.ready, "all": len(GAMES)}
        if left:
            print_line(say(self.language, "serve.compiled", **shown, left=round(left)))
        else:
            print_line(say(self.language, "serve.all_compiled", **shown))


def print_progress(language: str) -> None:
    """Log for a person who waits: print which games are ready, log only warnings and errors."""
    logs.set_up("warning")
    logger = logging.getLogger(logs.NAME)
    logger.setLevel(logging.INFO)
    logger.addHandler(Progress(language))


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop, or open the browser at a server that runs already."""
    db = args.db or default_db()
    other = None if listening.is_restarted() else running.running_address(db)
    if other is not None:
        if args.lan and running.is_local(db):
            raise Refused(
                say(args.lang, "serve.running_local", address=other, command=lan_command())
            )
        print_line(say(args.lang, "serve.running", address=other))
        if not args.no_browser:
            open_browser(other, args.lang)
        return 0
    wanted = None if args.port is None else whole_number(args.port, "--port", 1, language=args.lang)
    if wanted is not None:
        check_port(wanted, args.lang)
    compiles = listening.choose_mode(args.wait_compiled, args.lang)
    public = public_url(args.public_url, args.lang)
    network = network_host(args.lang) if args.lan and not public else ""
    alone = running.lock_alone(db, args.lang)
    sock = listen(EVERYWHERE if args.lan else LOCALHOST, wanted, args.lang)
    if assets.page_script("table") is None:
        print_line(say(args.lang, "page.unbuilt"))
    port = sock.getsockname()[1]
    address = f"http://{LOCALHOST}:{port}/"
    shared = f"http://{network}:{port}" if network else public
    settings = Settings(db=db, public_url=shared, compile_ahead=compiles, lan_command=lan_command())
    settings.export()
    shared = f"{shared}/" if shared else ""

    def create_and_tell() -> Starlette:
        app = create()
        print_progress(args.lang)  # after the application has set its own log up
        return app

    announcement = Announcement(shared or address, args.lang, not args.no_browser, shared)
    with running.announced(db, address, shared):
        listening.serve(
            create_and_tell, options(settings) | {"callback_notify": announcement}, sock
        )
    if alone is not None:
        alone.close()
    return 0


def lan_command() -> str:
    """What to type for a server that friends on the network reach, as this one was started."""
    if os.environ.get(LAN_COMMAND):
        return os.environ[LAN_COMMAND]
    program = sys.argv[0]
    known = shutil.which("skipyard")
    found = known is not None and os.path.realpath(known) == os.path.realpath(program)
    named = os.path.basename(program) == "skipyard" and not found
    return f"{shlex.quote(program) if named else 'skipyard'} open --lan"


def listen(host: str, port: int | None, language: str) -> socket.socket:
    """A socket on the port that was asked for; else on the default one, or any that is free."""
    if port is not None:
        return listening.listen(host, port, language)
    try:
        return listening.listen(host, DEFAULT_PORT, language)
    except Refused:
        return listening.listen(host, 0, language)


def network_host(language: str) -> str:
    """This machine's address on its network; Refused where it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # chooses a route and sends nothing
            host = str(probe.getsockname()[0])
        except OSError:
            host = ""
    if not host or host.startswith("127."):
        raise Refused(say(language, "serve.no_network"))
    return host
