"""What runs on a real Ray cluster has the same bits as here, whoever is killed in the middle."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.arena.figures import figures
from tests.solvers.blueprint import test_distribution as training
from tests.solvers.search.preflop import test_shards as preflop
from tests.support.executors.clusters import LocalCluster, local_cluster

from fifthstreet.arena import match_settings, run_match
from fifthstreet.solvers.postflop import FlopResult, Spot, deal_flops, solve_flops
from fifthstreet.support.executors import LocalExecutor, RayExecutor

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
SPOT = Spot.of("QsJh2h", 60, 200, oop="99+,AJs+,KQs", ip="88+,ATs+,KJs+", bets="50%", raises="")
FLOPS = deal_flops(SPOT, subset=10)
OPTIONS: dict[str, Any] = {"target_pot_percent": 1.0, "threads": 1, "backend": "native"}


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """A cluster of five nodes of one CPU; four tests kill one of them each."""
    pytest.importorskip("ray")
    with local_cluster(nodes=5) as cluster:
        yield cluster


def by_board(results: list[FlopResult]) -> dict[str, FlopResult]:
    """Return results without their times, by board."""
    return {result.board: replace(result, seconds=0.0) for result in results}


def test_flops_of_a_killed_node(cluster: LocalCluster) -> None:
    expected = by_board(list(solve_flops(FLOPS, **OPTIONS)))
    results: list[FlopResult] = []
    with RayExecutor(cluster.address) as executor:
        for result in solve_flops(FLOPS, executor=executor, **OPTIONS):
            if not results:
                cluster.kill_node()
            results.append(result)
    assert len(results) == len(FLOPS)
    assert by_board(results) == expected


def test_matches_of_a_killed_node(cluster: LocalCluster) -> None:
    settings = match_settings(["random", "calling_station"], hands=2000, session_hands=30, seed=3)
    has_killed: list[bool] = []

    def kill_once(_: object) -> None:
        if not has_killed:
            cluster.kill_node()
            has_killed.append(True)

    with RayExecutor(cluster.address) as executor:
        result = run_match(settings, executor=executor, progress=kill_once)
    assert has_killed
    assert figures(result) == figures(run_match(settings))


def test_preflop_tables_of_a_killed_node(cluster: LocalCluster) -> None:
    with RayExecutor(cluster.address) as executor:
        solver = preflop.solved(executor, 1)
        assert solver.workers == 3
        while not solver.lost and len(cluster.raylets) > 1:  # a node may have no tables
            cluster.kill_node()
            solver.iterate(1)
        assert solver.lost >= 1  # more if Ray has not noticed, and starts another worker there
        preflop.assert_same(solver, preflop.solved(None, solver.iteration))


def test_training_of_a_killed_node(cluster: LocalCluster) -> None:
    with RayExecutor(cluster.address) as executor:
        solver = training.trained(executor, owners=3, rounds=1)
        solver.state()  # fetches the tables
        cluster.kill_node()
        solver.iterate(2 * 4 * 640)
        training.assert_same(solver, training.trained(LocalExecutor()))


def test_a_killed_driver_goes_on_from_the_file(cluster: LocalCluster, tmp_path: Path) -> None:
    saved = tmp_path / "flops.jsonl"
    spot = tmp_path / "spot.toml"
    spot.write_text(
        'board = "QsJh2h"\npot = 60\nstack = 200\n[ranges]\noop = "99+,AJs+,KQs"\n'
        'ip = "88+,ATs+,KJs+"\n[sizes]\n'
        + "".join(
            f'{street} = {{ bet = "50%", raise = "" }}\n' for street in ("flop", "turn", "river")
        )
    )
    command = [sys.executable, "-m", "fifthstreet", "flops", str(spot), "--subset", "10"]
    command += ["--target", "2", "--save", str(saved), "--cluster", cluster.address, "--json"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    killed = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    end = time.monotonic() + 100
    while _lines(saved) < 4 and time.monotonic() < end:
        time.sleep(0.05)
    killed.kill()
    killed.wait()
    kept = _lines(saved)
    assert 4 <= kept < 11
    first_lines = saved.read_text().splitlines()[: kept - 1]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    assert json.loads(done.stdout)["missing"] == 0
    lines = saved.read_text().splitlines()
    assert lines[: kept - 1] == first_lines  # nothing was solved twice
    assert len(lines) == 11


def _lines(path: Path) -> int:
    return len(path.read_text().splitlines()) if path.exists() else 0
