"""Kills at random moments: every finished run is equal to an uninterrupted one to the bit."""

import json
import random
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.solvers.postflop import open_solution
from tests.cli.push_or_fold import PUSH_OR_FOLD
from tests.faults.programs import counts, finished, posix, running, solve_arguments
from tests.solvers.blueprint.small_buckets import few_buckets

pytestmark = posix


def killed_and_finished(
    arguments: list[str], wait_for: Path, kills: int, seed: int
) -> subprocess.CompletedProcess[str]:
    """Kill a command again and again, at the latest half a second after it has saved something."""
    moments = random.Random(seed)
    for _ in range(kills):
        with running(arguments) as program:
            before = wait_for.stat().st_mtime_ns if wait_for.exists() else 0
            deadline = time.monotonic() + 60
            while program.poll() is None and time.monotonic() < deadline:
                if wait_for.exists() and wait_for.stat().st_mtime_ns > before:
                    break
                time.sleep(0.01)
            time.sleep(moments.uniform(0, 0.5))
    return finished(arguments)


def left_over(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir() if each.name.startswith("."))


def facts_of(result: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert (result.returncode, result.stderr) == (0, "")
    facts: dict[str, Any] = json.loads(result.stdout)
    return facts


@counts(2, 60)
def test_solve(tmp_path: Path, count: int) -> None:
    limits = {"max_iterations": 500 * (count + 1)}
    whole = facts_of(finished([*solve_arguments(**limits), "--json"]))
    checkpoint, solution = tmp_path / "checkpoint", tmp_path / "solution"
    files = {"checkpoint": checkpoint, "checkpoint_every": 0.05, "save": solution}
    arguments = [*solve_arguments(**limits, **files), "--json"]
    facts = facts_of(killed_and_finished(arguments, checkpoint, count, seed=1))
    assert {name: facts[name] for name in ("ev", "exploitability", "iterations")} == {
        name: whole[name] for name in ("ev", "exploitability", "iterations")
    }
    assert open_solution(solution, verify=True).record.iterations == limits["max_iterations"]
    assert left_over(tmp_path) == []


@counts(1, 60)
def test_train(tmp_path: Path, count: int) -> None:
    game = ["--game", "leduc", "--algorithm", "external", "--seed", "5"]
    limit = ["--iterations", str(100_000 * (count + 1)), "--json"]
    whole = facts_of(finished(["train", *game, *limit]))
    out = tmp_path / "leduc.training"
    assert facts_of(finished(["train", *game, "--iterations", "10", "--json", "--out", str(out)]))
    resuming = ["train", "--resume", str(out), "--checkpoint-every", "0.05", *limit]
    facts = facts_of(killed_and_finished(resuming, out, count, seed=2))
    assert facts["iterations"] == whole["iterations"]
    assert facts["values"] == whole["values"]
    assert left_over(tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("count", [30])
def test_train_on_buckets(tmp_path: Path, count: int) -> None:
    buckets = tmp_path / "few.abstraction"
    few_buckets().save(buckets)
    flags = ["--stack", "5", "--sizes", "a", "--max-raises", "1", "--option", "response_deals=2"]
    game = ["--game", "nlhe", "--abstraction", str(buckets), *flags]
    limit = ["--iterations", str(102_400 * (count + 1)), "--json"]
    whole = tmp_path / "whole.blueprint"
    facts_of(finished(["train", *game, *limit, "--strategy", str(whole)]))
    out, strategy = tmp_path / "nlhe.training", tmp_path / "killed.blueprint"
    facts_of(finished(["train", *game, "--iterations", "1024", "--json", "--out", str(out)]))
    resuming = ["train", "--resume", str(out), "--abstraction", str(buckets), *limit]
    resuming += ["--checkpoint-every", "0.05", "--strategy", str(strategy)]
    facts_of(killed_and_finished(resuming, out, count, seed=3))
    assert strategy.read_bytes() == whole.read_bytes()
    assert left_over(tmp_path) == []


@pytest.mark.slow
@counts(1, 60)
def test_flops(tmp_path: Path, count: int) -> None:
    spot = tmp_path / "spot.toml"
    spot.write_text(FLOP_SPOT)
    sample = 4 * (count + 1)
    arguments = ["flops", str(spot), "--sample", str(sample), "--threads", "1", "--json"]
    arguments += ["--target", "20", "--max-iterations", "20"]
    whole = facts_of(finished(arguments))
    out = tmp_path / "flops"
    facts = facts_of(killed_and_finished([*arguments, "--save", str(out)], out, count, seed=3))
    assert [each | {"seconds": 0} for each in facts["flops"]] == [
        each | {"seconds": 0} for each in whole["flops"]
    ]
    assert left_over(tmp_path) == []


@counts(1, 20)
def test_values(tmp_path: Path, count: int) -> None:
    """Shards of two workers, then a training on them."""
    whole, folder = tmp_path / "whole", tmp_path / "killed"
    sizes = ["--turns", "1", "--rivers", "1", "--ranges", "1", "--json"]
    sizes += ["--shards", str(4 * (count + 1)), "--workers", "2"]
    facts_of(finished(["values", "generate", str(whole), *sizes]))
    arguments = ["values", "generate", str(folder), *sizes]
    facts = facts_of(killed_and_finished(arguments, folder, count, seed=5))
    assert facts["samples"] == 4 * (count + 1)
    files = [{path.name: path.read_bytes() for path in each.iterdir()} for each in (whole, folder)]
    assert files[0] == files[1]
    small = ["--layers", "1", "--units", "8", "--epochs", str(500 * (count + 1)), "--json"]
    training = ["values", "train", str(folder), "--out", str(tmp_path / "network"), *small]
    expected = facts_of(finished(training))
    checkpoint = tmp_path / "checkpoint"
    found = facts_of(
        killed_and_finished([*training, "--checkpoint", str(checkpoint)], checkpoint, count, seed=6)
    )
    assert found["curve"] == expected["curve"]
    assert left_over(tmp_path) == []


@pytest.mark.slow
@counts(1, 60)
def test_preflop(tmp_path: Path, count: int) -> None:
    """Flops are found again after a kill, so results are near, not equal; here there are none."""
    recipe = tmp_path / "push.toml"
    recipe.write_text(PUSH_OR_FOLD)
    limits = ["--target", "1e-9", "--json", "--max-iterations", str(2_000 * (count + 1))]
    whole = facts_of(finished(["preflop", str(recipe), *limits]))
    out = tmp_path / "push.preflop"
    few = ["--max-iterations", "10", "--target", "1e-9", "--json"]
    facts_of(finished(["preflop", str(recipe), *few, "--save", str(out)]))
    resuming = ["preflop", "--resume", str(out), "--save-every", "0.05", *limits]
    facts = facts_of(killed_and_finished(resuming, out, count, seed=4))
    assert facts["iterations"] == whole["iterations"]
    assert facts["ev"]["BB"] == pytest.approx(whole["ev"]["BB"], abs=1e-4)
    assert left_over(tmp_path) == []


FLOP_SPOT = """
board = "QsJh2h"
pot = 100
stack = 60
ranges = { oop = "AA,KQs", ip = "QQ,AJs" }
tree = { max_raises = 1 }
sizes.flop = { bet = "a" }
"""


@counts(2, 40)
def test_a_damaged_checkpoint_falls_back_to_the_one_before(tmp_path: Path, count: int) -> None:
    """As a machine that loses power may leave it, if its disk does not keep its promises."""
    checkpoint = tmp_path / "checkpoint"
    arguments = solve_arguments(checkpoint=checkpoint)
    for limit in (10, 20):
        assert finished([*arguments, "--max-iterations", str(limit)]).returncode == 0
    whole = checkpoint.read_bytes()
    previous = (tmp_path / "checkpoint.previous").read_bytes()
    moments = random.Random(4)
    for _ in range(count):
        size = moments.randrange(len(whole))
        damage = moments.choice([b"", bytes(len(whole) - size)])
        checkpoint.write_bytes(whole[:size] + damage)
        (tmp_path / "checkpoint.previous").write_bytes(previous)
        result = finished([*arguments, "--max-iterations", "30", "--checkpoint-every", "100"])
        assert result.returncode == 0, result.stderr
        assert "30 iterations" in result.stdout
        assert f"resumed from {checkpoint}.previous" in " ".join(result.stdout.split())
