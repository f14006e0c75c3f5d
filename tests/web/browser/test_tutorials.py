"""The tutorials that start in the browser, walked as they are written.

`FIFTHSTREET_SCREENSHOTS=1 python -m pytest -m slow tests/web/browser/test_tutorials.py` puts their
pictures into docs/images/tutorials; otherwise they are only drawn.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from fifthstreet.solvers.postflop import read_spot, solve
from fifthstreet.web import WebSettings
from tests.web.browser.pages import PATIENCE, visiting
from tests.web.serving import serving

ROOT = Path(__file__).parents[3]
IMAGES = ROOT / "docs/images/tutorials"
EXAMPLES = ROOT / "examples"
pytestmark = pytest.mark.slow


def take(page: Page, name: str, folder: Path) -> None:
    """Take a picture of the window."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    path = (IMAGES if os.environ.get("FIFTHSTREET_SCREENSHOTS") else folder) / f"{name}.png"
    page.screenshot(path=path)
    assert path.stat().st_size > 10_000


def begin(page: Page, address: str, screen: str) -> None:
    """Open the page and choose a screen in the rail."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(address)
    page.locator(f"#screens a[href='#/{screen.lower()}']").click()
    expect(page.get_by_role("heading", name=screen, exact=True)).to_be_visible(timeout=PATIENCE)


def test_solve_a_spot(page: Page, tmp_path: Path) -> None:
    """The numbers are in docs/tutorials/solve_a_spot.md."""
    settings = WebSettings(library=tmp_path / "library")
    with serving(settings) as running, visiting(page, running) as visitor:
        begin(page, running.address, "Solve")
        expect(page.get_by_text("185 combos, 14.0%")).to_be_visible(timeout=PATIENCE)
        take(page, "solve", tmp_path)
        page.get_by_role("button", name="Solve", exact=True).click()
        job = page.locator("#live-jobs article, .panel article").filter(has_text="done").first
        job.get_by_role("link", name="Browse").click(timeout=4 * PATIENCE)
        visitor.walk("r")
        for words in ("20.0%", "68.7%", "11.3%", "102.83", "77.17", "0.294%"):
            expect(page.locator("main")).to_contain_text(words, timeout=PATIENCE)
        page.locator(".class-cell[data-class='AQs']").first.click()
        expect(page.locator("main")).to_contain_text("148.36")
        take(page, "browse", tmp_path)
        page.locator(".action-button, .node-action, button").filter(
            has_text=re.compile(r"bet 59 \(33%\)")
        ).first.click()
        visitor.walk("r:b59")
        page.get_by_role("radio", name="Lock and re-solve").click()
        page.get_by_role("button", name="Lock this decision").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Scale fold to, %").fill("50")
        dialog.get_by_role("button", name="Scale fold", exact=True).click()
        expect(dialog).to_contain_text("-3.30 chips")
        take(page, "lock", tmp_path)
        dialog.get_by_role("button", name="Lock", exact=True).click()
        page.get_by_role("button", name="Re-solve").click()
        link = page.get_by_role("link", name="Compare with and without the lock")
        link.click(timeout=4 * PATIENCE)
        page.wait_for_url("**/#/compare*")
        page.goto(re.sub(r"path=r(:|%3A)b59", "path=r", page.url))
        for words in ("+10.59 chips on average", "20% → 1%", "69% → 91%", "11% → 8%"):
            expect(page.locator("main")).to_contain_text(words, timeout=PATIENCE)
        take(page, "compare", tmp_path)


def test_review_your_session(page: Page, tmp_path: Path) -> None:
    """The numbers are in docs/tutorials/review_your_session.md."""
    solutions = tmp_path / "library/solutions"
    solutions.mkdir(parents=True)
    solution = solve(read_spot(EXAMPLES / "turn.toml"), target_pot_percent=0.05)
    solution.save(solutions / "turn.solution")
    settings = WebSettings(library=tmp_path / "library")
    with serving(settings) as running, visiting(page, running) as visitor:
        begin(page, running.address, "Review")
        page.locator("input[type=file]").first.set_input_files(EXAMPLES / "session.phhs")
        expect(page.locator("main")).to_contain_text("These look like the hands of Ann")
        expect(page.locator("main")).to_contain_text("turn: 3 hands")
        take(page, "review_form", tmp_path)
        page.get_by_role("button", name="Review", exact=True).click()
        decisions = page.get_by_role("region", name="Decisions")
        expect(decisions).to_be_visible(timeout=4 * PATIENCE)
        first = decisions.locator("tbody tr").first
        expect(first).to_contain_text("4.29 ± 0.49")
        first.click()
        expect(page.locator("main")).to_contain_text("42.92")
        take(page, "review_report", tmp_path)
        page.get_by_role("link", name="Show the node").click()
        visitor.walk("r:b120")
        page.locator(".browse-head").get_by_role("link", name="Train").click()
        page.get_by_role("button", name="Start", exact=True).click(timeout=PATIENCE)
        page.locator(".action-button").nth(1).click(timeout=PATIENCE)
        expect(page.get_by_text("EV and frequency of each action")).to_be_visible()
        take(page, "drill", tmp_path)
        page.keyboard.press("Enter")
        expect(page.get_by_text("Hand 2, decision 1")).to_be_visible(timeout=PATIENCE)
