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
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from tools.browsers import find_browser

from fifthstreet.errors import BusyError
from fifthstreet.support.storage import FileLock
from tests.web.browser.libraries import fill_library
from tests.web.browser.pages import PATIENCE, Visitor, empty, serving_library, visiting
from tests.web.serving import Running

DESK: ViewportSize = {"width": 1400, "height": 900}


# Of this folder, not of the session: while Playwright runs, its thread has an event loop, which
# tests elsewhere may not expect.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = find_browser()
    if path is None:
        message = "NO BROWSER: the page was not tested; run `python -m tools.browsers`"
        warnings.warn(message, stacklevel=1)
        pytest.skip(message)
    # A busy machine may take longer than the usual 5 s, for the first request of a kind above all.
    expect.set_options(timeout=PATIENCE)
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
    with serving_library(folder) as running:
        yield running


@pytest.fixture(scope="package")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Open a context for all tests, whose pages share compiled scripts, but nothing they store."""
    opened = browser.new_context(viewport=DESK, color_scheme="light")
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """Return a page without anything stored, usually the page of the test before.

    A new page starts a process, which takes half a second. A test that changes what cannot be
    reset here, like scripts that run in every document, closes the page.
    """
    opened = context.pages[0] if context.pages else context.new_page()
    opened.set_default_timeout(PATIENCE)
    if opened.viewport_size != DESK:
        opened.set_viewport_size(DESK)
    opened.emulate_media(color_scheme="light")
    yield opened
    for each in context.pages:
        if each.url.startswith("http"):
            empty(each)
        if each is not opened:
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
    with visiting(page, shared_server) as visitor:
        yield visitor


@pytest.fixture
def own_visitor(page: Page, server: Running) -> Iterator[Visitor]:
    """Visit a server whose library the test may change."""
    with visiting(page, server) as visitor:
        yield visitor
