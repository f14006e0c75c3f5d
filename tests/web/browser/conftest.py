"""A real browser on a real server."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from tools.browsers import find_browser

from fifthstreet.web import WebSettings
from tests.web.browser.pages import Visitor
from tests.web.serving import Running, serving


# A module's own, not the session's: while Playwright runs, its thread has an event loop, which
# tests of other modules may not expect.
@pytest.fixture(scope="module")
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


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    opened = context.new_page()
    opened.set_default_timeout(30_000)
    yield opened
    context.close()


@pytest.fixture
def visitor(page: Page, shared_server: Running) -> Iterator[Visitor]:
    """Visit the shared server; at the end, nothing may have gone wrong in the page."""
    visiting = Visitor(page, shared_server)
    yield visiting
    visiting.check()
