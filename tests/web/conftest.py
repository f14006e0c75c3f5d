"""Servers with a temporary library in which two small spots are solved."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from fifthstreet.solvers.postflop import Solution, open_solution, solve
from fifthstreet.web import WebSettings
from tests.cli.small_spot import spot_on
from tests.web.serving import Running, serving

BOARDS = {"river": "QsJh2h7c4d", "turn": "QsJh2h7c"}


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with `river.solution` and `turn.solution`, which no test changes."""
    folder = tmp_path_factory.mktemp("solved")
    for name, board in BOARDS.items():
        solve(spot_on(board), max_iterations=40, threads=1).save(folder / f"{name}.solution")
    return folder


@pytest.fixture(scope="session")
def river(solved: Path) -> Solution:
    return open_solution(solved / "river.solution")


@pytest.fixture(scope="session")
def turn(solved: Path) -> Solution:
    return open_solution(solved / "turn.solution")


@pytest.fixture
def library(tmp_path: Path, solved: Path) -> Path:
    """Return the folder of a library of its own with the solutions `river` and `turn`."""
    shutil.copytree(solved, tmp_path / "library/solutions")
    return tmp_path / "library"


@pytest.fixture
def settings(library: Path) -> WebSettings:
    return WebSettings(library=library, threads=1, queued_jobs=5, kept_jobs=10, tables=5)


@pytest.fixture
def server(settings: WebSettings) -> Iterator[Running]:
    """Serve a library that the test may change."""
    with serving(settings) as running:
        yield running


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    """Return a client of `server`; its addresses begin below /api/v1."""
    with server.client() as client:
        yield client


@pytest.fixture(scope="session")
def reading_server(solved: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Serve a library that all tests share, so they only read."""
    folder = tmp_path_factory.mktemp("shared")
    shutil.copytree(solved, folder / "solutions")
    with serving(WebSettings(library=folder, threads=1)) as running:
        yield running


@pytest.fixture(scope="session")
def reader(reading_server: Running) -> Iterator[httpx.Client]:
    """Return a client of `reading_server`, which takes no time to start."""
    with reading_server.client() as client:
        yield client
