"""Input that used to run forever, or for minutes without a word."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet.cli import run
from fifthstreet.errors import InputError
from fifthstreet.solvers.games.limit_betting import betting_nodes, count_nodes
from fifthstreet.solvers.postflop import Solver, Spot, solve
from fifthstreet.solvers.registry import make_solver
from fifthstreet.tree import Sizes, TreeRules, build_tree, read_line
from tests.faults.programs import posix, running, wait_for

SPOT = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")


COUNTING = """
from fifthstreet.tree import Sizes, TreeRules, tree_size
sizes = ", ".join(f"{size}%" for size in range(10, 210))
print("counting", flush=True)
tree_size(TreeRules.even(2, 10_000, pot=10, sizes=Sizes.uniform(sizes, raises=sizes)))
"""


@posix
def test_counting_a_large_tree_is_interrupted_at_once() -> None:
    command = [sys.executable, "-c", COUNTING]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"counting\n"
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        start = time.monotonic()
        _, errors = program.communicate(timeout=60)
    assert errors.endswith(b"KeyboardInterrupt\n")
    assert time.monotonic() - start < 30  # 0.3 s where nothing else runs


@pytest.mark.parametrize("count", [1.5, 2.0, "3", [4], float("nan")])
def test_counts_that_are_no_whole_numbers(count: Any) -> None:
    solvers = [Solver(SPOT), *(make_solver("kuhn", name) for name in ("cfr+", "external"))]
    solvers += [make_solver(SPOT, "external"), make_solver("leduc", "chance")]
    for solver in solvers:
        for options in ({"iterations": count}, {"max_iterations": count}, {"check_every": count}):
            with pytest.raises(InputError, match="must be a whole number"):
                solver.run(**{"seconds": 1, **options})
        with pytest.raises(InputError, match="must be a whole number"):
            solver.iterate(count)
        assert solver.iteration == 0
    with pytest.raises(InputError, match=r"max_iterations must be a whole number"):
        solve(SPOT, max_iterations=count)


@pytest.mark.parametrize("name", ["iterations", "max_iterations", "seconds"])
def test_runs_without_end(name: str) -> None:
    limit: Any = {name: float("inf")}
    for solver in (Solver(SPOT), make_solver("kuhn", "cfr+"), make_solver(SPOT, "external")):
        with pytest.raises(InputError, match="specify iterations, seconds or a target"):
            solver.run(**limit)
        solver.run(**({"iterations": 2, "seconds": 10.0} | limit), target=1e9)


def test_counts_of_any_whole_type() -> None:
    solver = Solver(SPOT)
    three: Any = np.int64(3)
    two: Any = np.uint8(2)
    solver.run(max_iterations=three)
    solver.iterate(two)
    assert solver.iteration == 5


def test_batches_are_limited() -> None:
    with pytest.raises(
        ValueError, match="batch must be from 1 to 1,000,000 traversals, got 1000000000000"
    ):
        make_solver(SPOT, "external", batch=10**12)


@pytest.mark.slow
@posix
def test_the_largest_batch_can_be_interrupted(tmp_path: Path) -> None:
    spot = tmp_path / "spot.toml"
    spot.write_text(
        'board = "QsJh2h7c4d"\npot = 100\nstack = 200\nranges = { oop = "AA", ip = "QQ,AJs" }\n'
    )
    arguments = ["train", "--game", f"holdem:{spot}", "--option", "batch=1000000"]
    arguments += ["--out", str(tmp_path / "out"), "--checkpoint-every", "0.1"]
    with running([*arguments, "--seconds", "100"]) as program:
        wait_for(tmp_path / "out")  # after the first batch
        time.sleep(0.2)
        program.send_signal(signal.SIGINT)
        output, errors = program.communicate(timeout=60)
    assert program.returncode == 130, errors
    assert "interrupted" in output


@pytest.mark.parametrize("step", [":k", ":b50%", ":n2c", "/x", ", check", ":n", " 2c", "k"])
def test_paths_of_any_length(step: str) -> None:
    """A path with twice as many steps takes about twice as long, not four times."""
    tree = build_tree(TreeRules(stacks=(900, 900), pot=200, first_street=2))
    for find in (tree.find, lambda path: read_line(tree, path)):
        start = time.process_time()
        with pytest.raises(InputError, match=r"."):
            find("r" + 30_000 * step)
        assert time.process_time() - start < 3


@pytest.mark.parametrize("step", ["b0%", "b0.2%", "r0.1x"])
def test_bets_thousands_of_levels_deep(step: str) -> None:
    """Each is the smallest raise, which depends on the one before it. It used to take hours."""
    levels = 4_000
    sizes = Sizes.uniform("1c", raises="1c")
    tree = build_tree(TreeRules((2 * levels, 2 * levels), 2, first_street=3, sizes=sizes))
    start = time.process_time()
    line = read_line(tree, "/".join(levels * [step]))
    assert line.path.endswith(f":b{levels}")
    assert tree.place(line.node).last_raise == 1
    assert time.process_time() - start < 20


@pytest.mark.parametrize("players", range(2, 5))
@pytest.mark.parametrize("sizes", [[[2.0], [4.0]], [[1.0, 2.0], [2.0]]])
def test_limit_betting_is_counted(players: int, sizes: list[list[float]]) -> None:
    counted = count_nodes(players, [len(each) for each in sizes], 2)
    if counted < 50_000:
        assert counted == len(betting_nodes(players, 1, sizes, 2))


@pytest.mark.parametrize("options", ["players=10", "max_bets=1000000", "players=8"])
def test_leduc_with_many_players_is_refused_at_once(
    options: str, capsys: pytest.CaptureFixture[str]
) -> None:
    start = time.process_time()
    assert run(["train", "--game", "leduc", "--option", options, "--iterations", "10"]) == 2
    assert time.process_time() - start < 5
    assert "at most" in capsys.readouterr().err
