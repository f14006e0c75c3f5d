"""Flops, Preflop, Arena and Library in a real browser."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from fifthstreet.review.preflop import bundled
from tests.web.browser.libraries import SPOT
from tests.web.browser.pages import PATIENCE, Visitor, serving_library
from tests.web.browser.test_quality import overflow, violations
from tests.web.serving import Running

pytestmark = pytest.mark.slow

FORMS = {"flops": "New matchup", "arena": "New match"}  # that a button opens
SCREENS = ("flops", "preflop", "preflop?source=solved", "preflop?source=solve", "arena", "library")


@pytest.fixture(scope="module")
def shared_server(filled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Serve a library with solutions, flops and a match."""
    folder = tmp_path_factory.mktemp("lists") / "library"
    shutil.copytree(filled, folder)
    with serving_library(folder) as running:
        yield running


@pytest.mark.parametrize("screen", SCREENS)
def test_lists_are_accessible_and_fit(visitor: Visitor, screen: str) -> None:
    visitor.open(screen)
    visitor.page.wait_for_load_state("networkidle")
    if screen in FORMS:
        visitor.page.get_by_role("button", name=FORMS[screen]).click()
    assert violations(visitor.page) == []
    assert overflow(visitor.page, 360) <= 0
    assert overflow(visitor.page, 2560) <= 0


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
def test_dark_and_narrow_lists_are_accessible(visitor: Visitor, screen: str) -> None:
    visitor.page.emulate_media(color_scheme="dark")
    visitor.open(screen)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.set_viewport_size({"width": 360, "height": 800})
    assert violations(visitor.page) == []


def test_flops_are_filtered_sorted_and_opened(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("flops")
    rows = page.locator("section[aria-label='All flops'] tbody tr")
    run = visitor.server.services.flops.open("matchup")
    expect(rows).to_have_count(len(run.flops))
    page.get_by_role("button", name="EV of OOP").click()
    best = max(run.stored.results.values(), key=lambda result: result.ev[0])
    expect(rows.first).to_contain_text(f"{best.ev[0]:.1f}")
    page.get_by_role("button", name="Suits: two suits").click()
    reply = {flop.board for flop in run.flops if len(set(flop.board[1::2])) == 2}
    expect(rows).to_have_count(len(reply))
    page.get_by_role("radio", name="IP after a check").click()
    expect(page.get_by_role("button", name="bet 30 (50%)")).to_be_visible()
    rows.first.click()
    expect(page.locator(".screen-browse h1")).to_be_visible(timeout=PATIENCE)
    expect(page).to_have_url(re.compile("matchup"))


def test_a_matchup_is_started_and_shown_while_it_is_solved(visitor: Visitor) -> None:
    page = visitor.page
    visitor.spot(SPOT)
    visitor.open("flops")
    page.get_by_role("button", name="New matchup").click()
    page.get_by_role("radio", name="Random sample").click()
    page.get_by_label("Number of random flops").fill("3")
    page.get_by_label("Name").fill("new matchup")
    page.locator("#start-flops").click()
    expect(page.get_by_role("combobox", name="Matchup")).to_contain_text(
        "new matchup: 3 of 3", timeout=PATIENCE
    )


def test_a_line_of_a_chart_is_sent_to_solve(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("preflop")
    choose(page, "Situation", "against a raise")
    choose(page, "Position", "BB")
    choose(page, "Against", "BTN")
    expect(page.get_by_role("heading", name="BB against BTN's raise")).to_be_visible()
    expect(page.locator("[data-class='AA']")).to_have_attribute(
        "aria-label", "AA: fold 0%, call 0%, 3-bet 100%"
    )
    page.get_by_role("button", name="Solve: BTN raises to 2.5, BB calls", exact=True).click()
    expect(page.locator("#pot")).to_have_value("550")
    expect(page.locator("#stack")).to_have_value("9750")
    called = bundled(6)[0].ranges["call.BTN", "BB"]
    draft = page.evaluate("JSON.parse(sessionStorage.getItem('solve-draft'))")
    assert draft["ranges"]["oop"] == called.text()


def test_a_solved_strategy_is_walked_to_a_flop(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("preflop?source=solved&strategy=hu100")
    expect(page.locator("#preflop-basis")).to_contain_text("exploitability 0.20% of the pot")
    page.locator("[data-step='b2.5']").click()
    expect(page.get_by_role("heading", name="BB after BTN raises to 2.5")).to_be_visible()
    page.locator("[aria-current='step'] [data-step='c']").click()
    page.get_by_role("button", name="Send both ranges to Solve").click()
    expect(page.locator("#pot")).to_have_value("500")


def test_a_game_from_the_blinds_is_solved_and_shown(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("preflop?source=solve")
    expect(page.locator("#preflop-size")).to_contain_text("No line reaches the flop")
    page.get_by_label("Raises before the flop").fill("many")
    expect(page.get_by_role("alert").filter(has_text="many")).to_be_visible()
    expect(page.locator("#start-preflop")).to_be_disabled()
    page.get_by_label("Start from").select_option("0")
    page.get_by_label("Number of flops").select_option("10")
    page.get_by_label("Name").fill("jam or fold")
    page.locator("#start-preflop").click()
    job = page.locator("#preflop-jobs article").first
    expect(job).to_contain_text("of the blinds after", timeout=PATIENCE)
    expect(page).to_have_url(re.compile("flops=10"))
    job.get_by_role("link", name="Show the charts").click()
    expect(page.locator("#preflop-basis")).to_contain_text("solved on 10 flops")
    expect(page.get_by_role("heading", name="BTN first to act")).to_be_visible()
    visitor.open("library")
    expect(page.locator("[data-kind='preflop strategy']")).to_contain_text("jam or fold")


def test_lines_to_leave_out_are_picked_in_words(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("preflop?source=solve")
    page.get_by_label("Start from").select_option("1")
    picker = page.locator("details", has_text="Lines to leave out")
    opener = picker.locator("summary")
    expect(opener).to_contain_text("BTN raises to 2, BB raises to 4; BTN calls 0.5, BB raises")
    opener.focus()
    page.keyboard.press("Enter")

    def line(words: str) -> Locator:
        return picker.get_by_role("checkbox", name=words, exact=True)

    expect(line("BTN raises to 2, BB raises to 4")).to_be_checked()
    size = page.locator("#preflop-size")
    expect(size).to_contain_text("lines to the flop")
    before = size.inner_text()
    page.keyboard.press("Tab")
    expect(line("BTN folds")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    limped = line("BTN calls 0.5")
    expect(limped).to_be_checked()
    expect(limped).to_be_focused()
    expect(line("BTN calls 0.5, BB checks")).to_have_count(0)
    expect(opener).to_have_text(
        "Lines to leave out: BTN raises to 2, BB raises to 4; BTN calls 0.5"
    )
    expect(page).to_have_url(re.compile(r"removed=r:b2:b4,\+r:c&"))
    expect(size).to_contain_text("lines to the flop")
    expect(size).not_to_have_text(before)
    expect(limped).to_be_focused()  # also after the game has been measured
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Home")
    expect(line("BTN folds")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(line("BTN calls 0.5, BB checks")).to_be_visible()
    expect(limped).not_to_be_checked()


def test_the_only_action_of_a_decision_cannot_be_left_out(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("preflop?source=solve&removed=r:f,r:c,r:b7")
    picker = page.locator("details", has_text="Lines to leave out")
    picker.locator("summary").click()
    last = picker.get_by_role("checkbox", name="BTN all-in 10", exact=True)
    expect(last).to_have_attribute("aria-disabled", "true")
    last.focus()
    page.keyboard.press("Space")
    expect(last).not_to_be_checked()
    expect(page.get_by_role("alert").filter(has_text="b7")).to_be_visible()
    page.get_by_role("button", name="Undo: leave out r:b7").click()
    expect(page.locator("#preflop-size")).to_contain_text("No line reaches the flop")
    expect(page.locator("#start-preflop")).to_be_enabled()


def test_a_match_is_played_and_shown(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("arena?match=duel")
    result = visitor.server.services.matches.open("duel")
    leader = result.agent_results()[0]
    row = page.locator(f"[data-agent='{leader.name.replace('_', ' ')}']")
    expect(row).to_contain_text(f"{leader.winnings.mean:+.3f} ± {leader.winnings.half_width:.3f}")
    page.get_by_role("button", name="New match").click()
    page.get_by_role("combobox", name="Agent 1").select_option("random")
    page.get_by_role("combobox", name="Agent 2").select_option("calling_station")
    page.get_by_label("Game").select_option("leduc")
    page.get_by_label("Hands", exact=True).fill("101")
    page.get_by_label("Name").click()
    expect(page.get_by_text("102 hands are played: whole deals only")).to_be_visible()
    page.get_by_label("Hands", exact=True).fill("100")
    page.get_by_label("Name").fill("new match")
    page.locator("#start-match").click()
    expect(page.get_by_text("100 hands of leduc")).to_be_visible(timeout=PATIENCE)


def test_files_are_renamed_tagged_and_exported(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("library")
    solutions = page.locator("[data-kind='solution']")
    expect(solutions).to_contain_text("damaged: broken must be a solution")
    solutions.get_by_role("button", name="Rename river").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("brook")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    renamed = solutions.get_by_role("row", name="brook")
    expect(renamed).to_be_visible()
    with page.expect_download() as download:
        renamed.get_by_label("Export brook").select_option("csv")
    assert download.value.suggested_filename == "brook.csv"
    renamed.get_by_role("button", name="Tags of brook").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("study, river")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(renamed).to_contain_text("study")
    page.get_by_role("combobox", name="Tag", exact=True).select_option("study")
    expect(solutions.locator("tbody tr")).to_have_count(1)
    expect(page).to_have_url(re.compile("tag=study"))
    page.reload()
    expect(solutions.locator("tbody tr")).to_have_count(1)


def test_a_deleted_file_is_restored_by_undo_and_from_the_trash(visitor: Visitor) -> None:
    page = visitor.page
    folder = visitor.server.services.solutions.folder
    visitor.open("library")
    delete = page.get_by_role("button", name="Delete turn", exact=True)  # a flop may be listed, too
    row = page.locator("[data-kind='solution']").get_by_role("row").filter(has=delete)
    row.get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    assert "turn" not in folder.names()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(row).to_be_visible()
    assert "turn" in folder.names()
    row.get_by_role("button", name="Delete").click()
    trash = page.get_by_role("region", name="Trash")
    expect(trash).to_contain_text("for 30 days")
    assert violations(page) == []
    trash.get_by_role("button", name="Restore turn").click()
    expect(row).to_be_visible()
    row.get_by_role("button", name="Delete").click()
    trash.get_by_role("button", name="Empty the trash").click()
    page.get_by_role("dialog").get_by_role("button", name="Empty the trash").click()
    expect(trash.locator("tbody tr")).to_have_count(0)
    assert visitor.server.services.trash.all() == []


def test_files_are_imported_or_refused(visitor: Visitor, solved: Path) -> None:
    page = visitor.page
    visitor.open("library")
    content = (solved / "turn.solution").read_bytes()
    files: list[FilePayload] = [
        {"name": "new turn.solution", "mimeType": "application/octet-stream", "buffer": content},
        {"name": "other.solution", "mimeType": "text/plain", "buffer": b"nothing"},
    ]
    page.get_by_label("Import files").set_input_files(files)
    listed = page.get_by_role("region", name="Imported files")
    expect(listed).to_contain_text("imported as the solution “new turn”")
    expect(listed).to_contain_text("not imported: other.solution must be a solution")
    expect(page.locator("[data-kind='solution']")).to_contain_text("new turn")
    assert violations(page) == []
    drop(page, "notes.txt", b"x")
    expect(listed).to_contain_text("not imported: the file must end in .solution")
    drop(page, "dropped.solution", content)
    expect(listed).to_contain_text("imported as the solution “dropped”")


def drop(page: Page, name: str, content: bytes) -> None:
    """Drop a file on the screen."""
    script = """([name, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(content)], name));
        const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
        const place = document.querySelector(".screen-library h1");
        for (const kind of ["dragover", "drop"]) place.dispatchEvent(new DragEvent(kind, options));
    }"""
    page.evaluate(script, [name, list(content)])


def choose(page: Page, group: str, value: str) -> None:
    page.get_by_role("radiogroup", name=group).get_by_role("radio", name=value, exact=True).click()
