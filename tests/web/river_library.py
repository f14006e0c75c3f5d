"""A library with a river that is solved well, for hands that reach it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from fifthstreet.web import WebSettings
from tests.review.river import river_solution
from tests.web.serving import serving

RIVER = "river"


def make_library(folder: Path) -> Path:
    (folder / "solutions").mkdir(parents=True, exist_ok=True)
    river_solution().save(folder / "solutions" / f"{RIVER}.solution")
    return folder


@contextmanager
def client_of(library: Path) -> Iterator[httpx.Client]:
    with serving(WebSettings(library=library, threads=1)) as server, server.client() as client:
        yield client
