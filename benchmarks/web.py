"""The web app: walking through a solution of 1 GB, over HTTP and on the page.

A server of its own process serves a flop of 1 GB (a few iterations suffice: only its size
matters). One client walks to random neighbours; then 50 clients do, each with a second of thought
between two steps, while a solve runs. On the page, a step lasts from the key to the drawn node,
which includes two frames of the browser, 33 ms.
Sitting down at a table lasts from the click to the first cards.
"""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from tools.browsers import find_browser

from benchmarks.measure import Figure, at_least, at_most
from fifthstreet.cards import card_text, parse_cards
from fifthstreet.solvers.postflop import Solver, Spot, parse_fields, read_spot, spot_toml
from fifthstreet.tree import Menu, Sizes

NAME = "large"
STEPS = 300
CLIENTS = 50
CLIENT_STEPS = 20
THOUGHT = (0.5, 1.5)  # seconds between two steps of one of many clients
PAUSE = 250  # milliseconds between two keys of a player who looks at what is drawn
MAX_MILLISECONDS = 50.0
MAX_ON_THE_PAGE = 80.0
MAX_BESIDE_OTHERS = 500.0
MAX_FIRST_PAINT, MAX_HOME = 300.0, 600.0
OPENINGS = 9  # of the page, each in a browser without a cache
MAX_TO_SIT_DOWN = 500.0
TABLES = ("Heads-up, 100 big blinds", "Six players", "Against a solver", "Omaha", "Stud")
_ITERATIONS = 10


def figures() -> Iterator[Figure]:
    """Yield the 95th percentiles in milliseconds, and the share of requests that failed."""
    with TemporaryDirectory() as folder:
        _save_large(Path(folder) / "solutions")
        with _serving(Path(folder)) as address:
            alone = _walk_alone(address)
            yield at_most("a step, one client", percentile(alone, 95), MAX_MILLISECONDS, "ms, 95%")
            if browser := find_browser():
                words = "a step on the page, from key to picture"
                drawn = _walk_on_the_page(address, browser, PAUSE)
                yield at_most(words, percentile(drawn, 95), MAX_ON_THE_PAGE, "ms, 95%")
                drawn = _walk_on_the_page(address, browser, 0)
                words = "the same, keys without a pause"
                yield at_most(words, percentile(drawn, 95), 2 * MAX_ON_THE_PAGE, "ms, 95%")
                paint, home = _open_home(address, browser)
                yield at_most("first paint", median(paint), MAX_FIRST_PAINT, "ms, median")
                yield at_most("home can be used", median(home), MAX_HOME, "ms, median")
                slowest = max(_sit_down(address, browser))
                words = f"sitting down, the slowest of {len(TABLES)} tables"
                yield at_most(words, slowest, MAX_TO_SIT_DOWN, "ms")
            beside, failures = asyncio.run(_walk_together(address))
            words = f"a step, {CLIENTS} clients, beside a solve"
            yield at_most(words, percentile(beside, 95), MAX_BESIDE_OTHERS, "ms, 95%")
            answered = len(beside) - failures
            yield at_least("requests answered", answered, len(beside), "requests")


def percentile(milliseconds: list[float], percent: float) -> float:
    """Return a percentile by the nearest rank."""
    ordered = sorted(milliseconds)
    return ordered[min(int(len(ordered) * percent / 100), len(ordered) - 1)]


def _save_large(folder: Path) -> None:
    folder.mkdir(parents=True)
    street = Menu.of("55%", raises="45%")
    sizes = Sizes.by_street({1: Menu.of("33%, 75%, 150%", raises="45%"), 2: street, 3: street})
    solver = Solver(read_spot("examples/flop.toml").with_rules(sizes=sizes))
    solver.run(iterations=_ITERATIONS)
    solver.solution().save(folder / f"{NAME}.solution")


@contextmanager
def _serving(library: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "fifthstreet", "web", "--port", "0", "--no-browser", "--json"]
    with subprocess.Popen([*command, "--library", str(library)], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        try:
            yield json.loads(server.stdout.readline())["address"]
        finally:
            server.terminate()


def _next_path(node: dict[str, Any], choose: random.Random) -> str:
    """Return the path of a random neighbour: a child, or the root at the end of a line."""
    if node["actions"]:
        return f"{node['path']}:{choose.choice(node['actions'])['step']}"
    if node["kind"] != "deal":
        return "r"
    board = {int(card) for card in parse_cards(node["board"])}
    card = choose.choice([card for card in range(52) if card not in board])
    return f"{node['path']}:n{card_text(card)}"


def _walk_alone(address: str) -> list[float]:
    choose = random.Random(1)
    times = []
    with httpx.Client(base_url=f"{address}api/v1", timeout=60) as client:
        node = client.get(f"/solutions/{NAME}/node").json()
        for _ in range(STEPS):
            start = time.perf_counter()
            reply = client.get(f"/solutions/{NAME}/node", params={"path": _next_path(node, choose)})
            times.append(1e3 * (time.perf_counter() - start))
            node = reply.raise_for_status().json()
    return times


async def _walk_together(address: str) -> tuple[list[float], int]:
    times: list[float] = []
    failures = count()
    limits = httpx.Limits(max_connections=2 * CLIENTS)
    async with httpx.AsyncClient(base_url=f"{address}api/v1", timeout=120, limits=limits) as client:
        await _start_solve(client)

        async def walk(seed: int) -> None:
            choose = random.Random(seed)
            node = (await client.get(f"/solutions/{NAME}/node")).json()
            for _ in range(CLIENT_STEPS):
                await asyncio.sleep(choose.uniform(*THOUGHT))
                start = time.perf_counter()
                path = _next_path(node, choose)
                reply = await client.get(f"/solutions/{NAME}/node", params={"path": path})
                times.append(1e3 * (time.perf_counter() - start))
                if reply.status_code == 200:
                    node = reply.json()
                else:
                    next(failures)

        await asyncio.gather(*map(walk, range(CLIENTS)))
    return times, next(failures)


async def _start_solve(client: httpx.AsyncClient) -> None:
    """Start a solve that goes on for as long as the clients walk."""
    spot = Spot.of("Jh8h5c", 180, 360, oop="30%", ip="30%", bets="33%, 75%")
    body = {"spot": parse_fields(spot_toml(spot)), "target": 1e-6, "max_iterations": 100_000}
    job = (await client.post("/jobs/solve", json=body)).raise_for_status().json()["id"]
    while not (await client.get(f"/jobs/{job}")).json()["progress"].get("iteration"):
        await asyncio.sleep(0.2)


_STEP = """async key => {
  const place = document.querySelector(".screen-browse");
  const before = place.dataset.path;
  const start = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  while (place.dataset.path === before && performance.now() - start < 2000)
    await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""


_HOME = """async () => {
  while (!document.querySelector(".solved-link")) await new Promise(requestAnimationFrame);
  const home = performance.now();
  const paints = performance.getEntriesByName("first-contentful-paint");
  return [paints[0].startTime, home];
}"""


def _open_home(address: str, browser: str) -> tuple[list[float], list[float]]:
    """Return the times to the first paint, and until what is solved is shown."""
    from playwright.sync_api import sync_playwright

    paints, homes = [], []
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for _ in range(OPENINGS):
            context = opened.new_context(viewport={"width": 1400, "height": 900})
            page = context.new_page()
            page.goto(f"{address}#/home")
            paint, home = page.evaluate(_HOME)
            paints.append(float(paint))
            homes.append(float(home))
            context.close()
        opened.close()
    return paints, homes


def _walk_on_the_page(address: str, browser: str, pause: float) -> list[float]:
    """Return the time of each step that led to another node."""
    from playwright.sync_api import sync_playwright

    times = []
    choose = random.Random(2)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = opened.new_page(viewport={"width": 1400, "height": 900})
        page.goto(f"{address}#/browse?solution={NAME}")
        page.wait_for_selector(".screen-browse[data-path]")
        for _ in range(STEPS // 3):
            key = choose.choice(["1", "2", "ArrowRight", "ArrowRight", "ArrowDown"])
            before = page.evaluate("document.querySelector('.screen-browse').dataset.path")
            page.wait_for_timeout(pause)
            spent = page.evaluate(_STEP, key)
            after = page.evaluate("document.querySelector('.screen-browse').dataset.path")
            if after != before:
                times.append(float(spent))
            else:
                page.keyboard.press("Home")
                page.wait_for_timeout(200)
        opened.close()
    return times


_SIT_DOWN = """async () => {
  const start = performance.now();
  document.querySelector(".play-setup [type=submit]").click();
  while (!document.querySelector(".seat .play-card") && performance.now() - start < 30000)
    await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""


def _sit_down(address: str, browser: str) -> list[float]:
    """Return the time from the click to the first cards for each quick choice."""
    from playwright.sync_api import sync_playwright

    times = []
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = opened.new_page(viewport={"width": 1400, "height": 900})
        for name in TABLES:
            page.goto(f"{address}#/play")
            page.get_by_role("button", name=name, exact=True).click()
            times.append(float(page.evaluate(_SIT_DOWN)))
        opened.close()
    return times
