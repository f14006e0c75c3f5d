"""Wrong arguments to every native-backed call: an error or a result, never a crash or a hang."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import IO

import numpy as np
import pytest

from fifthstreet import _native
from tests.faults.misuse_child import all_recipes

ROOT = Path(__file__).parents[2]
SILENCE = float(os.environ.get("FIFTHSTREET_MISUSE_SECONDS", "100"))  # that means a hang
SHORT_ROUNDS = 12
LONG_ROUNDS = 400

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signal.alarm and resource")


def campaign(seed: int, rounds: int, workers: int = 2) -> tuple[Counter[str], list[str]]:
    """Run misuses in processes and return how they ended, and what went wrong."""
    ends: Counter[str] = Counter()
    faults: list[str] = []
    threads = [
        threading.Thread(target=_run_part, args=(seed, rounds, part, workers, ends, faults))
        for part in range(workers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ends, faults


def _run_part(
    seed: int, rounds: int, first: int, step: int, ends: Counter[str], faults: list[str]
) -> None:
    """Run every `step`-th case; after a crash or a hang, continue with the next."""
    command = [sys.executable, "-m", "tests.faults.misuse_child", str(seed), str(rounds)]
    number: int | None = first - step
    while number is not None:
        with TemporaryFile("w+") as errors:
            child = subprocess.Popen(
                [*command, str(number + step), str(step)],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
            running, fault = _follow(child, ends, faults)
            if fault is None:
                return
            errors.seek(0)
            faults.append(f"{running} {fault}: {errors.read()[-600:]}")
        words = running.split()
        number = int(words[1]) if words[0] == "case" else None  # without a case, all would fail


def _follow(
    child: subprocess.Popen[str], ends: Counter[str], faults: list[str]
) -> tuple[str, str | None]:
    """Count the ends of cases; return the last case, and what ended the process if it failed."""
    assert child.stdout is not None
    lines: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=_pump, args=(child.stdout, lines), daemon=True).start()
    running = line = "start"
    while True:
        try:
            received = lines.get(timeout=SILENCE)
        except queue.Empty:
            child.kill()
            child.wait()
            return running, "hung"
        if received is None:
            break
        line = received.strip()
        word, _, rest = line.partition(" ")
        if word in ("case", "valid"):
            running = line
        elif word == "ended":
            end = rest.partition(" ")[2]
            ends[end.partition(" ")[0]] += 1
            if end.startswith("wrong"):
                faults.append(f"{running}: {end}")
    status = child.wait()
    is_over = line == "finished" and status == 0
    return running, None if is_over else f"ended the process with status {status}"


def _pump(pipe: IO[str], lines: queue.Queue[str | None]) -> None:
    for line in pipe:
        lines.put(line)
    lines.put(None)


def native_names() -> set[str]:
    """Return all functions, classes, methods and properties of the native core."""
    names = set()
    for name, value in vars(_native).items():
        if name.startswith("_") or isinstance(value, int | str | ModuleType):
            continue
        names.add(name)
        if isinstance(value, type):
            members = {member for member in vars(value) if not member.startswith("_")}
            names |= {f"{name}.{member}" for member in members}
    return names


def test_every_native_name_has_a_recipe() -> None:
    covered = set().union(*(recipe.covers for recipe in all_recipes().values()))
    assert native_names() - covered == set()
    assert covered - native_names() == set()


def test_misuses_end_in_errors() -> None:
    ends, faults = campaign(seed=0, rounds=SHORT_ROUNDS)
    assert not faults, "\n".join(faults)
    assert ends.total() == SHORT_ROUNDS * len(all_recipes())
    assert ends["refused"] > ends.total() // 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 5))
def test_many_misuses_end_in_errors(seed: int) -> None:
    ends, faults = campaign(seed=seed, rounds=LONG_ROUNDS // 4)
    assert not faults, "\n".join(faults)
    assert ends.total() == LONG_ROUNDS // 4 * len(all_recipes())


def test_misuses_are_the_same_every_time() -> None:
    from tests.faults.misuse import misused

    for recipe in all_recipes().values():
        first, second = (misused(recipe.arguments(), np.random.default_rng(5)) for _ in range(2))
        assert repr(first) == repr(second)
