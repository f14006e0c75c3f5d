"""A server that stops and starts again while the page is open."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from fifthstreet.web import WebSettings
from tests.web.browser.pages import PATIENCE
from tests.web.serving import serving

AWAY = "The server does not answer; trying again"
SMALL = {
    "board": "QsJh2h7c4d",
    "pot": 100,
    "stack": 100,
    "ranges": {"oop": "AA,KQs", "ip": "QQ,AJs"},
}


@pytest.fixture
def settings(library: Path) -> WebSettings:
    return WebSettings(library=library, threads=1)


def line(page: Page) -> None:
    expect(page.get_by_text(AWAY)).to_be_visible(timeout=PATIENCE)


def no_line(page: Page) -> None:
    expect(page.get_by_text(AWAY)).to_be_hidden(timeout=PATIENCE)


def test_ranges_sizes_and_jobs_recover(page: Page, settings: WebSettings) -> None:
    """They once stayed away until the page was loaded again."""
    with serving(settings) as server:
        port = server.port
        page.goto(f"{server.address}/#/solve")
        size = page.get_by_role("region", name="Size of the solve")
        expect(size).to_contain_text("nodes", timeout=PATIENCE)
        expect(page.get_by_text(AWAY)).to_be_hidden()
    line(page)
    page.get_by_label("Range as text").first.fill("AA,KK")
    page.locator("#pot").fill("140")
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()
    with serving(settings, port=port) as server:
        with server.client() as client:
            client.put("/ranges/new", json={"text": "AA"}).raise_for_status()
            question = {"spot": SMALL, "name": "meanwhile", "max_iterations": 10}
            client.post("/jobs/solve", json=question).raise_for_status()
        no_line(page)
        expect(size).to_contain_text("12 OOP", timeout=PATIENCE)
        expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()
        expect(page.get_by_label("Named ranges for Out")).to_contain_text("new", timeout=PATIENCE)
        job = page.locator("#live-jobs article")
        expect(job).to_contain_text("meanwhile", timeout=PATIENCE)
        expect(job).to_have_attribute("data-state", "done", timeout=PATIENCE)
        page.goto("about:blank")  # no open connection delays the end of the server


def test_lists_recover(page: Page, settings: WebSettings) -> None:
    with serving(settings) as server:
        port = server.port
        page.goto(f"{server.address}/#/library")
        expect(page.get_by_role("row", name="turn")).to_be_visible(timeout=PATIENCE)
    line(page)
    (settings.library / "solutions/turn.solution").rename(
        settings.library / "solutions/renamed.solution"
    )
    with serving(settings, port=port):
        no_line(page)
        expect(page.get_by_role("row", name="renamed")).to_be_visible(timeout=PATIENCE)
        page.goto("about:blank")


def test_jobs_that_were_removed_meanwhile_are_not_listed(page: Page, settings: WebSettings) -> None:
    with serving(settings) as server:
        port = server.port
        page.goto(f"{server.address}/#/solve")
        with server.client() as client:
            question = {"spot": SMALL, "name": "old", "max_iterations": 10}
            client.post("/jobs/solve", json=question).raise_for_status()
        job = page.locator("#live-jobs article")
        expect(job).to_have_attribute("data-state", "done", timeout=PATIENCE)
    line(page)
    for file in (settings.library / "jobs").iterdir():
        file.unlink()
    with serving(settings, port=port):
        no_line(page)
        expect(job).to_have_count(0, timeout=PATIENCE)
        page.goto("about:blank")


def test_a_screen_that_was_not_loaded_yet_opens_when_the_server_is_back(
    page: Page, settings: WebSettings
) -> None:
    with serving(settings) as server:
        port = server.port
        page.goto(f"{server.address}/#/interface")
        expect(page.locator(".screen-interface h1")).to_be_visible(timeout=PATIENCE)
    line(page)
    page.get_by_role("link", name="Preflop").click()
    page.wait_for_timeout(500)
    with serving(settings, port=port):
        expect(page.locator(".screen-preflop h1")).to_be_visible(timeout=PATIENCE)
        no_line(page)
        page.goto("about:blank")


def test_what_would_change_something_is_not_sent_twice(page: Page, settings: WebSettings) -> None:
    with serving(settings) as server:
        page.goto(f"{server.address}/#/library")
        expect(page.get_by_role("row", name="turn")).to_be_visible(timeout=PATIENCE)
    line(page)
    page.get_by_role("button", name="Delete turn").click()
    expect(page.locator("#toasts")).to_contain_text("try again when it does")
    with serving(settings, port=server.port):
        no_line(page)
        expect(page.get_by_role("row", name="turn")).to_be_visible(timeout=PATIENCE)
        assert (settings.library / "solutions/turn.solution").exists()
        page.goto("about:blank")
