"""`fifthstreet docs`: the documentation in the browser."""

from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from rich.text import Text

from fifthstreet.cli.command import Command, option
from fifthstreet.errors import InputError
from fifthstreet.support.browser import open_browser
from fifthstreet.support.terminal import Terminal
from fifthstreet.views import print_notes
from fifthstreet.web import SITE_FOLDER

_LOOPBACK = "127.0.0.1"


class DocsCommand(Command):
    """Show the documentation in the browser, served on this machine; Ctrl-C stops it.

    With `--no-browser` or `--json`, only print where its files are.
    """

    browser: bool = option("Serve the documentation and open it in a browser.", default=True)

    def _execute(self) -> None:
        start = SITE_FOLDER / "index.html"
        if not start.exists():
            raise InputError(
                "the documentation is not built: run `make docs` in a clone of the repository"
            )
        if self.as_json or not self.browser:
            facts = {"folder": str(SITE_FOLDER), "start": str(start)}
            self.show(lambda: facts, lambda console: _print_line(console, str(start)))
            return
        # A server, because browsers may refuse to read files of hidden folders like `.venv`.
        with ThreadingHTTPServer((_LOOPBACK, 0), _handler(SITE_FOLDER)) as server:
            address = f"http://{_LOOPBACK}:{server.server_port}/"
            console = Terminal()
            _print_line(console, f"The documentation is at {address}")
            print_notes(console, ["Ctrl-C ends"])
            open_browser(address)
            server.serve_forever()


def _print_line(console: Terminal, text: str) -> None:
    console.print(Text(text), soft_wrap=True)


class _QuietHandler(SimpleHTTPRequestHandler):
    """Sends files without a log on the terminal."""

    def log_message(self, format: str, *arguments: Any) -> None:
        """Log nothing."""


def _handler(folder: Path) -> Callable[..., SimpleHTTPRequestHandler]:
    return partial(_QuietHandler, directory=str(folder))
