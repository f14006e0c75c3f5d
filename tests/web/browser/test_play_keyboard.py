"""Play without a mouse, and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.thoroughness import slow
from tests.web.browser.pages import PATIENCE, Visitor
from tests.web.browser.test_play import click_until_over, sit_down, table
from tests.web.browser.test_quality import overflow, violations

__all__ = ["table"]
PHONE: ViewportSize = {"width": 360, "height": 740}
# The buttons of the bar that are not wholly on the screen, or whose text is wider than they are.
CLIPPED = """() => [...document.querySelectorAll(".play-main button, .play-main input")]
  .filter(each => each.checkVisibility())
  .filter(each => {
    const box = each.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight
      || (each.tagName === "BUTTON" && each.scrollWidth > each.clientWidth + 1);
  })
  .map(each => each.outerHTML)"""

# The seats whose boxes are partly under the board.
COVERED = """() => {
  const boxes = selector => [...document.querySelectorAll(selector)]
    .map(each => [each, each.getBoundingClientRect()]);
  return boxes(".seat-box").filter(([, seat]) => boxes(".board .play-card").some(([, card]) =>
    card.left < seat.right && card.right > seat.left
      && card.top < seat.bottom && card.bottom > seat.top)).map(([each]) => each.innerText);
}"""


def tab_to(page: Page, text: str) -> None:
    """Press Tab until the element with this text has the focus."""
    script = "() => document.activeElement?.innerText?.trim() ?? ''"
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(script).startswith(text):
            return
    raise AssertionError(f"Tab does not lead to {text!r}")


def test_a_hand_is_played_with_the_keyboard_alone(visitor: Visitor, table: Page) -> None:
    visitor.open("play")
    tab_to(table, "Heads-up, 100 big blinds")
    table.keyboard.press("Enter")
    tab_to(table, "Sit down")
    table.keyboard.press("Enter")
    bar = table.locator(".action-bar")
    expect(bar).to_be_visible(timeout=PATIENCE)
    table.keyboard.press("o")
    expect(table.locator(".odds-words")).to_contain_text("equity")
    tab_to(table, "Min")  # the sizes, by Tab
    table.keyboard.press("r")
    over = table.locator("[data-next]:visible")
    for _ in range(40):
        expect(bar.or_(over).first).to_be_visible(timeout=PATIENCE)
        if over.count():
            break
        events = table.locator(".hand-log li").count()
        table.keyboard.press("c")
        expect(table.locator(".hand-log li")).not_to_have_count(events, timeout=PATIENCE)
    expect(over).to_be_focused()
    table.keyboard.press("Enter")
    expect(table.locator("h1")).to_contain_text("hand 2")
    tab_to(table, "Leave")
    table.keyboard.press("Enter")
    expect(table.get_by_role("dialog")).to_be_visible()
    tab_to(table, "Leave")  # the dialog begins at Cancel
    table.keyboard.press("Enter")
    expect(table.locator(".play-setup")).to_be_visible()


@pytest.mark.parametrize(
    ("variant", "seats"),
    [("NT", 6), *slow(("NT", 3), ("NT", 2), ("NT", 9), ("F5D", 4), ("F7S", 6))],
)
@pytest.mark.parametrize("odds", ["false", "true"])
def test_nothing_of_the_table_is_clipped_on_a_phone(
    visitor: Visitor, table: Page, variant: str, seats: int, odds: str
) -> None:
    """Odds were once under the buttons, and the button of the dealer beside the screen."""
    table.add_init_script(f"localStorage.setItem('play-odds', '{odds}')")
    table.set_viewport_size(PHONE)
    sit_down(visitor, *["calling_station"] * (seats - 1), variant=variant)
    expect(table.locator(".action-bar")).to_be_visible()
    if odds == "true":
        expect(table.locator(".odds-words")).to_contain_text("equit")
    assert table.evaluate(CLIPPED) == []
    marks = table.locator(".seat-box, .dealer:visible, .is-person .play-card").all()
    bar = table.locator(".action-bar").bounding_box()
    assert bar is not None
    for mark in marks:
        box = mark.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["y"] + box["height"] <= bar["y"] + 1
    assert overflow(table, 360) <= 0
    table.set_viewport_size(PHONE)
    click_until_over(table, "check", "call", "bring_in", "discard")
    assert table.evaluate(CLIPPED) == []
    assert table.evaluate(COVERED) == []


@pytest.mark.parametrize("scheme", ["light", *slow("dark")])
def test_the_lobby_and_odds_are_accessible(visitor: Visitor, table: Page, scheme: str) -> None:
    table.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    visitor.open("play")
    assert violations(table) == []
    assert overflow(table, 360) <= 0
    table.set_viewport_size({"width": 1400, "height": 900})
    number = sit_down(visitor, "calling_station", "random")
    table.keyboard.press("o")
    expect(table.locator(".odds-words")).to_contain_text("opponents")
    assert violations(table) == []
    visitor.open("play")  # with an open table
    expect(table.locator(f".open-tables a[href*='{number}']")).to_be_visible()
    assert violations(table) == []
