"""Tasks that are too large: the answer comes in bounded time and memory, whatever the rules say."""

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.postflop import Solver, Spot, estimate
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.postflop.solving.estimates import estimate_plan
from fifthstreet.solvers.postflop.spot.plan import make_plan
from tests.faults.programs import PROGRAM, finished, posix
from tests.thoroughness import slow

WIDE = "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"
MANY_SIZES = ", ".join(f"{size}%" for size in range(10, 210))
FORTY_SIZES = ", ".join(f"{size}%" for size in range(10, 210, 5))
SPOTS = {
    "200 sizes": {"bets": MANY_SIZES, "raises": MANY_SIZES},
    "deep stacks": {"bets": "10%, 20%, 33%, 50%, 75%, 100%, 150%, a", "raises": "20%, 50%, 100%"},
    "small raises": {"bets": "1%, 2%", "raises": "1%"},
}


def arguments(name: str) -> list[str]:
    options = {
        "--board": "QsJh2h",
        "--oop": WIDE,
        "--ip": WIDE,
        "--pot": "10",
        "--stack": "10000",
        **{f"--{option}": text for option, text in SPOTS[name].items()},
    }
    return ["solve", *(part for pair in options.items() for part in pair)]


def limited(command: list[str], megabytes: int) -> subprocess.CompletedProcess[str]:
    """Run a command with a limit on its address space.

    NumPy's linear algebra would reserve some of it for each core.
    """
    script = f'ulimit -v {megabytes * 1024}; exec "$@"'
    return subprocess.run(
        ["sh", "-c", script, "sh", *PROGRAM, *command],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
    )


MEASURED = """
import json, sys, time
from fifthstreet.cli import run
from tests.peak_memory import peak_kilobytes

start, before = time.process_time(), peak_kilobytes()
code = run(json.loads(sys.argv[1]))
spent = time.process_time() - start
grown = (peak_kilobytes() - before) / 1024
print(json.dumps({"code": code, "seconds": spent, "megabytes": grown}), file=sys.stderr)
"""


def measured(command: list[str]) -> tuple[dict[str, Any], str]:
    result = subprocess.run(
        [sys.executable, "-c", MEASURED, json.dumps(command)], capture_output=True, text=True
    )
    *errors, facts = result.stderr.splitlines()
    return json.loads(facts), result.stdout + "".join(errors)


@posix
@pytest.mark.parametrize("name", ["200 sizes", "deep stacks", *slow("small raises")])
def test_estimates_are_bounded(name: str) -> None:
    facts, output = measured([*arguments(name), "--dry-run", "--json"])
    assert facts["code"] == 0, output
    size = json.loads(output)
    assert size["is_lower_bound"]
    assert size["nodes"] > 1_000_000
    assert size["bytes"]["float32"] > 10**11
    assert size["time"] is None
    assert facts["seconds"] < 6  # of the processor; 2 where nothing else runs
    assert facts["megabytes"] < 250


@posix
@pytest.mark.parametrize("name", ["small raises", *slow("200 sizes", "deep stacks")])
def test_solves_that_do_not_fit_are_refused_at_once(name: str) -> None:
    facts, output = measured(arguments(name))
    assert facts["code"] == 2
    assert "nodes needs" in output or "the tables need at least" in output
    assert "fewer bet sizes" in output
    assert facts["seconds"] < 6


@posix
def test_limits_of_the_process_are_respected() -> None:
    """400 MB of tables under a limit that leaves less."""
    options = {"--board": "QsJh2h", "--oop": "55+,A8s+,KTs+", "--ip": "22+,A2s+", "--pot": "100"}
    options |= {"--stack": "900", "--bets": "50%, 100%", "--raises": "60%", "--threads": "1"}
    options |= {"--backend": "native"}  # a GPU's libraries would take most of the address space
    command = ["solve", *(part for pair in options.items() for part in pair)]
    result = limited([*command, "--max-iterations", "1"], 700)
    assert result.returncode == 2
    assert "available. What would make them fit" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("isomorphism", [True, False])
@pytest.mark.parametrize("board", ["QsJh2h", "QsJh2h7c", "QsJh2h7c4d"])
def test_estimates_from_the_rules_are_exact(board: str, isomorphism: bool) -> None:
    spot = Spot.of(board, 100, 200, oop="AA,KQs,76s:0.5", ip="QQ,AJ", bets="50%, a", raises="60%")
    counted = estimate(spot, isomorphism=isomorphism)
    plan = make_plan(spot, isomorphism=isomorphism)
    assert counted == estimate_plan(plan, DEFAULT_SCHEDULE)


@posix
@pytest.mark.parametrize(
    ("command", "menu", "seconds"),
    [
        ("flops", FORTY_SIZES, 12),  # of the processor; 3 where nothing else runs
        *slow(("train", FORTY_SIZES, 12), ("train", MANY_SIZES, 25), ("size", MANY_SIZES, 25)),
    ],
)
def test_commands_refuse_a_spot_that_is_too_large(
    command: str, menu: str, seconds: float, tmp_path: Path
) -> None:
    spot = tmp_path / "spot.toml"
    sizes = f'{{ bet = "{menu}", raise = "{menu}" }}'
    spot.write_text(
        f'board = "QsJh2h"\npot = 10\nstack = 10000\nranges = {{ oop = "{WIDE}", ip = "{WIDE}" }}\n'
        + "".join(f"sizes.{street} = {sizes}\n" for street in ("flop", "turn", "river"))
    )
    file = f"holdem:{spot}" if command == "train" else str(spot)
    options = ["--game"] if command == "train" else []
    facts, output = measured([command, *options, file])
    assert facts["code"] == 2, output
    assert "nodes" in output or "the tables need at least" in output
    assert facts["seconds"] < seconds
    assert facts["megabytes"] < 500


def test_values_before_the_river_take_no_memory_for_it() -> None:
    spot = Spot.of("QsJh2h7c", 100, 200, oop="55+,A8s+", ip="22+,A2s+", bets="50%", raises="60%")
    solver = Solver(spot, threads=1)
    river = len(solver.plan.betting[-1].kind) * int(solver.plan.layouts[0].stride[-1].sum())
    tracemalloc.start()
    values = solver.backend.node_values(0, ValueMode.AVERAGE)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(values) == 1
    assert peak < 4 * river / 10  # bytes of the river's floats


def test_trees_that_the_program_shows() -> None:
    result = finished(["tree", "--stack", "10000", "--pot", "10", "--bets", MANY_SIZES])
    assert result.returncode == 2
    assert "nodes" in result.stderr
