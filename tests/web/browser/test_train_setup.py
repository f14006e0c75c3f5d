"""Train by position, pot and street; coarse solutions; history and weak spots; keys alone."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from fifthstreet.web import WebSettings
from tests.thoroughness import slow
from tests.web.browser.pages import Visitor
from tests.web.browser.test_quality import overflow, violations
from tests.web.river_library import RIVER, make_library, save_template
from tests.web.serving import Running, serving

TEMPLATES = {"queens": "QsJh2h7c", "tens": "Ts9s4d2c"}
BET = {"solution": RIVER, "mode": "spot", "path": "r:b100"}
# Controls that a window of 360 by 740 pixels cuts off; tables may scroll in their frames.
CLIPPED = """() => [...document.querySelectorAll("main :is(a, button, input, select, summary)")]
    .filter((each) => each.offsetParent && !each.closest(".table-frame"))
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([each, box]) => box.left < 0 || box.right > innerWidth + 0.5
        || each.scrollWidth > each.clientWidth + 1 && each.matches("button, a.button"))
    .map(([each]) => each.outerHTML.slice(0, 100))"""
# The width of the outline of what has the focus; browsers draw their own on sliders.
OUTLINE = """() => {
    const style = getComputedStyle(document.activeElement);
    return style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
}"""


@pytest.fixture(scope="module")
def templates(solved: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a library with two turns of BTN against BB, a turn without positions and a river."""
    folder = make_library(tmp_path_factory.mktemp("templates"))
    shutil.copy(solved / "turn.solution", folder / "solutions/turn.solution")
    for name, board in TEMPLATES.items():
        save_template(folder / f"solutions/{name}.solution", board)
    return folder


@pytest.fixture
def shared_server(templates: Path, tmp_path: Path) -> Iterator[Running]:
    """Serve a library of its own, because drills are kept."""
    shutil.copytree(templates, tmp_path / "library")
    with serving(WebSettings(library=tmp_path / "library", threads=1)) as running:
        yield running


def train_bets(client: httpx.Client, action: int, count: int = 24) -> None:
    """Answer bets on the river, always with the same action."""
    reply = client.post("/trainer/sessions", json={"parts": [BET], "seed": 7}).json()
    session, hand = reply["session"]["session"], reply["hand"]
    for number in range(1, count + 1):
        answer: dict[str, Any] = {"hand": number, "decision": 1}
        answer["action"] = hand["question"]["actions"][action]["action"]
        client.post(f"/trainer/sessions/{session}/answers", json=answer)
        hand = client.post(f"/trainer/sessions/{session}/hands", json={"after": number}).json()


def options(field: Locator) -> list[str]:
    return [text.strip() for text in field.locator("option").all_inner_texts()]


def test_spots_are_trained_by_position_pot_and_street(visitor: Visitor) -> None:
    visitor.open("train")
    page = visitor.page
    assert options(page.get_by_label("Positions")) == ["any", "BTN against BB", "unknown"]
    page.get_by_label("Positions").select_option("BTN against BB")
    assert options(page.get_by_label("Pot")) == ["any", "Single-raised pot"]
    page.get_by_label("Pot").select_option("single-raised pot")
    assert options(page.get_by_label("Solution"))[0] == "all 2 that fit"
    assert set(options(page.get_by_label("Solution"))[1:]) == set(TEMPLATES)
    page.get_by_role("radio", name="One street").click()
    streets = page.get_by_role("radiogroup", name="Street").get_by_role("radio")
    expect(streets).to_have_text(["Turn", "River"])
    streets.first.click()
    page.get_by_role("radio", name="BTN (in position)").click()
    page.get_by_role("button", name="Start anyhow").click()
    expect(page.locator("h1")).to_have_text("BTN against BB, single-raised pot: the turn")
    expect(page.locator(".seat-name")).to_have_text(["LJ", "HJ", "CO", "You (BTN)", "SB", "BB"])
    expect(page.locator(".seat:not(.is-out) .seat-name")).to_have_text(["You (BTN)", "BB"])
    expect(page.locator(".seat.is-person .dealer")).to_be_visible()
    expect(page.locator(".board .play-card")).to_have_count(4)
    sources = set()
    for _ in range(2):
        sources.add(re.findall("“(.*)”", page.locator(".play-area").inner_text())[0])
        page.keyboard.press("1")
        expect(page.locator(".feedback")).to_be_visible()
        while page.locator(".feedback").count():
            ended = page.locator(".end").count()
            page.keyboard.press("Enter")
            expect(page.locator(".action-button").first).to_be_visible()
            if not ended:
                page.keyboard.press("1")
                expect(page.locator(".feedback")).to_be_visible()
    assert sources == set(TEMPLATES)


def test_only_what_a_solution_has_is_offered(visitor: Visitor) -> None:
    visitor.open(f"train?solution={RIVER}&mode=street")
    page = visitor.page
    expect(page.get_by_role("radiogroup", name="Street").get_by_role("radio")).to_have_text(
        ["River"]
    )
    page.get_by_label("Positions").select_option("BTN against BB")
    assert RIVER not in options(page.get_by_label("Solution"))


def test_coarse_solutions_are_named_with_figures_before_the_start(visitor: Visitor) -> None:
    visitor.open("train?solution=queens")
    page = visitor.page
    with visitor.server.client() as client:
        rows = {row["name"]: row for row in client.get("/trainer/solutions").json()}
    accuracy = rows["queens"]["accuracy"]
    warning = page.get_by_role("note", name="Accuracy of grades")
    expect(warning).to_contain_text("too coarse")
    expect(warning).to_contain_text(f"{accuracy['exploitability_pot_percent']:.3f}%")
    expect(warning).to_contain_text(f"± {accuracy['error_pot_percent']:.1f}%")
    expect(warning).to_contain_text("inaccuracies and mistakes")
    expect(page.get_by_role("button", name="Start anyhow")).to_be_enabled()
    page.get_by_label("Solution").select_option(RIVER)
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    expect(warning).to_have_count(0)
    expect(page.locator("form")).to_contain_text("losses are known to ± 0.0%")


def test_weak_spots_are_repeated(visitor: Visitor) -> None:
    with visitor.server.client() as client:
        train_bets(client, 1)
        spots = client.get("/trainer/weak_spots").json()
    visitor.open("train?view=history")
    page = visitor.page
    weak = page.get_by_role("region", name="Weak spots")
    expect(weak.locator("li")).to_have_count(len(spots))
    first = spots[0]
    loss = f"{first['loss_pot_percent']:.2f} ± {first['error_pot_percent']:.2f}% of the pot"
    expect(weak.locator("li").first).to_contain_text(loss)
    expect(weak.locator("li").first).to_contain_text("after bet 100 (50%)")
    expect(page.get_by_role("region", name="Earlier sessions")).to_contain_text("river: after bet")
    page.get_by_role("button", name="Repeat these").click()
    parts = [part for spot in spots for part in spot["parts"]]
    expect(page.locator("h1")).to_have_text(f"{len(parts)} decisions again")
    suits = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
    dealt = set()
    for _ in parts:
        cards = "".join(page.locator(".is-person .play-card").all_inner_texts())
        cards = re.sub(r"\s", "", cards).replace("10", "T")
        dealt.add("".join(suits.get(letter, letter) for letter in cards))
        page.keyboard.press("1")  # fold
        expect(page.locator(".end")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".action-button").first).to_be_visible()
    assert dealt == {part["hole"] for part in parts}
    visitor.open("train?view=history")
    expect(page.locator("main")).not_to_contain_text("You: call 100")


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until an element has the focus, which must be visible on the way."""
    for _ in range(40):
        if target.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
        assert page.evaluate(OUTLINE) >= 1 or page.locator("input[type=range]:focus").count()
    raise AssertionError(f"Tab does not reach {target}")


def test_a_drill_is_set_up_and_played_with_the_keyboard_alone(visitor: Visitor) -> None:
    visitor.open("train")
    page = visitor.page
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    assert violations(page) == []
    tab_to(page, page.get_by_label("Positions"))
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Positions")).to_have_value("BTN against BB")
    expect(page.get_by_label("Positions")).to_be_focused()
    tab_to(page, page.get_by_role("radio", name="Full hand"))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="One street")).to_be_focused()
    tab_to(page, page.get_by_role("radio", name="River"))
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Turn")).to_be_focused()
    tab_to(page, page.get_by_role("radio", name="BB (out of position)"))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="BTN (in position)")).to_be_focused()
    tab_to(page, page.get_by_role("button", name="Start anyhow"))
    page.keyboard.press("Enter")
    actions = page.locator(".action-button")
    expect(actions.first).to_be_focused()
    assert page.evaluate(OUTLINE) >= 1
    assert violations(page) == []
    tab_to(page, actions.last)  # by Tab and Enter
    page.keyboard.press("Enter")
    following = page.locator("[data-command=next]")
    expect(following).to_be_focused()
    assert page.evaluate(OUTLINE) >= 1
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(actions.first).to_be_focused()
    page.keyboard.press("1")  # by number
    expect(following).to_be_focused()
    tab_to(page, page.get_by_role("link", name="Show the node"))


def test_the_history_is_accessible_by_keyboard(visitor: Visitor) -> None:
    with visitor.server.client() as client:
        train_bets(client, 1, 12)
    visitor.open("train")
    page = visitor.page
    tab_to(page, page.get_by_role("radio", name="New drill"))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("region", name="Weak spots")).to_be_visible()
    assert violations(page) == []
    tab_to(page, page.get_by_role("button", name="Repeat these"))
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("again")
    expect(page.locator(".action-button").first).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", *slow("dark")])
def test_no_control_is_clipped_on_a_phone(visitor: Visitor, scheme: Any) -> None:
    with visitor.server.client() as client:
        train_bets(client, 1, 12)
    page = visitor.page
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    visitor.open("train?view=history")
    expect(page.get_by_role("region", name="Weak spots")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate(CLIPPED) == []
    visitor.open("train?solution=queens&mode=street&street=turn&seat=ip&seed=3")
    expect(page.get_by_role("button", name="Start anyhow")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate(CLIPPED) == []
    page.get_by_role("button", name="Start anyhow").click()
    last = page.locator(".action-button").last
    expect(last).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    assert page.evaluate(CLIPPED) == []
    page.keyboard.press("1")
    expect(page.locator("[data-command=next]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".feedback .grade")).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    assert page.evaluate(CLIPPED) == []
    for width in (360, 1440, 1920):
        assert overflow(page, width) <= 0


def test_amounts_of_a_drill_are_in_the_unit_of_the_page(visitor: Visitor) -> None:
    visitor.open(f"train?solution={RIVER}")
    page = visitor.page
    for _ in range(2):
        page.locator("#unit-button").click()
    expect(page.locator("#unit-button")).to_have_text("Amounts: % of pot")
    expect(page.locator("main")).to_contain_text("pot 100%")
    page.get_by_role("button", name=re.compile("^Start")).click()
    table = page.get_by_label("Hand", exact=True)
    expect(table).to_contain_text("Pot 100%")
    expect(table.locator(".action-button").first).to_be_visible()
    table.locator(".action-button").first.click()
    expect(page.get_by_role("region", name="Grade")).to_contain_text("EV loss, % of pot")
