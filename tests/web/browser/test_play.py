"""Playing in a real browser: a hand to showdown, draws, keys, reloads, the review."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.thoroughness import slow
from tests.web.browser.pages import PATIENCE, Visitor, empty
from tests.web.browser.test_quality import overflow, violations


@pytest.fixture
def table(visitor: Visitor) -> Iterator[Page]:
    """Return the page without pauses between events."""
    visitor.page.add_init_script("localStorage.setItem('play-speed', 'instant')")
    yield visitor.page
    empty(visitor.page)
    visitor.page.close()  # scripts that run in every document cannot be removed


def sit_down(visitor: Visitor, *opponents: str, **fields: Any) -> str:
    """Open a table and show it; return its id."""
    question = {"opponents": opponents, "seed": 1, **fields}
    with visitor.server.client() as client:
        number = str(client.post("/tables", json=question).json()["id"])
    visitor.open(f"play?table={number}")
    expect(visitor.page.locator(".felt")).to_be_visible()
    return number


def state(visitor: Visitor, number: str) -> dict[str, Any]:
    with visitor.server.client() as client:
        return dict(client.get(f"/tables/{number}").json())


def click_until_over(page: Page, *names: str) -> None:
    """Click the first of these actions that is offered, until the hand is over."""
    choices = ", ".join(f"[data-answer={name}]:visible" for name in names)
    over: Locator = page.locator("[data-next]:visible")
    while not over.count():
        offered = page.locator(choices).first
        expect(offered.or_(over).first).to_be_visible(timeout=PATIENCE)
        if not over.count():
            number = page.locator(".hand-log li").count()
            offered.click()
            page.wait_for_function(
                "count => document.querySelectorAll('.hand-log li').length > count", arg=number
            )


def test_a_hand_is_played_to_the_showdown(visitor: Visitor, table: Page) -> None:
    visitor.open("play")
    table.get_by_label("Opponents").select_option("calling_station")
    table.get_by_role("button", name="Sit down").click()
    expect(table.locator(".felt")).to_be_visible(timeout=PATIENCE)
    click_until_over(table, "check", "call")
    expect(table.locator(".board .play-card")).to_have_count(5)
    expect(table.locator(".outcome-text")).to_contain_text("You")
    number = table.url.rpartition("=")[2]
    data = state(visitor, number)
    assert data["result"]["is_showdown"]
    won = data["result"]["payoffs"][0]
    verdict = {True: f"win {won}", False: f"lose {-won}"}[won > 0] if won else "break even"
    expect(table.locator(".outcome-text strong")).to_have_text(f"You {verdict}")
    table.keyboard.press("n")
    expect(table.locator("h1")).to_contain_text("hand 2")


@pytest.mark.slow
def test_keys_and_sizes_bet_what_they_say(visitor: Visitor, table: Page) -> None:
    number = sit_down(visitor, "calling_station")
    decision = state(visitor, number)["decision"]
    name, amount = decision["sizes"][0]
    table.keyboard.press("2")  # the second button: the smallest share of the pot
    expect(table.locator(".amount-input")).to_have_value(str(amount))
    expect(table.locator(".size-buttons [aria-pressed=true]")).to_have_text(name.capitalize())
    table.locator(".amount-input").fill("9999")
    expect(table.locator("[data-answer=raise]")).to_be_disabled()
    table.locator(".amount-input").fill("7")
    table.locator(".felt").click()
    table.keyboard.press("r")
    expect(table.locator(".hand-log")).to_contain_text("You raise to 7")
    bets = [frame for frame in state(visitor, number)["frames"] if frame["kind"] == "raise"]
    assert bets[0]["amount"] == 7


@pytest.mark.slow
def test_a_reload_continues_the_hand(visitor: Visitor, table: Page) -> None:
    number = sit_down(visitor, "calling_station", stakes={"small_blind": 0.5, "big_blind": 1})
    table.locator("[data-answer=call]").click()
    expect(table.locator(".board .play-card")).to_have_count(3)
    cards = table.locator(".is-person .play-card").all_inner_texts()
    table.reload()
    expect(table.locator(".board .play-card")).to_have_count(3)
    expect(table.locator(".is-person .play-card")).to_have_text(cards, use_inner_text=True)
    expect(table.locator("[data-answer=check]")).to_be_visible()
    assert state(visitor, number)["decision"]["number"] == 1


@pytest.mark.slow
def test_cards_are_thrown_away(visitor: Visitor, table: Page) -> None:
    number = sit_down(visitor, "calling_station", variant="F5D")
    while not table.locator("[data-answer=discard]:visible").count():
        table.locator("[data-answer=check]:visible, [data-answer=call]:visible").first.click()
        table.wait_for_timeout(100)
    before = state(visitor, number)["scene"]["cards"][0]
    own = table.locator(".is-person button.play-card")
    own.nth(1).click()
    own.nth(3).click()
    expect(table.locator("[data-answer=discard]")).to_contain_text("Discard 2")
    table.locator("[data-answer=discard]").click()
    expect(table.locator("[data-answer=discard]:visible")).to_have_count(0)
    after = state(visitor, number)["scene"]["cards"][0]
    assert after[:3] == [before[0], before[2], before[4]]


@pytest.mark.slow
def test_what_a_fold_cost_is_shown(visitor: Visitor, table: Page) -> None:
    sit_down(visitor, "calling_station")
    table.keyboard.press("f")
    table.get_by_role("button", name="Review this hand").click()
    review = table.locator(".decision-review")
    expect(review).to_be_visible(timeout=PATIENCE)
    expect(review.locator(".loss")).to_contain_text("bb")
    expect(review.locator("tr.is-chosen")).to_contain_text("fold")
    assert violations(table) == []


@pytest.mark.slow
def test_every_decision_of_a_multiway_hand_has_an_answer_or_a_reason(
    visitor: Visitor, table: Page
) -> None:
    """With three players, decisions after the flop only said that they are not solved."""
    sit_down(visitor, "calling_station", "calling_station")
    click_until_over(table, "check", "call")
    table.get_by_role("button", name="Review this hand").click()
    reviews = table.locator(".decision-review")
    expect(reviews).to_have_count(4, timeout=PATIENCE)
    expect(reviews.first.locator(".loss")).to_contain_text("the chart")
    for street in reviews.all()[1:]:
        expect(street).to_contain_text("More than two players")
        expect(street).to_contain_text("equity against")
    assert violations(table) == []


@pytest.mark.slow
def test_other_games_say_that_they_are_not_reviewed(visitor: Visitor, table: Page) -> None:
    sit_down(visitor, "calling_station", variant="PO")
    table.keyboard.press("f")
    expect(table.get_by_text("Decisions are reviewed in no-limit Texas hold'em")).to_be_visible()


@pytest.mark.slow
def test_the_review_of_a_hand_is_shown_after_a_reload(visitor: Visitor, table: Page) -> None:
    """It was once lost, and had to be solved again."""
    sit_down(visitor, "calling_station")
    table.keyboard.press("f")
    table.get_by_role("button", name="Review this hand").click()
    review = table.locator(".decision-review")
    expect(review).to_be_visible(timeout=PATIENCE)
    words = review.inner_text()
    table.reload()
    expect(review).to_be_visible()
    expect(review).to_have_text(words, use_inner_text=True)
    with visitor.server.client() as client:
        jobs = [each for each in client.get("/jobs").json() if each["id"] in table.url]
    assert len(jobs) == 1
    table.keyboard.press("n")
    expect(table.locator("h1")).to_contain_text("hand 2")
    click_until_over(table, "fold", "check")
    expect(table.get_by_role("button", name="Review this hand")).to_be_visible()
    expect(table).not_to_have_url(re.compile("review="))


@pytest.mark.parametrize("variant", ["NT", *slow("F7S", "PO6", "POB")])
def test_tables_are_accessible_and_fit(visitor: Visitor, table: Page, variant: str) -> None:
    sit_down(visitor, *["calling_station"] * 5, variant=variant)
    expect(table.locator(".action-bar")).to_be_visible()
    assert violations(table) == []
    assert overflow(table, 360) <= 0
    assert overflow(table, 2560) <= 0
    click_until_over(table, "check", "call", "bring_in")
    assert overflow(table, 360) <= 0
    table.emulate_media(color_scheme="dark")
    assert violations(table) == []
