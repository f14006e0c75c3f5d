"""Settings of the web app."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from fifthstreet.errors import InputError
from fifthstreet.support.threads import thread_count

_TOKEN = re.compile(r"[A-Za-z0-9._~-]{8,200}")  # needs no escaping in addresses
API = "/api/v1"  # paths of all endpoints start with it
SITE_FOLDER = Path(__file__).parent / "site"  # the documentation; `make docs` builds it
LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "::1")


def library_folder() -> Path:
    """Return the folder for the user's solutions, whether or not it exists."""
    if chosen := os.environ.get("XDG_DATA_HOME"):
        return Path(chosen) / "fifthstreet"
    home = Path("~").expanduser()
    if sys.platform == "darwin":
        return home / "Library/Application Support/fifthstreet"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData/Local") / "fifthstreet"
    return home / ".local/share/fifthstreet"


@dataclass(frozen=True)
class WebSettings:
    """What the web app may do, and for whom."""

    library: Path = field(default_factory=library_folder)  # all files are in this folder
    token: str | None = None  # that requests must carry; None on loopback
    hosts: tuple[str, ...] = LOOPBACK_HOSTS  # accepted in the Host header, without ports
    threads: int | None = None  # of each solve; None for all
    backend: str = "auto"
    upload_bytes: int = 16 << 20  # largest body of a request
    open_solutions: int = 4  # kept open at the same time
    queued_jobs: int = 100  # unfinished at the same time
    kept_jobs: int = 200  # finished ones that are still listed
    job_bytes: int | None = None  # memory limit of a solve; None for the available memory
    job_seconds: float = 24 * 3600.0  # that a job may run
    tables: int = 50  # of games in progress

    def __post_init__(self) -> None:
        if self.token is not None and not _TOKEN.fullmatch(self.token):
            raise InputError("token must be 8 to 200 letters, digits and . _ ~ -")
        thread_count(self.threads)
        if not self.hosts:
            raise InputError("hosts must have at least one name, like localhost")
