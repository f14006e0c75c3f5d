"""Solved charts by table and stack."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.browser.pages import visiting
from tests.web.serving import Running


def test_charts_by_table_and_stack(page: Page, shared_server: Running) -> None:
    with visiting(page, shared_server) as visitor:
        visitor.open("preflop?source=charts")
        basis = page.locator("#preflop-basis")
        expect(basis).to_contain_text("chart 6max_100")
        certificate = page.get_by_label("Certificate")
        expect(certificate.locator("tbody tr")).to_have_count(6)
        expect(page.locator(".preflop-chart h2")).to_have_text("LJ first to act")
        for path in ("r:f", "r:f:f", "r:f:f:f", "r:f:f:f:b2.5", "r:f:f:f:b2.5:f"):
            page.locator(f'[data-path="{path}"]').click()
            expect(page).to_have_url(re.compile(f"path={re.escape(path)}$"))
        expect(page.locator(".preflop-chart h2")).to_contain_text("BB after")
        page.locator('[data-path="r:f:f:f:b2.5:f:c"]').click()
        expect(page.get_by_role("heading", name="Flop:")).to_be_visible()
        expect(page.locator(".range-grids h3")).to_have_text(["BB", "BTN"])
        stack = page.get_by_label("Stack, big blinds")
        page.get_by_role("radio", name="2", exact=True).click()
        expect(basis).to_contain_text("chart hu100")
        stack.fill("140")
        stack.press("Enter")
        expect(basis).to_contain_text("between the charts hu100 and hu200")
        expect(basis).to_contain_text("the mean itself was not measured")
        expect(certificate.locator("table")).to_have_count(2)


def test_practice_before_the_flop(page: Page, shared_server: Running) -> None:
    with visiting(page, shared_server) as visitor:
        visitor.open("train?view=preflop&position=BTN&situation=first+in")
        question = page.get_by_label("Question")
        expect(question.get_by_role("heading")).to_have_text("BTN first in")
        question.get_by_role("button", name="fold").click()
        expect(question.locator(".grade")).to_be_visible()
        expect(question.locator("tbody tr")).to_have_count(2)
        expect(page.get_by_text("1 answer,")).to_be_visible()
        page.keyboard.press("Enter")  # the next question
        expect(question.get_by_role("button", name="fold")).to_be_focused()
