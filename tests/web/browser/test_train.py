"""Drills in a real browser: the same questions and grades as in Python."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from fifthstreet.arena.drill import Drill, FullHand, GradedAnswer, OneSpot, Question
from fifthstreet.cards import card_text, hole_cards
from fifthstreet.solvers.postflop import Solution
from tests.web.browser.pages import Visitor
from tests.web.browser.test_quality import overflow, violations

SEED = 11
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def begin(visitor: Visitor, mode: str, *, path: str | None = None) -> Page:
    """Choose the turn and a drill, and start it with a seed."""
    visitor.open("train")
    page = visitor.page
    page.get_by_label("Solution").select_option("turn")
    page.get_by_role("radio", name=mode).click()
    if path is None:
        page.get_by_role("radio", name="In position").click()
    else:
        page.get_by_label("Path or line of the decision").fill(path)
    page.get_by_text("More options").click()
    page.get_by_label("Seed").fill(str(SEED))
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".action-button").first).to_be_visible()
    return page


def check_question(page: Page, question: Question) -> None:
    names = [card_text(card) for card in reversed(hole_cards(question.hole))]
    shown = [name[0].replace("T", "10") + SUITS[name[1]] for name in names]
    expect(page.locator(".seat.is-person .play-card")).to_have_text(shown)
    expect(page.locator(".board .play-card")).to_have_count(len(question.board))
    expect(page.locator(".seat.is-turn")).to_contain_text("You (")
    expect(page.locator(".play-card.is-back")).to_have_count(2)
    expect(page.locator(".middle .pot")).to_contain_text(f"{question.pot:g}")
    labels = [each.get_attribute("data-action") for each in page.locator(".action-button").all()]
    assert labels == list(question.actions)


def check_answer(page: Page, answer: GradedAnswer) -> None:
    feedback = page.locator(".feedback")
    expect(feedback.locator(".grade")).to_contain_text(answer.grade.value)
    assert answer.loss is not None
    expect(feedback).to_contain_text(f"{answer.loss:.2f} ± ")
    rows = feedback.locator("tbody tr")
    expect(rows).to_have_count(len(answer.evs))
    for row, ev, share in zip(rows.all(), answer.evs, answer.frequencies, strict=True):
        expect(row).to_contain_text(f"{ev:.2f}")
        expect(row).to_contain_text(f"{100 * share:.1f}%")


def test_a_spot_is_practised_with_the_numbers_of_python(visitor: Visitor, turn: Solution) -> None:
    page = begin(visitor, "One spot", path="x")
    drill = Drill(turn, OneSpot("r:k"), seed=SEED)
    for number in (1, 2, 3):
        hand = drill.deal(number)
        question = hand.question
        assert question is not None
        check_question(page, question)
        page.keyboard.press("2")
        check_answer(page, hand.answer(question.actions[1]))
        expect(page.get_by_role("region", name="This session")).to_contain_text(f"{number}decision")
        page.keyboard.press("Enter")
    assert violations(page) == []
    page.keyboard.press("1")
    page.get_by_role("link", name="Show the node").click()
    visitor.walk("r:k")


def test_the_pot_after_an_all_in_and_a_call_has_both_stacks(visitor: Visitor) -> None:
    page = begin(visitor, "One spot", path="r:b200")
    expect(page.locator(".middle .pot")).to_have_text("Pot 300")
    expect(page.locator(".bet-amount")).to_have_text(["OOP has bet 200"])
    expect(page.locator("[data-action='c']")).to_contain_text("call 200")
    page.locator("[data-action='c']").click()
    expect(page.locator(".end")).to_contain_text("showdown", ignore_case=True)
    expect(page.locator(".middle .pot")).to_have_text("Pot 500")
    expect(page.locator(".seat-stack")).to_have_text(["all-in", "all-in"])


def test_the_suits_of_cards_that_are_shown_are_not_covered(visitor: Visitor) -> None:
    """The name of the seat once covered them on phones."""
    page = begin(visitor, "One spot", path="r:b200")
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("[data-action='c']").click()
    expect(page.locator(".end")).to_be_visible()
    page.wait_for_timeout(300)  # cards move when they are dealt
    opponent = page.locator(".seat:not(.is-person)")
    suit, box = (opponent.locator(each).first.bounding_box() for each in (".suit", ".seat-box"))
    assert suit is not None
    assert box is not None
    assert suit["y"] + suit["height"] <= box["y"]


def test_a_mean_of_too_few_hands_is_not_shown(visitor: Visitor) -> None:
    page = begin(visitor, "One spot", path="x")
    page.keyboard.press("1")
    session = page.get_by_role("region", name="This session")
    expect(session.locator(".figure").nth(2)).to_contain_text("too few hands")
    expect(session).not_to_contain_text("?")


@pytest.mark.slow
def test_a_hand_continues_after_a_reload(visitor: Visitor, turn: Solution) -> None:
    page = begin(visitor, "Full hand")
    hand = Drill(turn, FullHand(1), seed=SEED).deal(1)
    while hand.question is not None:
        check_question(page, hand.question)
        page.reload()
        check_question(page, hand.question)
        action = hand.question.actions[0]
        page.locator(f"[data-action='{action}']").click()
        check_answer(page, hand.answer(action))
        page.reload()
        if hand.question is not None:
            expect(page.locator(".action-button").first).to_be_visible()
    expect(page.locator(".end")).to_contain_text(
        hand.end.words if hand.end else "", ignore_case=True
    )
    expect(page.locator(".felt .seat .play-card:not(.is-back)")).to_have_count(4)
    assert overflow(page, 360) <= 0
    assert violations(page) == []


@pytest.mark.slow
def test_a_wrong_path_says_what_is_wrong(visitor: Visitor) -> None:
    visitor.open("train?solution=turn&path=r:k:k")
    visitor.page.get_by_role("button", name="Start").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("path must lead to a decision")


@pytest.mark.slow
def test_sessions_and_statistics_are_listed(visitor: Visitor) -> None:
    page = begin(visitor, "Full hand")
    page.keyboard.press("1")
    expect(page.locator(".feedback")).to_be_visible()
    visitor.open("train?view=history")
    expect(page.get_by_role("region", name="Earlier sessions")).to_contain_text("turn")
    expect(page.get_by_role("region", name="All sessions")).to_contain_text("of the pot lost")
    assert overflow(page, 360) <= 0
    assert overflow(page, 2560) <= 0
