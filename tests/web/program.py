"""`fifthstreet web` as a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from tests.web.serving import API, WAIT


@dataclass(frozen=True)
class Program:
    """A running program, and where it answers."""

    process: subprocess.Popen[str]
    address: str

    def client(self) -> httpx.Client:
        """Return a client whose addresses begin at the interface."""
        return httpx.Client(base_url=self.page + API, timeout=WAIT)

    @property
    def page(self) -> str:
        """Address of the page, without a token."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"

    def end(self, number: signal.Signals) -> tuple[int, str]:
        """Send a signal; return the exit code and what was written to standard error."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=WAIT)
        return self.process.returncode, errors


@contextmanager
def running(library: Path, *arguments: str) -> Iterator[Program]:
    """Start the program on a free port; it is killed at the end, if it still runs."""
    options = ["--port", "0", "--no-browser", "--json", "--threads", "1", "--library", str(library)]
    process = subprocess.Popen(
        [sys.executable, "-m", "fifthstreet", "web", *options, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"FIFTHSTREET_TOKEN": ""},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        yield Program(process, json.loads(line)["address"])
    finally:
        process.kill()
        process.communicate()
