"""Pictures of every screen with something to see, for docs/images/web.

`FIFTHSTREET_SCREENSHOTS=1 python -m pytest -m slow tests/web/browser/test_pictures.py` puts them
there; otherwise they are only drawn.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from fifthstreet.solvers.postflop import read_fields, read_spot, solve
from fifthstreet.web import WebSettings
from tests.web.browser.pages import PATIENCE, Visitor
from tests.web.serving import Running, serving, wait_for_job

ROOT = Path(__file__).parents[3]
IMAGES = ROOT / "docs/images/web"
DEFAULT = ROOT / "examples/default.toml"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Serve a library with the default flop and a turn that hands of the examples reach."""
    folder = tmp_path_factory.mktemp("pictured")
    (folder / "solutions").mkdir()
    for name, spot in (("3-bet pot Jh8h5c", DEFAULT), ("Turn", ROOT / "examples/turn.toml")):
        solution = solve(read_spot(spot), target_pot_percent=0.5)
        solution.save(folder / f"solutions/{name}.solution")
    with serving(WebSettings(library=folder)) as running:
        yield running


def job_of(visitor: Visitor, path: str, question: dict[str, object]) -> None:
    """Start a job and wait for its end."""
    with visitor.server.client() as client:
        reply = client.post(path, json=question)
        reply.raise_for_status()
        number = reply.json().get("job") or reply.json()["id"]
        assert wait_for_job(client, number)["state"] == "done"


def at_home(visitor: Visitor) -> None:
    visitor.open("home")


def solved_spot(visitor: Visitor) -> None:
    visitor.open("solve")
    page = visitor.page
    page.get_by_role("button", name="Solve", exact=True).click()
    job = page.locator("#live-jobs article").first
    expect(job).to_contain_text("exploitability in", timeout=PATIENCE)
    page.evaluate("scrollTo(0, 0)")


def browsed(visitor: Visitor) -> None:
    visitor.open("browse?solution=3-bet%20pot%20Jh8h5c&path=r:k")
    visitor.walk("r:k")
    visitor.page.locator(".class-cell[data-class='AJs']").first.click()


def compared(visitor: Visitor) -> None:
    visitor.open("compare?first=3-bet%20pot%20Jh8h5c&path=r")


def matchup(visitor: Visitor) -> None:
    job_of(visitor, "/flops", {"spot": read_fields(DEFAULT), "sample": 8, "target": 2, "name": "8"})
    visitor.open("flops?run=8&decision=r:k")


def charts(visitor: Visitor) -> None:
    visitor.open("preflop")


def drilled(visitor: Visitor) -> None:
    visitor.open("train?solution=Turn")
    page = visitor.page
    page.get_by_role("button", name="Start").click()
    page.locator(".action-button").first.click()


def dealt(visitor: Visitor) -> None:
    question = {"opponents": ["equity", "calling_station", "random", "equity", "random"], "seed": 5}
    with visitor.server.client() as client:
        number = client.post("/tables", json=question).json()["id"]
    visitor.open(f"play?table={number}")
    expect(visitor.page.locator("[data-answer]:visible").first).to_be_visible(timeout=PATIENCE)


def reviewed(visitor: Visitor) -> None:
    visitor.open("review")
    page = visitor.page
    page.get_by_label("Hand histories").fill((ROOT / "examples/session.phhs").read_text())
    page.locator("#review-solution").select_option("Turn")
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.get_by_role("region", name="Decisions")).to_be_visible(timeout=PATIENCE)


def found_in_a_tree(visitor: Visitor) -> None:
    visitor.open("match")
    page = visitor.page
    page.get_by_label("Hand histories").fill((ROOT / "examples/session.phhs").read_text())
    page.get_by_role("combobox", name="Hand", exact=True).select_option("3")
    expect(page.get_by_role("heading", name="Good match")).to_be_visible(timeout=PATIENCE)


def divided(visitor: Visitor) -> None:
    visitor.open("abstraction?solution=Turn&method=emd&buckets=12")
    expect(visitor.page.locator("[data-bucket]")).to_have_count(12, timeout=PATIENCE)
    expect(visitor.page.locator("[data-way]").first).to_be_visible(timeout=PATIENCE)


def matched(visitor: Visitor) -> None:
    agents = [{"name": name} for name in ("equity", "calling_station", "random")]
    job_of(visitor, "/matches", {"agents": agents, "hands": 1500, "name": "three"})
    visitor.open("arena?match=three")


def listed(visitor: Visitor) -> None:
    visitor.open("library")


PICTURES: dict[str, Callable[[Visitor], None]] = {
    "home": at_home,
    "solve": solved_spot,
    "browse": browsed,
    "compare": compared,
    "flops": matchup,
    "preflop": charts,
    "train": drilled,
    "play": dealt,
    "review": reviewed,
    "match": found_in_a_tree,
    "abstraction": divided,
    "arena": matched,
    "library": listed,
}


@pytest.mark.parametrize("screen", PICTURES)
def test_pictures_of_the_screens(visitor: Visitor, page: Page, screen: str, tmp_path: Path) -> None:
    PICTURES[screen](visitor)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    folder = IMAGES if os.environ.get("FIFTHSTREET_SCREENSHOTS") else tmp_path
    page.screenshot(path=folder / f"{screen}.png")
    assert (folder / f"{screen}.png").stat().st_size > 10_000
