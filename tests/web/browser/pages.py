"""What the tests do on the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, Request, Response, expect
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fifthstreet.web import WebSettings, create_app
from tests.web.serving import Running, serving

# Addresses of screens with something to see; test_lists, test_play, test_train and test_review
# have those of theirs.
SCREENS = {
    "home": "home",
    "solve": "solve",
    "browse": "browse?solution=turn&path=r:k",
    "compare": "compare?first=turn&path=r",
    "interface": "interface",
}
PATIENCE = 180_000  # milliseconds, for busy machines: jobs have a low priority


class Visitor:
    """Somebody who looks at the page of a server."""

    def __init__(self, page: Page, server: Running) -> None:
        """Note every request and every error of the page."""
        self.page = page
        self.server = server
        self.problems: list[str] = []
        page.on("pageerror", self._note)
        page.on("console", self._hear)
        page.on("request", self._see)
        page.on("response", self._check_answer)

    def leave(self) -> None:
        """Note nothing more, so that another test can use the page."""
        self.page.remove_listener("pageerror", self._note)
        self.page.remove_listener("console", self._hear)
        self.page.remove_listener("request", self._see)
        self.page.remove_listener("response", self._check_answer)

    def _note(self, error: Error) -> None:
        self.problems.append(str(error))

    def _hear(self, message: ConsoleMessage) -> None:
        # Refused requests are answers, which the page shows; `_check_answer` knows the others.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.problems.append(message.text)

    def _check_answer(self, response: Response) -> None:
        is_refusal = "/api/" in response.url and response.status < 500
        if response.status >= 400 and not is_refusal:
            self.problems.append(f"status {response.status} of {response.url}")

    def _see(self, request: Request) -> None:
        own = (self.server.address, self.server.address.replace("http", "ws"), "blob:", "data:")
        if not request.url.startswith(own):
            self.problems.append(f"a request left the machine: {request.url}")

    def check(self) -> None:
        """Fail if anything went wrong in the page, or left the machine."""
        if self.problems:
            raise AssertionError("; ".join(self.problems))

    def open(self, screen: str) -> None:
        """Open a screen, like `browse?solution=turn`, and wait for it."""
        self.page.goto(f"{self.server.address}/#/{screen}")
        name = screen.partition("?")[0]
        expect(self.page.locator(f".screen-{name} h1").first).to_be_visible(timeout=PATIENCE)

    def walk(self, path: str) -> None:
        """Wait until Browse shows a node."""
        expect(self.page.locator(".screen-browse")).to_have_attribute("data-path", path)

    def spot(self, fields: dict[str, Any]) -> None:
        """Let Solve start with a spot."""
        script = "fields => sessionStorage.setItem('solve-draft', JSON.stringify(fields))"
        self.page.goto(f"{self.server.address}/icon.svg")
        self.page.evaluate(script, fields)


def empty(page: Page) -> None:
    """Leave the page of the app and delete what it stored; close it if its server is away."""
    try:
        page.goto("/".join(page.url.split("/")[:3]) + "/icon.svg")
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
    except Error:
        page.close()


class KeptFiles:
    """Lets browsers keep the files of the page, which they otherwise check each time."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, with another header for files."""

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and not scope["path"].startswith("/api/"):
                MutableHeaders(scope=message)["cache-control"] = "max-age=3600"
            await send(message)

        await self._app(scope, receive, answer)


@contextmanager
def serving_library(folder: Path) -> Iterator[Running]:
    """Serve a library for many visits, of which only the first asks for the files of the page."""
    settings = WebSettings(library=folder, threads=1)
    app = create_app(settings)
    app.add_middleware(KeptFiles)
    with serving(settings, app) as running:
        yield running


@contextmanager
def visiting(page: Page, server: Running) -> Iterator[Visitor]:
    """Visit a server; at the end, nothing may have gone wrong in the page."""
    visitor = Visitor(page, server)
    try:
        yield visitor
        visitor.check()
    finally:
        visitor.leave()


def drag(page: Page, grid: Locator, first: str, last: str) -> None:
    """Drag from one hand class of a grid to another."""
    boxes = [grid.locator(f"[data-class='{name}']").bounding_box() for name in (first, last)]
    for step, box in enumerate(boxes):
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=25)
        if step == 0:
            page.mouse.down()
    page.mouse.up()
