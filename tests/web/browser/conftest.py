"""A real browser on a real server."""

from __future__ import annotations

import os
import shutil
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tools.browsers import find_browser

from fifthstreet.errors import BusyError
from fifthstreet.support.storage import FileLock
from fifthstreet.web import WebSettings
from tests.web.browser.libraries import fill_library
from tests.web.browser.pages import Visitor
from tests.web.serving import Running, serving


# Of this folder, not of the session: while Playwright runs, its thread has an event loop, which
# tests elsewhere may not expect.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = find_browser()
    if path is None:
        message = "NO BROWSER: the page was not tested; run `python -m tools.browsers`"
        warnings.warn(message, stacklevel=1)
        pytest.skip(message)
    with sync_playwright() as playwright:
        # Without its sandbox, because tests may run as root in a container.
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def shared_server(solved: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Serve a library that the tests of a module share."""
    folder = tmp_path_factory.mktemp("library")
    shutil.copytree(solved, folder / "solutions")
    with serving(WebSettings(library=folder, threads=1)) as running:
        yield running


@pytest.fixture(scope="package")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Open a context for all tests, whose pages share compiled scripts, but nothing they store."""
    opened = browser.new_context(viewport={"width": 1400, "height": 900})
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    opened = context.new_page()
    opened.set_default_timeout(30_000)
    yield opened
    for each in context.pages:
        if each.url.startswith("http"):
            each.evaluate("localStorage.clear()")
        each.close()
    context.clear_cookies()


@pytest.fixture(scope="session")
def filled(solved: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a library with files of all kinds, which no test changes; workers share it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "filled"
    while not folder.exists():
        with suppress(BusyError), FileLock(folder):
            if not folder.exists():
                library = tmp_path_factory.mktemp("filling") / "library"
                fill_library(library, solved)
                library.rename(folder)
        time.sleep(0.1)
    return folder


@pytest.fixture
def visitor(page: Page, shared_server: Running) -> Iterator[Visitor]:
    """Visit the shared server; at the end, nothing may have gone wrong in the page."""
    visiting = Visitor(page, shared_server)
    yield visiting
    visiting.check()
