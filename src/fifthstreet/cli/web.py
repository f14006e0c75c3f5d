"""`fifthstreet web`: the page in the browser."""

import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import typer
from rich.text import Text

from fifthstreet.cli.options import AsJson, Threads
from fifthstreet.solvers.postflop.backends import BACKENDS, pick_backend
from fifthstreet.views import json_text
from fifthstreet.views.terminal import Terminal, print_notes

_NEEDED = ("fastapi", "uvicorn", "websockets", "orjson", "httpx")
_PORT = 8055
_NEXT_PORTS = 20  # that are tried if it is taken
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def web_command(
    solution: Annotated[
        Path | None, typer.Argument(help="A solution to add to the library and show.")
    ] = None,
    host: Annotated[
        str, typer.Option(help="Address to listen on; others than loopback need a token.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(help=f"Port to listen on, 0 for any; by default {_PORT} or the next free."),
    ] = None,
    library: Annotated[
        Path | None, typer.Option(help="Folder for solutions; by default that of the user.")
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            help="Token that requests must carry; made up for other hosts than loopback.",
            envvar="FIFTHSTREET_TOKEN",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Another host name of this machine; may be repeated.")
    ] = None,
    connect: Annotated[
        str | None,
        typer.Option(help="Address of a server that solves instead, like http://gpu-box:8055."),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    backend: Annotated[str, typer.Option(help=f"auto, or one of {', '.join(BACKENDS)}.")] = "auto",
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Serve the page on this machine: solve, browse, play, train and review in the browser.

    Ctrl-C ends it; unfinished solves continue at the next start.
    """
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        raise ValueError(f"the page needs {', '.join(missing)}; install fifthstreet[web]")
    if port is not None and not 0 <= port <= 65535:
        raise ValueError(f"port is {port}; want 0 to 65535")
    pick_backend(backend, 0)
    from fifthstreet.web.server import bind, open_browser, page_address, serve
    from fifthstreet.web.settings import LOOPBACK_HOSTS, WebSettings, library_folder

    is_local = host in _LOOPBACK
    own_token = None if is_local and connect is not None else token
    if not is_local and own_token is None:
        own_token = secrets.token_urlsafe(24)
    listener = bind(host, [port] if port is not None else range(_PORT, _PORT + _NEXT_PORTS))
    chosen = listener.getsockname()[1]
    hosts = (*LOOPBACK_HOSTS, *([] if is_local else [host]), *(allow_host or []))
    settings = WebSettings(
        library=library or library_folder(),
        token=own_token,
        hosts=tuple(name.lower() for name in hosts),
        threads=threads,
        backend=backend,
    )
    if connect is None:
        from fifthstreet.web import create_app

        settings.library.mkdir(parents=True, exist_ok=True)
        opened = None if solution is None else _added(solution, settings.library)
        app = create_app(settings)
    else:
        from fifthstreet.web.upstream import create_proxy

        opened = None
        app = create_proxy(connect, token, settings)
    address = page_address(host, chosen, own_token)
    if opened is not None:
        address += f"#/browse?solution={quote(opened)}"

    def started() -> None:
        if as_json:
            facts = {"address": address, "port": chosen, "library": str(settings.library)}
            typer.echo(json_text(facts))
        else:
            console = Terminal()
            console.print(Text(f"The page is at {address}"), soft_wrap=True)
            print_notes(console, [f"library: {settings.library}; Ctrl-C ends"])
        if browser:
            open_browser(address)

    serve(app, listener, started=started)


def _added(solution: Path, library: Path) -> str:
    """Copy a solution into the library and return its name there.

    It replaces one of the same spot; one of another spot with the same name is kept.
    """
    from fifthstreet.web.library import SolutionShelf

    return SolutionShelf(library / "solutions", most_open=1, threads=1).add(solution)
