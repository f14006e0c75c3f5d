"""The form of Solve: ranges on grids, templates, sizes of streets to come, and the bar."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Page, expect

from fifthstreet.cards import Range
from tests.web.browser.pages import PATIENCE, Visitor, drag
from tests.web.browser.test_solve import SMALL, editor
from tests.web.serving import Running

OOP = "Out of position (OOP)"


def open_range(visitor: Visitor, text: str) -> tuple[Page, Locator, Locator]:
    """Open Solve with a range of OOP; return its editor and its text."""
    visitor.spot({**SMALL, "ranges": {"oop": text, "ip": "QQ"}})
    visitor.open("solve")
    oop = editor(visitor.page, OOP)
    field = oop.get_by_label("Range as text")
    expect(field).to_have_value(Range.parse(text).text())
    oop.get_by_role("grid").evaluate("grid => grid.scrollIntoView({block: 'center'})")
    return visitor.page, oop, field


def test_a_click_shows_suits_and_never_deletes(visitor: Visitor) -> None:
    page, oop, field = open_range(visitor, "AA,KQs,JTs")
    oop.locator("[data-class='AA']").click()
    expect(oop.locator(".suit-hand")).to_have_count(6)
    page.wait_for_timeout(300)
    expect(field).to_have_value(Range.parse("AA,KQs,JTs").text())
    oop.locator("[data-class='KK']").click()  # one that is not held is painted
    expect(field).to_have_value(Range.parse("AA,KK,KQs,JTs").text())
    oop.get_by_role("button", name="Erase").click()  # unless that is what was asked for
    oop.locator("[data-class='KQs']").click()
    expect(field).to_have_value(Range.parse("AA,KK,JTs").text())


def test_changes_of_a_range_can_be_undone(visitor: Visitor) -> None:
    page, oop, field = open_range(visitor, "AA")
    undo, redo = (oop.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_be_disabled()
    oop.locator("[data-class='KK']").click()
    expect(field).to_have_value(Range.parse("KK+").text())
    drag(page, oop.get_by_role("grid"), "QQ", "JJ")
    expect(field).not_to_have_value(Range.parse("KK+").text())
    undo.click()
    expect(field).to_have_value(Range.parse("KK+").text())
    undo.click()
    expect(field).to_have_value(Range.parse("AA").text())
    expect(undo).to_be_disabled()
    redo.click()
    expect(field).to_have_value(Range.parse("KK+").text())


def test_fingers_scroll_and_paint_by_tapping(browser: Browser, shared_server: Running) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    visitor = Visitor(context.new_page(), shared_server)
    _, oop, field = open_range(visitor, "AA")
    grid = oop.get_by_role("grid")
    assert grid.evaluate("grid => getComputedStyle(grid).touchAction") == "auto"
    oop.locator("[data-class='KK']").tap()
    expect(field).to_have_value(Range.parse("KK+").text())
    oop.locator("[data-class='KK']").tap()
    visitor.page.wait_for_timeout(300)
    expect(field).to_have_value(Range.parse("KK+").text())
    visitor.check()
    context.close()


def test_a_template_fills_the_spot_and_keeps_the_board(visitor: Visitor) -> None:
    visitor.spot({**SMALL, "board": "Ks7h2d"})
    visitor.open("solve")
    page = visitor.page
    picker = page.get_by_role("region", name="Template")
    pots = picker.get_by_label("Pot of the template")
    expect(picker.get_by_label("Template for")).to_have_value("6/100")
    expect(pots.locator("optgroup")).to_have_count(3)  # without limps
    use = picker.get_by_role("button", name="Use")
    expect(use).to_be_disabled()
    pots.select_option("BTN raises to 2.5, BB 3-bets to 10, BTN calls")
    use.click()
    expect(page.get_by_label("Pot", exact=True)).to_have_value("2050")
    expect(page.get_by_label("Stack behind")).to_have_value("9000")
    expect(page.get_by_label("Big blind, chips")).to_have_value("100")
    expect(page.get_by_label("Board", exact=True)).to_have_value("Ks7h2d")
    raised = Range.parse("6max:BB.three_bet.BTN")
    expect(editor(page, OOP).get_by_label("Range as text")).to_have_value(raised.text())
    expect(page.locator("[data-size='flop-oop-bet']")).to_have_value("33%")
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled(timeout=PATIENCE)


def test_only_streets_to_come_have_sizes(visitor: Visitor) -> None:
    visitor.spot(SMALL)
    visitor.open("solve")
    page = visitor.page
    rows = page.locator(".sizes-table tbody th")
    expect(rows).to_have_text(["turn", "river"])
    page.get_by_label("Board", exact=True).fill("QsJh2h7c4d")
    expect(rows).to_have_text(["river"])
    page.get_by_label("Board", exact=True).fill("QsJh2h")
    expect(rows).to_have_text(["flop", "turn", "river"])


def test_the_bar_has_solve_memory_and_time(visitor: Visitor) -> None:
    visitor.spot(SMALL)
    visitor.open("solve")
    bar = visitor.page.locator(".run-bar")
    expect(bar).to_contain_text("kB of")
    expect(bar).to_be_in_viewport()
    bar.get_by_role("button", name="Estimate the time").click()
    expect(bar).to_contain_text("of the pot on", timeout=PATIENCE)  # the time to an error
    boxes = [
        editor(visitor.page, name).get_by_role("grid").bounding_box()
        for name in (OOP, "In position (IP)")
    ]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] == boxes[1]["y"]  # grids are aligned
    assert abs(boxes[0]["width"] - boxes[1]["width"]) < 1


def test_sizes_are_chosen_by_buttons(visitor: Visitor) -> None:
    visitor.spot({**SMALL, "board": "QsJh2h"})
    visitor.open("solve")
    page = visitor.page
    field = page.locator("[data-size='flop-oop-bet']")
    field.fill("40%, 75%")
    chips = page.get_by_role("group", name="OOP bet sizes on the flop")
    expect(chips.get_by_role("button", name="75%", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    chips.get_by_role("button", name="50%", exact=True).click()
    chips.get_by_role("button", name="all-in").click()
    expect(field).to_have_value("40%, 50%, 75%, a")  # and what was typed stays
    chips.get_by_role("button", name="75%", exact=True).click()
    expect(field).to_have_value("40%, 50%, a")
    page.locator("[data-size='turn-ip-raise']").click()
    raises = page.get_by_role("group", name="IP raise sizes on the turn")
    raises.get_by_role("button", name="2.5x").click()
    expect(page.locator("[data-size='turn-ip-raise']")).to_have_value("60%, 2.5x")
    page.get_by_role("button", name="Two sizes").click()
    expect(field).to_have_value("33%, 75%")
    expect(page.locator("[data-size='turn-ip-raise']")).to_have_value("60%")


def test_a_range_of_a_chart_by_position(visitor: Visitor) -> None:
    page, oop, field = open_range(visitor, "AA")
    oop.get_by_role("button", name="From a chart").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Table").select_option("6 players, 40 big blinds")
    dialog.get_by_label("Position").select_option("BB")
    dialog.get_by_label("Action").select_option("BB calls the raise of BTN")
    dialog.get_by_role("button", name="Use").click()
    expect(field).to_have_value(Range.parse("6max_40:BB.call.BTN").text())
    oop.get_by_role("button", name="Undo").click()
    expect(field).to_have_value("AA")


def test_a_range_is_copied_to_the_other_player(visitor: Visitor) -> None:
    page, oop, _ = open_range(visitor, "TT+,AKs:0.5")
    oop.get_by_role("button", name="Copy").click()
    ip = editor(page, "In position (IP)")
    ip.get_by_role("button", name="Paste").click()
    expect(ip.get_by_label("Range as text")).to_have_value(Range.parse("TT+,AKs:0.5").text())
