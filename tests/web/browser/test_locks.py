"""Lock decisions in a real browser: as solved, scaled, painted and hand by hand."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from fifthstreet.solvers.postflop import LockDraft, Solution, open_solution
from tests.web.browser.pages import PATIENCE, Visitor, drag

CHECK, BET, ALL_IN = "check", "bet 50 (50%)", "all-in 200 (200%)"


def mix(hands: str, *shares: int) -> str:
    """Return what the page says about a hand or a class of hands."""
    play = zip((CHECK, BET, ALL_IN), shares, strict=True)
    return f"{hands}: {', '.join(f'{words} {share}%' for words, share in play)}"


def opened(visitor: Visitor, path: str = "r:k") -> Page:
    """Open the panel of locks at a decision."""
    visitor.open(f"browse?solution=turn&path={path}")
    visitor.walk(path)
    visitor.page.get_by_role("radio", name="Lock and re-solve").click()
    return visitor.page


def editor(page: Page) -> Locator:
    """Open the editor of the lock of this decision."""
    page.get_by_role("button", name="Lock this decision").click()
    return page.get_by_role("dialog")


def resolved(visitor: Visitor, name: str) -> Solution:
    """Re-solve with the locks of the panel, and return the solution."""
    page = visitor.page
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Re-solve").click()
    expect(page.get_by_role("link", name="Compare with and without the lock")).to_be_visible(
        timeout=PATIENCE
    )
    return open_solution(visitor.server.settings.library / f"solutions/{name}.solution")


def frequency(place: Locator, step: str, column: int) -> float:
    """Return a number of the table of frequencies: 0 solved, 1 locked, 2 the change."""
    text = place.locator(f"tr[data-step='{step}'] td").nth(column).inner_text()
    return float(text.rstrip("% p"))


def scale(dialog: Locator, words: str, percent: str) -> None:
    dialog.get_by_label(f"Scale {words} to, %").fill(percent)
    dialog.get_by_role("button", name=f"Scale {words}", exact=True).click()


def cell(dialog: Locator, name: str) -> Locator:
    return dialog.locator(f"[data-class='{name}']")


def test_a_lock_that_is_not_edited_keeps_the_ev(visitor: Visitor, turn: Solution) -> None:
    """The editor started with the mean of the range, which every hand then played."""
    dialog = editor(opened(visitor))
    dialog.get_by_role("button", name="Lock", exact=True).click()
    locked = resolved(visitor, "not edited")
    assert locked.ev == pytest.approx(turn.ev, abs=2 * turn.exploitability.chips)


def test_one_click_locks_as_solved(visitor: Visitor, turn: Solution) -> None:
    page = opened(visitor)
    page.get_by_role("button", name="Lock as solved").click()
    lock = page.get_by_role("article", name="Lock of IP on the turn (OOP check)")
    expect(lock).to_contain_text("as solved")
    expect(lock).to_contain_text("(0.00 chips, 0.00% of the pot)")
    locked = resolved(visitor, "one click")
    assert locked.ev == pytest.approx(turn.ev, abs=2 * turn.exploitability.chips)
    node, old = locked.node("r:k"), turn.node("r:k")
    held = old.reach[1] > 0
    assert node.strategy[:, held] == pytest.approx(old.strategy[:, held], abs=1e-5)


def test_what_a_lock_changes_is_shown_before_it_is_resolved(
    visitor: Visitor, turn: Solution
) -> None:
    page = opened(visitor)
    dialog = editor(page)
    scale(dialog, BET, "70")
    expect(dialog.locator("tr[data-step='b50'] td").nth(1)).to_have_text("70.0%")
    draft = LockDraft.of(turn.node("r:k")).scaled("b50", 0.7)
    change = f"{draft.ev[0]:.2f} → {draft.ev[1]:.2f} chips"
    expect(dialog).to_contain_text(change)
    expect(dialog).to_contain_text("Against OOP's present strategy; re-solving shows how OOP")
    dialog.get_by_role("button", name="Lock", exact=True).click()
    lock = page.get_by_role("article", name="Lock of IP on the turn (OOP check)")
    for row, step in enumerate(("k", "b50", "a")):
        shares = (draft.solved_frequencies[row], draft.frequencies[row])
        assert frequency(lock, step, 0) == pytest.approx(100 * shares[0], abs=0.06)
        assert frequency(lock, step, 1) == pytest.approx(100 * shares[1], abs=0.06)
        assert frequency(lock, step, 2) == pytest.approx(100 * (shares[1] - shares[0]), abs=0.06)
    expect(lock).to_contain_text(change)
    expect(lock).to_contain_text("Against OOP's present strategy")
    # Nothing was solved so far.
    assert not (visitor.server.settings.library / "solutions/turn locked.solution").exists()


def test_a_scaled_lock_keeps_the_order_of_hands(visitor: Visitor, turn: Solution) -> None:
    dialog = editor(opened(visitor))
    scale(dialog, BET, "60")
    expect(dialog.locator("tr[data-step='b50'] td").nth(1)).to_have_text("60.0%")
    dialog.get_by_role("button", name="Lock", exact=True).click()
    node, old = resolved(visitor, "scaled").node("r:k"), turn.node("r:k")
    held = old.reach[1] > 0
    bets = node.strategy[1, held][old.strategy[1, held].argsort(kind="stable")]
    assert (np.diff(bets) >= -1e-5).all()
    assert np.ptp(bets) > 0.1
    assert bets == pytest.approx(
        np.sort(LockDraft.of(old).scaled("b50", 0.6).rows[1, held]), abs=1e-5
    )


def test_a_decision_is_locked_and_the_rest_solved_again(visitor: Visitor) -> None:
    page = opened(visitor)
    dialog = editor(page)
    scale(dialog, CHECK, "101")
    expect(dialog.get_by_role("alert")).to_contain_text("enter a frequency from 0 to 100%")
    scale(dialog, CHECK, "100")
    expect(dialog.locator("tr[data-step='k'] td").nth(1)).to_have_text("100.0%")
    dialog.get_by_role("button", name="Lock", exact=True).click()
    locked = resolved(visitor, "always checks")
    assert locked.node("r:k").frequencies.tolist()[0] == 1.0
    page.get_by_role("link", name="Compare with and without the lock").click()
    expect(page.locator(".screen-compare")).to_contain_text("always checks")
    visitor.open("browse?solution=always%20checks&path=r:k")
    rows = page.get_by_role("region", name="Node").locator("table").first.locator("tbody tr")
    expect(rows.first).to_contain_text("100.0%")


def test_hand_classes_are_painted(visitor: Visitor, turn: Solution) -> None:
    page = opened(visitor)
    dialog = editor(page)
    before = frequency(dialog, "k", 1)
    dialog.get_by_role("radio", name=CHECK).click()
    drag(page, dialog.get_by_role("grid"), "AJs", "QQ")
    expect(cell(dialog, "AJs")).to_have_attribute("aria-label", mix("AJs", 100, 0, 0))
    expect(cell(dialog, "QQ")).to_have_attribute("aria-label", mix("QQ", 100, 0, 0))
    expect(dialog.locator("tr[data-step='k'] td").nth(1)).not_to_have_text(f"{before:.1f}%")
    # The keyboard paints too; another brush gives back what was solved.
    dialog.get_by_role("radio", name=ALL_IN).click()
    cell(dialog, "T9s").focus()
    page.keyboard.press("Enter")
    expect(cell(dialog, "T9s")).to_have_attribute("aria-label", mix("T9s", 0, 0, 100))
    dialog.get_by_role("radio", name="As solved").click()
    cell(dialog, "QQ").click()
    start = LockDraft.of(turn.node("r:k"))
    expect(cell(dialog, "QQ")).not_to_have_attribute("aria-label", mix("QQ", 100, 0, 0))
    dialog.get_by_role("button", name="Lock", exact=True).click()
    node = resolved(visitor, "painted").node("r:k")
    wanted = start.painted("AJs", {"k": 1.0}).painted("T9s", {"a": 1.0})
    held = node.reach[1] > 0
    assert node.strategy[:, held] == pytest.approx(wanted.rows[:, held], abs=1e-5)


def test_single_hands_are_set_by_numbers(visitor: Visitor, turn: Solution) -> None:
    page = opened(visitor)
    dialog = editor(page)
    cell(dialog, "AJs").click()
    expect(dialog.get_by_label("Hands", exact=True)).to_have_value("AJs")
    dialog.get_by_role("button", name="AcJc").click()
    expect(dialog.get_by_label("Hands", exact=True)).to_have_value("AcJc")
    for step, share in (("k", "25"), ("b50", "75"), ("a", "0")):
        dialog.locator(f"input[data-step='{step}']").fill(share)
    dialog.get_by_role("button", name="Set", exact=True).click()
    expect(dialog.get_by_role("button", name=mix("AcJc", 25, 75, 0))).to_be_visible()
    # Hands can be named, and a change can be undone.
    dialog.get_by_label("Hands", exact=True).fill("KK")
    dialog.get_by_role("button", name="Set", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("IP never has 'KK'")
    dialog.get_by_label("Hands", exact=True).fill("set")
    dialog.get_by_role("button", name="Set", exact=True).click()
    expect(cell(dialog, "QQ")).to_have_attribute("aria-label", mix("QQ", 25, 75, 0))
    dialog.get_by_role("button", name="Undo").click()
    expect(cell(dialog, "QQ")).not_to_have_attribute("aria-label", mix("QQ", 25, 75, 0))
    dialog.get_by_role("button", name="Lock", exact=True).click()
    node = resolved(visitor, "one hand").node("r:k")
    wanted = LockDraft.of(turn.node("r:k")).painted("AcJc", {"k": 0.25, "b50": 0.75})
    held = node.reach[1] > 0
    assert node.strategy[:, held] == pytest.approx(wanted.rows[:, held], abs=1e-5)


def test_a_lock_is_edited_again_and_replaced(visitor: Visitor) -> None:
    page = opened(visitor)
    page.get_by_role("button", name="Lock as solved").click()
    lock = page.get_by_role("article", name="Lock of IP on the turn (OOP check)")
    lock.get_by_role("button", name="edit").click()
    dialog = page.get_by_role("dialog")
    scale(dialog, CHECK, "0")
    expect(dialog.locator("tr[data-step='k'] td").nth(1)).to_have_text("0.0%")
    dialog.get_by_role("button", name="Lock", exact=True).click()
    expect(lock).to_have_count(1)
    assert frequency(lock, "k", 1) == 0
    lock.get_by_role("button", name="undo").click()
    expect(lock).to_have_count(0)
    expect(page.get_by_role("button", name="Re-solve")).to_be_disabled()
