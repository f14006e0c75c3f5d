"""Dialogs: what they ask for is done once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Request, expect

from tests.web.browser.pages import Visitor


@pytest.fixture
def posted(page: Page) -> Iterator[list[str]]:
    """Return the addresses of the requests that change something, as they come."""
    found: list[str] = []

    def note(request: Request) -> None:
        if request.method in ("POST", "PUT", "DELETE"):
            found.append(request.url.rpartition("/api/v1")[2])

    page.on("request", note)
    yield found
    page.remove_listener("request", note)


def count_dialogs(page: Page) -> None:
    """Count the dialogs that are opened from now on, for `opened_dialogs`."""
    page.evaluate(
        """() => {
            const { showModal } = HTMLDialogElement.prototype;
            window.openedDialogs = 0;
            HTMLDialogElement.prototype.showModal = function () {
                window.openedDialogs += 1;
                showModal.call(this);
            };
        }"""
    )


def opened_dialogs(page: Page) -> int:
    page.wait_for_timeout(300)
    return int(page.evaluate("window.openedDialogs"))


def hold_enter(page: Page) -> None:
    """Press Enter for so long that it is repeated."""
    for _ in range(8):
        page.keyboard.down("Enter")
        page.wait_for_timeout(30)
    page.keyboard.up("Enter")


@pytest.mark.parametrize("is_held", [False, True], ids=["pressed", "held"])
def test_enter_renames_a_file_once(visitor: Visitor, posted: list[str], is_held: bool) -> None:
    """The key once also pressed the button that had opened the dialog, which opened it again."""
    old, new = "river", "stream" if is_held else "brook"
    visitor.open("library")
    page = visitor.page
    count_dialogs(page)
    page.get_by_role("button", name=f"Rename {old}").click()
    field = page.get_by_role("dialog").get_by_role("textbox")
    expect(field).to_be_focused()
    field.fill(new)
    if is_held:
        hold_enter(page)
    else:
        page.keyboard.press("Enter")
    expect(page.get_by_role("row", name=new)).to_be_visible()
    assert opened_dialogs(page) == 1
    assert page.get_by_role("dialog").count() == 0
    assert [each for each in posted if "rename" in each] == [f"/solutions/{old}/rename"]
    # Other tests, and the other case, need the file under its own name.
    page.get_by_role("button", name=f"Rename {new}").click()
    field.fill(old)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Rename {old}")).to_be_visible()


def test_a_held_key_does_not_answer_the_dialog_that_it_opens(visitor: Visitor) -> None:
    """Held on a button, Enter once opened and closed its dialog again and again."""
    visitor.open("library")
    page = visitor.page
    page.get_by_role("button", name="Delete turn").click()
    count_dialogs(page)
    page.get_by_role("button", name="Remove turn for good").focus()
    hold_enter(page)
    assert opened_dialogs(page) == 1
    expect(page.get_by_role("dialog")).to_have_count(1)
    expect(page.get_by_role("dialog")).to_contain_text("Remove turn")
    page.keyboard.press("Enter")  # on Cancel, which has the focus
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Restore turn").click()
    expect(page.locator("[data-kind='solution']").get_by_role("row", name="turn")).to_be_visible()


def test_a_held_key_deletes_one_file(visitor: Visitor) -> None:
    visitor.open("library")
    page = visitor.page
    page.get_by_role("button", name="Delete turn").focus()
    hold_enter(page)
    expect(page.get_by_role("region", name="Trash").locator("tbody tr")).to_have_count(1)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator("[data-kind='solution']").get_by_role("row", name="turn")).to_be_visible()


def test_a_click_and_enter_save_a_range_once(visitor: Visitor, posted: list[str]) -> None:
    visitor.open("solve")
    page = visitor.page
    editor = page.get_by_role("region", name="Out of position (OOP)")
    editor.get_by_role("button", name="Save as").click()
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    page.get_by_role("dialog").get_by_role("textbox").fill("wide")
    page.evaluate(
        """() => {
            const enter = { key: "Enter", bubbles: true, cancelable: true };
            const dialog = document.querySelector("dialog");
            const [button, input] = [".primary", "input"].map((each) => dialog.querySelector(each));
            button.click();
            button.click();
            input.dispatchEvent(new KeyboardEvent("keydown", enter));
        }"""
    )
    expect(page.locator("#toasts")).to_contain_text("Saved wide")
    page.wait_for_timeout(300)
    assert page.get_by_role("dialog").count() == 0
    assert posted.count("/ranges/wide") == 1


def test_enter_adds_a_size_once(visitor: Visitor) -> None:
    visitor.open("solve?solution=turn")
    page = visitor.page
    page.get_by_text("Betting tree: add").click()
    page.get_by_role("button", name="add a size").first.click()
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    page.keyboard.type("70")
    page.keyboard.press("Enter")
    expect(page.locator(".changes li")).to_have_count(1)
    page.wait_for_timeout(300)
    assert page.get_by_role("dialog").count() == 0
    expect(page.locator(".changes li")).to_have_count(1)


def test_a_drill_is_started_once(visitor: Visitor, posted: list[str]) -> None:
    """Two quick presses of Enter once started two sessions."""
    visitor.open("train?solution=turn")
    page = visitor.page
    page.evaluate(
        """() => {
            const form = document.querySelector("form");
            form.requestSubmit();
            form.requestSubmit();
        }"""
    )
    expect(page.locator(".action-button").first).to_be_visible()
    assert posted.count("/trainer/sessions") == 1
