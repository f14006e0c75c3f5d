"""A library with one solved river, and apps on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fastapi.testclient import TestClient

from fifthstreet.web import WebSettings, create_app
from tests.review.river import river_solution

RIVER = "river"
API = "/api/v1"


def make_library(folder: Path) -> Path:
    (folder / "solutions").mkdir(parents=True, exist_ok=True)
    river_solution().save(folder / "solutions" / f"{RIVER}.solution")
    return folder


@contextmanager
def client_of(library: Path) -> Iterator[TestClient]:
    app = create_app(WebSettings(library=library, threads=1))
    with TestClient(app, base_url="http://localhost/api/v1/") as client:
        yield client
