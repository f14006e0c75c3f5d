"""`fifthstreet web`: the web app."""

import secrets
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from rich.text import Text

from fifthstreet import web
from fifthstreet.cli.command import THREADS_HELP, Command, argument, option
from fifthstreet.errors import InputError, MissingLibraryError
from fifthstreet.solvers.postflop.backends import BACKENDS, pick_backend
from fifthstreet.support.browser import open_browser
from fifthstreet.support.terminal import Terminal
from fifthstreet.views import print_notes
from fifthstreet.web import LOOPBACK_HOSTS, WebSettings, library_folder

_SAMPLE = Path(web.__file__).parent / "data/Sample.solution"  # for new libraries
_NEEDED = ("fastapi", "uvicorn", "websockets", "orjson", "httpx")
_PORT = 8055
_NEXT_PORTS = 20  # tried if it is taken


class WebCommand(Command):
    """Serve the web app on this machine: solve, browse, play, train and review in the browser.

    Ctrl-C stops it; unfinished solves resume at the next start.
    """

    solution: Path | None = argument("Solution to add to the library and show.", None)
    host: str = option(
        "Address to listen on; any but loopback requires a token.", default="127.0.0.1"
    )
    port: int | None = option(f"Port to listen on, 0 for any; by default {_PORT} or the next free.")
    library: Path | None = option("Folder of the library; by default in the user's data folder.")
    token: str | None = option(
        "Token that requests must carry; by default random, and none on loopback.",
        variable="FIFTHSTREET_TOKEN",
    )
    allow_host: list[str] | None = option("Additional host name of this machine; may be repeated.")
    connect: str | None = option(
        "Address of another server to forward requests to, like http://gpu-box:8055."
    )
    browser: bool = option("Open the web app in a browser.", default=True)
    backend: str = option(f"Backend: auto, {', '.join(BACKENDS)}.", default="auto")
    threads: int | None = option(THREADS_HELP)

    def _execute(self) -> None:
        if missing := [name for name in _NEEDED if find_spec(name) is None]:
            raise MissingLibraryError(
                f"the web app requires {', '.join(missing)}: install fifthstreet[web]"
            )
        port = self.port
        if port is not None and not 0 <= port <= 65535:
            raise InputError(f"--port must be from 0 to 65535, got {port}")
        pick_backend(self.backend, 0)
        from fifthstreet.web import (
            bind,
            create_app,
            create_proxy,
            page_address,
            serve,
        )

        ports = [port] if port is not None else range(_PORT, _PORT + _NEXT_PORTS)
        listener = bind(self.host, ports)
        chosen = listener.getsockname()[1]
        settings = self._settings()
        opened = None
        if self.connect is None:
            settings.library.mkdir(parents=True, exist_ok=True)
            if self.solution is not None:
                opened = _added(self.solution, settings.library)
            elif not (settings.library / "solutions").exists():
                _added(_SAMPLE, settings.library)
            app = create_app(settings)
        else:
            app = create_proxy(self.connect, self.token, settings)
        address = page_address(self.host, chosen, settings.token)
        if opened is not None:
            address += f"#/browse?solution={quote(opened)}"

        def print_address(console: Terminal) -> None:
            console.print(Text(f"The page is at {address}"), soft_wrap=True)
            print_notes(console, [f"library: {settings.library}; Ctrl-C ends"])

        def started() -> None:
            facts = {"address": address, "port": chosen, "library": str(settings.library)}
            self.show(lambda: facts, print_address)
            if self.browser:
                open_browser(address)

        serve(app, listener, started=started)

    def _settings(self) -> WebSettings:
        is_local = self.host in LOOPBACK_HOSTS
        token = None if is_local and self.connect is not None else self.token
        if not is_local and token is None:
            token = secrets.token_urlsafe(24)
        hosts = (*LOOPBACK_HOSTS, *([] if is_local else [self.host]), *(self.allow_host or []))
        return WebSettings(
            library=self.library or library_folder(),
            token=token,
            hosts=tuple(name.lower() for name in hosts),
            threads=self.threads,
            backend=self.backend,
        )


def _added(solution: Path, library: Path) -> str:
    """Copy a solution into the library and return its name there.

    It replaces a solution of the same spot, but not one of another spot with the same name.
    """
    from fifthstreet.web.library import SolutionShelf

    return SolutionShelf(library / "solutions", max_open=1, threads=1).add(solution)
