"""Layout and words of screens: whole text, even grids, no codes where players read."""

from __future__ import annotations

import re
import shutil
from base64 import b64encode
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.pages import PATIENCE, Visitor, serving_library
from tests.web.serving import Running

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
SCREENS = {
    "solve": "solve",
    "browse": "browse?solution=turn&path=r:k",
    "cards": "browse?solution=turn&path=r:k:k",
    "compare": "compare?first=turn&path=r",
    "equity": "equity?board=Jh8h5c",
    "preflop": "preflop",
    "abstraction": "abstraction?solution=turn",
}
_SMALL_TEXT = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [text, box] = [walker.currentNode.textContent.trim(), walker.currentNode.parentElement];
    if (!text || box.tagName === "SUP" || !box.checkVisibility()) continue;
    if (parseFloat(getComputedStyle(box).fontSize) < 10) found.push(text);
  }
  return found;
}"""
_LINES = """async (shot) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${shot}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0);
  const isLight = (x, y) => pen.getImageData(x, y, 1, 1).data.slice(0, 3).every((v) => v > 128);
  const inside = (length) => [...Array(length - 4).keys()].slice(3);
  const places = (length, at) => inside(length).filter((each) => at(each));
  return [
    places(picture.height, (y) => isLight(picture.width - 3, y)),
    places(picture.width, (x) => isLight(x, picture.height - 3)),
  ];
}"""


@pytest.fixture(scope="module")
def shared_server(filled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Serve a library with files of all kinds."""
    folder = tmp_path_factory.mktemp("library") / "library"
    shutil.copytree(filled, folder)
    with serving_library(folder) as running:
        yield running


def open_at(visitor: Visitor, screen: str, size: dict[str, int]) -> Page:
    visitor.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    visitor.open(screen)
    visitor.page.wait_for_load_state("networkidle")
    return visitor.page


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("screen", SCREENS)
def test_no_text_is_below_ten_pixels(visitor: Visitor, screen: str, size: dict[str, int]) -> None:
    page = open_at(visitor, SCREENS[screen], size)
    assert page.evaluate(_SMALL_TEXT) == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_lines_of_a_grid_are_even(visitor: Visitor, size: dict[str, int]) -> None:
    """Every row and column ends with a line of one pixel."""
    page = open_at(visitor, "equity", size)
    grid = page.locator(".class-grid").first
    page.get_by_role("button", name="Clear").first.click()
    expect(page.get_by_text("0 combos").first).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    for lines in page.evaluate(_LINES, b64encode(grid.screenshot()).decode()):
        assert len(lines) == 12
        gaps = {after - before for before, after in pairwise(lines)}
        assert max(gaps) - min(gaps) <= 1


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_text_of_a_chart_is_not_scaled_down_too_far(visitor: Visitor, size: dict[str, int]) -> None:
    page = open_at(visitor, "arena?match=duel", size)
    chart = page.locator("svg.chart").first
    expect(chart).to_be_visible(timeout=PATIENCE)
    scaled = """chart => {
      const scale = chart.getBoundingClientRect().width / chart.viewBox.baseVal.width;
      const texts = [...chart.querySelectorAll("text")];
      return texts.map((each) => scale * parseFloat(getComputedStyle(each).fontSize));
    }"""
    sizes = chart.evaluate(scaled)
    assert sizes
    assert min(sizes) >= 9.5


@pytest.mark.parametrize("width", [1440, 1920])
@pytest.mark.parametrize("screen", ["flops", "library", "arena?match=duel"])
def test_tables_are_not_clipped_on_a_desk(visitor: Visitor, screen: str, width: int) -> None:
    page = open_at(visitor, screen, {"width": width, "height": 1000})
    expect(page.locator(".table-frame").first).to_be_visible(timeout=PATIENCE)
    clipped = "frames => frames.filter(each => each.scrollWidth > each.clientWidth + 1).length"
    assert page.locator(".table-frame").evaluate_all(clipped) == 0


def test_five_cards_leave_the_name_of_a_solution_free(visitor: Visitor) -> None:
    page = open_at(visitor, "home", DESK)
    row = page.locator(".solved-link").filter(has_text="river").first
    cards, name = row.locator(".cards").bounding_box(), row.locator("strong").bounding_box()
    assert cards is not None
    assert name is not None
    assert cards["x"] + cards["width"] <= name["x"]


def test_a_deal_fits_one_screen_and_shows_cards_or_ranges(visitor: Visitor) -> None:
    page = open_at(visitor, "browse?solution=turn&path=r:k:k", DESK)
    report = page.get_by_role("region", name="Report by card")
    grid = page.get_by_role("grid", name="OOP: grid of hands")
    height = "document.documentElement.scrollHeight"
    expect(report.locator("[data-card]").first).to_be_visible(timeout=PATIENCE)
    expect(grid).to_be_hidden()
    assert page.evaluate(height) <= DESK["height"]
    page.get_by_role("radio", name="Both ranges").click()
    expect(grid).to_be_visible()
    expect(report).to_be_hidden()
    assert page.evaluate(height) <= DESK["height"]
    expect(page).to_have_url(re.compile("deal=ranges"))
    page.reload()
    expect(grid).to_be_visible(timeout=PATIENCE)


def test_tables_of_the_library_are_whole(visitor: Visitor) -> None:
    page = open_at(visitor, "library", DESK)
    expect(page.get_by_role("link", name="river")).to_be_visible()
    cut = "frames => frames.map(frame => frame.scrollWidth - frame.clientWidth)"
    assert max(page.locator(".table-frame:visible").evaluate_all(cut)) <= 0
    matchup = page.get_by_role("row").filter(has_text="matchup")
    expect(matchup).to_contain_text("flop bet 50%, all-in; no raise")
    expect(page.get_by_role("row").filter(has_text="duel")).to_contain_text("calling station")


def test_compare_walks_by_its_line(visitor: Visitor) -> None:
    page = open_at(visitor, "compare?first=turn&path=r", DESK)
    line = page.get_by_role("navigation", name="Line")
    expect(page.get_by_label("Go to a line")).to_have_value("")
    line.get_by_role("button", name="check").click()
    expect(line.locator("[aria-current]")).to_contain_text("IP")
    expect(page.get_by_text("IP: ", exact=False).first).to_be_visible()
    expect(page).to_have_url(re.compile("path=r:k"))


def test_the_arena_names_games_and_agents_in_words(visitor: Visitor) -> None:
    page = open_at(visitor, "arena?match=duel", DESK)
    expect(page.locator("main")).to_contain_text("hands of Leduc hold'em")
    expect(page.locator("main")).to_contain_text("calling station")
    expect(page.locator("main")).not_to_contain_text("calling_station")


def test_phones_show_the_name_of_a_screen_once(visitor: Visitor) -> None:
    page = open_at(visitor, SCREENS["browse"], PHONE)
    box: Any = page.get_by_role("heading", name="Browse", exact=True).bounding_box()
    assert box["height"] <= 1
    grid = page.locator(".class-grid").first.bounding_box()
    assert grid is not None
    assert grid["y"] < PHONE["height"] * 0.75
