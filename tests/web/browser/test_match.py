"""Match in a real browser: a real hand in the tree of a solution."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from fifthstreet.game.notation import parse_phh
from fifthstreet.review import advise
from fifthstreet.solvers.postflop import Solution
from tests.web.browser.pages import PATIENCE, Visitor
from tests.web.browser.test_quality import overflow, violations
from tests.web.test_hand_matches_api import TO_THE_TURN, TYPED, told


def pasted(visitor: Visitor) -> Page:
    visitor.open("match")
    page = visitor.page
    page.get_by_label("Hand histories").fill(told()["text"])
    expect(page.get_by_role("heading", name="Ann on the turn")).to_have_count(0)
    expect(page.get_by_role("heading", name="Bob on the turn")).to_be_visible()
    return page


def test_a_pasted_hand_is_found_in_a_solution_that_fits(visitor: Visitor, turn: Solution) -> None:
    page = pasted(visitor)
    expect(page.get_by_label("Solution, those that fit first")).to_have_value("turn")
    bet = page.locator("[data-decision='5']")
    expect(bet).to_contain_text("bets 52")
    expect(bet).to_contain_text("bet 50 (50%)")
    expect(bet).to_contain_text("between two sizes")
    answer = page.get_by_role("region", name="Answer")
    advice = advise(turn, parse_phh(told(f"{TO_THE_TURN}, p1 cbr 52")["text"]), budget=None)
    for row, known in zip(answer.locator("tbody tr").all(), advice.actions, strict=True):
        expect(row).to_contain_text(f"{100 * known.probability:.1f}%")
        expect(row).to_contain_text(f"{known.ev:.2f}".replace("-0.00", "0.00"))
    expect(answer).to_contain_text("chips are within error")
    assert violations(page) == []
    assert overflow(page, 360) <= 0
    assert overflow(page, 2560) <= 0
    page.get_by_role("link", name="Browse the node of decision 6").click()
    visitor.walk("r:b50")


def test_another_decision_and_mapping_are_kept_in_the_address(visitor: Visitor) -> None:
    page = pasted(visitor)
    chosen = page.get_by_role("button", name="Decision 5: Ann bets 52")
    chosen.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ann on the turn")).to_be_visible()
    expect(page.get_by_role("button", name="Decision 5: Ann bets 52")).to_be_focused()
    with page.expect_request("**/hands/place") as sent:
        page.get_by_label("Mapping of bets").select_option("nearest")
    assert (sent.value.post_data_json or {})["mapping"] == "nearest"
    expect(page.locator("[data-mapping='nearest']")).to_have_class("is-chosen")
    expect(page).to_have_url(re.compile("decision=5"))
    expect(page).to_have_url(re.compile("mapping=nearest"))
    page.reload()
    expect(page.get_by_role("heading", name="Ann on the turn")).to_be_visible(timeout=PATIENCE)


def test_a_typed_hand_is_answered_and_refused_beside_its_field(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("match")
    page.get_by_role("radio", name="Type a hand").click()
    page.get_by_label("Stacks").fill("250, 250")
    page.get_by_label("Blinds").fill("5, 10")
    path = page.get_by_label("Actions and deals")
    path.fill(f"{TYPED['path']}:c:c")
    expect(page.get_by_text("the betting round is over")).to_be_visible()
    path.fill(str(TYPED["path"]))
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("cards unknown")
    page.get_by_label("Hole cards").fill("Qd Qc")
    page.get_by_label("Hole cards").press("Enter")
    expect(answer).to_contain_text("the tree gets here with this hand")
    page.get_by_label("Hole cards").fill("QsQd")
    page.get_by_label("Hole cards").press("Enter")
    expect(page.get_by_text("must not share cards with the board")).to_be_visible()


@pytest.mark.slow
def test_the_rest_of_a_lost_hand_is_solved(visitor: Visitor) -> None:
    page = visitor.page
    query = "from=typed&path=r:b50:c:nQsJh2h:k:k:n7c:b10&stacks=150,150&blinds=5,10&hole=QdQc"
    visitor.open(f"match?{query}")
    expect(page.get_by_role("heading", name="Lost match")).to_be_visible()
    page.get_by_role("button", name="Solve the rest of the hand").click()
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("from a solve of the rest of the hand", timeout=PATIENCE)
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
