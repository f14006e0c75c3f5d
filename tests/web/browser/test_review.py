"""Reviews in a real browser: a pasted history gives the numbers of Python."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from fifthstreet.game.notation import read_hands
from fifthstreet.review import review_hands, session_of
from fifthstreet.solvers.postflop import Solution
from tests.review.hand_texts import history
from tests.web.browser.pages import PATIENCE, Visitor
from tests.web.browser.test_quality import overflow, violations
from tests.web.test_jobs_api import ENDLESS

# 50 each before the flop, then checks: the pot and the stacks of the solved river.
TO_THE_RIVER = "p2 cbr 50, p1 cc, db QsJh2h, p1 cc, p2 cc, db 7c, p1 cc, p2 cc, db 4d"
HANDS = "\n".join(
    f"[{number}]\n{text}"
    for number, text in enumerate(
        (
            history(
                f"{TO_THE_RIVER}, p1 cc, p2 cbr 50, p1 f",
                stacks=(250, 250),
                holes=("AcAd", "QdQc"),
                players=("Ann", "Bob"),
            ),
            history("p2 f", stacks=(250, 250), players=("Ann", "Bob")),
        ),
        1,
    )
)


def paste(visitor: Visitor) -> Page:
    visitor.open("review")
    page = visitor.page
    page.get_by_label("Hand histories").fill(HANDS)
    expect(page.get_by_text("2 hands with")).to_be_visible()
    return page


def test_a_pasted_history_is_reviewed_on_a_solution(visitor: Visitor, river: Solution) -> None:
    page = paste(visitor)
    page.locator("#review-solution").select_option("river")
    page.get_by_role("button", name="Review", exact=True).click()
    report = review_hands(session_of(read_hands(HANDS)), river)
    worst = report.worst(1)[0]
    assert worst.loss is not None
    first = page.get_by_role("region", name="Decisions").locator("tbody tr").first
    expect(first).to_contain_text(f"{worst.loss.big_blinds:.2f} ±")
    expect(first).to_contain_text(worst.decision.name)
    detail = page.get_by_role("region", name="Decision", exact=True)
    expect(detail).to_contain_text(f"exploitability {river.exploitability.pot_percent:.3f}%")
    for choice, row in zip(worst.answer.choices, detail.locator("tbody tr").all(), strict=True):
        expect(row).to_contain_text(f"{choice.ev:.2f}")
    page.get_by_label("Street").select_option("flop")
    expect(page.get_by_role("region", name="Decisions").locator("tbody tr")).to_have_count(2)
    assert violations(page) == []
    assert overflow(page, 360) <= 0
    assert overflow(page, 2560) <= 0
    detail.get_by_role("link", name="Show the node").click()
    visitor.walk(str(worst.answer.path))


@pytest.mark.slow
def test_hands_are_solved_in_a_job(visitor: Visitor) -> None:
    page = paste(visitor)
    page.get_by_role("radio", name="Solve the hands").click()
    page.get_by_label("First street to solve").select_option("river")
    page.get_by_text("Ranges and bet sizes").click()
    page.get_by_label("Range out of position").fill("AA,KQs")
    page.get_by_label("Range in position").fill("QQ,AJs")
    page.get_by_label("Player").select_option("Bob")
    page.get_by_role("button", name="Review", exact=True).click()
    rows = page.get_by_role("region", name="Decisions").locator("tbody tr")
    expect(rows.first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("player Bob")).to_be_visible()
    page.get_by_label("Street").select_option("preflop")
    rows.filter(has_text="raise to 50").click()
    detail = page.get_by_role("region", name="Decision", exact=True)
    expect(detail.locator("tbody tr").first).to_contain_text("fold")
    expect(detail).to_contain_text("Based on a preflop chart")


def test_a_finished_review_is_opened_again_after_a_reload(visitor: Visitor) -> None:
    """Its address names it, and the address of its job leads to it as well."""
    page = paste(visitor)
    page.locator("#review-solution").select_option("river")
    page.get_by_role("button", name="Review", exact=True).click()
    rows = page.get_by_role("region", name="Decisions").locator("tbody tr")
    expect(rows.first).to_contain_text("±")
    name = page.locator("h1").inner_text()
    expect(page).to_have_url(f"{visitor.server.address}/#/review?name={name.replace(' ', '+')}")
    words = rows.all_inner_texts()
    page.reload()
    expect(page.locator("h1")).to_have_text(name)
    expect(rows).to_have_text(words, use_inner_text=True)
    visitor.open(f"review?name={name}&job=gone")
    expect(rows).to_have_count(len(words))
    expect(page).not_to_have_url(re.compile("job"))


def test_the_address_of_a_job_shows_its_progress_and_then_its_review(visitor: Visitor) -> None:
    basis = {"kind": "solve", "first_street": "river", "total_seconds": 1e-9}
    with visitor.server.client() as client:
        first = client.post("/jobs/solve", json=ENDLESS).json()["id"]
        question = {"text": HANDS, "basis": basis, "name": "waits"}
        number = client.post("/reviews", json=question).json()["job"]["id"]
        visitor.open(f"review?name=waits&job={number}")
        page = visitor.page
        progress = page.get_by_role("region", name="Progress")
        expect(progress.locator("article")).to_have_attribute("data-state", "queued")
        client.post(f"/jobs/{first}/cancel")
    rows = page.get_by_role("region", name="Decisions").locator("tbody tr")
    expect(rows.first).to_be_visible()
    expect(page).to_have_url(re.compile(r"#/review\?name=waits$"))


@pytest.mark.slow
def test_what_is_no_history_is_refused_in_place(visitor: Visitor) -> None:
    visitor.open("review")
    visitor.page.get_by_label("Hand histories").fill("hello")
    expect(visitor.page.locator(".problem").first).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Review", exact=True)).to_be_disabled()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["none", "../river"])
def test_a_missing_review_says_so(visitor: Visitor, name: str) -> None:
    visitor.page.goto(f"{visitor.server.address}/#/review?name={name}")
    expect(visitor.page.get_by_role("alert")).to_be_visible()


def own_hands(*holes: tuple[str, str]) -> str:
    """Return hands of Ann and Bob on the board of the river, with these hole cards."""
    actions = f"{TO_THE_RIVER}, p1 cc, p2 cbr 50, p1 f"
    hands = [
        history(actions, stacks=(250, 250), holes=each, players=("Ann", "Bob")) for each in holes
    ]
    return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))


def test_the_hero_and_the_solutions_that_fit_are_chosen(visitor: Visitor) -> None:
    """Before, all players and the first solution of the library were."""
    visitor.open("review")
    page = visitor.page
    page.get_by_label("Hand histories").fill(own_hands(("AcAd", "????"), ("KcKd", "????")))
    expect(page.get_by_text("These look like the hands of Ann")).to_be_visible()
    player = page.get_by_label("Player")
    expect(player).to_have_value("Ann")
    expect(page.locator("#review-solution option").first).to_have_text(
        "All that fit the hands: 2 solutions"
    )
    assert violations(page) == []
    player.select_option("Bob")
    page.get_by_label("Hand histories").fill(own_hands(("AcAd", "????")))
    expect(page.get_by_text("1 hand with")).to_be_visible()
    expect(player).to_have_value("Bob")  # the choice of the person stays
    player.select_option("Ann")
    page.get_by_role("button", name="Review", exact=True).click()
    rows = page.get_by_role("region", name="Decisions").locator("tbody tr")
    expect(rows.first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("table", name="Players")).to_contain_text("Ann")
    expect(page.get_by_role("table", name="Players")).not_to_contain_text("Bob")
    expect(page.get_by_text("compared with: all solutions of the library that fit")).to_be_visible()
    page.get_by_label("Street").select_option("preflop")
    rows.first.click()  # against a raise to 5 of 25 big blinds, which the charts do not have
    detail = page.get_by_role("region", name="Decision", exact=True)
    expect(detail.locator(".warning")).to_contain_text("the nearest action of its tree")
    page.get_by_label("Street").select_option("flop")
    rows.first.click()
    expect(detail.locator(".warning")).to_be_visible()
    expect(detail).to_contain_text("equity against")


def test_hands_that_no_solution_fits_are_solved(visitor: Visitor) -> None:
    visitor.open("review")
    page = visitor.page
    text = own_hands(("AcAd", "????")).replace("QsJh2h", "3s4h9h")
    page.get_by_label("Hand histories").fill(text)
    note = "No solution of the library is for the boards of these hands."
    expect(page.get_by_text(note)).to_be_visible()
    expect(page.get_by_role("radio", name="Solve the hands")).to_have_attribute(
        "aria-checked", "true"
    )
    assert violations(page) == []
    assert overflow(page, 360) <= 0
