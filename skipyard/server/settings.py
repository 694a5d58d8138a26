"""Settings of a server process; uvicorn's workers read them from the environment."""

from __future__ import annotations

import json
import os
import pathlib
import re
from dataclasses import asdict, dataclass

ENVIRONMENT = "SKIPYARD_SERVER"

ID = re.compile("[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class Settings:
    """How to serve."""

    db: str = "skipyard.db"  # a file for SQLite, or a postgresql:// address
    bot_workers: int = 0  # processes in which bots choose moves; 0: by the machine's cores
    bots: str = ""  # those that hosts may seat besides ours, as listing.py reads them
    secure: bool = False  # cookies over HTTPS only
    grace: float = 60.0  # seconds until a bot plays on for somebody who left
    pace: float = 0.9  # seconds a bot takes at least, so that its moves can be followed
    rate: float = 20.0  # commands a second from one seat, with a burst of twice as many
    # Limits by address. This machine has none, so a proxy on it has to send X-Forwarded-For.
    trusted_proxies: str = "127.0.0.1,::1"  # whose X-Forwarded-For is believed
    address_rate: float = 50.0  # requests a second from one address, with a burst of twice as many
    tables_rate: float = 1.0  # new tables a second from one address, with a burst of twenty
    connections: int = 0  # at once in this process; 0: by the limit of open files
    address_strangers: int = 200  # requests and sockets at once of strangers at one address
    address_seated: int = 1000  # of people at one address who hold a chair
    address_waiting: int = 100  # connections of one address that wait for a request
    queue: int = 32  # dear questions of one kind that may wait
    chances: bool = True  # work out winning chances of finished games and hints
    public_url: str = ""  # where people reach us, for links; empty: the address that they opened
    lan_command: str = "skipyard open --lan"  # how a person makes this server reach the network
    root_path: str = ""  # the path prefix, without a slash at its end; empty for none
    compile_ahead: bool = True  # compile every game at the start, in another process
    # Days that tables are kept after their last row; 0: for ever.
    keep_waiting: float = 0.0  # not dealt yet
    keep_idle: float = 0.0  # dealt and not over
    keep_finished: float = 0.0
    keep_bots: float = 0.0  # nobody holds a seat
    admin_dir: str = ""  # where the socket for operators is; empty: see net/admin_sockets.py
    log_level: str = "info"
    access_log: bool = False  # one line for each request
    metrics_token: str = ""  # the bearer token for /metrics; empty: this machine alone may ask
    metrics_port: int = 0  # of this machine, for /metrics; 0: none, it is beside the pages
    worker_folder: str = ""  # where workers find each other for /metrics; empty where one is alone

    def export(self) -> None:
        """Write the settings into the environment, for worker processes."""
        os.environ[ENVIRONMENT] = json.dumps(asdict(self))


def default_db() -> str:
    """A file in the user's data directory."""
    base = os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local" / "share"
    folder = pathlib.Path(base) / "skipyard"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "tables.db")


def from_environment() -> Settings:
    return Settings(**json.loads(os.environ.get(ENVIRONMENT, "{}")))
