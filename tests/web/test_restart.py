"""A server that is killed in the middle of a solve continues it when it starts again."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import httpx
import numpy as np
import pytest

from fifthstreet.solvers.postflop import open_solution, parse_fields, solve, spot_toml
from tests.cli.small_spot import spot_on
from tests.web.program import Program, running
from tests.web.serving import wait_for_job, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
SPOT = spot_on("QsJh2h7c")
ITERATIONS = 1000
TINY = 1e-9  # percent of the pot, which no solve reaches


def start_and_pause(client: httpx.Client) -> str:
    """Start a solve, and pause it in the middle, so that it does not end before the server."""
    question = {
        "spot": parse_fields(spot_toml(SPOT)),
        "name": "mine",
        "target": TINY,
        "max_iterations": ITERATIONS,
    }
    number = str(client.post("/jobs/solve", json=question).json()["id"])
    wait_until(lambda: client.get(f"/jobs/{number}").json()["progress"].get("iteration"))
    assert client.post(f"/jobs/{number}/pause").status_code == 200
    return number


def worker_of(program: Program) -> int:
    server = program.process.pid
    children = [
        child
        for task in Path(f"/proc/{server}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
    assert len(children) == 1
    return int(children[0])


def has_ended(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


@pytest.mark.parametrize(
    "is_worker_killed", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["server", "both"]
)
def test_killed_server_continues(tmp_path: Path, is_worker_killed: bool) -> None:
    with running(tmp_path) as program, program.client() as client:
        number = start_and_pause(client)
        worker = worker_of(program)
        if is_worker_killed:  # as if the machine had lost its power
            program.process.send_signal(signal.SIGSTOP)
            os.kill(worker, signal.SIGKILL)
        code, _ = program.end(signal.SIGKILL)
        assert code == -signal.SIGKILL
    wait_until(lambda: has_ended(worker))  # by itself, since nobody listens any more
    assert (tmp_path / f"jobs/{number}.checkpoint").exists() is not is_worker_killed
    with running(tmp_path) as program, program.client() as client:
        job = wait_for_job(client, number)
        assert (job["state"], job["error"]) == ("done", None)
        program.end(signal.SIGTERM)
    expected = solve(SPOT, target_pot_percent=TINY, max_iterations=ITERATIONS, threads=1)
    found = open_solution(tmp_path / "solutions/mine.solution")
    assert found.record.iterations == ITERATIONS
    assert found.exploitability == expected.exploitability
    for path in ("r", "r:k", "r:b50:c:n8d"):
        np.testing.assert_array_equal(found.node(path).strategy, expected.node(path).strategy)
    assert sorted(path.name for path in (tmp_path / "jobs").iterdir()) == [f"{number}.job"]
