"""The address of the page: it opens what it names, or says that there is no such thing."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.thoroughness import slow
from tests.web.browser.pages import PATIENCE, Visitor, serving_library
from tests.web.browser.test_quality import violations
from tests.web.serving import Running

MISSING = {
    "browse?solution=none": "no solution named “none”",
    "compare?first=turn&second=none": "no solution named “none”",
    "flops?run=none": "no matchup named “none”",
    "arena?match=none": "no match named “none”",
    "review?name=none": "no review named “none”",
    "train?session=999": "no drill named “999”",
    "play?table=none": "That table is closed",
    "preflop?position=BB": "There is no chart for BB, first in",
    "preflop?source=solved&strategy=none": "no preflop strategy named “none”",
}
MORE_MISSING = {
    "browse?solution=broken": "The solution “broken” is damaged",
    "browse?solution=turn&path=r:b999": "There is no line “r:b999”",
    "browse?solution=turn&path=r:zz": "This line cannot be opened",
    "browse?solution=turn&action=b9": "has no action “b9”",
    "flops?run=matchup&decision=r:b999": "This decision cannot be opened",
    "compare?first=none": "no solution named “none”",
    "compare?first=turn&path=r:b999": "There is no line “r:b999”",
    "solve?solution=none": "no solution named “none”",
    "train?solution=none": "no solution named “none”",
    "train?positions=CO+against+SB": "No solution has the positions “CO against SB”",
    "train?pot=5-bet+pot": "No solution has the pot “5-bet pot”",
    "review?name=none&job=none": "no review named “none”",
    "review?name=../river": "review",
    "review?solution=none": "no solution named “none”",
    "preflop?stack=33": "There is no chart for BTN, first in",
    "preflop?source=solved&path=r:b999": "There is no line “r:b999”",
    "preflop?source=charts&path=r:b999": "There is no line “r:b999”",
    "review?name=none&decision=3": "no review named “none”",
}
UNKNOWN = {
    "nonsense": "There is no screen “nonsense”",
    "browse?solution=turn&mode=nonsense": "mode must be one of",
    "library?colour=red": "this screen has no “colour”",
}
MORE_UNKNOWN = {
    "browse/turn": "There is no screen “browse/turn”",
    "compare?player=both": "player must be one of",
    "flops?suits=five": "suits must be some of",
    "arena?curve=steep": "curve must be one of",
    "train?variety=2": "variety must be a number from 0 to 1",
    "play?game=whist": "game must be",
    "play?table=1&game=NT": "this screen has no “game”",
    "preflop?class=ZZ": "class must be",
    "preflop?source=charts&players=12": "players must be a number from 2 to 9",
    "preflop?path=r": "this screen has no “path”",
    "review?first_street=preflop": "first_street must be one of",
    "library?solutions=colour": "solutions must be one of",
    "interface?tag=jobs": "this screen has no “tag”",
    "solve?solution=turn&solution=river": "solution must be given once",
}


@pytest.fixture(scope="module")
def shared_server(filled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("addresses") / "library"
    shutil.copytree(filled, folder)
    with serving_library(folder) as running:
        yield running


@pytest.mark.parametrize("address", [*MISSING, *slow(*MORE_MISSING)])
def test_what_is_missing_is_said_and_nothing_else_is_opened(visitor: Visitor, address: str) -> None:
    """A link to a solution that was deleted once opened another solution."""
    visitor.open(address)
    page = visitor.page
    words = (MISSING | MORE_MISSING)[address]
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text(words)
    expect(page).to_have_url(f"{visitor.server.address}/#/{address}")
    assert violations(page) == []
    page.get_by_role("main").get_by_role("link", name="Library").click()
    expect(page.locator(".screen-library h1")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("address", [*UNKNOWN, *slow(*MORE_UNKNOWN)])
def test_unknown_addresses_say_so(visitor: Visitor, address: str) -> None:
    """Unknown screens once opened Solve, and unknown choices opened the usual ones."""
    page = visitor.page
    page.goto(f"{visitor.server.address}/#/{address}")
    words = (UNKNOWN | MORE_UNKNOWN)[address]
    alert = page.get_by_role("main").get_by_role("alert").filter(visible=True)
    expect(alert).to_contain_text(words, timeout=PATIENCE)
    links = page.get_by_role("main").get_by_role("link")
    screens = page.locator("#screens a[href^='#/']")
    expect(links).to_have_text(screens.all_inner_texts())
    links.filter(has_text="Preflop").click()
    expect(page.locator(".screen-preflop h1")).to_be_visible(timeout=PATIENCE)


def test_the_skip_link_does_not_leave_the_screen(visitor: Visitor) -> None:
    """It once changed the address, which opened Solve."""
    visitor.open("library")
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#main")).to_be_focused()
    expect(visitor.page.locator(".screen-library h1")).to_be_visible()
    expect(visitor.page).to_have_url(re.compile("#/library$"))


def test_an_edited_spot_is_not_replaced_by_that_of_the_solution(visitor: Visitor) -> None:
    """A reload once dropped the changes to the spot of a solution."""
    visitor.open("solve?solution=turn")
    page = visitor.page
    expect(page.locator("#pot")).to_have_value("100")
    page.reload()
    expect(page.locator("#pot")).to_have_value("100")
    page.locator("#pot").fill("140")
    page.wait_for_function("() => sessionStorage.getItem('solve-draft')?.includes('140')")
    expect(page).to_have_url(re.compile("#/solve$"))
    page.reload()
    expect(page.locator("#pot")).to_have_value("140")
