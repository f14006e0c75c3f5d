"""Solving a solution of the library further, over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from fifthstreet.solvers.postflop import Solution, open_solution
from tests.web.serving import wait_for_job


def asked(client: httpx.Client, **options: Any) -> httpx.Response:
    return client.post("/jobs/further", json={"solution": "turn", **options})


def test_the_better_solution_replaces_the_old_one(
    client: httpx.Client, library: Path, turn: Solution
) -> None:
    before = turn.exploitability.pot_percent
    job = wait_for_job(client, asked(client, target=before / 3).json()["id"])
    assert job["state"] == "done", job["error"]
    found = open_solution(library / "solutions/turn.solution")
    assert found.spot == turn.spot
    assert found.exploitability.pot_percent <= before / 3
    assert job["result"]["solution"] == "turn"
    assert client.get("/solutions/turn/node").json()["exploitability_pot_percent"] == pytest.approx(
        found.exploitability.pot_percent
    )


def test_a_solution_that_does_not_get_better_stays(
    client: httpx.Client, library: Path, turn: Solution
) -> None:
    file = library / "solutions/turn.solution"
    before = file.read_bytes()
    job = wait_for_job(client, asked(client, target=0.001, max_iterations=1).json()["id"])
    assert job["state"] == "failed"
    assert "the solution stays as it was" in job["error"]
    assert file.read_bytes() == before


def test_targets_and_names_that_are_refused(client: httpx.Client, turn: Solution) -> None:
    known = turn.exploitability.pot_percent
    reply = asked(client, target=known)
    assert reply.status_code == 400
    assert "target must be below the exploitability of the solution" in reply.text
    running = asked(client, target=0.001, max_iterations=1_000_000).json()
    reply = asked(client, target=0.001)
    assert reply.status_code == 400
    assert "a job that saves 'turn' is not finished yet" in reply.text
    client.post(f"/jobs/{running['id']}/cancel")
    assert asked(client, solution="none").status_code == 404
