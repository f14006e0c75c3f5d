"""What a screen shows is kept in its address: reload, back, forward and a copied link."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.thoroughness import slow
from tests.web.browser.pages import PATIENCE, Visitor, serving_library
from tests.web.browser.test_review import HANDS
from tests.web.serving import Running

# Everything that can be seen: texts, the values of fields, and what is chosen or pressed.
VIEW = """() => {
    const main = document.getElementById("main");
    const fields = [...main.querySelectorAll("input, select, textarea")].map(
        (each) => (each.type === "checkbox" ? each.checked : each.value)
    );
    const marked = main.querySelectorAll(
        "[aria-checked=true], [aria-pressed=true], [aria-current], [aria-sort], .is-chosen"
    );
    const words = [...marked].map((each) => each.textContent);
    const hovered = main.querySelector(".hand-panel")?.innerText ?? ""; // changes with the pointer
    const text = main.innerText.replace(hovered, "").replace(/\\s+/g, " ");
    return JSON.stringify([text, fields, words]);
}"""


@pytest.fixture(scope="module")
def shared_server(filled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("views") / "library"
    shutil.copytree(filled, folder)
    with serving_library(folder) as running:
        with running.client() as client:
            basis = {"kind": "solution", "name": "river"}
            question = {"text": HANDS, "basis": basis, "name": "session"}
            assert client.post("/reviews", json=question).status_code == 201
            drill = {"parts": [{"solution": "turn", "mode": "spot", "path": "r:k"}], "seed": 1}
            session = client.post("/trainer/sessions", json=drill).json()
            hand = session["hand"]
            answer = {"hand": hand["number"], "decision": 1}
            answer["action"] = hand["question"]["actions"][0]["action"]
            number = session["session"]["session"]
            client.post(f"/trainer/sessions/{number}/answers", json=answer)
        yield running


def browse(page: Page) -> None:
    page.get_by_role("region", name="Node").locator("[data-step='k']").click()
    page.get_by_role("radio", name="Equity", exact=True).click()
    page.get_by_role("radio", name="IP", exact=True).click()
    page.get_by_label("IP: grid of hands").locator("[data-class='KQs']").click()
    page.locator("[data-filter=made]").select_option("top pair")
    page.locator("[data-filter=hand]").fill("K")
    page.get_by_role("radio", name="Hands", exact=True).click()
    page.get_by_role("button", name="EQR").click()


def browse_graph(page: Page) -> None:
    page.get_by_role("radio", name="Equity and EV graphs").click()
    page.get_by_role("radiogroup", name="Distribution of").get_by_role("radio", name="EV").click()
    expect(page.locator("svg.chart")).to_be_visible()


def browse_map(page: Page) -> None:
    page.get_by_role("radio", name="Equity IP").click()


def compare_actions(page: Page) -> None:
    page.get_by_label("First solution").select_option("turn")
    page.get_by_label("Second action").select_option("a")
    page.get_by_label("Suit").select_option("suited")
    page.get_by_role("region", name="Hands").get_by_role("button", name="Combos").click()


def compare_solutions(page: Page) -> None:
    page.get_by_role("radio", name="Two solutions").click()
    page.get_by_label("Second solution").select_option("turn")
    page.get_by_label("Player").select_option("ip")


def flops(page: Page) -> None:
    page.get_by_role("button", name="EV of OOP").click()
    page.get_by_role("button", name="Suits: two suits").click()
    page.get_by_role("radio", name="IP after a check").click()


def preflop(page: Page) -> None:
    for group, value in (("Table", "Nine players"), ("Situation", "against a raise")):
        page.get_by_role("radiogroup", name=group).get_by_role(
            "radio", name=value, exact=True
        ).click()
    page.get_by_role("radiogroup", name="Position").get_by_role("radio", name="BB").click()
    page.locator("[data-class='77']").click()


def preflop_solved(page: Page) -> None:
    page.get_by_role("radio", name="Solved strategies").click()
    page.get_by_label("Strategy").select_option("hu20")
    page.locator("[data-step='c']").first.click()
    page.get_by_role("radio", name="EV", exact=True).click()
    page.locator("[data-class='AKs']").click()


def train(page: Page) -> None:
    page.get_by_label("Solution").select_option("turn")
    page.get_by_role("radio", name="One street").click()
    page.get_by_role("radio", name="turn").click()
    page.get_by_role("radio", name="In position").click()
    page.get_by_text("More options").click()
    page.get_by_label("Seed").fill("7")


def train_history(page: Page) -> None:
    page.get_by_role("radio", name="History").click()
    page.get_by_role("radio", name="by decision").click()
    page.get_by_role("button", name="Decisions").click()


def play(page: Page) -> None:
    page.get_by_role("button", name="Six players").click()
    page.get_by_label("Seat 3").select_option("random")
    page.get_by_label("Big blind").fill("4")
    page.get_by_role("radio", name="Freezeout").click()
    page.get_by_text("Seed", exact=True).click()
    page.get_by_label("Seed of the cards").fill("5")


def review_form(page: Page) -> None:
    page.get_by_role("radio", name="Solve the hands").click()
    page.get_by_label("First street to solve").select_option("turn")
    page.get_by_label("Time limit per hand").fill("7")


def review(page: Page) -> None:
    page.get_by_role("region", name="Decisions").locator("tbody tr").nth(1).click()
    page.get_by_role("radiogroup", name="Losses by").get_by_role("radio").nth(1).click()
    page.locator("[data-filter=player]").select_option("Bob")
    page.get_by_role("region", name="Decisions").get_by_role("button", name="Street").click()
    page.get_by_label("only losses larger").check()


def arena(page: Page) -> None:
    page.get_by_role("radio", name="In total").click()
    page.get_by_role("button", name="at showdown", exact=True).click()
    page.get_by_role("button", name="Folds").click()


def library(page: Page) -> None:
    page.get_by_label("Search").fill("r")
    page.locator("[data-kind='solution']").get_by_role("button", name="Board").click()


CASES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "browse": ("browse?solution=turn", browse),
    "browse graph": ("browse?solution=turn", browse_graph),
    "browse map": ("browse?solution=turn&path=r:k:k", browse_map),
    "compare actions": ("compare", compare_actions),
    "compare solutions": ("compare?first=turn", compare_solutions),
    "flops": ("flops", flops),
    "preflop": ("preflop", preflop),
    "preflop solved": ("preflop", preflop_solved),
    "train": ("train", train),
    "train history": ("train", train_history),
    "train session": ("train?session=1", lambda page: page.get_by_text("by hand class").click()),
    "play": ("play", play),
    "review form": ("review", review_form),
    "review": ("review?name=session", review),
    "arena": ("arena", arena),
    "library": ("library", library),
}
QUICK = ("browse", "flops", "preflop", "review", "library")


def settled_view(page: Page) -> str:
    """Return what the page shows, once it does not change any more."""
    page.mouse.move(0, 0)
    last = ""
    for _ in range(60):
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(400)
        view = str(page.evaluate(VIEW))
        if view == last:
            return view
        last = view
    raise AssertionError("the page does not rest")


def wait_for_view(page: Page, view: str) -> None:
    """Wait until the page shows a view; the error shows both."""
    try:
        page.wait_for_function(f"view => ({VIEW})() === view", arg=view, timeout=PATIENCE)
    except Exception:
        assert page.evaluate(VIEW) == view
        raise


@pytest.mark.parametrize("case", [*QUICK, *slow(*(each for each in CASES if each not in QUICK))])
def test_a_view_is_kept(visitor: Visitor, browser: Browser, case: str) -> None:
    """Most of what was chosen was once lost with a reload."""
    address, choose = CASES[case]
    visitor.open(address)
    page = visitor.page
    first = settled_view(page)
    choose(page)
    view = settled_view(page)
    assert view != first
    page.reload()
    wait_for_view(page, view)
    copied = browser.new_context(viewport=page.viewport_size)
    try:
        other = copied.new_page()
        other.goto(page.url)
        wait_for_view(other, view)
    finally:
        copied.close()
    visitor.open("interface")
    page.go_back()
    wait_for_view(page, view)


def test_back_and_forward_change_what_was_chosen(visitor: Visitor) -> None:
    visitor.open("browse?solution=turn")
    page = visitor.page
    views = [settled_view(page)]
    for name in ("EV", "Equity"):
        page.get_by_role("radio", name=name, exact=True).click()
        views.append(settled_view(page))
    for place in (1, 0):
        page.go_back()
        wait_for_view(page, views[place])
    for place in (1, 2):
        page.go_forward()
        wait_for_view(page, views[place])


def test_the_class_that_was_clicked_is_shown_after_a_reload(visitor: Visitor) -> None:
    visitor.open("browse?solution=turn&path=r:k")
    page = visitor.page
    page.get_by_label("IP: grid of hands").locator("[data-class='QQ']").click()
    hands = page.get_by_role("region", name="Hands of the class")
    words = hands.inner_text()
    assert words.startswith("QQ of IP")
    page.mouse.move(0, 0)
    page.reload()
    expect(hands).to_contain_text("QQ of IP")
    expect(hands).to_have_text(words, use_inner_text=True)
    page.get_by_role("region", name="Node").locator("[data-step='k']").click()
    visitor.walk("r:k:k")
    page.get_by_role("radio", name="Both ranges").click()
    expect(hands).to_contain_text("QQ of IP")


def test_usual_choices_are_not_in_the_address(visitor: Visitor) -> None:
    visitor.open("preflop")
    page = visitor.page
    group = page.get_by_role("radiogroup", name="Position")
    group.get_by_role("radio", name="CO").click()
    expect(page.get_by_role("heading", name="CO first in")).to_be_visible()
    expect(page).to_have_url(re.compile(r"#/preflop\?position=CO$"))
    group.get_by_role("radio", name="BTN").click()
    expect(page.get_by_role("heading", name="BTN first in")).to_be_visible()
    expect(page).to_have_url(re.compile("#/preflop$"))


@pytest.mark.slow
def test_the_way_back_from_a_flop_marks_it(visitor: Visitor) -> None:
    visitor.open("flops")
    page = visitor.page
    rows = page.locator("section[aria-label='All flops'] tbody tr")
    words = rows.nth(2).inner_text()
    rows.nth(2).click()
    expect(page.locator(".screen-browse h1")).to_be_visible(timeout=PATIENCE)
    page.go_back()
    expect(rows.nth(2)).to_have_attribute("aria-current", "true")
    expect(rows.nth(2)).to_have_text(words, use_inner_text=True)


@pytest.mark.slow
def test_pasted_hands_are_kept_for_a_reload(visitor: Visitor) -> None:
    visitor.open("review")
    page = visitor.page
    page.get_by_label("Hand histories").fill(HANDS)
    expect(page.get_by_text("2 hands with")).to_be_visible()
    page.reload()
    expect(page.get_by_text("2 hands with")).to_be_visible()
    expect(page.get_by_role("button", name="Review", exact=True)).to_be_enabled()
