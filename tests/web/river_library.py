"""A library with a river that is solved well, for hands that reach it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from fifthstreet.review import bundled, preflop_lines
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.web import WebSettings
from tests.review.river import river_solution
from tests.web.serving import serving

RIVER = "river"


def make_library(folder: Path) -> Path:
    (folder / "solutions").mkdir(parents=True, exist_ok=True)
    river_solution().save(folder / "solutions" / f"{RIVER}.solution")
    return folder


def save_template(path: Path, board: str = "QsJh2h7c") -> None:
    """Save a coarse solution of a turn in a single-raised pot, BTN against BB."""
    lines = preflop_lines(bundled(6)[0])
    line = next(each for each in lines if (each.oop, each.ip) == ("BB", "BTN"))
    oop, ip = line.ranges
    spot = Spot.of(board, 550, 9750, oop=oop, ip=ip, bets="75%", raises="", add_allin=0)
    path.parent.mkdir(parents=True, exist_ok=True)
    solve(spot, max_iterations=10, threads=1).save(path)


@contextmanager
def client_of(library: Path) -> Iterator[httpx.Client]:
    with serving(WebSettings(library=library, threads=1)) as server, server.client() as client:
        yield client
